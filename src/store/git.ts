/**
 * What Blue asks git: is a path tracked, is it ignored. Git is optional; when it is there but cannot answer, that is said, never guessed.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { dirname, join, resolve } from "node:path";
import { BlueError } from "../errors.ts";
import { errno, findStatus, openFlags } from "./files.ts";
import type { Project } from "./project.ts";

export type Tracking = "tracked" | "untracked" | "ignored" | "no-git" | "unknown";

/** The tracked files below `path` (from the root), or undefined when git is absent or cannot say. */
export function findTracked(project: Project, ...paths: string[]): string[] | undefined {
  const asked = askTracked(project, paths);
  return "tracked" in asked ? asked.tracked : undefined;
}

/**
 * The same for whoever must not guess: none without git, and an error when git is there and cannot say. A missing program counts as that, too: the
 * repository is there, and taking git off the PATH must not open a gate.
 */
export function getTracked(project: Project, ...paths: string[]): string[] {
  if (!project.git) return [];
  const asked = askTracked(project, paths);
  if ("tracked" in asked) return asked.tracked;
  throw new BlueError(
    "io_error",
    `The project is in git, and git cannot say what it tracks in ${paths[0]}: ${asked.failed}`,
    {
      field: "git",
      value: paths[0],
      constraint: "git_answers",
      suggestion: adviceOn(asked.failed),
    },
  );
}

const notInstalled = "there is no git program on the PATH";
const noIndex = "there is no index, and HEAD names a commit";

/** Git's own first line names the folder, or what is damaged. */
function adviceOn(failed: string): string {
  const then =
    "then repeat the call. Until then nobody knows whether a record is missing or a branch delivered a draft.";
  if (failed === notInstalled) return `Install git, or put it on the PATH; ${then}`;
  if (failed.endsWith(noIndex)) return `\`git reset\` makes the index again from HEAD and changes no file; ${then}`;
  if (/dubious ownership/.test(failed))
    return `That folder belongs to another user: run Blue as its owner, or list the folder under \`safe.directory\` in git's configuration; ${then}`;
  return `Make \`git status\` work in the project; ${then}`;
}

function askTracked(project: Project, paths: readonly string[]): { tracked: string[] } | { failed: string } {
  if (!project.git) return { failed: "there is no git here" };
  const remembered = remember(project);
  if (remembered?.damage !== undefined) return { failed: remembered.damage };
  const key = paths.join("\0");
  const known = remembered?.answers.get(key);
  if (known !== undefined) return { tracked: known };
  const answer = ask(project, ["ls-files", "-z", "--", ...paths]);
  if ("failed" in answer) return answer;
  const tracked = answer.out.split("\0").filter((name) => name !== "");
  remembered?.answers.set(key, tracked);
  return { tracked };
}

interface Remembered {
  index: string;
  stamp: string;
  /** Why nothing that git reads from it can be believed. */
  damage: string | undefined;
  answers: Map<string, string[]>;
}

const memory = new WeakMap<Project, Remembered>();

/** What was asked before, while git's own index is the same file: it is replaced by every add, commit and checkout. */
function remember(project: Project): Remembered | undefined {
  const known = memory.get(project);
  const index = known?.index ?? findGitIndex(project);
  if (index === undefined) return undefined;
  const status = findStatus(project.files, followed(project.files, index));
  const stamp = status === undefined ? "none" : `${status.ino} ${status.size} ${status.mtimeMs} ${status.ctimeMs}`;
  if (known?.stamp === stamp) return known;
  const damage = status === undefined ? lossOf(project, index) : damageOf(project.files, index);
  const remembered: Remembered = { index, stamp, damage, answers: new Map() };
  // Without an index there is nothing whose change would be noticed.
  if (damage === undefined && status !== undefined) memory.set(project, remembered);
  return remembered;
}

/** Without its index git lists nothing and reports success. That is so before the first `add`; where something is committed, the index was lost. */
function lossOf(project: Project, index: string): string | undefined {
  return "out" in ask(project, ["rev-parse", "-q", "--verify", "HEAD"]) ? `${index}: ${noIndex}` : undefined;
}

/**
 * Git does not look at the sum its index ends with: from one that was cut it lists nonsense and reports success. All zeros is git's own way
 * (`index.skipHash`) of leaving the sum out.
 */
function damageOf(files: Project["files"], index: string): string | undefined {
  let bytes: Buffer;
  try {
    bytes = readWhole(files, files.realpath(index));
  } catch (thrown) {
    return `${index} cannot be read (${errno(thrown)})`;
  }
  const endsWithSum = (algorithm: "sha1" | "sha256", size: number) => {
    const sum = bytes.subarray(-size);
    return (
      sum.equals(createHash(algorithm).update(bytes.subarray(0, -size)).digest()) || sum.every((byte) => byte === 0)
    );
  };
  // What is shorter than any index, git itself refuses.
  if (bytes.length < 32 || endsWithSum("sha1", 20) || endsWithSum("sha256", 32)) return undefined;
  return `${index}: the index is damaged (its checksum is not that of its content)`;
}

function readWhole(files: Project["files"], path: string): Buffer {
  const fd = files.open(path, openFlags.read);
  try {
    return files.read(fd, files.fstat(fd).size);
  } finally {
    files.close(fd);
  }
}

function findGitIndex({ files, root }: Project): string | undefined {
  for (let at = root; ; at = dirname(at)) {
    const git = followed(files, join(at, ".git"));
    const status = findStatus(files, git);
    if (status?.isDirectory()) return join(git, "index");
    if (status?.isFile()) {
      const [, folder] = /^gitdir: (.+)$/m.exec(readLink(files, git)) ?? [];
      return folder === undefined ? undefined : join(resolve(at, folder.trim()), "index");
    }
    if (dirname(at) === at) return undefined;
  }
}

/** Where a symbolic link leads, as git follows it; the link itself when it leads nowhere. */
function followed(files: Project["files"], path: string): string {
  if (!findStatus(files, path)?.isSymbolicLink()) return path;
  try {
    return files.realpath(path);
  } catch {
    return path;
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
  const answer = ask(project, args);
  return "out" in answer ? answer.out : undefined;
}

function ask(project: Project, args: string[]): { out: string } | { failed: string } {
  try {
    // A path is a name, never a pattern.
    const out = execFileSync("git", ["--literal-pathspecs", ...args], {
      cwd: project.root,
      env: environment(),
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
      stdio: ["ignore", "pipe", "pipe"],
    });
    return { out };
  } catch (thrown) {
    if (errno(thrown) === "ENOENT") return { failed: notInstalled };
    const { stderr, message } = thrown as { stderr?: unknown; message?: string };
    const lines = `${stderr ?? ""}\n${message ?? "it failed"}`.split("\n").map((line) => line.trim());
    return { failed: lines.find((line) => line !== "")! };
  }
}

/** Inside a git hook the environment names that hook's repository and index; ours is found from its folder. */
function environment(): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ...process.env, LC_ALL: "C" };
  for (const name of ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_PREFIX"]) delete env[name];
  return env;
}
