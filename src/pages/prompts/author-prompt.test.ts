import { expect, it } from "vitest";
import { opening, withRound } from "../../../test/helpers/prompt-dialogue.ts";
import { foldLedger } from "../../rules/ledger.ts";
import type { RoundRecord } from "../../rules/records.ts";
import { authorPrompt } from "./author-prompt.ts";

const first = withRound([], new Map([["Muffin", "[MUFFIN-P0001: called by hand]\nThe next method forgets it."]]));
const promptFor = (records: RoundRecord[], alone = false) =>
  authorPrompt({
    ...{ ledger: foldLedger(opening, records), alone, checks: [], text: "Use cursors.", decision: null, sources: [] },
    ...{ guests: [], place: { kind: "answer", inventory: null } },
  });

it("the author is given the words of perspectives that nothing has taken up, and may answer them on the sheet", () => {
  const prompt = promptFor(first);
  expect(prompt).toContain("## Perspectives that nothing has taken up");
  expect(prompt).toContain("### P0001 called by hand\n\n> The next method forgets it.");
  expect(prompt).toContain("one for each perspective that nothing has taken up (P0001)");
  expect(prompt).toContain("    P0002 not taken: why\n    # Cut:");
  expect(promptFor(first, true)).not.toContain("P0001");
});

it("what somebody took up is not put to the author", () => {
  const taken = withRound(first, new Map([["Cupcake", "[CUPCAKE-C0101: so it is]\n[RE:SUPPORT P0001]\nSeen."]]));
  expect(promptFor(taken)).not.toContain("P0001");
  expect(promptFor(taken)).not.toContain("not taken");
});
