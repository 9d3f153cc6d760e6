import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { dialogueOf, panelOf, roundOf } from "../../test/helpers/example-dialogue.ts";
import {
  comparisonErrors,
  fileOf,
  foldedText,
  hashOf,
  isTextOf,
  lettersFor,
  packageNumber,
  textHashes,
  textsToCompare,
} from "./comparison.ts";
import { sheetTitle } from "./grade-sheet.ts";
import type { ComparisonRecord, Revision } from "./records.ts";

const provenance = { source: "draft", filed_by: null, filed_at: null, note: null } as const;
const revision = (alone: boolean, line: string): Revision => ({
  ...{ alone, lines: [line], sheet: [], size: line.length, provenance },
});
const pair = ["Muffin", "Scone"];

/** Subject, one polish, one rewriting; the verdict decides what the author wrote, with other spaces. */
function decided() {
  const texts = pair.map((expert) => ({ expert, state: "present" as const, lines: ["x"], provenance, others: [] }));
  const records = dialogueOf({
    opening: { subject: { path: "keys.md", sha256: "a".repeat(64), lines: ["One key."] } },
    rounds: [
      roundOf(pair, {
        ...{ panel: panelOf(pair), texts, proposal: ["Two keys."], revisions: [revision(true, "Two keys.")] },
        discarded: [{ round: 0, discarded_at: "", reason: "late", texts: [{ expert: "muffin", lines: ["old"] }] }],
      }),
      roundOf(pair, {
        ...{ panel: panelOf(pair), texts, proposal: ["A key each."], revisions: [revision(false, "A key each.")] },
        cross_checks: [{ by: "Verifier 1", sheet: [], provenance }],
      }),
    ],
    verdicts: [{ recommendation: ["A key  each.", ""] }],
  });
  return { records, verdict: records.verdicts[0]! };
}

function compared() {
  const { records, verdict } = decided();
  const control = revision(true, "No key.");
  const letters = ["C", "A", "D", "B"];
  const texts = textsToCompare(records, verdict, control.lines).map(({ lines: _, ...text }, i) => ({
    ...text,
    letter: letters[i]!,
  }));
  const sheet = [
    sheetTitle(packageNumber(texts)),
    ...["A", "B", "C", "D"].flatMap((letter) => [`## ${letter}`, "- minor: x"]),
    ...["## Ranking", "1. D", "2. A", "3. B", "4. C"],
  ];
  const grades = ["A", "B", "C", "D"].map((letter, i) => ({
    ...{ letter, rank: [2, 3, 4, 1][i]!, critical: 0, major: 0, minor: 1 },
  }));
  const comparison: ComparisonRecord = {
    ...{ format: 1, self: "b".repeat(64), kind: "comparison", prev: verdict.self, dialogue: records.opening.dialogue },
    ...{ round: 1, compared_at: "2026-03-01T14:00:00Z", texts, control },
    graders: [{ sheet, provenance, grades }],
  };
  return { records, comparison };
}

describe("what is compared", () => {
  it("is every text once, with the agents that ran until it was written", () => {
    const { records, verdict } = decided();
    const texts = textsToCompare(records, verdict, ["No key."]);
    expect(texts.map(({ source, round, runs, decided }) => [source, round, runs, decided])).toEqual([
      ["subject", null, 1, false],
      ["polished", 0, 2, false],
      ["rewritten", 1, 7, true],
      ["control", null, 2, false],
    ]);
    expect(texts[2]!.sha256).toBe(hashOf(["A key each."]));
  });

  it("names what the Judge brought, and leaves out later rounds", () => {
    const { records, verdict } = decided();
    const own = { ...verdict, round: 0, recommendation: ["My own."] };
    expect(textsToCompare(records, own, undefined).map(({ source, runs }) => [source, runs])).toEqual([
      ["subject", 1],
      ["polished", 2],
      ["verdict", 5],
    ]);
  });

  it("needs no subject, and no revision: what a round showed is the proposal", () => {
    const { records, verdict } = decided();
    const opening = { ...records.opening, subject: null };
    const [{ revisions: _, ...first }, second] = [records.rounds[0]!, records.rounds[1]!];
    const texts = textsToCompare({ opening, rounds: [first, { ...second, proposal: null }] }, verdict, undefined);
    expect(texts.map(({ source, round, runs, decided }) => [source, round, runs, decided])).toEqual([
      ["proposal", 0, 0, false],
      ["rewritten", 1, 5, true],
    ]);
  });

  it("is of no round where the verdict was given before any", () => {
    const { records, verdict } = decided();
    const texts = textsToCompare(records, { ...verdict, round: null }, undefined);
    expect(texts.map(({ source, round, runs }) => [source, round, runs])).toEqual([
      ["subject", null, 1],
      ["verdict", null, 1],
    ]);
  });

  it("is one text where only spaces and line ends differ, and two where a space parts a word", () => {
    const { records, verdict } = decided();
    const sources = (...control: string[]) => textsToCompare(records, verdict, control).map(({ source }) => source);
    expect(sources("A", " key", "each.")).not.toContain("control");
    expect(sources("A keyeach.")).toContain("control");
  });

  it("has a letter each, however many there are", () => {
    expect(lettersFor(28).slice(24)).toEqual(["Y", "Z", "AA", "BB"]);
  });
});

