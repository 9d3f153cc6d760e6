/** The reader as a whole. What single markers say is in `read-marks.test.ts`. */

import { describe, expect, it } from "vitest";
import { read, said } from "../../test/helpers/said.ts";
import { toLines } from "../rules/lines.ts";
import { scanDraft, scanLimits } from "./scan-draft.ts";

const words = "asks for a natural key";
const whole = `[MUFFIN-E0101: A slot number is no key]
[MOVE:CONCEDE R0002] [RE:SUPPORT P0005]
The retry finds \`0003\` taken and computes 0004.
Nothing stops it.

[MUFFIN-R0101: The path is the key] [RE:RESOLVE T0001] [CITE docs/facts.md#L10-L14 "${words}"]
Put the record where its name says what it is.

[DISSENT]
The question is badly put.

---

[MUFFIN-S0101: CONDITIONAL | confidence 0.89]
Files, if T0004 gets a rule.
`;

describe("a draft", () => {
  it("is read as items with their text, references, moves, citations, statements and a stance", () => {
    const retry = ["The retry finds `0003` taken and computes 0004.", "Nothing stops it."];
    const put = "Put the record where its name says what it is.";
    const cite = `[CITE docs/facts.md#L10-L14 "${words}"]`;
    const at = (marker: string) => {
      const from = whole.indexOf(marker);
      return { span: { from, to: from + marker.length } };
    };
    const slot = {
      ...at("[MUFFIN-E0101: A slot number is no key]"),
      localId: "MUFFIN-E0101",
      type: "E",
      seq: 1,
      label: "A slot number is no key",
      severity: null,
      line: 1,
      endLine: 4,
    };
    const path = {
      ...at("[MUFFIN-R0101: The path is the key]"),
      localId: "MUFFIN-R0101",
      type: "R",
      seq: 1,
      label: "The path is the key",
      severity: null,
      line: 6,
      endLine: 7,
    };
    const stance = {
      ...at("[MUFFIN-S0101: CONDITIONAL | confidence 0.89]"),
      localId: "MUFFIN-S0101",
      position: "CONDITIONAL",
      confidence: 0.89,
      text: "Files, if T0004 gets a rule.",
      line: 14,
    };
    expect(read(whole)).toEqual({
      older: false,
      items: [
        { ...slot, text: ["[MOVE:CONCEDE R0002] [RE:SUPPORT P0005]", ...retry], words: retry },
        { ...path, text: [`[RE:RESOLVE T0001] ${cite}`, put], words: [cite, put] },
      ],
      refs: [
        { kind: "SUPPORT", target: "P0005", line: 2, item: "MUFFIN-E0101", ...at("[RE:SUPPORT P0005]") },
        { kind: "RESOLVE", target: "T0001", line: 6, item: "MUFFIN-R0101", ...at("[RE:RESOLVE T0001]") },
      ],
      moves: [
        {
          ...{ kind: "CONCEDE", targets: ["R0002"], topic: null, line: 2, item: "MUFFIN-E0101" },
          ...at("[MOVE:CONCEDE R0002]"),
        },
      ],
      citations: [{ path: "docs/facts.md", from: 10, to: 14, words, line: 6, item: "MUFFIN-R0101", ...at(cite) }],
      stance,
      stances: [stance],
      statements: [{ kind: "dissent", label: null, text: ["The question is badly put."], line: 9, ...at("[DISSENT]") }],
      converge: null,
      cut: false,
      incomplete: false,
      outside: [],
      problems: [],
      notes: [],
    });
  });

  it.each<[string, boolean, boolean]>([
    ["", true, false],
    [" \n\n", true, false],
    ["Some thoughts.", false, false],
    ["[MOVE:CONVERGE]", false, false],
    ["[MUFFIN-P0101: a]\nb [x", false, false],
    ["[MUFFIN-P0101: a]\nb\n[MUFFIN-T0101: keys l\n\n", true, true],
    ["[MUFFIN-P0101: rows[0] of a[1", true, true],
    ["[RE:SUPPORT P0001", true, true],
    ["- **[MUFF", true, true],
    ["[", true, true],
    ['Because of [CITE a.md "wor', true, true],
    ["`[MUFFIN-T0101: a", true, true],
    ["> [MUFFIN-T0101: a", false, false],
    ["[MUFFIN-T0101: a\nmore", false, false],
    ['[CITE a.ts "rows[0"] holds', false, false],
  ])("%j is incomplete: %s, cut inside a marker: %s", (text, incomplete, cut) => {
    const draft = read(text);
    expect(draft).toMatchObject({ incomplete, cut });
    if (cut) expect(draft.problems).toEqual([]);
  });

  it("asks for no stance, and a signal behind the stance counts", () => {
    const draft = read("[MUFFIN-S0101: APPROVE | 0.9]", "Yes.", "[MOVE:CONVERGE]");
    expect(draft).toMatchObject({ converge: { line: 3 }, stance: { text: "Yes." }, problems: [], notes: [] });
  });

  it("says what is outside its items, stances and statements, without the markers", () => {
    const before = ["# Muffin", "", "On T0001: no.", "[RE:OPPOSE R0001] too dear", "[MUFFIN-P0101: a]", "inside"];
    const after = ["[SCONE-P0101: not mine]", "after", "[CONCESSION: T06 -- they are right]", "why", "[DISSENT]", "no"];
    expect(read(...before, ...after).outside).toEqual([
      { line: 1, text: "# Muffin\n\nOn T0001: no.\ntoo dear" },
      { line: 7, text: "[SCONE-P0101: not mine]\nafter" },
      { line: 10, text: "why" },
    ]);
    expect(read("", "", "a", "", "[MOVE:CONVERGE]", "---").outside).toEqual([{ line: 3, text: "a" }]);
  });
});

