import { expect, test } from "vitest";
import { seedCounts } from "./seed-counts.ts";

test("every row counts once: as printed, as differing or as left out, by document and together", () => {
  const page = `# Promises

## One

| # | Promise | Proof |
|---|---|---|
| 1 | a | src/a.test.ts › it is so |
| 2 | b | src/a.test.ts › it is so<br>differs: not so; callers: nothing to do |
| 3 | c differs in words | src/a.test.ts › it is so |

## Two

| # | Promise | Proof |
|---|---|---|
| 1 | d | not here: nobody asked |
`;
  expect(seedCounts(page).split("\n").slice(2)).toEqual([
    "| One | 3 | 2 | 1 | 0 |",
    "| Two | 1 | 0 | 0 | 1 |",
    "| All | 4 | 2 | 1 | 1 |",
  ]);
});