describe("a text on record", () => {
  const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

  it("is the same with other line ends, spaces at the end of a line and empty lines at the end", () => {
    const folded = foldedText(["  One  key.", "", "No cache."]);
    expect(folded).toBe("  One  key.\n\nNo cache.");
    for (const lines of [["  One  key. \t", " ", "No cache.", "", ""], ["  One  key.\r\rNo cache.\r\n"]])
      expect(foldedText(lines)).toBe(folded);
    expect(foldedText(["One key."])).not.toBe(foldedText(["One  key."]));
  });

  it("has the hash of its file, which ends with one line end", () => {
    expect(fileOf(["", "One key.", "No cache.", " ", ""])).toBe("\nOne key.\nNo cache.\n");
    expect(hashOf(["One key.", "No cache."])).toBe(sha256("One key.\nNo cache.\n"));
    expect(textHashes(["One key.", "No cache."])).toEqual(["One key.\nNo cache.", "One key.\nNo cache.\n"].map(sha256));
  });

  it("is known by its hash with any line end, a byte order mark, and up to twenty empty lines behind it", () => {
    const lines = ["One key.", "No cache."];
    for (const end of ["\n", "\r\n", "\r"])
      for (const mark of ["", "\ufeff"])
        for (const empty of [0, 1, 20]) {
          const file = mark + lines.join(end) + end.repeat(empty);
          expect(isTextOf(lines, sha256(file)), JSON.stringify(file)).toBe(true);
        }
    expect(isTextOf(lines, sha256(`One key.\nNo cache.${"\n".repeat(21)}`))).toBe(false);
    expect(isTextOf(lines, sha256("One key. No cache."))).toBe(false);
  });
});

describe("the number of a package", () => {
  const texts = ["A", "B"].map((letter) => ({ letter, sha256: letter.repeat(64) }));

  it("is twelve characters, whatever the order of its texts", () => {
    expect(packageNumber(texts)).toMatch(/^[0-9a-f]{12}$/);
    expect(packageNumber(texts.toReversed())).toBe(packageNumber(texts));
  });

  it("is another with other words under a letter", () => {
    const exchanged = texts.map(({ sha256 }, i) => ({ letter: "BA"[i]!, sha256 }));
    expect(packageNumber(exchanged)).not.toBe(packageNumber(texts));
  });
});

describe("a comparison on record", () => {
  it("that follows from the records claims nothing else", () => {
    const { records, comparison } = compared();
    expect(comparisonErrors(records, comparison)).toEqual([]);
  });

  it("may have fewer sheets than graders were asked, and others that nobody asked for beside them", () => {
    const { records, comparison } = compared();
    const [one] = comparison.graders;
    const unasked = { ...one!, provenance: { ...provenance, unasked: true as const } };
    for (const asked of [1, 2])
      expect(comparisonErrors(records, { ...comparison, asked, graders: [one!, unasked, unasked] })).toEqual([]);
    expect(comparisonErrors(records, { ...comparison, asked: 1, graders: [one!, one!] })).toEqual([
      "it has sheets of more graders than were asked",
    ]);
  });

  it("has a letter for each of more texts than the alphabet has letters", () => {
    const { records, comparison } = compared();
    const texts = lettersFor(28).map((letter) => ({ ...comparison.texts[0]!, letter }));
    expect(comparisonErrors(records, { ...comparison, texts, graders: [] })).toEqual([
      "its texts are not those of this dialogue",
    ]);
  });

  it.each<[string, (honest: ComparisonRecord) => Partial<ComparisonRecord>, string]>([
    [
      "other texts",
      ({ texts }) => ({ texts: texts.map((text, i) => (i === 1 ? { ...text, sha256: hashOf(["Better."]) } : text)) }),
      "its texts are not those of this dialogue",
    ],
    [
      "another text as the decided one",
      ({ texts }) => ({ texts: texts.map((text, i) => ({ ...text, decided: i === 1 })) }),
      "its texts are not those of this dialogue",
    ],
    [
      "fewer runs",
      ({ texts }) => ({ texts: texts.map((text) => ({ ...text, runs: 1 })) }),
      "its texts are not those of this dialogue",
    ],
    ["another control", ({ control }) => ({ control: { ...control!, lines: ["Worse."] } }), "its texts are not those"],
    ["no control", () => ({ control: undefined }), "its texts are not those of this dialogue"],
    [
      "letters exchanged",
      ({ texts }) => {
        const exchanged: Record<string, string> = { C: "D", D: "C" };
        return { texts: texts.map((text) => ({ ...text, letter: exchanged[text.letter] ?? text.letter })) };
      },
      "the grades of grader 1 are not those on the sheet",
    ],
    [
      "one letter twice",
      ({ texts }) => ({ texts: texts.map((text) => ({ ...text, letter: "A" })) }),
      "its letters are not one for each text",
    ],
    [
      "better grades",
      ({ graders: [one] }) => ({
        graders: [{ ...one!, grades: one!.grades.map((grade) => ({ ...grade, minor: 0 })) }],
      }),
      "the grades of grader 1 are not those on the sheet",
    ],
    ["another verdict", () => ({ prev: "c".repeat(64) }), "there is no verdict that it follows"],
  ])("with %s is named", (_, forge, message) => {
    const { records, comparison } = compared();
    const forged = { ...comparison, ...forge(comparison) } as ComparisonRecord;
    expect(comparisonErrors(records, forged)).toContainEqual(expect.stringContaining(message));
  });
});
