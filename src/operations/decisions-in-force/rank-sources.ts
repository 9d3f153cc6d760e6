/**
 * Which dialogues and documents a question is about: a source is ranked by its best passage, so that a decision is found by any of its words. Of a decided
 * dialogue the passages are what it asked, each sentence that it decided and each item that it settled; what else an expert said is an aside.
 */
import { basename } from "node:path";
import { shareOf, type WeightedWords } from "../../documents/change-words.ts";
import { isDialogue } from "../../store/dialogue-ids.ts";
import { decidedPassages } from "../../store/index/schema.ts";
import type { Project } from "../../store/project.ts";
import { type Heard, isAbout, markedWords, type SearchHit } from "../../store/search.ts";
import { fitOf, type HeardPassage } from "./fit.ts";
import { type Decided, heardPiece, piecesOf, quoteDecided } from "./quote.ts";

export type Source = { kind: "dialogue"; id: string } | { kind: "document"; path: string };

/** Passages looked at; a long dialogue has hundreds. */
export const passages = 300;

/** Documents that decide, those in which an older Blue kept whole dialogues, and spikes: what was found out before. */
export const recordedTypes = ["rfc", "adr", "decision", "dialogue", "spike"];

/** A spike only looked into what an RFC may then have decided in the same words. */
function weightOf(type: string | null): number {
  return type === "spike" ? 0.8 : 1;
}

export interface RankedSource {
  source: Source;
  /** What passages of one source have in common. */
  key: string;
  about: number;
  /** What it decided in words of the question. `number`: it asks for one. */
  quote(number: boolean): string | undefined;
}

interface FoundSource {
  source: Source;
  weight: number;
  passages: HeardPassage[];
  asides: HeardPassage[];
  /** What it decided, with the words that were found marked. */
  decided: Decided[];
}

/** Best first; those of which only asides have the words come last. */
export function rankSources(project: Project, heard: Heard): RankedSource[] {
  const found = new Map<string, FoundSource>();
  const lengths: number[] = [];
  for (const hit of heard.hits) {
    if (hit.dialogue_id === null && !recordedTypes.includes(hit.type ?? "")) continue;
    const id = hit.dialogue_id ?? savedDialogue(project, hit.path);
    const source: Source = id !== undefined ? { kind: "dialogue", id } : { kind: "document", path: hit.path };
    const key = id ?? hit.path;
    const known = found.get(key) ?? {
      ...{ source, weight: weightOf(hit.type) },
      ...{ passages: [], asides: [], decided: [] },
    };
    const { body } = hit.marked;
    const whole = passageOf(hit);
    lengths.push(whole.length);
    if (decidedPassages.includes(hit.what)) known.passages.push(...piecesOf(body).map(heardPiece));
    else (isAside(hit.status, hit.what) ? known.asides : known.passages).push(whole);
    if (hit.dialogue_id === null || decidedPassages.includes(hit.what)) known.decided.push([hit.what, body]);
    found.set(key, known);
  }
  // The middle one: a few pages of a hundred kilobytes do not make it usual to be long.
  const usual = lengths.sort((a, b) => a - b)[Math.floor(lengths.length / 2)]!;
  return [...found]
    .map(([key, { source, weight, passages, asides, decided }]) => ({
      ...{ source, key, weight, ...fitOf(passages, heard, usual) },
      aside: fitOf(asides, heard, usual).best,
      quote: (number: boolean) => quoteDecided(decided, heard.words, number),
    }))
    .sort((a, b) => b.best * b.weight - a.best * a.weight || b.aside - a.aside);
}

function isAside(status: string | null, what: string): boolean {
  return status === "decided" && !isAbout(what);
}

function passageOf({ marked }: SearchHit): HeardPassage {
  const columns = Object.entries(marked);
  return {
    found: Object.fromEntries(columns.map(([place, text]) => [place, markedWords(text)])),
    length: columns.reduce((sum, [, text]) => sum + text.length, 0),
  };
}

/** What speaks of less only shares a few words with the question. */
const leastShare = 0.4;

/** A passage of a published source that has some of the words. */
interface Speaking<S> {
  source: S;
  key: string;
  type: string;
  status: string | null;
  score: number;
  /** It says what its source is about. */
  about: boolean;
  /** The words it has, by their place. */
  places: Readonly<Record<string, readonly string[]>>;
}

/** Of what is published: PostgreSQL does not say how often a passage has a word. */
export function rankSpeaking<S>(
  speaking: readonly Speaking<S>[],
  asked: WeightedWords,
): { source: S; key: string; fits: boolean }[] {
  const found = new Map<string, { source: S; best: number; places: Record<string, string[]> }>();
  for (const { source, key, type, status, score, about, places } of speaking) {
    const known = found.get(key) ?? { source, best: 0, places: {} };
    known.best = Math.max(known.best, score * (about ? 1.5 : 1) * weightOf(type));
    const isSaid = about || status !== "decided";
    for (const [place, some] of Object.entries(isSaid ? places : {})) {
      const at = place === "title" && !about ? "body" : place;
      known.places[at] = [...(known.places[at] ?? []), ...some];
    }
    found.set(key, known);
  }
  return [...found]
    .map(([key, { source, best, places }]) => ({ source, key, best, share: shareOf(asked, places) }))
    .sort((a, b) => b.best * b.share - a.best * a.share)
    .map(({ source, key, share }) => ({ source, key, fits: share >= leastShare }));
}

/** The dialogue that a document is a copy of. */
export function savedDialogue(project: Project, path: string): string | undefined {
  const id = basename(path).split(".")[0]!;
  return isDialogue(project, id) ? id : undefined;
}
