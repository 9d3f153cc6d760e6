/** The tables that keep score: by round (RFC 0057), by expert (its forerunner), and the table of each expert's points per round. */
import { numberIn, type Row, type Table } from "./markdown.ts";

export const dimensions = ["W", "C", "T", "R"] as const;
export type Dimension = (typeof dimensions)[number];
type Column = Dimension | "round" | "expert" | "score" | "cumulative" | "open" | "new" | "velocity" | "converge";

export const expertColumn = /^(?:agent|expert|name)$/i;

const columnNames: [Column, RegExp][] = [
  ["round", /^(?:round|rnd)$/],
  ["expert", expertColumn],
  ["W", /^(?:w|wisdom)$/],
  ["C", /^(?:c|consistency)$/],
  ["T", /^(?:t|truth)$/],
  ["R", /^(?:r|rel|relationships?)$/],
  ["score", /^(?:score|total|alignment|ali)$/],
  ["cumulative", /^(?:s|σ|sum|cum\.?|cumulative.*|running.*)$/],
  ["open", /^open\b/],
  ["new", /^new\b/],
  ["velocity", /^velocity$/],
  ["converge", /^converge/],
];

export interface ScoreRow {
  line: number;
  /** What the first cell says. */
  name: string;
  round: number | null;
  /** What columns called bonus add to the four dimensions. */
  bonus: number;
  numbers: Map<Column, number | null>;
  cells: Map<Column, string>;
}

export interface Scoreboard {
  line: number;
  by: "round" | "expert";
  columns: Set<Column>;
  rows: ScoreRow[];
  /** The row that adds the others up, if there is one. */
  total: ScoreRow | null;
}

/** Null for a table that does not have all four dimensions. */
export function readScoreboard(table: Table): Scoreboard | null {
  const places = new Map<Column, number>();
  for (const [place, written] of table.columns.entries()) {
    const found = columnNames.find(([column, name]) => !places.has(column) && name.test(written.toLowerCase()));
    if (found !== undefined) places.set(found[0], place);
  }
  if (!dimensions.every((dimension) => places.has(dimension))) return null;
  const bonuses = table.columns.flatMap((written, place) => (/\bbonus\b/i.test(written) ? [place] : []));
  const rows = table.rows.map((row) => readRow(row, places, bonuses));
  const total = rows.find(({ name }) => /^(?:grand )?(?:total|sum|σ|∑)/i.test(name)) ?? null;
  return {
    line: table.line,
    by: places.has("round") ? "round" : "expert",
    columns: new Set(places.keys()),
    rows: rows.filter((row) => row !== total),
    total,
  };
}

/** The rows of the scoreboards by round; a later board replaces what an earlier one says of its rounds. No dialogue has more than a hundred. */
export function scoredRounds(scoreboards: Scoreboard[]): (ScoreRow & { round: number })[] {
  let scored: (ScoreRow & { round: number })[] = [];
  for (const { by, rows } of scoreboards) {
    if (by !== "round") continue;
    const own = rows.flatMap((row) => (row.round === null ? [] : [{ ...row, round: row.round }]));
    const again = new Set(own.map(({ round }) => round));
    scored = [...scored.filter(({ round }) => !again.has(round)), ...own].slice(0, 100);
  }
  return scored;
}

function readRow({ line, cells }: Row, places: Map<Column, number>, bonuses: number[]): ScoreRow {
  const written = new Map([...places].map(([column, place]) => [column, cells[place] ?? ""] as const));
  const numbers = new Map<Column, number | null>([...written].map(([column, cell]) => [column, numberIn(cell)]));
  const bonus = bonuses.reduce((sum, place) => sum + (numberIn(cells[place]) ?? 0), 0);
  if (!places.has("score")) {
    const parts = dimensions.map((dimension) => numbers.get(dimension) ?? null);
    numbers.set("score", parts.includes(null) ? null : parts.reduce<number>((sum, part) => sum + (part ?? 0), bonus));
  }
  return { line, name: cells[0] ?? "", round: roundIn(written.get("round") ?? ""), bonus, numbers, cells: written };
}

/** `0`, `R0`, `Round 0`. */
export function roundIn(cell: string): number | null {
  const match = /^(?:r|round ?)?(\d{1,2})$/i.exec(cell);
  return match === null ? null : Number(match[1]);
}

/** `50%`, `50 %`, `3/6`, `3/6 (50%)`; null when the cell says no share. */
export function percentIn(cell: string): number | null {
  const percent = /(-?\d{1,6}(?:\.\d{1,6})?) ?%/.exec(cell);
  if (percent !== null) return Number(percent[1]);
  const share = /^(\d{1,6}) ?(?:\/|of) ?(\d{1,6})$/.exec(cell);
  if (share !== null) return (100 * Number(share[1])) / Number(share[2]);
  return numberIn(cell);
}

export interface ExpertPoints {
  line: number;
  /** Round → place of its column. */
  rounds: Map<number, number>;
  totalAt: number | null;
  rows: Row[];
}

/** The table of points by expert, one column `R0`, `R1`… per round; null for any other. */
export function readExpertPoints(table: Table): ExpertPoints | null {
  if (!expertColumn.test(table.columns[0] ?? "")) return null;
  const rounds = new Map<number, number>();
  for (const [place, written] of table.columns.entries()) {
    const round = /^r/i.test(written) ? roundIn(written) : null;
    if (round !== null) rounds.set(round, place);
  }
  if (rounds.size === 0) return null;
  const totalAt = table.columns.findIndex((written) => /^total$/i.test(written));
  const rows = table.rows.filter(({ cells }) => !/^(?:total|sum|σ|∑)/i.test(cells[0] ?? ""));
  return { line: table.line, rounds, totalAt: totalAt < 0 ? null : totalAt, rows };
}