describe("an item", () => {
  it("takes the text up to the next item, stance or statement", () => {
    const types = ["P", "R", "T", "E", "C"];
    const draft = read(...types.flatMap((type) => [`[MUFFIN-${type}0101: label ${type}]`, `text ${type}`]));
    expect(draft.items.map(({ type, label, text }) => [type, label, ...text])).toEqual(
      types.map((type) => [type, `label ${type}`, `text ${type}`]),
    );
  });

  it("keeps its text word for word, code and quotes included, without blank edges and a closing rule", () => {
    const body = ["  indented", "", "> quoted [MUFFIN-P0109: not mine]", "```", "[MOVE:CONVERGE]", "```", "# heading"];
    const draft = read("[MUFFIN-P0101: label]", "", ...body, "", "---", "", "[MUFFIN-S0101: HOLD]");
    expect(draft.items).toMatchObject([{ text: body, words: body, line: 1, endLine: 9 }]);
    expect(draft.converge).toBeNull();
  });

  it("never shows a signal in its text, and the rest of the words stays as written", () => {
    const draft = read(
      "[MUFFIN-R0101: a] [MOVE:CONVERGE]",
      "First.",
      "**[MOVE:CONVERGE]** I can live with it.",
      "- 🧁 **Moves:** [MOVE:CONVERGE].",
      "[RE:SUPPORT P0001] [MOVE:CONVERGE]",
      "I said [MOVE:CONVERGE] before.",
      "",
      "[move:converge]",
    );
    expect(draft.items).toMatchObject([
      {
        text: ["First.", "I can live with it.", "[RE:SUPPORT P0001]", "I said [MOVE:CONVERGE] before."],
        words: ["First.", "I can live with it.", "I said [MOVE:CONVERGE] before."],
        endLine: 6,
      },
    ]);
    expect(draft.converge).toEqual({ line: 1 });
    const older = read("[MUFFIN-S0101: APPROVE]", "[CONVERGENCE CONFIRMED]");
    expect(older).toMatchObject({ converge: { line: 2 }, stance: { text: "" }, outside: [] });
  });

  it("has a label that may hold brackets and code, and a colon behind the marker is no text", () => {
    expect(read("[MUFFIN-P0101: the [x] in `a]b` and `c`]: rest").items).toMatchObject([
      { label: "the [x] in `a]b` and `c`", text: ["rest"] },
    ]);
    expect(read("\\[MUFFIN-P0101: a\\] b").items).toMatchObject([{ label: "a", text: ["b"] }]);
    expect(read("【MUFFIN-P0101：甲：乙】丙").items).toMatchObject([{ label: "甲：乙", text: ["丙"] }]);
  });

  it("has a label without characters that act instead of showing", () => {
    expect(read("[MUFFIN-P0101: a\u202Eb\u0007c\u2066d\u200Be]").items[0]?.label).toBe("abcde");
  });

  it("with a label too long is kept, cut, and must be corrected", () => {
    const label = (length: number) => `[MUFFIN-P0101: ${"x".repeat(length)}]`;
    const draft = read(label(scanLimits.labelLength + 1));
    expect(draft.items[0]?.label).toHaveLength(scanLimits.labelLength);
    const fix = "At most 300 characters in the brackets; the rest is text.";
    expect(draft.problems).toEqual([{ code: "refused", line: 1, message: "The label has 301 characters.", fix }]);
    expect(read(label(scanLimits.labelLength)).problems).toEqual([]);
    expect(read(`[MOVE:REQUEST ${"x".repeat(301)}]`, `[DISSENT: ${"x".repeat(301)}]`).problems).toHaveLength(2);
  });

  it("of another expert, of another round, or twice is refused, and its references are nobody's", () => {
    const mine = ["[MUFFIN-P0101: mine]", "[SCONE-T0101: theirs]", "[RE:SUPPORT P0001]"];
    const draft = read(...mine, "[MUFFIN-T0201: later]", "[MUFFIN-P0101: again]", "text");
    expect(said(draft)).toBe("P0101: mine; problem 2; SUPPORT P0001; problem 4; problem 5");
    expect(draft.items[0]?.text).toEqual([]);
    const fix = (id: string) => `Write ${id}; to take up another item use [RE:… id].`;
    expect(draft.problems).toEqual([
      { code: "refused", line: 2, message: "SCONE-T0101 is not Muffin's.", fix: fix("MUFFIN-T0101") },
      { code: "refused", line: 4, message: "MUFFIN-T0201 is not of round 1.", fix: fix("MUFFIN-T0102") },
      {
        code: "refused",
        line: 5,
        message: "MUFFIN-P0101 is on line 1 already.",
        fix: "Write MUFFIN-P0102.",
      },
    ]);
  });
});

