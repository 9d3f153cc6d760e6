/**
 * The layout of the map of everything: a band for each round, in it up to three layers (what was seen, tensions, answers), each a column or, when many, several
 * side by side. The order inside a layer comes from barycentre sweeps, so that lines stay short. Fixed layers make it fast at a thousand items.
 */
import type { Item, ItemType, Ref } from "./dialogue.ts";

const layerOf: Record<ItemType, number> = { E: 0, P: 0, T: 1, R: 2, C: 2 };
export const layerNames = ["evidence, views", "raised", "answers"] as const;

const sweeps = 10;
/** More items than this in a layer stand in columns side by side. */
const maxRows = 44;
const bandPad = 12;
const bandGap = 10;
export const headRoom = 56;
const foot = 16;
const thinColumn = 44;
/** Between two of them. */
export const packedColumn = 24;
const labelledColumn = 118;

export interface Column {
  round: number;
  layer: number;
  x: number;
  width: number;
  /** Between two items, downwards. */
  step: number;
  /** Columns side by side that this layer needed. */
  packed: number;
  ids: string[];
}

export interface Layout {
  at: Map<string, { x: number; y: number; column: number }>;
  columns: Column[];
  bands: { round: number; x: number; width: number; count: number }[];
  width: number;
  height: number;
}

interface Layer {
  round: number;
  layer: number;
  ids: string[];
}

export function layoutMap(
  items: readonly Item[],
  refs: readonly Ref[],
  room: { width: number; height: number },
): Layout {
  const layers = layersOf(items);
  order(layers, refs);
  const rows = Math.max(1, ...layers.map(({ ids }) => Math.min(maxRows, ids.length)));
  const step = Math.max(14, Math.min(20, (room.height - headRoom - foot) / rows));
  const inner = Math.max(rows * step, room.height - headRoom - foot);
  const columns = place(layers, room.width, inner, step);
  const at: Layout["at"] = new Map();
  columns.forEach((column, index) => {
    const deep = Math.ceil(column.ids.length / column.packed);
    const top = headRoom + (inner - deep * column.step) / 2;
    column.ids.forEach((id, k) => {
      const row = Math.floor(k / column.packed);
      const beside = (k % column.packed) * packedColumn;
      // Neighbours side by side stand half a step apart, so that their lines can be told.
      const shift = column.packed > 1 ? ((k % column.packed) / column.packed - 0.5) * column.step * 0.6 : 0;
      at.set(id, { x: column.x + beside, y: top + (row + 0.5) * column.step + shift, column: index });
    });
  });
  const bands = bandsOf(columns);
  const last = bands.at(-1);
  return {
    at,
    columns,
    bands,
    width: last === undefined ? room.width : last.x + last.width,
    height: headRoom + inner + foot,
  };
}

function layersOf(items: readonly Item[]): Layer[] {
  const layers = new Map<number, Layer>();
  for (const { id, type, round } of items) {
    const key = round * 3 + layerOf[type];
    const layer = layers.get(key) ?? { round, layer: layerOf[type], ids: [] };
    layer.ids.push(id);
    layers.set(key, layer);
  }
  const person = new Map(items.map(({ id, by }) => [id, by[0] ?? ""]));
  for (const { ids } of layers.values())
    ids.sort((a, b) => person.get(a)!.localeCompare(person.get(b)!) || (a < b ? -1 : 1));
  return [...layers].sort(([a], [b]) => a - b).map(([, layer]) => layer);
}

/** Each sweep puts every item at the mean place of what it is joined to. */
function order(layers: readonly Layer[], refs: readonly Ref[]): void {
  const place = new Map<string, number>();
  const note = ({ ids }: Layer) => {
    for (const [k, id] of ids.entries()) place.set(id, (k + 0.5) / ids.length);
  };
  layers.forEach(note);
  const joined = new Map<string, string[]>([...place.keys()].map((id) => [id, []]));
  for (const { from, target } of refs) {
    if (!place.has(from) || !place.has(target)) continue;
    joined.get(from)!.push(target);
    joined.get(target)!.push(from);
  }
  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (const layer of sweep % 2 === 0 ? layers : layers.toReversed()) {
      const mean = new Map(
        layer.ids.map((id) => {
          const others = joined.get(id)!;
          const sum = others.reduce((total, other) => total + place.get(other)!, 0);
          return [id, others.length === 0 ? place.get(id)! : sum / others.length];
        }),
      );
      layer.ids.sort((a, b) => mean.get(a)! - mean.get(b)!);
      note(layer);
    }
  }
}

