/**
 * The Ollama that `blue llm start` started: which process it is, and where its log lies, in the state folder. A process is known by its pid and
 * when it started, because pids are used again.
 */
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { environmentFor, startProcess } from "./child-processes.ts";
import { errno } from "./files.ts";
import { findOllama } from "./ollama-server.ts";
import { endLeftovers, startTimeOf } from "./processes.ts";
import type { Host } from "./programs.ts";
import { stateFolder } from "./user-config.ts";

const startPatienceMs = 30_000;
const lookEveryMs = 100;

const recordSchema = z.strictObject({
  pid: z.int().min(2),
  /** As the system says it. */
  started: z.string().min(1),
  endpoint: z.string(),
  log: z.string(),
});
export type StartedOllama = z.output<typeof recordSchema>;

const recordPath = (env: NodeJS.ProcessEnv) => join(stateFolder(env), "ollama.json");

/** What `start` kept, if that process is still alive. */
export function findStarted(env: NodeJS.ProcessEnv): StartedOllama | undefined {
  let said: unknown;
  try {
    said = JSON.parse(readFileSync(recordPath(env), "utf8"));
  } catch {
    return undefined;
  }
  const record = recordSchema.safeParse(said).data;
  return record !== undefined && startTimeOf(record.pid) === record.started ? record : undefined;
}

/** Starts `ollama serve` on its own and waits until it answers; else the end of its log. Somebody else who was quicker is as good. */
export async function startOllama(
  program: string,
  server: URL,
  host: Host,
  signal: AbortSignal,
): Promise<StartedOllama | "started by another" | { failed: string }> {
  const { env } = host;
  const folder = stateFolder(env);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const log = join(folder, "ollama.log");
  const out = openSync(log, "w", 0o600);
  const child = startProcess(
    {
      program,
      args: ["serve"],
      cwd: folder,
      env: { ...environmentFor(host, "ollama"), OLLAMA_HOST: server.host },
    },
    { stdio: ["ignore", out, out], detached: true },
  );
  closeSync(out);
  let ended: string | undefined;
  child.on("error", ({ message }) => {
    ended = message;
  });
  child.on("exit", (code, by) => {
    ended = `it ended with ${by ?? code}`;
  });
  child.unref();
  const pid = child.pid;
  const started = pid === undefined ? undefined : startTimeOf(pid);
  const record = { pid: pid ?? 0, started: started ?? "", endpoint: server.host, log };
  const isOurs = started !== undefined && keep(env, record);
  if (!isOurs && pid !== undefined && started !== undefined) await endGroup({ ...record, pid, started });
  const until = performance.now() + startPatienceMs;
  while (performance.now() < until && !signal.aborted) {
    if ((await findOllama(server)) !== undefined)
      return isOurs && ended === undefined ? record : forget("started by another");
    if (isOurs && ended !== undefined) break;
    await pause(lookEveryMs);
  }
  if (isOurs) await endGroup(record);
  return forget({ failed: [ended ?? "it does not answer", lastLines(log)].filter(Boolean).join(": ") });

  function forget<T>(answer: T): T {
    if (isOurs) rmSync(recordPath(env), { force: true });
    return answer;
  }
}

/** False when a living process is kept already. */
function keep(env: NodeJS.ProcessEnv, record: StartedOllama): boolean {
  if (findStarted(env) === undefined) rmSync(recordPath(env), { force: true });
  try {
    writeFileSync(recordPath(env), JSON.stringify(record), { flag: "wx", mode: 0o600 });
    return true;
  } catch (thrown) {
    if (errno(thrown) === "EEXIST") return false;
    throw thrown;
  }
}

/** Ends what `start` kept, and nothing else. Undefined when that is no longer there. */
export async function stopOllama(env: NodeJS.ProcessEnv): Promise<StartedOllama | undefined> {
  const started = findStarted(env);
  if (started !== undefined) await endGroup(started);
  rmSync(recordPath(env), { force: true });
  return started;
}

/** It leads a group of its own, in which its helpers run. */
function endGroup({ pid, started }: StartedOllama): Promise<void> {
  return endLeftovers([{ pid, startTime: started }]);
}

function lastLines(path: string): string {
  return readFileSync(path, "utf8").trim().split("\n").slice(-3).join(" ").slice(-500);
}
