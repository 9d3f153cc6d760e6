/**
 * A commit of this repository, checked out in a temporary folder: to look at what is not in the work tree. It borrows the objects and copies nothing, has
 * nobody's configuration, and leaves the repository itself untouched.
 */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { ensureFolders } from "./blue-folder.ts";
import { errno } from "./files.ts";
import { findProject, type Project } from "./project.ts";
import { askGit, makeRepository, prefixOf, refuseUnanswered } from "./run-git.ts";

/** `paths`: only these, from the project's root. The folder is gone when `look` has answered. */
export function atCommit<T>(
  project: Project,
  commit: string,
  paths: readonly string[],
  look: (there: Project) => T,
): T {
  return inScratch(project, (scratch) => look(checkOut(scratch, prefixOf(project), commit, paths)));
}

/** An empty repository that has all objects of this one. What is written there stays there. */
export function inScratch<T>(project: Project, look: (scratch: Project) => T): T {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "blue-commit-")));
  try {
    const scratch: Project = { root: folder, foundBy: "cwd", files: project.files, git: true };
    const format = askGit(project, ["rev-parse", "--show-object-format"]).trim();
    const made = makeRepository(folder, { root: project.root, env: process.env }, `--object-format=${format}`);
    if ("failed" in made) refuseUnanswered("init", made.failed);
    const inGit = (name: string) => resolve(project.root, askGit(project, ["rev-parse", "--git-path", name]).trim());
    const place = (path: string, text: string | Buffer) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text, { flag: "a" });
    };
    place(".git/objects/info/alternates", `${inGit("objects")}\n`);
    place(".git/config", "[user]\n  name = Blue\n  email = blue@localhost\n");
    const shallow = readIfThere(inGit("shallow"));
    if (shallow !== undefined) place(".git/shallow", shallow);
    return look(scratch);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (thrown) {
    if (errno(thrown) === "ENOENT") return undefined;
    throw thrown;
  }
}

/** The project as it is at a commit. `prefix`: where it lies in its repository. */
export function checkOut(scratch: Project, prefix: string, commit: string, paths: readonly string[]): Project {
  askGit(scratch, ["update-ref", "--no-deref", "HEAD", commit]);
  const chosen = paths.map((path) => `${prefix}${path}`).filter((path) => isThere(scratch, commit, path));
  if (paths.length === 0) askGit(scratch, ["reset", "-q", "--hard", commit]);
  else if (chosen.length > 0) askGit(scratch, ["checkout", "-q", commit, "--", ...chosen]);
  // The commit may have a link where the project's folder is here: it is not followed.
  if (prefix !== "") ensureFolders(scratch, prefix.replace(/\/$/, ""));
  return findProject({ flag: join(scratch.root, prefix), env: {}, files: scratch.files });
}

function isThere(scratch: Project, commit: string, path: string): boolean {
  return askGit(scratch, ["ls-tree", "--name-only", "-z", commit, "--", path]) !== "";
}