/** Thin columns where many stand; the room that is left goes to the last layers, whose labels can then be read. */
function place(layers: readonly Layer[], width: number, inner: number, step: number): Column[] {
  const rounds = [...new Set(layers.map(({ round }) => round))];
  const columns = layers.map(({ round, layer, ids }): Column => {
    const packed = Math.ceil(ids.length / maxRows);
    const deep = Math.ceil(ids.length / packed);
    const roomy = Math.min(34, Math.max(step, (inner / Math.max(1, deep)) * 0.92));
    return { round, layer, ids, packed, step: roomy, x: 0, width: thinColumn + (packed - 1) * packedColumn };
  });
  const taken = rounds.length * 2 * bandPad + (rounds.length - 1) * bandGap + 2;
  let free = width - taken - columns.reduce((sum, column) => sum + column.width, 0);
  const wanting = columns
    .filter(({ ids, packed }) => packed === 1 && ids.length <= 30)
    .sort((a, b) => b.round - a.round || b.layer - a.layer);
  const chosen: Column[] = [];
  for (const column of wanting) {
    if (free < labelledColumn * (chosen.length + 1)) break;
    chosen.push(column);
  }
  const share = chosen.length > 0 ? chosen : columns;
  free = Math.max(0, free);
  const weight = ({ ids }: Column) => Math.max(3, Math.min(8, ids.length));
  const total = share.reduce((sum, column) => sum + weight(column), 0);
  for (const column of share) column.width += (free * weight(column)) / total;
  let x = 1;
  columns.forEach((column, i) => {
    if (i > 0 && columns[i - 1]!.round !== column.round) x += bandPad + bandGap;
    if (i === 0 || columns[i - 1]!.round !== column.round) x += bandPad;
    column.x = x + 12;
    x += column.width;
  });
  return columns;
}

function bandsOf(columns: readonly Column[]): Layout["bands"] {
  const bands: Layout["bands"] = [];
  for (const { round, x, width, ids } of columns) {
    const left = x - 12;
    const band = bands.at(-1);
    if (band?.round === round) {
      band.width = left + width + bandPad - band.x;
      band.count += ids.length;
    } else bands.push({ round, x: left - bandPad, width: width + 2 * bandPad, count: ids.length });
  }
  return bands;
}

/** A line from one item to another, as the path of a curve. Two of one column are joined by a bow. */
export function curve(a: { x: number; y: number }, b: { x: number; y: number }): string {
  const apart = b.x - a.x;
  const bow = Math.abs(apart) < 8 ? 24 : 0;
  const first = bow > 0 ? a.x + bow : a.x + apart / 2;
  const second = bow > 0 ? b.x + bow : b.x - apart / 2;
  const short = (n: number) => Math.round(n * 10) / 10;
  return `M${short(a.x)},${short(a.y)}C${short(first)},${short(a.y)} ${short(second)},${short(b.y)} ${short(b.x)},${short(b.y)}`;
}

/** A label in lines that fit; the last ends in an ellipsis when words are left. */
export function fold(text: string, perLine: number, lines: number): string[] {
  const out: string[] = [];
  let rest = text.trim();
  while (rest !== "" && out.length < lines) {
    if (rest.length <= perLine) {
      out.push(rest);
      return out;
    }
    if (out.length === lines - 1) {
      out.push(`${rest.slice(0, Math.max(1, perLine - 1)).trimEnd()}…`);
      return out;
    }
    const space = rest.lastIndexOf(" ", perLine);
    const cut = space > perLine / 3 ? space : perLine;
    out.push(rest.slice(0, cut).trimEnd());
    rest = rest.slice(cut).trimStart();
  }
  return out;
}
