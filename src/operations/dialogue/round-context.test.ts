import { describe, expect, it } from "vitest";
import { type Answer, makeDialogue, raisesTension, show } from "../../../test/helpers/dialogue.ts";

describe("dialogue.round-context", () => {
  it("gives everything said so far for the open round, with scores and where drafts go", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: raisesTension }, { expert_scores: { muffin: 7 }, proposal: "Use REST." });
    const context = await dialogue.call("dialogue.round-context", { dialogue_id: dialogue.id });
    expect(context).toMatchObject({
      round: 1,
      registered: false,
      proposal: "Use REST.",
      experts: [
        { name: "Muffin", score: 7, on_panel: true, draft_file: expect.stringContaining("/round-1-") },
        { name: "Cupcake", score: 0 },
        { name: "Scone", score: 0 },
      ],
      perspectives: [{ id: "P0001", content: "Dear.", contributors: ["Muffin"] }],
      tensions: [{ id: "T0001", content: "We cannot have both.", status: ["open"] }],
      open_tensions: [{ id: "T0001", owner: null, resolvers: [] }],
      velocity: { total: 2 },
    });
    expect(await show("dialogue.round-context", context)).toContain("API design, open round 1");
  });

  it("gives a registered round as it stood after it, and no earlier one can be decided on", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round();
    await dialogue.round({ Muffin: ["[MUFFIN-P0101: late]\nSo."] });
    await dialogue.round();
    const at = (round: number) => dialogue.call("dialogue.round-context", { dialogue_id: dialogue.id, round });
    expect(await at(0)).toMatchObject({
      registered: true,
      perspectives: [],
      velocity: { total: 0 },
      can_converge: false,
    });
    expect((await at(0)).convergence_blockers).toEqual([expect.stringContaining("round 2 is")]);
    expect(await at(1)).toMatchObject({ velocity: { total: 1 }, can_converge: false });
    expect(await at(2)).toMatchObject({
      velocity: { total: 0 },
      can_converge: true,
      experts: [{ draft_file: null }, {}, {}],
    });
    await dialogue.refused("round_not_registered", "dialogue.round-context", { dialogue_id: dialogue.id, round: 4 });
  });

  it("comes in pages when it is long: nothing twice, nothing left out", async () => {
    const dialogue = await makeDialogue();
    const long = Array.from({ length: 30 }, (_, i) => {
      const id = `MUFFIN-P00${String(i + 1).padStart(2, "0")}`;
      return `[${id}: view ${i + 1}]\n${`So it is, and ${i} times so. `.repeat(160)}`;
    });
    await dialogue.round({ Muffin: long });
    const first = await dialogue.call<{ pages: number; perspectives: Answer[] }>("dialogue.round-context", {
      dialogue_id: dialogue.id,
    });
    expect(first.pages).toBeGreaterThan(1);
    const ids = first.perspectives.map(({ id }) => id);
    for (let page = 2; page <= first.pages; page++) {
      const next = await dialogue.call<{ perspectives: Answer[] }>("dialogue.round-context", {
        dialogue_id: dialogue.id,
        page,
      });
      expect(JSON.stringify(next).length).toBeLessThan(80_000);
      ids.push(...next.perspectives.map(({ id }) => id));
    }
    expect(ids).toEqual(Array.from({ length: 30 }, (_, i) => `P00${String(i + 1).padStart(2, "0")}`));
  });

  it("fits whatever the opening and one item hold: what is too long is cut and names its file", async () => {
    const create = { background: "漢".repeat(100_000), question: "Q".repeat(50_000), constraint: "short" };
    const dialogue = await makeDialogue({ create });
    await dialogue.round(
      { Muffin: [`[MUFFIN-P0001: long]\n${"words ".repeat(20_000)}`] },
      { proposal: "p ".repeat(20_000) },
    );
    const context = await dialogue.call("dialogue.round-context", { dialogue_id: dialogue.id });
    expect(Buffer.byteLength(JSON.stringify(context))).toBeLessThan(75_000);
    const folder = `.blue/dialogues/${dialogue.id}`;
    expect(context).toMatchObject({
      pages: 1,
      constraint: "short",
      background: expect.stringMatching(
        /^漢+\n\n\(Cut: the first 6000 of 300000 bytes\. All of it is in \S+opening\.json\.\)$/,
      ),
      question: expect.stringContaining(`${folder}/opening.json`),
      proposal: expect.stringContaining(`${folder}/round-0/round.json`),
      perspectives: [{ content: expect.stringContaining(`${folder}/round-0/round.json`) }],
    });
  });

  it.each(["dialogue.round-context", "dialogue.round-collect"])("%s refuses a page that is not there", async (name) => {
    const dialogue = await makeDialogue();
    const error = await dialogue.refused("invalid_input", name, { dialogue_id: dialogue.id, page: 7 });
    expect(error).toMatchObject({ field: "page", value: 7, context: { pages: 1 } });
  });
});
