import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatGlobalId, formatLocalId } from "../rules/ids.ts";
import { type ItemType, type MoveKind, moveKinds, positions, type RefKind, refKinds } from "../rules/vocabulary.ts";
import { type ScannedDraft, scanDraft } from "./scan-draft.ts";

const who = { expert: "Muffin", round: 7 };

interface Item {
  type: ItemType;
  seq: number;
  label: string;
  prefix: string;
  refs: { kind: RefKind; target: string }[];
  moves: { kind: MoveKind; targets: string[]; topic: string | null }[];
  citation: { path: string; from: number | null; to: number | null; words: string | null } | null;
  sameLine: boolean;
  body: string[];
}

interface Draft {
  items: Item[];
  stance: { position: (typeof positions)[number]; confidence: number | null; text: string };
  converge: boolean;
}

const type = fc.constantFrom<ItemType>("P", "R", "T", "E", "C");
const word = fc.stringMatching(/^[A-Za-z0-9äßé€漢*_:|(){}'".,;!?#%&=+/-]{1,12}$/);
const sentence = fc.array(word, { minLength: 0, maxLength: 8 }).map((words) => ["so", ...words].join(" "));
const label = fc
  .array(fc.oneof({ weight: 6, arbitrary: word }, fc.constantFrom("[x]", "`a]b`", "`` [ ``", "\\]")), {
    minLength: 1,
    maxLength: 8,
  })
  .map((words) => words.join(" "));

/** Whole blocks in which nothing counts, as a body may hold them. */
const quoted = fc.constantFrom(
  ["```", "[MOVE:CONVERGE]", "[MUFFIN-T0799: not mine]", "```"],
  ["~~~~md", "```", "[RE:RESOLVE T0001]", "~~~~"],
  ["", "> [MOVE:CONVERGE]", "> > [MUFFIN-S0701: APPROVE | 1]", ""],
  ["I cannot give `[MOVE:CONVERGE]` yet"],
  ["I cannot give [MOVE:CONVERGE] yet"],
);
const body = fc
  .array(fc.oneof({ weight: 4, arbitrary: sentence.map((line) => [line]) }, quoted), { maxLength: 5 })
  .map((blocks) => ["so it begins", ...blocks.flat(), "so it ends"]);

const id = fc
  .record({
    expert: fc.constantFrom(null, "SCONE", "PASTRY21"),
    type,
    round: fc.nat(99),
    seq: fc.integer({ min: 1, max: 150 }),
  })
  .map(({ expert, type, round, seq }) =>
    expert === null ? formatGlobalId(type, round, seq) : formatLocalId(expert, type, round, seq),
  );
const ofType = (target: string, type: ItemType) => target.replace(/[PRTEC](?=[0-9]+$)/, type);

const item: fc.Arbitrary<Omit<Item, "seq">> = fc
  .record({
    type,
    label,
    prefix: fc.constantFrom("", "  ", "- ", "* ", "## ", "**", "_"),
    refs: fc.array(fc.record({ kind: fc.constantFrom(...refKinds), target: id }), { maxLength: 4 }),
    moves: fc.array(
      fc.record({
        kind: fc.constantFrom(...moveKinds),
        targets: fc.array(id, { minLength: 1, maxLength: 3 }),
        topic: sentence,
      }),
      { maxLength: 2 },
    ),
    citation: fc.option(
      fc.record({
        path: fc.constantFrom("docs/a.md", "app/[id]/page.tsx", "src/b-c.ts"),
        from: fc.option(fc.integer({ min: 1, max: 9_999 })),
        length: fc.nat(20),
        words: fc.option(fc.constantFrom("some words", 'rows["a"] = [0]', "`code`")),
      }),
    ),
    sameLine: fc.boolean(),
    body,
  })
  .map((made) => ({
    ...made,
    refs: made.refs.map(({ kind, target }) => {
      const tension = kind === "RESOLVE" || kind === "REOPEN" || kind === "ADDRESS";
      return { kind, target: tension ? ofType(target, "T") : kind === "REFINE" ? ofType(target, made.type) : target };
    }),
    moves: made.moves.map(({ kind, targets, topic }) => ({
      kind,
      targets: kind === "REQUEST" || kind === "CONVERGE" ? [] : targets,
      topic: kind === "REQUEST" ? topic : null,
    })),
    citation: made.citation === null ? null : { ...made.citation, to: lastLine(made.citation) },
  }));

function lastLine({ from, length }: { from: number | null; length: number }): number | null {
  return from === null ? null : from + length;
}

const draft: fc.Arbitrary<Draft> = fc.record({
  items: fc.array(item, { maxLength: 6 }).map((items) => items.map((one, index) => ({ ...one, seq: index + 1 }))),
  stance: fc.record({
    position: fc.constantFrom(...positions),
    confidence: fc.option(fc.integer({ min: 0, max: 100 }).map((n) => n / 100)),
    text: sentence,
  }),
  converge: fc.boolean(),
});

function markersOf({ refs, moves, citation }: Item): string {
  const source =
    citation === null ? "" : `${citation.path}${citation.from === null ? "" : `#L${citation.from}-L${citation.to}`}`;
  return [
    ...refs.map(({ kind, target }) => `[RE:${kind} ${target}]`),
    ...moves.map(({ kind, targets, topic }) => `[MOVE:${[kind, topic ?? targets.join(", ")].join(" ").trim()}]`),
    ...(citation === null ? [] : [`[CITE ${source}${citation.words === null ? "" : ` "${citation.words}"`}]`]),
  ].join(" ");
}

function textOf(one: Item): string[] {
  const markers = markersOf(one);
  return markers === "" ? one.body : [markers, ...one.body];
}

function localId({ type, seq }: Item): string {
  return formatLocalId(who.expert, type, who.round, seq);
}

function render({ items, stance, converge }: Draft): string {
  const blocks = items.map((one) => {
    const [first = "", ...rest] = textOf(one);
    const closing = one.prefix === "**" || one.prefix === "_" ? one.prefix : "";
    const marker = `${one.prefix}[${localId(one)}: ${one.label}]${closing}`;
    return (one.sameLine ? [`${marker} ${first}`, ...rest] : [marker, first, ...rest]).join("\n");
  });
  const confidence = stance.confidence === null ? "" : ` | ${stance.confidence}`;
  const end = `[MUFFIN-S0701: ${stance.position}${confidence}]\n${stance.text}`;
  return [...(converge ? ["[MOVE:CONVERGE]"] : []), ...blocks, "---", end].join("\n\n");
}

/** What a scan should find, without lines and raw text. */
function said({ items, stance, converge }: Draft) {
  return {
    items: items.map((one) => ({
      localId: localId(one),
      type: one.type,
      seq: one.seq,
      label: one.label,
      text: textOf(one),
    })),
    refs: items.flatMap((one) => one.refs.map((ref) => ({ ...ref, item: localId(one) }))),
    moves: [
      ...(converge ? [{ kind: "CONVERGE", targets: [], topic: null, item: null }] : []),
      ...items.flatMap((one) => one.moves.map((move) => ({ ...move, item: localId(one) }))),
    ],
    citations: items.flatMap((one) => {
      if (one.citation === null) return [];
      const { path, from, to, words } = one.citation;
      return [{ path, from, to, words, item: localId(one) }];
    }),
    stance: { localId: "MUFFIN-S0701", ...stance },
    converge: converge || items.some((one) => one.moves.some((move) => move.kind === "CONVERGE")),
    complete: true,
    blocking: [],
  };
}

function found(scanned: ScannedDraft) {
  return {
    items: scanned.items.map(({ line, endLine, ...rest }) => rest),
    refs: scanned.refs.map(({ kind, target, item }) => ({ kind, target, item })),
    moves: scanned.moves.map(({ line, ...rest }) => rest),
    citations: scanned.citations.map(({ line, raw, ...rest }) => rest),
    stance: scanned.stance === null ? null : { ...scanned.stance, line: undefined },
    converge: scanned.converge !== null,
    complete: scanned.complete,
    blocking: scanned.problems.filter((problem) => problem.blocking),
  };
}

describe("render ∘ scan", () => {
  it("whatever is written as a draft is found again, and nothing else", () => {
    fc.assert(
      fc.property(draft, (made) => {
        expect(found(scanDraft(render(made), who))).toEqual(said(made));
      }),
      { numRuns: 500 },
    );
  });

  it("any text at all is scanned without an error, and twice with the same answer", () => {
    const piece = fc.constantFrom(
      ..."[]()`~<>!-*#_\\|:\"'\n\n\n ".split(""),
      ...[
        "    ",
        "```",
        "<!--",
        "-->",
        "> ",
        "- ",
        "1. ",
        "[MUFFIN-P0701: ",
        "MUFFIN-T0702: ",
        "[RE:RESOLVE T0001]",
        "[MOVE:",
        "CONVERGE]",
      ],
      ...[
        "[CITE a#L1 ",
        "[TENSION T01: ",
        "[RESOLVED ",
        "[MUFFIN-S0701: APPROVE | 0.5]",
        "a",
        "P0101",
        "\r\n",
        "\uFEFF",
        "\u202E",
        "\ud83d",
      ],
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join("")),
        (text) => {
          const once = scanDraft(text, who);
          expect(scanDraft(text, who)).toEqual(once);
          const lines = text.replace(/\r\n?/g, "\n").split("\n").length;
          for (const { line, fix, message } of once.problems) {
            expect(line).toBeGreaterThanOrEqual(1);
            expect(line).toBeLessThanOrEqual(lines);
            expect(fix && message).not.toBe("");
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
