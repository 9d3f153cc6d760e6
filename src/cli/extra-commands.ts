/** Commands that are not operations: they serve Blue or set it up. Each loads what it needs when it runs. */
import { installCommands } from "./install/commands.ts";
import type { Mode } from "./output.ts";
import { pageCommands } from "./page-commands.ts";
import { playCommands } from "./play/commands.ts";
import type { CommandShape } from "./program.ts";
import type { Terminal } from "./terminal.ts";

export interface Started {
  project: string | undefined;
  mode: Mode;
  color: boolean;
  terminal: Terminal;
}

export interface ExtraCommand extends CommandShape {
  /** An exit code where it is not 0. */
  start(input: Record<string, unknown>, options: Started): Promise<number | undefined> | Promise<void>;
}

export const extraCommands: readonly ExtraCommand[] = [
  {
    name: "mcp",
    summary: "Serve Blue to coding agents (MCP over stdio or HTTP)",
    description:
      "Serve Blue's operations as MCP tools over stdin and stdout. A coding agent starts this itself; it ends when its input ends or the agent is gone. With --http you start it yourself, for many clients and one project or several; a client that has the token it prints can read and write their records. Ctrl+C stops it.",
    examples: [
      { command: "claude mcp add blue -- blue mcp", note: "give Blue to Claude Code" },
      { command: "blue mcp --toolsets all", note: "offer every tool, not only the Judge's" },
      { command: "blue mcp --http --port 4100", note: "over HTTP, always at the same port" },
      { command: "blue mcp --http --project ~/api --project ~/web", note: "two projects, at /mcp/api and /mcp/web" },
    ],
    // Without --http stdout belongs to the protocol: errors go to stderr as text.
    cli: { document: true },
    inputSchema: {
      type: "object",
      properties: {
        toolsets: { type: "string", description: "Groups of tools to offer, separated by commas, or `all`." },
        http: { type: "boolean", description: "Over HTTP, at 127.0.0.1." },
        project: {
          type: "array",
          items: { type: "string" },
          description: "The project's folder, default the one you are in; with --http also several.",
        },
        port: { type: "integer", description: "With --http: any that is free, unless given." },
        host: { type: "string", description: "With --http: another address than 127.0.0.1; needs a token." },
        token: { type: "string", description: "With --http: instead of a random one; better by BLUE_TOKEN." },
      },
    },
    async start(input, started) {
      const { startMcp } = await import("./mcp.ts");
      await startMcp(input, started);
    },
  },
  {
    name: "demo",
    summary: "Watch a real dialogue, replayed in seconds",
    description:
      "Replays a real dialogue through the real operations into a temporary project, and tells it as a story: the question, an attack and its answer, a verdict that comes too early and is refused, the decision and what it cost. The words are the experts'; everything else is computed while you watch. The folder is left for you to read.",
    examples: [
      { command: "blue demo --pace 0", note: "all at once" },
      { command: "blue demo --open", note: "in the browser too, draft by draft" },
      { command: "blue demo --json", note: "what happened, for a program" },
    ],
    cli: { document: true },
    inputSchema: {
      type: "object",
      properties: {
        pace: { type: "number", description: "Seconds between the parts: 0.2, with --open 1." },
        open: { type: "boolean", description: "Also watch it in the browser, draft by draft." },
      },
    },
    async start(input, { mode }) {
      const { runDemo } = await import("./demo.ts");
      await runDemo(process.stdout, { pace: input.pace, open: input.open === true, mode });
    },
  },
  {
    name: "completion",
    summary: "Let TAB complete commands, flags and ids in your shell",
    description:
      "Prints the completion script of a shell: commands, flags and their values, the ids of dialogues and the numbers of documents. It asks `blue` at every TAB, so it is never out of date.",
    examples: [
      { command: "blue completion bash >> ~/.bashrc", note: "bash" },
      { command: "blue completion zsh >> ~/.zshrc", note: "zsh, after compinit" },
      { command: "blue completion fish > ~/.config/fish/completions/blue.fish", note: "fish" },
    ],
    cli: { document: true, positional: ["shell"] },
    inputSchema: {
      type: "object",
      properties: { shell: { type: "string", enum: ["bash", "zsh", "fish"], description: "Which shell." } },
      required: ["shell"],
    },
    async start({ shell }, { mode }) {
      const { completionScript } = await import("./completion.ts");
      const script = completionScript(shell);
      process.stdout.write(mode === "json" ? `${JSON.stringify({ shell, script })}\n` : script);
    },
  },
  ...playCommands,
  ...pageCommands,
  ...installCommands,
];
