/** `blue install`, `blue uninstall` and the hook that the first puts in place, as the command line mounts them. */
import type { ExtraCommand, Started } from "../extra-commands.ts";
import { paintFor, writeJson, writeText } from "../output.ts";
import { agentNames } from "./agent-names.ts";
import type { InstallInput } from "./install.ts";

const where = {
  agent: {
    type: "array",
    items: { type: "string", enum: [...agentNames, "all"] },
    description: "Which coding agents, separated by commas; without it, every one that is found.",
  },
  here: { type: "boolean", description: "For everyone who works in this project (the default)." },
  user: { type: "boolean", description: "For you, in every project." },
  dry_run: { type: "boolean", description: "Show what would change and write nothing." },
} as const;

export const installCommands: readonly ExtraCommand[] = [
  {
    name: "install",
    summary: "Give Blue to your coding agents: tools and skills",
    description:
      "Adds Blue's MCP server and its two skills, for every agent that is found (on the PATH, or by its folder in your home) or that --agent names. Claude Code also gets the permission rules that let experts write their drafts without asking each time, and a hook that files an expert's last message when it wrote no draft. Changes only what is Blue's, shows every difference, and can be repeated; `blue uninstall` undoes it.",
    examples: [
      { command: "blue install --dry-run", note: "see what would change in this project" },
      { command: "blue install --agent codex,opencode", note: "only these, found or not" },
      { command: "blue install --user", note: "for you, in every project" },
      { command: "blue install --toolsets all", note: "with every tool, not only the Judge's" },
      { command: "blue install --print", note: "print the pieces, to paste them yourself" },
    ],
    cli: { document: true },
    inputSchema: {
      type: "object",
      properties: {
        ...where,
        print: { type: "boolean", description: "Only print the pieces." },
        toolsets: {
          type: "string",
          description: "Groups of tools the server offers, separated by commas, or `all`; default core,dialogue.",
        },
      },
    },
    start: (input, options) => start("install", input as InstallInput, options),
  },
  {
    name: "uninstall",
    summary: "Take Blue out of your coding agents again",
    description:
      "Takes out what `blue install` added, from every agent or those that --agent names. Files that nobody changed since are given back byte for byte; in others only Blue's own pieces go, and a skill that was edited stays. Records under `.blue/` are not touched.",
    examples: [
      { command: "blue uninstall", note: "from this project" },
      { command: "blue uninstall --user --dry-run", note: "see what would go" },
    ],
    cli: { document: true },
    inputSchema: { type: "object", properties: where },
    start: (input, options) => start("uninstall", input as InstallInput, options),
  },
  {
    name: "hook.subagent-stop",
    summary: "File an expert's last message when it wrote no draft",
    description:
      "Called by a coding agent when a subagent ends, with JSON on standard input; `blue install` sets it up. Does something only for an expert of the open round without a draft, and always exits 0.",
    examples: [{ command: "blue hook subagent-stop < event.json", note: "as the agent calls it" }],
    cli: { document: true },
    inputSchema: { type: "object", properties: {} },
    async start(_, { project }) {
      const { startSubagentStop } = await import("./subagent-stop.ts");
      await startSubagentStop(process.stdin, { env: process.env, cwd: process.cwd(), project });
    },
  },
];

async function start(
  verb: "install" | "uninstall",
  input: InstallInput,
  { project, mode, color, terminal }: Started,
): Promise<void> {
  const { install, uninstall, printSnippets, thisMachine } = await import("./install.ts");
  const { renderOutcome } = await import("./render.ts");
  const { stdout } = terminal;
  const print = (data: object, text: string, own: "all" | "none") =>
    mode === "json" ? writeJson(stdout, data) : writeText(stdout, text, paintFor(stdout, terminal, color), own);
  if (verb === "install" && input.print === true) {
    const snippets = printSnippets(input, project, thisMachine());
    print({ snippets }, snippets, "none");
    return;
  }
  const out = (verb === "install" ? install : uninstall)(input, project, thisMachine());
  print(out, renderOutcome(verb, out), "all");
}
