import { expect, test } from "vitest";
import { dialogueOf, roundOf, textsOf } from "../../test/helpers/example-dialogue.ts";
import { foldLedger } from "../rules/ledger.ts";
import type { RoundRecord } from "../rules/records.ts";
import { itemLines, itemWords } from "./item-lines.ts";

const lines = [
  ...["[MUFFIN-P0001: verbs]", "Plain.", "[MUFFIN-S0001: APPROVE]", "Yes.", "[DISSENT]", "No.", "[MUFFIN-T01: broken]"],
  ...["[MUFFIN-P0002: nouns] Long.", "And dear."],
];
const item = (id: string, line: number): RoundRecord["items"][number] => ({
  ...{ id, type: "P", label: id, new: true, sources: [{ local_id: `MUFFIN-${id}`, expert: "Muffin", line }] },
});
const [text] = textsOf(["Muffin"]);
const { opening, rounds } = dialogueOf({
  rounds: [
    roundOf(["Muffin", "Scone"], {
      texts: [{ ...text!, lines }],
      items: [item("P0001", 1), item("P0002", 8)],
      stances: [{ by: "muffin", position: "APPROVE", confidence: null, text: "Yes.", line: 3 }],
      statements: [{ kind: "dissent", by: "Muffin", label: null, lines: ["No."], line: 5 }],
      dismissed: [{ local_id: null, expert: "Muffin", line: 7, reason: "typo" }],
    }),
  ],
});
const ledger = foldLedger(opening, rounds);
const at = (line: number, expert = "Muffin", round = 0) => ({ local_id: "", expert, line, round });

test("an item's words end where the next item, a stance, a dissent or a dismissed line begins", () => {
  expect(itemLines(ledger, at(1))).toEqual(["[MUFFIN-P0001: verbs]", "Plain."]);
  expect(itemLines(ledger, at(3))).toEqual(["[MUFFIN-S0001: APPROVE]", "Yes."]);
  expect(itemLines(ledger, at(5, "MUFFIN"))).toEqual(["[DISSENT]", "No."]);
  expect(itemLines(ledger, at(7))).toEqual(["[MUFFIN-T01: broken]"]);
  expect(itemWords(ledger, at(8))).toEqual(["Long.", "And dear."]);
});

test("who wrote nothing in that round, or in a round that there is not, has no words", () => {
  expect(itemLines(ledger, at(1, "Scone"))).toEqual([]);
  expect(itemLines(ledger, at(1, "Muffin", 3))).toEqual([]);
});
