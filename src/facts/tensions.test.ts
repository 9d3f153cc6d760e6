import { expect, test } from "vitest";
import { dialogueOf, eventOf, itemOf, roundOf } from "../../test/helpers/example-dialogue.ts";
import { foldLedger } from "../rules/ledger.ts";
import type { RoundRecord } from "../rules/records.ts";
import { settledAs, tensionFacts, undoneIn, undoneWords } from "./tensions.ts";

const own = { source: "draft" as const, filed_by: null, filed_at: null, note: null };
const sheet = (...lines: string[]) => ({
  revisions: [{ alone: false, lines: ["New."], sheet: lines, size: 4, provenance: own }],
});
const tension = (id: string, experts: string[], severity?: "critical" | "minor"): RoundRecord["items"][number] => ({
  ...itemOf(id, `tension ${id}`, experts),
  ...(severity === undefined ? {} : { severity }),
});

/** T0001 without a severity is accepted, critical T0002 resolved by R0101, minor T0003 reopened: one of each. */
function facts() {
  const { opening, rounds } = dialogueOf({
    rounds: [
      roundOf(["Muffin", "Scone"], {
        items: [
          tension("T0001", ["Muffin", "Bob"]),
          { ...tension("T0002", ["Scone"], "critical"), label: "money", own_label: "cost" },
          tension("T0003", ["Muffin"], "minor"),
        ],
        tensions: ["T0001", "T0002", "T0003"].map((id) => eventOf(id, "raised")),
      }),
      roundOf(["Muffin", "Scone"], {
        ...sheet("T0001 refused: not now", "T0002 resolved: §4", "T0003 resolved: §5"),
        items: [itemOf("R0101", "a cache", ["Scone"])],
        refs: [{ kind: "RESOLVE", by: "Scone", from: "R0101", target: "T0002", line: 1 }],
        tensions: [
          eventOf("T0001", "accepted", { note: "known and cheap" }),
          eventOf("T0002", "resolved", { actors: ["Scone"], item: "R0101" }),
          eventOf("T0003", "resolved", { actors: ["Muffin"] }),
        ],
      }),
      roundOf(["Muffin", "Scone"], { tensions: [eventOf("T0003", "reopened", { actors: ["Muffin"] })] }),
    ],
  });
  return tensionFacts(foldLedger(opening, rounds));
}

test("each tension is told from raising to closing, worst first", () => {
  expect(facts()).toEqual([
    {
      ...{ id: "T0002", label: "cost", renamed: "money", severity: "critical", state: "resolved", round: 0 },
      raised_by: ["Scone"],
      answer: { answer: "resolved", text: "§4", round: 1 },
      closed: { by: ["Scone"], round: 1, item: "R0101", why: null },
    },
    {
      ...{ id: "T0003", label: "tension T0003", severity: "minor", state: "reopened", round: 0 },
      raised_by: ["Muffin"],
      answer: { answer: "resolved", text: "§5", round: 1 },
      closed: null,
    },
    {
      ...{ id: "T0001", label: "tension T0001", severity: null, state: "accepted", round: 0 },
      raised_by: ["Muffin", "Bob (guest)"],
      answer: { answer: "refused", text: "not now", round: 1 },
      closed: { by: ["Judge"], round: 1, item: null, why: "known and cheap" },
    },
  ]);
});

test("one that is settled is fixed, fixed in part or refused; of one that is not, no answer counts", () => {
  const settled = { ...facts()[0]!, state: "resolved" as const };
  const as = (answer: "resolved" | "refused", text: string) => ({ ...settled, answer: { answer, text, round: 1 } });
  const part = as("resolved", "in part: §4. No alarm.");
  const refused = as("refused", "in part");
  expect([as("resolved", "§4"), part, refused, { ...settled, answer: null }].map(settledAs)).toEqual([
    ...["fixed", "part", "refused", "fixed"],
  ]);
  expect(settledAs({ ...refused, state: "reopened" })).toBeNull();
  expect(settledAs({ ...refused, state: "accepted" })).toBeNull();
  expect(undoneWords([part, refused, refused, settled])).toBe("2 of them refused, 1 fixed in part");
  expect(undoneWords([part, settled])).toBe("1 of them fixed in part");
  expect(undoneWords([settled])).toBe("");
});

test("what was not done is found by its ID", () => {
  const lists = { refused: ["T0001"], in_part: ["T0002"] };
  expect(["T0001", "T0002", "T0003"].map((id) => undoneIn(lists, id))).toEqual([
    ...["refused", "fixed in part", undefined],
  ]);
});
