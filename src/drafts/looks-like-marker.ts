/**
 * The one rule for what was meant as a marker and is none. A bracket at the start of a line that holds its author's name, a marker word in capitals, or
 * first an ID and a colon; or a line that begins with an own ID of this round that is marked nowhere. All else in brackets is nobody's marker.
 */
import { formatLocalId, type IdType, idLetters, parseId, parseIds } from "../rules/ids.ts";
import { moveKinds, moves, positions, refKinds, statements } from "../rules/vocabulary.ts";
import { safeLine } from "../safe-text.ts";
import { olderWords } from "./read-older-marker.ts";
import type { Author } from "./scanned-draft.ts";

/** `[RE-OPEN …]` lacks its colon; `[CONCEDE-WITH-SCOPE]` is a word of its own. */
const words = [...refKinds, ...moveKinds, ...positions, "STANCE", ...Object.keys(statements), ...olderWords].join("|");
const markerWord = new RegExp(`(?<![\\p{L}\\p{N}_-])(?:(?:RE|MOVE|CITE)|(?:${words})(?!-))(?![\\p{L}\\p{N}_])`, "u");
const idAndColon = /^[\s*_`]*(?:[\p{L}\p{N}]{1,40}-)*\p{L}\d{1,9}[\s*_`.]*:/u;

/** Only the head of a bracket is looked at, as a reader sees it: full-width letters as letters, without what is invisible. */
const headLength = 200;

export function looksLikeMarker(inner: string, { expert }: Author): boolean {
  const head = inner
    .slice(0, headLength)
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "");
  if (parseIds(head) !== null) return false; // a mention
  return markerWord.test(head) || idAndColon.test(head) || holdsName(head.toUpperCase(), expert.toUpperCase());
}

/** As a word of its own, or with an ID at its end: `MUFFIN T0101`, `MUFFINT0101`. */
function holdsName(head: string, name: string): boolean {
  for (let at = head.indexOf(name); at >= 0; at = head.indexOf(name, at + 1)) {
    const before = head.slice(0, at);
    const behind = head.slice(at + name.length);
    if (!/[\p{L}\p{N}]$/u.test(before) && !/^\p{L}(?!\d)/u.test(behind)) return true;
  }
  return false;
}

const longestName = 64;
const ownId = new RegExp(
  `^(?:\\(|\\[(?![^\\]]*\\][([]))?[*_]{0,3}([^\\s:()[\\]*_]+[-\\u2010-\\u2015\\u2212][${idLetters}]\\d{4,6})(?![\\p{L}\\p{N}])`,
  "iu",
);

/** The own ID of this round that the line begins with, in brackets or bare. */
export function ownIdIn(line: string, { expert, round }: Author): string | null {
  const written = ownId.exec(line.slice(0, longestName))?.[1];
  const id = written === undefined ? null : parseId(written);
  if (id === null || id.expert !== expert.toUpperCase() || id.round !== round) return null;
  return formatLocalId(expert, id.type, id.round, id.seq);
}

/** How to write what this bracket seems to mean. `free`: an ID of this type that the draft does not have yet, the one with these digits if it is free. */
export function fixFor(inner: string, free: (type: IdType, digits?: string) => string): string {
  if (/^\W*CITE\b/.test(inner))
    return 'Write [CITE path#L10-L14 "words"]: a path without spaces, lines if you know them, words exactly as they are there.';
  if (/^\W*RE\b/.test(inner)) return `Write [RE:KIND id] with ${oneOf(refKinds)}; reasons go behind the bracket.`;
  if (/^\W*MOVE\b/.test(inner))
    return `Write ${oneOf(moveKinds.map((kind) => `[MOVE:${kind}${moves[kind].form}]`))}; the rest goes behind the bracket.`;
  const [, letter = "", digits] = /(?<![\p{L}\p{N}])([A-Z])(\d+)/iu.exec(inner) ?? [];
  const type = letter.toUpperCase();
  if (type === "S") {
    const form = `[${free("S")}: ${positions[0]} | 0.85]`;
    return `Write ${form} with ${oneOf(positions)}; a condition or reason goes behind the bracket.`;
  }
  const known = type !== "" && idLetters.includes(type) ? type : "P";
  return `Write [${free(known as IdType, digits)}: ${labelIn(inner)}], or put it in backticks if it is no marker.`;
}

/** What stands behind the colon, a severity included, so that the line can be copied. */
function labelIn(bracket: string): string {
  const [, behind = ""] = /^[^:：]*[:：](.*?)\]?$/s.exec(bracket) ?? [];
  return safeLine(behind) || "label";
}

function oneOf(names: readonly string[]): string {
  return `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}
