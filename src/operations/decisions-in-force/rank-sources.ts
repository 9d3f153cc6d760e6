/** Which dialogues and documents a question is about: all that the search finds of one counts together, so that a decision is found by any of its words. */
import { basename } from "node:path";
import { shareOf, type WeightedWords } from "../../documents/change-words.ts";
import { isDialogue } from "../../store/dialogue-ids.ts";
import type { Project } from "../../store/project.ts";
import { isAbout, matchedWords, search } from "../../store/search.ts";

export type Source = { kind: "dialogue"; id: string } | { kind: "document"; path: string };

/** Passages looked at; a long dialogue has hundreds. */
export const passages = 300;
/** What speaks of less only shares a few words with the question. */
const leastShare = 0.4;

/** Documents that decide, and those in which an older Blue kept whole dialogues. */
export const recordedTypes = ["rfc", "adr", "decision", "dialogue"];

/** A passage that has some of the words. */
interface Speaking<S> {
  source: S;
  /** What passages of one source have in common. */
  key: string;
  score: number;
  /** It says what its source is about. */
  about: boolean;
  /** The words it has, by where they stand. */
  places: Readonly<Record<string, readonly string[]>>;
}

export async function rankSources(project: Project, words: readonly string[], asked: WeightedWords): Promise<Source[]> {
  const { hits } = await search(project, { words, limit: passages });
  const speaking = hits.flatMap((hit): Speaking<Source>[] => {
    const isRecord = hit.type !== null && recordedTypes.includes(hit.type);
    if (hit.dialogue_id === null && !isRecord) return [];
    const id = hit.dialogue_id ?? savedDialogue(project, hit.path);
    const source: Source = id !== undefined ? { kind: "dialogue", id } : { kind: "document", path: hit.path };
    const about = isRecord || isAbout(hit.what);
    const { body, ...others } = matchedWords(hit.marked);
    // A dialogue's question and verdict are to it what the decision is to an ADR.
    const places = { ...others, [hit.dialogue_id !== null && about ? "decision" : "body"]: body ?? [] };
    return [{ source, key: id ?? hit.path, score: hit.score, about, places }];
  });
  return rankSpeaking(speaking, asked);
}

export function rankSpeaking<S>(speaking: readonly Speaking<S>[], asked: WeightedWords): S[] {
  const found = new Map<string, { source: S; best: number; places: Record<string, string[]> }>();
  for (const { source, key, score, about, places } of speaking) {
    const known = found.get(key) ?? { source, best: 0, places: {} };
    known.best = Math.max(known.best, score * (about ? 1.5 : 1));
    for (const [place, some] of Object.entries(places)) {
      const at = place === "title" && !about ? "body" : place;
      known.places[at] = [...(known.places[at] ?? []), ...some];
    }
    found.set(key, known);
  }
  return [...found.values()]
    .map(({ source, best, places }) => ({ source, best, share: shareOf(asked, places) }))
    .filter(({ share }) => share >= leastShare)
    .sort((a, b) => b.best * b.share - a.best * a.share)
    .map(({ source }) => source);
}

/** The dialogue that a document is a copy of. */
export function savedDialogue(project: Project, path: string): string | undefined {
  const id = basename(path).split(".")[0]!;
  return isDialogue(project, id) ? id : undefined;
}
