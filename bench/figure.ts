/** A figure is a number beside its floor: what the same work costs at the least, measured in the same run on the same machine. */

export interface Figure {
  name: string;
  value: number;
  unit: string;
  floor: number;
  /** Value over floor, or floor over value where more is better. */
  ratio: number;
  /** The highest ratio that is good enough; null where the figure is only watched. */
  target: number | null;
}

export interface Result extends Figure {
  ok: boolean;
}

/** Figures that share what they need. */
export interface Group {
  figures: readonly string[];
  measure(wanted: (figure: string) => boolean): Promise<Figure[]>;
}

export function figure(
  name: string,
  unit: string,
  { value, floor }: { value: number; floor: number },
  target: number | null = null,
): Figure {
  return { name, value: rounded(value), unit, floor: rounded(floor), ratio: rounded(value / floor), target };
}

/** For a promise in milliseconds: its floor is what was promised. */
export function promise(name: string, ms: number, most: number): Figure {
  return figure(name, "ms", { value: ms, floor: most }, 1);
}

/** For figures of which more is better. */
export function throughput(name: string, unit: string, { value, floor }: { value: number; floor: number }): Figure {
  return { name, value: rounded(value), unit, floor: rounded(floor), ratio: rounded(floor / value), target: null };
}

function rounded(value: number): number {
  return Number(value.toPrecision(4));
}
