/** An agent that does what a test tells it to: a real executable under the name of a real one, with its script in a file beside it. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RunEvent, RunRequest } from "../../src/play/runners/runner.ts";
import { makeFolder } from "./project.ts";

export type Step =
  | { print: string }
  | { complain: string }
  | { write: string; text: string }
  | { sleep: number }
  /** Starts a process in its own group that outlives it, holds its output open and ignores polite signals; its id goes to the file. */
  | { leave: string }
  | { ignore: NodeJS.Signals }
  /** So many bytes, without a line break. */
  | { fill: number }
  /** So many bytes in lines of a kilobyte. */
  | { flood: number }
  | { exit: number }
  /** Prints what this script of Node prints, which gets the call as JSON on its standard input. */
  | { script: string[] }
  | "hang";

export interface Call {
  args: string[];
  cwd: string;
  env: Record<string, string>;
  input: string;
  /** Below `cwd`. */
  files: string[];
}

export interface FakeAgent {
  /** First on the PATH it is found there. */
  folder: string;
  path: string;
  plays(steps: readonly Step[]): void;
  /** Every run so far; asking for its version is none. */
  calls(): Call[];
}

export function makeAgent(name: string, version: string, steps: readonly Step[] = []): FakeAgent {
  const folder = makeFolder();
  const path = join(folder, name);
  writeFileSync(path, `#!${process.execPath}\n(${agent.toString()})(${JSON.stringify({ folder, version })});\n`);
  chmodSync(path, 0o755);
  writeFileSync(join(folder, "package.json"), "{}"); // CommonJS
  const plays = (all: readonly Step[]) => writeFileSync(join(folder, "script.json"), JSON.stringify(all));
  plays(steps);
  const log = join(folder, "calls.log");
  const calls = () =>
    (existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : []).map((line) => JSON.parse(line) as Call);
  return { folder, path, plays, calls };
}

/** Runs as text in a process of its own: nothing of this file is there. */
function agent({ folder, version }: { folder: string; version: string }): void {
  const { appendFileSync, readdirSync, readFileSync, writeFileSync, writeSync } = process.getBuiltinModule("node:fs");
  const { spawn, spawnSync } = process.getBuiltinModule("node:child_process");
  if (process.argv.includes("--version")) {
    console.log(version);
    return;
  }
  const cwd = process.cwd();
  // Not where it stands in no folder of its own.
  const files = cwd === "/" ? [] : readdirSync(cwd, { recursive: true, encoding: "utf8" }).sort();
  const call = { args: process.argv.slice(2), cwd, env: process.env, input: readFileSync(0, "utf8"), files };
  appendFileSync(`${folder}/calls.log`, `${JSON.stringify(call)}\n`);
  // biome-ignore lint/suspicious/noExplicitAny: a step as it came from JSON
  const steps = JSON.parse(readFileSync(`${folder}/script.json`, "utf8")) as any[];
  const print = (text: string) => {
    for (let bytes = Buffer.from(text); bytes.length > 0; )
      try {
        bytes = bytes.subarray(writeSync(1, bytes));
      } catch (thrown) {
        if ((thrown as { code?: string }).code !== "EAGAIN") throw thrown;
      }
  };
  const hang = () => new Promise(() => setInterval(() => {}, 1000));
  (async () => {
    for (const step of steps) {
      if (step === "hang") await hang();
      if (step.script !== undefined)
        print(spawnSync(process.execPath, step.script, { input: JSON.stringify(call), encoding: "utf8" }).stdout);
      if (step.print !== undefined) print(`${step.print}\n`);
      if (step.complain !== undefined) writeSync(2, `${step.complain}\n`);
      if (step.write !== undefined) writeFileSync(step.write, step.text);
      if (step.sleep !== undefined) await new Promise((rested) => setTimeout(rested, step.sleep));
      if (step.ignore !== undefined) process.on(step.ignore, () => {});
      if (step.fill !== undefined) print("x".repeat(step.fill));
      for (let left = step.flood ?? 0; left > 0; left -= 65536) print(`${"x".repeat(1023)}\n`.repeat(64));
      if (step.leave !== undefined) {
        const stay = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); process.stdout.write("");';
        const child = spawn(process.execPath, ["-e", stay], { stdio: "inherit" });
        writeFileSync(step.leave, String(child.pid));
        child.unref();
        await new Promise((started) => setTimeout(started, 200));
      }
      if (step.exit !== undefined) process.exit(step.exit);
    }
    process.exit(0);
  })();
}

/** A request for one run with nothing special about it. */
export function makeRequest(over: Partial<RunRequest> = {}): RunRequest & { events: RunEvent[]; begun: number[] } {
  const events: RunEvent[] = [];
  const begun: number[] = [];
  return {
    purpose: "expert",
    name: "Muffin",
    prompt: "The prompt, with @README.md in it.",
    model: null,
    shelf: makeFolder({ "README.md": "# A shelf\n" }),
    schema: null,
    scratch: makeFolder(),
    share: { tokens: 60_000, usd: null },
    timeoutMs: 30_000,
    idleMs: 30_000,
    signal: new AbortController().signal,
    wrapUp: new AbortController().signal,
    begin: async (pid) => void begun.push(pid),
    onEvent: (event) => void events.push(event),
    events,
    begun,
    ...over,
  };
}

/** What Claude Code prints for one message that is its last. */
export function claudeLines(text: string, over: Record<string, unknown> = {}): Step[] {
  const model = "claude-fake";
  const lines = [
    { type: "system", subtype: "init", tools: ["Glob", "Grep", "Read"], mcp_servers: [], model },
    {
      type: "stream_event",
      event: { type: "message_start", message: { id: "m1", model, usage: { input_tokens: 100 } } },
    },
    { type: "stream_event", event: { type: "content_block_delta", delta: { type: "text_delta", text } } },
    { type: "assistant", message: { id: "m1", model, content: [{ type: "text", text }] } },
    {
      type: "stream_event",
      event: { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 20 } },
    },
    {
      type: "result",
      subtype: "success",
      is_error: false,
      result: text,
      total_cost_usd: 0.01,
      modelUsage: {
        [model]: { inputTokens: 90, cacheCreationInputTokens: 10, cacheReadInputTokens: 400, outputTokens: 20 },
      },
      ...over,
    },
  ];
  return lines.map((line) => ({ print: JSON.stringify(line) }));
}
