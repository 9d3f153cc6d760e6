/**
 * Input that does not fit on a command line: JSON from files or stdin, under what the flags say. Reading is bounded and never waits for a
 * person to type.
 */
import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import { addAbortSignal, type Readable } from "node:stream";
import { BlueError } from "../errors.ts";
import { findJsonFault } from "./json-error.ts";
import type { Terminal } from "./terminal.ts";

export interface FileSource {
  /** The field the file's value is for, or `input` when it holds the whole input. */
  field: string;
  /** The flag as typed, for messages. */
  flag: string;
  path: string;
}

const mebibyte = 1024 * 1024;
export const maxInputBytes = 16 * mebibyte;

export async function readInput(
  sources: readonly FileSource[],
  given: ReadonlyMap<string, unknown>,
  terminal: Pick<Terminal, "stdin" | "cwd">,
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  const stdins = sources.filter((source) => source.path === "-");
  if (stdins.length > 1) {
    throw new BlueError(
      "invalid_input",
      `${stdins.map((source) => source.flag).join(" and ")} cannot both read stdin`,
      {
        field: stdins[1]!.flag,
        constraint: "one_reader",
        suggestion: "Put one of them into a file.",
      },
    );
  }
  let whole: Record<string, unknown> = {};
  const single: Record<string, unknown> = {};
  for (const source of sources) {
    const value = parse(await readText(source, terminal, signal), source);
    if (source.field === "input") whole = { ...whole, ...wholeInput(value, source) };
    else single[source.field] = value;
  }
  return { ...whole, ...single, ...Object.fromEntries(given) };
}

async function readText(
  source: FileSource,
  terminal: Pick<Terminal, "stdin" | "cwd">,
  signal: AbortSignal,
): Promise<string> {
  if (source.path !== "-") return readBounded(createReadStream(resolve(terminal.cwd(), source.path)), source, signal);
  const stdin = terminal.stdin();
  if (stdin.isTTY) {
    throw new BlueError("input_needed", `${source.flag} - reads stdin, and stdin is a terminal`, {
      field: source.flag,
      constraint: "piped_input",
      suggestion: `Pipe the JSON in, or name a file: ${source.flag} input.json.`,
    });
  }
  return readBounded(stdin, source, signal);
}

async function readBounded(stream: Readable, source: FileSource, signal: AbortSignal): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of addAbortSignal(signal, stream)) {
      chunks.push(Buffer.from(chunk as Uint8Array));
      size += (chunk as Uint8Array).length;
      if (size > maxInputBytes) throw tooLarge(source);
    }
  } catch (thrown) {
    signal.throwIfAborted();
    throw thrown instanceof BlueError ? thrown : unreadable(source, thrown as NodeJS.ErrnoException);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new BlueError("invalid_input", `${where(source)} is not UTF-8 text`, {
      field: source.flag,
      constraint: "utf8",
      suggestion: "Save the file as UTF-8.",
    });
  }
}

function parse(text: string, source: FileSource): unknown {
  try {
    return JSON.parse(text);
  } catch {
    if (text.trim() === "") {
      throw new BlueError("invalid_input", `${where(source)} is empty`, {
        field: source.flag,
        constraint: "json",
        suggestion: "Give it the input as one JSON document.",
      });
    }
    const { line, column, expected } = findJsonFault(text);
    throw new BlueError(
      "invalid_input",
      `${where(source)} is not valid JSON: line ${line}, column ${column}: expected ${expected}`,
      {
        field: source.flag,
        constraint: "json",
        suggestion: "Correct it there and repeat the command.",
        context: { file: source.path, line, column },
      },
    );
  }
}

function wholeInput(value: unknown, source: FileSource): Record<string, unknown> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new BlueError("invalid_input", `${where(source)} must hold a JSON object with the input's fields`, {
    field: source.flag,
    constraint: "object",
    suggestion: 'Wrap the value in an object: {"field": …}.',
  });
}

function tooLarge(source: FileSource): BlueError {
  const limit = maxInputBytes / mebibyte;
  return new BlueError("invalid_input", `${where(source)} is larger than ${limit} MiB`, {
    field: source.flag,
    constraint: `at most ${limit} MiB`,
    suggestion: "Split the input over several calls.",
  });
}

function unreadable(source: FileSource, thrown: NodeJS.ErrnoException): BlueError {
  if (thrown.code === "ENOENT" || thrown.code === "ENOTDIR") {
    return new BlueError("not_found", `${source.flag}: there is no file ${source.path}`, {
      field: source.flag,
      value: source.path,
      suggestion: "Check the path; it is taken from the folder you stand in.",
    });
  }
  if (thrown.code === "EISDIR") {
    return new BlueError("invalid_input", `${source.flag}: ${source.path} is a folder`, {
      field: source.flag,
      value: source.path,
      suggestion: "Name a JSON file in it.",
    });
  }
  return new BlueError("io_error", `${source.flag}: ${source.path} cannot be read (${thrown.code ?? thrown.message})`, {
    field: source.flag,
    value: source.path,
    suggestion: "Check its permissions and repeat the command.",
    cause: thrown,
  });
}

function where(source: FileSource): string {
  return `${source.flag} ${source.path === "-" ? "(stdin)" : source.path}`;
}
