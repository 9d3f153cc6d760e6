import { expect, test } from "vitest";
import { ownDialogues, ownView } from "../../../test/helpers/own-view.ts";
import type { DraftMarks } from "../data.ts";
import { modelOf, personKey } from "./dialogue.ts";
import { drawDraft, marksIn, wordsOfItem } from "./drawn-draft.ts";

const none: DraftMarks = { items: [], stances: [], refs: [], moves: [], statements: [], citations: [] };

/** Where `marker` stands in `text`. */
function at(text: string, marker: string) {
  const from = text.indexOf(marker);
  expect(from).not.toBe(-1);
  return { line: text.slice(0, from).split("\n").length, span: { from, to: from + marker.length } };
}

test("markers are drawn at the lines that the record names, and nowhere else", () => {
  const text = [
    "# Muffin",
    "[MUFFIN-T0101: it breaks | critical] at once",
    '[CITE src/a.ts#L3-L5 "some words"]',
    "Because of this [here].",
    "[RE:RESOLVE T0001] [RE:SUPPORT R0002, R0004]",
    "[MOVE:CONCEDE R0003]",
    "[MUFFIN-S0101: CONDITIONAL | 0.85]",
    "I sign if it is repaired.",
    "[DISSENT]",
    "<!-- [MUFFIN-P0101: in a comment] [MOVE:CONVERGE] -->",
  ].join("\n");
  const item = { local_id: "MUFFIN-T0101", type: "T" as const, label: "it breaks", severity: "critical" as const };
  const cited = { path: "src/a.ts", from: 3, words: "some words", result: "not_found" };
  const support = at(text, "[RE:SUPPORT R0002, R0004]");
  const parts = drawDraft(text, {
    items: [{ ...item, ...at(text, "[MUFFIN-T0101: it breaks | critical]") }],
    citations: [{ ...cited, ...at(text, '[CITE src/a.ts#L3-L5 "some words"]') }],
    refs: [
      { kind: "RESOLVE", target: "T0001", ...at(text, "[RE:RESOLVE T0001]") },
      { kind: "SUPPORT", target: "R0002", ...support },
      { kind: "SUPPORT", target: "R0004", ...support },
    ],
    moves: [{ kind: "CONCEDE", targets: ["R0003"], topic: null, ...at(text, "[MOVE:CONCEDE R0003]") }],
    stances: [{ position: "CONDITIONAL", confidence: 0.85, ...at(text, "[MUFFIN-S0101: CONDITIONAL | 0.85]") }],
    statements: [{ kind: "dissent", label: null, ...at(text, "[DISSENT]") }],
  });
  expect(parts).toEqual([
    { kind: "text", text: "# Muffin" },
    { kind: "item", id: "MUFFIN-T0101", type: "T", label: "it breaks", severity: "critical", line: 2 },
    { kind: "text", text: "at once" },
    { kind: "cite", path: "src/a.ts", from: 3, words: "some words", result: "not_found" },
    { kind: "text", text: "Because of this [here]." },
    {
      kind: "marks",
      marks: [
        { kind: "ref", name: "RESOLVE", targets: ["T0001"], topic: "" },
        { kind: "ref", name: "SUPPORT", targets: ["R0002", "R0004"], topic: "" },
        { kind: "move", name: "CONCEDE", targets: ["R0003"], topic: "" },
      ],
    },
    { kind: "stance", position: "CONDITIONAL", confidence: 0.85 },
    { kind: "text", text: "I sign if it is repaired." },
    { kind: "marks", marks: [{ kind: "statement", name: "dissent", label: "" }] },
    { kind: "text", text: "<!-- [MUFFIN-P0101: in a comment] [MOVE:CONVERGE] -->" },
  ]);
});

test("no word but the marker's own is cut out, and none where nobody knows where it stands", () => {
  const text = "Well: [I never support it], **so** [RE:SUPPORT P0001], *this*";
  const ref = { kind: "SUPPORT", target: "P0001" };
  const drawn = (place: Pick<DraftMarks["refs"][number], "line" | "span">) =>
    drawDraft(text, { ...none, refs: [{ ...ref, ...place }] })[0];
  expect(drawn(at(text, "[RE:SUPPORT P0001]"))).toEqual({
    kind: "text",
    text: "Well: [I never support it], **so** , *this*",
  });
  expect(drawn({ line: 1, span: null })).toEqual({ kind: "text", text });
});

test("a draft of which the record names nothing is prose", () => {
  const text = "[MUFFIN-T0101: it breaks]\n[MOVE:CONVERGE]";
  expect(drawDraft(text, none)).toEqual([{ kind: "text", text }]);
});

test.each(ownDialogues)("every marker that the records of %s have is drawn", (topic) => {
  const view = ownView(topic);
  const { export: all } = view;
  const count = (list: readonly { round: number; by: string }[], round: number, key: string) =>
    list.filter((one) => one.round === round && personKey(one.by) === key).length;
  for (const { round, texts } of all.rounds)
    for (const { expert, text } of texts) {
      const key = personKey(expert);
      if (text === "") continue;
      const marks = marksIn(view, round, key)!;
      // The reader of drafts finds every one of them again.
      expect(
        Object.values(marks)
          .flat()
          .filter(({ span }) => span === null),
      ).toEqual([]);
      const parts = drawDraft(text, marks);
      const kinds = (kind: string) => parts.filter((part) => part.kind === kind).length;
      expect(kinds("item")).toBe(marks.items.length);
      expect(kinds("stance")).toBe(count(all.stances, round, key));
      expect(kinds("cite")).toBe(count(all.citations, round, key));
      const converges = parts
        .flatMap((part) => (part.kind === "marks" ? part.marks : []))
        .some(({ name }) => name === "CONVERGE");
      expect(converges).toBe(marks.moves.some(({ kind }) => kind === "CONVERGE"));
    }
});

test("the prose under an item is read paragraph by paragraph, without what the record names", () => {
  const dialogue = modelOf(ownView("decision-rot"));
  const item = dialogue.items.get("T0101")!;
  const words = wordsOfItem(dialogue, item);
  expect(words.length).toBeGreaterThan(0);
  for (const paragraph of words) expect(paragraph).not.toMatch(/^\[(?:RE|CITE|MOVE)/);
  expect(item.text.replace(/\s+/g, " ")).toContain(words[0]!.slice(0, 60));
});
