import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { makeDesk } from "../../../test/helpers/dialogue.ts";
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
});
