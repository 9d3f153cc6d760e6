import { expect, test } from "vitest";
import { ownDialogues, ownRecords, ownView } from "../../../test/helpers/own-view.ts";
import { objectionsOf } from "../../facts/ledger-objections.ts";
import { verdictFacts } from "../../facts/verdict-facts.ts";
import { foldLedger } from "../../rules/ledger.ts";
import { modelOf } from "./dialogue.ts";
import { readAll } from "./read-objections.ts";

test.each(ownDialogues)("the page reads the objections that the records give: %s", (topic) => {
  const { opening, rounds, verdicts } = ownRecords(topic);
  const ledger = foldLedger(opening, rounds);
  const shown = readAll(modelOf(ownView(topic)));
  const records = objectionsOf(verdictFacts({ opening, rounds, verdicts }).tensions, ledger);
  // Which offers still stand is the server's to say.
  expect(shown.map(({ fix: _, ...one }) => one)).toEqual(records.map(({ fix: _, ...one }) => one));
});
