import { utimesSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { deskAt, makeDesk } from "../../../test/helpers/dialogue.ts";
import { plant, runGit } from "../../../test/helpers/project.ts";
import { repositoryName } from "./repository-at.ts";

const before = process.env.BLUE_DATABASE_URL;
beforeEach(() => {
  delete process.env.BLUE_DATABASE_URL;
});
afterEach(() => {
  if (before !== undefined) process.env.BLUE_DATABASE_URL = before;
});

test.each([
  ["git@example.org:shop/orders.git", "example.org/shop/orders"],
  ["https://example.org/shop/orders", "example.org/shop/orders"],
  ["https://user:password@Example.org/shop/Orders.git/", "example.org/shop/Orders"],
  ["https://bob:p@ssw0rd@example.org/shop/orders.git", "example.org/shop/orders"],
  ["https://token@example.org/shop/orders.git?x=token", "example.org/shop/orders"],
  ["ssh://git@example.org:2222/shop/orders.git", "example.org:2222/shop/orders"],
  ["/srv/git/orders.git", "orders"],
  ["file:///srv/git/orders.git", "orders"],
  ["../orders", "orders"],
  ["..", undefined],
])("a repository whose remote is %s is called %s", (remote, name) => {
  expect(repositoryName(remote)).toBe(name);
});

describe("org.publish", () => {
  it("publishes a commit, so it needs one", async () => {
    expect(await makeDesk().refused("invalid_input", "org.publish")).toMatchObject({ constraint: "committed" });
  });

  const atDatabase = { field: "database" };
  const input = { repository: "example.org/shop" };

  it("is not led astray by files that are called as revisions are", async () => {
    const desk = makeDesk({ tree: { HEAD: "", main: "" }, git: true });
    expect(await desk.refused("input_needed", "org.publish", input)).toMatchObject(atDatabase);
  });

  it("does not run the filter of a file that was touched, and says who can", async () => {
    const desk = makeDesk({ tree: { "sub/.blue/docs/": "", "sub/.gitattributes": "*.txt filter=upper\n" } });
    runGit(desk.root, "init", "-q");
    runGit(desk.root, "config", "filter.upper.clean", "tr a-z A-Z");
    runGit(desk.root, "config", "filter.upper.smudge", "tr A-Z a-z");
    plant(desk.root, { "sub/a.txt": "words\n" });
    runGit(desk.root, "add", "-A");
    runGit(desk.root, "commit", "-q", "-m", "one");
    const inner = deskAt(join(desk.root, "sub"));
    utimesSync(join(inner.root, "a.txt"), 1, 1);
    const refused = await inner.refused("invalid_input", "org.publish", input);
    expect(refused.message).toContain("sub/a.txt is not as committed");
    expect(refused.suggestion).toContain("Git keeps it through a filter, which Blue does not run. Run `git status`");
    runGit(desk.root, "status");
    expect(await inner.refused("input_needed", "org.publish", input)).toMatchObject(atDatabase);
    plant(inner.root, { ".gitattributes": "" });
    expect((await inner.refused("invalid_input", "org.publish", input)).suggestion).toContain(
      "Commit or put them aside",
    );
  });
});
