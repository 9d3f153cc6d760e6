import { describe, expect, it } from "vitest";
import { dialogueOf, eventOf, itemOf, roundOf } from "../../../test/helpers/example-dialogue.ts";
import { foldLedger } from "../ledger.ts";
import { checksOf, crossCheckErrors } from "./cross-check.ts";
import { answerSheet } from "./revision.ts";
import { readDecision, readSheet, sheetErrors } from "./sheet.ts";

/** T0001 and T0002 are open, T0003 is resolved; T0001 was MUFFIN-T0001, and SCONE-T0001 became T0002. */
const ledger = (() => {
  const ids = ["T0001", "T0002", "T0003"];
  const { opening, rounds } = dialogueOf({
    rounds: [
      roundOf(["Muffin", "Scone"], {
        items: [...ids.map((id) => itemOf(id, `tension ${id}`, ["Muffin"])), itemOf("C0001", "a claim", ["Scone"])],
        mapping: { "MUFFIN-T0001": "T0001", "SCONE-T0001": "T0002" },
        tensions: [...ids.map((id) => eventOf(id, "raised")), eventOf("T0003", "resolved")],
      }),
    ],
  });
  return foldLedger(opening, rounds);
})();

const read = (...lines: string[]) => readSheet(ledger, lines, answerSheet);
const answers = (...lines: string[]) => read(...lines).answers.map(({ id, answer, text }) => [id, answer, text]);

describe("a line of a sheet", () => {
  it.each([
    "T0001 resolved: §4",
    "- T0001 resolved: §4",
    "1. **T0001** resolved: §4",
    "**T0001:** resolved – §4",
    "T0001 (the cache): resolved, §4",
    "t0001 RESOLVED: §4",
    "MUFFIN-T0001 resolved: §4",
    "C0001 (T0001: the cache): resolved, §4",
    "C0001, T0001 resolved: §4",
  ])("answers a tension however it is set: %s", (line) => {
    expect(answers(line)).toEqual([["T0001", "resolved", "§4"]]);
  });

  it.each([
    ["T0001 resolved: `jobs` has a key", "`jobs` has a key"],
    ["**T0001 resolved:** **Claim** takes a lease", "**Claim** takes a lease"],
    ["**T0001**: **resolved**, _Finish_ is fenced", "_Finish_ is fenced"],
    ["`T0001 resolved`", ""],
  ])("keeps the emphasis with which the answer begins: %s", (line, text) => {
    expect(answers(line)).toEqual([["T0001", "resolved", text]]);
  });

  it("may answer several at once, and by the ID that its raiser gave it", () => {
    expect(answers("T0001, T0002 refused: too dear")).toEqual([
      ["T0001", "refused", "too dear"],
      ["T0002", "refused", "too dear"],
    ]);
    expect(answers("SCONE-T0001 refused: too dear")).toEqual([["T0002", "refused", "too dear"]]);
  });

  it("may say of a perspective whether the text takes it up, is no answer to a tension, and is not demanded", () => {
    const sheet = [
      "T0001 resolved: §4",
      "- **P0001** taken: §2",
      "and §3",
      "P0002 not taken: T0002 resolved it",
      "T0002 refused: no",
    ];
    expect(answers(...sheet)).toEqual([
      ["T0001", "resolved", "§4"],
      ["T0002", "refused", "no"],
    ]);
    expect(read(...sheet).perspectives).toEqual([
      { id: "P0001", answer: "taken", text: "§2\nand §3", line: 2 },
      { id: "P0002", answer: "not taken", text: "T0002 resolved it", line: 4 },
    ]);
    expect(sheetErrors(ledger, sheet, answerSheet, "answer sheet")).toEqual([]);
    expect(sheetErrors(ledger, ["T0001, T0002 refused: no"], answerSheet, "answer sheet")).toEqual([]);
  });

  it("goes on until the next answer or a heading", () => {
    expect(answers("T0001 resolved: §4", "", " and §5 ", "# Others", "Not this.", "T0002 refused: no")).toEqual([
      ["T0001", "resolved", "§4\nand §5"],
      ["T0002", "refused", "no"],
    ]);
  });

  it("goes on over a line that only holds such a sign, and ends at an indented heading too", () => {
    expect(answers("T0001 resolved: §4", "as issue #3 asked", "C# too", "  # Others", "Not this.")).toEqual([
      ["T0001", "resolved", "§4\nas issue #3 asked\nC# too"],
    ]);
  });

  it("that says the same of a tension again is the same answer; one that says otherwise is another", () => {
    expect(answers("T0001 resolved: §4", "T0001 resolved: §5", "T0001 refused: no")).toEqual([
      ["T0001", "resolved", "§4\n§5"],
      ["T0001", "refused", "no"],
    ]);
    expect(read("Hello.", "T0001 resolved: §4", "T0001 resolved: §5").answers[0]!.line).toBe(2);
  });

  it("that begins with a tension and says none of the words is unreadable; any other line is no answer", () => {
    expect(read("T0001 done: §4 ", "The text resolved T0001.", "C0001 (a claim): resolved")).toEqual({
      answers: [],
      perspectives: [],
      unreadable: [{ line: 1, text: "T0001 done: §4" }],
    });
  });
});

