import { expect, test } from "vitest";
import { makeDialogue } from "../../test/helpers/dialogue.ts";
import { loadDialogue } from "../store/dialogues.ts";
import { verdictInput } from "./recording.ts";

test("a replayed verdict says all that the recorded one does", async () => {
  const decided = async (input: Record<string, unknown>) => {
    const dialogue = await makeDialogue({ experts: 2, create: { max_rounds: 2 } });
    await dialogue.round({
      Muffin: ["[MUFFIN-T0001: it leaks]\nIt does.", "[MUFFIN-R0001: a key each]\nSo.", "[MUFFIN-E0001: seen]\nHere."],
      Cupcake: ["[CUPCAKE-R0001: none]\nSo.", "[CUPCAKE-C0001: keys cost]\nThey do."],
    });
    await dialogue.round();
    await dialogue.verdict(input);
    const {
      dialogue: _,
      prev: __,
      self: ___,
      registered_at: ____,
      ...said
    } = loadDialogue(dialogue.project, dialogue.id).verdicts[0]!;
    return { said, again: () => verdictInput(loadDialogue(dialogue.project, dialogue.id).verdicts[0]!) };
  };
  const recorded = await decided({
    ...{ headline: "A key each.", recommendation: "A key each.\n\nRotated.", description: "Why:\nit leaks." },
    ...{ conditions: ["A table."], vote: "1 to 1", confidence: 0.8, decisions: { Keys: "one each" } },
    ...{ key_evidence: ["E0001"], key_claims: ["C0001"] },
    ...{ recommendations_adopted: ["R0001"], recommendations_rejected: ["R0002"] },
    ...{ supporting_experts: ["Muffin"], forced: true, warning: "It leaks still." },
  });
  expect((await decided(recorded.again())).said).toEqual(recorded.said);
});
