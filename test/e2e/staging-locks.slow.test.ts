/** Locks between real processes: raced, killed at every file call, and overtaken in the middle of a call. */
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { nodeFiles } from "../../src/store/files.ts";
import { deskAt } from "../helpers/dialogue.ts";
import { traceFiles, withCalls } from "../helpers/faults.ts";
import { callOperation, type OperationCall, prepareCall } from "../helpers/operation-call.ts";
import type { OperationJob, OperationReply } from "../helpers/operation-child.ts";
import { makeFolder } from "../helpers/project.ts";
import { inParallel } from "../helpers/run-child.ts";
import { runOperationChild } from "../helpers/run-operation-child.ts";

const start = "2026-02-03T10:00:00.000Z";
const later = (seconds: number) => new Date(Date.parse(start) + seconds * 1000).toISOString();

function lockCall(root: string, owner: string, now: string, input: Record<string, unknown> = {}): OperationCall {
  return {
    root,
    name: "staging.lock",
    input: { resource: "staging", owner, duration: "1m", ...input },
    now,
    seed: owner,
  };
}

/** As many processes as calls, all let go at the same moment. */
async function race(calls: readonly OperationCall[]): Promise<OperationReply[]> {
  const folder = join(makeFolder(), "barrier");
  mkdirSync(folder);
  const jobs = calls.map((call, i): OperationJob => ({ call, barrier: { folder, name: `${i}`, of: calls.length } }));
  const runs = await Promise.all(jobs.map((job) => runOperationChild(job)));
  return runs.map(({ replies }) => replies[0]!);
}

const outcome = (reply: OperationReply) => ("answer" in reply ? reply.answer.status : reply.refused.error_code);

function generations(root: string): string[] {
  return readdirSync(join(root, ".blue/locks/staging")).sort();
}

