import { describe, expect, it } from "vitest";
import { type Desk, makeDesk, show } from "../../test/helpers/dialogue.ts";
import { docsIn } from "../../test/helpers/documents.ts";
import { makeContext } from "../context.ts";
import { operation as createAdr } from "./adr/create.ts";
import { runOperation } from "./run-operation.ts";

const title = "Cursor pagination";
const first = ".blue/docs/adrs/0001-cursor-pagination.proposed.md";

/** A second one at a terminal, where a person answers. */
const atTerminal = (desk: Desk, answer: boolean, asked: string[] = []) =>
  runOperation(
    createAdr,
    { title },
    makeContext(desk.project, {
      confirm: async (question) => {
        asked.push(question);
        return answer;
      },
    }),
  );

describe("a second document of the same title", () => {
  it("is asked about at a terminal, and not written against a no", async () => {
    const desk = makeDesk();
    await desk.call("adr.create", { title });
    const asked: string[] = [];
    await expect(atTerminal(desk, false, asked)).rejects.toMatchObject({ code: "input_needed" });
    expect(asked).toEqual([`${first} has this title already. Write another one?`]);
    expect(docsIn(desk, "adrs")).toHaveLength(1);
    await atTerminal(desk, true);
    expect(docsIn(desk, "adrs")).toHaveLength(2);
  });

  it.each(["rfc", "adr", "prd", "runbook"])(
    "is written where nobody can be asked, and the %s says which was first",
    async (type) => {
      const desk = makeDesk();
      const before = await desk.call<{ path: string }>(`${type}.create`, { title });
      expect(before).not.toHaveProperty("same_title");
      const after = await desk.call(`${type}.create`, { title: "cursor  Pagination" });
      expect(after).toMatchObject({
        same_title: [before.path],
        warnings: [`${before.path} has the same title`],
      });
      expect(await show(`${type}.create`, after)).toContain(`! ${before.path} has the same title`);
    },
  );

  it("is nothing to ask about where it supersedes the other, or only the beginning is the same", async () => {
    const desk = makeDesk();
    await desk.call("adr.create", { title });
    expect(await desk.call("adr.create", { title, supersedes: 1 })).not.toHaveProperty("same_title");
    const long = `${"a very long title ".repeat(5)}one`;
    await desk.call("rfc.create", { title: long });
    expect(await desk.call("rfc.create", { title: `${long} and two` })).not.toHaveProperty("same_title");
  });
});
