import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repository } from "../helpers/mcp-client.ts";

test("ten seconds of damaged input find no crash, no hang, no write outside and no error without a name", () => {
  const { stdout, stderr } = spawnSync(process.execPath, [join(repository, "scripts/fuzz.mjs"), "10"], {
    encoding: "utf8",
  });
  expect(`${stdout}${stderr}`).toContain("nothing found");
  for (const name of ["drafts", "records", "resealed", "settlements", "documents", "config", "register", "cli", "mcp"])
    expect(stdout).toMatch(new RegExp(`^${name}: [1-9]\\d* inputs`, "m"));
});
