/**
 * An expert's draft for reading: prose as written, and markers where the record has them. The page reads no markers: it is told what each says and where
 * it stands. What the record does not name, in a comment or a quotation, is text like any other.
 */
import type { DialogueView, DraftMarks, Severity } from "../data.ts";
import { type Dialogue, type Item, type ItemType, itemLists, personKey } from "./dialogue.ts";

export type DraftPart =
  | { kind: "text"; text: string }
  | { kind: "item"; id: string; type: ItemType; label: string; severity: Severity | null; line: number }
  | { kind: "stance"; position: string; confidence: number | null }
  | { kind: "marks"; marks: Mark[] }
  /** `result`: null where nobody has looked yet. */
  | { kind: "cite"; path: string; from: number | null; words: string | null; result: string | null };

export type Mark =
  | { kind: "ref" | "move"; name: string; targets: string[]; topic: string }
  | { kind: "statement"; name: string; label: string };

/** What the record has of one text, by its author's key. */
export function marksIn({ export: all, marks }: Pick<DialogueView, "export" | "marks">, round: number, key: string) {
  const own = <T extends { round: number; by: string }>(list: readonly T[]) =>
    list.filter((one) => one.round === round && personKey(one.by) === key);
  const told = marks.find((one) => one.round === round && personKey(one.expert) === key);
  const found: DraftMarks = {
    items: itemLists(all).flatMap(({ type, list }) =>
      list.flatMap(({ label, sources }) =>
        sources
          .filter((source) => source.round === round && personKey(source.expert) === key)
          .map(({ local_id, line }) => ({
            ...{ local_id, type, label, severity: null, line },
            ...told?.items[local_id],
          })),
      ),
    ),
    stances: own(all.stances),
    refs: own(all.refs),
    moves: own(all.moves),
    statements: own(all.statements),
    citations: own(all.citations),
    cuts: told?.cuts ?? [],
  };
  return found;
}

export function drawDraft(text: string, marks: DraftMarks): DraftPart[] {
  const parts: DraftPart[] = [];
  let prose: string[] = [];
  const flush = () => {
    if (prose.some((line) => line.trim() !== "")) parts.push({ kind: "text", text: prose.join("\n") });
    prose = [];
  };
  const add = (...drawn: readonly DraftPart[]) => {
    if (drawn.length === 0) return;
    flush();
    parts.push(...drawn);
  };
  const lines = byLine(marks);
  let start = 0;
  let next = 0;
  text.split("\n").forEach((line, i) => {
    const from = start;
    start += line.length + 1;
    const at = lines.get(i + 1);
    if (at === undefined) {
      prose.push(line);
      return;
    }
    add(
      ...at.items.map(
        ({ local_id, type, label, severity }): DraftPart => ({
          ...{ kind: "item", id: local_id, type, label, severity, line: i + 1 },
        }),
      ),
      ...at.stances.map(({ position, confidence }): DraftPart => ({ kind: "stance", position, confidence })),
    );
    while (next < marks.cuts.length && marks.cuts[next]![0] < from) next++;
    let rest = "";
    let kept = from;
    for (; next < marks.cuts.length && marks.cuts[next]![0] < start; next++) {
      const [begin, end] = marks.cuts[next]!;
      rest += text.slice(kept, begin);
      kept = Math.max(kept, end);
    }
    rest = trimmed(rest + text.slice(kept, start - 1));
    if (/[\p{L}\p{N}]/u.test(rest)) prose.push(rest);
    const said: Mark[] = [
      ...merged(at.refs),
      ...at.moves.map(({ kind, targets, topic }): Mark => ({ kind: "move", name: kind, targets, topic: topic ?? "" })),
      ...at.statements.map(
        ({ kind, label }): Mark => ({
          ...{ kind: "statement", name: kind.replace("_", " "), label: label ?? "" },
        }),
      ),
    ];
    const last = parts.at(-1);
    if (said.length > 0 && prose.length === 0 && last?.kind === "marks") last.marks.push(...said);
    else if (said.length > 0) add({ kind: "marks", marks: said });
    add(
      ...at.citations.map(({ path, from, words, result }): DraftPart => ({ kind: "cite", path, from, words, result })),
    );
  });
  flush();
  return parts;
}

const drawn = new WeakMap<DialogueView, Map<string, DraftPart[]>>();

/** Kept: one draft is asked for once for each of its items. */
function partsOf(view: DialogueView, round: number, key: string): DraftPart[] {
  const known = drawn.get(view) ?? new Map<string, DraftPart[]>();
  drawn.set(view, known);
  const parts = known.get(`${round} ${key}`) ?? drawDraft(textOf(view, round, key), marksIn(view, round, key));
  known.set(`${round} ${key}`, parts);
  return parts;
}

function textOf({ export: { rounds } }: DialogueView, round: number, key: string): string {
  const texts = rounds.find((one) => one.round === round)?.texts ?? [];
  return texts.find(({ expert }) => personKey(expert) === key)?.text ?? "";
}

