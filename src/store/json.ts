/**
 * JSON as records need it: one canonical form to hash, and a reader that refuses what two readers could understand differently (a name
 * that occurs twice in one object).
 */
import type * as z from "zod";

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Keys sorted by code unit, no white space: the same value always gives the same bytes, however its file is indented. */
export function canonicalJson(value: unknown): string {
  // JSON.stringify on a sorted copy is twice as fast, but it cannot keep the order of all names or write every number.
  const copy = sortedCopy(value);
  return copy === odd ? writeCanonical(value) : JSON.stringify(copy);
}

const odd = Symbol("odd");

function sortedCopy(value: unknown): unknown {
  if (typeof value === "number") return Number.isFinite(value) ? value : odd;
  if (typeof value !== "object" || value === null || isText(value)) return value;
  if (Array.isArray(value)) {
    const items = value.map(sortedCopy);
    return items.includes(odd) ? odd : items;
  }
  const copy: Record<string, unknown> = {};
  for (const name of sortedNames(value)) {
    const member = sortedCopy((value as Record<string, unknown>)[name]);
    if (member === odd || isOddName(name)) return odd;
    copy[name] = member;
  }
  return copy;
}

/** JavaScript puts names that are numbers first, and `__proto__` is not a property. */
function isOddName(name: string): boolean {
  const first = name.charCodeAt(0);
  return (first >= 0x30 && first <= 0x39) || name === "__proto__";
}

/** Most objects of a record have the names of others in it, in the same order: those are sorted once. */
const sortedBefore = new Map<string, readonly string[]>();
const mostSorted = 500;
const longestSorted = 500;

function sortedNames(value: object): readonly string[] {
  const names = Object.keys(value);
  const together = names.join("\n");
  const known = sortedBefore.get(together);
  // A name may hold a line break: then others, joined, read the same.
  if (known !== undefined && known.length === names.length) return known;
  names.sort();
  if (together.length <= longestSorted && sortedBefore.size < mostSorted && !names.some((name) => name.includes("\n")))
    sortedBefore.set(together, names);
  return names;
}

function writeCanonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => writeCanonical(item ?? null)).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const members: string[] = [];
    for (const name of sortedNames(value)) {
      const member = (value as Record<string, unknown>)[name];
      if (member !== undefined) members.push(`${JSON.stringify(name)}:${writeCanonical(member)}`);
    }
    return `{${members.join(",")}}`;
  }
  // A number beyond a double's range reads as Infinity; JSON would write that as null, and two values would have one form.
  return typeof value === "number" && !Number.isFinite(value) ? String(value) : JSON.stringify(value);
}

/** Lines of text are most of a record, and already canonical as they are. */
function isText(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

/** What a file of Blue's own holds, of this shape; undefined when it is missing, torn or of another shape. */
export function parseAs<S extends z.ZodType>(schema: S, bytes: Buffer | undefined): z.output<S> | undefined {
  if (bytes === undefined) return undefined; // most of the time, and an exception costs more than the look for the file
  try {
    return schema.parse(JSON.parse(bytes.toString("utf8")));
  } catch {
    return undefined;
  }
}

export class JsonError extends Error {}

/** Deeper than any record; deeper files could overflow the stack. */
const deepest = 100;

export function parseJson(text: string): Json {
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  let value: Json;
  try {
    value = JSON.parse(source);
  } catch (thrown) {
    if (/^(?:<<<<<<<|=======|>>>>>>>)/m.test(source)) throw new JsonError("it contains the marks of a merge conflict");
    throw new JsonError(source.trim() === "" ? "it is empty" : (thrown as Error).message);
  }
  const twice = findRepeatedName(source);
  if (twice !== undefined) throw new JsonError(`the name ${JSON.stringify(twice)} occurs twice in one object`);
  return value;
}

const quote = 0x22;
const backslash = 0x5c;

/** A string directly followed by a colon is a name; anything else is a value. `source` is known to be valid JSON. */
function findRepeatedName(source: string): string | undefined {
  const open: (Set<string> | null)[] = [];
  for (let i = 0; i < source.length; i++) {
    const c = source.charCodeAt(i);
    if (c === 0x7b || c === 0x5b) {
      if (open.push(c === 0x7b ? new Set() : null) > deepest)
        throw new JsonError(`it is nested deeper than ${deepest} levels`);
    } else if (c === 0x7d || c === 0x5d) open.pop();
    else if (c === quote) {
      const start = i;
      i = endOfString(source, start);
      const names = open.at(-1);
      if (!names || !isFollowedByColon(source, i)) continue;
      const raw = source.slice(start + 1, i);
      const name = raw.includes("\\") ? (JSON.parse(`"${raw}"`) as string) : raw;
      if (names.has(name)) return name;
      names.add(name);
    }
  }
  return undefined;
}

/** The closing quote: the next one that no odd number of backslashes stands before. */
function endOfString(source: string, start: number): number {
  for (let at = source.indexOf('"', start + 1); ; at = source.indexOf('"', at + 1)) {
    let before = at;
    while (source.charCodeAt(before - 1) === backslash) before--;
    if ((at - before) % 2 === 0) return at;
  }
}

function isFollowedByColon(source: string, at: number): boolean {
  let next = at + 1;
  for (let c = source.charCodeAt(next); c === 0x20 || (c >= 0x09 && c <= 0x0d); c = source.charCodeAt(next)) next++;
  return source[next] === ":";
}
