/** What the pages for people point at exists: files behind links, error codes, pages on the map. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { errorCodes } from "../src/errors.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const docs = ["", "proof/"].flatMap((folder) =>
  readdirSync(join(root, "docs", folder)).flatMap((name) => (name.endsWith(".md") ? [folder + name] : [])),
);
const pages = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "AGENTS.md", ...docs.map((name) => `docs/${name}`)];
const read = (page: string) => readFileSync(join(root, page), "utf8");

it.each(pages)("every link of %s leads to a file", (page) => {
  const links = [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = ""]) => to.replace(/#.*/, ""));
  const local = links.filter((to) => to !== "" && !/^[a-z]+:/.test(to));
  expect(local.filter((to) => !existsSync(join(root, dirname(page), decodeURI(to))))).toEqual([]);
});

it("every path that the architecture page names exists", () => {
  const named = [...read("docs/architecture.md").matchAll(/`((?:src|scripts|docs|test)\/[\w./-]+)`/g)];
  const paths = named.map(([, path = ""]) => path);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  expect(paths.length).toBeGreaterThan(30);
});

it("the map names every page of docs", () => {
  const map = read("docs/README.md");
  expect(docs.filter((name) => name !== "README.md" && !map.includes(`(${name}`))).toEqual([]);
});

it("every error code on the troubleshooting page exists", () => {
  const named = [...read("docs/troubleshooting.md").matchAll(/`([a-z]+_[a-z_]+)`/g)].map(([, code = ""]) => code);
  const codes: readonly string[] = errorCodes;
  expect(named.filter((code) => !codes.includes(code) && !code.startsWith("blue_"))).toEqual([]);
});

it("the README's first two commands are the demo and the core tests", () => {
  const [, block = ""] = read("README.md").match(/```sh\n([\s\S]*?)```/) ?? [];
  expect(block.match(/^npm \S+( \w+)?/gm)).toEqual(["npm run demo", "npm test"]);
});