/** The prose under an item, paragraph by paragraph; of an objection that it refers to, the words behind that reference. */
export function wordsOfItem({ view }: Pick<Dialogue, "view">, item: ItemKey, about?: string): string[] {
  const sources = sourcesOf(view, item);
  const behind = sources.map((one) => (about === undefined ? "" : wordsBehind(view, one, about)));
  const found = behind.find((words) => words !== "");
  return paragraphs(found === undefined ? proseOf(view, sources[0]!) : [found]);
}

/** The same of each who wrote it, where it was made of several. */
export function wordings({ view }: Pick<Dialogue, "view">, item: ItemKey) {
  return sourcesOf(view, item).map((source) => ({
    ...{ by: source.expert, round: source.round },
    words: paragraphs(proseOf(view, source)),
  }));
}

type ItemKey = Pick<Item, "id" | "type">;
type Source = ReturnType<typeof sourcesOf>[number];

function sourcesOf(view: DialogueView, { id, type }: ItemKey) {
  return itemLists(view.export)
    .find((one) => one.type === type)!
    .list.find((one) => one.id === id)!.sources;
}

function proseOf(view: DialogueView, source: Source): string[] {
  const parts = partsOf(view, source.round, personKey(source.expert));
  const start = parts.findIndex((part) => part.kind === "item" && part.id === source.local_id) + 1;
  const startsBlock = (part: DraftPart) =>
    part.kind === "item" ||
    part.kind === "stance" ||
    (part.kind === "marks" && part.marks.some(({ kind }) => kind === "statement"));
  const end = parts.findIndex((part, i) => i >= start && startsBlock(part));
  return parts.slice(start, end < 0 ? undefined : end).flatMap((part) => (part.kind === "text" ? [part.text] : []));
}

function paragraphs(texts: readonly string[]): string[] {
  return texts
    .flatMap((text) => text.split(/\n\s*\n/))
    .map((paragraph) =>
      paragraph
        .split("\n")
        .map((line) => line.trim())
        .join(" ")
        .trim(),
    )
    .filter((paragraph) => paragraph !== "");
}

/** From a reference to an objection to the next one, where its marker begins a line and words follow at once; else nothing. */
function wordsBehind(
  view: DialogueView,
  source: { round: number; expert: string; line: number },
  about: string,
): string {
  const { round, line } = source;
  const text = textOf(view, round, personKey(source.expert));
  const { items, stances, statements, refs, cuts } = marksIn(view, round, personKey(source.expert));
  const end = Math.min(...[...items, ...stances, ...statements].map((one) => one.line).filter((at) => at > line));
  const own = refs.filter((ref) => ref.target.startsWith("T") && ref.line >= line && ref.line < end);
  const first = own.find(({ target }) => target === about)?.line;
  if (first === undefined) return "";
  const said: string[] = [];
  let start = 0;
  for (const [i, whole] of text.split("\n").entries()) {
    const at = i + 1;
    const inside = cuts.filter(([from]) => from >= start && from < start + whole.length);
    const words = trimmed(
      inside.reduceRight((rest, [from, to]) => rest.slice(0, from - start) + rest.slice(to - start), whole),
    );
    const isMarked = inside[0]?.[0] === start + whole.search(/\S/);
    start += whole.length + 1;
    if (at < first) continue;
    if (at >= end || (at === first && !isMarked)) break;
    if (said.length > 0 && own.some((ref) => ref.line === at)) break;
    if (said.length === 0 && whole.trim() === "") break;
    if (words !== "" || said.length > 0) said.push(words);
  }
  return said.join("\n");
}

type Kinds = Exclude<keyof DraftMarks, "cuts">;
type Lines = { [Kind in Kinds]: DraftMarks[Kind][number][] };

function byLine(marks: DraftMarks): Map<number, Lines> {
  const lines = new Map<number, Lines>();
  const none = (): Lines => ({ items: [], stances: [], refs: [], moves: [], statements: [], citations: [] });
  for (const kind of Object.keys(none()) as Kinds[]) {
    for (const mark of marks[kind]) {
      const at = lines.get(mark.line) ?? none();
      lines.set(mark.line, at);
      (at[kind] as unknown[]).push(mark);
    }
  }
  return lines;
}

/** One marker may name several targets; the record has a reference for each. */
function merged(refs: Lines["refs"]): Mark[] {
  const marks = new Map<string, string[]>();
  for (const { kind, target } of refs) {
    const known = marks.get(kind);
    if (known === undefined) marks.set(kind, [target]);
    else known.push(target);
  }
  return [...marks].map(([name, targets]): Mark => ({ kind: "ref", name, targets, topic: "" }));
}

/** Without the spaces, colons and commas that stood between a marker and the words. */
function trimmed(line: string): string {
  return line.replace(/^[\s:,;|]+/, "").replace(/(?<![\s,;|])[\s,;|]+$/, "");
}
