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

  it("shows every lock with its owner and its times, held ones first", async () => {
    const desk = makeDesk();
    await desk.call("staging.lock", { resource: "a-free", owner: "ann" });
    await desk.call("staging.unlock", { resource: "a-free", owner: "ann" });
    await desk.call("staging.lock", { resource: "b-expired", owner: "ann", duration: "1m" });
    await desk.call("staging.lock", { resource: "c-held", owner: "ann" });
    desk.clock.now += 2 * 60_000;
    const before = treeOf(desk.root);
    const status = await desk.call("staging.status");
    expectUnchanged(desk.root, before);
    expect(status).toMatchObject({
      total: 3,
      locks: [
        { resource: "c-held", state: "held", owner: "ann" },
        { resource: "b-expired", state: "expired", owner: "ann" },
        { resource: "a-free", state: "free", owner: null },
      ],
    });
    const text = await show("staging.status", status);
    expect(text).toContain("• c-held: held by ann until 2026-02-03T15:2");
    expect(text).toContain("• b-expired: free; ann's lock expired at");
  });

  it("names a lock it cannot read, and shows the others", async () => {
    const desk = makeDesk();
    await desk.call("staging.lock", { resource: "good" });
    plant(desk.root, { ".blue/locks/bad/1.json": "{", ".blue/locks/stray.txt": "" });
    expect(await desk.call("staging.status")).toMatchObject({
      locks: [{ resource: "good" }],
      unreadable: [{ resource: "bad", why: expect.stringContaining("is not JSON") }],
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
