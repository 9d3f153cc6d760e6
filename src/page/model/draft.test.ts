import { expect, test } from "vitest";
import { ownView } from "../../../test/helpers/own-view.ts";
import { modelOf } from "./dialogue.ts";
import { readDraft, withoutMarkers } from "./draft.ts";
import { answersFor, answersIn, changeSize, conditionsOf, versionsOf } from "./versions.ts";

test("markers are told from prose", () => {
  const parts = readDraft(
    [
      "# Muffin",
      "[MUFFIN-T0101: it breaks | critical]",
      '[CITE src/a.ts#L3-L5 "some words"]',
      "Because of this.",
      "[RE:RESOLVE T0001] [RE:SUPPORT R0002]",
      "[MOVE:CONCEDE R0003]",
      "[MUFFIN-S0101: CONDITIONAL | 0.85]",
      "I sign if it is repaired.",
      "[DISSENT]",
      "```",
      "[MUFFIN-P0101: in code]",
      "```",
    ].join("\n"),
  );
  expect(parts.map(({ kind }) => kind)).toEqual([
    "text",
    "item",
    "cite",
    "text",
    "marks",
    "stance",
    "text",
    "marks",
    "text",
  ]);
  expect(parts[1]).toMatchObject({ id: "MUFFIN-T0101", type: "T", label: "it breaks", severity: "critical", line: 2 });
  expect(parts[2]).toMatchObject({ path: "src/a.ts", from: 3, words: "some words" });
  expect(parts[4]).toMatchObject({
    marks: [
      { kind: "ref", name: "RESOLVE", targets: ["T0001"] },
      { kind: "ref", name: "SUPPORT", targets: ["R0002"] },
      { kind: "move", name: "CONCEDE", targets: ["R0003"] },
    ],
  });
  expect(parts[5]).toEqual({ kind: "stance", position: "CONDITIONAL", confidence: "0.85" });
});

test("every item of our own drafts is found, under the ID that the records give it", () => {
  for (const topic of ["orders-pagination", "decision-rot"]) {
    const { view, globalIds, items } = modelOf(ownView(topic));
    const found = new Set(
      view.export.rounds.flatMap(({ texts }) =>
        texts.flatMap(({ text }) =>
          readDraft(text).flatMap((part) => (part.kind === "item" ? [globalIds.get(part.id)] : [])),
        ),
      ),
    );
    expect(found.has(undefined)).toBe(false);
    for (const { id, type } of items.values()) if (type !== "R") expect(found.has(id), id).toBe(true);
  }
});

test("the prose under an item is read paragraph by paragraph", () => {
  expect(withoutMarkers('[CITE a.md#L1 "x"]\nOne\ngoes on.\n\nTwo.\n[RE:RESOLVE T0001]')).toEqual([
    "One goes on.",
    "Two.",
  ]);
});

test("versions run from the subject to the verdict", () => {
  const versions = versionsOf(modelOf(ownView("decision-rot")));
  expect(versions.map(({ name }) => name)).toEqual([
    "Subject",
    "Polished alone, before the panel (1)",
    "Polished alone, before the panel (2)",
    "Round 1",
    "Round 2",
    "Verdict",
  ]);
  expect(changeSize(versions.at(-2)!, versions.at(-1)!)).toEqual({ added: 0, removed: 0 });
});

test("an answer sheet is read tension by tension, and a change beside what it may answer", () => {
  const dialogue = modelOf(ownView("decision-rot"));
  const sheet = versionsOf(dialogue).find(({ key }) => key === "v1.0")!.answers!;
  const answers = answersIn(sheet);
  expect(answers.map(({ id }) => id)).toContain("T0001");
  expect(answers.some(({ isRefused }) => isRefused)).toBe(true);
  const quoted = answersFor(
    'It says "the last word of every author decides" here.',
    [{ id: "T0001", words: 'resolved: "the last word of every author decides"', isRefused: false }],
    dialogue.items,
  );
  expect(quoted.map(({ id }) => id)).toEqual(["T0001"]);
  expect(answersFor("Nothing in common.", answers, dialogue.items)).toEqual([]);
});

test("who did not agree in a round says on what condition", () => {
  expect(conditionsOf(modelOf(ownView("orders-pagination")), 2).map(({ key }) => key)).toEqual([
    "muffin",
    "cupcake",
    "scone",
    "eclair",
  ]);
});
