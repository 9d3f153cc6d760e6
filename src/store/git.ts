/**
 * What Blue asks git: is a path tracked, is it ignored. Git is optional; when it is there but cannot answer, that is said, never guessed.
 */
import { execFileSync } from "node:child_process";
import { dirname, join, resolve } from "node:path";
import { findStatus, openFlags } from "./files.ts";
import type { Project } from "./project.ts";

export type Tracking = "tracked" | "untracked" | "ignored" | "no-git" | "unknown";

/** The tracked files below `path` (from the root), or undefined when git is absent or cannot say. */
export function findTracked(project: Project, ...paths: string[]): string[] | undefined {
  if (!project.git) return undefined;
  const answers = rememberedAnswers(project);
  const key = paths.join("\0");
  const known = answers?.get(key);
  if (known !== undefined) return known;
  const out = git(project, ["ls-files", "-z", "--", ...paths]);
  const tracked = out?.split("\0").filter((name) => name !== "");
  if (tracked !== undefined) answers?.set(key, tracked);
  return tracked;
}

interface Remembered {
  index: string;
  stamp: string;
  answers: Map<string, string[]>;
}

const memory = new WeakMap<Project, Remembered>();

/** What was asked before, while git's own index is the same file: it is replaced by every add, commit and checkout. */
function rememberedAnswers(project: Project): Map<string, string[]> | undefined {
  const known = memory.get(project);
  const index = known?.index ?? findGitIndex(project);
  if (index === undefined) return undefined;
  const status = findStatus(project.files, index);
  const stamp = status === undefined ? "none" : `${status.ino} ${status.size} ${status.mtimeMs} ${status.ctimeMs}`;
  if (known?.stamp === stamp) return known.answers;
  const answers = new Map<string, string[]>();
  memory.set(project, { index, stamp, answers });
  return answers;
}

function findGitIndex({ files, root }: Project): string | undefined {
  for (let at = root; ; at = dirname(at)) {
    const git = join(at, ".git");
    const status = findStatus(files, git);
    if (status?.isDirectory()) return join(git, "index");
    if (status?.isFile()) {
      const [, folder] = /^gitdir: (.+)$/m.exec(readLink(files, git)) ?? [];
      return folder === undefined ? undefined : join(resolve(at, folder.trim()), "index");
    }
    if (dirname(at) === at) return undefined;
  }
}

function readLink(files: Project["files"], path: string): string {
  const fd = files.open(path, openFlags.read);
  try {
    return files.read(fd, 4096).toString("utf8");
  } finally {
    files.close(fd);
  }
}

/** How git sees one path. */
export function trackingOf(project: Project, path: string): Tracking {
  if (!project.git) return "no-git";
  const tracked = findTracked(project, path);
  if (tracked === undefined) return "unknown";
  if (tracked.length > 0) return "tracked";
  return isIgnored(project, path) ? "ignored" : "untracked";
}

export function isIgnored(project: Project, path: string): boolean {
  if (!project.git) return false;
  try {
    execFileSync("git", ["check-ignore", "-q", "--no-index", "--", path], {
      cwd: project.root,
      env: environment(),
      stdio: "ignore",
    });
    return true;
  } catch {
    return false; // 1: not ignored; anything else: git cannot say, and then nothing is claimed
  }
}

/** Paths below `path` that git neither tracks nor ignores, or undefined when it cannot say. */
export function findUntracked(project: Project, path: string): string[] | undefined {
  const out = git(project, ["ls-files", "-z", "--others", "--exclude-standard", "--", path]);
  return out === undefined ? undefined : out.split("\0").filter((name) => name !== "");
}

/** `git mv` for a tracked file; false when git does not track it or cannot, and then a plain rename is the caller's. */
export function moveTracked(project: Project, from: string, to: string): boolean {
  if ((findTracked(project, from) ?? []).length === 0) return false;
  return git(project, ["mv", "--", from, to]) !== undefined;
}

function git(project: Project, args: string[]): string | undefined {
  if (!project.git) return undefined;
  try {
    // A path is a name, never a pattern.
    return execFileSync("git", ["--literal-pathspecs", ...args], {
      cwd: project.root,
      env: environment(),
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
      stdio: ["ignore", "pipe", "ignore"],
    });
  } catch {
    return undefined;
  }
}

/** Inside a git hook the environment names that hook's repository and index; ours is found from its folder. */
function environment(): NodeJS.ProcessEnv {
  const env = { ...process.env };
  for (const name of ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_PREFIX"]) delete env[name];
  return env;
}