describe("a stance and a statement", () => {
  it("take their text from their own line and the lines below", () => {
    expect(read("[MUFFIN-S0101: HOLD | 0.5] Here.", "", "One.", "").stance?.text).toBe("Here.\n\nOne.");
    const draft = read("[DISSENT: on the name]", "No.", "[MINORITY VERDICT: keep it]", "", "Two of us", "say so.");
    expect(draft.statements).toMatchObject([
      { kind: "dissent", label: "on the name", text: ["No."], line: 1 },
      { kind: "minority_verdict", label: "keep it", text: ["Two of us", "say so."], line: 3 },
    ]);
  });

  it("given twice are noted, also under the same ID; the last stance is shown", () => {
    const draft = read("[MUFFIN-S0101: APPROVE]", "[MUFFIN-S0101: HOLD]");
    expect(draft).toMatchObject({ stances: [{}, {}], stance: { position: "HOLD" }, problems: [] });
    const fix = "The first is on line 1.";
    expect(draft.notes).toEqual([{ line: 2, message: "This is a second stance.", fix }]);
  });

  it("may lack a condition, which is noted", () => {
    const fix = "Write it behind the stance.";
    const notes = [{ line: 1, message: "CONDITIONAL without its condition.", fix }];
    expect(read("[MUFFIN-S0101: CONDITIONAL]", "", "---")).toMatchObject({ notes, problems: [] });
    expect(read("[MUFFIN-S0101: CONDITIONAL] if so").notes).toEqual([]);
    expect(read("[MUFFIN-S0101: HOLD]").notes).toEqual([]);
  });
});

