/** Whatever is written as a draft is found again, and nothing else; and any text at all is read without an error. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatLocalId } from "../rules/ids.ts";
import { toLines } from "../rules/lines.ts";
import { itemTypeLetters, moveKinds, moves, positions, refKinds } from "../rules/vocabulary.ts";
import { scanDraft } from "./scan-draft.ts";

const who = { expert: "Muffin", round: 7 };

const word = fc.stringMatching(/^[A-Za-z0-9äßé€漢*_:|(){}'".,;!?#%&=+/-]{1,12}$/);
const sentence = fc.array(word, { maxLength: 8 }).map((words) => ["so", ...words].join(" "));
const label = fc
  .array(fc.oneof({ weight: 6, arbitrary: word }, fc.constantFrom("[x]", "`a]b`", "`` [ ``")), { maxLength: 8 })
  .map((words) => ["a", ...words].join(" "));
/** Blocks in which nothing counts. */
const quoted = fc.constantFrom(
  ["```", "[MOVE:CONVERGE]", "[MUFFIN-T0799: not mine]", "```"],
  ["~~~~md", "```", "[RE:RESOLVE T0001]", "~~~~"],
  ["> [MOVE:CONVERGE]", "> > [MUFFIN-S0701: APPROVE | 1]"],
  ["I cannot give `[MOVE:CONVERGE]` yet"],
  ["I cannot give [MOVE:CONVERGE] yet"],
);
const body = fc
  .array(fc.oneof({ weight: 4, arbitrary: sentence.map((line) => [line]) }, quoted), { maxLength: 5 })
  .map((blocks) => ["so it begins", ...blocks.flat(), "so it ends"]);
const target = fc.constantFrom("P0101", "T0002", "SCONE-R0712", "PASTRY21-T9901", "C01150");
const ref = fc.record({ kind: fc.constantFrom(...refKinds), target });
const move = fc
  .record({ kind: fc.constantFrom(...moveKinds), targets: fc.array(target, { minLength: 1, maxLength: 3 }), sentence })
  .filter(({ kind }) => kind !== "CONVERGE")
  .map(({ kind, targets, sentence }) => ({
    kind,
    targets: moves[kind].takes === "items" ? targets : [],
    topic: moves[kind].takes === "topic" ? sentence : null,
  }));
const citation = fc.record({
  path: fc.constantFrom("docs/a.md", "app/[id]/page.tsx"),
  from: fc.integer({ min: 1, max: 9_999 }),
  words: fc.constantFrom("some words", 'rows["a"] = [0]', "`code`"),
});
const item = fc.record({
  type: fc.constantFrom(...itemTypeLetters),
  label,
  lead: fc.constantFrom("", "  ", "- ", "1. ", "## ", "**", "🧁 "),
  refs: fc.array(ref, { maxLength: 4 }),
  moves: fc.array(move, { maxLength: 2 }),
  citations: fc.array(citation, { maxLength: 1 }),
  body,
});
const draft = fc.record({
  items: fc.array(item, { maxLength: 6 }),
  position: fc.constantFrom(...positions),
  confidence: fc.integer({ min: 0, max: 100 }),
  text: sentence,
  converge: fc.boolean(),
});
type Drawn<A> = A extends fc.Arbitrary<infer Value> ? Value : never;

const idOf = ({ type }: Drawn<typeof item>, index: number) => formatLocalId("Muffin", type, 7, index + 1);

function textOf({ refs, moves, citations, body }: Drawn<typeof item>): string[] {
  const markers = [
    ...refs.map(({ kind, target }) => `[RE:${kind} ${target}]`),
    ...moves.map(({ kind, targets, topic }) => `[MOVE:${kind} ${topic ?? targets.join(", ")}]`),
    ...citations.map(({ path, from, words }) => `[CITE ${path}#L${from} "${words}"]`),
  ].join(" ");
  return markers === "" ? body : [markers, ...body];
}

function render({ items, converge, position, confidence, text }: Drawn<typeof draft>): string {
  return [
    ...items.flatMap((one, index) => {
      const close = one.lead.trim() === "**" ? "**" : "";
      return [`${one.lead}[${idOf(one, index)}: ${one.label}]${close}`, ...textOf(one), ""];
    }),
    `[MUFFIN-S0701: ${position} | ${confidence}%]`,
    text,
    ...(converge ? ["", "[MOVE:CONVERGE]"] : []),
  ].join("\n");
}

describe("render ∘ scan", () => {
  it("whatever is written as a draft is found again, and nothing else", () => {
    fc.assert(
      fc.property(draft, (made) => {
        const { items, refs, moves, citations, stances, converge, problems, cut } = scanDraft(
          toLines(render(made)),
          who,
        );
        expect(items.map(({ localId, label, text }) => ({ localId, label, text }))).toEqual(
          made.items.map((one, index) => ({ localId: idOf(one, index), label: one.label, text: textOf(one) })),
        );
        const said = <Key extends "refs" | "moves" | "citations">(key: Key) =>
          made.items.flatMap((one, index) => one[key].map((marker) => ({ ...marker, item: idOf(one, index) })));
        expect(refs).toMatchObject(said("refs"));
        expect(moves).toMatchObject([...said("moves"), ...(made.converge ? [{ kind: "CONVERGE", item: null }] : [])]);
        expect(citations).toMatchObject(said("citations"));
        expect(stances).toMatchObject([
          { position: made.position, confidence: made.confidence / 100, text: made.text },
        ]);
        expect([converge !== null, problems, cut]).toEqual([made.converge, [], false]);
      }),
      { numRuns: 150 },
    );
  });

  it("any text at all is scanned without an error, and twice with the same answer", () => {
    const signs = "[]()`~<>!-*#_\\|:\"'\n\n\n ".split("");
    const heads =
      "[MUFFIN-P0701: ;MUFFIN-T0702: ;[RE:RESOLVE T0001];[MOVE:;CONVERGE];[CITE a#L1 ;[TENSION T01: ;[RESOLVED ";
    const more = "    ;```;<!--;-->;> ;- ;1. ;[MUFFIN-S0701: APPROVE | 0.5];a;P0101;\r\n;\uFEFF;\u202E;\ud83d";
    const piece = fc.constantFrom(...signs, ...heads.split(";"), ...more.split(";"));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = pieces.join("");
        const once = scanDraft(toLines(text), who);
        expect(scanDraft(toLines(text), who)).toEqual(once);
        const lines = text.replace(/\r\n?/g, "\n").split("\n").length;
        for (const { line, fix, message } of [...once.problems, ...once.notes]) {
          expect(line).toBeGreaterThanOrEqual(1);
          expect(line).toBeLessThanOrEqual(lines);
          expect(fix && message).not.toBe("");
        }
      }),
      { numRuns: 300 },
    );
  });
});
