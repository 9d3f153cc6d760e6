/**
 * One agent as a process: its own group, started only when the process that would have to end it knows it, its output bounded, and ended as a whole group
 * however it ends. What its lines mean is the runner's.
 */
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { setTimeout as sleep } from "node:timers/promises";
import { safeText } from "../safe-text.ts";
import { startProcess } from "../store/child-processes.ts";
import { gitVariablesFor } from "../store/run-git.ts";
import { type Failure, failures, type RunRequest } from "./runners/runner.ts";

export interface AgentCommand {
  /** The program's absolute path and its arguments. */
  argv: readonly string[];
  cwd: string;
  env: Record<string, string>;
  /** Its standard input. */
  input: string;
  /** It prints while it works, so a long silence means that it hangs. */
  streams: boolean;
  /** Reads one line of its output; a problem ends the run, `done` gives it a moment to leave by itself. */
  onLine(line: string): Problem | "done" | undefined;
}

export interface Problem {
  kind: Failure;
  message: string;
}

export interface AgentExit {
  /** What ended it; null if it ended by itself. */
  problem: Problem | null;
  /** It ended by itself, with exit code 0. */
  succeeded: boolean;
  /** How it ended by itself, with the end of what it complained of. */
  words: string;
  seconds: number;
}

const longestLine = 8 * 1024 * 1024;
const mostOutput = 512 * 1024 * 1024;
const stderrKept = 4096;
/** To leave after its answer, or with its output still held open by somebody outside the group. */
const graceMs = 5000;

/** It keeps its process id, and runs nothing if we die before the gate opens. */
const gate = 'read -r _ <&3 && exec 3<&- "$@"';

export async function runAgent(command: AgentCommand, request: RunRequest): Promise<AgentExit> {
  const { argv, cwd, env } = command;
  const child = startProcess<ChildProcessWithoutNullStreams>(
    { program: "/bin/sh", args: ["-c", gate, "sh", ...argv], cwd, env: { ...env, ...gitVariablesFor(cwd) } },
    { stdio: ["pipe", "pipe", "pipe", "pipe"], detached: true },
  );
  const { stdin, stdout, stderr } = child;
  const opener = child.stdio[3] as Writable;
  for (const stream of [stdin, opener]) stream.on("error", () => {}); // it may close them whenever it likes
  const exited = new Promise<string>((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code, signal) => resolve(signal === null ? `exit code ${code}` : signal));
  });
  exited.catch(() => {}); // awaited below, unless `begin` fails first
  const closed = new Promise<void>((resolve) => child.on("close", () => resolve()));
  const pid = child.pid;
  if (pid === undefined) throw await exited.catch((thrown: unknown) => thrown);

  const begun = Date.now();
  let problem: Problem | null = null;
  let done = false;
  let ending: Promise<void> | undefined;
  const end = () => (ending ??= endGroup(pid));
  const fail = (found: Problem) => {
    if (problem !== null || done) return;
    problem = found;
    void end();
  };

  const aborted = () => fail(abortedBy(request.signal));
  const timers: NodeJS.Timeout[] = [];
  let idle: NodeJS.Timeout | undefined;
  const heard = () => {
    if (!command.streams) return;
    clearTimeout(idle);
    idle = setTimeout(() => fail(tooLong("idle", request.idleMs)), request.idleMs);
  };

  readLines(stdout, {
    heard,
    line(line) {
      if (problem !== null || done) return;
      const found = command.onLine(line);
      if (found === "done") {
        done = true;
        timers.push(setTimeout(end, graceMs));
      } else if (found !== undefined) fail(found);
    },
    tooMuch: (message) => fail({ kind: "crashed", message }),
  });
  let complaint = "";
  const decoder = new StringDecoder("utf8");
  stderr.on("data", (bytes: Buffer) => {
    complaint = (complaint + decoder.write(bytes)).slice(-stderrKept);
  });

  try {
    await request.begin(pid);
    request.signal.addEventListener("abort", aborted, { once: true });
    if (request.signal.aborted) aborted();
    else {
      timers.push(setTimeout(() => fail(tooLong("timeout", request.timeoutMs)), request.timeoutMs));
      heard();
      opener.end("\n");
      stdin.end(command.input);
    }
    const how = await exited;
    // What it started may outlive it, and hold its output open.
    await end();
    await Promise.race([closed, sleep(graceMs, undefined, { ref: false })]);
    const words = safeText(complaint).trim().split("\n").slice(-6).join("\n").slice(-600);
    return {
      problem,
      succeeded: problem === null && how === "exit code 0",
      words: words === "" ? how : `${how}: ${words}`,
      seconds: (Date.now() - begun) / 1000,
    };
  } finally {
    request.signal.removeEventListener("abort", aborted);
    for (const timer of timers) clearTimeout(timer);
    clearTimeout(idle);
    for (const stream of child.stdio) stream?.destroy();
    await end();
  }
}

/** The reason of an abort names the failure; without one it is ours. */
export function abortedBy({ reason }: AbortSignal): Problem {
  const known = Object.values(failures).flat() as Failure[];
  const kind = known.find((one) => one === reason) ?? "stopped";
  return { kind, message: kind === "stopped" ? "It was stopped." : `It was ended: ${kind}.` };
}

function tooLong(kind: "timeout" | "idle", ms: number): Problem {
  const time = ms < 60_000 ? `${ms / 1000} s` : `${Math.round(ms / 60_000)} min`;
  const message = kind === "timeout" ? `It had no answer after ${time}.` : `It said nothing for ${time}.`;
  return { kind, message };
}

/** The polite signal, a second, then the other one. */
async function endGroup(pid: number): Promise<void> {
  if (!signalGroup(pid, "SIGTERM")) return;
  for (let i = 0; i < 20; i++) {
    await sleep(50);
    if (!signalGroup(pid, 0)) return;
  }
  signalGroup(pid, "SIGKILL");
}

/** False: nobody is left in it. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}

function readLines(
  stream: Readable,
  on: { heard(): void; line(line: string): void; tooMuch(message: string): void },
): void {
  const decoder = new StringDecoder("utf8");
  let total = 0;
  let rest = "";
  let overrun = false;
  stream.on("data", (bytes: Buffer) => {
    if (overrun) return;
    on.heard();
    total += bytes.length;
    const parts = decoder.write(bytes).split("\n");
    const last = parts.pop()!;
    for (const part of parts) {
      const line = rest + part;
      rest = "";
      on.line(line);
    }
    rest += last;
    overrun = rest.length > longestLine || total > mostOutput;
    if (!overrun) return;
    const what = rest.length > longestLine ? `a line of more than ${longestLine >> 20} MiB` : "more than can be read";
    rest = "";
    on.tooMuch(`It printed ${what}.`);
  });
  stream.on("end", () => {
    if (rest !== "") on.line(rest);
  });
}
