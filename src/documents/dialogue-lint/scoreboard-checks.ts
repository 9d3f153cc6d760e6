/**
 * The scoreboard is there, and its arithmetic is right: W + C + T + R = Score, the running sum, Velocity = open tensions + new perspectives, and
 * the totals below the table.
 */
import { type Check, error, type Issue, info, listed, those, warning } from "./check.ts";
import { isUnbegun, type LintedDialogue } from "./linted-dialogue.ts";
import { numberIn, plain } from "./markdown.ts";
import {
  dimensions,
  type ExpertPoints,
  percentIn,
  type Scoreboard,
  type ScoreRow,
  scoredRounds,
} from "./scoreboard.ts";

const columnTitles = {
  score: "Score",
  open: "Open Tensions",
  new: "New Perspectives",
  velocity: "Velocity",
  converge: "Converge %",
} as const;
const form = `| Round | W | C | T | R | ${Object.values(columnTitles).join(" | ")} |`;

const scoreboardCheck: Check = {
  name: "scoreboard",
  weight: 8,
  run(view) {
    const section = view.document.sections.find(({ title }) => /\bscoreboard\b/i.test(title));
    const byExpert = "The scoreboard counts by expert, not by round: it shows neither velocity nor converge %.";
    const [board] = view.scoreboards;
    const points = view.expertPoints[0];
    if (board === undefined && points !== undefined) return [warning(0.4, points.line, byExpert)];
    if (board === undefined) {
      if (section === undefined) return [error(1, null, `There is no scoreboard. Add the section with ${form}.`)];
      if (isUnbegun(view)) return null;
      return [error(0.8, section.line, `The scoreboard has no table with the four dimensions. It is ${form}.`)];
    }
    const byRound = view.scoreboards.find(({ by }) => by === "round");
    return those(
      section === undefined && warning(0.2, board.line, "The scoreboard has no heading `## Alignment Scoreboard`."),
      byRound === undefined && warning(0.2, board.line, byExpert),
      ...Object.entries(columnTitles).map(([column, title]) => {
        if (byRound === undefined || byRound.columns.has(column as keyof typeof columnTitles)) return false;
        return warning(0.15, byRound.line, `The scoreboard has no column ${title}.`);
      }),
    );
  },
};

const arithmeticCheck: Check = {
  name: "scoreboard_arithmetic",
  weight: 16,
  run(view) {
    if (!view.scoreboards.some(({ rows }) => rows.length > 0)) return null;
    return [
      ...view.scoreboards.flatMap(checkBoard),
      ...checkTotalLines(view),
      ...view.expertPoints.flatMap((points) => checkExpertPoints(points, view)),
    ];
  },
};

/** A sum that is not what the document says; nothing is wrong where it says none. */
function wrongSum(cost: number, line: number, sum: number | null, written: number | null, what: string, says: string) {
  if (sum === null || written === null || Math.abs(sum - written) <= 1e-6) return false;
  return error(cost, line, `${what} ${show(sum)}, and ${says} ${show(written)}.`);
}

function checkBoard({ rows, total }: Scoreboard): Issue[] {
  let running = 0;
  const findings = rows.flatMap((row) => {
    running += row.numbers.get("score") ?? 0;
    return those(noNumber(row), ...checkSums(row, running));
  });
  const totals = ([...dimensions, "score"] as const).map((column) => {
    const written = total?.numbers.get(column) ?? null;
    const what = `The column ${column} adds up to`;
    return wrongSum(0.2, total?.line ?? 0, sumOf(rows, column), written, what, "the row of totals says");
  });
  return [...findings, ...those(...totals)];
}

function noNumber({ line, name, numbers, cells }: ScoreRow): Issue | false {
  const written = [...cells].filter(([column]) => column !== "round" && column !== "expert" && column !== "converge");
  if (written.every(([, cell]) => /^[-–—]?$/.test(cell))) return false; // a round that is still to come
  // A score that was not split has none of the four.
  const unsplit = dimensions.every((dimension) => /^[-–—]$/.test(cells.get(dimension) ?? ""));
  const isGiven = (column: string) => !unsplit || !(dimensions as readonly string[]).includes(column);
  const wrong = written.filter(([column]) => numbers.get(column) === null && isGiven(column)).map(([column]) => column);
  return wrong.length > 0 && warning(0.1, line, `Row ${name}: no number in ${listed("column", "columns", wrong)}.`);
}

function checkSums({ line, name, numbers, bonus }: ScoreRow, running: number): (Issue | false)[] {
  const at = (column: "score" | "open" | "new" | "velocity" | "cumulative") => numbers.get(column) ?? null;
  const parts = dimensions.map((dimension) => numbers.get(dimension) ?? null);
  const [open, fresh] = [at("open"), at("new")];
  const plainSum = parts.includes(null) ? null : parts.reduce<number>((all, part) => all + part!, 0);
  // A bonus may be in the score or beside it.
  const inScore = plainSum === null || bonus === 0 || plainSum === at("score") ? [] : [bonus];
  const sum = plainSum === null ? null : plainSum + (inScore[0] ?? 0);
  const left = open === null || fresh === null ? null : open + fresh;
  const row = `Row ${name}:`;
  return [
    wrongSum(0.3, line, sum, at("score"), `${row} ${[...parts, ...inScore].join(" + ")} =`, "the score says"),
    wrongSum(0.3, line, left, at("velocity"), `${row} ${open} open + ${fresh} new =`, "the velocity says"),
    wrongSum(0.2, line, running, at("cumulative"), `${row} the scores so far add up to`, "the table says"),
  ];
}

