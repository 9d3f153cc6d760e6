/** Makers of real folders: a project from a literal tree, with git when asked. Everything made here is removed when the test file ends. */
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { type Files, nodeFiles } from "../../src/store/files.ts";
import { findProject, type Project } from "../../src/store/project.ts";

/** Path from the root → content. A path that ends in `/` is an empty folder; `link("…")` is a symbolic link. */
export type Tree = Record<string, string | Uint8Array | { link: string }>;

export function link(to: string): { link: string } {
  return { link: to };
}

export const random = (n: number): Uint8Array => randomBytes(n);

const folders: string[] = [];

/** Called when a test file ends (remove-folders.ts). */
export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}
process.once("exit", removeFolders); // a test file that fails to load runs no hooks

/** A real (unlinked) path to a new folder with `tree` in it. */
export function makeFolder(tree: Tree = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "blue-test-")));
  folders.push(folder);
  plant(folder, tree);
  return folder;
}

export function plant(folder: string, tree: Tree): void {
  for (const [path, content] of Object.entries(tree)) {
    const at = join(folder, path);
    mkdirSync(path.endsWith("/") ? at : dirname(at), { recursive: true });
    if (path.endsWith("/")) continue;
    if (typeof content === "object" && "link" in content) symlinkSync(content.link, at);
    else writeFileSync(at, content);
  }
}

export interface ProjectOptions {
  git?: boolean;
  files?: Files;
}

/** A project of its own: whatever encloses the temporary folder is not looked at. */
export function makeProject(tree: Tree = {}, { git = false, files = nodeFiles }: ProjectOptions = {}): Project {
  const root = makeFolder(tree);
  if (git) initGit(root);
  return findProject({ flag: root, env: {}, files });
}

export function initGit(folder: string): void {
  runGit(folder, "init", "-q", "-b", "main");
  runGit(folder, "add", "-A");
  runGit(folder, "commit", "-q", "--allow-empty", "-m", "start");
}

/** Git as on a machine without any configuration, so that the tests' own machine decides nothing. */
export function gitEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_"));
  const identity = { NAME: "Tester", EMAIL: "tester@example.org" };
  return {
    ...Object.fromEntries(inherited),
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: identity.NAME,
    GIT_AUTHOR_EMAIL: identity.EMAIL,
    GIT_COMMITTER_NAME: identity.NAME,
    GIT_COMMITTER_EMAIL: identity.EMAIL,
  };
}

export function runGit(folder: string, ...args: string[]): string {
  return execFileSync("git", ["-c", "protocol.file.allow=always", ...args], {
    cwd: folder,
    env: gitEnvironment(),
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Every file below `folder` as path → text; links as `→ target`. Folders alone are no state. `skip` names subtrees to leave out. */
export function snapshot(folder: string, ...skip: string[]): Record<string, string> {
  const found: Record<string, string> = {};
  const walk = (at: string) => {
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      const path = join(at, entry.name);
      const name = relative(folder, path);
      if (skip.includes(name)) continue;
      if (entry.isDirectory()) walk(path);
      else found[name] = entry.isFile() ? readFileSync(path, "utf8") : `(${lstatSync(path).mode})`;
    }
  };
  walk(folder);
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)));
}
