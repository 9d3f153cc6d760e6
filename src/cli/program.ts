/**
 * The command line as commander commands, made from what the registry says about each operation. Nothing runs here: parsing answers with the
 * command that was called and what was given to it, or with a text to print (help, version), or throws a usage error.
 */
import { Command, Option } from "commander";
import type { OperationEntry } from "../operations/operation.ts";
import { type Flag, flagName, flagsOf, inputFlag, isList, plainFlag, scaffoldFlag, withFlags } from "./flags.ts";
import { globalGroup, helpConfiguration, placeOf, wordsOfGroup } from "./help.ts";
import type { Mode } from "./output.ts";
import type { Paint } from "./paint.ts";
import type { FileSource } from "./read-input.ts";
import { asUsageError, UsageError } from "./usage-error.ts";

/** What the command line needs to know about a command before it runs. */
export type CommandShape = Pick<
  OperationEntry,
  "name" | "summary" | "description" | "examples" | "cli" | "scaffold" | "inputSchema"
>;

export interface Globals {
  project: string | undefined;
  /** By `--text` or `--json`; the last one wins. */
  mode: Mode | undefined;
  color: boolean;
}

export interface Invocation<C extends CommandShape> {
  command: C;
  /** Input fields from flags and positions. */
  given: ReadonlyMap<string, unknown>;
  files: readonly FileSource[];
}

export type Parsed<C extends CommandShape> = { text: string } | Invocation<C>;

export interface ParseOptions {
  version: string;
  /** Columns for help. */
  width: number;
  /** Asked when help is printed, after `--no-color` was seen. */
  paint(): Paint;
  /** Filled while parsing, so that it is known also when parsing fails. */
  globals: Globals;
}

/** Options every command takes. */
export const globalFlags = {
  "--project <dir>": "The project's folder; default: the one you are in.",
  "--text": "Text for people (a terminal gets it anyway).",
  "--json": "JSON, errors included (a pipe gets it anyway).",
  "--no-color": "No colours.",
  "-v, --version": "Show the version.",
};

/** Thrown through commander once the answer is complete. */
const answered = Symbol("answered");

