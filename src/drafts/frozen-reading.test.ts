/**
 * What the scanner reads out of a text decides what counts, and a dialogue is judged by the rules it was opened under. So its reading of many
 * thousand short drafts is frozen: every kind of line before, around and inside every kind of marker, and every marker with one character lost,
 * doubled or changed. A digest that changes says that some text now counts for something else: find which, and either it was a mistake or it is
 * a change of the rules.
 */
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { scanDraft } from "./scan-draft.ts";

const markers = [
  "[MUFFIN-P0101: a label]",
  "[MUFFIN-T0102: cost: against speed]",
  "[MUFFIN-R0101: do it] text behind",
  "[MUFFIN-E0101: seen]",
  "[MUFFIN-C0110:claim]",
  "[RE:SUPPORT P0001]",
  "[RE:RESOLVE T0001] [RE:OPPOSE SCONE-C0101]",
  "[RE:REFINE P0001, P0002]",
  "[RE: DEPEND p1.]",
  '[CITE src/a.ts#L10-L14 "the words"]',
  "[CITE docs/a b.md#L3]",
  "[MOVE:CONVERGE]",
  "[MOVE:BRIDGE P0001, R0002]",
  "[MOVE:REQUEST a topic: with colon]",
  "[MOVE:CONCEDE C0001]",
  "[DISSENT]",
  "[MINORITY VERDICT: another way]",
  "[MUFFIN-S0101: APPROVE | 0.85]",
  "[MUFFIN-S0101: CONDITIONAL, confidence 0.5] if tested",
  "[MUFFIN-S0101: HOLD]",
  "[PERSPECTIVE P01: older]",
  "[TENSION T01: older]",
  "[REFINEMENT: older]",
  "[CONCESSION: older]",
  "[RESOLVED T01 by P02]",
  "[CONVERGENCE CONFIRMED]",
  "[SCONE-P0101: not mine]",
  "[MUFFIN-P0201: not this round]",
];

const lines = [
  "",
  "text",
  "text  ",
  "    code",
  "\tcode",
  " \tcode",
  "- item",
  "* item",
  "+ item",
  "-",
  "1. one",
  "2. two",
  "10) ten",
  "1234567890. no",
  "1.no",
  "# head",
  "####### no",
  "#no",
  "===",
  "---",
  "- - -",
  "***",
  "* * *",
  "___",
  "--",
  "==",
  "-=-",
  "> quote",
  ">quote",
  "> > deep",
  "> - item",
  "- > item",
  "```",
  "````",
  "~~~",
  "```js",
  "``` `x`",
  "    ```",
  "  ```",
  "<div>",
  "</div>",
  "<!-- open",
  "-->",
  "<!-- one -->",
  "<pre>",
  "</pre>",
  "<script>",
  "<?php",
  "?>",
  "<![CDATA[",
  "]]>",
  "<a href='x'>",
  "<custom>",
  "`code",
  "``a`b``",
  "\\`not",
  "[link](x)",
  "[def]: x",
  "| a | b |",
  "**bold",
  "_em_",
  "\\[not]",
  "  two",
  "   three",
  "\u200btext",
  "\u00a0text",
];

const reading = (texts: Iterable<string>) => {
  const hash = createHash("sha256");
  for (const text of texts) {
    const scanned = scanDraft(text, { expert: "Muffin", round: 1 });
    // `text` of an item is made when it is asked for.
    hash.update(JSON.stringify({ ...scanned, items: scanned.items.map((item) => ({ ...item, text: item.text })) }));
  }
  return hash.digest("hex").slice(0, 16);
};

function* around() {
  for (const marker of markers) {
    for (const line of lines) {
      yield `${line}\n${marker}\nbody`;
      yield `${marker}\n${line}\nmore\n${line}\n[MUFFIN-S0109: APPROVE]`;
      yield `${line}${marker}`;
      yield `${line} ${marker} ${line}`;
    }
  }
}

function* pairs() {
  for (const first of lines)
    for (const second of lines)
      yield `${first}\n${second}\n[MUFFIN-P0101: a]\n  ${first}\n    [MUFFIN-P0102: b]\n${second}\n\n- [MUFFIN-T0101: c]\n\n      [MUFFIN-T0102: d]\n`;
}

function* damaged() {
  const changes = ["", " ", ":", "]", "[", "-", "0", "9", "a", "Z", "|", ".", "\\", "`", "*", "\n", "\t", "é"];
  for (const marker of markers) {
    for (let at = 0; at < marker.length; at++) {
      for (const change of changes) yield `${marker.slice(0, at)}${change}${marker.slice(at + 1)}`;
      yield `${marker.slice(0, at)}${marker[at]}${marker.slice(at)}`;
      yield marker.slice(0, at);
    }
  }
}

function* stances() {
  for (const position of ["APPROVE", "reject", "Conditional", "HOLD", "ABSTAIN", "MAYBE", ""])
    for (const glue of [" | ", "|", "\\|", ", ", "; ", " ", " confidence ", " | confidence: ", " | Confidence=", "||"])
      for (const value of ["0.85", "1", "0", "1.0", "1.01", ".5", "0.", "-0.1", "85%", "high", "0,85", ""])
        yield `[MUFFIN-S0101: ${position}${glue}${value}] because\nof this`;
}

function* listDepths() {
  for (const mark of ["-", "*", "+", "1.", "2)", "99."])
    for (let outer = 0; outer < 6; outer++)
      for (let gap = 1; gap < 7; gap++)
        for (let inner = 0; inner < 8; inner++)
          yield `${" ".repeat(outer)}${mark}${" ".repeat(gap)}a\n${" ".repeat(inner)}[MUFFIN-P0101: x]\n\n${" ".repeat(inner)}[MUFFIN-P0102: y]\n${" ".repeat(inner + 4)}[MUFFIN-P0103: z]`;
}

describe("the scanner reads as it did", () => {
  it.each([
    ["lines around markers", around, "3f0cb074667383fd"],
    ["pairs of lines", pairs, "50a70fa391dcc897"],
    ["markers with one character lost, doubled or changed", damaged, "ad877e1d592537bd"],
    ["stances", stances, "ff544be810871265"],
    ["lists of every depth", listDepths, "59fb1c73a847c3f4"],
  ])("%s", (_, texts, digest) => {
    expect(reading(texts())).toBe(digest);
  });
});
