/** `blue demo`: a recorded dialogue, replayed through the real operations into a temporary project, for people to watch and open. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { makeContext } from "../context.ts";
import type { ScoreRow } from "../operations/dialogue/counts.ts";
import { table } from "../operations/text/table.ts";
import type { Recording } from "../play/recording.ts";
import { type ReplayEvent, replay } from "../play/replay.ts";
import { findProject } from "../store/project.ts";
import { paintFor, writeText } from "./output.ts";
import type { OutputStream } from "./terminal.ts";

export interface DemoOptions {
  /** Seconds between experts; 0 shows it all at once. */
  pace: number;
}

/** What the build ships: records of one dialogue, and the files it was about. */
interface Shipped extends Recording {
  files: Record<string, string>;
}

export async function runDemo(stdout: OutputStream, options: DemoOptions): Promise<void> {
  const shipped = JSON.parse(readFileSync(fileURLToPath(new URL("demo.json", bundleRoot())), "utf8")) as Shipped;
  const root = mkdtempSync(join(tmpdir(), "blue-demo-"));
  try {
    execFileSync("git", ["init", "-q", root], { stdio: "ignore" });
  } catch {} // without git the dialogue works all the same, and says what that risks
  for (const [path, text] of Object.entries(shipped.files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const paint = paintFor(stdout, { env: process.env }, true);
  const say = (line: string) => (line === "" ? stdout.write("\n") : writeText(stdout, line, paint));
  say(`A replay: the words were written by a real panel; everything else is computed now, in ${root}`);
  say("");
  say(`Question: ${shipped.opening.question ?? shipped.opening.title}`);
  const rows: ScoreRow[] = [];
  let folder = "";
  for await (const event of replay(shipped, makeContext(findProject({ flag: root, env: {} })))) {
    if (event.kind === "created") folder = event.folder;
    if (event.kind === "registered") rows.push(event.row);
    for (const line of describe(event, rows)) say(line);
    if (event.kind === "wrote" && options.pace > 0) await sleep(options.pace * 1000);
  }
  say("");
  say(`The record is yours to read: ${join(root, folder)}`);
  for (const name of readdirSync(join(root, folder)).sort()) say(`  ${name}`);
}

function describe(event: ReplayEvent, rows: readonly ScoreRow[]): string[] {
  switch (event.kind) {
    case "created":
      return [
        "",
        `The panel, drawn for this question:`,
        ...event.panel.map(({ name, role }) => `  🧁 ${name}, ${role}`),
      ];
    case "wrote":
      return [
        `  round ${event.round}  🧁 ${event.expert} wrote ${event.markers} item${event.markers === 1 ? "" : "s"}${event.converges ? " and [MOVE:CONVERGE]" : ""}`,
      ];
    case "registered":
      return [
        "",
        scoreboard(rows),
        ...(event.missing.length > 0 ? [`Not converged: ${event.missing.join(", ")}`] : []),
      ];
    case "refused":
      return ["✗ A verdict now? Blue refuses:", ...event.reasons.map((reason) => `    ${reason}`), ""];
    case "went on":
      return ["The gate would open now; the Judge put last wishes into the proposal and asked once more.", ""];
    case "verdict":
      return ["✓ The gate is open.", "", shortened(event.summary)];
  }
}

/** Dozens of resolved tensions are for the page, not for a first look. */
const mostLines = 90;

function shortened(summary: string): string {
  const lines = summary.split("\n");
  if (lines.length <= mostLines) return summary;
  return [...lines.slice(0, mostLines), `… ${lines.length - mostLines} more lines in verdict.md`].join("\n");
}

function scoreboard(rows: readonly ScoreRow[]): string {
  return table(
    ["Round", "W", "C", "T", "R", "Score", "Open Tensions", "New Perspectives", "Velocity", "Converge %"],
    rows.map((row) =>
      [
        row.round,
        row.W,
        row.C,
        row.T,
        row.R,
        row.score,
        row.open_tensions,
        row.new_perspectives,
        row.velocity,
        `${row.converge_percent}%`,
      ].map(String),
    ),
  );
}

/** The folder of the bundle: chunks lie one below it. */
function bundleRoot(): URL {
  return new URL(import.meta.url.includes("/chunks/") ? "../" : "./", import.meta.url);
}