describe("a recommendation that only a reference makes", () => {
  it("is what RFC 0057 prints as an expert's output", () => {
    const first = ["[RE:RESOLVE T0001] Covered calls meet the income mandate.", "They pay 4 % a year."];
    const draft = read(...first, "", "[RE:ADDRESS T0002]", "Resolution is blocked: nobody knows the tax.");
    expect(said(draft)).toBe(
      "R0101: Covered calls meet the income mandate.; RESOLVE T0001 in R0101; R0102: Resolution is blocked: nobody knows the tax.; ADDRESS T0002 in R0102",
    );
    expect(draft.items).toMatchObject([
      { type: "R", seq: 1, line: 1, endLine: 2, text: ["Covered calls meet the income mandate.", first[1]] },
      { type: "R", seq: 2, line: 4, endLine: 5 },
    ]);
    expect(draft.outside).toEqual([]);
  });

  it("has its first words as label, however many there are", () => {
    const { items, problems } = read(`[RE:RESOLVE T0001] ${"word ".repeat(200)}`);
    expect(items[0]?.label).toMatch(/^(?:word )+.*…$/);
    expect(items[0]?.label).toHaveLength(80);
    expect(problems).toEqual([]);
  });

  it("ends the text of the tension it is in", () => {
    const { items } = read("[MUFFIN-T0101: a]", "b", "[RE:RESOLVE MUFFIN-T0101] c");
    expect(items.map(({ localId, text }) => [localId, ...text])).toEqual([
      ["MUFFIN-T0101", "b"],
      ["MUFFIN-R0101", "c"],
    ]);
  });

  it("is in the older dialect one for each resolution with words of its own", () => {
    const resolved = ["[PERSPECTIVE P01: a]", "text", "[RESOLVED T01]", "[RESOLVED T02]", "[RESOLVED T03: b]", "why"];
    const draft = read(...resolved, "[CONCESSION: c]", "so", "[REFINEMENT T07: d]");
    expect(draft.items.map(({ localId, label, text }) => [localId, label, ...text])).toEqual([
      ["MUFFIN-P0101", "a", "text"],
      ["MUFFIN-R0101", "Resolves T01", "[RESOLVED T02]"],
      ["MUFFIN-R0102", "b", "why"],
    ]);
    expect(draft.outside.map(({ text }) => text)).toEqual(["so", "[REFINEMENT T07: d]"]);
    expect(draft.refs.map(({ target, item }) => `${target} ${item}`)).toEqual([
      "T01 MUFFIN-R0101",
      "T02 MUFFIN-R0101",
      "T03 MUFFIN-R0102",
      "T07 null",
    ]);
  });
});

