import { expect, test } from "vitest";
import { ownDialogues, ownRecords, ownView } from "../../../test/helpers/own-view.ts";
import { foldLedger } from "../../rules/ledger.ts";
import { answerSheet } from "../../rules/round/revision.ts";
import { readSheet } from "../../rules/round/sheet.ts";
import { diffBlocks } from "./blocks.ts";
import { modelOf } from "./dialogue.ts";
import {
  answersBetween,
  changeSize,
  conditionsOf,
  type PlacedAnswers,
  placeAnswers,
  type Version,
  versionsOf,
} from "./versions.ts";

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

const answer = (id: string, text: string) => ({ id, answer: "resolved" as const, text });

test("an answer stands beside the change whose rare words it shares, or at the end", () => {
  const changes = diffBlocks(
    "# Queue\n\nThe worker finishes the job.\n\nRows are kept.",
    "# Queue\n\nThe worker finishes the job only while the lease is running.\n\nRows are kept; keys live in job_keys forever.",
  );
  const names = ({ at, loose }: PlacedAnswers) => ({
    at: [...at].map(([i, answers]) => [changes[i]!.name, answers.map(({ id }) => id)]),
    loose: loose.map(({ id }) => id),
  });
  const placed = placeAnswers(
    changes,
    [
      answer("T0001", "keys live in job_keys, forever"),
      answer("T0002", "the lease must be running"),
      answer("T0003", "metrics come later"),
    ],
    new Map(),
  );
  expect(names(placed)).toEqual({
    at: [
      ["Queue: Rows are kept; keys live in…", ["T0001"]],
      ["Queue: The worker finishes the job…", ["T0002"]],
    ],
    loose: ["T0003"],
  });
});

test("an answer that begins with a block's name means that block, whatever words it shares", () => {
  const changes = diffBlocks(
    "**Claim** takes a job.\n\n**Effects** nothing yet.",
    "**Claim** takes a job and its charges row.\n\n**Effects** writes down what it will do.",
  );
  const named = placeAnswers(changes, [answer("T0001", "Effects, a charges row is written")], new Map());
  expect([...named.at.keys()].map((i) => changes[i]!.name)).toEqual(["Effects"]);
});

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
