/**
 * What was deleted, kept: a folder per deletion under `.blue/trash/` with the document as it was and a note of where it stood and why it went. In
 * git like everything else, so that a deletion is reviewed and can be undone by anybody.
 */
import { basename, dirname } from "node:path";
import { refuse } from "../errors.ts";
import { minuteStamp } from "../rules/slug.ts";
import { discard, ensureBlueFolder, ensureFolders, syncFolders } from "./blue-folder.ts";
import { documentFileAt } from "./documents.ts";
import { stage, stageTracked } from "./git.ts";
import { findFile, insideProject, type Rooted } from "./paths.ts";
import type { Project } from "./project.ts";
import { type Deleted, listTrash, trashFolder } from "./trash-entries.ts";
import { moveDocument, placeNew, type Random } from "./write-document.ts";

/** The note first: a document is never in the trash without a word of where it belongs. */
export function moveToTrash(
  project: Project,
  random: Random,
  now: Date,
  document: { path: string; title: string },
  reason: string,
): Deleted & { unstaged: string[] } {
  const { path, title } = document;
  ensureBlueFolder(project, random);
  const body = { path, title, reason, deleted_at: now.toISOString() };
  const slug = basename(path, ".md").replace(/[^\p{L}\p{M}\p{N}-]+/gu, "-");
  for (let n = 1; ; n++) {
    const id = `${minuteStamp(now)}-${slug}${n === 1 ? "" : `-${n}`}`;
    const folder = `${trashFolder}/${id}`;
    ensureFolders(project, folder);
    const note = `${folder}/deleted.json`;
    if (!placeNew(project, note, `${JSON.stringify(body, null, 2)}\n`, random)) continue;
    const unstaged = moveDocument(project, path, `${folder}/${basename(path)}`);
    unstaged?.push(...stage(project, [note]));
    return { id, kept: `${folder}/${basename(path)}`, ...body, unstaged: unstaged ?? [] };
  }
}

export function findDeleted(project: Rooted, key: string): Deleted {
  const all = listTrash(project);
  const found = all.filter(({ id, path }) => id === key || path === key || basename(path) === key);
  const matches = found.length > 0 ? found : all.filter(({ id, title }) => id.includes(key) || title === key);
  if (matches.length === 1) return matches[0]!;
  refuse(matches.length === 0 ? "not_found" : "invalid_input", { id: key }, "one_deleted_document", {
    message:
      matches.length === 0
        ? `There is no deleted document ${key}`
        : `${key} names ${matches.length} deleted documents: ${matches.map(({ id }) => id).join(", ")}`,
    suggestion:
      all.length === 0
        ? "The trash is empty."
        : `In the trash: ${all
            .slice(-5)
            .map(({ id }) => id)
            .join(", ")}.`,
  });
}

/** Answers with what was not staged, because git would run a filter on it. */
export function restoreFromTrash(project: Project, deleted: Deleted): string[] {
  // The note is a file that a branch can deliver: only a document's own place will do.
  if (documentFileAt(deleted.path) === undefined)
    refuse("path_outside_project", { id: deleted.id }, "document_path", {
      message: `${deleted.id} says that it belongs to ${deleted.path}, which is not a place for documents`,
      suggestion: "Correct `path` in its deleted.json.",
    });
  if (findFile(project, deleted.kept) === undefined)
    refuse("not_found", { id: deleted.id }, "exists", {
      message: `${deleted.kept} is not there`,
      suggestion: "Restore it from git.",
    });
  ensureFolders(project, dirname(deleted.path));
  const unstaged = moveDocument(project, deleted.kept, deleted.path);
  removeEntry(project, deleted);
  unstaged?.push(...stageTracked(project, [`${trashFolder}/${deleted.id}/deleted.json`]));
  return unstaged ?? [];
}

/** The document, the note and the folder, in this order. */
export function removeEntry(project: Rooted, { id, kept }: Deleted): void {
  const folder = `${trashFolder}/${id}`;
  for (const path of [kept, `${folder}/deleted.json`]) discard(project.files, insideProject(project, path));
  try {
    project.files.rmdir(insideProject(project, folder));
  } catch {
    // Something else lies in it; that is not ours to remove.
  }
  syncFolders(project, trashFolder);
}
