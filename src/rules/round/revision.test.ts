import { describe, expect, it } from "vitest";
import { dialogueOf, eventOf, itemOf, roundOf } from "../../../test/helpers/example-dialogue.ts";
import { foldLedger } from "../ledger.ts";
import { toLines } from "../lines.ts";
import { longestDecision, type Revision } from "../records.ts";
import {
  answerSheet,
  answersIn,
  checkRevision,
  lastReadBy,
  maxSizeOf,
  perspectivesIn,
  revisionErrors,
  sizeOf,
  standingDecision,
  standingText,
} from "./revision.ts";
import { readSheet } from "./sheet.ts";

const { opening, rounds } = dialogueOf({
  opening: { subject: { path: "design.md", sha256: "0".repeat(64), lines: ["One key.", "No cache."] } },
  rounds: [
    roundOf(["Muffin", "Scone"], {
      proposal: null,
      mapping: { "MUFFIN-T0001": "T0001" },
      items: ["T0001", "T0002", "T0003"].map((id) => itemOf(id, `tension ${id}`, ["Muffin"])),
      tensions: [
        ...["T0001", "T0002", "T0003"].map((id) => eventOf(id, "raised")),
        eventOf("T0003", "accepted", { note: "a trade-off" }),
      ],
    }),
  ],
});
const ledger = foldLedger(opening, rounds);

const provenance = { source: "draft", filed_by: null, filed_at: null, note: null } as const;
const revision = (text: string, sheet: string[], alone = false): Revision => ({
  ...{ alone, lines: toLines(text), sheet, size: sizeOf(text), provenance },
});

function problems(sheet: string[], text = "Two keys, one cache.", alone = false): string[] {
  const found = checkRevision({ ledger, earlier: [], alone, lines: toLines(text), sheet });
  return found.map(({ message }) => message);
}

describe("an answer sheet", () => {
  it("is read with list signs, emphasis, several IDs, a remark before the colon and further lines", () => {
    const { answers, unreadable } = readSheet(
      ledger,
      toLines(
        "# Answers\n- T0001 resolved by removal: the key is gone\n  and so is its file\n2. **T0002, T0003 refused:** too dear",
      ),
      answerSheet,
    );
    expect(answers).toEqual([
      { id: "T0001", answer: "resolved", text: "by removal: the key is gone\nand so is its file", line: 2 },
      { id: "T0002", answer: "refused", text: "too dear", line: 4 },
      { id: "T0003", answer: "refused", text: "too dear", line: 4 },
    ]);
    expect(unreadable).toEqual([]);
  });

  it("as a real author wrote it: a remark in brackets, a comma, the raiser's own ID, an item with its tensions, two lines for one", () => {
    const sheet = [
      "## Muffin",
      "- MUFFIN-T0001/R0101 (= T0001, one key): resolved at the root, §3: two keys",
      "- C0102/R0102 (T0002, T0003: the cache): **refused**, it costs more",
      "- MUFFIN-C0101 remark: see T0003",
      "## Scone",
      "Four in all.",
      "- T0001: resolved with the next one, §4",
    ];
    expect(readSheet(ledger, sheet, answerSheet)).toEqual({
      answers: [
        { id: "T0001", answer: "resolved", text: "at the root, §3: two keys\nwith the next one, §4", line: 2 },
        { id: "T0002", answer: "refused", text: "it costs more\n- MUFFIN-C0101 remark: see T0003", line: 3 },
        { id: "T0003", answer: "refused", text: "it costs more\n- MUFFIN-C0101 remark: see T0003", line: 3 },
      ],
      perspectives: [],
      unreadable: [],
    });
  });

  it("may end with what was cut, which belongs to no answer", () => {
    const { answers } = readSheet(
      ledger,
      ["T0001 resolved: two keys", "# Cut: §6, which T0002 asked for"],
      answerSheet,
    );
    expect(answers).toEqual([{ id: "T0001", answer: "resolved", text: "two keys", line: 1 }]);
  });

  it("is not read into what denies it: a word between the ID and the answer", () => {
    const { answers, unreadable } = readSheet(
      ledger,
      ["T0001 cannot be resolved: no", "T0002 (a (b)) refused: no"],
      answerSheet,
    );
    expect(answers).toEqual([]);
    expect(unreadable.map(({ line }) => line)).toEqual([1, 2]);
  });

  it("that answers every open tension stands; all refused is an answer too", () => {
    expect(problems(["T0001 resolved: two keys", "T0002 refused: not worth it"])).toEqual([]);
    expect(problems(["T1, T0002 refused: no"], "One key.\nNo cache.\n")).toEqual([]);
  });

  it("is refused with the line where it passes one over, answers what is not open, both ways, or without a word", () => {
    expect(problems(["T0001 resolved: two keys"])).toEqual(["The answer sheet has no line for T0002"]);
    expect(problems(["T0001 refused: no", "T0002 refused: no", "T0003 resolved: gone", "T0009 refused: no"])).toEqual([
      "Answer sheet, line 3: T0003 is not an open tension.",
      "Answer sheet, line 4: T0009 is not an open tension.",
    ]);
    expect(problems(["T0001 refused: no", "T0001 resolved: yes", "T0002 resolved: "])).toEqual([
      "Answer sheet, line 2: T0001 is both refused and resolved.",
      "Answer sheet, line 3: T0002 is resolved without a word.",
    ]);
    expect(problems(["T0001 is fine now", "T0001, T0002 refused: no"])).toEqual([
      "Answer sheet, line 1: “T0001 is fine now” is no answer.",
    ]);
  });

  it("is told how to say that something is fixed in part, where it does so in other words", () => {
    const sheet = ["T0001 partly: the keys", "T0002 refused: no"];
    const [error] = checkRevision({ ledger, earlier: [], alone: false, lines: ["Two keys."], sheet });
    expect(error).toMatchObject({
      message: "Answer sheet, line 1: “T0001 partly: the keys” is no answer.",
      suggestion: expect.stringContaining("`T0003 resolved: in part: where, and what is missing`"),
    });
  });

  it("cannot claim a resolution over a text that did not change", () => {
    expect(problems(["T0001 resolved: two keys", "T0002 refused: no"], "One key.\nNo cache.\n")).toEqual([
      "Answer sheet, line 1: T0001 cannot be resolved: the text did not change.",
    ]);
  });

  it("cannot claim it over other empty lines around the same text either", () => {
    const claim = ["T0001 resolved: two keys", "T0002 refused: no"];
    const blank = foldLedger(opening, [{ ...rounds[0]!, proposal: ["", "One key.", ""] }]);
    const [error, ...others] = checkRevision({
      ...{ ledger: blank, earlier: [], alone: false, lines: ["One key.", "", ""], sheet: claim },
    });
    expect(error).toMatchObject({
      message: "Answer sheet, line 1: T0001 cannot be resolved: the text did not change.",
      suggestion: "Rewrite the text, or refuse it with the reason.",
    });
    expect(others).toEqual([]);
  });

  it("is not asked of somebody who polishes the text alone", () => {
    expect(problems([], "Two keys.", true)).toEqual([]);
  });
});

