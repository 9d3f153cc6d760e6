/** Edits to somebody else's JSON file: text is only inserted or cut out, so everything around it stays as it was. */
import type { Node } from "jsonc-parser";
import { refuse } from "../../errors.ts";
import { faultAt, type JsonFault, readJsonTree } from "../json-fault.ts";

/** Applied one after another: `at` counts in the text as it is when its turn comes. */
export interface Insertion {
  at: number;
  text: string;
}

/** The tree of a JSON object; comments and trailing commas are allowed, anything else that is not JSON is refused by line. */
export function parseObject(text: string, file: string): Node {
  const deep = findDepth(text);
  if (deep !== undefined) refuseAt(text, file, deep, `it is nested deeper than ${deepest} levels`);
  const root = readJsonTree(text, { allowTrailingComma: true });
  if ("line" in root) refuseFault(file, root);
  if (root.type !== "object") refuseAt(text, file, root.offset, "the file holds no JSON object");
  const twice = findTwice(root);
  if (twice !== undefined)
    refuseAt(text, file, twice.offset, `the name ${JSON.stringify(twice.value)} occurs twice in one object`);
  return root;
}

/** Nobody writes settings deeper, and what reads a tree calls itself for each level. */
export const deepest = 64;

/** Where brackets are too deep, if anywhere. */
function findDepth(text: string): number | undefined {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\\n]|\\.)*"?|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|[[\]{}]/g)) {
    if (token === "[" || token === "{") depth++;
    if (token === "]" || token === "}") depth--;
    if (depth > deepest) return index;
  }
  return undefined;
}

/** The second of two names in one object: agents read one of them, and we would write into the other. */
function findTwice(node: Node): Node | undefined {
  const names = new Set<unknown>();
  for (const child of node.children ?? []) {
    const [name, value] = node.type === "object" ? (child.children ?? []) : [undefined, child];
    if (name !== undefined && names.has(name.value)) return name;
    names.add(name?.value);
    const inside = value && findTwice(value);
    if (inside !== undefined) return inside;
  }
  return undefined;
}

export function refuseAt(text: string, file: string, offset: number, what: string): never {
  refuseFault(file, faultAt(text, offset, what));
}

function refuseFault(file: string, { line, column, what }: JsonFault): never {
  refuse("invalid_input", {}, "readable_file", {
    message: `${file}:${line}:${column}: ${what}`,
    value: file,
    suggestion:
      "Nothing was written. Correct the file there and repeat the command, or paste what `blue install --print` shows.",
    context: { file, line, column },
  });
}

/** Puts one more entry (`key` for an object, none for an array) after the last one, in the style of its neighbours. */
export function insertEntry(
  text: string,
  root: Node,
  container: Node,
  key: string | undefined,
  value: unknown,
): Insertion[] {
  const { last, comma, afterLast, afterAll, close } = endOf(text, container);
  const style = styleOf(text, root);
  const name = key === undefined ? "" : `${JSON.stringify(key)}:`;
  if (!isSpread(text, root, container)) {
    const { space } = style;
    const entry = `${name}${name === "" ? "" : space}${oneLine(value, space)}`;
    if (last === undefined) return [{ at: afterAll, text: entry }];
    return [{ at: afterLast, text: comma ? `${space}${entry},` : `,${space}${entry}` }];
  }
  const outer = indentAt(text, container.offset);
  const indent = last !== undefined && startsLine(text, last.offset) ? indentAt(text, last.offset) : outer + style.unit;
  const body = `${style.eol}${indent}${name}${name === "" ? "" : " "}${pretty(value, style, indent)}${comma ? "," : ""}`;
  const tail = text.slice(afterAll, close).includes("\n") ? "" : `${style.eol}${outer}`;
  const separator = last !== undefined && !comma ? "," : "";
  if (separator === "" || afterAll === afterLast) return [{ at: afterAll, text: `${separator}${body}${tail}` }];
  // A comment follows the last entry on its line: the comma goes before it, the entry after it.
  return [
    { at: afterLast, text: separator },
    { at: afterAll + separator.length, text: `${body}${tail}` },
  ];
}

/** Another value in the place of `node`. */
export function replaceValue(text: string, root: Node, node: Node, value: unknown): string {
  const style = styleOf(text, root);
  const written = isSpread(text, root, node)
    ? pretty(value, style, indentAt(text, node.offset))
    : oneLine(value, style.space);
  return text.slice(0, node.offset) + written + text.slice(node.offset + node.length);
}

