/**
 * Whatever Blue prints as a command can be run as printed. This listens to every operation that a test calls, in whichever face, and after each
 * test parses what was printed with the real command line: every `next`, and every command in a warning, an advice or an error.
 */

import { afterEach, expect } from "vitest";
import { BlueError } from "../../src/errors.ts";
import type { Next } from "../../src/operations/next-call.ts";
import type { Operation } from "../../src/operations/operation.ts";
import { registry } from "../../src/operations/registry.generated.ts";
import { isPlaceholder } from "../../src/operations/run-operation.ts";
import { shellWords } from "./shell-words.ts";

interface Heard {
  nexts: Map<string, Next>;
  texts: Set<string>;
}

/** This file is run once for every test file; the registry is shared by those of one worker, and listened to once. */
const shared = globalThis as { blueHeard?: Heard };
if (shared.blueHeard === undefined)
  for (const entry of registry) {
    const { load } = entry;
    entry.load = async () => listenTo(await load());
  }
shared.blueHeard ??= { nexts: new Map(), texts: new Set() };
const heard = shared.blueHeard;

afterEach(async () => {
  const wrong = [
    ...(await Promise.all([...heard.nexts.values()].map(faultsOfNext))).flat(),
    ...(await Promise.all([...heard.texts].map(faultsOfText))).flat(),
  ];
  heard.nexts.clear();
  heard.texts.clear();
  expect(wrong, "what Blue printed cannot be run as printed").toEqual([]);
});

function listenTo(operation: Operation): Operation {
  return {
    ...operation,
    run(input, context) {
      const told = (output: Awaited<ReturnType<Operation["run"]>>) => {
        hear(output);
        return output;
      };
      const failed = (thrown: unknown) => {
        if (thrown instanceof BlueError) hearError(thrown);
        throw thrown;
      };
      try {
        const output = operation.run(input, context);
        return output instanceof Promise ? output.then(told, failed) : told(output);
      } catch (thrown) {
        return failed(thrown);
      }
    },
  };
}

/** Fields that hold Blue's own words and no user's. */
const ownWords = /^(?:warnings|notices|notes|fix|why|how|worth_it|judge_protocol|protocol|convergence_blockers)$/;

function hear(value: unknown, field = ""): void {
  if (typeof value === "string") {
    if (ownWords.test(field)) heard.texts.add(value);
    return;
  }
  if (typeof value !== "object" || value === null) return;
  if ("command" in value && "tool" in value) heard.nexts.set(JSON.stringify(value), value as Next);
  for (const [key, one] of Object.entries(value)) hear(one, Array.isArray(value) ? field : key);
}

function hearError({ message, suggestion = "", errors = [] }: BlueError): void {
  heard.texts.add(message).add(suggestion);
  for (const one of errors) hearError(one);
}

/** What is wrong with a next call: its command must be that tool with those arguments, and the tool must take them, placeholders apart. */
export async function faultsOfNext(next: Next): Promise<string[]> {
  const { tool, arguments: args, command } = next;
  const entry = registry.find((one) => one.tool === tool);
  if (entry === undefined) return [`${tool} is no tool`];
  const parsed = await parseWords(command);
  if (typeof parsed === "string") return [`${command}: ${parsed}`];
  if (parsed.command.name !== entry.name) return [`${command} is not ${tool}`];
  const { scaffold, ...given } = Object.fromEntries(parsed.given);
  // `0007` is the number 7 on a command line.
  for (const [field, value] of Object.entries(given))
    if (typeof value === "number" && Number(args[field]) === value) given[field] = args[field];
  const said = JSON.stringify(scaffold ? { ...args, ...given } : given);
  if (said !== JSON.stringify(args)) return [`${command} says ${said}, and the call ${JSON.stringify(args)}`];
  const { input } = await entry.load();
  const { error } = input.safeParse(args);
  return (error?.issues ?? [])
    .filter(({ path }) => !isPlaceholder(path.reduce((at: unknown, key) => (at as never)?.[key], args)))
    .map(({ path, message }) => `${tool} does not take ${JSON.stringify(args)}: ${path.join(".")}: ${message}`);
}

/** Commands stand between backticks; tools are named as they are. */
export async function faultsOfText(text: string): Promise<string[]> {
  const commands = [...text.matchAll(/`(blue [^`]+)`/g)].map(([, command]) => command!);
  const faults = commands.map(async (command) => {
    const parsed = await parseWords(command);
    return typeof parsed === "string" ? [`\`${command}\`: ${parsed}`] : [];
  });
  const tools = [...text.matchAll(/\bblue_\w+/g)].map(([tool]) => tool);
  const unknown = tools.filter((tool) => !registry.some((entry) => entry.tool === tool));
  return [...(await Promise.all(faults)).flat(), ...unknown.map((tool) => `${tool} is no tool`)];
}

/** A command line read as a shell and Blue would, or why it cannot be. */
async function parseWords(command: string) {
  const words = shellWords(command);
  if (words === undefined) return "a shell would not read it as one command";
  const { parseCommandLine } = await import("../../src/cli/program.ts");
  const { extraCommands } = await import("../../src/cli/extra-commands.ts");
  const { makePaint } = await import("../../src/cli/paint.ts");
  const globals = { project: undefined, mode: undefined, color: true };
  const options = { version: "0", width: 80, paint: () => makePaint(false), globals };
  try {
    const parsed = parseCommandLine(words.slice(1), [...registry, ...extraCommands], options);
    if ("text" in parsed)
      return words.at(-1) === "--help" ? { command: { name: "help" }, given: new Map() } : "only help";
    return parsed;
  } catch (thrown) {
    return (thrown as Error).message;
  }
}
