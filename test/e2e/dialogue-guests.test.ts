/** A guest is anybody the caller says it is: heard like an expert, never taken for one, and counted. */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { forgePanel } from "../helpers/asks.ts";
import { type Answer, type Dialogue, makeDialogue, poolOf } from "../helpers/dialogue.ts";
import { exported } from "../helpers/exported.ts";

const rejects = "[MUFFIN-T0001: cost against speed]\nNo.\n\n[MUFFIN-S0001: REJECT | 1]\nNot at this price.\n";

/** Round 0 with Muffin's objection; round 1 is begun without them. */
async function withoutMuffin(): Promise<Dialogue> {
  const dialogue = await makeDialogue();
  await dialogue.round({ Muffin: rejects });
  const panel = ["Cupcake", "Scone"].map((name) => ({ name, source: "retained" }));
  await dialogue.call("dialogue.evolve-panel", { dialogue_id: dialogue.id, panel });
  return dialogue;
}

describe("a guest's name", () => {
  it("is never that of somebody who sat, however it is written: it would read as a change of mind", async () => {
    const dialogue = await withoutMuffin();
    const text = "[MUFFIN-R0101: pay in part]\n[RE:RESOLVE T0001]\nSo.\n\n[MUFFIN-S0101: APPROVE | 1]\nYes.\n";
    for (const as of ["Muffin", "MUFFIN", "scone"]) {
      const error = await dialogue.refused("invalid_input", "dialogue.say", { dialogue_id: dialogue.id, as, text });
      expect(error).toMatchObject({ field: "as", constraint: "guest_name" });
      expect(error.suggestion).toContain("`guest`");
    }
  });

  it("is not that of somebody whose round was set aside either", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeAll({ Muffin: rejects });
    const key = { dialogue_id: dialogue.id };
    await dialogue.call("dialogue.round-discard", { ...key, reason: "wrong subject" });
    const panel = ["Expert 2", "Expert 3"].map((role, i) => ({ name: ["Cupcake", "Scone"][i], role, source: "pool" }));
    await dialogue.call("dialogue.evolve-panel", { ...key, panel });
    await dialogue.refused("invalid_input", "dialogue.say", { ...key, as: "Muffin", text: "I agree after all." });
  });

  it("is not that of an expert whom a hand took off the panel's list: their prompt was written", async () => {
    const dialogue = await makeDialogue();
    const key = { dialogue_id: dialogue.id };
    await dialogue.call("dialogue.round-prompt", key);
    dialogue.writeAll({ Muffin: null });
    forgePanel(dialogue, (panel) => panel.slice(1));
    const error = await dialogue.refused("invalid_input", "dialogue.say", { ...key, as: "Muffin", text: rejects });
    expect(error.message).toContain("Muffin sat on a panel of this dialogue");
    dialogue.write("Muffin", rejects);
    expect((await dialogue.registerRefused("panel_mismatch")).suggestion).not.toContain("file its text");
  });

  it("cannot become an expert's while their words lie there", async () => {
    const dialogue = await makeDialogue();
    const key = { dialogue_id: dialogue.id };
    await dialogue.call("dialogue.say", { ...key, as: "Eclair", text: "[MOVE:CONVERGE]\n" });
    const input = { ...key, role: "Auditor", name: "Eclair", focus: "cost", reason: "T0001" };
    const error = await dialogue.refused("panel_mismatch", "dialogue.expert-create", input);
    expect(error).toMatchObject({ constraint: "guest_name", value: expect.stringContaining("eclair/draft.md") });
    expect(await dialogue.call("dialogue.expert-create", { ...input, name: "Tartlet" })).toMatchObject({
      expert: { name: "Tartlet" },
    });
  });
});

