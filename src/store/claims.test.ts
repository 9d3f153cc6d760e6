import { readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { deskAt, makeDesk } from "../../test/helpers/dialogue.ts";
import { handEdited } from "../../test/helpers/documents.ts";
import { plant } from "../../test/helpers/project.ts";
import { findClaim, isClaimed, waitForClaim, withClaim } from "./claims.ts";
import { nodeFiles } from "./files.ts";

it("a document's name is held from the last look at it until another text or name is in place", async () => {
  const path = ".blue/docs/rfcs/0001-hand-made.draft.md";
  const { root } = makeDesk({ tree: { [path]: handEdited() } });
  const held: number[] = [];
  const rename = (from: string, to: string) => {
    if ([from, to].some((one) => one.endsWith(path)))
      held.push(readdirSync(join(root, ".blue/tmp")).filter((name) => name.startsWith("claim-")).length);
    nodeFiles.rename(from, to);
  };
  await deskAt(root, { rename }).call("rfc.status", { id: 1, status: "approved" });
  expect(held).toEqual([1, 1]);
  expect(readdirSync(join(root, ".blue/tmp"))).toEqual([]);
});

it("a claim is one process's; that of a killed one is passed over once it is old", () => {
  const { root, project } = makeDesk({ tree: { ".blue/tmp/": "" } });
  const release = findClaim(project, "a");
  expect(findClaim(project, "a")).toBeUndefined();
  release?.();
  plant(root, { ".blue/tmp/claim-b-1": "" });
  const before = Date.now() / 1000 - 60;
  utimesSync(join(root, ".blue/tmp/claim-b-1"), before, before);
  expect(withClaim(project, "b", () => readdirSync(join(root, ".blue/tmp")))).toEqual(["claim-b-1", "claim-b-2"]);
  expect(readdirSync(join(root, ".blue/tmp"))).toEqual(["claim-b-1"]);
});

it("who has waited long enough goes on without the name, and lets nobody's go; that of a killed one is no reason to wait", () => {
  const { root, project } = makeDesk({ tree: { ".blue/tmp/": "" } });
  const names = () => readdirSync(join(root, ".blue/tmp"));
  const first = waitForClaim(project, "a", 1000);
  expect([first.waited, isClaimed(project, "a"), isClaimed(project, "b")]).toEqual([false, true, false]);
  const second = waitForClaim(project, "a", 30);
  second.release();
  expect([second.waited, names()]).toEqual([true, ["claim-a"]]);
  first.release();
  expect(names()).toEqual([]);
  plant(root, { ".blue/tmp/claim-a": "" });
  const before = Date.now() / 1000 - 60;
  utimesSync(join(root, ".blue/tmp/claim-a"), before, before);
  const third = waitForClaim(project, "a", 1000);
  expect([third.waited, names()]).toEqual([false, ["claim-a"]]);
  third.release();
  expect(names()).toEqual([]);
});
