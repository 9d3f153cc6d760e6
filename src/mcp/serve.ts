/**
 * `blue mcp`: one client, over standard input and output, for as long as that client lives. Output carries the protocol and nothing else; the
 * process ends with its input, its parent, its output or a signal, whichever comes first, and never because one call went wrong.
 */
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { OperationEntry } from "../operations/operation.ts";
import { registry as ownRegistry } from "../operations/registry.generated.ts";
import { findOnce } from "../store/project.ts";
import { version } from "../version.ts";
import { surviveUncaughtErrors, tellFault } from "./call-tool.ts";
import { watchParent } from "./parent-watch.ts";
import { makeServer } from "./server.ts";
import { makeStdioTransport } from "./stdio-transport.ts";
import { chooseToolsets } from "./toolsets.ts";

export interface ServeMcpOptions {
  project?: string | undefined;
  /** Comma-separated names of toolsets, or `all`. */
  toolsets?: string | undefined;
  /** All of Blue's operations, unless a test mounts others. */
  registry?: readonly OperationEntry[];
}

/** How long calls in flight may go on, by what ends the process. */
const graceMs = { input: 30_000, signal: 1_000, parent: 1_000 };

/** Throws when an argument is refused. Otherwise it never settles: it ends the process, with exit code 0. */
export async function serveMcp(options: ServeMcpOptions = {}): Promise<never> {
  const findProject = findOnce({ flag: options.project });
  const toolsets = await chooseToolsets(options.toolsets, findProject);
  const registry = options.registry ?? ownRegistry;
  const write = reserveStdout();
  if (process.stdin.isTTY) console.error("blue mcp speaks MCP on standard input and output; an agent starts it.");

  return new Promise<never>(() => {
    const transport = makeStdioTransport({
      input: process.stdin,
      write,
      onEnd: () => setTimeout(exit, graceMs.input),
      onDrained: exit,
    });
    const connection = serveStdio(() => makeServer({ registry, toolsets, findProject, version }), {
      transport,
      onerror: tellFault,
    });

    function leaveWithin(ms: number): void {
      setTimeout(exit, ms);
      transport.stopReading();
    }
    let exiting = false;
    function exit(): void {
      if (exiting) return;
      exiting = true;
      setTimeout(() => process.exit(0), 500);
      connection.close().finally(() => process.exit(0));
    }

    watchParent(() => leaveWithin(graceMs.parent));
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => leaveWithin(graceMs.signal));
    process.stdout.on("error", exit);
    surviveUncaughtErrors();
  });
}

/** From here on whatever else writes to standard output, `console.log` included, writes to standard error instead. */
function reserveStdout(): (text: string, done: (error?: Error | null) => void) => void {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr) as typeof stdout.write;
  return (text, done) => void write(text, done);
}