describe("the text", () => {
  it("may have a quarter more than the subject, at least 12,000 characters, or what the dialogue says", () => {
    const settings = opening.settings;
    const long = { path: "a", sha256: "", lines: ["é".repeat(20_000)] };
    expect(maxSizeOf(opening)).toBe(12_000);
    expect(maxSizeOf({ ...opening, subject: long })).toBe(25_000);
    const pages = { ...long, lines: ["x".repeat(9_999), "x".repeat(10_000)] };
    expect(maxSizeOf({ ...opening, subject: pages })).toBe(25_000);
    expect(maxSizeOf({ ...opening, subject: null })).toBe(12_000);
    expect(maxSizeOf({ ...opening, settings: { ...settings, max_size: 500 } })).toBe(500);
    expect(sizeOf("💙é\n")).toBe(2);
    expect(problems(["T0001, T0002 refused: no"], "x".repeat(12_001))).toEqual([
      "The text has 12001 characters; it may have 12000",
    ]);
  });

  it("that is too long is refused with its size, also of somebody who polishes it alone", () => {
    expect(problems(["T0001, T0002 refused: no"], "x".repeat(12_000))).toEqual([]);
    const lines = ["x".repeat(12_001)];
    expect(checkRevision({ ledger, earlier: [], alone: true, lines, sheet: [] })).toMatchObject([
      {
        ...{ code: "invalid_input", field: "text", value: 12_001, constraint: "max_size" },
        suggestion: "Let the author cut it: what does not carry its weight goes first.",
      },
    ]);
  });

  it("stands as the newest revision, else the last proposal, else the subject", () => {
    expect(standingText(ledger, [])).toBe("One key.\nNo cache.");
    expect(standingText(ledger, [{ lines: ["a"] }, { lines: ["b"] }])).toBe("b");
    const shown = foldLedger(opening, [{ ...rounds[0]!, proposal: ["Three keys."] }]);
    expect(standingText(shown, [])).toBe("Three keys.");
    const silent = foldLedger(opening, [...shown.records, { ...rounds[0]!, round: 1, proposal: null }]);
    expect(standingText(silent, [])).toBe("Three keys.");
    expect(
      standingText(
        silent,
        ["a", "b", "c"].map((line) => ({ lines: [line] })),
      ),
    ).toBe("c");
    expect(standingText(foldLedger({ ...opening, subject: null }, []), [])).toBeNull();
  });
});

