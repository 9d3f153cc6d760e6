/** How help reads: commands first, then a command's own flags, what only a file can bring, the global options, and examples to copy. */
import { type Command, Help, type HelpConfiguration } from "commander";
import { isNested } from "./flags.ts";
import type { Paint } from "./paint.ts";
import type { CommandShape } from "./program.ts";
import { pathOf } from "./usage-error.ts";

export const globalGroup = "Global options:";

export function helpConfiguration(paint: () => Paint): HelpConfiguration {
  return {
    styleTitle: (title) => paint().heading(title),
    // Commander would put every alias into both.
    commandUsage: (command: Command) => `${pathOf(command).join(" ")} ${command.usage()}`,
    subcommandTerm: (command: Command) => [command.name(), ...command.aliases()].join(", "),
    formatHelp: (command: Command, helper: Help) => {
      const sections = Help.prototype.formatHelp.call(helper, command, helper).trimEnd().split("\n\n");
      const at = sections.findIndex((section) => section.startsWith(helper.styleTitle(globalGroup)));
      if (at !== -1) sections.push(...sections.splice(at, 1));
      return `${sections.join("\n\n")}\n`;
    },
  };
}

export function helpAfter(
  command: Command,
  { inputSchema, cli, examples }: CommandShape,
  width: number,
  paint: Paint,
): string {
  const helper = command.createHelp();
  helper.prepareContext({ helpWidth: width, outputHasColors: paint.enabled });
  const nested = Object.entries(inputSchema.properties).filter(
    ([field, property]) => isNested(property) && cli.fileFlags?.[field] === undefined,
  );
  const column = Math.max(0, ...nested.map(([field]) => field.length));
  const fields = nested.map(([field, { description }]) => {
    const required = inputSchema.required?.includes(field) ? "(required)" : "";
    return helper.formatItem(field, column, [description, required].filter(Boolean).join(" "), helper);
  });
  const shown = examples.map((example) => `  ${paint.faint(`# ${example.note}`)}\n  ${example.command}`);
  return [section("Nested fields, by --input:", fields, paint), section("Examples:", shown, paint)].join("");
}

function section(title: string, lines: readonly string[], paint: Paint): string {
  return lines.length === 0 ? "" : `\n${paint.heading(title)}\n${lines.join("\n")}\n`;
}
