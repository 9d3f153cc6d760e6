/** People get text, pipes get one JSON document. All output is made safe here, and coloured after that. */
import { type BlueError, toWire } from "../errors.ts";
import { safeJson, safeText } from "../safe-text.ts";
import { flagName } from "./flags.ts";
import { makePaint, type Paint, wantsColour } from "./paint.ts";
import type { OutputStream, Terminal } from "./terminal.ts";

export type Mode = "text" | "json";

/** `document`: the text is itself what a pipe wants (a path, an export, a script). */
export function chooseMode(json: boolean, document: boolean, isTTY: boolean): Mode {
  if (json) return "json";
  return document || isTTY ? "text" : "json";
}

export function paintFor(stream: OutputStream, terminal: Pick<Terminal, "env">, flag: boolean): Paint {
  return makePaint(wantsColour({ env: terminal.env, isTTY: stream.isTTY === true, flag }));
}

/** Indented where a person looks at it, one line where a program does. */
export function writeJson(stream: OutputStream, value: unknown): void {
  stream.write(`${safeJson(value, stream.isTTY ? 2 : undefined)}\n`);
}

export function writeText(stream: OutputStream, text: string, paint: Paint): void {
  const clean = decorate(safeText(text), paint);
  if (clean !== "") stream.write(clean.endsWith("\n") ? clean : `${clean}\n`);
}

export interface ErrorPlace {
  terminal: Pick<Terminal, "stdout" | "stderr" | "env">;
  mode: Mode;
  color: boolean;
  /** Input fields of the command that failed; they are named as flags too. */
  fields?: readonly string[];
}

export function writeError(error: BlueError, { terminal, mode, color, fields = [] }: ErrorPlace): void {
  const { stdout, stderr } = terminal;
  const paint = paintFor(stderr, terminal, color);
  if (mode === "text") {
    writeText(stderr, errorText(error, fields), paint);
    return;
  }
  writeJson(stdout, toWire(error));
  // The document went into a pipe; whoever sits at the terminal still sees that something failed.
  if (stderr.isTTY && !stdout.isTTY) writeText(stderr, `✗ ${error.message.split("\n")[0]}`, paint);
}

export function errorText(error: BlueError, fields: readonly string[]): string {
  // The outer error repeats the first of several.
  const others = (error.errors ?? []).filter(
    (other) => other.code !== error.code || other.message !== error.message || other.field !== error.field,
  );
  return [error, ...others].map((one) => oneError(one, fields)).join("\n");
}

function oneError(error: BlueError, fields: readonly string[]): string {
  const lines = [`✗ ${error.message.trimEnd()}`];
  if (error.field !== undefined) {
    const flag = fields.includes(error.field) ? `--${flagName(error.field)}` : undefined;
    if (!error.message.includes(flag ?? error.field)) lines.push(flag ? `flag: ${flag}` : `field: ${error.field}`);
  }
  if (error.suggestion !== undefined) lines.push(error.suggestion);
  return lines.join("\n").replaceAll("\n", "\n  ");
}

/** A leading ✓, ✗ or ! takes its colour; a line of its own that ends in a colon is a heading, and so is `Next:`. */
export function decorate(text: string, paint: Paint): string {
  if (!paint.enabled) return text;
  const symbols = { "✓": paint.good, "✗": paint.bad, "!": paint.warn };
  return text
    .split("\n")
    .map((line) => {
      if (/^[^\s✓✗!].*:$/.test(line)) return paint.heading(line);
      if (line.startsWith("Next: ")) return paint.heading("Next:") + line.slice(5);
      return line.replace(/^(\s*)([✓✗!])(?= |$)/, (_, space: string, symbol: keyof typeof symbols) => {
        return space + symbols[symbol](symbol);
      });
    })
    .join("\n");
}
