/**
 * A TOML file as its statements: headers of tables, and keys with their values. It knows strings, arrays and inline tables well enough to see where a
 * statement ends; what it cannot read is refused by line. Comments and blank lines are between statements.
 */
import { deepest, refuseAt } from "./json-text.ts";

export interface Statement {
  /** `[table]`, `[[array]]`, or a key and its value. */
  kind: "table" | "array" | "value";
  /** From the root: that of a key begins with its table's. */
  path: string[];
  /** Whole lines, the last line end included. */
  start: number;
  end: number;
  /** Of a key: where its value is. */
  value: { start: number; end: number };
}

const keyPart = /[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'/y;
const dot = /[ \t]*\.[ \t]*/y;
const blanks = /[ \t]*/y;
const restOfLine = /[ \t]*(?:#[^\n]*)?(?:\r?\n|$)/y;
const openString = /"""|'''|["']/y;
const wholeString =
  /"""[^"\\]*(?:(?:\\[\s\S]|"{1,2}(?!"))[^"\\]*)*"{3,5}|'''[^']*(?:'{1,2}(?!')[^']*)*'{3,5}|"(?!"")(?:[^"\\\n]|\\.)*"|'(?!'')[^'\n]*'/y;
const bracket = /[[\]{}]/y;
const inBrackets = /(?:[ \t\r\n]|#[^\n]*)+/y;
const bare = /[^\s"'#[\]{}]+/y;

export function statementsOf(text: string, file: string): Statement[] {
  const found: Statement[] = [];
  let table: string[] = [];
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  const names = new Set<string>();
  /** How often each `[[array]]` began: its keys and tables are others each time. */
  const begun = new Map<string, number>();

  while (at < text.length) {
    const start = at;
    if (take(restOfLine) !== undefined) continue;
    take(blanks);
    const opening = take(/\[\[?/y);
    if (opening === undefined) {
      const path = [...table, ...takePath()];
      nameOnce(path, start);
      if (take(/[ \t]*=[ \t]*/y) === undefined) fail("`=` expected");
      const value = { start: at, end: takeValue() };
      endLine();
      found.push({ kind: "value", path, start, end: at, value });
      continue;
    }
    take(blanks);
    table = takePath();
    take(blanks);
    if (take(opening === "[" ? /\]/y : /\]\]/y) === undefined) fail("the header is not closed");
    endLine();
    const kind = opening === "[" ? "table" : "array";
    if (kind === "table") nameOnce(table, start);
    else begun.set(JSON.stringify(table), (begun.get(JSON.stringify(table)) ?? 0) + 1);
    found.push({ kind, path: table, start, end: at, value: { start: at, end: at } });
  }
  return found;

  /** Agents read one of two, and we would write into the other. */
  function nameOnce(path: readonly string[], start: number): void {
    if (path.length > deepest) refuseAt(text, file, start, `it is nested deeper than ${deepest} levels`);
    const name = path.map((part, i) => [part, begun.get(JSON.stringify(path.slice(0, i + 1))) ?? 0]);
    const key = JSON.stringify(name);
    if (names.has(key)) refuseAt(text, file, start, `\`${path.join(".")}\` occurs twice`);
    names.add(key);
  }

  function take(pattern: RegExp): string | undefined {
    pattern.lastIndex = at;
    const [taken] = pattern.exec(text) ?? [];
    at += taken?.length ?? 0;
    return taken;
  }

  function takePath(): string[] {
    const path: string[] = [];
    do {
      const part = take(keyPart);
      if (part === undefined) fail("a key is expected");
      path.push(/^["']/.test(part) ? contentOf(part) : part);
    } while (take(dot) !== undefined);
    return path;
  }

  /** Answers with its end. */
  function takeValue(): number {
    const start = at;
    let depth = 0;
    let end = at;
    for (;;) {
      const open = depth > 0 ? take(inBrackets) : take(blanks);
      const sign = take(bracket);
      if (sign !== undefined) depth += /[[{]/.test(sign) ? 1 : -1;
      else if (take(wholeString) === undefined && take(bare) === undefined) {
        openString.lastIndex = at;
        if (openString.test(text)) fail("the string is not closed");
        if (depth === 0) break;
        if (open === undefined) fail("the brackets are not closed");
        continue;
      }
      if (depth < 0) fail("a bracket is closed that was not opened");
      if (depth > deepest) fail(`it is nested deeper than ${deepest} levels`);
      end = at;
    }
    if (end === start) fail("a value is expected");
    return end;
  }

  function endLine(): void {
    if (take(restOfLine) === undefined) fail("the end of the line is expected");
  }

  function fail(what: string): never {
    refuseAt(text, file, at, what);
  }
}

/** The strings in a value, in their order. */
export function stringsIn(value: string): string[] {
  const strings = new RegExp(`#[^\\n]*|(${wholeString.source})`, "g");
  return [...value.matchAll(strings)].flatMap(({ 1: string }) => (string === undefined ? [] : [contentOf(string)]));
}

function contentOf(string: string): string {
  const inside = string.replace(/^("""|'''|["'])([\s\S]*)\1$/, "$2");
  if (string.startsWith("'")) return inside;
  try {
    return JSON.parse(`"${inside}"`) as string;
  } catch {
    return inside;
  }
}
