import { describe, expect, it } from "vitest";
import { BlueError } from "../errors.ts";
import { scanDraft, scanLimits } from "./scan-draft.ts";

const scan = (...lines: string[]) => scanDraft(lines.join("\n"), { expert: "Muffin", round: 1 });
const refs = (...lines: string[]) => scan(...lines).refs.map((ref) => `${ref.kind} ${ref.target} in ${ref.item}`);

const whole = `[MUFFIN-E0101: A slot number is no key]
[MOVE:CONCEDE R0002] [RE:SUPPORT P0005]
The retry finds \`0003\` taken and computes 0004.
Nothing stops it.

[MUFFIN-R0101: The path is the key] [RE:RESOLVE T0001] [CITE docs/facts.md#L10-L14 "asks for a natural key"]
Put the record where its name says what it is.

[DISSENT]
The question is badly put.

---

[MUFFIN-S0101: CONDITIONAL | confidence 0.89]
Files, if T0004 gets a rule.
`;

describe("a draft", () => {
  it("is read as items with their text, references, moves, citations, statements and a stance", () => {
    const draft = scanDraft(whole, { expert: "Muffin", round: 1 });
    expect(draft).toEqual({
      dialect: "current",
      items: [
        {
          localId: "MUFFIN-E0101",
          type: "E",
          seq: 1,
          label: "A slot number is no key",
          line: 1,
          endLine: 4,
          text: [
            "[MOVE:CONCEDE R0002] [RE:SUPPORT P0005]",
            "The retry finds `0003` taken and computes 0004.",
            "Nothing stops it.",
          ],
        },
        {
          localId: "MUFFIN-R0101",
          type: "R",
          seq: 1,
          label: "The path is the key",
          line: 6,
          endLine: 7,
          text: [
            '[RE:RESOLVE T0001] [CITE docs/facts.md#L10-L14 "asks for a natural key"]',
            "Put the record where its name says what it is.",
          ],
        },
      ],
      refs: [
        { kind: "SUPPORT", target: "P0005", raw: "[RE:SUPPORT P0005]", line: 2, item: "MUFFIN-E0101" },
        { kind: "RESOLVE", target: "T0001", raw: "[RE:RESOLVE T0001]", line: 6, item: "MUFFIN-R0101" },
      ],
      moves: [{ kind: "CONCEDE", targets: ["R0002"], topic: null, line: 2, item: "MUFFIN-E0101" }],
      citations: [
        {
          path: "docs/facts.md",
          from: 10,
          to: 14,
          words: "asks for a natural key",
          raw: '[CITE docs/facts.md#L10-L14 "asks for a natural key"]',
          line: 6,
          item: "MUFFIN-R0101",
        },
      ],
      stance: {
        localId: "MUFFIN-S0101",
        position: "CONDITIONAL",
        confidence: 0.89,
        text: "Files, if T0004 gets a rule.",
        line: 14,
      },
      stances: [expect.objectContaining({ line: 14 })],
      statements: [{ kind: "dissent", label: null, text: ["The question is badly put."], line: 9 }],
      converge: null,
      complete: true,
      problems: [],
    });
  });

  it("may be only a signal and a stance", () => {
    const draft = scan("[MOVE:CONVERGE]", "", "---", "", "[MUFFIN-S0101: APPROVE | 0.95]", "I can live with it.");
    expect(draft).toMatchObject({ converge: { line: 1 }, complete: true, items: [], problems: [] });
  });

  it("without any marker says nothing", () => {
    expect(scan("Some thoughts.", "", "- [ ] and [a link](http://example.org)")).toMatchObject({
      dialect: "none",
      complete: false,
      stance: null,
      problems: [],
    });
    expect(scan("")).toMatchObject({ dialect: "none", problems: [] });
  });
});

