import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
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

  it("asks in one plain line each, whatever a branch wrote into the trash", async () => {
    const { desk, kept } = await deleted();
    const note = join(desk.root, dirname(kept), "deleted.json");
    const title = "\u001b[2J\u001b]0;owned\u0007All is well\n  nothing (to see)";
    writeFileSync(note, JSON.stringify({ ...JSON.parse(readFileSync(note, "utf8")), title }));
    const operation = await registry.find(({ name }) => name === "purge")!.load();
    let asked = "";
    const confirm = async (question: string) => {
      asked = question;
      return false;
    };
    const now = () => new Date(desk.clock.now + 99 * 86_400_000);
    await runOperation(operation, {}, makeContext(desk.project, { now, confirm }));
    expect(asked).toBe(`Remove 1 deleted document for good?\n  All is well nothing (to see) (${path})`);
  });
});
