import { describe, expect, it } from "vitest";
import { asksOf } from "../../../test/helpers/asks.ts";
import { type Answer, makeDialogue, poolOf, show } from "../../../test/helpers/dialogue.ts";

describe("dialogue.evolve-panel", () => {
  it("seats retained, pooled and created experts, says who left, and writes the panel before anyone starts", async () => {
    const dialogue = await makeDialogue({ create: { expert_pool: poolOf(6) } });
    await dialogue.round();
    const seated = new Set(dialogue.record(0).panel.map(({ role }) => role));
    const waiting = poolOf(6).experts.find(({ role }) => !seated.has(role))!;
    const evolved = await dialogue.call<{ panel: Answer[] }>("dialogue.evolve-panel", {
      dialogue_id: dialogue.id,
      panel: [
        { name: "Muffin", source: "retained" },
        { role: waiting.role.toUpperCase(), source: "pool" },
        { role: "Pricing Analyst", source: "created", reason: "T0001", focus: "what it costs" },
      ],
    });
    expect(evolved).toMatchObject({
      round: 1,
      retained: ["Muffin"],
      fresh: ["Eclair"],
      created: ["Donut"],
      left: ["Cupcake", "Scone"],
    });
    expect(evolved.panel).toMatchObject([
      { name: "Muffin", role: dialogue.record(0).panel[0]!.role },
      { name: "Eclair", role: waiting.role, relevance: waiting.relevance },
      { name: "Donut", role: "Pricing Analyst", tier: "Adjacent", focus: "what it costs", reason: "T0001" },
    ]);
    expect(asksOf(dialogue).panel).toEqual(evolved.panel);
    expect(await show("dialogue.evolve-panel", evolved)).toContain("left: Cupcake, Scone");
    await dialogue.round();
    expect(dialogue.record(1).panel).toEqual(evolved.panel);
  });

  it("needs no source: where a role is known from, else it is created", async () => {
    const dialogue = await makeDialogue({ create: { expert_pool: poolOf(6) } });
    const [pooled] = poolOf(6).experts;
    const panel = [{ role: pooled!.role }, { role: "Pricing Analyst", focus: "what it costs", reason: "T0001" }];
    const seat = (more: object[] = []) =>
      dialogue.call("dialogue.evolve-panel", { dialogue_id: dialogue.id, panel: [...panel, ...more] });
    expect(await seat()).toMatchObject({ fresh: ["Muffin"], created: ["Cupcake"], warnings: [] });
    await dialogue.round();
    const next = await seat([{ role: "Auditor", source: null }]);
    expect(next).toMatchObject({ retained: ["Muffin", "Cupcake"], created: ["Scone"], warnings: [] });
  });

  it("says who left by role, also where somebody else has the name now", async () => {
    const dialogue = await makeDialogue({ create: { expert_pool: poolOf(6) } });
    const [first, second, third] = poolOf(6).experts.map(({ role }) => role);
    const seat = (...roles: string[]) =>
      dialogue.call("dialogue.evolve-panel", { dialogue_id: dialogue.id, panel: roles.map((role) => ({ role })) });
    await seat(first!, second!, third!);
    expect(await seat(first!, "Privacy Officer")).toMatchObject({
      panel: [{ name: "Muffin" }, { name: "Cupcake", role: "Privacy Officer" }],
      left: [`Cupcake (${second})`, "Scone"],
    });
  });

  it("takes a panel back as it was read", async () => {
    const dialogue = await makeDialogue();
    const { panel } = await dialogue.call("dialogue.sample-panel", { dialogue_id: dialogue.id });
    const evolved = await dialogue.call("dialogue.evolve-panel", { dialogue_id: dialogue.id, panel });
    expect(evolved).toMatchObject({ panel, left: [] });
  });

  it("reports everything that is wrong, member by member, and seats nobody", async () => {
    const dialogue = await makeDialogue();
    const error = await dialogue.refused("invalid_input", "dialogue.evolve-panel", {
      dialogue_id: dialogue.id,
      panel: [
        { name: "Muffin", role: "Expert 1", source: "pool", tier: "outer" },
        { name: "Judge", role: "Expert 2", source: "pool" },
        { name: "Scone", role: "Nobody", source: "pool" },
        { name: "Scone", role: "Expert 3", source: "pool", relevance: 3 },
        { source: "pool" },
      ],
    });
    expect(error.errors?.map(({ field }) => field)).toEqual([
      "panel.0.tier",
      "panel.1.name",
      "panel.2.role",
      "panel.3.relevance",
      "panel.3.name",
      "panel.4.role",
    ]);
  });

  it("refuses a panel of one, a round that is registered and one that is to come", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round();
    const key = { dialogue_id: dialogue.id };
    const two = ["Muffin", "Scone"].map((name) => ({ name, source: "retained" }));
    await dialogue.refused("invalid_input", "dialogue.evolve-panel", { ...key, panel: two.slice(1) });
    await dialogue.refused("invalid_input", "dialogue.evolve-panel", { ...key, panel: [] });
    await dialogue.refused("round_taken", "dialogue.evolve-panel", { ...key, round: 0, panel: two });
    await dialogue.refused("round_not_registered", "dialogue.evolve-panel", { ...key, round: 2, panel: two });
  });

  it("may add an expert while drafts are being written, and that one must write, too", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeAll();
    const { panel } = await dialogue.call<{ panel: Answer[] }>("dialogue.sample-panel", {
      dialogue_id: dialogue.id,
      preview: true,
    });
    await dialogue.call("dialogue.evolve-panel", {
      dialogue_id: dialogue.id,
      panel: [...panel, { role: "Late comer", source: "created" }],
    });
    expect(await dialogue.registerRefused("draft_missing")).toMatchObject({ value: "Eclair" });
    dialogue.write("Eclair", ["[MOVE:CONVERGE]"]);
    expect((await dialogue.register()).convergence).toMatchObject({ panel_size: 4, percent: 100 });
  });
});
