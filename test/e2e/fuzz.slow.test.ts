import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repository } from "../helpers/mcp-client.ts";

const fuzz = (...args: string[]) =>
  spawnSync(process.execPath, [join(repository, "scripts/fuzz.mjs"), ...args], { encoding: "utf8" });

test("ten seconds of damaged input find no crash, no hang, no write outside and no error without a name", () => {
  const { stdout, stderr } = fuzz("10");
  expect(`${stdout}${stderr}`).toContain("nothing found");
  for (const name of ["drafts", "records", "resealed", "settlements", "documents", "config", "register", "cli", "mcp"])
    expect(stdout).toMatch(new RegExp(`^${name}: [1-9]\\d* inputs`, "m"));
});

test("a short run is one whole batch with its seed; a target or a time that is none is refused", () => {
  const { stdout, status } = fuzz("0.001", "config", "--seed", "7");
  expect({ status, said: stdout.replace(/slowest \d+/, "slowest 0") }).toEqual({
    status: 0,
    said: "seed 7: 0.001 seconds\nconfig: 50 inputs, slowest 0 ms\nseed 7: nothing found\n",
  });
  const misspelled = fuzz("1", "draft");
  expect(misspelled.status).toBe(1);
  expect(misspelled.stderr).toContain("No target is called draft. There are drafts, records,");
  expect(`${misspelled.stdout}`).not.toContain("nothing found");
  expect(fuzz("drafts").status).toBe(2);
  expect(fuzz("1", "--seed", "x").status).toBe(2);
});
