/**
 * Which project this is. Asked for by name it is that folder; otherwise the nearest `.blue` upward, else the git work tree, else the folder we
 * stand in. A linked worktree is a project of its own: the search never climbs from one into the repository it may lie in.
 */
import { dirname, join, resolve } from "node:path";
import { refuse } from "../errors.ts";
import { errno, type Files, findStatus, nodeFiles, readRegular } from "./files.ts";
import type { Rooted } from "./paths.ts";

export type FoundBy = "--project" | "BLUE_PROJECT" | "CLAUDE_PROJECT_DIR" | ".blue" | "git" | "cwd";

export interface Project extends Rooted {
  foundBy: FoundBy;
  /** Whether the root (or a folder above it) is a git work tree. */
  git: boolean;
}

const largestConfig = 1024 * 1024;

export interface FindProjectOptions {
  flag?: string | undefined;
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  files?: Files;
}

export function findProject(options: FindProjectOptions = {}): Project {
  const { env = process.env, cwd = process.cwd(), files = nodeFiles } = options;
  const asked: [FoundBy, string | undefined][] = [
    ["--project", options.flag],
    ["BLUE_PROJECT", env.BLUE_PROJECT],
    ["CLAUDE_PROJECT_DIR", env.CLAUDE_PROJECT_DIR],
  ];
  for (const [foundBy, value] of asked) {
    if (value === undefined || value === "") continue;
    return opened(files, namedDirectory(files, resolve(cwd, value), foundBy), foundBy);
  }
  const here = files.realpath(cwd);
  let workTree: string | undefined;
  for (let at = here; ; at = dirname(at)) {
    if (findStatus(files, join(at, ".blue"))) return opened(files, at, ".blue");
    const git = findStatus(files, join(at, ".git"));
    if (git !== undefined) {
      workTree ??= at;
      if (git.isFile() && isLinkedWorktree(files, join(at, ".git"))) break;
    }
    if (dirname(at) === at) break;
  }
  return workTree === undefined ? opened(files, here, "cwd") : opened(files, workTree, "git");
}

/**
 * For a server: the project is found once, and from then on is that folder, whatever becomes of the `.blue` in it. No call climbs to a project further up
 * because the branch of the day has none here. Where there is neither a name nor a `.blue` nor git, every call looks again.
 */
export function findOnce(options: FindProjectOptions = {}): () => Project {
  let found: Project | undefined;
  let repository: string | undefined;
  const project = () => {
    if (found === undefined) {
      const now = findProject(options);
      if (now.foundBy !== "cwd") found = now;
      return now;
    }
    const { files, root, foundBy } = found;
    // The folder itself: a link that has taken its place leads elsewhere.
    if (!findStatus(files, root)?.isDirectory()) noFolder(root, foundBy);
    const before = repository;
    repository = repositoryOf(files, root);
    const now = opened(files, root, foundBy);
    if (repository === undefined || repository !== before) found = now;
    return found;
  };
  try {
    project();
  } catch {
    // The first call says it.
  }
  return project;
}

function opened(files: Files, root: string, foundBy: FoundBy): Project {
  const blue = findStatus(files, join(root, ".blue"));
  if (blue !== undefined && !blue.isDirectory()) {
    const what = blue.isSymbolicLink() ? "a symbolic link" : "not a folder";
    refuse("path_outside_project", ".blue", "inside_project", {
      message: `${join(root, ".blue")} is ${what}; Blue keeps its records in a real folder`,
      suggestion: "Remove it, then run `blue init`.",
    });
  }
  return { root, foundBy, files, git: findWorkTree(files, root) !== undefined };
}

function namedDirectory(files: Files, path: string, field: FoundBy): string {
  try {
    const real = files.realpath(path);
    if (files.lstat(real)?.isDirectory()) return real;
  } catch (thrown) {
    if (errno(thrown) !== "ENOENT" && errno(thrown) !== "ENOTDIR") throw thrown;
  }
  return noFolder(path, field);
}

function noFolder(path: string, field: FoundBy): never {
  refuse("not_found", { [field]: path }, "exists", {
    message: `${field}: there is no folder ${path}`,
    suggestion: `Give ${field} the path of an existing folder.`,
  });
}

/** The folder that holds `.git`, upward from this one: a folder, or the file of a linked worktree or submodule. */
export function findWorkTree(files: Files, from: string): string | undefined {
  for (let at = from; ; at = dirname(at)) {
    if (findStatus(files, join(at, ".git"))) return at;
    if (dirname(at) === at) return undefined;
  }
}

/**
 * Where the repository lies, whose it is and how it is configured. What git said is known as long as the project is the same value (`git.ts` looks whether
 * the index is the same), so a server has the same one while this is the same. Undefined where it cannot be told.
 */
function repositoryOf(files: Files, root: string): string | undefined {
  const workTree = findWorkTree(files, root);
  if (workTree === undefined) return "";
  const git = join(workTree, ".git");
  const status = findStatus(files, git);
  if (status === undefined) return undefined;
  const told = readRegular(files, status.isDirectory() ? join(git, "config") : git, largestConfig);
  if (told === undefined || "why" in told) return undefined;
  return [git, status.dev, status.ino, status.uid, told.bytes.toString("utf8")].join("\n");
}

/** A linked worktree's `.git` is a file that points below `…/worktrees/`; a submodule's points below `…/modules/`. */
function isLinkedWorktree(files: Files, path: string): boolean {
  const found = readRegular(files, path, 4096);
  return (
    found !== undefined &&
    "bytes" in found &&
    /^gitdir: .*[\\/]worktrees[\\/][^\\/]+\s*$/m.test(found.bytes.toString("utf8"))
  );
}