const totalLine =
  /total alignment[^\p{L}\p{N}]{0,40}?([\d,.]{1,20}\d|\d)(?:[^(\p{L}\d]{0,10}(?:points?|pts)?\s?\(([^)]{0,80})\))?/iu;

/** `**Total ALIGNMENT:** 259 (W:95 C:64 T:51 R:49)` */
function checkTotalLines({ document, scoreboards }: LintedDialogue): Issue[] {
  const byRound = scoreboards.filter(({ by }) => by === "round");
  const boards = byRound.length > 0 ? byRound : scoreboards;
  const lines = document.lines.filter(({ text, kind }) => kind === "text" && /total alignment/i.test(text));
  return lines.slice(0, 20).flatMap(({ text, number }) => {
    const [, total, split = ""] = totalLine.exec(plain(text)) ?? [];
    const written = numberIn(total);
    // The board above it, an initial or a final one; or all boards together, where there is one for each round.
    const near = (boards.findLast(({ line }) => line < number) ?? boards[0])?.rows ?? [];
    const above = boards.filter(({ line }) => line < number).flatMap(({ rows }) => rows);
    const isSum = (rows: ScoreRow[]) =>
      written === sumOf(rows, "score") || written === sumOf(rows, "score") + bonusOf(rows);
    const right = [near, above, boards.flatMap(({ rows }) => rows)].find(isSum);
    const rows = right ?? near;
    if (rows.length === 0 || written === null) return [];
    return those(
      right === undefined &&
        wrongSum(0.3, number, sumOf(rows, "score"), written, "The scores add up to", "the total says"),
      ...[...split.matchAll(/\b([WCTR]) ?[:=] ?(\d{1,12})/g)].map(([, letter, digits]) => {
        const sum = sumOf(rows, letter as (typeof dimensions)[number]);
        return wrongSum(0.15, number, sum, Number(digits), `The column ${letter} adds up to`, "the total says");
      }),
    );
  });
}

function checkExpertPoints({ line, rounds, totalAt, rows }: ExpertPoints, { scoreboards }: LintedDialogue): Issue[] {
  const at = (cells: string[], place: number) => numberIn(cells[place]) ?? 0;
  const scored = scoredRounds(scoreboards).filter(({ numbers }) => (numbers.get("score") ?? 0) !== 0);
  const missing = scored.flatMap(({ round }) => (rounds.has(round) ? [] : [round]));
  const lacks = `The table by expert lacks ${listed("round", "rounds", missing)}, which the scoreboard counts.`;
  return those(
    ...rows.map((row) => {
      const sum = [...rounds.values()].reduce((all, place) => all + at(row.cells, place), 0);
      const written = totalAt === null ? null : numberIn(row.cells[totalAt]);
      return wrongSum(0.2, row.line, sum, written, `${row.cells[0]}: the rounds add up to`, "the total says");
    }),
    missing.length > 0 && warning(0.15, line, lacks),
    ...scored.map(({ round, numbers }) => {
      const place = rounds.get(round);
      const sum = place === undefined ? null : rows.reduce((all, { cells }) => all + at(cells, place), 0);
      const what = `In round ${round} the experts together have`;
      const wrong = wrongSum(0, line, sum, numbers.get("score") ?? 0, what, "the round has");
      return wrong && info(line, wrong.message);
    }),
  );
}

const convergePercentCheck: Check = {
  name: "converge_percent",
  weight: 4,
  run({ scoreboards, document }) {
    const cells = scoreboards.flatMap(({ rows }) =>
      rows.flatMap(({ line, cells }) => {
        const written = cells.get("converge");
        return written === undefined || /^[-–—]?$/.test(written) ? [] : [{ line, share: percentIn(written) }];
      }),
    );
    const prose = document.lines.flatMap(({ text, kind, number }) => {
      if (kind !== "text" || text.includes("|")) return [];
      const match = /\bconvergence\b[^%\d\n-]{0,20}(-?\d{1,6}(?:\.\d{1,6})?) ?%/i.exec(text);
      return match === null ? [] : [{ line: number, share: Number(match[1]) }];
    });
    if (cells.length + prose.length === 0) return null;
    return [...cells, ...prose].flatMap(({ line, share }) => {
      if (share === null) return [warning(0.3, line, "Converge % is not a percentage.")];
      if (share >= 0 && share <= 100) return [];
      return [error(0.5, line, `Converge % is ${show(share)}; it lies between 0 and 100.`)];
    });
  },
};

export const scoreboardChecks = [scoreboardCheck, arithmeticCheck, convergePercentCheck];

function sumOf(rows: ScoreRow[], column: "score" | (typeof dimensions)[number]): number {
  return rows.reduce((sum, { numbers }) => sum + (numbers.get(column) ?? 0), 0);
}

function bonusOf(rows: ScoreRow[]): number {
  return rows.reduce((sum, { bonus }) => sum + bonus, 0);
}

function show(value: number): string {
  return String(Math.round(value * 1e6) / 1e6);
}