describe("a marker starts its line", () => {
  it("after spaces, dashes, stars, hashes and emphasis", () => {
    for (const prefix of ["", "  ", "    ", "\t", "- ", "* ", "# ", "### ", "**", "_", "- **", "  - ", "***"]) {
      expect(scan(`${prefix}[MUFFIN-P0101: label]`).items, prefix).toMatchObject([{ localId: "MUFFIN-P0101" }]);
      expect(scan(`${prefix}[MOVE:CONVERGE]`).converge, prefix).toEqual({ line: 1 });
    }
  });

  it("and the emphasis that closes around it is not part of its text", () => {
    expect(scan("**[MUFFIN-P0101: label]** because").items[0]?.text).toEqual(["because"]);
    expect(scan("**[MOVE:CONVERGE]**")).toMatchObject({ converge: { line: 1 }, problems: [] });
  });

  it("so in mid-sentence it counts for nothing and is reported", () => {
    const draft = scan("I cannot give [MOVE:CONVERGE] yet, nor [MUFFIN-P0101: this].", "| [RE:SUPPORT P0001] |");
    expect(draft).toMatchObject({ converge: null, items: [], refs: [], dialect: "none" });
    expect(draft.problems.map(({ line, code, blocking }) => [line, code, blocking])).toEqual([
      [1, "mid_sentence", false],
      [1, "mid_sentence", false],
      [2, "mid_sentence", false],
    ]);
  });

  it("behind a list number, a plus or a backslash it must be corrected, because it was meant to count", () => {
    for (const line of [
      "1. [MUFFIN-T0101: label]",
      "2) [RE:SUPPORT P0001]",
      "+ [MOVE:CONVERGE]",
      "\\[MUFFIN-T0101: label\\]",
    ]) {
      const draft = scan(line);
      expect(draft, line).toMatchObject({ items: [], refs: [], converge: null });
      expect(draft.problems, line).toMatchObject([{ code: "malformed_marker", blocking: true, line: 1 }]);
    }
  });

  it("but references, moves and citations may follow one another on a line", () => {
    const draft = scan(
      "[MUFFIN-R0101: label] [RE:SUPPORT P0001][RE:OPPOSE R0002], **[MOVE:DEFEND E0001]** [MOVE:CONVERGE] so",
    );
    expect(draft.refs.map((ref) => ref.item)).toEqual(["MUFFIN-R0101", "MUFFIN-R0101"]);
    expect(draft.moves.map((move) => move.kind)).toEqual(["DEFEND", "CONVERGE"]);
    expect(draft).toMatchObject({ converge: { line: 1 }, problems: [] });
  });

  it("and words between them put what follows into mid-sentence", () => {
    const draft = scan("[RE:SUPPORT P0001] but not [RE:SUPPORT P0002]");
    expect(draft.refs).toHaveLength(1);
    expect(draft.problems).toMatchObject([{ code: "mid_sentence", raw: "[RE:SUPPORT P0002]" }]);
  });

  it("and an item, a stance or a statement needs a line of its own", () => {
    for (const marker of ["[MUFFIN-T0101: label]", "[MUFFIN-S0101: HOLD]", "[DISSENT]"]) {
      const draft = scan(`[RE:SUPPORT P0001] ${marker}`, "text");
      expect(draft, marker).toMatchObject({ items: [], stance: null, statements: [] });
      expect(draft.problems, marker).toMatchObject([{ code: "malformed_marker", blocking: true }]);
    }
  });
});

describe("an item", () => {
  it("is one of five types and takes the text up to the next item, stance or statement", () => {
    const draft = scan(
      ...["P", "R", "T", "E", "C"].flatMap((type) => [`[MUFFIN-${type}0101: label ${type}]`, `text ${type}`]),
    );
    expect(draft.items.map((item) => [item.type, item.label, ...item.text])).toEqual(
      ["P", "R", "T", "E", "C"].map((type) => [type, `label ${type}`, `text ${type}`]),
    );
  });

  it("keeps its text word for word, code and quotes included, without blank edges and a closing rule", () => {
    const body = ["  indented", "", "> quoted [MUFFIN-P0109: not mine]", "```", "[MOVE:CONVERGE]", "```", "# heading"];
    const draft = scan("[MUFFIN-P0101: label]", "", ...body, "", "---", "", "[MUFFIN-S0101: HOLD]");
    expect(draft.items).toMatchObject([{ text: body, line: 1, endLine: 9 }]);
    expect(draft.converge).toBeNull();
  });

  it("may have a sequence of three digits", () => {
    expect(scan("[MUFFIN-P01101: label]").items).toMatchObject([{ localId: "MUFFIN-P01101", seq: 101 }]);
  });

  it("may spell its expert in any case", () => {
    expect(scan("[Muffin-p0101: label]").items).toMatchObject([{ localId: "MUFFIN-P0101", type: "P" }]);
  });

  it("has a label that may hold brackets, code and a code bracket", () => {
    expect(scan("[MUFFIN-P0101: the [x] in `a]b` and `c`] rest").items).toMatchObject([
      { label: "the [x] in `a]b` and `c`", text: ["rest"] },
    ]);
  });

  it("has a label without characters that act instead of showing", () => {
    expect(scan("[MUFFIN-P0101: a\u202Eb\u0007c\u2066d\u200Be]").items[0]?.label).toBe("abcde");
  });

  it("with a label too long is kept, cut, and must be corrected", () => {
    const draft = scan(`[MUFFIN-P0101: ${"x".repeat(scanLimits.labelLength + 1)}]`);
    expect(draft.items[0]?.label).toHaveLength(scanLimits.labelLength);
    expect(draft.problems).toMatchObject([{ code: "label_too_long", blocking: true, line: 1 }]);
  });

  it("of another expert, of another round, or twice is refused, and its references are nobody's", () => {
    const draft = scan(
      "[MUFFIN-P0101: mine]",
      "[SCONE-T0101: theirs]",
      "[RE:SUPPORT P0001]",
      "[MUFFIN-T0201: later]",
      "[MUFFIN-P0101: again]",
      "text",
    );
    expect(draft.items).toMatchObject([{ localId: "MUFFIN-P0101", label: "mine", text: [] }]);
    expect(draft.refs).toMatchObject([{ item: null }]);
    expect(draft.problems.map(({ line, code, blocking }) => [line, code, blocking])).toEqual([
      [2, "wrong_expert", true],
      [4, "wrong_round", true],
      [5, "duplicate_id", true],
    ]);
  });

  it("only mentioned at the start of a line is no marker", () => {
    expect(scan("[SCONE-P0101] is right.", "[MUFFIN-P0001] was mine.")).toMatchObject({ items: [], problems: [] });
  });

  it("written without brackets must be corrected, unless it is a mention of one that is marked", () => {
    expect(scan("MUFFIN-T0101: no brackets").problems).toMatchObject([{ code: "malformed_marker", blocking: true }]);
    expect(scan("- MUFFIN-T0101: see there", "[MUFFIN-T0101: label]", "- MUFFIN-T0001: earlier").problems).toEqual([]);
  });
});