describe("a problem", () => {
  const told = (line: string) => read(line).problems.map(({ message, fix }) => `${message} ${fix}`)[0];

  it("names an ID that the draft does not have, above or below, and that no other fix names", () => {
    const draft = read("[T0102: a]", "[MUFFIN-T0101: b]", "[T0103: c]", "[MUFFIN-T0102: d]", "[P01: e]");
    expect(draft.problems.map(({ line, fix }) => `${line} ${fix.slice(0, 23)}`)).toEqual([
      "1 Write [MUFFIN-T0103: a]",
      "3 Write [MUFFIN-T0104: c]",
      "5 Write [MUFFIN-P0101: e]",
    ]);
  });

  it("keeps the number that was written, which other lines of the draft refer to", () => {
    const draft = read("[MUFFIN-T0102: b]", "[T0101: a]", "[MUFFIN-R0101: r]", "[RE:RESOLVE MUFFIN-T0101]", "[T4: d]");
    const fixes = draft.problems.map(({ fix }) => fix.slice(0, 23));
    expect(fixes).toEqual(["Write [MUFFIN-T0101: a]", "Write [MUFFIN-T0104: d]"]);
    const again = read("[T0101: a]", "[T0101: b]", "[T0003: c]").problems.map(({ fix }) => fix.slice(0, 23));
    expect(again).toEqual(["Write [MUFFIN-T0101: a]", "Write [MUFFIN-T0102: b]", "Write [MUFFIN-T0103: c]"]);
  });

  it("says what is there and how to write it", () => {
    const refs = "SUPPORT, OPPOSE, QUESTION, DEPEND, REFINE, ADDRESS, RESOLVE or REOPEN";
    expect(told("[RE:AGREE P0001] x")).toBe(
      `[RE:AGREE P0001] is not a valid marker. Write [RE:KIND id] with ${refs}; reasons go behind the bracket.`,
    );
    expect(told("[MOVE:AGREE]")).toBe(
      "[MOVE:AGREE] is not a valid marker. Write [MOVE:DEFEND id], [MOVE:CHALLENGE id], [MOVE:BRIDGE id, id], [MOVE:REQUEST topic], [MOVE:CONCEDE id] or [MOVE:CONVERGE]; the rest goes behind the bracket.",
    );
    expect(told("[MUFFIN-S0101: YES]")).toBe(
      "[MUFFIN-S0101: YES] is not a valid marker. Write [MUFFIN-S0101: APPROVE | 0.85] with APPROVE, REJECT, CONDITIONAL, HOLD or ABSTAIN; a condition or reason goes behind the bracket.",
    );
    expect(told("[CITE a b]")).toContain('Write [CITE path#L10-L14 "words"]');
    expect(told("[MUFFIN-T01: a]")).toContain("Write [MUFFIN-T0101: a]");
    expect(told("[MUFFIN-X01: a]")).toContain("Write [MUFFIN-P0101: a]");
    expect(told("[T01: a shopper: waits | medium]")).toContain("Write [MUFFIN-T0101: a shopper: waits | medium], or");
    expect(told("[MUFFIN-T01 a]")).toContain("Write [MUFFIN-T0101: label]");
    expect(told("(MUFFIN-T0102) a")).toBe("MUFFIN-T0102 is marked nowhere. Write [MUFFIN-T0102: label].");
    expect(told(`[MUFFIN ${"x".repeat(100)}]`)).toMatch(/^\[MUFFIN x+… is not/);
  });

  it("ends the text above it, unless it is a reference, a move or a citation", () => {
    const draft = read("[MUFFIN-P0101: a]", "mine", "[MUFFIN-T101: b]", "[RE:SUPPORT P0001]");
    expect(draft.items).toMatchObject([{ text: ["mine"], endLine: 2 }]);
    expect(draft.refs).toMatchObject([{ item: null }]);
    for (const line of ["[RE:AGREE P0001]", "**[MOVE:AGREE]**", "[CITE a b]"]) {
      const open = read("[MUFFIN-P0101: a]", line, "[RE:SUPPORT P0001]");
      expect(open.items, line).toMatchObject([{ text: [line, "[RE:SUPPORT P0001]"] }]);
      expect(open.refs, line).toMatchObject([{ item: "MUFFIN-P0101" }]);
    }
  });

  it("comes in the order of the lines, wherever it was found", () => {
    const draft = read("MUFFIN-T0101: a", "[MUFFIN-P0101: a]", "[RE:AGREE P0001]", "~~~ts", "code", "[DISSENT]");
    expect(said(draft)).toBe("problem 1; P0101: a; problem 3; problem 4; note 6");
    const fix = "Close it with a line of the same characters.";
    expect(draft.problems.at(-1)).toEqual({ code: "fence", line: 4, message: "Nothing closes this code fence.", fix });
  });

  it("finds an author whose name has a sign in it", () => {
    const scan = (text: string) => scanDraft([text], { expert: "Dr. No", round: 1 }).problems.length;
    expect([scan("[DR. NO 1: a]"), scan("[Dr x No: a]"), scan("[DR. NOT: a]")]).toEqual([1, 0, 0]);
  });
});

describe("the text", () => {
  it("may have any line ends and a byte order mark", () => {
    const draft = read("\uFEFF[MUFFIN-P0101: a]\r\none\rtwo\n[MOVE:CONVERGE]");
    expect(draft.items).toMatchObject([{ line: 1, text: ["one", "two"] }]);
    expect(draft.converge).toEqual({ line: 4 });
  });

  it("is read as its lines are: the scanner strips nothing that the record keeps", () => {
    const scan = (...lines: string[]) => said(scanDraft(lines, { expert: "Muffin", round: 1 }));
    expect(scan("\ufeff~~~", "[MUFFIN-P0101: a]")).toBe("P0101: a");
    expect(scan("~~~", "[MUFFIN-P0101: a]")).toBe("problem 1; note 2");
    expect(scan("", "a\u2028[MOVE:CONVERGE]", "\u0085[MUFFIN-P0101: a]", "[MUFFIN-P0102: b]")).toBe(
      "note 2; note 3; P0102: b",
    );
  });

  it("is read up to a number of markers, and says so", () => {
    const scan = (markers: number) =>
      scanDraft(toLines("[DISSENT]\nx\n".repeat(5)), { expert: "Muffin", round: 1 }, { limits: { markers } });
    const draft = scan(3);
    expect(draft.statements).toMatchObject([{ text: ["x"] }, { text: ["x"] }, { text: ["x"] }]);
    const message = "More than 3 markers; the rest was not read.";
    expect(draft.problems).toEqual([{ code: "refused", line: 7, message, fix: "Use at most 3 markers." }]);
    expect(scan(5).problems).toEqual([]);
  });

  it.each([
    ["I say [MOVE:CONVERGE] now", "in a sentence"],
    ["`[MOVE:CONVERGE]`", "in backticks"],
    ["~~~\n[MOVE:CONVERGE]\n~~~", "in a code block"],
    ["> [MOVE:CONVERGE]", "in a quote"],
    ["<!-- [MOVE:CONVERGE] -->", "in a comment"],
  ])("says where a marker does not count: %s", (text, where) => {
    const draft = read(text);
    expect(draft.converge).toBeNull();
    expect(draft.notes.map(({ message }) => message)).toEqual([`[MOVE:CONVERGE] counts for nothing ${where}.`]);
  });

  it("is searched only so far for markers that do not count", () => {
    const { notes } = read("a [MOVE:CONVERGE]\n".repeat(1_100));
    expect(notes).toHaveLength(1_000);
    expect(notes[0]).toEqual({
      line: 1,
      message: "[MOVE:CONVERGE] counts for nothing in a sentence.",
      fix: "To count, a marker starts a line of its own, outside code, quotes and comments.",
    });
  });
});

describe("the severity of a tension", () => {
  const severityIn = (head: string) => read(head, "Text.").items.map(({ label, severity }) => [label, severity]);

  it("follows the last bar of its label, in any case", () => {
    expect(severityIn("[MUFFIN-T0101: keys leak | major]")).toEqual([["keys leak", "major"]]);
    expect(severityIn("[MUFFIN-T0101: a | b | CRITICAL ]")).toEqual([["a | b", "critical"]]);
    expect(severityIn("[MUFFIN-T0101: keys leak \\| minor]")).toEqual([["keys leak", "minor"]]);
  });

  it.each([
    ["critical", "critical blocker severe"],
    ["major", "major high Medium"],
    ["minor", "minor LOW trivial"],
  ])("is %s, as models write it: %s", (severity, words) => {
    for (const word of words.split(" ")) {
      expect(severityIn(`[MUFFIN-T0101: a | b | ${word}]`)).toEqual([["a | b", severity]]);
      expect(read(`[MUFFIN-T0101: a | ${word}]`).notes).toEqual([]);
    }
  });

  it.each(["｜", "│", "∣", "¦"])("stands behind any bar, as models write it: %s", (bar) => {
    expect(severityIn(`[MUFFIN-T0101: keys leak ${bar} critical]`)).toEqual([["keys leak", "critical"]]);
  });

  it("is not lost to an empty last cell", () => {
    expect(severityIn("[MUFFIN-T0101: keys leak | critical |]")).toEqual([["keys leak", "critical"]]);
    expect(severityIn("[MUFFIN-T0101: keys leak | critical \\| ｜ ]")).toEqual([["keys leak", "critical"]]);
    expect(severityIn("[MUFFIN-T0101: keys leak |]")).toEqual([["keys leak |", null]]);
  });

  it("is read in the older dialect too, and what is none is named there", () => {
    expect(severityIn("[TENSION T03: keys leak | critical]")).toEqual([["keys leak", "critical"]]);
    expect(severityIn("[TENSION T-NEW: keys leak ｜ high |]")).toEqual([["keys leak", "major"]]);
    expect(severityIn("[PERSPECTIVE P03: keys | major]")).toEqual([["keys | major", null]]);
    expect(read("[TENSION T03: keys | urgent]").notes).toMatchObject([
      { line: 1, message: expect.stringContaining("“urgent” behind the last bar is no severity") },
    ]);
  });

  it("that is no word for one stays in the label, is named with its line, and costs nothing", () => {
    const draft = read("Text.", "[MUFFIN-T0101: keys | urgent]", "[MUFFIN-T0102: read | write paths]");
    expect(draft.items.map(({ label, severity }) => [label, severity])).toEqual([
      ["keys | urgent", null],
      ["read | write paths", null],
    ]);
    const fix = "Write | critical, | major, | minor or nothing.";
    const message = (words: string) => `“${words}” behind the last bar is no severity; it stays in the label.`;
    expect(draft.notes).toEqual([
      { line: 2, message: message("urgent"), fix },
      { line: 3, message: message("write paths"), fix },
    ]);
    expect(draft.problems).toEqual([]);
    expect(read("[MUFFIN-T0101: constructor | constructor]").items[0]).toMatchObject({ severity: null });
    expect(read("[MUFFIN-T0101: keys |]", "[MUFFIN-P0101: keys | high]").notes).toEqual([]);
  });

  it("may be missing, is no other word, and belongs to tensions only", () => {
    expect(severityIn("[MUFFIN-T0101: keys leak]")).toEqual([["keys leak", null]]);
    expect(severityIn("[MUFFIN-T0101: keys | locks]")).toEqual([["keys | locks", null]]);
    expect(severityIn("[MUFFIN-P0101: keys | major]")).toEqual([["keys | major", null]]);
    expect(read("[MUFFIN-T0101: | major]", "Text.").problems).toHaveLength(1);
  });
});