export function parseCommandLine<C extends CommandShape>(
  argv: readonly string[],
  commands: readonly C[],
  options: ParseOptions,
): Parsed<C> {
  const { globals, paint } = options;
  let text = "";
  let invocation: Invocation<C> | undefined;
  let helpOnly = false;
  const shapes = new Map<Command, C>();
  const prepared = new Set<Command>();

  const program = makeProgram();
  for (const shape of calledBy(argv, commands).toSorted(byPlace)) mount(shape);
  for (const parent of [program, ...program.commands.filter((command) => command.commands.length > 0)]) addHelp(parent);
  try {
    program.parse([...argv], { from: "user" });
  } catch (thrown) {
    if (thrown !== answered) throw thrown;
  }
  return invocation ?? { text };

  function makeProgram(): Command {
    const print = (part: string) => {
      text += part;
    };
    return equip(new Command("blue"))
      .description(
        "Alignment dialogues: experts object to a text, round after round; Blue keeps the record in your repository and refuses a verdict until every objection is settled and every expert agrees.",
      )
      .enablePositionalOptions()
      .helpCommand(false)
      .addHelpOption(new Option("-h, --help", "Show this help.").helpGroup(globalGroup))
      .configureHelp(helpConfiguration(paint, (command) => shapes.get(command)))
      .configureOutput({
        writeOut: print,
        // Help for a missing subcommand comes this way; errors are thrown and told by our caller.
        writeErr: print,
        outputError: () => {},
        getOutHasColors: () => paint().enabled,
        getErrHasColors: () => paint().enabled,
        getOutHelpWidth: () => options.width,
        getErrHelpWidth: () => options.width,
      })
      .on("beforeAllHelp", ({ command }: { command: Command }) => {
        // `blue bogus --help` is a mistake, not a wish for everything: parsed without its --help it says so.
        const [word] = command.args;
        if (command.commands.length === 0 || word === undefined || word.startsWith("-")) return;
        command.parse([word], { from: "user" });
      });
  }

  /** What commander does not hand down from a command to its subcommands. */
  function equip(command: Command): Command {
    if (!shapes.has(command)) addGlobals(command);
    return command
      .hook("preSubcommand", (_, called) => prepare(called))
      .exitOverride((stopped) => {
        if (stopped.exitCode === 0 || stopped.code === "commander.help") throw answered;
        throw asUsageError(stopped, command, shapes.get(command), commands);
      });
  }

  /** Before or after a command's name; a command's own flag of the same name comes first. */
  function addGlobals(command: Command, taken: readonly string[] = []): void {
    const seen: Record<keyof typeof globalFlags, (value: string) => void> = {
      "--project <dir>": (value) => {
        globals.project = value;
      },
      "--text": () => {
        globals.mode = "text";
      },
      "--json": () => {
        globals.mode = "json";
      },
      "--no-color": () => {
        globals.color = false;
      },
      "-v, --version": () => {
        text = `${options.version}\n`;
        throw answered;
      },
    };
    for (const [flags, description] of Object.entries(globalFlags)) {
      const option = new Option(flags, description);
      if (taken.includes(option.name())) continue;
      command
        .addOption(option.helpGroup(globalGroup))
        .on(`option:${option.name()}`, seen[flags as keyof typeof globalFlags]);
    }
  }

  function mount(shape: C): void {
    const path = shape.name.split(".");
    const name = path.pop()!;
    let parent = program;
    for (const group of path) {
      parent = parent.commands.find((command) => command.name() === group) ?? addGroup(parent, group);
    }
    const command = place(parent, parent.command(name));
    shapes.set(command, shape);
    equip(command)
      .summary(shape.summary)
      .aliases([...(shape.cli.aliases ?? [])]);
  }

  function addGroup(parent: Command, name: string): Command {
    const words = wordsOfGroup(name);
    return equip(place(parent, parent.command(name)))
      .summary(words)
      .description(`${words}.`);
  }

  /** `blue help dialogue status` and `blue dialogue help status`: the rest is parsed as usual, and whatever it calls shows its help instead. */
  function addHelp(parent: Command): void {
    equip(place(parent, parent.command("help [command...]", { hidden: parent !== program })))
      .summary("Show the help of a command")
      .description("Show the help of a command.")
      .action((path: string[]) => {
        helpOnly = true;
        parent.parse(path, { from: "user" });
      });
  }

  /** A tool is named as the command that it is. */
  function forPeople({ name, description, inputSchema, cli }: C): string {
    const group = name.split(".")[0]!;
    return withFlags(description, inputSchema, cli).replace(/`?\b[a-z]+(?:_[a-z]+)+\b`?/g, (word) => {
      const verb = word.replaceAll("`", "").replaceAll("_", "-");
      return commands.some((one) => one.name === `${group}.${verb}`) ? `\`blue ${group} ${verb}\`` : word;
    });
  }

  /** Flags are made only for the command that was called: a start should not pay for all of them. */
  function prepare(command: Command): void {
    const shape = shapes.get(command);
    if (shape === undefined || prepared.has(command)) return;
    prepared.add(command);
    const given = new Map<string, unknown>();
    const files: FileSource[] = [];
    const flags = flagsOf(shape.inputSchema, shape.cli);
    for (const flag of [...flags, ...wholeInputFlags(shape)]) addFlag(command, besideGlobal(flag, shape), given, files);
    addGlobals(
      command,
      flags.flatMap((flag) => [flag.name, ...flag.aliases]),
    );
    command
      .description(forPeople(shape))
      .usage(["[options]", ...(shape.cli.positional ?? []).map((field) => operandTerm(field, shape))].join(" "))
      .argument("[operands...]")
      .action((operands: string[]) => {
        if (helpOnly) command.help();
        takeOperands(operands, shape, flags, given);
        invocation = { command: shape, given, files };
      });
  }
}

/** Flags that are no fields; only an operation has them. */
export function wholeInputFlags(shape: CommandShape): Flag[] {
  const takesFile = "load" in shape && Object.keys(shape.inputSchema.properties).length > 0;
  return [
    ...(takesFile ? [inputFlag] : []),
    ...(shape.scaffold ? [scaffoldFlag] : []),
    ...Object.entries(shape.cli.outputModes ?? {}).map(([field, words]) => plainFlag(field, words)),
  ];
}

/** `dialogue say --text …`: the flag that every command has comes before this one's name. */
function besideGlobal(flag: Flag, { name }: CommandShape): Flag {
  if (flag.name !== "text") return flag;
  const before = `For text instead of JSON in a pipe, put one more \`--text\` before \`${name.split(".")[0]}\`.`;
  return { ...flag, description: `${flag.description} ${before}` };
}

