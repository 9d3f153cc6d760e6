import { describe, expect, it } from "vitest";
import {
  type Answer,
  expectUnchanged,
  type Input,
  makeDialogue,
  poolOf,
  show,
  treeOf,
} from "../../../test/helpers/dialogue.ts";

describe("dialogue.sample-panel", () => {
  const open = () => makeDialogue({ experts: 4, create: { expert_pool: poolOf(9) } });

  it("draws a panel and seats it; a preview only shows it", async () => {
    const dialogue = await open();
    await dialogue.round();
    const before = treeOf(dialogue.root);
    const key = { dialogue_id: dialogue.id, panel_size: 5, retain: ["muffin", "Expert 9"], exclude: ["Scone"] };
    const preview = await dialogue.call<{ panel: Answer[] }>("dialogue.sample-panel", { ...key, preview: true });
    expectUnchanged(dialogue.root, before);
    expect(preview).toMatchObject({ seated: false, round: 1 });
    expect(await show("dialogue.sample-panel", preview)).toContain("Would seat for round 1:");
    const drawn = await dialogue.call<{ panel: Answer[] }>("dialogue.sample-panel", key);
    expect(drawn).toMatchObject({ seated: true, panel: preview.panel });
    expect(dialogue.panel()).toHaveLength(5);
    expect(dialogue.panel()).toContain("Muffin");
    expect(dialogue.panel()).not.toContain("Scone");
    expect(drawn.panel.map(({ role }) => role)).toContain("Expert 9");
  });

  it("knows the names of the panel that create seated; members who stay keep name and role", async () => {
    const dialogue = await open();
    const before = await dialogue.call<{ panel: Answer[] }>("dialogue.sample-panel", {
      dialogue_id: dialogue.id,
      preview: true,
    });
    const roleOf = ({ panel }: { panel: Answer[] }, name: string) => panel.find((one) => one.name === name)?.role;
    const drawn = await dialogue.call<{ panel: Answer[] }>("dialogue.sample-panel", {
      dialogue_id: dialogue.id,
      retain: ["muffin"],
      exclude: ["Cupcake"],
    });
    expect(roleOf(drawn, "Muffin")).toBe(roleOf(before, "Muffin"));
    expect(drawn.panel.map(({ role }) => role)).not.toContain(roleOf(before, "Cupcake"));
    expect(roleOf(drawn, "Cupcake")).toBeUndefined();
    expect(drawn.panel).toHaveLength(4);
  });

  it.each(["graduated", "none", "wildcards", "full"])(
    "keeps whom the Judge created for the open round unless excluded (rotation %s)",
    async (rotation) => {
      const dialogue = await makeDialogue({ experts: 4, create: { expert_pool: poolOf(9), rotation } });
      for (const round of [0, 1]) {
        const key = { dialogue_id: dialogue.id };
        const seats = dialogue.panel().length;
        const name = `Palmier${round}`;
        const wanted = { ...key, role: `Auditor ${round}`, name, reason: "T0001" };
        await dialogue.call("dialogue.expert-create", wanted);
        const drawn = await dialogue.call<{ panel: Answer[] }>("dialogue.sample-panel", key);
        expect(drawn.panel).toContainEqual(expect.objectContaining({ name, source: "created", reason: "T0001" }));
        expect(new Set(dialogue.panel()).size).toBe(dialogue.panel().length);
        if (round === 0) expect(dialogue.panel()).toHaveLength(seats + 1);
        const within = { ...key, panel_size: 3, retain: [name, "Muffin"] };
        await dialogue.call("dialogue.sample-panel", within);
        expect(dialogue.panel()).toHaveLength(3);
        expect(dialogue.panel()).toEqual(expect.arrayContaining([name, "Muffin"]));
        await dialogue.call("dialogue.sample-panel", { ...key, exclude: [name] });
        expect(dialogue.panel()).not.toContain(name);
        if (round === 0) await dialogue.round();
      }
    },
  );

  it("says that those created for the round take seats when there are too few", async () => {
    const dialogue = await open();
    const key = { dialogue_id: dialogue.id };
    await dialogue.call("dialogue.expert-create", { ...key, role: "Auditor", reason: "T0001" });
    const error = await dialogue.refused("invalid_input", "dialogue.sample-panel", {
      ...key,
      panel_size: 2,
      retain: ["Muffin", "Scone"],
    });
    expect(error).toMatchObject({ field: "retain", message: expect.stringContaining("created for this round") });
  });

  it.each<[string, Input, string]>([
    ["nobody knows the one to retain", { retain: ["Nobody"] }, "retain.0"],
    ["nobody knows the one to exclude", { exclude: ["Nobody"] }, "exclude.0"],
    ["one is to stay and to go", { retain: ["Expert 1"], exclude: ["expert 1"] }, "exclude"],
    [
      "more are to stay than there are seats",
      { retain: ["Expert 1", "Expert 2", "Expert 3"], panel_size: 2 },
      "retain",
    ],
    ["there are more seats than experts", { panel_size: 10 }, "panel_size"],
    ["there is one seat", { panel_size: 1 }, "panel_size"],
  ])("refuses when %s", async (_, input, field) => {
    const dialogue = await open();
    const error = await dialogue.refused("invalid_input", "dialogue.sample-panel", {
      dialogue_id: dialogue.id,
      ...input,
    });
    expect(error.field).toBe(field);
  });

  it("refuses without a pool, for a registered round and for one to come", async () => {
    const bare = await makeDialogue({ create: { expert_pool: undefined, panel_size: undefined } });
    await bare.refused("invalid_input", "dialogue.sample-panel", { dialogue_id: bare.id });
    const dialogue = await open();
    await dialogue.round();
    await dialogue.refused("round_taken", "dialogue.sample-panel", { dialogue_id: dialogue.id, round: 0 });
    await dialogue.refused("round_not_registered", "dialogue.sample-panel", { dialogue_id: dialogue.id, round: 2 });
  });
});
