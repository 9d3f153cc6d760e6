/**
 * The dialect of older dialogues: `[PERSPECTIVE P03: label]`, `[TENSION T-NEW: label]`, `[REFINEMENT on T07]`, `[CONCESSION: T06 -- right]`,
 * `[RESOLVED T01: how]`, `[RESOLVED SCONE R1-T02]`, `[ACKNOWLEDGED T09]`, `[CONVERGENCE CONFIRMED]`. In capitals only. An item keeps its own number
 * under this expert and round; one without a number gets the draft's next.
 */
import { type ItemId, parseId } from "../rules/ids.ts";
import {
  type ItemType,
  itemTypeLetters,
  itemTypes,
  olderMoves,
  olderReferences,
  type SeverityReading,
} from "../rules/vocabulary.ts";
import type { Marker } from "./read-marker.ts";
import { readSeverity } from "./read-severity.ts";
import type { Author } from "./scanned-draft.ts";

const typeByWord = new Map(
  Object.entries(itemTypes).map(([letter, { name }]) => [name.toUpperCase(), letter as ItemType]),
);
/** All words that begin a marker of this dialect. */
export const olderWords = [...typeByWord.keys(), ...Object.keys(olderReferences), ...Object.keys(olderMoves)];

const head = new RegExp(`^\\s?(${olderWords.join("|")})(?![\\p{L}\\p{N}_-])\\s{0,3}(:?)\\s{0,3}(?:on\\s)?`, "u");

export function readOlderMarker(inner: string, author: Author, severities: SeverityReading): Marker | null {
  const match = head.exec(inner);
  if (match === null) return null;
  const [{ length }, word = "", colon] = match;
  const written = inner.slice(length).trim();
  const type = typeByWord.get(word);
  if (type !== undefined) return readItem(type, written, colon === ":", author, severities);
  const { ids: targets, rest: label } = leadingIds(written);
  if (word in olderMoves) {
    const kind = olderMoves[word as keyof typeof olderMoves];
    if (kind === "CONVERGE" && written !== "") return null;
    return { is: "move", kind, targets, topic: written || null, older: true };
  }
  const kind = olderReferences[word as keyof typeof olderReferences];
  if (targets.length > 0) return { is: "ref", kind, targets, label, older: true };
  return kind === "REOPEN" ? null : { is: "remark", word };
}

const letter = `[${itemTypeLetters.join("")}]`;
const newNumber = new RegExp(`^${letter}-NEW\\s{0,3}:`);

function readItem(
  type: ItemType,
  written: string,
  colon: boolean,
  { expert, round }: Author,
  severities: SeverityReading,
): Marker | null {
  const unnumbered = newNumber.exec(written)?.[0] ?? (colon ? "" : null);
  const { ids, rest } = unnumbered === null ? leadingIds(written) : { ids: [], rest: written.slice(unnumbered.length) };
  const [id] = ids;
  const hasSeverity = type === "T" && severities.anyBar;
  const read = hasSeverity ? readSeverity(rest.trim(), severities) : { label: rest.trim(), severity: null };
  if (read.label === "" || (unnumbered === null && (id === undefined || id.type !== type || id.expert !== null)))
    return null;
  const own = id && { ...id, expert: expert.toUpperCase(), round: id.short ? round : id.round, short: false };
  return { is: "item", type, id: own ?? null, ...read, older: true };
}

/** `T01`, `T01/T02`, `SCONE R1-T02` (round and number of somebody's own), and what follows them. */
const name = "\\p{L}[\\p{L}\\p{N}]{0,40}";
const olderId = new RegExp(
  `^(?:(${name}) R(\\d{1,2})-(${letter})(\\d{1,2})|((?:${name}-)?${letter}\\d{1,6}))(?![\\p{L}\\p{N}-])(?:\\s?[,/&+;]\\s?|\\sand\\s)?`,
  "iu",
);

function leadingIds(written: string): { ids: ItemId[]; rest: string } {
  const ids: ItemId[] = [];
  let rest = written;
  for (let match = olderId.exec(rest); match !== null; match = olderId.exec(rest)) {
    const [{ length }, expert, round, type, seq, plain] = match;
    const id = parseId(plain ?? `${expert}-${type}${round!.padStart(2, "0")}${seq!.padStart(2, "0")}`);
    if (id === null) break;
    ids.push(id);
    rest = rest.slice(length);
  }
  return { ids, rest: rest.replace(/^\.?\s*(?::|--?|–|—)?\s*/, "") };
}