function place(parent: Command, command: Command): Command {
  const { group } = placeOf(parent.name(), command.name());
  return group === undefined ? command : command.helpGroup(group);
}

function byPlace(a: CommandShape, b: CommandShape): number {
  const ranks = ({ name }: CommandShape) => {
    const [top, verb] = name.split(".");
    return [placeOf("blue", top!).rank, verb === undefined ? 0 : placeOf(top!, verb).rank];
  };
  const [[topA, verbA], [topB, verbB]] = [ranks(a), ranks(b)] as [[number, number], [number, number]];
  return topA - topB || verbA - verbB;
}

/** Only the branch of the tree that is called, when the first word names one; otherwise all of it, to list or to guess from. */
function calledBy<C extends CommandShape>([word]: readonly string[], commands: readonly C[]): readonly C[] {
  const called = commands.filter(({ name, cli }) => {
    const [top, verb] = name.split(".");
    return top === word || (verb === undefined && cli.aliases?.includes(word ?? ""));
  });
  return called.length > 0 ? called : commands;
}

function addFlag(command: Command, flag: Flag, given: Map<string, unknown>, files: FileSource[]): void {
  const seen = (name: string, value: unknown) => {
    if (flag.kind === "file")
      files.push({ field: flag.field, flag: `--${name}`, path: value as string, holdsList: flag.holdsList ?? false });
    else if (flag.kind === "boolean") given.set(flag.field, value);
    else if (flag.kind === "value" || flag.kind === "switch") given.set(flag.field, flag.convert(value as string));
    else given.set(flag.field, [...((given.get(flag.field) as unknown[]) ?? []), flag.convert(value as string)]);
  };
  for (const name of [flag.name, ...flag.aliases]) {
    const hidden = name !== flag.name;
    if (flag.kind === "switch") {
      command.addOption(new Option(`--${name}`, flag.description)).on(`option:${name}`, () => seen(name, ""));
      continue;
    }
    if (flag.kind !== "boolean") {
      const value = flag.alone === undefined ? `<${flag.placeholder}>` : `[${flag.placeholder}]`;
      const option = new Option(`--${name} ${value}`, flag.description);
      command
        .addOption(option.hideHelp(hidden))
        .on(`option:${name}`, (text: string | null) => seen(name, text ?? flag.alone));
      continue;
    }
    // Both forms work, because one may have to overrule a file; the help shows the one that changes something.
    const yes = new Option(`--${name}`, flag.description).hideHelp(hidden || flag.negated);
    const no = new Option(`--no-${name}`, flag.description).hideHelp(hidden || !flag.negated);
    command.addOption(yes).on(`option:${name}`, () => seen(name, true));
    command.addOption(no).on(`option:no-${name}`, () => seen(name, false));
  }
}

/**
 * Operands fill, in order, the positional fields that no flag has filled; a list, or a field of words, takes all the rest. Of a list of texts they are the
 * first, and its flag gives the others (`blue recall … --also …`).
 */
function takeOperands(
  operands: readonly string[],
  shape: CommandShape,
  flags: readonly Flag[],
  given: Map<string, unknown>,
): void {
  const rest = [...operands];
  for (const field of shape.cli.positional ?? []) {
    if (rest.length === 0) return;
    const flag = flags.find((candidate) => candidate.field === field && candidate.kind !== "file");
    if (flag === undefined) throw new Error(`${shape.name}: ${field} cannot be positional`);
    const [list, words] = [flag.kind === "list", shape.cli.words === field];
    if (list && words) {
      const said = rest.splice(0).join(" ");
      if (said.trim() !== "") given.set(field, [said, ...((given.get(field) ?? []) as unknown[])]);
    } else if (given.has(field)) continue;
    else if (words) given.set(field, rest.splice(0).join(" "));
    else given.set(field, list ? rest.splice(0).map(flag.convert) : flag.convert(rest.shift()!));
  }
  if (rest.length === 0) return;
  const help = ["blue", ...shape.name.split("."), "--help"].join(" ");
  throw new UsageError(`unexpected argument '${rest[0]}'`, `See \`${help}\` for what it takes.`, shape);
}

function operandTerm(field: string, { inputSchema, cli }: CommandShape): string {
  const name = flagName(field) + (isList(inputSchema.properties[field]) || cli.words === field ? "..." : "");
  return inputSchema.required?.includes(field) ? `<${name}>` : `[${name}]`;
}
