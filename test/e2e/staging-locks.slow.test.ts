/** Locks between real processes, all let go at the same moment. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { OperationJob, OperationReply } from "../helpers/operation-child.ts";
import { makeFolder } from "../helpers/project.ts";
import { runOperationChild } from "../helpers/run-operation-child.ts";

async function race(root: string, owners: readonly string[], now: string): Promise<OperationReply[]> {
  const folder = join(makeFolder(), "barrier");
  mkdirSync(folder);
  const runs = owners.map((owner, i) => {
    const call = { root, name: "staging.lock", input: { resource: "staging", owner, duration: "1m" }, now };
    const job: OperationJob = {
      call: { ...call, seed: `${now} ${i}` },
      barrier: { folder, name: `${i}`, of: owners.length },
    };
    return runOperationChild(job);
  });
  return (await Promise.all(runs)).map(({ replies }) => replies[0]!);
}

const outcome = (reply: OperationReply) => ("answer" in reply ? reply.answer.status : reply.refused.error_code);

test("of eight processes that want one lock one gets it, first and when it has expired, also as one owner", async () => {
  const root = makeFolder();
  const one = ["held", ...Array<string>(7).fill("lock_held")];
  const eight = Array.from({ length: 8 }, (_, i) => `owner-${i}`);
  expect((await race(root, eight, "2026-02-03T10:00:00.000Z")).map(outcome).sort()).toEqual(one);
  expect((await race(root, eight, "2026-02-03T10:00:59.999Z")).map(outcome)).toEqual(Array(8).fill("lock_held"));
  expect((await race(root, eight, "2026-02-03T10:01:00.000Z")).map(outcome).sort()).toEqual(one);
  expect((await race(root, Array(8).fill("same"), "2026-02-03T10:02:00.000Z")).map(outcome).sort()).toEqual(one);
}, 60_000);