describe("a reference", () => {
  it("belongs to the item it stands in, before the first item to the draft", () => {
    expect(refs("[RE:SUPPORT P0001]", "[MUFFIN-P0101: label]", "text", "[RE:DEPEND SCONE-E0101]")).toEqual([
      "SUPPORT P0001 in null",
      "DEPEND SCONE-E0101 in MUFFIN-P0101",
    ]);
    expect(refs("[MUFFIN-P0101: label]", "[MUFFIN-S0101: HOLD]", "[RE:SUPPORT P0001]")).toEqual([
      "SUPPORT P0001 in null",
    ]);
  });

  it("comes in eight kinds, in any case, with IDs put right", () => {
    expect(refs("[re:support p0001]", "[RE: OPPOSE P1]", "[RE:QUESTION Scone-c0101.]", "[RE:DEPEND E0001]")).toEqual([
      "SUPPORT P0001 in null",
      "OPPOSE P0001 in null",
      "QUESTION SCONE-C0101 in null",
      "DEPEND E0001 in null",
    ]);
    expect(refs("[RE:REFINE R0001] [RE:ADDRESS T0001] [RE:RESOLVE T0002] [RE:REOPEN T0003]")).toHaveLength(4);
  });

  it("may name several items, which makes several references", () => {
    expect(refs("[RE:SUPPORT P0001, P0002 and R0001]")).toEqual([
      "SUPPORT P0001 in null",
      "SUPPORT P0002 in null",
      "SUPPORT R0001 in null",
    ]);
  });

  it("that addresses, resolves or reopens takes tensions only", () => {
    for (const kind of ["ADDRESS", "RESOLVE", "REOPEN"]) {
      const draft = scan(`[RE:${kind} R0001] [RE:${kind} T0001]`);
      expect(draft.refs.map((ref) => ref.target)).toEqual(["T0001"]);
      expect(draft.problems).toMatchObject([{ code: "invalid_ref_target", blocking: true, raw: `[RE:${kind} R0001]` }]);
    }
  });

  it("that refines takes the type of the item it stands in", () => {
    const draft = scan("[MUFFIN-R0101: label] [RE:REFINE P0001] [RE:REFINE R0001]");
    expect(draft.refs.map((ref) => ref.target)).toEqual(["R0001"]);
    expect(draft.problems).toMatchObject([{ code: "refine_type_mismatch", blocking: true }]);
  });

  it("never names a stance", () => {
    expect(scan("[RE:OPPOSE SCONE-S0101]")).toMatchObject({ refs: [], problems: [{ code: "invalid_ref_target" }] });
    expect(scan("[MOVE:CHALLENGE SCONE-S0101]")).toMatchObject({
      moves: [],
      problems: [{ code: "invalid_ref_target" }],
    });
  });
});

