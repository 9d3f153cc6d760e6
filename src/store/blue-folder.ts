/**
 * The `.blue` folder itself: its layout, and what git must not carry. The first write makes it, silently; `blue init` makes it on request.
 */
import { dirname, join, relative } from "node:path";
import { errno, type Files, findStatus, openFlags } from "./files.ts";
import { findFile, insideProject, lookInside, type Rooted } from "./paths.ts";

export const indexFile = ".blue/blue.db";
export const ignoredByGit = ["blue.db*", "drafts/", "locks/", "tmp/"] as const;

export function isInitialised(project: Rooted): boolean {
  return findStatus(project.files, join(project.root, ".blue")) !== undefined;
}

/** Makes what is missing and answers with it, as paths from the root. Eight processes may do this at once. */
export function ensureBlueFolder(project: Rooted, random: (n: number) => Uint8Array): string[] {
  const made: string[] = [];
  for (const folder of [".blue", ".blue/tmp", ".blue/dialogues"]) {
    if (ensureFolder(project, folder)) made.push(`${folder}/`);
  }
  const ignore = findFile(project, ".blue/.gitignore")?.toString("utf8") ?? "";
  const lines = ignore.split(/\r?\n/).map((line) => line.trim());
  const missing = ignoredByGit.filter((entry) => !lines.includes(entry));
  if (missing.length > 0) {
    const kept = ignore === "" || ignore.endsWith("\n") ? ignore : `${ignore}\n`;
    replaceFile(project, ".blue/.gitignore", `${kept}${missing.join("\n")}\n`, random);
    made.push(".blue/.gitignore");
  }
  if (lookInside(project, ".blue/dialogues/.gitkeep").status === undefined) {
    replaceFile(project, ".blue/dialogues/.gitkeep", "", random);
    made.push(".blue/dialogues/.gitkeep");
  }
  return made;
}

/** True when this call made it. */
export function ensureFolder(project: Rooted, path: string): boolean {
  const { absolute, status } = lookInside(project, path);
  if (status?.isDirectory()) return false;
  try {
    project.files.mkdir(absolute);
    return true;
  } catch (thrown) {
    if (errno(thrown) === "EEXIST" && findStatus(project.files, absolute)?.isDirectory()) return false;
    throw thrown;
  }
}

/** `path` and every folder above it, down from the root. */
export function ensureFolders(project: Rooted, path: string): void {
  // One look for the whole path; most of the time all of it is there.
  if (lookInside(project, path).status?.isDirectory()) return;
  if (path.includes("/")) ensureFolders(project, dirname(path));
  ensureFolder(project, path);
}

/** The absolute form of a folder, made where it is missing. */
export function folderFor(project: Rooted, path: string): string {
  const { absolute, status } = lookInside(project, path);
  if (!status?.isDirectory()) ensureFolders(project, path);
  return absolute;
}

/** A file that can be made again (generated, ignored): written to `.blue/tmp/` and renamed into place, so a reader sees the old or the new one. */
export function replaceFile(
  project: Rooted,
  path: string,
  text: string,
  random: (n: number) => Uint8Array,
  durable = false,
): void {
  const target = insideProject(project, path);
  replaceAt(project, target, stageFile(project, Buffer.from(text), random, durable));
  if (durable) syncFolders(project, dirname(path));
}

/** As `replaceFile`, and nothing is touched where the words are there already. */
export function ensureFile(project: Rooted, path: string, text: string, random: (n: number) => Uint8Array): void {
  if (!findFile(project, path)?.equals(Buffer.from(text))) replaceFile(project, path, text, random);
}

/** Puts a staged file in its place; both paths are absolute and checked. */
export function replaceAt(project: Rooted, target: string, staged: string): void {
  try {
    project.files.rename(staged, target);
  } catch (thrown) {
    discard(project.files, staged);
    throw thrown;
  }
}

/**
 * Makes names durable from `folder` up to the project's root. Always all of them: an earlier process may have made a folder and died before it could do
 * this. False when a folder is gone.
 */
export function syncFolders(project: Rooted, folder: string): boolean {
  for (let at = join(project.root, folder); ; at = dirname(at)) {
    try {
      syncFolder(project, at);
    } catch (thrown) {
      if (errno(thrown) === "ENOENT") return false;
      throw thrown;
    }
    if (relative(project.root, at) === "") return true;
  }
}

export function syncFolder({ files }: Rooted, absolute: string): void {
  if (process.platform === "win32") return; // a folder cannot be opened there; NTFS journals its names
  const fd = files.open(absolute, openFlags.directory);
  try {
    files.fsync(fd);
  } finally {
    files.close(fd);
  }
}

/** Writes the bytes under `.blue/tmp/` and answers with the absolute path. */
export function stageFile(
  project: Rooted,
  bytes: Uint8Array,
  random: (n: number) => Uint8Array,
  durable: boolean,
  folder = insideProject(project, ".blue/tmp"),
): string {
  const { files } = project;
  const staged = join(folder, Buffer.from(random(12)).toString("hex"));
  const fd = files.open(staged, openFlags.create, 0o644);
  try {
    files.write(fd, bytes);
    if (durable) files.fsync(fd);
  } catch (thrown) {
    files.close(fd);
    discard(files, staged);
    throw thrown;
  }
  files.close(fd);
  return staged;
}

/** Removes a staged file; a leftover is harmless (ignored by git, swept by `doctor --fix`). */
export function discard(files: Files, staged: string): void {
  try {
    files.unlink(staged);
  } catch {}
}
