/**
 * Where each item of a forest stands. A subtree owns an interval of rows, a parent stands at the middle of its children, and a line runs straight in
 * its child's row up to one trunk before the parent: so no line can cross a label, and no two labels meet.
 */
import { cut } from "../../facts/text/cut.ts";
import type { Forest, ForestNode } from "./forest.ts";

export interface Placed {
  node: ForestNode;
  x: number;
  y: number;
  width: number;
  height: number;
  texts: Fitted[];
}

/** Words of a label, cut at a word where they are too long, and the lines they take. */
export interface Fitted {
  text: string;
  lines: number;
}

/** From the right edge of a child to the left edge of its parent. */
export interface Line {
  child: string;
  parent: string;
  /** Corners; all of it is straight, level or upright. */
  points: { x: number; y: number }[];
}

export interface ForestColumn {
  round: number;
  place: number;
  x: number;
}

export interface ForestLayout {
  placed: Map<string, Placed>;
  lines: Line[];
  columns: ForestColumn[];
  columnWidth: number;
  width: number;
  height: number;
}

const narrowest = 180;
const widest = 320;
const wideGap = 52;
const narrowGap = 34;
const between = 8;
/** Around a tree of several branches. */
const aroundTree = 12;
/** Room for the arrow's head. */
export const headLength = 6;

/** What lies left and right of a label, what above and below it, and a line of it. */
const padding = 20;
const around = 30;
const lineHeight = 15.4;

/** As high as its words: three lines, two of each where it speaks of several, one where it is only a remark. */
function fittedLabel({ kind, label }: ForestNode, width: number): Pick<Placed, "texts" | "height"> {
  const isRemark = kind === "unanswered" || kind === "more";
  const isLarge = kind === "decision";
  const parts = label.split("\n");
  const most = isRemark ? 1 : isLarge ? 5 : parts.length > 1 ? 2 : 3;
  const texts = parts.map((part) => fitted(part, (width - padding) / (isLarge ? 1.08 : 1), most));
  const lines = texts.reduce((sum, one) => sum + one.lines, 0);
  return { texts, height: isRemark ? 34 : Math.ceil(around + lines * lineHeight * (isLarge ? 1.08 : 1)) };
}

function fitted(label: string, room: number, most: number): Fitted {
  let letters = Math.min(label.length, Math.floor((most * room) / 4));
  let text = cut(label, letters);
  while (linesOf(text, room) > most) {
    letters = Math.floor(letters * 0.95);
    text = cut(label, letters);
  }
  if (text.split("**").length % 2 === 0) text += "**";
  return { text, lines: linesOf(text, room) };
}

