import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { findNode } from "../helpers/find-node.ts";
import { repository } from "../helpers/mcp-client.ts";

it.skipIf(findNode("node24") === undefined)(
  "the official suite finds what docs/conformance.md says, over both transports",
  { timeout: 180_000 },
  async () => {
    const child = spawn(process.execPath, ["scripts/conformance.mjs"], { cwd: repository });
    const said = Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
    const [tables, errors, [code]] = await said;
    expect([code, errors]).toEqual([0, ""]);
    const page = readFileSync(join(repository, "docs/conformance.md"), "utf8");
    for (const table of tables.trim().split("\n\n")) expect(page).toContain(table);
  },
);
