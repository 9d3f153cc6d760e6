import { expect, test } from "vitest";
import { ownDialogues, ownView } from "../../../test/helpers/own-view.ts";
import { scanDraft } from "../../drafts/scan-draft.ts";
import { scannedMarks } from "../../operations/web/draft-marks.ts";
import type { Cut, DraftMarks } from "../data.ts";
import { itemLists, modelOf, personKey } from "./dialogue.ts";
import { drawDraft, marksIn, wordings, wordsOfItem } from "./drawn-draft.ts";

const none: DraftMarks = { items: [], stances: [], refs: [], moves: [], statements: [], citations: [], cuts: [] };

/** Where each marker stands in `text`. */
function cutsIn(text: string, ...markers: string[]): Cut[] {
  return markers.map((marker) => {
    const from = text.indexOf(marker);
    expect(from).not.toBe(-1);
    return [from, from + marker.length];
  });
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
  const parts = drawDraft(text, {
    items: [{ local_id: "MUFFIN-T0101", type: "T", label: "it breaks", severity: "critical", line: 2 }],
    citations: [{ path: "src/a.ts", from: 3, words: "some words", result: "not_found", line: 3 }],
    refs: [
      { kind: "RESOLVE", target: "T0001", line: 5 },
      { kind: "SUPPORT", target: "R0002", line: 5 },
      { kind: "SUPPORT", target: "R0004", line: 5 },
    ],
    moves: [{ kind: "CONCEDE", targets: ["R0003"], topic: null, line: 6 }],
    stances: [{ position: "CONDITIONAL", confidence: 0.85, line: 7 }],
    statements: [{ kind: "dissent", label: null, line: 9 }],
    cuts: cutsIn(
      text,
      ...["[MUFFIN-T0101: it breaks | critical]", '[CITE src/a.ts#L3-L5 "some words"]', "[RE:RESOLVE T0001]"],
      ...["[RE:SUPPORT R0002, R0004]", "[MOVE:CONCEDE R0003]", "[MUFFIN-S0101: CONDITIONAL | 0.85]", "[DISSENT]"],
    ),
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
  const refs = [{ kind: "SUPPORT", target: "P0001", line: 1 }];
  expect(drawDraft(text, { ...none, refs, cuts: cutsIn(text, "[RE:SUPPORT P0001]") })[0]).toEqual({
    kind: "text",
    text: "Well: [I never support it], **so** , *this*",
  });
  expect(drawDraft(text, { ...none, refs })[0]).toEqual({ kind: "text", text });
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
      const marks = marksIn(view, round, key);
      // The reader of drafts finds every one of them again.
      const scanned = scanDraft(text.split("\n"), { expert: expert.replace(" (guest)", ""), round });
      expect(marks.cuts).toEqual(scannedMarks(scanned).cuts);
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

test("of an item that several wrote, each has their own words", () => {
  const dialogue = modelOf(ownView("decision-rot"));
  const item = dialogue.items.get("T0002")!;
  const found = wordings(dialogue, item);
  expect(found.map(({ by }) => by)).toEqual(["Muffin", "Scone"]);
  expect(found[0]!.words).toEqual(wordsOfItem(dialogue, item));
  expect(found[1]!.words[0]).not.toBe(found[0]!.words[0]);
});

/** The claim C0104 of decision-rot, whose author wrote these lines instead. It refers to T0002 and T0005. */
function rewritten(...lines: string[]) {
  const view = ownView("decision-rot");
  const { export: all } = view;
  const claim = all.claims.find(({ id }) => id === "C0104")!;
  const [source] = claim.sources as [(typeof claim.sources)[number]];
  const { round, expert } = source;
  const text = [`[${source.local_id}: as asked]`, ...lines, "[S0101: APPROVE | 0.9]"].join("\n");
  all.rounds.find((one) => one.round === round)!.texts.find((one) => one.expert === expert)!.text = text;
  for (const { list } of itemLists(all))
    for (const { sources } of list)
      for (const one of sources) if (one.round === round && one.expert === expert) one.line = 100;
  claim.sources = [{ ...source, line: 1 }];
  const others = <T extends { round: number; by: string }>(list: readonly T[]) =>
    list.filter((one) => one.round !== round || one.by !== expert);
  const line = (target: string) => lines.findIndex((one) => one.includes(target)) + 2;
  const like = all.refs.find((one) => one.by === expert)!;
  all.refs = [
    ...others(all.refs),
    { ...like, round, from: claim.id, kind: "RESOLVE", target: "T0002", line: line("T0002]") },
    { ...like, round, from: claim.id, kind: "REOPEN", target: "T0005", line: line("T0005]") },
  ];
  all.stances = [
    ...others(all.stances),
    { ...all.stances.find((one) => one.by === expert)!, round, line: lines.length + 2 },
  ];
  all.statements = others(all.statements);
  const marks = view.marks.find((one) => one.round === round && one.expert === expert)!;
  marks.cuts = [...text.matchAll(/\[[^\]]*\]/g)].map((found): Cut => [found.index, found.index + found[0].length]);
  const dialogue = modelOf(view);
  const words = (about: string) => wordsOfItem(dialogue, dialogue.items.get("C0104")!, about).join(" | ");
  return {
    resolved: words("T0002"),
    reopened: words("T0005"),
    of: wordsOfItem(dialogue, dialogue.items.get("C0104")!),
  };
}

test("of an objection an item says the words behind its own reference, up to the next one", () => {
  const expected = { resolved: "The row goes.", reopened: "Seven years are asked for. | Limits are money." };
  const below = ["[RE:RESOLVE T0002]", "The row goes.", "", "[RE:REOPEN T0005]", "Seven years are asked for.", ""];
  expect(rewritten(...below, "Limits are money.")).toMatchObject(expected);
  const beside = ["[RE:RESOLVE T0002] The row goes.", "[RE:REOPEN T0005] Seven years are asked for.", ""];
  expect(rewritten(...beside, "Limits are money.")).toMatchObject(expected);
});

test("references beside each other share the words behind them; words before a reference are the item's", () => {
  const both = rewritten("[RE:RESOLVE T0002]", "[RE:REOPEN T0005]", "The row goes.");
  expect([both.resolved, both.reopened]).toEqual(["The row goes.", "The row goes."]);
  const behind = rewritten("The row goes. [RE:RESOLVE T0002]", "Not the limits. [RE:REOPEN T0005]");
  expect([behind.resolved, behind.reopened]).toEqual([behind.of.join(" | "), behind.of.join(" | ")]);
  const apart = rewritten("The row goes.", "[RE:RESOLVE T0002]", "", "Not the limits.", "[RE:REOPEN T0005]");
  expect(apart.resolved).toBe("The row goes. | Not the limits.");
});