describe("eight processes that want one lock", () => {
  test("end with one holder, also as one owner, first and at every take-over", async () => {
    const root = makeFolder();
    for (const round of [0, 1, 2, 3]) {
      const calls = Array.from({ length: 8 }, (_, i) => ({
        ...lockCall(root, round % 2 === 0 ? "same" : `owner-${i}`, later(round * 60)),
        seed: `${round} ${i}`,
      }));
      const outcomes = (await race(calls)).map(outcome).sort();
      expect(outcomes).toEqual(["held", ...Array<string>(7).fill("lock_held")]);
      expect(generations(root)).toHaveLength(round + 1);
    }
  }, 60_000);

  test("and queue get a place each, in one order that all of them are told", async () => {
    const root = makeFolder();
    await callOperation(lockCall(root, "holder", start));
    const owners = Array.from({ length: 8 }, (_, i) => `owner-${i}`);
    const replies = await race(owners.map((owner) => lockCall(root, owner, later(1), { queue: true })));
    const told = replies.map(
      (reply, i) => [("answer" in reply && reply.answer.position) as number, owners[i]!] as const,
    );
    const queue = told.sort(([a], [b]) => a - b).map(([, owner]) => owner);
    const status = await deskAt(root).call<{ locks: { queue: { owner: string }[] }[] }>("staging.status");
    expect(told.map(([position]) => position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(status.locks[0]!.queue).toEqual([]); // by the desk's clock, hours later, their time has passed
    const newest = JSON.parse(readFileSync(join(root, ".blue/locks/staging", generations(root).at(-1)!), "utf8"));
    expect(newest.queue.map((one: { owner: string }) => one.owner)).toEqual(queue);
    // All eight come at once when it has expired: only the head gets it.
    const second = await race(owners.map((owner) => lockCall(root, owner, later(61))));
    expect(owners.filter((_, i) => outcome(second[i]!) === "held")).toEqual([queue[0]]);
  }, 60_000);
});

describe("a holder killed by SIGKILL", () => {
  test("keeps the lock until it expires, and then another process has it", async () => {
    const root = makeFolder();
    const { replies, signal } = await runOperationChild({
      call: lockCall(root, "killed", start),
      fault: { at: 0, by: "SIGKILL" },
    });
    expect([signal, outcome(replies[0]!)]).toEqual(["SIGKILL", "held"]);
    const before = await runOperationChild({ call: lockCall(root, "other", later(59.999)) });
    expect(outcome(before.replies[0]!)).toBe("lock_held");
    const after = await runOperationChild({ call: lockCall(root, "other", later(60)) });
    expect(outcome(after.replies[0]!)).toBe("held");
  });

  test("by the real clock too", async () => {
    const root = makeFolder();
    const ask = (owner: string) =>
      runOperationChild({
        call: lockCall(root, owner, new Date().toISOString(), { duration: "3s" }),
        fault: { at: 0, by: "SIGKILL" },
      });
    const first = (await ask("killed")).replies[0]! as { answer: { lock: { expires: string } } };
    const expires = Date.parse(first.answer.lock.expires);
    for (let i = 0; ; i++) {
      const { replies } = await ask(`other-${i}`);
      if ("answer" in replies[0]!) {
        expect(Date.parse((replies[0].answer.lock as { since: string }).since)).toBeGreaterThanOrEqual(expires);
        break;
      }
      expect(replies[0]!.refused.error_code).toBe("lock_held");
    }
  }, 30_000);

  test("at any file call leaves a lock that is free or held, and free after its time", async () => {
    const counted = traceFiles();
    await callOperation(lockCall(makeFolder(), "counted", start), counted);
    const at = counted.calls.map(({ n }) => n);
    const held = await inParallel(at, 2, async (n) => {
      const root = makeFolder();
      const run = await runOperationChild({ call: lockCall(root, "killed", start), fault: { at: n, by: "SIGKILL" } });
      expect(run.replies).toEqual([]);
      const first = await callOperation(lockCall(root, "other", later(30))).then(
        () => false,
        (thrown: { code: string }) => thrown.code === "lock_held" || Promise.reject(thrown),
      );
      if (first) await callOperation(lockCall(root, "other", later(60)));
      expect(await callOperation(lockCall(root, "third", later(600)))).toMatchObject({ status: "held" });
      return first;
    });
    // Free up to the link, held from it on; never anything else.
    expect(held).toEqual([...held].sort((a, b) => Number(a) - Number(b)));
    expect(new Set(held)).toEqual(new Set([false, true]));
  }, 120_000);
});

describe("a process that stands still between reading and writing", () => {
  test("does not get a lock that others have taken, given back and forgotten meanwhile", async () => {
    const lockNow = await prepareCall("staging.lock");
    const unlockNow = await prepareCall("staging.unlock");
    const state = (root: string) => callOperation({ ...lockCall(root, "x", start), name: "staging.status", input: {} });
    for (const seen of [0, 1, 2]) {
      const root = makeFolder();
      const change = (owner: string, i: number) => {
        lockNow({ ...lockCall(root, owner, start), seed: `${owner} ${i}` });
        unlockNow({ root, input: { resource: "staging", owner }, now: start, seed: `${owner} ${i} u` });
      };
      for (let i = 0; i < seen; i++) change("before", i);
      let slept = false;
      const files = withCalls({
        link(from, to) {
          if (!slept) {
            slept = true;
            for (let i = 0; i < 40; i++) change("quick", i);
            lockNow({ ...lockCall(root, "winner", start), seed: "winner" });
          }
          nodeFiles.link(from, to);
        },
      });
      expect(() => lockNow({ ...lockCall(root, "slow", start), seed: "slow" }, files)).toThrow("locked by winner");
      expect(await state(root)).toMatchObject({ locks: [{ owner: "winner", state: "held" }] });
    }
  });

  test("nor one of a folder that was cleaned away and begun anew", async () => {
    const lockNow = await prepareCall("staging.lock");
    const root = makeFolder();
    lockNow(lockCall(root, "before", start));
    lockNow(lockCall(root, "again", later(60)));
    let slept = false;
    const files = withCalls({
      link(from, to) {
        if (!slept) {
          slept = true;
          rmSync(join(root, ".blue/locks"), { recursive: true });
          lockNow(lockCall(root, "winner", later(120)));
        }
        nodeFiles.link(from, to);
      },
    });
    expect(() => lockNow(lockCall(root, "slow", later(120)), files)).toThrow("locked by winner");
    expect(generations(root)).toEqual(["0000000001.json"]);
  });
});