/** Cuts one entry out, with the comma that is then one too many; comments stay. */
export function removeEntry(text: string, container: Node, entry: Node): string {
  const entries = container.children ?? [];
  const previous = entries[entries.indexOf(entry) - 1];
  const end = entry.offset + entry.length;
  const isLast = entry === entries.at(-1);
  const following = tokensFrom(text, end, endOfNode(container) - 1).find(({ comma }) => comma);
  if (following !== undefined) {
    const lineStart = startsLine(text, entry.offset) ? entry.offset - indentAt(text, entry.offset).length : undefined;
    const rest = /^[ \t]*\r?\n/.exec(text.slice(following.end))?.[0];
    if (lineStart !== undefined && rest !== undefined && (!isLast || previous !== undefined)) {
      return text.slice(0, lineStart) + text.slice(following.end + rest.length);
    }
    if (!isLast) return text.slice(0, entry.offset) + text.slice(following.end).replace(/^[ \t]+/, "");
  }
  const cutTo = following?.end ?? end;
  if (previous === undefined) {
    const inside = text.slice(container.offset + 1, entry.offset) + text.slice(cutTo, endOfNode(container) - 1);
    if (inside.trim() === "") return text.slice(0, container.offset + 1) + text.slice(endOfNode(container) - 1);
    return text.slice(0, entry.offset).trimEnd() + text.slice(cutTo);
  }
  const between = tokensFrom(text, endOfNode(previous), entry.offset);
  const comma = between.find((token) => token.comma)!;
  const kept = text.slice(endOfNode(previous), comma.start) + text.slice(comma.end, between.at(-1)!.end);
  return text.slice(0, endOfNode(previous)) + kept + text.slice(cutTo);
}

export function applyInsertions(text: string, insertions: readonly Insertion[]): string {
  return insertions.reduce((done, { at, text: part }) => done.slice(0, at) + part + done.slice(at), text);
}

/** The text as it was before `insertions`, or undefined when they are not there. */
export function undoInsertions(text: string, insertions: readonly Insertion[]): string | undefined {
  let left = text;
  for (const { at, text: part } of insertions.toReversed()) {
    if (left.slice(at, at + part.length) !== part) return undefined;
    left = left.slice(0, at) + left.slice(at + part.length);
  }
  return left;
}

interface Token {
  /** Or else a comment. */
  comma: boolean;
  start: number;
  end: number;
}

/** Commas and comments between two offsets that have no value between them. */
function tokensFrom(text: string, start: number, end: number): Token[] {
  const tokens = text.slice(start, end).matchAll(/,|\/\/[^\r\n]*|\/\*[\s\S]*?(?:\*\/|$)/g);
  return [...tokens].map(({ 0: token, index }) => ({
    comma: token === ",",
    start: start + index,
    end: start + index + token.length,
  }));
}

function endOf(text: string, container: Node) {
  const close = endOfNode(container) - 1;
  const last = container.children?.at(-1);
  const afterLast = last === undefined ? container.offset + 1 : endOfNode(last);
  const tokens = tokensFrom(text, afterLast, close);
  const comma = tokens.some((token) => token.comma);
  return { last, comma, afterLast, afterAll: tokens.at(-1)?.end ?? afterLast, close };
}

function endOfNode(node: Node): number {
  return node.offset + node.length;
}

interface Style {
  eol: string;
  unit: string;
  /** Between the parts of an object on one line. */
  space: string;
}

function styleOf(text: string, root: Node): Style {
  const first = root.children?.[0];
  const unit = first !== undefined && startsLine(text, first.offset) ? indentAt(text, first.offset) : "";
  const [key, value] = first?.children ?? [];
  const dense = key !== undefined && value !== undefined && text.slice(endOfNode(key), value.offset) === ":";
  return { eol: text.includes("\r\n") ? "\r\n" : "\n", unit: unit === "" ? "  " : unit, space: dense ? "" : " " };
}

/** Over several lines: as it is, or, when it is empty, as the file is. */
function isSpread(text: string, root: Node, node: Node): boolean {
  const own = (one: Node) => text.slice(one.offset, endOfNode(one)).includes("\n");
  const empty = (one: Node) => (one.children ?? []).length === 0;
  return own(node) || (empty(node) && (own(root) || empty(root)));
}

function startsLine(text: string, offset: number): boolean {
  return /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, text.lastIndexOf("\n", offset - 1)), offset));
}

/** The blanks at the start of the line that `offset` is on. */
function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start))![0];
}

function pretty(value: unknown, { eol, unit }: Style, indent: string): string {
  return JSON.stringify(value, null, unit).replaceAll("\n", `${eol}${indent}`);
}

function oneLine(value: unknown, space: string): string {
  if (space === "") return JSON.stringify(value);
  return JSON.stringify(value, null, 1)
    .replace(/(?<=[[{])\n\s*/g, "")
    .replace(/\n\s*(?=[\]}])/g, "")
    .replace(/\n\s*/g, " ");
}
