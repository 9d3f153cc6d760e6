/** Which dialogues and documents a question is about: all that the search finds of one counts together, so that a decision is found by any of its words. */
import { shareOf, type WeightedWords } from "../../documents/change-words.ts";
import type { Project } from "../../store/project.ts";
import { matchedWords, search } from "../../store/search.ts";

export type Source = { kind: "dialogue"; id: string } | { kind: "document"; path: string };

/** Passages looked at; a long dialogue has hundreds. */
const passages = 300;
/** What speaks of less only shares a few words with the question. */
const leastShare = 0.4;

const recordedTypes = ["rfc", "adr", "decision"];

export async function rankSources(project: Project, words: readonly string[], asked: WeightedWords): Promise<Source[]> {
  const { hits } = await search(project, { words, limit: passages });
  const found = new Map<string, { source: Source; best: number; places: Record<string, string[]> }>();
  for (const hit of hits) {
    const isRecord = hit.type !== null && recordedTypes.includes(hit.type);
    if (hit.dialogue_id === null && !isRecord) continue;
    const source: Source =
      hit.dialogue_id !== null ? { kind: "dialogue", id: hit.dialogue_id } : { kind: "document", path: hit.path };
    const key = hit.dialogue_id ?? hit.path;
    const known = found.get(key) ?? { source, best: 0, places: {} };
    // What a dialogue asks and what it decides is what it is about; its items only touch other things.
    const isAbout = isRecord || /opening|question|verdict/.test(hit.what);
    known.best = Math.max(known.best, hit.score * (isAbout ? 1.5 : 1));
    for (const [place, some] of Object.entries(matchedWords(hit.marked))) {
      const at = place === "title" && !isAbout ? "body" : place;
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