describe("the sentence above a text", () => {
  const judges = { text: "The Judge's.", by: "judge" as const };
  const shown = { records: [{ ...rounds[0]!, proposal: ["Two keys.", "One cache."], decision: judges }] };
  const text = "Two keys.\nOne cache.";

  it("is its author's, where the text is the newest revision", () => {
    const revisions = [revision("One key.", ["Decision: The first."]), revision(text, ["Decision: The last."])];
    expect(standingDecision(shown, revisions, text)).toEqual({ text: "The last.", by: "author" });
    expect(standingDecision(shown, revisions, `\n${text}\n\n`)).toEqual({ text: "The last.", by: "author" });
    expect(standingDecision(shown, revisions, "One key.")).toBeNull();
  });

  it("is the last round's, where the text is that round's and no author says otherwise", () => {
    expect(standingDecision(shown, [], text)).toEqual(judges);
    expect(standingDecision(shown, [], ` ${text}\n`)).toEqual(judges);
    expect(standingDecision(shown, [revision(text, ["T0001 refused: no"])], text)).toEqual(judges);
    expect(standingDecision(shown, [revision("Other.", ["Decision: Of another."])], text)).toEqual(judges);
    const spaced = { records: [{ ...shown.records[0]!, proposal: ["", "Two keys.", "One cache.", ""] }] };
    expect(standingDecision(spaced, [], text)).toEqual(judges);
  });

  it("is none above another text, where there is no text, where nobody gave one, or before any round", () => {
    expect(standingDecision(shown, [], "Two keys.One cache.")).toBeNull();
    expect(standingDecision(shown, [], null)).toBeNull();
    expect(standingDecision({ records: [{ ...rounds[0]!, proposal: toLines(text) }] }, [], text)).toBeNull();
    expect(standingDecision({ records: [] }, [], text)).toBeNull();
  });

  it("may have 300 characters, and so may why and the risk", () => {
    const sheet = (n: number) => ["Decision", "Why", "Risk"].map((name) => `${name}: ${"é".repeat(n)}`);
    expect(problems(sheet(longestDecision), "Two keys.", true)).toEqual([]);
    const errors = checkRevision({
      ...{ ledger, earlier: [], alone: true, lines: ["Two keys."], sheet: sheet(longestDecision + 1) },
    });
    expect(errors.map(({ field, value, constraint }) => [field, value, constraint])).toEqual(
      ["decision", "why", "risk"].map((field) => [field, 301, "one_sentence"]),
    );
    expect(errors[1]).toMatchObject({
      code: "invalid_input",
      message: "The sheet's line `Why:` has 301 characters; it may have 300",
      suggestion: "Let the author say it shorter, in one sentence: `Why: …`.",
    });
  });
});

describe("what somebody last had before them", () => {
  const wrote = (expert: string, lines = ["x"]) => ({
    ...{ expert, state: "present" as const, lines, provenance, others: [] },
  });
  const record = (round: number, proposal: string[] | null, ...texts: ReturnType<typeof wrote>[]) => ({
    ...{ ...rounds[0]!, round, proposal, texts, tensions: [], items: [] },
  });
  const seen = foldLedger(opening, [
    record(0, null, wrote("Muffin"), wrote("Donut")),
    record(1, ["Two keys.", "One cache."], wrote("Muffin"), wrote("Scone", [])),
    record(2, ["Three keys."], wrote("Muffin", []), wrote("Eclair")),
  ]);

  it("is the text of the last round in which they wrote, however their name is written", () => {
    expect(lastReadBy(seen, "muffin ")).toBe("Two keys.\nOne cache.");
    expect(lastReadBy(seen, "Eclair")).toBe("Three keys.");
  });

  it("is the subject, where that round showed no other text; and nothing without a subject", () => {
    expect(lastReadBy(seen, "Donut")).toBe("One key.\nNo cache.");
    expect(lastReadBy({ ...seen, opening: { ...opening, subject: null } }, "Donut")).toBeNull();
  });

  it("is nothing where they never wrote a line", () => {
    expect(lastReadBy(seen, "Scone")).toBeNull();
    expect(lastReadBy(seen, "Brioche")).toBeNull();
  });
});

describe("what the revisions of one head come to", () => {
  const sheet = ["T0001 resolved: two keys", "T0002 refused: no", "P0001 taken: §2"];
  const refused = ["T0001, T0002 refused: no"];

  it("is every answer in turn, but those of whoever polished the text alone", () => {
    const revisions = [revision("Two keys.", sheet, true), revision("Two keys.", sheet), revision("None.", refused)];
    expect(answersIn(ledger, revisions).map(({ id, answer }) => `${id} ${answer}`)).toEqual([
      ...["T0001 resolved", "T0002 refused", "T0001 refused", "T0002 refused"],
    ]);
    expect(perspectivesIn(ledger, revisions)).toEqual([{ id: "P0001", answer: "taken", text: "§2", line: 3 }]);
  });

  it("is wrong where one of them resolves something over the text before it", () => {
    const resolved = sheet.slice(0, 2);
    const messages = (...revisions: Revision[]) => revisionErrors(ledger, revisions).map(({ message }) => message);
    expect(messages(revision("Two keys.", [], true), revision("Three keys.", resolved))).toEqual([]);
    expect(messages(revision("Two keys.", refused), revision("Two keys.", resolved))).toEqual([
      "Answer sheet, line 1: T0001 cannot be resolved: the text did not change.",
    ]);
  });
});
