import { describe, expect, it } from "vitest";
import { makeDesk, show } from "../../test/helpers/dialogue.ts";
import { docExists, handEdited } from "../../test/helpers/documents.ts";
import { makeContext } from "../context.ts";
import { registry } from "./registry.generated.ts";
import { runOperation } from "./run-operation.ts";

const path = ".blue/docs/rfcs/0001-hand-made.draft.md";

async function deleted() {
  const desk = makeDesk({ tree: { [path]: handEdited() } });
  const { kept } = await desk.call<{ kept: string }>("delete", { id: 1, reason: "oops" });
  return { desk, kept };
}

describe("purge", () => {
  it("removes what is old enough, only when told to", async () => {
    const { desk, kept } = await deleted();
    expect(await desk.call("purge", { yes: true })).toEqual({ purged: [] });
    desk.clock.now += 31 * 86_400_000;
    const error = await desk.refused("input_needed", "purge");
    expect(error.message).toContain(path);
    const answer = await desk.call<{ purged: unknown[] }>("purge", { yes: true });
    expect(answer.purged).toHaveLength(1);
    expect(docExists(desk, kept)).toBe(false);
    expect(await show("purge", answer)).toContain("✓ 1 removed for good");
    expect((await desk.refused("invalid_input", "purge", { older_than: "soon" })).field).toBe("older_than");
  });

  it("asks where somebody can be asked", async () => {
    const { desk, kept } = await deleted();
    const operation = await registry.find(({ name }) => name === "purge")!.load();
    const later = () => new Date(desk.clock.now + 99 * 86_400_000);
    const asked: string[] = [];
    const answer = (agree: boolean) => {
      const confirm = async (question: string) => {
        asked.push(question);
        return agree;
      };
      return runOperation(operation, {}, makeContext(desk.project, { now: later, confirm }), { checkOutput: true });
    };
    expect(await answer(false)).toEqual({ purged: [] });
    expect(docExists(desk, kept)).toBe(true);
    await answer(true);
    expect(docExists(desk, kept)).toBe(false);
    expect(asked[0]).toContain(path);
  });
});
