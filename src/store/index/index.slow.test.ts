import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { describeForEveryDriver } from "../../../test/helpers/driver-contract.ts";
import { cases } from "./index.contract.ts";
import { migrations } from "./migrations.ts";

await describeForEveryDriver("src/store/index/index.contract.ts", cases, "test/helpers/index-worker.ts");

test("a released migration is never edited: add a new one", () => {
  const released = migrations.map(({ id, name, sql }) => [
    id,
    name,
    createHash("sha256").update(sql.replace(/\s+/g, " ")).digest("hex").slice(0, 16),
  ]);
  expect(released).toEqual([
    [1, "files and records", "a9ea3abbdba5af87"],
    [2, "dialogues, rounds, scoreboard, search", "0da0285cac2a1cdf"],
    [3, "documents", "0a34c2341c5d31b1"],
    [4, "rows of a file", "8c9973003643ce43"],
  ]);
});
