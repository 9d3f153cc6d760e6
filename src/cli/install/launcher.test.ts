import { join } from "node:path";
import { expect, test } from "vitest";
import { link, makeFolder } from "../../../test/helpers/project.ts";
import { findPackageRoot, ownPackage } from "../../own-package.ts";
import { chooseLauncher } from "./launcher.ts";

const ours = { "package.json": '{"name":"blue-align"}', "dist/blue.js": "" };
const under = (folder: string, tree: Record<string, string>) =>
  Object.fromEntries(Object.entries(tree).map(([path, text]) => [`${folder}/${path}`, text]));

test("a blue on the PATH that is ours is the first choice", () => {
  const root = makeFolder({ ...under("lib/blue-align", ours), "bin/blue": link("../lib/blue-align/dist/blue.js") });
  const launcher = chooseLauncher({ entry: "/anywhere/dist/blue.js", env: { PATH: `/nowhere:${join(root, "bin")}` } });
  expect(launcher).toMatchObject({ words: ["blue"], local: false });
});

test("another program called blue is not ours", () => {
  const root = makeFolder({ "bin/blue": "#!/usr/bin/python\n", "package.json": '{"name":"black-but-blue"}' });
  const launcher = chooseLauncher({
    entry: "/x/dist/blue.js",
    env: { PATH: join(root, "bin") },
    execPath: "/opt/node",
  });
  expect(launcher).toMatchObject({ words: ["/opt/node", "/x/dist/blue.js"], local: true });
});

test("what npx puts on the PATH for one run does not count, and npx is named instead", () => {
  const cache = makeFolder({
    ...under("_npx/1a/node_modules/blue-align", ours),
    "_npx/1a/node_modules/.bin/blue": link("../blue-align/dist/blue.js"),
  });
  const question = {
    entry: join(cache, "_npx/1a/node_modules/blue-align/dist/blue.js"),
    env: { PATH: join(cache, "_npx/1a/node_modules/.bin") },
  };
  // For all projects of a user, npx must not take what it finds in the one it stands in.
  expect(chooseLauncher({ ...question, home: "/home/me" }).words).toEqual([
    ...["npx", "--prefix", "/home/me", "-y", "blue-align"],
  ]);
  const launcher = chooseLauncher(question);
  expect(launcher).toMatchObject({ words: ["npx", "-y", "blue-align"], why: "it was started by npx", local: false });
});

test("a project's own dependency is found by npx, but only from that project", () => {
  const root = makeFolder({
    ...under("node_modules/blue-align", ours),
    "node_modules/.bin/blue": link("../blue-align/dist/blue.js"),
    "bin/node": "",
  });
  const entry = join(root, "node_modules/blue-align/dist/blue.js");
  const env = { PATH: `${join(root, "node_modules/.bin")}:${join(root, "bin")}` };
  expect(chooseLauncher({ entry, env, root }).words).toEqual(["npx", "-y", "blue-align"]);
  expect(chooseLauncher({ entry, env }).words).toEqual(["node", entry]);
});

test("Windows needs its command interpreter for a script", () => {
  const prefix = makeFolder({ "blue.cmd": "", ...under("node_modules/blue-align", ours) });
  const question = { entry: "C:\\blue\\dist\\blue.js", platform: "win32" as const, execPath: "C:\\node.exe" };
  expect(chooseLauncher({ ...question, env: { Path: prefix } }).words).toEqual(["cmd", "/c", "blue"]);
  expect(chooseLauncher({ ...question, env: { Path: "" } }).words).toEqual(["C:\\node.exe", "C:/blue/dist/blue.js"]);
});

test("the nearest package decides", () => {
  const root = makeFolder({ ...ours, "node_modules/other/package.json": '{"name":"other"}' });
  expect(findPackageRoot(join(root, "dist/blue.js"))).toBe(root);
  expect(findPackageRoot(join(root, "node_modules/other/index.js"))).toBeUndefined();
  expect(ownPackage().entry).toMatch(/[\\/]dist[\\/]blue\.js$/);
});