describe("the decision in one sentence", () => {
  it("stands in the first line that says anything, however it is set", () => {
    for (const line of [
      "Decision: One key.",
      "**Decision:** One key.",
      "# decision： One key. ",
      "> _Decision_: *One key.*",
      "**Decision : One key.**",
    ])
      expect(readDecision(["", "  ", line])).toEqual({ text: "One key." });
    expect(readDecision(["T0001 resolved: §4", "Decision: One key."])).toBeUndefined();
    expect(readDecision(["Decision:  "])).toBeUndefined();
    expect(readDecision(["The decision: One key."])).toBeUndefined();
    expect(readDecision([])).toBeUndefined();
  });

  it("has why and its risk in the two lines after it, in either order", () => {
    const [decision, why, risk] = ["Decision: One key.", "**Why:** Two drift apart.", "Risk: a key is lost."];
    const text = "One key.";
    expect(readDecision([decision, "", why, "", risk])).toEqual({
      text,
      why: "Two drift apart.",
      risk: "a key is lost.",
    });
    expect(readDecision([decision, risk, why])).toEqual({ text, why: "Two drift apart.", risk: "a key is lost." });
    expect(readDecision([decision, risk])).toEqual({ text, risk: "a key is lost." });
    expect(readDecision([decision, "Why:", "T0001 resolved: §4", why])).toEqual({ text });
    expect(readDecision([why, risk])).toBeUndefined();
    for (const [why, risk] of [
      ["  why : Two drift apart.", "- **Risk** : a key is lost."],
      ["> _Why_： Two drift apart.", "  RISK: a key is lost."],
    ])
      expect(readDecision([decision, why!, risk!])).toEqual({ text, why: "Two drift apart.", risk: "a key is lost." });
    expect(readDecision([decision, "Here is why: no.", "No risk: none."])).toEqual({ text });
  });
});

describe("what keeps a sheet from standing", () => {
  const errors = (...lines: string[]) => sheetErrors(ledger, lines, answerSheet, "answer sheet");
  const messages = (...lines: string[]) => errors(...lines).map(({ message }) => message);
  const whole = ["T0001 resolved: §4", "T0002 refused: too dear"];

  it("is nothing where every open tension has one answer with words", () => {
    expect(errors(...whole)).toEqual([]);
  });

  it("is each wrong line, by its number", () => {
    expect(messages(...whole, "T0003 resolved: long ago")).toEqual([
      "Answer sheet, line 3: T0003 is not an open tension.",
    ]);
    expect(messages(...whole, "T0001 refused: no")).toEqual([
      "Answer sheet, line 3: T0001 is both resolved and refused.",
    ]);
    expect(messages("T0001 resolved", whole[1]!)).toEqual(["Answer sheet, line 1: T0001 is resolved without a word."]);
    expect(messages(...whole, `T0001 ${"x".repeat(80)}`)).toEqual([
      `Answer sheet, line 3: “T0001 ${"x".repeat(54)}” is no answer.`,
    ]);
  });

  it("is told with where it is, and with what to do instead", () => {
    expect(errors(...whole, "T0001 refused: no")).toMatchObject([
      {
        ...{ code: "invalid_input", field: "answers", value: 3, constraint: "answer_sheet" },
        suggestion: "Say one, and what is left of the other in its words.",
      },
    ]);
  });

  it("is an answer where nothing is open", () => {
    const { opening, rounds } = dialogueOf({ rounds: [roundOf(["Muffin", "Scone"], {})] });
    const [error] = sheetErrors(foldLedger(opening, rounds), ["T0001 refused: no"], answerSheet, "answer sheet");
    expect(error!.suggestion).toBe("Open are none.");
  });

  it("is every tension that was passed over, with what to write", () => {
    expect(errors("T0001 resolved: §4")).toMatchObject([
      {
        ...{ code: "invalid_input", field: "answers", constraint: "every_tension_answered" },
        message: "The answer sheet has no line for T0002",
        suggestion: expect.stringMatching(/^Every open tension gets a line\. .*T000\d/),
        context: { missing: ["T0002"] },
      },
    ]);
    expect(messages("Hello.")).toEqual(["The answer sheet has no line for T0001, T0002"]);
    expect(errors(...whole, "T0009 resolved: x")[0]!.suggestion).toBe("Open are T0001, T0002.");
  });

  it("is what else its reader finds wrong with a line", () => {
    const fault = () => ({ message: "the text did not change.", suggestion: "Rewrite it." });
    expect(sheetErrors(ledger, whole, answerSheet, "answer sheet", fault)).toMatchObject([
      { message: "Answer sheet, line 1: the text did not change.", suggestion: "Rewrite it." },
      { message: "Answer sheet, line 2: the text did not change." },
    ]);
  });
});

it("a cross-check is read line by line with who gave it, and must be whole too", () => {
  const provenance = { source: "draft" as const, filed_by: null, filed_at: null, note: null };
  const sheet = ["T0001 refuted: ran it", "T0002 unproven: no log"];
  expect(checksOf(ledger, [{ by: "Eclair", sheet, provenance }])).toEqual([
    { id: "T0001", answer: "refuted", text: "ran it", line: 1, by: "Eclair" },
    { id: "T0002", answer: "unproven", text: "no log", line: 2, by: "Eclair" },
  ]);
  expect(crossCheckErrors(ledger, [{ by: "Eclair", sheet, provenance }])).toEqual([]);
  expect(crossCheckErrors(ledger, [{ by: "Eclair", sheet: sheet.slice(1), provenance }])).toMatchObject([
    { message: "The sheet of Eclair has no line for T0001", suggestion: expect.stringContaining("T0001") },
  ]);
});
