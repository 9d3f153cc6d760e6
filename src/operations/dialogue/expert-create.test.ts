import { describe, expect, it } from "vitest";
import { makeDialogue, raisesTension, show } from "../../../test/helpers/dialogue.ts";

const input = { role: "Income Strategist", focus: "covered calls", reason: "T0001 needs a cost model" };

describe("dialogue.expert-create", () => {
  it("adds one expert to the open round with the reason, and moves nobody", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: raisesTension });
    const created = await dialogue.call("dialogue.expert-create", { dialogue_id: dialogue.id, ...input });
    expect(created).toMatchObject({
      round: 1,
      panel: ["Muffin", "Cupcake", "Scone", "Eclair"],
      expert: { name: "Eclair", role: "Income Strategist", tier: "Adjacent", source: "created", reason: input.reason },
      draft_file: expect.stringMatching(/round-1-[0-9a-f]{16}\/1\/eclair\/draft\.md$/),
    });
    expect(await show("dialogue.expert-create", created)).toContain("🧁 Eclair, Income Strategist, joins round 1");
    await dialogue.round({ Eclair: ["[ECLAIR-R0101: write calls]\n[RE:RESOLVE T0001]\nThus."] });
    const [muffin, , , eclair] = dialogue.record(1).panel;
    expect(eclair).toMatchObject({ source: "created", reason: input.reason });
    expect(muffin).toMatchObject({ name: "Muffin", source: "retained" });
    expect(dialogue.record(1).refs).toContainEqual(expect.objectContaining({ kind: "RESOLVE", by: "Eclair" }));
  });

  it("may come while others have written already", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeAll();
    await dialogue.call("dialogue.expert-create", { dialogue_id: dialogue.id, name: "Palmier", ...input });
    expect(await dialogue.registerRefused("draft_missing")).toMatchObject({ value: "Palmier" });
  });

  it("refuses a role or a name that is there, a name of a file of ours, an unknown tier and a blank reason", async () => {
    const dialogue = await makeDialogue();
    const refused = (changes: Record<string, unknown>) =>
      dialogue.refused("invalid_input", "dialogue.expert-create", { dialogue_id: dialogue.id, ...input, ...changes });
    const role = await refused({ role: "expert 1" });
    expect(role).toMatchObject({ field: "role", message: expect.stringMatching(/^`role`: Expert 1 is on the panel/) });
    expect(await refused({ name: "muffin" })).toMatchObject({ field: "name" });
    expect(await refused({ name: "verdict" })).toMatchObject({ field: "name" });
    expect(await refused({ tier: "Royal" })).toMatchObject({ field: "tier" });
    await refused({ reason: "  " });
    await refused({ relevance: 2 });
  });

  it("has a panel to join, or says how to seat one", async () => {
    const dialogue = await makeDialogue({ create: { expert_pool: undefined, panel_size: undefined } });
    const error = await dialogue.refused("invalid_input", "dialogue.expert-create", {
      dialogue_id: dialogue.id,
      ...input,
    });
    expect(error).toMatchObject({ field: "dialogue_id", suggestion: expect.stringContaining("evolve-panel") });
  });
});
