/**
 * Opening the index, replacing its file and closing it exclude each other between processes. SQLite finds `-wal` and `-shm` by name, so two files
 * called `blue.db` that follow one another would otherwise be paired with each other's. The lock is SQLite's own, on an empty file of ours: the
 * system releases it when its holder dies, and nothing is ever written.
 */
import { join } from "node:path";
import { BlueError } from "../../errors.ts";
import { errno, openFlags } from "../files.ts";
import type { Project } from "../project.ts";
import { type Database, retryWhileBusy } from "../sqlite/database.ts";
import type { Driver } from "../sqlite/find-driver.ts";
import { discardFile, findInode, findRegular, lockFile } from "./index-files.ts";

const attempts = 20;

/** `work` must not wait for anything. */
export function withIndexLock<T>(project: Project, driver: Driver, work: () => T): T {
  const lock = acquire(project, driver);
  try {
    return work();
  } finally {
    lock.close(); // rolls back: the file stays empty
  }
}

function acquire(project: Project, driver: Driver): Database {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const inode = ensureLockFile(project);
    const lock = driver.open(join(project.root, lockFile));
    try {
      // A journal in memory: BEGIN EXCLUSIVE on an empty file would write one beside it.
      lock.exec("PRAGMA journal_mode = MEMORY");
      retryWhileBusy(() => lock.exec("BEGIN EXCLUSIVE"));
      // Who deletes the file lets the next one lock another: only the file that still has the name counts.
      if (inode !== undefined && findInode(project, lockFile) === inode) return lock;
    } catch (thrown) {
      lock.close();
      throw thrown;
    }
    lock.close();
  }
  throw new BlueError("index_unavailable", `${lockFile} keeps being replaced`, {
    field: "index",
    value: lockFile,
    constraint: "stable_files",
    suggestion:
      "Something is cleaning `.blue/` right now (git clean, a branch switch). Repeat the call when it is done.",
  });
}

/** A lock file that is not empty, or has a journal beside it, is not ours and goes before SQLite sees it. */
function ensureLockFile(project: Project): string | undefined {
  const path = join(project.root, lockFile);
  for (const suffix of ["-journal", "-wal", "-shm"]) discardFile(project, `${path}${suffix}`);
  const standing = findRegular(project, lockFile);
  if (standing?.size === 0) return standing.inode;
  if (standing !== undefined) discardFile(project, path);
  try {
    project.files.close(project.files.open(path, openFlags.create, 0o644));
  } catch (thrown) {
    if (errno(thrown) !== "EEXIST") throw thrown;
  }
  return findInode(project, lockFile);
}
