/** From words to exit code. Every way a command can end (answer, error, usage error, interrupt) is decided here and only here. */
import { asBlueError, refuse } from "../errors.ts";
import type { OperationEntry } from "../operations/operation.ts";
import { exitCodeOf, exitCodes } from "./exit-codes.ts";
import type { ExtraCommand } from "./extra-commands.ts";
import { chooseMode, type Mode, paintFor, writeError } from "./output.ts";
import { type CommandShape, type Globals, type Invocation, parseCommandLine } from "./program.ts";
import type { Terminal } from "./terminal.ts";
import { UsageError } from "./usage-error.ts";

type AnyCommand = OperationEntry | ExtraCommand;

/** How long an interrupted operation may take to stop by itself. A record is whole or absent, so cutting it short is safe. */
const graceMilliseconds = 2000;

export async function runCli(
  argv: readonly string[],
  commands: readonly AnyCommand[],
  terminal: Terminal,
): Promise<number> {
  const globals: Globals = { project: undefined, mode: undefined, color: true };
  let command: CommandShape | undefined;
  let fromJson = false;
  try {
    const parsed = parseCommandLine(argv, commands, {
      globals,
      version: terminal.version,
      width: terminal.stdout.isTTY ? Math.min(terminal.stdout.columns || 80, 100) : 80,
      paint: () => paintFor(terminal.stdout, terminal, globals.color),
    });
    if ("text" in parsed) {
      terminal.stdout.write(parsed.text);
      return exitCodes.ok;
    }
    command = parsed.command;
    fromJson = parsed.files.some(({ field }) => field === "input");
    return await run(parsed, globals, terminal);
  } catch (thrown) {
    if (thrown instanceof Interrupted) return thrown.exitCode;
    const error = asBlueError(thrown);
    if (thrown instanceof UsageError) command = thrown.command;
    writeError(error, {
      terminal,
      mode: modeOf(globals.mode ?? typedMode(argv, command), command, terminal),
      color: globals.color,
      command,
      fromJson,
    });
    return exitCodeOf(error.code);
  }
}

async function run(invocation: Invocation<AnyCommand>, globals: Globals, terminal: Terminal): Promise<number> {
  const { command } = invocation;
  const mode = modeOf(globals.mode, command, terminal);
  if (!("load" in command)) {
    const { readInput } = await import("./read-input.ts");
    const input = await readInput(invocation.files, invocation.given, terminal, new AbortController().signal);
    refuseMissing(command, input);
    const { project, color } = globals;
    return (await command.start(input, { project, mode, color, terminal })) ?? exitCodes.ok;
  }
  const { runCommand } = await import("./run-command.ts");
  const operation = { ...invocation, command };
  return interruptible(terminal, (signal) => runCommand(operation, globals, mode, terminal, signal));
}

/** What an operation's schema says is said here for the commands that are none. */
function refuseMissing({ name, inputSchema }: ExtraCommand, input: Record<string, unknown>): void {
  const missing = inputSchema.required?.find((field) => input[field] === undefined);
  const choices = missing === undefined ? undefined : inputSchema.properties[missing]!.enum;
  if (missing !== undefined)
    refuse("invalid_input", missing, "required", {
      message: `${name}: \`${missing}\` is required${choices === undefined ? "" : `: one of ${choices.join(", ")}`}`,
      suggestion: `See \`blue ${name.replace(".", " ")} --help\` for what it takes.`,
    });
}

function modeOf(asked: Mode | undefined, command: CommandShape | undefined, terminal: Terminal): Mode {
  return chooseMode(asked, command?.cli.document === true, terminal.stdout.isTTY === true);
}

/** What was asked for on a command line that could not be parsed as far as that. */
function typedMode(argv: readonly string[], command: CommandShape | undefined): Mode | undefined {
  const typed = argv.findLast((word) => word === "--json" || word === "--text")?.slice(2) as Mode | undefined;
  return typed !== undefined && command?.inputSchema.properties[typed] !== undefined ? undefined : typed;
}

class Interrupted extends Error {
  readonly exitCode: number;

  constructor(exitCode: number) {
    super("interrupted");
    this.exitCode = exitCode;
  }
}

/** The first signal asks the work to stop, a second one (or patience running out) ends it. */
async function interruptible(terminal: Terminal, work: (signal: AbortSignal) => Promise<number>): Promise<number> {
  const controller = new AbortController();
  let interrupted: Interrupted | undefined;
  let patience: NodeJS.Timeout | undefined;
  const stop = (exitCode: number) => {
    if (interrupted) return terminal.exit(exitCode);
    interrupted = new Interrupted(exitCode);
    patience = setTimeout(() => terminal.exit(exitCode), graceMilliseconds);
    controller.abort(interrupted);
  };
  terminal.onSignal("SIGINT", () => stop(130));
  terminal.onSignal("SIGTERM", () => stop(143));
  try {
    const exitCode = await work(controller.signal);
    return interrupted?.exitCode ?? exitCode;
  } catch (thrown) {
    throw interrupted ?? thrown;
  } finally {
    clearTimeout(patience);
  }
}