describe("a move", () => {
  it("names items, a topic, or for CONVERGE nothing", () => {
    const draft = scan(
      "[MOVE:DEFEND R0001] [MOVE:CHALLENGE P1] [MOVE:CONCEDE SCONE-R0101]",
      "[MOVE:BRIDGE R0001, R0002]",
      "[MOVE:REQUEST RFC 0051's list: if two may stand]",
      "[MOVE:CONVERGE]",
    );
    expect(draft.moves.map(({ kind, targets, topic }) => [kind, targets, topic])).toEqual([
      ["DEFEND", ["R0001"], null],
      ["CHALLENGE", ["P0001"], null],
      ["CONCEDE", ["SCONE-R0101"], null],
      ["BRIDGE", ["R0001", "R0002"], null],
      ["REQUEST", [], "RFC 0051's list: if two may stand"],
      ["CONVERGE", [], null],
    ]);
    expect(draft.problems).toEqual([]);
  });
});

describe("a citation", () => {
  const cite = (text: string) => scan("[MUFFIN-E0101: label]", text);

  it("counts anywhere in the text of an item", () => {
    const draft = cite('As [CITE a.md#L3 "said so"] has it, and [CITE b.md].');
    expect(draft.citations.map(({ path, from, to, words, item }) => [path, from, to, words, item])).toEqual([
      ["a.md", 3, 3, "said so", "MUFFIN-E0101"],
      ["b.md", null, null, null, "MUFFIN-E0101"],
    ]);
    expect(draft.problems).toEqual([]);
  });

  it("may name lines in several ways, a path in code or with brackets, and words that hold brackets and quotes", () => {
    const one = (text: string) => {
      const { path, from, to, words } = cite(text).citations[0] ?? {};
      return [path, from, to, words];
    };
    expect(one("[CITE src/a.ts#L10-14]")).toEqual(["src/a.ts", 10, 14, null]);
    expect(one("[CITE src/a.ts:10-14]")).toEqual(["src/a.ts", 10, 14, null]);
    expect(one("[CITE `src/a.ts#L7`]")).toEqual(["src/a.ts", 7, 7, null]);
    expect(one('[CITE app/[id]/page.tsx#L1 "x"]')).toEqual(["app/[id]/page.tsx", 1, 1, "x"]);
    expect(one('[CITE a.json "{ "ids": ["a", "b"] }"] and "so"]')).toEqual([
      "a.json",
      null,
      null,
      '{ "ids": ["a", "b"] }',
    ]);
    expect(one('[CITE a.ts "rows[0"]')).toEqual(["a.ts", null, null, "rows[0"]);
    expect(one("[CITE a.md “curly”]")).toEqual(["a.md", null, null, "curly"]);
  });

  it("in code or in a quote does not count", () => {
    const draft = cite("Write `[CITE a.md]` so.\n\n> [CITE b.md]");
    expect(draft.citations).toEqual([]);
    expect(draft.problems.map(({ code, blocking }) => [code, blocking])).toEqual([
      ["quoted_marker", false],
      ["quoted_marker", false],
    ]);
  });

  it("that cannot be read must be corrected", () => {
    for (const text of [
      "see [CITE my file.md]",
      "[CITE a.md#L9-L3]",
      '[CITE a.md "words',
      "[CITE a.md#L0]",
      '[CITE a.md ""]',
      "[CITE]",
    ]) {
      const draft = cite(text);
      expect(draft.citations, text).toEqual([]);
      expect(draft.problems, text).toMatchObject([{ code: "malformed_marker", blocking: true, line: 2 }]);
    }
  });

  it("in the sentence of the stance leaves the draft complete", () => {
    const draft = scan("[MUFFIN-S0101: HOLD | 0.5]", "Because of [CITE a.md#L1].");
    expect(draft).toMatchObject({ complete: true, citations: [{ item: null }] });
  });
});

