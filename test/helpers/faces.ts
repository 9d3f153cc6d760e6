/** One call through a face, in this process: the words of a command line, or a tool call as a server answers it. */
import { Readable } from "node:stream";
import type { ExtraCommand } from "../../src/cli/extra-commands.ts";
import type { Terminal } from "../../src/cli/terminal.ts";
import { type Carrier, callTool } from "../../src/mcp/call-tool.ts";
import { defaultToolsets, type OperationEntry, type Toolset } from "../../src/operations/operation.ts";
import { registry } from "../../src/operations/registry.generated.ts";
import { findOnce } from "../../src/store/project.ts";
import { shellWords } from "./shell-words.ts";

export interface FaceCall {
  root: string;
  name: string;
  input: object;
  /** Other operations than Blue's own, or the same on another disk. */
  entries?: readonly OperationEntry[];
}

/** The input stands on standard input, the answer on standard output, as for a script. */
export async function callByCli({ root, name, input, entries = registry }: FaceCall) {
  const given = Object.keys(input).length > 0 ? ["--input", "-"] : [];
  const { code, out, err } = await runWords(root, ["--json", ...name.split("."), ...given], { entries, stdin: input });
  return { code, answer: JSON.parse(out) as Record<string, unknown>, stderr: err };
}

/** A command as it is printed, answered as JSON. */
export async function runCommand(root: string, command: string) {
  const { code, out } = await runWords(root, ["--json", ...shellWords(command)!.slice(1)]);
  return { code, answer: JSON.parse(out) as Record<string, unknown> };
}

/** A command line without `blue`, run in this process. */
export async function runWords(
  root: string,
  words: readonly string[],
  {
    entries = registry,
    stdin = {},
    isTTY = false,
  }: { entries?: readonly (OperationEntry | ExtraCommand)[]; stdin?: object; isTTY?: boolean } = {},
) {
  const printed = { out: "", err: "" };
  const terminal: Terminal = {
    stdin: () => Readable.from([Buffer.from(JSON.stringify(stdin))]),
    stdout: { write: (text) => (printed.out += text), isTTY },
    stderr: { write: (text) => (printed.err += text) },
    env: { NO_COLOR: "1" },
    cwd: () => root,
    version: "1.2.3",
    onSignal: () => {},
    exit: (code) => {
      throw new Error(`it left with ${code}`);
    },
  };
  const { runCli } = await import("../../src/cli/run-cli.ts"); // not for whoever only calls tools
  const code = await runCli(["--project", root, ...words], entries, terminal);
  return { code, ...printed };
}

export async function callByMcp(
  { root, name, input, entries = registry }: FaceCall,
  toolsets: readonly Toolset[] = defaultToolsets,
  carrier: Carrier = "both",
) {
  const offered = new Set(entries.filter(({ toolset }) => toolsets.includes(toolset)).map(({ tool }) => tool));
  const entry = entries.find((one) => one.name === name)!;
  const { signal } = new AbortController();
  return callTool(entry, input, {
    findProject: findOnce({ flag: root }),
    offered,
    carrier,
    signal,
    progress: () => {},
  });
}
