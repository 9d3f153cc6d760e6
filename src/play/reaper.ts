/**
 * If this process is killed, nobody would end the agents it started. The reaper is a process of its own that waits for that: it hears of every group
 * before it starts, and ends them all when the pipe to it closes, for whatever reason.
 */
import type { ChildProcessByStdio } from "node:child_process";
import type { Socket } from "node:net";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { ownPackage } from "../own-package.ts";
import { startProcess, systemEnvironment } from "../store/child-processes.ts";
import type { StartedGroup } from "../store/processes.ts";

export interface Reaper {
  /** Ends the group of `pid` if this process dies; answers once it would. */
  watch(pid: number, startTime: string): Promise<void>;
  /** Ends what is left of all groups, and then itself. */
  close(): void;
}

export function startReaper(): Reaper {
  const script = join(dirname(ownPackage().entry), "reaper.js");
  const child = startProcess<ChildProcessByStdio<Writable, Readable, null>>(
    { program: process.execPath, args: [script], cwd: "/", env: systemEnvironment },
    { stdio: ["pipe", "pipe", "ignore"], detached: true },
  );
  const answers = child.stdout as Socket;
  const waiting: { resolve(): void; reject(reason: Error): void }[] = [];
  const fail = () => {
    for (const { reject } of waiting.splice(0)) reject(new Error("the process that ends leftover agents is gone"));
  };
  child.on("error", fail).on("exit", fail);
  child.stdin.on("error", fail);
  createInterface({ input: answers }).on("line", () => {
    waiting.shift()?.resolve();
    if (waiting.length === 0) answers.unref();
  });
  // It alone must not keep this process alive.
  child.unref();
  (child.stdin as Socket).unref();
  answers.unref();
  return {
    watch(pid, startTime) {
      const group: StartedGroup = { pid, startTime };
      return new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        if (child.exitCode !== null || child.signalCode !== null) return fail();
        answers.ref();
        child.stdin.write(`${JSON.stringify(group)}\n`);
      });
    },
    close() {
      child.stdin.end();
    },
  };
}
