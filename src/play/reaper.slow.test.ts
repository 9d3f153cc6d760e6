/** Agents whose player is killed are ended all the same. */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeFolder } from "../../test/helpers/project.ts";
import { endLeftovers, readPs, startTimeOf } from "../store/processes.ts";
import { startReaper } from "./reaper.ts";

/** A process in a group of its own, with a child in that group; both ignore polite signals. */
async function makeGroup(): Promise<{ pid: number; child: number; startTime: string }> {
  const file = join(makeFolder(), "pid");
  const stay = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000);';
  const start = `const { spawn } = require("node:child_process"); const { writeFileSync } = require("node:fs");
    const child = spawn(process.execPath, ["-e", ${JSON.stringify(stay)}], { stdio: "ignore" });
    setTimeout(() => writeFileSync(${JSON.stringify(file)}, String(child.pid)), 200); ${stay}`;
  const pid = spawn(process.execPath, ["-e", start], { detached: true, stdio: "ignore" }).pid!;
  onTestFinished(() => {
    try {
      process.kill(-pid, "SIGKILL");
    } catch {} // as it should be
  });
  await expect.poll(() => existsSync(file) && readFileSync(file, "utf8")).toMatch(/^\d+$/);
  return { pid, child: Number(readFileSync(file, "utf8")), startTime: startTimeOf(pid)! };
}

const alive = (...pids: number[]) => pids.filter((pid) => startTimeOf(pid) !== undefined);

test("when the pipe closes, every group it was told of is ended, and no other", async () => {
  const [one, two, other] = [await makeGroup(), await makeGroup(), await makeGroup()];
  const reaper = startReaper();
  await reaper.watch(one.pid, one.startTime);
  await reaper.watch(two.pid, two.startTime);
  expect(alive(one.pid, one.child, two.pid, two.child)).toHaveLength(4);
  reaper.close();
  await expect.poll(() => alive(one.pid, one.child, two.pid, two.child), { timeout: 5000 }).toEqual([]);
  expect(alive(other.pid, other.child)).toHaveLength(2);
});

test("a child whose first process is gone is ended; a number that was given again is left alone", async () => {
  const [gone, again] = [await makeGroup(), await makeGroup()];
  process.kill(gone.pid, "SIGKILL");
  await expect.poll(() => alive(gone.pid)).toEqual([]);
  expect(alive(gone.child)).toHaveLength(1);
  const [boot, time] = again.startTime.split(" ");
  await endLeftovers([gone, { pid: again.pid, startTime: `${boot} ${Number(time) - 100}` }]);
  expect(alive(gone.child)).toEqual([]);
  expect(alive(again.pid, again.child)).toHaveLength(2);
  // The same after a restart of the machine.
  process.kill(again.pid, "SIGKILL");
  await expect.poll(() => alive(again.pid)).toEqual([]);
  await endLeftovers([{ pid: again.pid, startTime: `another-boot ${time}` }]);
  expect(alive(again.child)).toHaveLength(1);
});

test("a player that is killed takes its agents with it", async () => {
  const group = await makeGroup();
  const script = join(process.cwd(), "dist/reaper.js");
  const player = `const child = require("node:child_process").spawn(process.execPath, [${JSON.stringify(script)}],
      { detached: true, stdio: ["pipe", "pipe", "ignore"] });
    child.stdout.once("data", () => process.kill(process.pid, "SIGKILL"));
    child.stdin.write(${JSON.stringify(`${JSON.stringify(group)}\n`)});`;
  spawn(process.execPath, ["-e", player], { stdio: "ignore" });
  await expect.poll(() => alive(group.pid, group.child), { timeout: 5000 }).toEqual([]);
});

test("the table that `ps` prints is read", () => {
  const text =
    "    1     1 Ss   Mon Nov 16 21:10:00 2026\n  812   640 Z    Mon Nov 16 21:10:01 2026\n    2     0 I<   Tue Nov 17 00:00:00 2026\n";
  const at = Date.UTC(2026, 10, 16, 21, 10, 0) / 1000;
  expect(readPs(text)).toEqual([
    { pid: 1, group: 1, startTime: `ps ${at}`, dead: false },
    { pid: 812, group: 640, startTime: `ps ${at + 1}`, dead: true },
    { pid: 2, group: 0, startTime: `ps ${Date.UTC(2026, 10, 17) / 1000}`, dead: false },
  ]);
});
