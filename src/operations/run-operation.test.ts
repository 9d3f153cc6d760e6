import { expect, it } from "vitest";
import { makeDialogue } from "../../test/helpers/dialogue.ts";

it.each([
  ["dialogue.verdict-register", { recommendation: "…" }, "recommendation"],
  ["dialogue.verdict-register", { recommendation: " <the decision> " }, "recommendation"],
  ["dialogue.round-prompt", { directives: { Muffin: "…" } }, "directives.Muffin"],
  ["dialogue.evolve-panel", { round: 0, panel: ["…"] }, "panel.0"],
  ["dialogue.round-register", { round: 0, score_components: { W: "…", C: 1, T: 1, R: 1 } }, "score_components.W"],
  ["dialogue.expert-write", { expert: "Muffin", text: "<file.json>" }, "text"],
])("%s refuses a placeholder that `next` printed: %j", async (name, input, field) => {
  const dialogue = await makeDialogue();
  dialogue.writeAll();
  const error = await dialogue.refused("invalid_input", name, { dialogue_id: dialogue.id, ...input });
  expect(error).toMatchObject({ field, constraint: "no_placeholder" });
  expect(error.suggestion).toBe("Put in what belongs there, or leave the field out if it is optional.");
});

it("a choice that is not made is required, with what there is to choose", async () => {
  const dialogue = await makeDialogue();
  const error = await dialogue.refused("invalid_input", "dialogue.close", { dialogue_id: dialogue.id, reason: "no" });
  expect(error).toMatchObject({
    field: "outcome",
    message: expect.stringMatching(/`outcome` is required: one of .*impasse/),
  });
});

it("words that only hold such a sign are no placeholder", async () => {
  const dialogue = await makeDialogue();
  await dialogue.round();
  await dialogue.verdict({ recommendation: "Use <cursor> … everywhere" });
});

it.each([
  ["dialogue.verdict-register", '{ "decisions": { "__proto__": "REST" } }', "decisions.__proto__"],
  ["dialogue.round-prompt", '{ "directives": { "__proto__": "Agree." } }', "directives.__proto__"],
  ["dialogue.status", '{ "__proto__": 1 }', "__proto__"],
])("%s does not drop a key that JavaScript would: %s", async (name, json, field) => {
  const dialogue = await makeDialogue();
  const input = { ...JSON.parse(json), dialogue_id: dialogue.id };
  expect(await dialogue.refused("invalid_input", name, input)).toMatchObject({ field, constraint: "name" });
});

it("refuses by name what is nested deeper than anything reads", async () => {
  const dialogue = await makeDialogue();
  const panel = JSON.parse(`${"[".repeat(5_000)}${"]".repeat(5_000)}`);
  const error = await dialogue.refused("invalid_input", "dialogue.evolve-panel", { dialogue_id: dialogue.id, panel });
  expect(error).toMatchObject({ constraint: "depth", message: expect.stringContaining("`panel` is nested deeper") });
});
