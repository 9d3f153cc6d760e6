import { expect, test } from "vitest";
import { ownRecords } from "../../test/helpers/own-view.ts";
import { foldLedger } from "../rules/ledger.ts";
import { objectionsOf } from "./ledger-objections.ts";
import { answerKind, closingWords } from "./objections.ts";
import { verdictFacts } from "./verdict-facts.ts";

function own(topic: string) {
  const records = ownRecords(topic);
  return objectionsOf(verdictFacts(records).tensions, foldLedger(records.opening, records.rounds));
}

test("what closed an objection is quoted where it speaks of it", () => {
  const claim = "T0001: keys outlive rows. T0002: drained per kind. T0003: gone.";
  expect(closingWords([claim], "T0002")).toBe("drained per kind.");
  expect(closingWords(["Read it. T0003 is gone."], "T0003")).toBe("T0003 is gone.");
  expect(closingWords(["The claim is in the text."], "T0009")).toBe("The claim is in the text.");
  expect(closingWords([], "T0009")).toBe("");
});

test.each([
  ["refused", "in part", "refused"],
  ["resolved", "in part, Claim. Not taken: the sweeper", "part"],
  ["resolved", "Claim takes it. Not taken: the sweeper", "part"],
  ["resolved", "Claim. Refused for the nightly list: one tree cannot tell", "fixed"],
] as const)("the answer %s with “%s” is %s", (answer, text, kind) => {
  expect(answerKind({ answer, text })).toBe(kind);
});

test("of several who raised one, the text with a test and a failing case speaks; the fix is the shortest offer", () => {
  const [first] = own("review-of-docs-play-md").filter(({ id }) => id === "T0002");
  expect(first).toMatchObject({
    raised_by: ["Muffin", "Cupcake", "Scone"],
    said: {
      by: expect.stringMatching(/Muffin|Cupcake/),
      test: expect.stringContaining("resume"),
      failing_case: expect.any(String),
    },
    line: 65,
    answer: null,
    closed: null,
  });
  expect(first!.fix!.words).toBe('"Seats only: give `--author` and `--judge` too if that runner is to be left."');
  expect(first!.sources).toContain("src/play/make-plan.ts:132");
});

test("every tension is an objection, in the order of the facts", () => {
  const { tensions } = verdictFacts(ownRecords("decision-rot"));
  expect(own("decision-rot").map(({ id }) => id)).toEqual(tensions.map(({ id }) => id));
});
