/** The pieces Blue adds to an agent's JSON files. A piece is recognised by its content, so that only Blue's own are replaced or taken out. */
import { isDeepStrictEqual } from "node:util";
import { findNodeAtLocation, getNodeValue, type Node } from "jsonc-parser";
import type { Edit, Ensured, Removal } from "./edit.ts";
import {
  applyInsertions,
  type Insertion,
  insertEntry,
  parseObject,
  refuseAt,
  removeEntry,
  replaceValue,
} from "./json-text.ts";

export interface JsonPart {
  /** Names the piece in the receipt. */
  id: string;
  /** The object or array it goes into. */
  path: readonly string[];
  /** In an object; an array has none. */
  key?: string;
  value: unknown;
  /** Written by some `blue install`. */
  isOwn(value: unknown): boolean;
  /** Nobody else writes such a piece. Without a receipt, the other pieces in its file count as ours because of it. */
  unmistakable?: boolean;
  /** Somebody else's entry under our key that also starts Blue: it is left alone. */
  isVariant?(value: unknown): boolean;
  /** What it starts, as words. */
  words?(value: unknown): string;
}

export function jsonEdit(parts: readonly JsonPart[]): Edit {
  return {
    blank: "{}\n",
    ensure: (text, file) => ensureParts(text, parts, file),
    remove: (text, file, removal) => removeParts(text, parts, file, removal),
    words(text, file) {
      const root = parseObject(text, file);
      const found = parts.map(({ path, key, words }) => {
        const node = key === undefined ? undefined : findNodeAtLocation(root, [...path, key]);
        return node === undefined ? "" : (words?.(getNodeValue(node)) ?? "");
      });
      return found.join("");
    },
    isBlank: isEmptyObject,
    lines: parts.flatMap(({ path, key, value }) => {
      const inner = key === undefined ? [value] : { [key]: value };
      const whole = path.reduceRight<unknown>((nested, name) => ({ [name]: nested }), inner);
      return JSON.stringify(whole, null, 2).split("\n");
    }),
  };
}

export function ensureParts(text: string, parts: readonly JsonPart[], file: string): Ensured {
  const done: Ensured = { text, inserted: [], added: [], made: [], replaced: [], kept: [] };
  for (const part of parts) ensurePart(done, part, file);
  return done;
}

function ensurePart(done: Ensured, part: JsonPart, file: string): void {
  const root = parseObject(done.text, file);
  const { container, depth } = deepest(done.text, root, part, file);
  if (depth < part.path.length) {
    const missing = part.path.slice(depth);
    const innermost = part.key === undefined ? [part.value] : { [part.key]: part.value };
    const nested = missing.slice(1).reduceRight<unknown>((inner, name) => ({ [name]: inner }), innermost);
    insert(insertEntry(done.text, root, container, missing[0], nested));
    done.made.push(...missing.map((_, i) => part.path.slice(0, depth + i + 1).join(".")));
    return;
  }
  const found = findOwn(container, part);
  if (found !== undefined) {
    if (isDeepStrictEqual(getNodeValue(found), part.value)) return;
    done.text = replaceValue(done.text, root, found, part.value);
    done.replaced.push(part.id);
    return;
  }
  const taken = part.key === undefined ? undefined : findNodeAtLocation(container, [part.key]);
  if (taken === undefined) insert(insertEntry(done.text, root, container, part.key, part.value));
  else if (part.isVariant?.(getNodeValue(taken))) done.kept.push(part.id);
  else refuseAt(done.text, file, taken.offset, `\`${part.id}\` is already there and is not Blue's`);

  function insert(insertions: Insertion[]): void {
    done.text = applyInsertions(done.text, insertions);
    done.inserted.push(...insertions);
    done.added.push(part.id);
  }
}

export function removeParts(
  text: string,
  parts: readonly JsonPart[],
  file: string,
  { ids, made }: Removal = {},
): { text: string; removed: string[] } {
  let left = text;
  const removed: string[] = [];
  if (ids === undefined && !parts.some((part) => part.unmistakable && holds(text, part, file)))
    return { text, removed };
  for (const part of parts) {
    if (ids !== undefined && !ids.includes(part.id)) continue;
    const root = parseObject(left, file);
    const container = findNodeAtLocation(root, [...part.path]);
    const own = container === undefined ? undefined : findOwn(container, part);
    if (container === undefined || own === undefined) continue;
    left = removeEntry(left, container, part.key === undefined ? own : own.parent!);
    removed.push(part.id);
    for (let depth = part.path.length; depth > 0; depth--) {
      const path = part.path.slice(0, depth);
      if (made !== undefined && !made.includes(path.join("."))) break;
      const tree = parseObject(left, file);
      const emptied = findNodeAtLocation(tree, [...path])!;
      if ((emptied.children ?? []).length > 0 || hasComment(left, emptied)) break;
      left = removeEntry(left, emptied.parent!.parent!, emptied.parent!);
    }
  }
  return { text: left, removed };
}

function holds(text: string, part: JsonPart, file: string): boolean {
  const container = findNodeAtLocation(parseObject(text, file), [...part.path]);
  return container !== undefined && findOwn(container, part) !== undefined;
}

/** Neither entries nor comments. */
export function isEmptyObject(text: string, file: string): boolean {
  const root = parseObject(text, file);
  return (
    (root.children ?? []).length === 0 &&
    text
      .replace(/^\uFEFF/, "")
      .trim()
      .replace(/\s/g, "") === "{}"
  );
}

function hasComment(text: string, node: Node): boolean {
  return text.slice(node.offset + 1, node.offset + node.length - 1).trim() !== "";
}

/** How far the piece's path exists already. */
function deepest(text: string, root: Node, part: JsonPart, file: string): { container: Node; depth: number } {
  let container = root;
  for (const [i, name] of part.path.entries()) {
    const next = findNodeAtLocation(container, [name]);
    if (next === undefined) return { container, depth: i };
    const type = i === part.path.length - 1 && part.key === undefined ? "array" : "object";
    if (next.type !== type) {
      const where = part.path.slice(0, i + 1).join(".");
      refuseAt(text, file, next.offset, `\`${where}\` is not an ${type}`);
    }
    container = next;
  }
  return { container, depth: part.path.length };
}

function findOwn(container: Node, part: JsonPart): Node | undefined {
  if (part.key === undefined) {
    if (container.type !== "array") return undefined;
    return (container.children ?? []).find((child) => part.isOwn(getNodeValue(child)));
  }
  const node = findNodeAtLocation(container, [part.key]);
  return node !== undefined && part.isOwn(getNodeValue(node)) ? node : undefined;
}