describe("a name nobody gave", () => {
  it("is no guest's, whoever seats the panel", async () => {
    const dialogue = await makeDialogue({ create: { expert_pool: undefined, panel_size: undefined } });
    const key = { dialogue_id: dialogue.id };
    await dialogue.call("dialogue.say", { ...key, as: "Muffin", text: "hi" });
    const panel = ["Auditor", "Engineer"].map((role) => ({ role, source: "created" }));
    expect(await dialogue.call("dialogue.evolve-panel", { ...key, panel })).toMatchObject({
      created: ["Cupcake", "Scone"],
    });
    await dialogue.call("dialogue.say", { ...key, as: "Eclair", text: "hi" });
    const called = { ...key, role: "Lawyer", reason: "the contract" };
    expect(await dialogue.call("dialogue.expert-create", called)).toMatchObject({ expert: { name: "Donut" } });
    await dialogue.round();
    expect(dialogue.record(0).texts.map(({ expert }) => expert)).toEqual([
      ...["Cupcake", "Scone", "Donut"],
      ...["Eclair", "Muffin"],
    ]);
  });

  it("is no guest's where the round seats itself", async () => {
    const dialogue = await makeDialogue({ experts: 2, create: { rotation: "full", expert_pool: poolOf(12) } });
    const key = { dialogue_id: dialogue.id };
    await dialogue.round({ Muffin: rejects });
    for (const as of ["Scone", "Eclair"]) await dialogue.call("dialogue.say", { ...key, as, text: "hi" });
    const preview = await dialogue.call<{ panel: { name: string }[] }>("dialogue.sample-panel", {
      ...key,
      preview: true,
    });
    const { spawn } = await dialogue.call<{ spawn: { expert: string }[] }>("dialogue.round-prompt", {
      ...key,
      proposal: "Use REST.",
    });
    const names = spawn.map(({ expert }) => expert);
    expect(names).toEqual(preview.panel.map(({ name }) => name));
    for (const guest of ["Scone", "Eclair"]) expect(names).not.toContain(guest);
    await dialogue.round();
    expect(dialogue.record(1).texts.map(({ expert }) => expert)).toEqual([...names, "Eclair", "Scone"]);
  });
});

