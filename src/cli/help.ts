/** How help reads: commands first, then a command's own flags, what only a file can bring, the global options, and examples to copy. */
import { type Command, Help, type HelpConfiguration } from "commander";
import type { PropertySchema } from "../operations/operation.ts";
import { isNested } from "./flags.ts";
import type { Paint } from "./paint.ts";
import type { CommandShape } from "./program.ts";
import { pathOf } from "./usage-error.ts";

export const globalGroup = "Global options:";

/** Commands as their parent's help lists them: headings in order, and the commands below each. */
const groups: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  blue: {
    "Start here:": "demo install play review status dialogue decisions dashboard search recall",
    "Documents:":
      "rfc adr decision prd spike audit runbook postmortem reminder lint next rename delete restore trash purge",
    "The project:": "check merge-check site init doctor sync db org staging llm",
    "For agents and shells:": "mcp alignment extract-dialogue hook uninstall completion help",
  },
  dialogue: {
    "One round after another:": "create revise round-prompt round-collect round-register verdict-register apply",
    "See where it is:": "status list get open report round-context export compare verify lint",
    "The panel:": "sample-panel evolve-panel expert-create",
    "When it goes otherwise:": "cross-check expert-write say round-discard close save settle outcome reopen",
  },
};

/** What a group of commands is for. */
const groupWords: Readonly<Record<string, string>> = {
  dialogue: "Let a panel of experts settle a question, round by round",
  rfc: "Design documents: write, plan, approve, build",
  adr: "Architecture decisions: record, link, hold the code to them",
  decision: "A decision noted in one command",
  prd: "Product requirements with acceptance criteria",
  spike: "Investigations with a time limit, and what they found",
  audit: "Audits with findings by severity",
  runbook: "How things are operated here, step by step",
  postmortem: "What went wrong, and what is done about it",
  reminder: "Come back to something on a day",
  trash: "What was deleted and can be restored",
  db: "The index that searches and lists are answered from",
  org: "Share decisions across repositories, by a database",
  staging: "Staging environments: bring up, take down, lock",
  llm: "Models on this machine, and who can play a dialogue",
  alignment: "The older name of `blue play`",
  hook: "What a coding agent calls by itself",
};

export function wordsOfGroup(name: string): string {
  return groupWords[name] ?? "";
}

/** The place of a command in its parent's help; what the table does not name comes last. */
export function placeOf(parent: string, name: string): { group: string | undefined; rank: number } {
  const headings = Object.entries(groups[parent] ?? {});
  const group = headings.find(([, names]) => names.split(" ").includes(name))?.[0];
  const names = headings.flatMap(([, listed]) => listed.split(" "));
  return { group, rank: names.includes(name) ? names.indexOf(name) : names.length };
}

export function helpConfiguration(
  paint: () => Paint,
  shapeOf: (command: Command) => CommandShape | undefined,
): HelpConfiguration {
  return {
    styleTitle: (title) => paint().heading(title),
    // Commander would put every alias into both.
    commandUsage: (command: Command) => `${pathOf(command).join(" ")} ${command.usage()}`,
    subcommandTerm: (command: Command) => [command.name(), ...command.aliases()].join(", "),
    formatHelp: (command: Command, helper: Help) => {
      const own = Help.prototype.formatHelp.call(helper, command, helper).trimEnd().split("\n\n");
      const isGlobal = (section: string) => section.startsWith(helper.styleTitle(globalGroup));
      const shape = shapeOf(command);
      const sections = [
        ...own.filter((section) => !isGlobal(section)),
        ...(shape === undefined ? [] : nestedFields(shape, helper)),
        ...own.filter(isGlobal),
        ...(shape === undefined ? [] : examples(shape, helper, paint())),
        ...(command.commands.length > 0 ? [moreHelp(command)] : []),
      ];
      return `${sections.join("\n\n")}\n`;
    },
  };
}

/** A command that runs as printed. */
function moreHelp(command: Command): string {
  const help = [...pathOf(command), command.commands[0]!.name(), "--help"].join(" ");
  return `A command's flags and examples: \`${help}\`.`;
}

function nestedFields({ inputSchema, cli }: CommandShape, helper: Help): string[] {
  const ownFlag = Object.values(cli.fileFlags ?? {});
  const nested = Object.entries(inputSchema.properties).filter(
    ([field, property]) => isNested(property) && !ownFlag.includes(field),
  );
  if (nested.length === 0) return [];
  const column = Math.max(...nested.map(([field]) => field.length));
  const lines = nested.map(([field, property]) => {
    const required = inputSchema.required?.includes(field) ? "(required)" : "";
    const words = [property.description, required, shapeOfProperty(property)].filter(Boolean).join(" ");
    return helper.formatItem(field, column, words, helper);
  });
  return [[helper.styleTitle("Nested fields, by --input:"), ...lines].join("\n")];
}

/** What a nested field looks like: its own fields, those that may be left out with a question mark. */
function shapeOfProperty(property: PropertySchema): string {
  const one =
    ((property.anyOf ?? property.oneOf) as PropertySchema[] | undefined)?.find(
      (alternative) => alternative.type !== "null",
    ) ?? property;
  if (one.items !== undefined) return `[${shapeOfProperty(one.items)}, …]`;
  const properties = one.properties as Record<string, PropertySchema> | undefined;
  if (properties !== undefined) {
    const required = (one.required as readonly string[] | undefined) ?? [];
    const fields = Object.entries(properties).map(([name, { enum: choices, items }]) => {
      const value = choices === undefined ? (items === undefined ? "" : ": […]") : `: ${choices.join("|")}`;
      return `${name}${required.includes(name) ? "" : "?"}${value}`;
    });
    return `{ ${fields.join(", ")} }`;
  }
  const values = one.additionalProperties;
  if (typeof values === "object" && values !== null) return `{ name: ${shapeOfProperty(values as PropertySchema)}, … }`;
  return [one.type ?? "value"].flat().join("|");
}

function examples(shape: CommandShape, helper: Help, paint: Paint): string[] {
  const lines = shape.examples.map(({ command, note }) => `  ${paint.faint(`# ${note}`)}\n  ${command}`);
  return lines.length === 0 ? [] : [[helper.styleTitle("Examples:"), ...lines].join("\n")];
}