describe("a stance", () => {
  const stance = (inside: string, ...text: string[]) => scan(`[MUFFIN-S0101: ${inside}]`, ...text);

  it("has a position, and a confidence in either spelling or none", () => {
    expect(stance("APPROVE | 0.85").stance).toMatchObject({
      localId: "MUFFIN-S0101",
      position: "APPROVE",
      confidence: 0.85,
    });
    expect(stance("REJECT | confidence 1").stance).toMatchObject({ position: "REJECT", confidence: 1 });
    expect(stance("hold \\| confidence: .5").stance).toMatchObject({ position: "HOLD", confidence: 0.5 });
    expect(stance("ABSTAIN").stance).toMatchObject({ position: "ABSTAIN", confidence: null });
  });

  it("takes its sentence from its own line and the lines below", () => {
    expect(stance("APPROVE | 0.9", "", "One.", "Two.", "").stance?.text).toBe("One.\nTwo.");
    expect(scan("[MUFFIN-S0101: APPROVE] Here.").stance?.text).toBe("Here.");
  });

  it("with an unknown position or a confidence outside 0 to 1 must be corrected", () => {
    for (const inside of [
      "MAYBE | 0.5",
      "APPROVE | 1.01",
      "APPROVE | 85%",
      "APPROVE | high",
      "APPROVE|REJECT | 0.5",
      "APPROVE | -0.1",
    ]) {
      const draft = stance(inside);
      expect(draft, inside).toMatchObject({ stance: null, complete: false });
      expect(draft.problems, inside).toMatchObject([{ code: "malformed_marker", blocking: true }]);
    }
  });

  it("that is conditional needs its condition", () => {
    expect(stance("CONDITIONAL | 0.8", "", "---").problems).toMatchObject([
      { code: "malformed_marker", blocking: true, line: 1 },
    ]);
    expect(stance("CONDITIONAL | 0.8", "if so").problems).toEqual([]);
  });

  it("of another expert is none", () => {
    const draft = scan("[SCONE-S0101: APPROVE | 0.9]");
    expect(draft).toMatchObject({ stance: null, complete: false, problems: [{ code: "wrong_expert" }] });
  });

  it("given twice must be corrected; the last one is shown", () => {
    const draft = scan("[MUFFIN-S0101: APPROVE]", "[MUFFIN-S0102: HOLD]");
    expect(draft.stances).toHaveLength(2);
    expect(draft).toMatchObject({ stance: { position: "HOLD" }, complete: true });
    expect(draft.problems).toMatchObject([{ code: "multiple_stances", blocking: true, line: 2 }]);
  });

  it("that is refused does not complete a draft", () => {
    const draft = scan("[MUFFIN-S0101: APPROVE]", "[SCONE-S0101: HOLD]");
    expect(draft).toMatchObject({ complete: false, stance: { position: "APPROVE" } });
  });

  it("makes the draft complete only as its last marker", () => {
    const draft = scan("[MUFFIN-S0101: APPROVE | 0.9]", "Yes.", "[MOVE:CONVERGE]");
    expect(draft).toMatchObject({ complete: false, converge: { line: 3 } });
    expect(draft.problems).toMatchObject([{ code: "after_stance", blocking: false, line: 3 }]);
  });
});

describe("a statement", () => {
  it("is a dissent or a minority verdict with its text", () => {
    const draft = scan("[DISSENT: on the name]", "No.", "[MINORITY VERDICT: keep it]", "", "Two of us", "say so.");
    expect(draft.statements).toEqual([
      { kind: "dissent", label: "on the name", text: ["No."], line: 1 },
      { kind: "minority_verdict", label: "keep it", text: ["Two of us", "say so."], line: 3 },
    ]);
  });
});

describe("the text", () => {
  it("may have any line ends and a byte order mark", () => {
    const draft = scanDraft("\uFEFF[MUFFIN-P0101: a]\r\none\rtwo\n[MOVE:CONVERGE]", { expert: "Muffin", round: 1 });
    expect(draft.items).toMatchObject([{ line: 1, text: ["one", "two", "[MOVE:CONVERGE]"] }]);
    expect(draft.converge).toEqual({ line: 4 });
  });

  it("with a NUL or over the limit is refused by name", () => {
    const refusal = (text: string) => {
      try {
        scanDraft(text, { expert: "Muffin", round: 1 });
      } catch (thrown) {
        return thrown;
      }
      return undefined;
    };
    for (const text of ["a\0b", "ü".repeat(scanLimits.bytes / 2 + 1)]) {
      const thrown = refusal(text);
      expect(thrown).toBeInstanceOf(BlueError);
      expect(thrown).toMatchObject({ code: "invalid_input", field: "text" });
    }
    expect(refusal("ü".repeat(scanLimits.bytes / 2))).toBeUndefined();
  });

  it("is read up to a number of markers and of problems, and says so", () => {
    const many = scanDraft(
      "[RE:SUPPORT P0001]\n".repeat(5),
      { expert: "Muffin", round: 1 },
      { limits: { markers: 3 } },
    );
    expect(many.refs).toHaveLength(3);
    expect(many.problems).toMatchObject([{ code: "too_many", blocking: true, line: 4 }]);
    const noisy = scanDraft(
      "a [MOVE:CONVERGE]\n".repeat(5),
      { expert: "Muffin", round: 1 },
      { limits: { problems: 3 } },
    );
    expect(noisy.problems.map((problem) => problem.code)).toEqual([...Array(3).fill("mid_sentence"), "too_many"]);
  });
});
