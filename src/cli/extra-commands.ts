/** Commands that are not operations: they serve Blue or set it up. Each loads what it needs when it runs. */
import { installCommands } from "./install/commands.ts";
import type { CommandShape } from "./program.ts";

export interface ExtraCommand extends CommandShape {
  start(input: Record<string, unknown>, project: string | undefined): Promise<void>;
}

export const extraCommands: readonly ExtraCommand[] = [
  {
    name: "mcp",
    summary: "Serve Blue to a coding agent (MCP over stdio)",
    description:
      "Serve Blue's operations as MCP tools over stdin and stdout. A coding agent starts this itself; it ends when its input ends or the agent is gone.",
    examples: [
      { command: "claude mcp add blue -- blue mcp", note: "give Blue to Claude Code" },
      { command: "blue mcp --toolsets all", note: "offer every tool, not only the Judge's" },
    ],
    // stdout belongs to the protocol: errors go to stderr as text.
    cli: { document: true },
    inputSchema: {
      type: "object",
      properties: {
        toolsets: { type: "string", description: "Groups of tools to offer, separated by commas, or `all`." },
      },
    },
    async start(input, project) {
      const { serveMcp } = await import("../mcp/serve.ts");
      await serveMcp({ project, toolsets: input.toolsets as string | undefined });
    },
  },
  {
    name: "demo",
    summary: "Watch a recorded dialogue run through Blue",
    description:
      "Replays a real dialogue through the real operations into a temporary project: round by round, the scoreboard growing, the gate refusing with its reasons and opening at the end. The folder is left for you to read.",
    examples: [{ command: "blue demo --pace 0", note: "all at once" }],
    cli: { document: true },
    inputSchema: {
      type: "object",
      properties: {
        pace: { type: "number", description: "Seconds between experts.", default: 0.2 },
      },
    },
    async start(input) {
      const { runDemo } = await import("./demo.ts");
      await runDemo(process.stdout, { pace: Number(input.pace ?? 0.2) });
    },
  },
  ...installCommands,
];
