import { describe, expect, it } from "vitest";
import { dialogueOf, eventOf, itemOf, roundOf } from "../../../test/helpers/example-dialogue.ts";
import { foldLedger } from "../ledger.ts";
import { toLines } from "../lines.ts";
import { answerSheet, checkRevision, maxSizeOf, sizeOf, standingText } from "./revision.ts";
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
    expect(maxSizeOf({ ...opening, settings: { ...settings, max_size: 500 } })).toBe(500);
    expect(sizeOf("💙é\n")).toBe(2);
    expect(problems(["T0001, T0002 refused: no"], "x".repeat(12_001))).toEqual([
      "The text has 12001 characters; it may have 12000",
    ]);
  });

  it("stands as the newest revision, else the last proposal, else the subject", () => {
    expect(standingText(ledger, [])).toBe("One key.\nNo cache.");
    expect(standingText(ledger, [{ lines: ["a"] }, { lines: ["b"] }])).toBe("b");
    const shown = foldLedger(opening, [{ ...rounds[0]!, proposal: ["Three keys."] }]);
    expect(standingText(shown, [])).toBe("Three keys.");
    expect(standingText(foldLedger({ ...opening, subject: null }, []), [])).toBeNull();
  });
});
