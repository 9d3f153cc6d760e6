/** Node 24 has an SQLite of its own. Where these tests run without one, the tests of the index run there once more. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { loadNodeSqlite } from "../../src/store/sqlite/node-sqlite.ts";
import { findNode } from "../helpers/find-node.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const node24 = loadNodeSqlite() === undefined ? findNode("node24") : undefined;

test.runIf(node24 !== undefined)(
  "the index does the same with Node's own SQLite",
  () => {
    const vitest = join(root, "node_modules/vitest/vitest.mjs");
    const files = [
      "src/store/sqlite",
      "src/store/index",
      "src/store/search.test.ts",
      "src/operations/search.test.ts",
      "src/operations/adr/relevant.test.ts",
      "src/operations/dialogue/list.test.ts",
      "test/e2e/index-processes",
    ];
    const { status, stdout, stderr } = spawnSync(
      node24!,
      [vitest, "run", "--reporter=verbose", "--no-color", ...files],
      {
        cwd: root,
        encoding: "utf8",
      },
    );
    expect(`${stdout}${stderr}`).toContain("node:sqlite");
    expect(status, `${stdout}${stderr}`).toBe(0);
  },
  600_000,
);
