/** A document's text put in place whole. Nothing is overwritten: not another file, not what somebody saved in the meantime. */
import { createHash } from "node:crypto";
import { dirname } from "node:path";
import { refuse } from "../errors.ts";
import { discard, ensureBlueFolder, ensureFolders, replaceAt, stageFile, syncFolders } from "./blue-folder.ts";
import { withClaim } from "./claims.ts";
import { largestDocument } from "./documents.ts";
import { errno, findStatus } from "./files.ts";
import { moveTracked } from "./git.ts";
import { findFile, insideProject, type Rooted } from "./paths.ts";
import type { Project } from "./project.ts";
import { refuseWithoutLinks } from "./publish.ts";

export type Random = (n: number) => Uint8Array;

/** False when the name is taken. */
export function placeNew(project: Rooted, path: string, text: string, random: Random): boolean {
  const target = insideProject(project, path);
  const staged = stageFile(project, Buffer.from(text), random, true);
  try {
    project.files.link(staged, target);
  } catch (thrown) {
    if (errno(thrown) === "EEXIST") return false;
    refuseWithoutLinks(thrown);
    throw thrown;
  } finally {
    discard(project.files, staged);
  }
  syncFolders(project, dirname(path));
  return true;
}

/** Puts a changed text in place, unless somebody changed the file since it was read. */
export function saveText(project: Rooted, path: string, before: string, after: string, random: Random): void {
  if (before === after) return;
  const target = insideProject(project, path);
  const read = () => findFile(project, path, "path", largestDocument);
  const bytes = read();
  if (bytes !== undefined && !Buffer.from(bytes.toString("utf8")).equals(bytes)) {
    refuse("invalid_input", { path }, "utf8", {
      message: `${path} is not UTF-8; writing it would damage what it says`,
      suggestion: "Convert it to UTF-8 first. Nothing was written.",
    });
  }
  ensureBlueFolder(project, random); // a fresh clone has documents and no place for files on their way
  const staged = stageFile(project, Buffer.from(after), random, true);
  const saved = withFile(project, path, () => {
    const unchanged = read()?.toString("utf8") === before;
    if (unchanged) replaceAt(project, target, staged);
    return unchanged;
  });
  if (!saved) {
    discard(project.files, staged);
    refuse("document_changed", { path }, "unchanged", {
      message: `${path} was changed by somebody else just now`,
      suggestion: "Nothing was written. Read it again and repeat the call.",
    });
  }
  syncFolders(project, dirname(path));
}

/** One process at a time looks at a document and puts another in its place: between the two nobody else saves. */
function withFile<T>(project: Rooted, path: string, run: () => T): T {
  return withClaim(project, createHash("sha256").update(path).digest("hex").slice(0, 32), run);
}

/**
 * Renames a document, never over another file. Where git tracks it, the new name and the text are staged, and the answer is what was not because of a
 * filter; undefined where git does not track it.
 */
export function moveDocument(project: Project, from: string, to: string): string[] | undefined {
  if (from === to) return undefined;
  assertFree(project, from, to);
  ensureFolders(project, ".blue/tmp");
  const ended = withFile(project, from, () => {
    const ended = moveTracked(project, from, to);
    if (ended !== "moved") project.files.rename(insideProject(project, from), insideProject(project, to));
    return ended;
  });
  syncFolders(project, dirname(to));
  return { moved: [], filtered: [to], "not tracked": undefined }[ended];
}

export function assertFree(project: Rooted, from: string, to: string): void {
  if (from === to || findStatus(project.files, insideProject(project, to)) === undefined) return;
  refuse("invalid_input", { path: to }, "free_name", {
    message: `${to} exists already`,
    suggestion: "Rename or remove the other file first.",
  });
}
