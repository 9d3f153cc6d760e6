/** `blue install`, `blue uninstall` and the hook that the first puts in place, as the command line mounts them. */
import type { ExtraCommand } from "../extra-commands.ts";
import type { InstallInput } from "./install.ts";

const where = {
  agent: { type: "string", enum: ["claude-code"], default: "claude-code", description: "Which coding agent." },
  project: { type: "boolean", description: "For everyone who works in this project (the default)." },
  user: { type: "boolean", description: "For you, in every project." },
  dry_run: { type: "boolean", description: "Show what would change and write nothing." },
} as const;

export const installCommands: readonly ExtraCommand[] = [
  {
    name: "install",
    summary: "Give Blue to a coding agent: tools, skills, permissions, hook",
    description:
      "Adds Blue's MCP server, its two skills, the permission rules that let experts write their drafts without asking each time, and a hook that files an expert's last message when it wrote no draft. Changes only what is Blue's, shows every difference, and can be repeated; `blue uninstall` undoes it.",
    examples: [
      { command: "blue install --dry-run", note: "see what would change in this project" },
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
    async start(input, { project, mode }) {
      const { startInstall } = await import("./install.ts");
      startInstall("install", input as InstallInput, project, mode);
    },
  },
  {
    name: "uninstall",
    summary: "Take Blue out of a coding agent again",
    description:
      "Takes out what `blue install` added. Files that nobody changed since are given back byte for byte; in others only Blue's own pieces go, and a skill that was edited stays. Records under `.blue/` are not touched.",
    examples: [
      { command: "blue uninstall", note: "from this project" },
      { command: "blue uninstall --user --dry-run", note: "see what would go" },
    ],
    cli: { document: true },
    inputSchema: { type: "object", properties: where },
    async start(input, { project, mode }) {
      const { startInstall } = await import("./install.ts");
      startInstall("uninstall", input as InstallInput, project, mode);
    },
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
