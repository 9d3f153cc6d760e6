import { readdirSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { deskAt, makeDesk, show } from "../../../test/helpers/dialogue.ts";
import { traceFiles, withCalls } from "../../../test/helpers/faults.ts";
import { callOperation, type OperationCall, prepareCall } from "../../../test/helpers/operation-call.ts";
import { link, makeFolder, runGit } from "../../../test/helpers/project.ts";
import { nodeFiles } from "../../store/files.ts";

const start = "2026-02-03T10:00:00.000Z";
const later = "2026-02-03T10:01:00.000Z";
const lockCall = (root: string, owner: string, now: string): OperationCall => ({
  root,
  name: "staging.lock",
  input: { resource: "staging", owner, duration: "1m" },
  now,
  seed: owner,
});
const minutes = (count: number) => count * 60_000;

describe("staging.lock", () => {
  it("takes a free lock for an hour, for the user at this machine unless an owner is given", async () => {
    const desk = makeDesk({ git: true });
    const out = await desk.call<{ lock: { owner: string } }>("staging.lock", { resource: "staging" });
    expect(out).toMatchObject({
      status: "held",
      lock: {
        resource: "staging",
        state: "held",
        since: "2026-02-03T14:23:01.000Z",
        expires: "2026-02-03T15:23:01.000Z",
      },
      next: { tool: "blue_staging_unlock", arguments: { resource: "staging" } },
    });
    expect(out.lock.owner).toMatch(new RegExp(`.@${hostname().replaceAll(".", "\\.")}$`));
    expect(await show("staging.lock", out)).toContain("✓ locked for ");
    runGit(desk.root, "add", "-A");
    expect(runGit(desk.root, "ls-files")).not.toContain("locks/");
    expect(await desk.call("staging.lock", { resource: "db", owner: "ann", duration: "90s" })).toMatchObject({
      lock: { owner: "ann" },
      next: { arguments: { resource: "db", owner: "ann" } },
    });
  });

  it("is refused while held, to anybody, and leaves the disk as it was", async () => {
    const desk = makeDesk();
    await desk.call("staging.lock", { resource: "staging", owner: "ann" });
    const error = await desk.refused("lock_held", "staging.lock", { resource: "staging", owner: "bob" });
    expect(error).toMatchObject({ field: "resource", context: { lock: { owner: "ann" } } });
    expect(error.message).toContain("locked by ann until 2026-02-03T15:23:01.000Z");
    const own = await desk.refused("lock_held", "staging.lock", { resource: "staging", owner: "ann" });
    expect(own.message).toContain("that is you");
    await desk.call("staging.lock", { resource: "other", owner: "bob" });
  });

  it("goes to the next one after it has expired, never before", async () => {
    const desk = makeDesk();
    await desk.call("staging.lock", { resource: "staging", owner: "ann", duration: "30m" });
    const taken = desk.clock.now;
    desk.clock.now = taken + minutes(30) - 2000;
    await desk.refused("lock_held", "staging.lock", { resource: "staging", owner: "bob" });
    await deskAt(desk.root).refused("lock_held", "staging.lock", { resource: "staging" });
    expect(await desk.call("staging.lock", { resource: "staging", owner: "bob" })).toMatchObject({
      lock: { owner: "bob" },
    });
  });

  it("gives the lock to nobody twice when the clock goes back", async () => {
    const desk = makeDesk();
    await desk.call("staging.lock", { resource: "staging", owner: "ann", duration: "30m" });
    const start = desk.clock.now;
    desk.clock.now = start + minutes(31);
    await desk.call("staging.lock", { resource: "staging", owner: "bob" });
    desk.clock.now = start + minutes(5); // ann's time, by this clock, is not over
    await desk.refused("lock_held", "staging.lock", { resource: "staging", owner: "ann" });
    await desk.refused("lock_held", "staging.unlock", { resource: "staging", owner: "ann" });
    expect(await desk.call("staging.status")).toMatchObject({ locks: [{ state: "held", owner: "bob" }] });
  });

  it("refuses names, owners and durations that are none, naming the field", async () => {
    const desk = makeDesk();
    for (const resource of ["", "Staging", "a/b", "../x", "-a", "a".repeat(61), "con", "a b"])
      expect((await desk.refused("invalid_input", "staging.lock", { resource })).field).toBe("resource");
    for (const duration of ["", "5", "8d", "0s", "soon", "-1h"])
      expect((await desk.refused("invalid_input", "staging.lock", { resource: "a", duration })).field).toBe("duration");
    for (const owner of ["", "a\nb", "a\u202eb"])
      expect((await desk.refused("invalid_input", "staging.lock", { resource: "a", owner })).field).toBe("owner");
  });

  it("refuses what it cannot read, and what a branch delivered", async () => {
    const desk = makeDesk();
    await desk.call("staging.lock", { resource: "staging", duration: "1s" });
    for (const text of ["", "{", "[]", "null", "{}", '{"holder":{"owner":"ann"}}']) {
      writeFileSync(join(desk.root, ".blue/locks/staging/1.json"), text);
      expect((await desk.refused("record_damaged", "staging.lock", { resource: "staging" })).message).toContain(
        ".blue/locks/staging/1.json",
      );
    }
    const delivered = makeDesk({ tree: { ".blue/locks/a/1.json": '{"holder":null}' }, git: true });
    expect((await delivered.refused("unregistered_files", "staging.lock", { resource: "a" })).suggestion).toContain(
      "Untrack",
    );
    const linked = makeDesk({ tree: { ".blue/locks": link("/tmp") } });
    await linked.refused("path_outside_project", "staging.lock", { resource: "a" });
  });

  it("keeps few of the files a lock had", async () => {
    const desk = makeDesk();
    for (let i = 0; i < 20; i++) {
      await desk.call("staging.lock", { resource: "a", owner: "ann" });
      await desk.call("staging.unlock", { resource: "a", owner: "ann" });
    }
    const kept = readdirSync(join(desk.root, ".blue/locks/a")).map((name) => Number.parseInt(name, 10));
    expect([kept.length, Math.min(...kept), Math.max(...kept)]).toEqual([32, 9, 40]);
    await desk.call("staging.lock", { resource: "a", owner: "ann" });
    await desk.refused("lock_held", "staging.lock", { resource: "a", owner: "bob" });
  });

  it("that fails at any file call leaves a lock that is free or held, and free after its time", async () => {
    const counted = traceFiles();
    await callOperation(lockCall(makeFolder(), "counted", start), counted);
    const held: boolean[] = [];
    for (const { n } of counted.calls) {
      const root = makeFolder();
      const failing = traceFiles({ at: n, by: "EIO" });
      await callOperation(lockCall(root, "failed", start), failing).catch(() => {});
      const second = await callOperation(lockCall(root, "other", start)).catch((thrown) => thrown.code);
      if (second === "lock_held") await callOperation(lockCall(root, "other", later));
      held.push(second === "lock_held");
    }
    // Free up to the link, held from it on.
    expect(held).toEqual([...held].sort((a, b) => Number(a) - Number(b)));
    expect(new Set(held)).toEqual(new Set([false, true]));
  });

  it("that stood still does not get what others took, gave back and forgot meanwhile", async () => {
    const lockNow = await prepareCall("staging.lock");
    const unlockNow = await prepareCall("staging.unlock");
    for (const seen of [0, 1, 2]) {
      const root = makeFolder();
      const change = (owner: string, i: number) => {
        void lockNow({ ...lockCall(root, owner, start), seed: `${owner} ${i}` });
        void unlockNow({ root, input: { resource: "staging", owner }, now: start, seed: `${owner} ${i} u` });
      };
      for (let i = 0; i < seen; i++) change("before", i);
      let slept = false;
      const files = withCalls({
        link(from, to) {
          if (!slept) {
            slept = true;
            for (let i = 0; i < 40; i++) change("quick", i);
            void lockNow(lockCall(root, "winner", start));
          }
          nodeFiles.link(from, to);
        },
      });
      await expect(lockNow(lockCall(root, "slow", start), files)).rejects.toThrow("locked by winner");
      expect(await deskAt(root).call("staging.status")).toMatchObject({ locks: [{ owner: "winner" }] });
    }
  });
});
