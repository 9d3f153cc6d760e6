/**
 * The scoreboard is there, and its arithmetic is right: W + C + T + R = Score, the running sum, Velocity = open tensions + new perspectives, and
 * the totals below the table.
 */
import { type Check, error, type Finding, info, listed, warning } from "./check.ts";
import { type DialogueView, isUnbegun } from "./dialogue-view.ts";
import { numberIn, plain } from "./markdown.ts";
import {
  dimensions,
  type ExpertPoints,
  percentIn,
  type Scoreboard,
  type ScoreRow,
  scoredRounds,
} from "./scoreboard.ts";

export const scoreboardCheck: Check = {
  name: "scoreboard",
  weight: 8,
  run(view) {
    const section = view.document.sections.find(({ title }) => /\bscoreboard\b/i.test(title));
    const [board] = view.scoreboards;
    if (board === undefined) {
      const form = "| Round | W | C | T | R | Score | Open Tensions | New Perspectives | Velocity | Converge % |";
      if (section === undefined) return [error(1, null, `There is no scoreboard. Add the section with ${form}.`)];
      if (isUnbegun(view)) return null;
      return [error(0.8, section.line, `The scoreboard has no table with the four dimensions. It is ${form}.`)];
    }
    const findings: Finding[] = [];
    if (section === undefined)
      findings.push(warning(0.2, board.line, "The scoreboard has no heading `## Alignment Scoreboard`."));
    const byRound = view.scoreboards.find(({ by }) => by === "round");
    if (byRound === undefined) {
      const message = "The scoreboard counts by expert, not by round: it shows neither velocity nor converge %.";
      findings.push(warning(0.2, board.line, message));
    } else {
      const wanted = {
        score: "Score",
        open: "Open Tensions",
        new: "New Perspectives",
        velocity: "Velocity",
        converge: "Converge %",
      };
      for (const [column, name] of Object.entries(wanted)) {
        if (!byRound.columns.has(column as keyof typeof wanted)) {
          findings.push(warning(0.15, byRound.line, `The scoreboard has no column ${name}.`));
        }
      }
    }
    return findings;
  },
};

