/** People get text, pipes get one JSON document. All output is made safe here, and coloured after that. */
import { type BlueError, toWire } from "../errors.ts";
import { safeJson, safeText } from "../safe-text.ts";
import { flagFor, flagsOf, withFlags } from "./flags.ts";
import { makePaint, type Paint, wantsColour } from "./paint.ts";
import type { CommandShape } from "./program.ts";
import type { OutputStream, Terminal } from "./terminal.ts";
import { diffStarts, wrapLines } from "./wrap.ts";

export type Mode = "text" | "json";

/** `document`: the text is itself what a pipe wants (a path, an export, a script). */
export function chooseMode(asked: Mode | undefined, document: boolean, isTTY: boolean): Mode {
  return asked ?? (document || isTTY ? "text" : "json");
}

export function paintFor(stream: OutputStream, terminal: Pick<Terminal, "env">, flag: boolean): Paint {
  return makePaint(wantsColour({ env: terminal.env, isTTY: stream.isTTY === true, flag }));
}

/** Indented where a person looks at it, one line where a program does. */
export function writeJson(stream: OutputStream, value: unknown): void {
  stream.write(`${safeJson(value, stream.isTTY ? 2 : undefined)}\n`);
}

/** As a person at this stream reads it. */
export function forPeople(stream: OutputStream, text: string): string {
  const safe = safeText(text);
  return stream.isTTY && stream.columns ? wrapLines(safe, stream.columns) : safe;
}

/** `own`: what of it is Blue's own words. `head`: only what comes before the first empty line; `none`: it is a document, and stays as it is. */
export function writeText(
  stream: OutputStream,
  text: string,
  paint: Paint,
  own: "all" | "head" | "none" = "all",
): void {
  const safe = own === "none" ? safeText(text) : forPeople(stream, text);
  const end = own === "none" ? 0 : own === "all" ? -1 : safe.indexOf("\n\n");
  const clean = end === -1 ? decorate(safe, paint) : decorate(safe.slice(0, end), paint) + safe.slice(end);
  if (clean !== "") stream.write(clean.endsWith("\n") ? clean : `${clean}\n`);
}

export interface ErrorPlace {
  terminal: Pick<Terminal, "stdout" | "stderr" | "env">;
  mode: Mode;
  color: boolean;
  /** The command that failed: its input fields are named by the flags that bring them. */
  command?: CommandShape | undefined;
  /** The input came as one JSON document: its fields keep their names. */
  fromJson?: boolean;
}

export function writeError(error: BlueError, place: ErrorPlace): void {
  const { terminal, mode, color, command, fromJson } = place;
  const { stdout, stderr } = terminal;
  const paint = paintFor(stderr, terminal, color);
  if (mode === "text") {
    writeText(stderr, errorText(error, command, fromJson), paint);
    return;
  }
  writeJson(stdout, toWire(error));
  // The document went into a pipe; a person at the terminal still sees that something failed.
  if (stderr.isTTY && !stdout.isTTY) writeText(stderr, `✗ ${error.message.split("\n")[0]}`, paint);
}

export function errorText(error: BlueError, command?: CommandShape, fromJson = false): string {
  // The outer error repeats the first of several.
  const others = (error.errors ?? []).filter(
    (other) => other.code !== error.code || other.message !== error.message || other.field !== error.field,
  );
  return [error, ...others].map((one) => oneError(one, command, fromJson)).join("\n");
}

function oneError(error: BlueError, command: CommandShape | undefined, fromJson: boolean): string {
  const said = (text: string) =>
    command === undefined || fromJson ? text : withFlags(text, command.inputSchema, command.cli);
  const [first = "", ...more] = said(withoutName(error.message.trimEnd(), command)).split("\n");
  const { field } = error;
  const given =
    field === undefined || command === undefined ? undefined : fromJson ? field : whereGiven(field, command);
  const isNamed = given === undefined || [first, ...more].some((line) => line.includes(given));
  const lines = [`✗ ${first}${isNamed ? "" : ` (${given})`}`, ...more];
  if (error.suggestion !== undefined) lines.push(said(error.suggestion));
  return lines.join("\n").replaceAll("\n", "\n  ");
}

/** A person has just typed which command it is. */
function withoutName(message: string, command: CommandShape | undefined): string {
  const name = `${command?.name}: `;
  return command !== undefined && message.startsWith(name) ? message.slice(name.length) : message;
}

/** How a field is given; of a part of one its name. Undefined for what is no input: nobody at a terminal can change that. */
function whereGiven(field: string, { inputSchema, cli, scaffold }: CommandShape): string | undefined {
  if (!(field in inputSchema.properties)) return field.split(".")[0]! in inputSchema.properties ? field : undefined;
  const nested = !flagsOf(inputSchema, cli).some((one) => one.field === field && one.kind !== "file");
  return `${flagFor(field, inputSchema, cli) ?? "--input"}${nested && scaffold ? "; --scaffold prints what it takes" : ""}`;
}

/**
 * A leading ✓, ✗ or ! takes its colour. Bold is a heading of ours: a line that ends in a colon, above lines that are indented, and `Next:`. A diff is
 * red and green, and nothing in it is a heading.
 */
export function decorate(text: string, paint: Paint): string {
  if (!paint.enabled) return text;
  const symbols = { "✓": paint.good, "✗": paint.bad, "!": paint.warn };
  const lines = text.split("\n");
  const starts = diffStarts(lines);
  return lines
    .map((line, i) => {
      const diff = starts[i];
      if (diff !== undefined) return i < diff + 2 ? paint.faint(line) : diffLine(line, paint);
      if (/^[A-Z].*:$/.test(line) && lines[i + 1]?.startsWith("  ")) return paint.heading(line);
      if (line.startsWith("Next: ")) return paint.heading("Next:") + line.slice(5);
      return line.replace(/^(\s*)([✓✗!])(?= |$)/, (_, space: string, symbol: keyof typeof symbols) => {
        return space + symbols[symbol](symbol);
      });
    })
    .join("\n");
}

function diffLine(line: string, paint: Paint): string {
  if (line.startsWith("@@")) return paint.faint(line);
  return line.startsWith("+") ? paint.good(line) : line.startsWith("-") ? paint.bad(line) : line;
}