describe("a guest's words", () => {
  const said = [
    "[ECLAIR-R0101: pay in part]",
    "[RE:RESOLVE T0001]",
    "So.",
    "",
    "[ECLAIR-E0101: the bill]",
    "Seen.",
    "",
    "[DISSENT]",
    "Not so fast.",
    "",
    "[ECLAIR-S0101: APPROVE | 1]",
    "Yes.",
  ].join("\n");

  async function decided(): Promise<Dialogue> {
    const dialogue = await withoutMuffin();
    await dialogue.call("dialogue.say", { dialogue_id: dialogue.id, as: "Eclair", text: said });
    const closing = { tension_updates: [{ id: "T0001", status: "resolved", via: "R0101" }] };
    dialogue.writeAll();
    await dialogue.registerRefused("no_resolver", closing); // nobody on the panel supports it yet
    await dialogue.round({ Scone: ["[RE:SUPPORT ECLAIR-R0101]\nYes.", "[MOVE:CONVERGE]"] }, closing);
    await dialogue.verdict({ key_evidence: ["E0101"], recommendations_adopted: ["R0101"] });
    return dialogue;
  }
  const pageOf = (dialogue: Dialogue, name: string) =>
    readFileSync(join(dialogue.root, ".blue/dialogues", dialogue.id, name), "utf8");

  it("are marked wherever a page names who closed a tension or wrote an item, and change nobody's stance", async () => {
    const dialogue = await decided();
    const verdict = pageOf(dialogue, "verdict.md");
    expect(verdict).toContain("| Eclair (guest), round 1");
    expect(verdict).toContain("**Eclair (guest), dissent in round 1:**");
    expect(verdict).toContain("(Eclair (guest), round 1):");
    expect(verdict).toMatch(/\| Muffin, Expert 1 \(left after round 0\) \| REJECT \(1\): [^|]+ \| — \|/);
    expect(verdict).toContain("| Still disagree | Muffin, Expert 1,");
    expect(verdict).not.toMatch(/Eclair(?! \(guest\))(?!\.)/);
    const tensions = pageOf(dialogue, "tensions.md");
    expect(tensions).toContain("settled by Eclair (guest), round 1");
    expect(pageOf(dialogue, "round-1/round-1.summary.md")).toContain("| Eclair (guest) | APPROVE (1) | Yes. |");
    expect(pageOf(dialogue, "dialogue.md")).toContain("[Eclair (guest)](round-1/eclair.md)");
  });

  it("laid by hand under the name of somebody who left are a guest's all the same", async () => {
    const dialogue = await withoutMuffin();
    const text = "[MUFFIN-R0101: pay in part]\n[RE:RESOLVE T0001]\nSo.\n\n[MUFFIN-S0101: APPROVE | 1]\nYes.\n";
    const path = join(dialogue.root, dialogue.write("Muffin", text));
    const provenance = { source: "guest", filed_by: null, filed_at: null, note: null };
    const sha256 = createHash("sha256").update(text).digest("hex");
    writeFileSync(join(dirname(path), `${sha256}.json`), JSON.stringify(provenance));
    await dialogue.round(
      { Scone: ["[RE:SUPPORT MUFFIN-R0101]\nYes.", "[MOVE:CONVERGE]"] },
      { tension_updates: [{ id: "T0001", status: "resolved", via: "R0101" }] },
    );
    await dialogue.verdict();
    const verdict = pageOf(dialogue, "verdict.md");
    expect(verdict).toContain("| Muffin (guest), round 1");
    expect(verdict).toMatch(/\| Muffin, Expert 1 \(left after round 0\) \| REJECT \(1\): [^|]+ \| — \|/);
    expect(verdict).toContain("| Still disagree | Muffin, Expert 1, left after round 0: REJECT");
    expect(verdict).toContain("1 text by a guest");
  });

  it("are marked in the export, in what is collected and in every answer about items", async () => {
    const dialogue = await decided();
    const data = await exported(dialogue);
    expect(data).toMatchObject({
      recommendations: [{ id: "R0101", contributors: ["eclair (guest)"] }],
      tensions: [{ contributors: ["muffin"], resolvers: [{ item: "R0101", by: "Eclair (guest)" }] }],
      rounds: [{}, { texts: [{ expert: "Cupcake" }, { expert: "Scone" }, { expert: "Eclair (guest)" }] }],
      statements: [{ by: "Eclair (guest)" }],
    });
    expect(data.events).toContainEqual(
      expect.objectContaining({ change: "resolved", actors: ["Judge", "Eclair (guest)"] }),
    );
    expect(data.delta).toContainEqual(expect.objectContaining({ expert: "Muffin", to: "REJECT", changed: false }));
    const { items } = await dialogue.call<{ items: Answer[] }>("dialogue.get", { dialogue_id: dialogue.id });
    expect(items).toContainEqual(expect.objectContaining({ id: "R0101", experts: ["Eclair (guest)"] }));
    const open = await withoutMuffin();
    await open.call("dialogue.say", { dialogue_id: open.id, as: "Eclair", text: said });
    expect(await open.call("dialogue.round-collect", { dialogue_id: open.id })).toMatchObject({
      stances: [{ expert: "Eclair (guest)" }],
      statements: [{ expert: "Eclair (guest)" }],
    });
  });

  it("are among those who disagreed, when their last stance is no approval", async () => {
    const dialogue = await makeDialogue();
    const key = { dialogue_id: dialogue.id };
    await dialogue.call("dialogue.say", { ...key, as: "Zed", text: "[ZED-S0001: HOLD | 0.4]\nNot without a price.\n" });
    await dialogue.call("dialogue.say", { ...key, as: "Yan", text: "[YAN-S0001: APPROVE | 0.4]\nYes.\n" });
    await dialogue.round();
    await dialogue.verdict();
    const page = readFileSync(join(dialogue.root, `.blue/dialogues/${dialogue.id}/verdict.md`), "utf8");
    expect(page).toContain("**Zed (guest), round 0: HOLD (0.4)**");
    expect(page).toContain("> Not without a price.");
    expect(page).not.toContain("**Yan (guest)");
    expect(page).not.toContain("| Still disagree | nobody");
  });

  it("are counted in the Judge's hand, and a dialogue without guests says nothing of them", async () => {
    const dialogue = await decided();
    expect(pageOf(dialogue, "verdict.md")).toContain("decided alone: 1 text by a guest, 1 expert rotated out |");
    expect(pageOf(dialogue, "round-1/round-1.summary.md")).toContain("- Guests: Eclair.");
    expect(pageOf(dialogue, "round-0/round-0.summary.md")).not.toMatch(/guest/i);
    expect(await exported(dialogue)).toMatchObject({ judges_hand: { filed: 0, guests: 1 } });
    const without = await makeDialogue();
    await without.round();
    expect(await without.verdict()).not.toHaveProperty("judges_hand.guests");
    expect(await exported(without)).not.toHaveProperty("judges_hand.guests");
    expect(pageOf(without, "verdict.md")).not.toMatch(/guest/i);
  });

  it("said under a name that a later round seats stay the guest's", async () => {
    const dialogue = await makeDialogue();
    const key = { dialogue_id: dialogue.id };
    const text = "[ECLAIR-P0001: fine]\nFine.\n\n[ECLAIR-S0001: APPROVE | 1]\nYes.\n";
    await dialogue.call("dialogue.say", { ...key, as: "Eclair", text });
    await dialogue.round();
    const created = { role: "Auditor", name: "Eclair", focus: "cost", reason: "the bill" };
    await dialogue.call("dialogue.expert-create", { ...key, ...created });
    await dialogue.round({
      Eclair: "[MOVE:CONCEDE P0001]\n\n[ECLAIR-S0101: REJECT | 1]\nNo.\n",
    });
    const data = await exported(dialogue);
    expect(data).toMatchObject({ perspectives: [{ contributors: ["eclair (guest)"], derived: ["conceded"] }] });
    expect(data.delta).toContainEqual(expect.objectContaining({ expert: "Eclair", from: "REJECT", changed: false }));
    expect(data.delta).toContainEqual(expect.objectContaining({ expert: "Eclair (guest)", from: "APPROVE" }));
  });
});
