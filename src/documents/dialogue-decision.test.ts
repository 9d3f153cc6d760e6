import { expect, test } from "vitest";
import { dialogueOf, eventOf, itemOf, roundOf } from "../../test/helpers/example-dialogue.ts";
import { verdictFacts } from "../facts/verdict-facts.ts";
import { foldLedger } from "../rules/ledger.ts";
import { decisionParts, decisionSections } from "./dialogue-decision.ts";

test("what was refused, or fixed in part, stands among what is settled and says so; code stays code", () => {
  const ids = ["T0001", "T0002"];
  const provenance = { source: "draft" as const, filed_by: null, filed_at: null, note: null };
  const sheet = ["T0001 refused: too dear", "T0002 resolved: in part: `keys` stay. No alarm."];
  const records = dialogueOf({
    rounds: [
      roundOf(["Muffin"], {
        items: ids.map((id) => itemOf(id, `label of ${id}`, ["Muffin"])),
        tensions: ids.map((id) => eventOf(id, "raised")),
      }),
      roundOf(["Muffin"], {
        revisions: [{ alone: false, lines: ["New."], sheet, size: 4, provenance }],
        items: [itemOf("C0101", "settled", ["Muffin"])],
        tensions: ids.map((id) => eventOf(id, "resolved", { item: "C0101", actors: ["Judge", "Muffin"] })),
      }),
    ],
    verdicts: [{}],
  });
  const ledger = foldLedger(records.opening, records.rounds);
  const sections = new Map(decisionSections(decisionParts({ id: "x", ledger, facts: verdictFacts(records) })));
  expect([...sections.keys()]).toContain("Tensions settled");
  const rows = sections.get("Tensions settled")!.split("\n").slice(2);
  expect(rows.map((row) => row.split(" | ")[2])).toEqual([
    ...["**Refused.** Too dear", "**Fixed in part.** `keys` stay. No alarm."],
  ]);
});
