import { describe, expect, it } from "vitest";
import { expectUnchanged, makeDesk, show, treeOf } from "../../../test/helpers/dialogue.ts";
import { plant } from "../../../test/helpers/project.ts";

describe("staging.status", () => {
  it("says that there is nothing, and writes nothing", async () => {
    const desk = makeDesk();
    const status = await desk.call("staging.status");
    expectUnchanged(desk.root, {});
    expect(status).toEqual({ locks: [], total: 0, unreadable: [], environments: [], path: "." });
    expect(await show("staging.status", status)).toBe("No locks.\nNothing to bring up from the project's root.");
  });

  it("shows every lock with its owner, its times and its queue, held ones first", async () => {
    const desk = makeDesk();
    await desk.call("staging.lock", { resource: "a-free", owner: "ann" });
    await desk.call("staging.unlock", { resource: "a-free", owner: "ann" });
    await desk.call("staging.lock", { resource: "b-expired", owner: "ann", duration: "1m" });
    await desk.call("staging.lock", { resource: "c-kept", owner: "ann" });
    await desk.call("staging.lock", { resource: "c-kept", owner: "bob", queue: true });
    await desk.call("staging.unlock", { resource: "c-kept", owner: "ann" });
    await desk.call("staging.lock", { resource: "d-held", owner: "ann" });
    await desk.call("staging.lock", { resource: "d-held", owner: "cid", queue: true });
    desk.clock.now += 2 * 60_000;
    const before = treeOf(desk.root);
    const status = await desk.call("staging.status");
    expectUnchanged(desk.root, before);
    expect(status).toMatchObject({
      total: 4,
      locks: [
        { resource: "d-held", state: "held", owner: "ann", queue: [{ position: 1, owner: "cid" }] },
        { resource: "c-kept", state: "kept", queue: [{ position: 1, owner: "bob" }] },
        { resource: "b-expired", state: "expired", owner: "ann" },
        { resource: "a-free", state: "free", owner: null },
      ],
    });
    const text = await show("staging.status", status);
    expect(text).toContain("• d-held: held by ann until 2026-02-03T15:2");
    expect(text).toContain("1. cid, since");
    expect(text).toContain("• c-kept: free, kept for bob until");
    expect(text).toContain("• b-expired: free; ann's lock expired at");
  });

  it("names a lock it cannot read, and shows the others", async () => {
    const desk = makeDesk();
    await desk.call("staging.lock", { resource: "good" });
    plant(desk.root, { ".blue/locks/bad/0000000001.json": "{", ".blue/locks/stray.txt": "" });
    expect(await desk.call("staging.status")).toMatchObject({
      locks: [{ resource: "good" }],
      unreadable: [{ resource: "bad", why: expect.stringContaining("is no JSON") }],
    });
  });

  it("shows what could be brought up from a folder, and refuses one that is not there", async () => {
    const desk = makeDesk({ tree: { "infra/main.tf": "", "infra/compose.yml": "" } });
    expect(await desk.call("staging.status", { path: "infra" })).toMatchObject({
      path: "infra",
      environments: [
        { kind: "terraform", files: ["main.tf"] },
        { kind: "compose", files: ["compose.yml"] },
      ],
    });
    for (const path of ["none", "infra/main.tf"])
      expect((await desk.refused("not_found", "staging.status", { path })).field).toBe("path");
    await desk.refused("path_outside_project", "staging.status", { path: "../.." });
  });
});
