import { expect, it } from "vitest";
import { makeDialogue } from "../../../test/helpers/dialogue.ts";

it("a guest speaks in the open round, and what they raise must be settled", async () => {
  const dialogue = await makeDialogue();
  const said = await dialogue.call("dialogue.say", {
    dialogue_id: dialogue.id,
    text: "[GUEST-T0001: who pays]\nNobody has priced this.",
  });
  expect(said).toMatchObject({ round: 0, as: "guest" });
  const registered = await dialogue.round();
  expect(registered.id_mapping).toEqual({ "GUEST-T0001": "T0001" });
  expect(registered.velocity.open_tensions).toBe(1);
  expect(registered.convergence).toMatchObject({ signals: 3, panel_size: 3 });
  expect(dialogue.record(0).texts.at(-1)).toMatchObject({ expert: "Guest", provenance: { source: "guest" } });
});

it("a guest's word is no text filed for an expert; the Judge's hand counts it apart", async () => {
  const dialogue = await makeDialogue();
  await dialogue.call("dialogue.say", { dialogue_id: dialogue.id, text: "I like it." });
  await dialogue.round();
  const exported = await dialogue.call<{ judges_hand: { filed: number; guests?: number } }>("dialogue.export", {
    dialogue_id: dialogue.id,
  });
  expect(exported.judges_hand).toMatchObject({ filed: 0, guests: 1 });
});

it("a guest cannot take a member's name or a name that is a file of Blue's", async () => {
  const dialogue = await makeDialogue();
  await dialogue.refused("invalid_input", "dialogue.say", { dialogue_id: dialogue.id, as: "muffin", text: "Me." });
  await dialogue.refused("invalid_input", "dialogue.say", { dialogue_id: dialogue.id, as: "judge", text: "Me." });
});
