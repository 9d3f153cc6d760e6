import { expect, test } from "vitest";
import { dialogueOf, eventOf, itemOf, roundOf } from "../../test/helpers/example-dialogue.ts";
import { foldLedger } from "../rules/ledger.ts";
import { closingSentence } from "./tension-words.ts";

test("of a claim that settles several, each has the clause that speaks of it, by its own words or the author's answer", () => {
  const provenance = { source: "draft" as const, filed_by: null, filed_at: null, note: null };
  const sheet = ["T0001 resolved: §4", "T0002 refused: a vacuum setting later"];
  const lines = ["[SCONE-C0101: settled]", "Finish demands the state; I can live with the vacuum default."];
  const { opening, rounds } = dialogueOf({
    rounds: [
      roundOf(["Scone"], {
        items: [itemOf("T0001", "it races who is about to finish", ["Scone"]), itemOf("T0002", "bloat", ["Scone"])],
        tensions: ["T0001", "T0002"].map((id) => eventOf(id, "raised")),
      }),
      roundOf(["Scone"], {
        revisions: [{ alone: false, lines: ["New."], sheet, size: 4, provenance }],
        items: [itemOf("C0101", "settled", ["Scone"])],
        texts: [{ expert: "Scone", state: "present", provenance: null, others: [], lines }],
        tensions: ["T0001", "T0002"].map((id) => eventOf(id, "resolved", { item: "C0101" })),
      }),
    ],
  });
  const ledger = foldLedger(opening, rounds);
  const words = (id: string) => closingSentence(ledger, ledger.tensions.get(id)!);
  expect(words("T0001")).toBe("Finish demands the state…");
  expect(words("T0002")).toBe("I can live with the vacuum default.");
});
