/** What a Judge's model is told of a round: each thing once, in lines, and nothing less than it needs to merge, close and score. */
import { describe, expect, it } from "vitest";
import { type Answer, type Dialogue, makeDialogue, raisesTension } from "../../../test/helpers/dialogue.ts";
import { callByMcp } from "../../../test/helpers/faces.ts";

const long = "Caching every listing page costs memory on each of the twelve replicas we pay for.";

async function tell<T = Answer>({ root, id }: Dialogue, verb: string, input: object = {}): Promise<T> {
  const told = await callByMcp({ root, name: `dialogue.${verb}`, input: { dialogue_id: id, ...input } });
  expect(told.isError, JSON.stringify(told.structuredContent)).toBeFalsy();
  return told.structuredContent as T;
}

describe("round-collect over MCP", () => {
  it("has a line for every marker, one for everybody who is there, and what could close what", async () => {
    const dialogue = await makeDialogue({ tree: { "a.md": "one\ntwo\n" } });
    await dialogue.round({ Muffin: [...raisesTension, "[MUFFIN-T0002: who pays]\nNobody said."] });
    dialogue.write("Muffin", [
      `[MUFFIN-R0101: cache it]\n[RE:RESOLVE T0001] [RE:DEPEND MUFFIN-E0101]\n${long}`,
      `[MUFFIN-E0101: measured]\nTwice. [CITE a.md#L1 "one"] [CITE a.md#L1 "nine"]`,
      "[MOVE:CONVERGE]",
      "[MUFFIN-S0101: APPROVE | 0.9]\nFine by me.",
    ]);
    dialogue.write("Cupcake", [
      "[CUPCAKE-T0101: it loses orders | critical]\nEvery night.",
      "[CUPCAKE-S0101: REJECT | 0.8]\nNot like this.",
    ]);
    dialogue.write("Scone", [
      `[SCONE-R0101: cache the pages]\n[RE:RESOLVE T0001]\n${long}`,
      "[SCONE-S0101: HOLD | 0.5]\nOnce it is priced.",
    ]);
    const { items, stances, resolvers, proposed_merges, citations, next, ...rest } = await tell<
      Record<string, unknown> & { next: { tool: string; arguments: Answer } }
    >(dialogue, "round-collect", { texts: 1 });
    expect(items).toEqual([
      "MUFFIN-R0101: cache it (RESOLVE T0001; DEPEND MUFFIN-E0101)",
      "MUFFIN-E0101: measured (2 cited, 1 not found)",
      "CUPCAKE-T0101: it loses orders (critical)\nEvery night.",
      "SCONE-R0101: cache the pages (RESOLVE T0001)",
    ]);
    expect(stances).toEqual([
      "Muffin: APPROVE 0.9, signs",
      "Cupcake: REJECT 0.8",
      "Scone: HOLD 0.5: Once it is priced.",
    ]);
    expect(resolvers).toEqual(["T0001: MUFFIN-R0101, SCONE-R0101", "T0002: nothing"]);
    expect(proposed_merges).toEqual(["MUFFIN-R0101 = SCONE-R0101"]);
    expect(citations).toMatchObject({ found: 1, not_found: [expect.stringContaining("a.md")] });
    expect(next).toMatchObject({
      tool: "blue_dialogue_round_register",
      arguments: { digest: expect.any(String), tension_updates: [{ id: "T0001", via: "MUFFIN-R0101" }] },
    });
    expect(rest).toEqual({ round: 1 });
  });

  it("reads first what may close a tension, after what is critical", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: raisesTension });
    dialogue.writeAll({
      Muffin: ["[MUFFIN-T0101: small | major]\nA scratch."],
      Scone: ["[SCONE-C0101: settled]\n[RE:RESOLVE T0001]\nRead it."],
      Cupcake: ["[CUPCAKE-T0101: bad | critical]\nEvery night."],
    });
    const { items } = await tell<{ items: string[] }>(dialogue, "round-collect", { texts: 2 });
    expect(items.filter((line) => line.includes("\n")).map((line) => line.split(":")[0])).toEqual([
      "CUPCAKE-T0101",
      "SCONE-C0101",
    ]);
  });

  it("says everything where everything is asked for, and only the items that are named", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeAll({ Muffin: [`[MUFFIN-T0001: memory]\n${long}`, `[MUFFIN-S0001: HOLD | 0.5]\n${long} ${long}`] });
    const full = await tell<{ items: string[]; stances: string[] }>(dialogue, "round-collect", { full: true });
    expect(full.items).toEqual([`MUFFIN-T0001: memory\n${long}`]);
    expect(full.stances[0]).toBe(`Muffin: HOLD 0.5: ${long} ${long}`);
    const one = await tell<{ items: string[] }>(dialogue, "round-collect", { items: ["MUFFIN-T0001"] });
    expect(one.items).toEqual(full.items);
    expect(one).not.toHaveProperty("stances");
  });
});

describe("round-register over MCP", () => {
  it("has the counts once, and every ID", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeAll({ Muffin: [...raisesTension, "[MUFFIN-T0002: who pays]\nNobody said."] });
    const input = { round: 0, score_components: { W: 1, C: 1, T: 1, R: 1 } };
    const told = await tell(dialogue, "round-register", input);
    expect(told).toMatchObject({
      status: "registered",
      id_mapping: { "MUFFIN-T0001..02": "T0001..02", "MUFFIN-P0001": "P0001" },
      velocity: { total: 3 },
      can_converge: false,
    });
    expect(told).not.toHaveProperty("convergence_blockers");
    expect(told).not.toHaveProperty("head");
  });
});

describe("what an agent is started with over MCP", () => {
  it("is said once for a panel, and filled in for one", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: raisesTension });
    const { task } = await tell<{ task: { prompt: string } }>(dialogue, "revise");
    expect(task).toMatchObject({
      description: "📝 Author rewrites the text",
      prompt: expect.stringMatching(/^Read \/.*\/revision\/1\/prompt\.md and follow it exactly\.$/),
    });
    const prompted = await tell(dialogue, "round-prompt", { proposal: "Use REST.", decision: "REST it is." });
    expect(prompted).toMatchObject({
      task: { prompt: "Read <folder>/<expert in lower case>/prompt.md and follow it exactly." },
    });
    expect((prompted.spawn as object[])[0]).toEqual({ expert: "Muffin", role: "Expert 1" });
  });
});
