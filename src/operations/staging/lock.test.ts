import { readdirSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { deskAt, makeDesk, show, treeOf } from "../../../test/helpers/dialogue.ts";
import { link, runGit } from "../../../test/helpers/project.ts";

const minutes = (count: number) => count * 60_000;

describe("staging.lock", () => {
  it("takes a free lock for an hour, for the user at this machine unless an owner is given", async () => {
    const desk = makeDesk({ git: true });
    const out = await desk.call<{ lock: { owner: string } }>("staging.lock", { resource: "staging" });
    expect(out).toMatchObject({
      status: "held",
      position: null,
      lock: {
        resource: "staging",
        state: "held",
        since: "2026-02-03T14:23:01.000Z",
        expires: "2026-02-03T15:23:01.000Z",
        queue: [],
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

  it("takes a place in the queue when asked, once, and is the only one to take the lock when it is free", async () => {
    const desk = makeDesk();
    const ask = (owner: string, queue = true) => desk.call("staging.lock", { resource: "staging", owner, queue });
    await ask("ann");
    const queued = await ask("bob");
    expect(queued).toMatchObject({
      status: "queued",
      position: 1,
      lock: { owner: "ann", queue: [{ position: 1, owner: "bob" }] },
      next: { tool: "blue_staging_lock", arguments: { resource: "staging", owner: "bob", queue: true } },
    });
    expect(await show("staging.lock", queued)).toContain("! bob waits, number 1 in the queue");
    expect(await ask("cid")).toMatchObject({ position: 2 });
    const before = treeOf(desk.root);
    expect(await ask("bob")).toMatchObject({ position: 1 });
    expect(treeOf(desk.root)).toEqual(before);
    await desk.call("staging.unlock", { resource: "staging", owner: "ann" });
    const kept = await desk.refused("lock_held", "staging.lock", { resource: "staging", owner: "cid" });
    expect(kept.message).toContain("kept for bob");
    expect(await ask("bob", false)).toMatchObject({ status: "held", lock: { queue: [{ owner: "cid" }] } });
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
    const [name] = readdirSync(join(desk.root, ".blue/locks/staging"));
    for (const text of ["", "{", "[]", "null", '{"format":1}', '{"format":1,"holder":null,"freed":"x","queue":[]}']) {
      writeFileSync(join(desk.root, ".blue/locks/staging", name!), text);
      expect((await desk.refused("record_damaged", "staging.lock", { resource: "staging" })).message).toContain(name);
    }
    writeFileSync(join(desk.root, ".blue/locks/staging", name!), '{"format":2}');
    await desk.refused("unknown_format", "staging.lock", { resource: "staging" });
    const free = '{"format":1,"holder":null,"freed":null,"queue":[]}';
    const last = makeDesk({ tree: { ".blue/locks/a/9999999999.json": free } });
    await last.refused("record_damaged", "staging.lock", { resource: "a" });
    const delivered = makeDesk({ tree: { ".blue/locks/a/0000000001.json": free }, git: true });
    expect((await delivered.refused("unregistered_files", "staging.lock", { resource: "a" })).suggestion).toContain(
      "Untrack",
    );
    const linked = makeDesk({ tree: { ".blue/locks": link("/tmp") } });
    await linked.refused("path_outside_project", "staging.lock", { resource: "a" });
  });

  it("keeps few of the states a lock had", async () => {
    const desk = makeDesk();
    for (let i = 0; i < 40; i++) {
      await desk.call("staging.lock", { resource: "a", owner: "ann" });
      await desk.call("staging.unlock", { resource: "a", owner: "ann" });
    }
    const kept = readdirSync(join(desk.root, ".blue/locks/a")).sort();
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([32, "0000000049.json", "0000000080.json"]);
    await desk.call("staging.lock", { resource: "a", owner: "ann" });
    await desk.refused("lock_held", "staging.lock", { resource: "a", owner: "bob" });
  });
});
