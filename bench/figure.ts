/** A figure is a number beside its floor: what the same work costs at the least, measured in the same run on the same machine. */
import { median } from "./measure.ts";

export interface Figure {
  name: string;
  value: number;
  unit: string;
  floor: number;
  /** Value over floor, or floor over value where more is better. */
  ratio: number;
  /** Null where the figure is only watched. */
  target: Target | null;
}

/** The highest ratio that is good enough, and why: what somebody feels or would lose. */
export interface Target {
  most: number;
  why: string;
}

export interface Result extends Figure {
  /** What other programs used of the machine meanwhile; null: not known. */
  others: number | null;
  load: number;
  /** The day. */
  taken: string;
  ok: boolean;
}

/** Figures that share what they need. */
export interface Group {
  figures: readonly string[];
  /** Programs that it starts and that end by themselves. */
  alongside?: readonly string[];
  measure(wanted: (figure: string) => boolean): Promise<Figure[]>;
}

export function figure(
  name: string,
  unit: string,
  { value, floor }: { value: number; floor: number },
  target: Target | null = null,
): Figure {
  return { name, value: rounded(value), unit, floor: rounded(floor), ratio: rounded(value / floor), target };
}

/** This build beside that of another commit, in turns: the ratio is the median of those of each turn, so that a slow moment hurts both. */
export function beside(name: string, own: readonly number[], others: readonly number[]): Figure {
  const ratios = own.map((ms, turn) => ms / others[turn]!);
  const faster = ratios.filter((ratio) => ratio < 1).length;
  const medians = { value: median(own), floor: median(others) };
  const ratio = rounded(median(ratios));
  const noSlower = { most: 1, why: "no slower than before" };
  return { ...figure(`${name}, in pairs`, `ms, ${faster} of ${own.length} faster`, medians, noSlower), ratio };
}

/** For a promise in milliseconds: its floor is what was promised. */
export function promise(name: string, ms: number, { most, why }: Target): Figure {
  return figure(name, "ms", { value: ms, floor: most }, { most: 1, why });
}

/** For figures of which more is better. */
export function throughput(name: string, unit: string, { value, floor }: { value: number; floor: number }): Figure {
  return { name, value: rounded(value), unit, floor: rounded(floor), ratio: rounded(floor / value), target: null };
}

function rounded(value: number): number {
  return Number(value.toPrecision(4));
}
