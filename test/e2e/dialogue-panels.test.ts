/** Who sits: by lot, by the Judge or by rotation from round to round, and never changed under experts who have begun to write. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { pastryName } from "../../src/rules/names.ts";
import type { RoundRecord } from "../../src/rules/records.ts";
import { draftsFolder } from "../../src/store/drafts.ts";
import { sealRecord } from "../../src/store/record.ts";
import { asksOf, entriesOf, forgePanel, removeLog } from "../helpers/asks.ts";
import { type Answer, type Dialogue, edit, type Input, makeDialogue, poolOf, show } from "../helpers/dialogue.ts";

describe("a panel that is changed under its experts", () => {
  it("is refused for those who have not written either, once one draft exists", async () => {
    const dialogue = await makeDialogue();
    dialogue.write("Muffin", ["[MOVE:CONVERGE]"]);
    const seats = [
      { name: "Muffin", role: roleOf(dialogue, "Muffin"), source: "pool" },
      { name: "Cupcake", role: roleOf(dialogue, "Cupcake"), source: "pool" },
    ];
    const input = { dialogue_id: dialogue.id, panel: seats };
    await dialogue.refused("panel_mismatch", "dialogue.evolve-panel", input);
    rmSync(join(dialogue.root, draftsFolder(dialogue.open()), "muffin"), { recursive: true });
    expect(await dialogue.call("dialogue.evolve-panel", input)).toMatchObject({ left: ["Scone"] });
  });

  it("is refused when a writer keeps the name and gets another's role", async () => {
    const dialogue = await makeDialogue();
    dialogue.write("Muffin", ["[MUFFIN-P0001: as I see it]\nFrom where I sit."]);
    const panel = [
      { name: "Muffin", role: roleOf(dialogue, "Cupcake"), source: "pool" },
      { name: "Cupcake", role: roleOf(dialogue, "Muffin"), source: "pool" },
      { name: "Scone", role: roleOf(dialogue, "Scone"), source: "pool" },
    ];
    const error = await dialogue.refused("panel_mismatch", "dialogue.evolve-panel", {
      dialogue_id: dialogue.id,
      panel,
    });
    expect(error).toMatchObject({ value: ["Muffin", "Cupcake"], constraint: "panel_is_fixed" });
  });

  it("is refused also when the draft lies in the round's own folder", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeInRoundFolder("muffin", "[MUFFIN-T0001: cost]\nNo.\n\n[MUFFIN-S0001: REJECT | 1]\nNo.\n");
    const panel = ["Cupcake", "Scone"].map((name) => ({ name, role: roleOf(dialogue, name), source: "pool" }));
    await dialogue.refused("panel_mismatch", "dialogue.evolve-panel", { dialogue_id: dialogue.id, panel });
    await dialogue.refused("panel_mismatch", "dialogue.sample-panel", {
      dialogue_id: dialogue.id,
      exclude: ["Expert 1"],
      panel_size: 2,
    });
  });

  it("keeps an objection in the ledger even if a hand removes the log that seats it", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeAll({ Scone: ["[SCONE-T0001: no]\nNo."] });
    removeLog(dialogue);
    await dialogue.registerRefused("panel_mismatch");
    const seat = (...names: string[]) => ({
      dialogue_id: dialogue.id,
      panel: names.map((name, i) => ({ name, role: `Expert ${i + 1}`, source: "pool" })),
    });
    const error = await dialogue.refused("panel_mismatch", "dialogue.evolve-panel", seat("Muffin", "Cupcake"));
    expect(error).toMatchObject({ value: ["Scone"], constraint: "panel_is_fixed" });
    const { notices } = await dialogue.call<{ notices: string[] }>("dialogue.round-collect", {
      dialogue_id: dialogue.id,
    });
    expect(notices.join()).toContain("Round 0 has no panel");
    await dialogue.call("dialogue.evolve-panel", seat("Muffin", "Cupcake", "Scone"));
    const registered = await dialogue.register();
    expect(registered).toMatchObject({ velocity: { open_tensions: 1 }, id_mapping: { "SCONE-T0001": "T0001" } });
  });

  it("keeps an objection in the round's own folder, too", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeInRoundFolder("scone", "[SCONE-T0001: no]\nNo.\n\n[SCONE-S0001: REJECT | 1]\nNo.\n");
    removeLog(dialogue);
    const panel = ["Muffin", "Cupcake"].map((name, i) => ({ name, role: `Expert ${i + 1}`, source: "pool" }));
    const input = { dialogue_id: dialogue.id, panel };
    const error = await dialogue.refused("panel_mismatch", "dialogue.evolve-panel", input);
    expect(error).toMatchObject({ value: ["Scone"] });
  });

  it("does not hold a guest's words against whoever leaves", async () => {
    const dialogue = await makeDialogue();
    await dialogue.call("dialogue.say", { dialogue_id: dialogue.id, text: "I am only visiting." });
    const panel = ["Muffin", "Cupcake"].map((name) => ({ name, role: roleOf(dialogue, name), source: "pool" }));
    expect(await dialogue.call("dialogue.evolve-panel", { dialogue_id: dialogue.id, panel })).toMatchObject({
      left: ["Scone"],
    });
  });

  it("by hand does not make a guest of whoever wrote: refused by name, with the ways out", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round();
    await dialogue.call("dialogue.sample-panel", { dialogue_id: dialogue.id });
    dialogue.writeAll({ Muffin: "[MUFFIN-S0101: REJECT | 1]\nNo.\n" });
    const { panel: whole } = asksOf(dialogue);
    forgePanel(dialogue, (panel) => panel.filter(({ name }) => name !== "Muffin"));
    const error = await dialogue.registerRefused("panel_mismatch");
    expect(error).toMatchObject({
      value: `${draftsFolder(dialogue.open())}/muffin/draft.md`,
      constraint: "writer_is_seated",
    });
    for (const way of ["evolve-panel", "`say`", "round-discard"]) expect(error.suggestion).toContain(way);
    const { notices } = await dialogue.call<{ notices: string[] }>("dialogue.round-collect", {
      dialogue_id: dialogue.id,
    });
    expect(notices.join()).toContain("muffin/draft.md: its author is not on the panel");
    const status = await dialogue.call("dialogue.status", { dialogue_id: dialogue.id });
    expect(status.next).toMatchObject({
      why: expect.stringContaining("muffin/draft.md: its author is not on the panel"),
    });
    forgePanel(dialogue, () => whole!);
    expect(await dialogue.register()).toMatchObject({ status: "registered" });
  });

  it("gives no name another role from one round to the next: refused by name, with the role and the ways out", async () => {
    const dialogue = await makeDialogue();
    const key = { dialogue_id: dialogue.id };
    await dialogue.round({ Muffin: "[MUFFIN-S0001: REJECT | 1]\nNo.\n" });
    await dialogue.call("dialogue.sample-panel", key);
    const { panel: whole } = asksOf(dialogue);
    const seat = (change: (member: { name: string; role: string }) => object) =>
      forgePanel(dialogue, () => whole!.map((member) => ({ ...member, ...change(member) })));
    seat(({ name }) => (name === "Muffin" ? { role: "Applause" } : {}));
    dialogue.writeAll();
    const error = await dialogue.registerRefused("panel_mismatch");
    expect(error).toMatchObject({ field: "panel", value: "Muffin", constraint: "bound_name" });
    expect(error.message).toContain("seats Muffin as Applause, who is Expert 1 since round 0");
    for (const way of ["Seat Muffin as Expert 1", "evolve-panel", "round-discard"])
      expect(error.suggestion).toContain(way);
    const { notices } = await dialogue.call<{ notices: string[] }>("dialogue.round-collect", key);
    expect(notices.join()).toContain("who is Expert 1 since round 0");
    const status = await dialogue.call("dialogue.status", key);
    expect(status.next).toMatchObject({ why: expect.stringContaining("a name keeps its role") });
    seat(({ role }) => ({ role: `  ${role.toUpperCase()} ` }));
    expect(await dialogue.register()).toMatchObject({ status: "registered" });
  });

  it("seats nobody under a name that Blue uses itself", async () => {
    const dialogue = await makeDialogue();
    forgePanel(dialogue, (panel) => panel.map((one) => (one.name === "Muffin" ? { ...one, name: "Judge" } : one)));
    dialogue.writeAll();
    const error = await dialogue.registerRefused("panel_mismatch");
    expect(error).toMatchObject({ field: "panel", value: "Judge", constraint: "expert_name" });
    expect(error.suggestion).toContain("Give another name");
    const panel = dialogue.panel().map((_, i) => ({ role: `Expert ${i + 1}`, source: "pool" }));
    const reason = "the panel named a Judge";
    await dialogue.call("dialogue.round-discard", { dialogue_id: dialogue.id, round: 0, reason });
    await dialogue.call("dialogue.evolve-panel", { dialogue_id: dialogue.id, panel });
    expect(await dialogue.round()).toMatchObject({ status: "registered" });
  });

  it("seats nobody twice, however the name is written", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeAll();
    forgePanel(dialogue, ([first]) => [first!, { ...first!, name: "MUFFIN" }]);
    const error = await dialogue.registerRefused("record_damaged");
    expect(error).toMatchObject({ message: expect.stringContaining("seats somebody twice"), field: "asks" });
  });

  it("seats nobody twice in a record either", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round();
    const path = `.blue/dialogues/${dialogue.id}/round-0/round.json`;
    edit(dialogue.root, path, (text) => {
      const record = JSON.parse(text) as RoundRecord;
      const panel = [record.panel[0]!, { ...record.panel[0]!, name: "MUFFIN" }];
      return `${JSON.stringify(sealRecord({ ...record, panel }))}\n`;
    });
    const error = await dialogue.verdictRefused("record_damaged");
    expect(error.message).toContain("panel: seats somebody twice");
  });

  it("cannot be read: every call that needs it is refused by record_damaged, and round-discard starts again", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round();
    await dialogue.call("dialogue.sample-panel", { dialogue_id: dialogue.id });
    dialogue.writeAll();
    const key = { dialogue_id: dialogue.id };
    edit(dialogue.root, entriesOf(dialogue).at(-1)!, (text) => text.slice(0, 40));
    const error = await dialogue.registerRefused("record_damaged");
    expect(error.suggestion).toContain("round-discard");
    await dialogue.refused("record_damaged", "dialogue.evolve-panel", {
      ...key,
      panel: ["Muffin", "Cupcake"].map((name) => ({ name, source: "retained" })),
    });
    await dialogue.refused("record_damaged", "dialogue.sample-panel", key);
    await dialogue.verdictRefused("unregistered_files");
    expect(await dialogue.call("dialogue.get", key)).toMatchObject({ next: { tool: "blue_dialogue_round_discard" } });
    await dialogue.call("dialogue.round-discard", { ...key, reason: "the log broke" });
    expect((await dialogue.round()).status).toBe("registered");
  });
});

describe("the panel from round to round", () => {
  const roles = (answer: Answer) => (answer.panel as { role: string }[]).map(({ role }) => role).sort();
  const draw = (dialogue: Dialogue, input: Input = {}) =>
    dialogue.call("dialogue.sample-panel", { dialogue_id: dialogue.id, ...input });
  const open = (rotation: string) =>
    makeDialogue({ experts: 5, create: { rotation, expert_pool: poolOf(15), panel_size: 5 } });

  it("none: stays", async () => {
    const dialogue = await open("none");
    const first = dialogue.panel();
    await dialogue.round();
    const drawn = await draw(dialogue);
    expect(dialogue.panel()).toEqual(first);
    expect((drawn.panel as Answer[]).every(({ source }) => source === "retained")).toBe(true);
  });

  it("wildcards: Core and Adjacent stay, the Wildcards are drawn anew", async () => {
    const dialogue = await open("wildcards");
    await dialogue.round();
    const before = dialogue.record(0).panel;
    const kept = before.filter(({ tier }) => tier !== "Wildcard").map(({ role }) => role);
    const wild = new Set<string>();
    for (let round = 1; round < 6; round++) {
      const { panel } = (await draw(dialogue)) as { panel: { role: string; tier: string; source: string }[] };
      expect(
        panel
          .filter(({ tier }) => tier !== "Wildcard")
          .map(({ role }) => role)
          .sort(),
      ).toEqual([...kept].sort());
      for (const { role, tier } of panel) if (tier === "Wildcard") wild.add(role);
      await dialogue.round();
    }
    expect(wild.size).toBeGreaterThan(before.length - kept.length);
  });

  it("full: everyone is drawn anew, and a role that returns keeps its name", async () => {
    const dialogue = await open("full");
    const names = new Map<string, string>();
    const panels = new Set<string>();
    for (let round = 0; round < 5; round++) {
      const drawn = await draw(dialogue);
      panels.add(roles(drawn).join());
      await dialogue.round();
      for (const { name, role } of dialogue.record(round).panel) {
        expect(names.get(role) ?? name).toBe(name);
        names.set(role, name);
      }
    }
    expect(panels.size).toBeGreaterThan(1);
    expect(new Set(names.values()).size).toBe(names.size);
  });

  it("graduated: the Judge decides; without a word the last panel stays, as retained", async () => {
    const dialogue = await open("graduated");
    const first = dialogue.panel();
    await dialogue.round();
    await dialogue.round();
    expect(dialogue.record(1).panel.map(({ name }) => name)).toEqual(first);
    expect(dialogue.record(1).panel.every(({ source }) => source === "retained")).toBe(true);
    const drawn = await draw(dialogue, { retain: ["Muffin"], exclude: ["Cupcake"] });
    expect((drawn.panel as Answer[]).map(({ name }) => name)).toContain("Muffin");
    expect((drawn.panel as Answer[]).map(({ name }) => name)).not.toContain("Cupcake");
  });

  it("a name and a role belong together once a round is registered", async () => {
    const dialogue = await open("graduated");
    await dialogue.round();
    const [muffin, cupcake] = dialogue.record(0).panel;
    const evolve = (panel: Answer[]) => dialogue.call("dialogue.evolve-panel", { dialogue_id: dialogue.id, panel });
    expect(
      await evolve([
        { name: "Muffin", role: cupcake!.role, source: "retained" },
        { name: "Cupcake", role: muffin!.role, source: "retained" },
      ]),
    ).toMatchObject({
      panel: [
        { name: "Cupcake", role: cupcake!.role },
        { name: "Muffin", role: muffin!.role },
      ],
      warnings: [
        `Muffin is ${muffin!.role}; ${cupcake!.role} sits as Cupcake.`,
        `Cupcake is ${cupcake!.role}; ${muffin!.role} sits as Muffin.`,
      ],
    });
    const next = pastryName(dialogue.record(0).panel.length);
    const evolved = await evolve([
      { name: "Muffin", role: "Somebody new", source: "created" },
      { name: "Cupcake", source: "retained" },
    ]);
    expect(evolved).toMatchObject({
      panel: [{ name: next, role: "Somebody new" }, { name: "Cupcake" }],
      warnings: [`Muffin is ${muffin!.role}; Somebody new sits as ${next}.`],
    });
    expect(await show("dialogue.evolve-panel", evolved)).toContain(`! Muffin is ${muffin!.role}`);
  });
});

function roleOf(dialogue: Dialogue, name: string): string {
  return asksOf(dialogue).panel!.find((expert) => expert.name === name)!.role;
}
