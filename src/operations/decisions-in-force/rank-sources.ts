/** Which dialogues and documents a question is about: a source is ranked by its best passage, so that a decision is found by any of its words. */
import { basename } from "node:path";
import { shareOf, type WeightedWords } from "../../documents/change-words.ts";
import { isDialogue } from "../../store/dialogue-ids.ts";
import type { Project } from "../../store/project.ts";
import { type Heard, markedWords, type SearchHit } from "../../store/search.ts";
import { fitOf, type HeardPassage } from "./fit.ts";

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
}

/** Best first. */
export function rankSources(project: Project, heard: Heard): RankedSource[] {
  const found = new Map<string, { source: Source; weight: number; passages: HeardPassage[] }>();
  for (const hit of heard.hits) {
    if (hit.dialogue_id === null && !recordedTypes.includes(hit.type ?? "")) continue;
    const id = hit.dialogue_id ?? savedDialogue(project, hit.path);
    const source: Source = id !== undefined ? { kind: "dialogue", id } : { kind: "document", path: hit.path };
    const key = id ?? hit.path;
    const known = found.get(key) ?? { source, weight: weightOf(hit.type), passages: [] };
    known.passages.push(passageOf(hit));
    found.set(key, known);
  }
  const lengths = [...found.values()].flatMap((one) => one.passages.map(({ length }) => length)).sort((a, b) => a - b);
  // The middle one: a few pages of a hundred kilobytes do not make it usual to be long.
  const usual = lengths[Math.floor(lengths.length / 2)]!;
  return [...found]
    .map(([key, { source, weight, passages }]) => ({ source, key, weight, ...fitOf(passages, heard, usual) }))
    .sort((a, b) => b.best * b.weight - a.best * a.weight);
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
  for (const { source, key, type, score, about, places } of speaking) {
    const known = found.get(key) ?? { source, best: 0, places: {} };
    known.best = Math.max(known.best, score * (about ? 1.5 : 1) * weightOf(type));
    for (const [place, some] of Object.entries(places)) {
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
