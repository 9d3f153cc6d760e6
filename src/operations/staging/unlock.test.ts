import { describe, expect, it } from "vitest";
import { expectUnchanged, makeDesk, show, treeOf } from "../../../test/helpers/dialogue.ts";

describe("staging.unlock", () => {
  it("gives back what the owner holds; a second time there is nothing to do", async () => {
    const desk = makeDesk();
    await desk.call("staging.lock", { resource: "staging" });
    const out = await desk.call("staging.unlock", { resource: "staging" });
    expect(out).toMatchObject({ status: "unlocked", lock: { state: "free", owner: null } });
    expect(await show("staging.unlock", out)).toContain("✓ unlocked");
    const before = treeOf(desk.root);
    expect(await desk.call("staging.unlock", { resource: "staging" })).toMatchObject({ status: "not_held" });
    expectUnchanged(desk.root, before);
    expect(await desk.call("staging.lock", { resource: "staging", owner: "bob" })).toMatchObject({ status: "held" });
  });

  it("is the owner's alone, and needless once the lock has expired", async () => {
    const desk = makeDesk();
    await desk.call("staging.lock", { resource: "staging", owner: "ann", duration: "10m" });
    const error = await desk.refused("lock_held", "staging.unlock", { resource: "staging", owner: "bob" });
    expect(error.suggestion).toContain("Only its owner");
    desk.clock.now += 11 * 60_000;
    for (const owner of ["ann", "bob"])
      expect(await desk.call("staging.unlock", { resource: "staging", owner })).toMatchObject({ status: "not_held" });
  });

  it("names the locks there are when asked for another, and takes no force", async () => {
    const desk = makeDesk();
    expect((await desk.refused("not_found", "staging.unlock", { resource: "staging" })).suggestion).toContain(
      "no lock",
    );
    await desk.call("staging.lock", { resource: "staging" });
    expect((await desk.refused("not_found", "staging.unlock", { resource: "stagging" })).suggestion).toContain(
      "Locks here: staging",
    );
    expect((await desk.refused("invalid_input", "staging.unlock", { resource: "staging", force: true })).field).toBe(
      "force",
    );
  });
});
