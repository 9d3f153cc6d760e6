/**
 * JSON as records need it: one canonical form to hash, and a reader that refuses what two readers could understand differently (a name
 * that occurs twice in one object).
 */

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Keys sorted by code unit, no white space: the same value always gives the same bytes, however its file is indented. */
export function canonicalJson(value: unknown): string {
  if (isText(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const members: string[] = [];
    for (const name of Object.keys(value).sort()) {
      const member = (value as Record<string, unknown>)[name];
      if (member !== undefined) members.push(`${JSON.stringify(name)}:${canonicalJson(member)}`);
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

export class JsonError extends Error {}

/** Deeper than any record; a file nested without end would exhaust whoever walks it. */
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

/** A string directly followed by a colon is a name; anything else is a value. `source` is known to be valid JSON. */
function findRepeatedName(source: string): string | undefined {
  const open: (Set<string> | null)[] = [];
  for (let i = 0; i < source.length; i++) {
    const c = source[i];
    if (c === "{" || c === "[") {
      if (open.push(c === "{" ? new Set() : null) > deepest)
        throw new JsonError(`it is nested deeper than ${deepest} levels`);
    } else if (c === "}" || c === "]") open.pop();
    else if (c === '"') {
      const start = i;
      for (i++; source[i] !== '"'; i++) if (source[i] === "\\") i++;
      let next = i + 1;
      while (source[next] === " " || source[next] === "\n" || source[next] === "\r" || source[next] === "\t") next++;
      const names = open.at(-1);
      if (source[next] !== ":" || !names) continue;
      const name = JSON.parse(source.slice(start, i + 1)) as string;
      if (names.has(name)) return name;
      names.add(name);
    }
  }
  return undefined;
}
