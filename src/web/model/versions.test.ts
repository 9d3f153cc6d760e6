import { expect, test } from "vitest";
import { ownDialogues, ownRecords, ownView } from "../../../test/helpers/own-view.ts";
import { wordsIn } from "../../facts/text/blocks.ts";
import { foldLedger } from "../../rules/ledger.ts";
import { answerSheet } from "../../rules/round/revision.ts";
import { readSheet } from "../../rules/round/sheet.ts";
import { modelOf } from "./dialogue.ts";
import { answersBetween, changeSize, conditionsOf, type Version, versionsOf } from "./versions.ts";

test("versions run from the subject to the verdict", () => {
  const versions = versionsOf(modelOf(ownView("decision-rot")));
  expect(versions.map(({ name }) => name)).toEqual([
    "Subject",
    "Polished alone, before the panel (1)",
    "Polished alone, before the panel (2)",
    "Round 1",
    "Round 2",
    "Decided",
  ]);
  expect(changeSize(versions.at(-2)!, versions.at(-1)!)).toEqual({ added: 0, removed: 0 });
});

test.each(ownDialogues)("what came and went makes up the words of the next version: %s", (topic) => {
  const versions = versionsOf(modelOf(ownView(topic)));
  for (const [i, after] of versions.slice(1).entries()) {
    const { added, removed } = changeSize(versions[i]!, after);
    expect([after.key, added - removed]).toEqual([after.key, wordsIn(after.text) - wordsIn(versions[i]!.text)]);
  }
});

const answer = (id: string, text: string) => ({ id, answer: "resolved" as const, text });

test("of several answers to one objection the last counts", () => {
  const version = (key: string, text: string): Version => ({
    ...{ key, name: key, note: "", text: key, answers: null, askedBy: null },
    answered: [answer("T0001", text)],
  });
  const versions = [version("a", "before all"), version("b", "at first"), version("c", "in the end")];
  expect(answersBetween(versions, 0, 2)).toEqual([answer("T0001", "in the end")]);
  expect(answersBetween(versions, 0, 1)).toEqual([answer("T0001", "at first")]);
});

test.each(ownDialogues)("the answers that the page calls refused are those of the sheets: %s", (topic) => {
  const { opening, rounds } = ownRecords(topic);
  const ledger = foldLedger(opening, rounds);
  const refused = rounds.flatMap(({ revisions = [] }) =>
    revisions
      .filter(({ alone }) => !alone)
      .flatMap(({ sheet }) => readSheet(ledger, sheet, answerSheet).answers)
      .filter(({ answer }) => answer === "refused")
      .map(({ id }) => id),
  );
  const shown = versionsOf(modelOf(ownView(topic))).flatMap(({ answered }) =>
    answered.filter(({ answer }) => answer === "refused").map(({ id }) => id),
  );
  expect(shown).toEqual(refused);
});

test("an answer that begins with resolved is none of the refused ones", () => {
  const said = new Map(
    versionsOf(modelOf(ownView("decision-rot")))
      .flatMap(({ answered }) => answered)
      .map((one) => [one.id, one]),
  );
  for (const id of ["T0017", "T0020", "T0022", "T0102"]) expect(said.get(id)).toMatchObject({ answer: "resolved" });
});

test("who did not agree in a round says on what condition", () => {
  expect(conditionsOf(modelOf(ownView("orders-pagination")), 2).map(({ key }) => key)).toEqual([
    "muffin",
    "cupcake",
    "scone",
    "eclair",
  ]);
});
