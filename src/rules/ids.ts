/**
 * The IDs that drafts and ledgers share. A local ID is `MUFFIN-P0101`, a global ID `P0101`: type, always two digits of round, two or more of
 * sequence, so `P01101` is round 01, item 101.
 *
 * Short numbers. `P1` and `P01` (one or two digits, no expert) are short. In a draft of the current dialect a short number can only mean the
 * first round: `P0001`. In a draft that uses older markers it is the dialogue-wide number of that dialect and stays one: `P01`.
 * Three digits (`P101`: round 1, item 01, or item 101?) and short numbers with an expert (`MUFFIN-P1`: of which round?) are ambiguous, and
 * therefore no IDs.
 */
import { type ItemType, itemTypeLetters } from "./vocabulary.ts";

export type IdType = ItemType | "S";

export interface ItemId {
  /** In capitals; null in a global ID. */
  expert: string | null;
  type: IdType;
  round: number;
  seq: number;
  /** Written with one or two digits only. */
  short: boolean;
}

/** The letters of all IDs, stances included. */
export const idLetters = `${itemTypeLetters.join("")}S`;

const idPattern = new RegExp(`^(?:(\\p{L}[\\p{L}\\p{N}-]*)-)?([${idLetters}])([0-9]{1,6})$`, "iu");
const longestId = 64;

/** Reads any of `P0103`, `p0103`, `Muffin-P0103`, `P1`, with a full stop or emphasis around it; null for what is no ID. */
export function parseId(raw: string): ItemId | null {
  if (raw.length > longestId) return null;
  const match = idPattern.exec(plainDashes(undecorated(raw)));
  if (match === null) return null;
  const [, name, letter = "", digits = ""] = match;
  const expert = name === undefined ? null : name.toUpperCase();
  const type = letter.toUpperCase() as IdType;
  if (digits.length >= 4) {
    return { expert, type, round: Number(digits.slice(0, 2)), seq: Number(digits.slice(2)), short: false };
  }
  if (digits.length === 3 || expert !== null) return null;
  return { expert, type, round: 0, seq: Number(digits), short: true };
}

const longestList = 2_000;

/** `R0001, R0002`, `R0001 and R0002`; null unless every word is an ID. */
export function parseIds(raw: string): ItemId[] | null {
  if (raw.length > longestList) return null;
  const ids = raw
    .split(/[\s,;&+/]+/)
    .filter((word) => word !== "" && word.toLowerCase() !== "and")
    .map(parseId);
  return ids.length === 0 || ids.includes(null) ? null : (ids as ItemId[]);
}

export function formatGlobalId(type: IdType, round: number, seq: number): string {
  return `${type}${twoDigits(round)}${twoDigits(seq)}`;
}

export function formatLocalId(expert: string, type: IdType, round: number, seq: number): string {
  return `${expert.toUpperCase()}-${formatGlobalId(type, round, seq)}`;
}

/** The one spelling of an ID. `shortNumbers`: the draft uses the older dialect, where `T01` is a number of the whole dialogue. */
export function formatId(id: ItemId, shortNumbers = false): string {
  if (id.expert !== null) return formatLocalId(id.expert, id.type, id.round, id.seq);
  if (id.short && shortNumbers) return `${id.type}${twoDigits(id.seq)}`;
  return formatGlobalId(id.type, id.round, id.seq);
}

/** The one spelling of an ID somebody wrote; what is no ID stays as it is and will not be found. */
export function normalise(raw: string): string {
  const id = parseId(raw);
  return id === null ? raw : formatId(id);
}

/** Models like to write typographic dashes. */
export function plainDashes(text: string): string {
  return text.replace(/[\u2010-\u2015\u2212]/g, "-");
}

function undecorated(raw: string): string {
  return raw.replace(/^[\s*_`]+/, "").replace(/(?<![\s*_`.])[\s*_`.]+$/, "");
}

function twoDigits(n: number): string {
  return String(n).padStart(2, "0");
}
