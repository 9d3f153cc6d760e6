/**
 * One tool call: find the project, run the operation, answer. Clients show a model the data or the text of an answer, and those that show the data may
 * show a refusal as text; so that carries both for them. Whatever goes wrong in a call is that call's answer and nobody else's problem.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { CallToolResult } from "@modelcontextprotocol/server";
import { makeContext, type Progress } from "../context.ts";
import { asBlueError, refuse, toWire, type WireError } from "../errors.ts";
import type { OperationEntry } from "../operations/operation.ts";
import { runOperation } from "../operations/run-operation.ts";
import { safeLine } from "../safe-text.ts";
import type { Project } from "../store/project.ts";
import { nameTools } from "./name-tools.ts";

/** About 25,000 tokens, the most that clients take. Operations page long before; this is the last resort. */
export const largestAnswer = 80_000;

/** How a success reaches the model: as `structuredContent`, as text, or as both where nobody knows which the client shows. */
export type Carrier = "data" | "text" | "both";

export interface Call {
  /** The server's one project (`findOnce`), as it is now: what is in its folder may have come into being meanwhile. */
  findProject(): Project;
  /** The tools of this server; a next step names no other. */
  offered: ReadonlySet<string>;
  carrier: Carrier;
  signal: AbortSignal;
  progress(progress: Progress): void;
}

export async function callTool(entry: OperationEntry, input: unknown, call: Call): Promise<CallToolResult> {
  let running = true;
  try {
    const output = await runOwned(async () => {
      const project = call.findProject();
      const context = makeContext(project, {
        face: "mcp",
        signal: call.signal,
        providers: async () => (await import("../play/providers.ts")).listProviders(project.root, process.env),
        progress: (progress) => running && call.progress(progress),
      });
      const operation = await entry.load();
      const whole = await runOperation(operation, input, context);
      return operation.inShort?.(whole, isObject(input) ? input : {}) ?? whole;
    });
    return answerOf(entry, forModel(withoutKnown(output, input, entry.keepsEmptyLists), call.offered), call.carrier);
  } catch (thrown) {
    return refusalOf(thrown, call);
  } finally {
    running = false;
  }
}

/**
 * A model is not told what is empty, in the answer and in the things it lists, nor the dialogue that it named itself. `lists`: the answer is printed in the
 * seeds, and a caller who knows it from there looks for its lists.
 */
function withoutKnown(output: Record<string, unknown>, input: unknown, lists = false): Record<string, unknown> {
  const isEmpty = (value: unknown) => value === null || (!lists && Array.isArray(value) && value.length === 0);
  const filled = <T>(value: T): T =>
    isObject(value) && !Array.isArray(value)
      ? (Object.fromEntries(Object.entries(value).filter(([, one]) => !isEmpty(one))) as T)
      : value;
  const named = isObject(input) ? input.dialogue_id : undefined;
  const told = Object.entries(filled(output)).filter(([key, value]) => key !== "dialogue_id" || value !== named);
  return Object.fromEntries(told.map(([key, value]) => [key, Array.isArray(value) ? value.map(filled) : value]));
}

/**
 * A model is told its next step once: as a tool and arguments, or, where this server does not offer that tool, as the command that does the same.
 * Steps are in the answer itself and in the things it lists.
 */
