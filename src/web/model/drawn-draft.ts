/**
 * An expert's draft for reading: prose as written, and markers where the record has them. The page reads no markers: what the record does not name, in
 * a comment or a quotation, is text like any other.
 */
import type { DialogueExport, DraftMarks, Severity } from "../data.ts";
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
export function marksIn(all: DialogueExport, round: number, key: string): DraftMarks {
  const own = <T extends { round: number; by: string }>(list: readonly T[]) =>
    list.filter((one) => one.round === round && personKey(one.by) === key);
  return {
    items: itemLists(all).flatMap(({ type, list }) =>
      list.flatMap(({ label, sources }) =>
        sources
          .filter((source) => source.round === round && personKey(source.expert) === key)
          .map(({ local_id, line }) => ({ local_id, type, label, line })),
      ),
    ),
    stances: own(all.stances),
    refs: own(all.refs),
    moves: own(all.moves),
    statements: own(all.statements),
    citations: own(all.citations),
  };
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
  text.split("\n").forEach((line, i) => {
    const at = lines.get(i + 1);
    if (at === undefined) {
      prose.push(line);
      return;
    }
    const groups = groupsOf(line);
    const own = new Set<Group>();
    const groupWith = (...words: string[]) => {
      const found = groups.find(
        (one) => !own.has(one) && words.some((word) => one.text.toUpperCase().includes(word.toUpperCase())),
      );
      if (found !== undefined) own.add(found);
      return found;
    };
    add(
      ...at.items.map(({ local_id, type, label }): DraftPart => {
        const group = groupWith(local_id, label);
        return { kind: "item", id: local_id, type, ...writtenLabel(group?.text, local_id, label), line: i + 1 };
      }),
      ...at.stances.map(({ position, confidence }): DraftPart => {
        groupWith(position);
        return { kind: "stance", position, confidence };
      }),
    );
    const said: Mark[] = [
      ...merged(at.refs, groupWith),
      ...at.moves.map(({ kind, targets, topic }): Mark => {
        groupWith(kind);
        return { kind: "move", name: kind, targets, topic: topic ?? "" };
      }),
      ...at.statements.map(({ kind, label }): Mark => {
        groupWith(kind.split("_")[0]!);
        return { kind: "statement", name: kind.replace("_", " "), label: label ?? "" };
      }),
    ];
    const cited = at.citations.map(({ path, from, words, result }): DraftPart => {
      groupWith("CITE");
      return { kind: "cite", path, from, words, result };
    });
    const rest = without(line, own).trim();
    if (/[\p{L}\p{N}]/u.test(rest)) prose.push(rest);
    const last = parts.at(-1);
    if (said.length > 0 && prose.length === 0 && last?.kind === "marks") last.marks.push(...said);
    else if (said.length > 0) add({ kind: "marks", marks: said });
    add(...cited);
  });
  flush();
  return parts;
}

const drawn = new WeakMap<DialogueExport, Map<string, DraftPart[]>>();

/** Kept: one draft is asked for once for each of its items. */
function partsOf(all: DialogueExport, round: number, key: string): DraftPart[] {
  const known = drawn.get(all) ?? new Map<string, DraftPart[]>();
  drawn.set(all, known);
  const text = all.rounds
    .find((one) => one.round === round)
    ?.texts.find(({ expert }) => personKey(expert) === key)?.text;
  const parts = known.get(`${round} ${key}`) ?? drawDraft(text ?? "", marksIn(all, round, key));
  known.set(`${round} ${key}`, parts);
  return parts;
}

/** The prose under an item, paragraph by paragraph. */
export function wordsOfItem({ view }: Pick<Dialogue, "view">, { id, type }: Pick<Item, "id" | "type">): string[] {
  const { sources } = itemLists(view.export)
    .find((one) => one.type === type)!
    .list.find((one) => one.id === id)!;
  const source = sources[0]!;
  const parts = partsOf(view.export, source.round, personKey(source.expert));
  const start = parts.findIndex((part) => part.kind === "item" && part.id === source.local_id) + 1;
  const startsBlock = (part: DraftPart) =>
    part.kind === "item" ||
    part.kind === "stance" ||
    (part.kind === "marks" && part.marks.some(({ kind }) => kind === "statement"));
  const end = parts.findIndex((part, i) => i >= start && startsBlock(part));
  return parts
    .slice(start, end < 0 ? undefined : end)
    .flatMap((part) => (part.kind === "text" ? part.text.split(/\n\s*\n/) : []))
    .map((paragraph) => paragraph.replace(/\s*\n\s*/g, " ").trim())
    .filter((paragraph) => paragraph !== "");
}

type Lines = { [Kind in keyof DraftMarks]: DraftMarks[Kind][number][] };

function byLine(marks: DraftMarks): Map<number, Lines> {
  const lines = new Map<number, Lines>();
  for (const kind of Object.keys(marks) as (keyof DraftMarks)[]) {
    for (const mark of marks[kind]) {
      const at = lines.get(mark.line) ?? { items: [], stances: [], refs: [], moves: [], statements: [], citations: [] };
      lines.set(mark.line, at);
      (at[kind] as unknown[]).push(mark);
    }
  }
  return lines;
}

/** One marker may name several targets; the record has a reference for each. */
function merged(refs: Lines["refs"], groupWith: (word: string) => Group | undefined): Mark[] {
  const marks: (Mark & { kind: "ref" })[] = [];
  for (const { kind, target } of refs) {
    const same = marks.find(({ name }) => name === kind);
    groupWith(kind);
    if (same === undefined) marks.push({ kind: "ref", name: kind, targets: [target], topic: "" });
    else same.targets.push(target);
  }
  return marks;
}

interface Group {
  from: number;
  to: number;
  text: string;
}

/** What stands in brackets on a line, outermost. */
function groupsOf(line: string): Group[] {
  const groups: Group[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < line.length; at++) {
    if ("[［【〔".includes(line[at]!) && depth++ === 0) from = at;
    else if ("]］】〕".includes(line[at]!) && depth > 0 && --depth === 0)
      groups.push({ from, to: at + 1, text: line.slice(from + 1, at) });
  }
  return groups;
}

/** The line without these, and without the list sign, the emphasis and the commas that stood around them. */
function without(line: string, groups: ReadonlySet<Group>): string {
  const kept = [...groups]
    .sort((a, b) => b.from - a.from)
    .reduce((left, { from, to }) => left.slice(0, from) + left.slice(to), line);
  return kept.replace(/^[\s>*#_-]+/, "").replace(/[\s*_,;|]+$/, "");
}

/** As its author wrote it there: the record has one label for all markers that were merged. */
function writtenLabel(
  group: string | undefined,
  id: string,
  label: string,
): { label: string; severity: Severity | null } {
  const [, written = label] = (group ?? "").toUpperCase().startsWith(id)
    ? (/^[^:：]*[:：]\s*(.*)$/s.exec(group!) ?? [])
    : [];
  const bar = written.lastIndexOf("|");
  const severity = (["critical", "major", "minor"] as const).find(
    (one) =>
      one ===
      written
        .slice(bar + 1)
        .trim()
        .toLowerCase(),
  );
  return bar < 0 || severity === undefined
    ? { label: written, severity: null }
    : { label: written.slice(0, bar).trim(), severity };
}