export const arithmeticCheck: Check = {
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

function checkBoard(board: Scoreboard): Finding[] {
  let running = 0;
  const findings = board.rows.flatMap((row) => {
    running += row.numbers.get("score") ?? 0;
    return [...checkNumbers(row), ...checkSums(row), ...checkRunning(row, running)];
  });
  return board.total === null ? findings : [...findings, ...checkTotalRow(board, board.total)];
}

function checkNumbers({ line, name, numbers, cells }: ScoreRow): Finding[] {
  const written = [...cells].filter(([column]) => column !== "round" && column !== "expert" && column !== "converge");
  const filled = written.filter(([, cell]) => !/^[-–—]?$/.test(cell));
  if (filled.length === 0) return []; // a round that is still to come
  const wrong = written.filter(([column]) => numbers.get(column) === null).map(([column]) => column);
  if (wrong.length === 0) return [];
  return [warning(0.1, line, `Row ${name}: no number in ${listed("column", "columns", wrong)}.`)];
}

function checkSums({ line, name, numbers }: ScoreRow): Finding[] {
  const findings: Finding[] = [];
  const parts = dimensions.map((dimension) => numbers.get(dimension) ?? null);
  const score = numbers.get("score") ?? null;
  if (score !== null && parts.every((part) => part !== null)) {
    const sum = parts.reduce((a, b) => a + b, 0);
    if (differ(sum, score)) {
      findings.push(
        error(0.3, line, `Row ${name}: ${parts.join(" + ")} = ${show(sum)}, and the score says ${show(score)}.`),
      );
    }
  }
  const open = numbers.get("open") ?? null;
  const fresh = numbers.get("new") ?? null;
  const velocity = numbers.get("velocity") ?? null;
  if (open !== null && fresh !== null && velocity !== null && differ(open + fresh, velocity)) {
    const message = `Row ${name}: ${open} open + ${fresh} new = ${open + fresh}, and the velocity says ${show(velocity)}.`;
    findings.push(error(0.3, line, message));
  }
  return findings;
}

function checkRunning({ line, name, numbers }: ScoreRow, running: number): Finding[] {
  const written = numbers.get("cumulative") ?? null;
  if (written === null || !differ(written, running)) return [];
  return [
    error(0.2, line, `Row ${name}: the scores so far add up to ${show(running)}, and the table says ${show(written)}.`),
  ];
}

function checkTotalRow({ rows }: Scoreboard, total: ScoreRow): Finding[] {
  return [...dimensions, "score" as const].flatMap((column) => {
    const written = total.numbers.get(column) ?? null;
    const sum = sumOf(rows, column);
    if (written === null || !differ(written, sum)) return [];
    return [
      error(
        0.2,
        total.line,
        `The column ${column} adds up to ${show(sum)}, and the row of totals says ${show(written)}.`,
      ),
    ];
  });
}

/** `**Total ALIGNMENT:** 259 (W:95 C:64 T:51 R:49)` */
function checkTotalLines({ document, scoreboards }: DialogueView): Finding[] {
  const byRound = scoreboards.filter(({ by }) => by === "round");
  const lines = document.lines.filter(({ text, kind }) => kind === "text" && /total alignment/i.test(text));
  return lines.slice(0, 20).flatMap(({ text, number }) => {
    const match =
      /total alignment[^\p{L}\p{N}]{0,40}?([\d,.]{1,20}\d|\d)(?:[^(\p{L}\d]{0,10}(?:points?|pts)?\s?\(([^)]{0,80})\))?/iu.exec(
        plain(text),
      );
    const written = numberIn(match?.[1]);
    if (written === null) return [];
    // the table above it, else the first; boards by expert stand one per round and count together
    const board = byRound.findLast(({ line }) => line < number) ?? byRound[0];
    const rows = board === undefined ? scoreboards.flatMap((each) => each.rows) : board.rows;
    const findings: Finding[] = [];
    const sum = sumOf(rows, "score");
    if (rows.length > 0 && differ(sum, written)) {
      findings.push(error(0.3, number, `The scores add up to ${show(sum)}, and the total says ${show(written)}.`));
    }
    for (const [, letter, digits] of (match?.[2] ?? "").matchAll(/\b([WCTR]) ?[:=] ?(\d{1,12})/g)) {
      const part = sumOf(rows, letter as (typeof dimensions)[number]);
      if (rows.length > 0 && differ(part, Number(digits))) {
        findings.push(
          error(0.15, number, `The column ${letter} adds up to ${show(part)}, and the total says ${digits}.`),
        );
      }
    }
    return findings;
  });
}

function checkExpertPoints({ line, rounds, totalAt, rows }: ExpertPoints, { scoreboards }: DialogueView): Finding[] {
  const at = (cells: string[], place: number) => numberIn(cells[place]) ?? 0;
  const findings: Finding[] = [];
  for (const row of rows) {
    const sum = [...rounds.values()].reduce((all, place) => all + at(row.cells, place), 0);
    const written = totalAt === null ? null : numberIn(row.cells[totalAt]);
    if (written === null || !differ(sum, written)) continue;
    findings.push(
      error(0.2, row.line, `${row.cells[0]}: the rounds add up to ${show(sum)}, and the total says ${show(written)}.`),
    );
  }
  const scored = scoredRounds(scoreboards).filter(({ numbers }) => (numbers.get("score") ?? 0) !== 0);
  const missing = scored.flatMap(({ round }) => (rounds.has(round) ? [] : [round]));
  if (missing.length > 0) {
    findings.push(
      warning(
        0.15,
        line,
        `The table by expert lacks ${listed("round", "rounds", missing)}, which the scoreboard counts.`,
      ),
    );
  }
  for (const { round, numbers } of scored) {
    const place = rounds.get(round);
    if (place === undefined) continue;
    const sum = rows.reduce((all, { cells }) => all + at(cells, place), 0);
    const score = numbers.get("score") ?? 0;
    if (differ(sum, score)) {
      findings.push(
        info(
          line,
          `In round ${round} the experts have ${show(sum)} points together, and the round has ${show(score)}.`,
        ),
      );
    }
  }
  return findings;
}

export const convergePercentCheck: Check = {
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

function sumOf(rows: ScoreRow[], column: "score" | (typeof dimensions)[number]): number {
  return rows.reduce((sum, { numbers }) => sum + (numbers.get(column) ?? 0), 0);
}

function differ(a: number, b: number): boolean {
  return Math.abs(a - b) > 1e-6;
}

function show(value: number): string {
  return String(Math.round(value * 1e6) / 1e6);
}
