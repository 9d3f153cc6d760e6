/**
 * The system's table of processes. A program starts others, and some outlive it; all of them stay in its process group, so a process in that group
 * that started no earlier than the group's first one belongs to the run.
 */
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { runProcess, systemEnvironment } from "./child-processes.ts";

export interface StartedGroup {
  /** Of its first process, and so of the group. */
  pid: number;
  /** As `startTimeOf` had it when the group was made. */
  startTime: string;
}

interface Process {
  pid: number;
  group: number;
  startTime: string;
  /** Only its exit code is left. */
  dead: boolean;
}

/** When a process started, the time of an earlier boot equals none of this one. Undefined: there is no such process. */
export function startTimeOf(pid: number): string | undefined {
  const found = process.platform === "linux" ? readStat(pid) : byPs().find((one) => one.pid === pid);
  return found?.dead === false ? found.startTime : undefined;
}

/** Ends what is left of these groups: a polite signal, a second to go, then the other one. */
export async function endLeftovers(started: readonly StartedGroup[]): Promise<void> {
  let left = leftOf(started);
  for (const { pid } of left) signal(pid, "SIGTERM");
  for (let i = 0; i < 20 && left.length > 0; i++) {
    await sleep(50);
    left = leftOf(started);
  }
  // Killing one may race with its last fork.
  for (let i = 0; i < 100 && left.length > 0; i++) {
    for (const { pid } of left) signal(pid, "SIGKILL");
    await sleep(20);
    left = leftOf(started);
  }
}

function leftOf(started: readonly StartedGroup[]): Process[] {
  if (started.length === 0) return [];
  const all = process.platform === "linux" ? byProc() : byPs();
  return started.flatMap(({ pid, startTime }) => {
    // A number is not given again while its group lives: another first process means another group.
    const first = all.find((one) => one.pid === pid);
    if (first !== undefined && first.startTime !== startTime) return [];
    return all.filter((one) => one.group === pid && !one.dead && isNoEarlier(one.startTime, startTime));
  });
}

function isNoEarlier(one: string, other: string): boolean {
  const [boot, time] = one.split(" ");
  const [otherBoot, otherTime] = other.split(" ");
  return boot === otherBoot && Number(time) >= Number(otherTime);
}

function signal(pid: number, name: "SIGTERM" | "SIGKILL"): void {
  try {
    process.kill(pid, name);
  } catch {} // it is gone
}

function byProc(): Process[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => readStat(Number(pid)) ?? []);
}

let boot: string | undefined;

function readStat(pid: number): Process | undefined {
  boot ??= readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in brackets may hold anything, blanks and brackets too.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [state, , group] = fields;
    return { pid, group: Number(group), startTime: `${boot} ${fields[19]}`, dead: state === "Z" || state === "X" };
  } catch {
    return undefined;
  }
}

function byPs(): Process[] {
  const args = ["-A", "-o", "pid=,pgid=,stat=,lstart="];
  const command = { program: "/bin/ps", args, cwd: "/", env: systemEnvironment };
  const { error, stdout } = runProcess(command, { largestOutput: 64 * 1024 * 1024 });
  if (error !== undefined) throw error;
  return readPs(stdout.toString("utf8"));
}

/** What `ps -A -o pid=,pgid=,stat=,lstart=` prints, its times in UTC. */
export function readPs(text: string): Process[] {
  return text.split("\n").flatMap((line) => {
    const [, pid, group, state, started] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(\S.*)$/.exec(line.trimEnd()) ?? [];
    if (started === undefined) return [];
    const startTime = `ps ${Date.parse(`${started} UTC`) / 1000}`;
    return [{ pid: Number(pid), group: Number(group), startTime, dead: state!.startsWith("Z") }];
  });
}