/** The words one after the other, as a browser sets them. */
function linesOf(text: string, room: number): number {
  let [lines, at, isCode, isBold] = [1, 0, false, false];
  for (const word of text.split(" ")) {
    let width = 0;
    for (const piece of word.split(/(\*\*|`)/)) {
      if (piece === "`") isCode = !isCode;
      else if (piece === "**") isBold = !isBold;
      else width += widthOf(piece, isCode ? "10.92px --mono" : isBold ? "600 12px --sans" : plain);
    }
    if (at > 0 && at + width > room) [lines, at] = [lines + 1, 0];
    lines += Math.floor(width / room);
    at += (width % room) + widthOf(" ", plain);
  }
  return lines;
}

const plain = "400 12px --sans";
const pen = typeof document === "undefined" ? null : document.createElement("canvas").getContext("2d");
const fonts = new Map<string, string>();

/** Where nothing is drawn every letter is as wide as a wide one on average. */
function widthOf(words: string, font: string): number {
  if (pen === null) return words.length * 6.6;
  const style = () => getComputedStyle(document.documentElement);
  if (!fonts.has(font))
    fonts.set(
      font,
      font.replace(/--\w+/, (name) => style().getPropertyValue(name)),
    );
  pen.font = fonts.get(font)!;
  return pen.measureText(words).width;
}

export function layoutForest({ nodes, roots }: Forest, room: number): ForestLayout {
  const columns = columnsOf(nodes);
  const gap = room / columns.length < narrowest + wideGap ? narrowGap : wideGap;
  const free = (room - gap * (columns.length - 1)) / columns.length;
  const columnWidth = Math.floor(Math.max(narrowest, Math.min(widest, free)));
  columns.forEach((column, i) => {
    column.x = i * (columnWidth + gap);
  });
  const at = new Map(columns.map((column) => [keyOf(column), column.x]));
  const placed = new Map<string, Placed>();
  const labels = new Map(nodes.map((node) => [node, fittedLabel(node, columnWidth)]));
  const high = (node: ForestNode) => labels.get(node)!.height;
  const height = stand(roots, high, (node, y) =>
    placed.set(node.id, { node, x: at.get(keyOf(node))!, y, width: columnWidth, ...labels.get(node)! }),
  );
  const lines = nodes.flatMap((node) =>
    node.parent === null ? [] : [lineOf(placed.get(node.id)!, placed.get(node.parent.id)!, gap)],
  );
  return { placed, lines, columns, columnWidth, width: columns.length * (columnWidth + gap) - gap, height };
}

const keyOf = ({ round, place }: { round: number; place: number }) => `${round} ${place}`;

/** Only those in which something stands. */
function columnsOf(nodes: readonly ForestNode[]): ForestColumn[] {
  const columns = new Map(nodes.map(({ round, place }) => [keyOf({ round, place }), { round, place, x: 0 }]));
  return [...columns.values()].sort((a, b) => a.round - b.round || a.place - b.place);
}

const strengths = new WeakMap<ForestNode, number>();

function strengthOf(node: ForestNode): number {
  const known = strengths.get(node) ?? Math.min(node.rank, ...node.children.map(strengthOf));
  strengths.set(node, known);
  return known;
}

/** Rows from the top down; answers how high all of it is. */
function stand(
  roots: readonly ForestNode[],
  high: (node: ForestNode) => number,
  place: (node: ForestNode, y: number) => void,
): number {
  const tops = new Map<ForestNode, number>();
  const byStrength = (list: readonly ForestNode[]) =>
    list.toSorted((a, b) => strengthOf(a) - strengthOf(b) || a.round - b.round);
  const middle = (node: ForestNode) => tops.get(node)! + high(node) / 2;
  const shift = (node: ForestNode, by: number) => {
    tops.set(node, tops.get(node)! + by);
    for (const child of node.children) shift(child, by);
  };
  /** Answers where the next one may begin. */
  const put = (node: ForestNode, top: number): number => {
    const own = high(node);
    const children = byStrength(node.children);
    let next = top;
    for (const child of children) next = put(child, next);
    if (children.length === 0) {
      tops.set(node, top);
      return top + own + between;
    }
    const y = (middle(children[0]!) + middle(children.at(-1)!)) / 2 - own / 2;
    tops.set(node, y);
    // A parent higher than its children begins where its interval does.
    if (y < top) {
      shift(node, top - y);
      next += top - y;
    }
    return Math.max(next, tops.get(node)! + own + between);
  };
  let y = 0;
  const sorted = byStrength(roots);
  sorted.forEach((root, i) => {
    const isTree = root.children.length > 1;
    if (i > 0 && (isTree || sorted[i - 1]!.children.length > 1)) y += aroundTree;
    y = put(root, y);
  });
  for (const [node, top] of tops) place(node, top);
  return Math.max(0, y - between);
}

function lineOf(child: Placed, parent: Placed, gap: number): Line {
  const from = { x: child.x + child.width, y: child.y + child.height / 2 };
  const to = { x: parent.x - headLength, y: parent.y + parent.height / 2 };
  const trunk = parent.x - gap / 2;
  const isLevel = Math.abs(from.y - to.y) < 2;
  const points = isLevel ? [from, { x: to.x, y: from.y }] : [from, { x: trunk, y: from.y }, { x: trunk, y: to.y }, to];
  return { child: child.node.id, parent: parent.node.id, points };
}

/** A line as the path of an SVG, its corners rounded. */
export function pathOf({ points }: Line): string {
  const radius = 7;
  const [first, ...rest] = points;
  let path = `M${first!.x} ${first!.y}`;
  rest.forEach((point, i) => {
    const before = points[i]!;
    const after = rest[i + 1];
    if (after === undefined) {
      path += `L${point.x} ${point.y}`;
      return;
    }
    const r = Math.min(
      radius,
      Math.hypot(point.x - before.x, point.y - before.y) / 2,
      Math.hypot(after.x - point.x, after.y - point.y) / 2,
    );
    const towards = (to: { x: number; y: number }) => ({
      x: point.x + Math.sign(to.x - point.x) * r,
      y: point.y + Math.sign(to.y - point.y) * r,
    });
    const [enter, leave] = [towards(before), towards(after)];
    path += `L${enter.x} ${enter.y}Q${point.x} ${point.y} ${leave.x} ${leave.y}`;
  });
  return path;
}
