import { describe, expect, it } from "vitest";
import { scanDraft } from "./scan-draft.ts";

const scan = (...lines: string[]) => scanDraft(lines.join("\n"), { expert: "Muffin", round: 1 });

describe("what is clearly meant as a marker blocks, with its line and a fix", () => {
  const malformed: Record<string, string[]> = {
    "an unknown type letter": ["[MUFFIN-X0101: label]", "[SCONE-X0101: label]"],
    "the wrong number of digits": ["[MUFFIN-P101: label]", "[MUFFIN-P1: label]", "[SCONE-P01: label]"],
    "no closing bracket": ["[MUFFIN-P0101: label", "[RE:SUPPORT P0001", "[MOVE:CONVERGE", "[MUFFIN-S0101: HOLD | 0.5"],
    "an unbalanced bracket": ["[MUFFIN-P0101: rows[0 are wrong]"],
    "no label": ["[MUFFIN-P0101]", "[MUFFIN-P0101:]", "[MUFFIN-P0101: ]", "[MUFFIN-P0101: \u200b]", "[SCONE-P0101: ]"],
    "no colon": ["[MUFFIN-P0101 label]"],
    "no expert": ["[P0101: label]"],
    "another separator": ["[MUFFIN P0101: label]", "[MUFFIN_P0101: label]", "[MUFFINP0101: label]"],
    "a wrapped name": [
      "[**MUFFIN-P0101**: label]",
      "[`MUFFIN-P0101`: label]",
      "[[MOVE:CONVERGE]]",
      "[**MOVE:CONVERGE**]",
    ],
    "an unknown reference": ["[RE:AGREE P0001]", "[RE: P0001]"],
    "an unknown move": ["[MOVE:AGREE]", "[MOVE:]"],
    "no target": ["[RE:SUPPORT]", "[RE:SUPPORT ]", "[MOVE:DEFEND]", "[MOVE:BRIDGE]", "[MOVE:REQUEST]"],
    "a target that is no ID": [
      "[RE:SUPPORT the idea]",
      "[RE:SUPPORT P101]",
      "[RE:SUPPORT P0001 because]",
      "[MOVE:DEFEND all]",
    ],
    "a signal with a condition": ["[MOVE:CONVERGE on R0101]", "[MOVE:CONVERGE?]"],
    "no prefix": [
      "[SUPPORT P0001]",
      "[RESOLVE T0001]",
      "[CONCEDE R0001]",
      "[CONVERGE]",
      "[MOVE CONVERGE]",
      "[RE-SUPPORT P0001]",
    ],
    "a reopening in other words": ["[re:reopened T0001]", "[RE-OPEN T0001]", "[RE:RE-OPEN T0001]", "[RE OPEN T0001]"],
    "a slip in an own ID": ["[MUFFIN-T-0201: label]", "[MUFFIN - T0101: label]", "[MUFFIN-TO101: label]"],
    "a statement that is misspelt": ["[MINORITY VERDICT]", "[MINORITY VERDICT keep it]", "[DISSENT because]"],
    "a marker that Markdown shows as a link": ["[MOVE:CONVERGE](http://example.org)", "[MUFFIN-T0101: label](a)"],
    "a marker that Markdown hides as a definition": [
      "[MOVE:CONVERGE]: /x",
      "[MOVE:CONVERGE]:",
      '[MUFFIN-T0101: a]: /x "t"',
    ],
  };

  for (const [what, lines] of Object.entries(malformed)) {
    it(what, () => {
      for (const line of lines) {
        const draft = scan("first", `- ${line}`, "last");
        expect(draft, line).toMatchObject({
          items: [],
          refs: [],
          moves: [],
          stance: null,
          statements: [],
          converge: null,
        });
        expect(draft.problems, line).toMatchObject([{ code: "malformed_marker", blocking: true, line: 2 }]);
        expect(draft.problems[0]?.fix, line).not.toBe("");
        expect(line.replace("\u200b", "")).toContain(draft.problems[0]?.raw);
      }
    });
  }

  it("and ends the item above it, so that no text lands with the wrong item", () => {
    const draft = scan("[MUFFIN-P0101: label]", "mine", "[MUFFIN-T101: label]", "[RE:SUPPORT P0001]", "lost");
    expect(draft.items).toMatchObject([{ text: ["mine"], endLine: 2 }]);
    expect(draft.refs).toMatchObject([{ item: null }]);
  });

  it("while a bad reference leaves its item open", () => {
    const draft = scan("[MUFFIN-P0101: label]", "[RE:AGREE P0001]", "text", "[RE:SUPPORT P0001]");
    expect(draft.items).toMatchObject([{ text: ["[RE:AGREE P0001]", "text", "[RE:SUPPORT P0001]"] }]);
    expect(draft.refs).toMatchObject([{ item: "MUFFIN-P0101" }]);
  });

  it("and a label over two lines is an unclosed marker", () => {
    const draft = scan("[MUFFIN-P0101: a label", "over two lines]");
    expect(draft.items).toEqual([]);
    expect(draft.problems).toMatchObject([{ code: "malformed_marker", line: 1, blocking: true }]);
  });
});

describe("ordinary Markdown is no marker", () => {
  it("links, footnotes, checkboxes, arrays and words in brackets", () => {
    const lines = [
      "[text](url) and [more][ref]",
      "[ref]: http://example.org",
      "[^1]: a note",
      "- [ ] open",
      "- [x] done",
      "[link_types]",
      "[VOT-002] blocks",
      "[I] tagged",
      "[Re: your question] fine",
      "[Muffin said so]",
      "[P0101] and [T01] are items",
      "[ISO-A4: paper]",
      "[QUESTION] what now?",
      "![image](x.png)",
      "[]",
      "[",
      "]",
    ];
    for (const line of lines) expect(scan(line), line).toMatchObject({ dialect: "none", problems: [] });
  });

  it("and a marker followed by a colon and a sentence counts, because a reader sees it", () => {
    expect(scan("[MUFFIN-P0101: label]: this is why").items).toMatchObject([{ label: "label", text: ["this is why"] }]);
  });
});
