/** Every operation of the registry as a command: what its definition promises a person can really be typed. */
import { describe, expect, test } from "vitest";
import { registry } from "../operations/registry.generated.ts";
import { extraCommands } from "./extra-commands.ts";
import { flagsOf } from "./flags.ts";
import { makePaint } from "./paint.ts";
import { parseCommandLine } from "./program.ts";

const commands = [...registry, ...extraCommands];

function parse(argv: string[]) {
  const globals = { project: undefined, mode: undefined, color: true };
  return parseCommandLine(argv, commands, { version: "0", width: 80, paint: () => makePaint(false), globals });
}

/** Words as a shell makes them from our examples: quotes, and nothing after a pipe or redirection. */
function words(command: string): string[] {
  const found = command.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [];
  const end = found.findIndex((word) => /^[|<>;&]/.test(word));
  return found.slice(0, end === -1 ? undefined : end).map((word) => word.replace(/["']/g, ""));
}

describe.each(commands.map((command) => [command.name, command] as const))("%s", (name, command) => {
  const path = name.split(".");

  test("has help with its flags and examples", () => {
    const help = parse([...path, "--help"]) as { text: string };
    expect(help.text).toMatch(new RegExp(`^Usage: blue ${path.join(" ")} \\[options\\]`));
    expect(help.text).toContain("Examples:");
    for (const flag of flagsOf(command.inputSchema, command.cli)) {
      expect(help.text).toContain(flag.negated ? `--no-${flag.name}` : `--${flag.name}`);
    }
    for (const example of command.examples) expect(help.text).toContain(example.command);
  });

  test("names only fields it has", () => {
    const { positional = [], flagAliases = {}, fileFlags = {} } = command.cli;
    const fields = Object.keys(command.inputSchema.properties);
    expect(fields).toEqual(expect.arrayContaining([...positional, ...Object.keys(flagAliases)]));
    expect([...fields, "input"]).toEqual(expect.arrayContaining(Object.values(fileFlags)));
    const flagged = flagsOf(command.inputSchema, command.cli).filter(({ kind }) => kind !== "file");
    expect(flagged.map(({ field }) => field)).toEqual(expect.arrayContaining([...positional]));
  });

  test.each(command.examples.filter((example) => example.command.startsWith("blue ")))("$command", (example) => {
    expect(parse(words(example.command).slice(1))).toMatchObject({ command: { name } });
  });
});

test("every command has its place in the help", () => {
  const listed = (...argv: string[]) => (parse([...argv, "--help"]) as { text: string }).text;
  const start = listed().split("\n\n")[2]!;
  expect(start.match(/^ {2}\w\S*/gm)).toEqual([
    "  demo",
    "  install",
    "  play",
    "  review",
    "  status",
    "  dialogue",
    "  decisions",
    "  dashboard",
    "  search",
    "  recall",
  ]);
  expect(start).toMatch(/^Start here:\n/);
  for (const text of [listed(), listed("dialogue")]) expect(text).not.toContain("\nCommands:\n");
});

test("help says what each group is for, and names commands and flags instead of tools and fields", () => {
  const text = (...argv: string[]) => (parse([...argv, "--help"]) as { text: string }).text;
  const groups = new Set(commands.flatMap(({ name }) => (name.includes(".") ? [name.split(".")[0]!] : [])));
  for (const group of groups) expect(text(group).split("\n\n")[1], group).toMatch(/^[A-Z].*\.$/);
  const tools = registry.map(({ tool }) => tool.replace(/^blue_(?:[a-z]+_)?/, "")).filter((tool) => tool.includes("_"));
  for (const { name } of commands) {
    const words = text(...name.split("."))
      .split("\n\nNested fields")[0]!
      .split(/[^\w-]+/);
    expect(
      words.filter((word) => tools.includes(word) || word.startsWith("blue_")),
      name,
    ).toEqual([]);
  }
  expect(text("play").replace(/\s+/g, " ")).toContain("--no-force At the limit of rounds, end without a decision");
});

test("every command can be asked for text and for JSON", () => {
  for (const { name, inputSchema } of commands) {
    for (const mode of ["text", "json"]) {
      const help = (parse([...name.split("."), "--help"]) as { text: string }).text;
      const own = inputSchema.properties[mode] !== undefined;
      const before = `one more \`--${mode}\` before \`${name.split(".")[0]}\``;
      if (own) expect(help.replace(/\s+/g, " ")).toContain(before);
      else expect(help).toMatch(new RegExp(`\\n  --${mode} `));
    }
  }
});

test("the words of a question are its first wording, and --also adds others", () => {
  const asked = (command: string) => {
    const parsed = parse(words(command));
    return "given" in parsed ? parsed.given.get("questions") : undefined;
  };
  expect(asked("recall how are orders paged")).toEqual(["how are orders paged"]);
  expect(asked('recall how are orders paged --also "long lists" --also "cursor or offset"')).toEqual([
    "how are orders paged",
    "long lists",
    "cursor or offset",
  ]);
  expect(asked('search --also "long lists" paging')).toEqual(["paging", "long lists"]);
  expect(asked('search --also "long lists"')).toEqual(["long lists"]);
  expect(asked('search ""')).toBeUndefined();
  const help = (parse(["recall", "--help"]) as { text: string }).text;
  expect(help).toContain("(repeatable)");
  expect(help).toContain("<questions...>");
});

test("--source and --sources are the same flag, whatever the command calls it", () => {
  for (const [command, field] of [
    [["play", "a topic"], "source"],
    [["review", "a.md"], "source"],
    [["dialogue", "create"], "sources"],
  ] as const)
    for (const flag of ["--source", "--sources"])
      expect(
        (parse([...command, flag, "b.md"]) as unknown as { given: Map<string, unknown> }).given.get(field),
      ).toEqual(["b.md"]);
});
