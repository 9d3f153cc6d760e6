/** Input that does not fit on a command line: JSON from files or stdin. Flags win over it; it is bounded and never waits for a person to type. */
import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import { addAbortSignal, type Readable } from "node:stream";
import { BlueError, refuse } from "../errors.ts";
import type { Terminal } from "./terminal.ts";

export interface FileSource {
  /** The field the file's value is for, or `input` when it holds the whole input. */
  field: string;
  /** The flag as typed, for messages. */
  flag: string;
  path: string;
  /** The field is a list. */
  holdsList: boolean;
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
  if (stdins.length > 1)
    refuse("invalid_input", stdins[1]!.flag, "one_reader", {
      message: `${stdins.map((source) => source.flag).join(" and ")} cannot both read stdin`,
      suggestion: "Put one of them into a file.",
    });
  let whole: Record<string, unknown> = {};
  const single: Record<string, unknown> = {};
  for (const source of sources) {
    const value = await parse(await readText(source, terminal, signal), source);
    if (source.field === "input") whole = { ...whole, ...wholeInput(value, source) };
    else single[source.field] = source.holdsList ? listIn(value, source.field) : value;
  }
  return { ...whole, ...single, ...Object.fromEntries(given) };
}

/** A list may come in an object: under its field's name, or as the only list of a file that Blue wrote (`{round, experts}`). */
function listIn(value: unknown, field: string): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const own = (value as Record<string, unknown>)[field];
  if (own !== undefined) return own;
  const lists = Object.values(value).filter((part) => Array.isArray(part));
  return lists.length === 1 ? lists[0] : value;
}

async function readText(
  source: FileSource,
  terminal: Pick<Terminal, "stdin" | "cwd">,
  signal: AbortSignal,
): Promise<string> {
  if (source.path !== "-") return readBounded(createReadStream(resolve(terminal.cwd(), source.path)), source, signal);
  const stdin = terminal.stdin();
  if (stdin.isTTY)
    refuse("input_needed", source.flag, "piped_input", {
      message: `${source.flag} - reads stdin, and stdin is a terminal`,
      suggestion: `Pipe the JSON in, or name a file: ${source.flag} input.json.`,
    });
  return readBounded(stdin, source, signal);
}

async function readBounded(stream: Readable, source: FileSource, signal: AbortSignal): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of addAbortSignal(signal, stream)) {
      chunks.push(Buffer.from(chunk as Uint8Array));
      size += (chunk as Uint8Array).length;
      if (size > maxInputBytes)
        refuse("invalid_input", source.flag, `at most ${maxInputBytes / mebibyte} MiB`, {
          message: `${where(source)} is larger than ${maxInputBytes / mebibyte} MiB`,
          suggestion: "Split the input over several calls.",
        });
    }
  } catch (thrown) {
    signal.throwIfAborted();
    throw thrown instanceof BlueError ? thrown : refuseUnreadable(source, thrown as NodeJS.ErrnoException);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    return refuse("invalid_input", source.flag, "utf8", {
      message: `${where(source)} is not UTF-8 text`,
      suggestion: "Save the file as UTF-8.",
    });
  }
}

async function parse(text: string, source: FileSource): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch {
    if (text.trim() === "")
      refuse("invalid_input", source.flag, "json", {
        message: `${where(source)} is empty`,
        suggestion: "Give it the input as one JSON document.",
      });
    const { findJsonFault } = await import("./json-fault.ts");
    const { line, column, what } = findJsonFault(text);
    return refuse("invalid_input", source.flag, "json", {
      message: `${where(source)} is not valid JSON: line ${line}, column ${column}: ${what}`,
      suggestion: "Correct it there and repeat the command.",
      context: { file: source.path, line, column },
    });
  }
}

function wholeInput(value: unknown, source: FileSource): Record<string, unknown> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  return refuse("invalid_input", source.flag, "object", {
    message: `${where(source)} must hold a JSON object with the input's fields`,
    suggestion: 'Wrap the value in an object: {"field": …}.',
  });
}

function refuseUnreadable({ flag, path }: FileSource, thrown: NodeJS.ErrnoException): never {
  if (thrown.code === "ENOENT")
    refuse("not_found", { [flag]: path }, "file_exists", {
      message: `${flag}: there is no file ${path}`,
      suggestion: "Check the path; it is taken from the folder you are in.",
    });
  if (thrown.code === "EISDIR")
    refuse("invalid_input", { [flag]: path }, "file", {
      message: `${flag}: ${path} is a folder`,
      suggestion: "Name a JSON file in it.",
    });
  refuse("io_error", { [flag]: path }, "readable", {
    message: `${flag}: ${path} cannot be read (${thrown.code ?? thrown.message})`,
    suggestion: "Check its permissions and repeat the command.",
    cause: thrown,
  });
}

function where(source: FileSource): string {
  return `${source.flag} ${source.path === "-" ? "(stdin)" : source.path}`;
}
