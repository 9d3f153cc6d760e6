/**
 * What Blue asks git: is a path tracked, is it ignored. Git is optional; when it is there but cannot answer, that is said, never guessed.
 */
import { execFileSync } from "node:child_process";
import type { Project } from "./project.ts";

export type Tracking = "tracked" | "untracked" | "ignored" | "no-git" | "unknown";

/** The tracked files below `path` (from the root), or undefined when git is absent or cannot say. */
export function findTracked(project: Project, ...paths: string[]): string[] | undefined {
  const out = git(project, ["ls-files", "-z", "--", ...paths]);
  return out === undefined ? undefined : out.split("\0").filter((name) => name !== "");
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
