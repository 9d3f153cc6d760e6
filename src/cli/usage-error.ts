/** A command line that does not read: what is wrong with it, and what was probably meant. */
import type { Command, CommanderError } from "commander";
import { BlueError } from "../errors.ts";
import type { CommandShape } from "./program.ts";

/** Knows its command, which may have an opinion on where errors go. */
export class UsageError extends BlueError {
  readonly command: CommandShape | undefined;

  constructor(message: string, suggestion: string, command: CommandShape | undefined) {
    super("invalid_input", message, { suggestion });
    this.command = command;
  }
}

/** `["blue", "dialogue", "status"]` */
export function pathOf(command: Command): string[] {
  return command.parent ? [...pathOf(command.parent), command.name()] : [command.name()];
}

/** Commander's words without its dressing; a command that ends in just this word is meant before one that is spelt like it. */
export function asUsageError(
  stopped: CommanderError,
  command: Command,
  shape: CommandShape | undefined,
  commands: readonly CommandShape[],
): UsageError {
  const [message = "", similar] = stopped.message.replace(/^error: /, "").split(/\n(?=\(Did you mean)/);
  const unknownWord = stopped.code === "commander.unknownCommand" ? /'(.*)'/s.exec(message)?.[1] : undefined;
  const guess = (unknownWord === undefined ? undefined : elsewhere(unknownWord, commands)) ?? similar?.slice(1, -1);
  const help = `See \`${pathOf(command).join(" ")} --help\`.`;
  return new UsageError(message, guess === undefined ? help : `${guess} ${help}`, shape);
}

/** A verb without its group (`blue round-register`) or a name from the other face (`blue_dialogue_status`, `dialogue.status`). */
function elsewhere(unknownWord: string, commands: readonly CommandShape[]): string | undefined {
  const word = unknownWord.replace(/^blue[_.]/, "");
  const flat = (name: string) => name.replace(/[._]/g, "-");
  const matches = commands
    .filter(
      ({ name, cli }) => flat(name) === flat(word) || [name.split(".").at(-1), ...(cli.aliases ?? [])].includes(word),
    )
    .slice(0, 5)
    .map(({ name }) => `\`blue ${name.replaceAll(".", " ")}\``);
  if (matches.length === 0) return undefined;
  return matches.length === 1 ? `Did you mean ${matches[0]}?` : `Did you mean one of ${matches.join(", ")}?`;
}