function forModel(output: Record<string, unknown>, offered: ReadonlySet<string>): Record<string, unknown> {
  const stepOf = (step: unknown): unknown => {
    if (!isObject(step) || !("command" in step)) return step;
    const { command, ...call } = step;
    const why = nameTools(String(step.why), offered);
    return offered.has(String(step.tool)) ? { ...call, why } : { command, why };
  };
  const withStep = <T>(value: T): T =>
    isObject(value) && "next" in value ? { ...value, next: stepOf(value.next) } : value;
  const entries = Object.entries(output).map(([key, value]) => [
    key,
    Array.isArray(value) ? value.map(withStep) : value,
  ]);
  return withStep(Object.fromEntries(entries));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function answerOf(entry: OperationEntry, whole: Record<string, unknown>, carrier: Carrier): CallToolResult {
  // What was written is kept, so its answer is shortened and not an error.
  const output = entry.effect === "read" ? whole : shortened(whole);
  const text = JSON.stringify(output);
  if (text.length <= largestAnswer) {
    const shown = carrier === "data" ? "The answer is in structuredContent." : text;
    const content = [{ type: "text" as const, text: shown }];
    return carrier === "text" ? { content } : { content, structuredContent: output };
  }
  refuse("invalid_input", {}, "answer_size", {
    message: `The answer of ${entry.tool} is too large: ${text.length} characters, at most ${largestAnswer} can be sent`,
    value: text.length,
    suggestion: "Ask for less: a page, a brief answer, or the items by name.",
  });
}

/** Fields that only one object has are kept; what repeats, or is long, is halved, the largest first. */
function shortened(output: Record<string, unknown>): Record<string, unknown> {
  if (JSON.stringify(output).length <= largestAnswer) return output;
  const short = structuredClone(output);
  const cut = "This answer was too large to be sent whole and was shortened; what was written is whole.";
  short.warnings = [cut, ...(Array.isArray(short.warnings) ? short.warnings : [])];
  for (let left = 64; left > 0 && JSON.stringify(short).length > largestAnswer; left--) halveLargest(short);
  return short;
}

const longText = 400;
const manyNames = 32;

function halveLargest(root: Record<string, unknown>): void {
  let largest = 0;
  let halve = () => {};
  const walk = (holder: Record<string, unknown>, key: string) => {
    const value = holder[key];
    const size = JSON.stringify(value)?.length ?? 0;
    const offer = (half: () => unknown) => {
      if (size <= largest) return;
      largest = size;
      halve = () => {
        holder[key] = half();
      };
    };
    if (typeof value === "string" && value.length > longText)
      offer(() => `${value.slice(0, Math.floor(value.length / 2))} … (shortened)`);
    if (!isObject(value)) return;
    const entries = Object.entries(value);
    if (Array.isArray(value) && value.length > 1) offer(() => value.slice(0, Math.ceil(value.length / 2)));
    else if (entries.length > manyNames) offer(() => Object.fromEntries(entries.slice(0, entries.length / 2)));
    for (const [name] of entries) walk(value, name);
  };
  for (const key of Object.keys(root)) walk(root, key);
  halve();
}

export function refusalOf(thrown: unknown, { offered, carrier }: Pick<Call, "offered" | "carrier">): CallToolResult {
  const error = asBlueError(thrown);
  if (error.code === "internal_error") console.error(error.cause ?? error);
  const wire = inTools(toWire(error), offered);
  const refused = { isError: true, content: [{ type: "text" as const, text: JSON.stringify(wire) }] };
  return carrier === "text" ? refused : { ...refused, structuredContent: { ...wire } };
}

type Words = Pick<WireError, "message" | "suggestion" | "constraint"> & { errors?: Words[] };

/** What only a person may run stays the command that it is. */
function inTools<W extends Words>(wire: W, offered: ReadonlySet<string>): W {
  if (wire.constraint === "command_line_only") return wire;
  const told = (text: string) => nameTools(text, offered);
  return {
    ...wire,
    message: told(wire.message),
    ...(wire.suggestion === undefined ? {} : { suggestion: told(wire.suggestion) }),
    ...(wire.errors === undefined ? {} : { errors: wire.errors.map((one) => inTools(one, offered)) }),
  };
}

interface Owner {
  fail(thrown: unknown): void;
}

const owners = new AsyncLocalStorage<Owner>();

function runOwned<T>(run: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    owners.run({ fail: reject }, () => run().then(resolve, reject));
  });
}

/** On standard error, in one line: what a client sent may be in it. */
export function tellFault(error: Error): void {
  console.error(`blue mcp: ${safeLine(error.message)}`);
}

/**
 * From here on nothing that is thrown where nobody waits for it (a timer, a promise let go) ends the process: it fails the call it came from, if
 * that is still unanswered.
 */
export function surviveUncaughtErrors(): void {
  process.stderr.on("error", () => {});
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(event, (thrown: unknown) => {
      console.error(thrown);
      owners.getStore()?.fail(thrown);
    });
  }
}
