/** One call of one operation from the command line: read the input, run, print, and say how it ended. Loaded only when something runs. */
import * as z from "zod";
import { type Context, makeContext } from "../context.ts";
import { refuse } from "../errors.ts";
import type { OperationEntry } from "../operations/operation.ts";
import { runOperation, scaffoldOperation } from "../operations/run-operation.ts";
import { safeJson } from "../safe-text.ts";
import { findProject, type Project } from "../store/project.ts";
import { exitCodes } from "./exit-codes.ts";
import { flagName } from "./flags.ts";
import { forPeople, type Mode, paintFor, writeJson, writeText } from "./output.ts";
import type { Globals, Invocation } from "./program.ts";
import { makeProgressLine } from "./progress-line.ts";
import { readInput } from "./read-input.ts";
import type { Terminal } from "./terminal.ts";
import type { Meant } from "./which-dialogue.ts";

// One call, one check: compiling a schema costs more than it saves.
z.config({ jitless: true });

export interface FaceCall {
  input: Record<string, unknown>;
  context: Context;
  terminal: Terminal;
  /** Text unless JSON was asked for, into a pipe too: a runner and git show what is printed. */
  mode: Mode;
  color: boolean;
}

/** Who answers instead, by the names in `cli.outputModes`. */
const outputModes: Record<string, () => Promise<(call: FaceCall) => Promise<number>>> = {
  github: async () => (await import("./github/check-on-github.ts")).checkOnGithub,
  pre_push: async () => (await import("./pre-push.ts")).checkBeforePush,
};

export async function runCommand(
  { command, given, files }: Invocation<OperationEntry>,
  globals: Globals,
  mode: Mode,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<number> {
  const [operation, said] = await Promise.all([command.load(), readInput(files, given, terminal, signal)]);
  const project = findProject({ flag: globals.project, env: terminal.env, cwd: terminal.cwd() });
  const line = terminal.stderr.isTTY && globals.mode !== "json" ? makeProgressLine(terminal.stderr) : undefined;
  const progress: Context["progress"] = (step) => line?.show(step);
  try {
    const confirm = terminal.stderr.isTTY && globals.mode !== "json" ? askerAt(terminal, signal) : undefined;
    const providers: Context["providers"] = async () =>
      (await import("../play/providers.ts")).listProviders(project.root, terminal.env);
    const context = makeContext(project, { progress, signal, face: "cli", confirm, providers });
    const meant = await meantBy(command, said, project);
    const input = meant === undefined ? said : { ...said, dialogue_id: meant.id };
    if (command.scaffold && input.scaffold === true) {
      const { scaffold: _, ...known } = input;
      const filled = { $schema: schemaUrl(command.name), ...(await scaffoldOperation(operation, known, context)) };
      terminal.stdout.write(`${safeJson(filled, 2)}\n`);
      return exitCodes.ok;
    }
    const [face, second] = Object.keys(command.cli.outputModes ?? {}).filter((name) => input[name] === true);
    if (face !== undefined) {
      line?.clear();
      if (second !== undefined)
        refuse("invalid_input", second, "one_answer", {
          message: `--${flagName(face)} and --${flagName(second)} are two ways to answer`,
          suggestion: "Leave one of them out.",
        });
      const { [face]: _, ...own } = input;
      const run = await outputModes[face]!();
      return await run({ input: own, context, terminal, mode: globals.mode ?? "text", color: globals.color });
    }
    const output = await runOperation(operation, input, context);
    line?.clear();
    if (mode === "json") writeJson(terminal.stdout, output);
    else
      writeText(
        terminal.stdout,
        withName(operation.render(output), meant),
        paintFor(terminal.stdout, terminal, globals.color),
        command.cli.document ? "none" : command.cli.showsDocument ? "head" : "all",
      );
    return operation.hasFindings?.(output) ? exitCodes.refused : exitCodes.ok;
  } finally {
    line?.clear();
  }
}

/** The open dialogue, or the text to apply, where the command takes it and none is named. A scaffold only reads. */
async function meantBy(
  { cli, effect, inputSchema }: OperationEntry,
  said: Record<string, unknown>,
  project: Project,
): Promise<Meant | undefined> {
  const names = ["dialogue_id", "output_dir", ...(cli.flagAliases?.dialogue_id ?? [])];
  if (!("dialogue_id" in inputSchema.properties) || names.some((name) => said[name] !== undefined)) return undefined;
  const { findMeant, findToApply, refuseToGuess } = await import("./which-dialogue.ts");
  if (said.scaffold === true) return findMeant(project, "read");
  if (cli.showsUnapplied && said.write !== true) return findToApply(project);
  if (cli.openDialogue) return findMeant(project, effect);
  return effect !== "read" && cli.positional?.[0] === "dialogue_id" ? refuseToGuess(project) : undefined;
}

/** A dialogue that was not named is named in the answer's first line. */
function withName(text: string, meant: Meant | undefined): string {
  const isNamed = meant === undefined || text.split("\n", 1)[0]!.includes(meant.id);
  return isNamed ? text : `• ${meant.id}, ${meant.why}\n${text}`;
}

/** The schema that lies in the package, beside the bundle; chunks lie one below it. */
function schemaUrl(name: string): string {
  const bundle = new URL(import.meta.url.includes("/chunks/") ? "../" : "./", import.meta.url);
  return new URL(`schemas/${name}.json`, bundle).href;
}

/** Asks on stderr and reads one line; only where a person sits at both ends. Only "y" and "yes" agree. */
function askerAt(terminal: Terminal, signal: AbortSignal): Context["confirm"] {
  return async (question) => {
    const stdin = terminal.stdin();
    if (!stdin.isTTY) return undefined;
    const { createInterface } = await import("node:readline/promises");
    const asking = createInterface({ input: stdin, output: process.stderr });
    try {
      return /^y(?:es)?$/i.test(
        (await asking.question(`${forPeople(terminal.stderr, question)}\n[y/N] `, { signal })).trim(),
      );
    } finally {
      asking.close();
    }
  };
}
