import { chmodSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../../test/helpers/project.ts";
import { findProgram, type Host, searchPath } from "./programs.ts";

const base = makeFolder({
  "outer/.git/": "",
  "outer/project/.git/": "",
  "outer/project/bin/claude": "",
  "outer/tools/claude": "",
  "home/node_modules/.bin/claude": "",
  "good/claude": "",
  "links/": "",
  "other/plain": "",
});
for (const path of ["outer/project/bin/claude", "outer/tools/claude", "home/node_modules/.bin/claude", "good/claude"])
  chmodSync(join(base, path), 0o755);
symlinkSync(join(base, "outer/tools"), join(base, "linked"));
symlinkSync(join(base, "outer/project/bin/claude"), join(base, "links/claude"));

const host = (...folders: string[]): Host => ({
  root: join(base, "outer/project"),
  env: { PATH: folders.map((folder) => (folder.startsWith("~") ? join(base, folder.slice(1)) : folder)).join(":") },
});

test("no folder that a branch could fill is searched", () => {
  const all = host("", ".", "bin", "~outer/project/bin", "~outer/tools", "~linked", "~home/node_modules/.bin", "~good");
  expect(searchPath(all)).toBe(join(base, "good"));
  expect(findProgram(all, "claude")).toBe(join(base, "good/claude"));
});

test("a program is one that can be run and does not lead into the project", () => {
  expect(findProgram(host("~links", "~other"), "claude")).toBeUndefined();
  expect(findProgram(host("~links", "~other"), "plain")).toBeUndefined();
  expect(findProgram(host("~links", "~good"), "claude")).toBe(join(base, "good/claude"));
  expect(findProgram(host(), join(base, "good/claude"))).toBe(join(base, "good/claude"));
  expect(findProgram(host(), join(base, "links/claude"))).toBeUndefined();
  expect(findProgram(host("~"), "good/claude")).toBeUndefined();
});
