/**
 * The files of the index as the file system shows them, before SQLite touches any: `blue.db`, what SQLite puts beside it, and our lock. A branch
 * can deliver any of them, so each is absent or a regular file that git does not track, or the index is refused. None of them is ever opened
 * by us: closing a descriptor would release the locks SQLite holds on the same file in this process.
 */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { BlueError } from "../../errors.ts";
import { discard } from "../blue-folder.ts";
import { findStatus } from "../files.ts";
import { insideProject, type Rooted } from "../paths.ts";
import type { Project } from "../project.ts";

export const indexFile = ".blue/blue.db";
export const lockFile = `${indexFile}-lock`;
const besides = ["-wal", "-shm", "-journal"];
const names = ["", ...besides].map((suffix) => `${indexFile}${suffix}`);

export function indexPath(project: Rooted): string {
  return join(project.root, indexFile);
}

/** Which file `path` (from the root) is; undefined when nothing is there. */
export function findInode(project: Rooted, path: string): string | undefined {
  return findRegular(project, path)?.inode;
}

/** Refuses a link and everything else that is not a regular file, by name. */
export function findRegular(project: Rooted, path: string): { inode: string; size: number } | undefined {
  const status = findStatus(project.files, join(project.root, path));
  if (status === undefined) return undefined;
  if (!status.isFile()) {
    const what = status.isSymbolicLink() ? "a symbolic link" : "not a regular file";
    throw new BlueError("index_unavailable", `${path} is ${what}; Blue does not use it as its index`, {
      field: "index",
      value: path,
      constraint: "regular_file",
      suggestion: `Find out what put ${path} there, then move it away: Blue makes the index again from the files.`,
    });
  }
  return { inode: `${status.dev}:${status.ino}`, size: status.size };
}

/** Looks at all of them; `journal` is a rollback journal beside the database, which Blue never leaves there. */
export function inspectIndexFiles(project: Rooted): { exists: boolean; journal: boolean } {
  insideProject(project, indexFile.slice(0, indexFile.lastIndexOf("/")), "index");
  const [database, , , journal] = names.map((name) => findRegular(project, name) !== undefined);
  return { exists: database === true, journal: journal === true };
}

/**
 * Throws the index away. The database goes first: whoever dies after that leaves files that the next one knows to be stale, and a process that
 * still has the old one open sees that it has moved and removes nothing by name.
 */
export function discardIndexFiles(project: Rooted): void {
  for (const name of names) discardFile(project, join(project.root, name));
}

/** What SQLite may have left of a database that was still on its way. */
export function discardStaged(project: Rooted, staged: string): void {
  for (const suffix of ["", ...besides]) discard(project.files, `${staged}${suffix}`);
}

export function discardFile(project: Rooted, absolute: string): void {
  if (findStatus(project.files, absolute) === undefined) return;
  try {
    project.files.unlink(absolute);
  } catch (thrown) {
    if (findStatus(project.files, absolute) !== undefined) throw thrown;
  }
}

/** Refuses when git tracks any of them, or cannot say. Asked from `.blue` itself, so that a submodule there answers for its own. */
export async function refuseTracked(project: Project): Promise<void> {
  if (!project.git) return;
  const answer = await listTracked(join(project.root, ".blue"));
  if ("failed" in answer) {
    throw new BlueError("index_unavailable", `Git cannot say whether it tracks .blue/blue.db: ${answer.failed}`, {
      field: "index",
      value: indexFile,
      constraint: "untracked",
      suggestion: "Make `git status` work in the project, then repeat the call. Dialogues work meanwhile.",
    });
  }
  const tracked = answer.tracked.map((name) => `.blue/${name}`);
  if (tracked.length === 0) return;
  throw new BlueError(
    "index_unavailable",
    `Git tracks ${tracked.join(", ")}; Blue does not open a database that came with a branch`,
    {
      field: "index",
      value: tracked[0],
      constraint: "untracked",
      suggestion:
        "Have git forget it (remove it from git's own index, its cached entry) and commit that; .blue/.gitignore lists `blue.db*`. Blue makes the index again from the files.",
      context: { tracked },
    },
  );
}

function listTracked(cwd: string): Promise<{ tracked: string[] } | { failed: string }> {
  // Without regard to case: on some file systems `Blue.db` is our file.
  const args = ["-c", "core.fsmonitor=false", "ls-files", "-z", "--", ":(icase)blue.db*"];
  return new Promise((resolve) => {
    execFile(
      "git",
      args,
      { cwd, env: gitEnvironment(), timeout: 10_000, encoding: "utf8" },
      (error, stdout, stderr) => {
        if (error === null) return resolve({ tracked: stdout.split("\0").filter((name) => name !== "") });
        if (error.code === "ENOENT" || /not a git repository/.test(stderr)) return resolve({ tracked: [] });
        resolve({ failed: stderr.split("\n", 1)[0] || error.message.split("\n", 1)[0] || "it failed" });
      },
    );
  });
}

/** A hook's variables point git at the repository the hook runs for, which need not be this one. */
function gitEnvironment(): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ...process.env, LC_ALL: "C", GIT_OPTIONAL_LOCKS: "0" };
  for (const name of ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR", "GIT_NAMESPACE"]) {
    delete env[name];
  }
  return env;
}
