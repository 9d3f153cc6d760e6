/** What lies in the trash, by the note each deletion left. */
import { basename } from "node:path";
import * as z from "zod";
import { listFolder } from "./files.ts";
import { findFile, insideProject, type Rooted } from "./paths.ts";

export const trashFolder = ".blue/trash";

const note = z.object({ path: z.string(), title: z.string(), reason: z.string(), deleted_at: z.string() });

export interface Deleted extends z.output<typeof note> {
  /** The folder's name. */
  id: string;
  /** Where the document lies now. */
  kept: string;
}

/** Oldest first. A folder without a readable note is not ours. */
export function listTrash(project: Rooted): Deleted[] {
  return listFolder(project.files, insideProject(project, trashFolder))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .flatMap((id) => {
      const bytes = findFile(project, `${trashFolder}/${id}/deleted.json`, "trash", 1024 * 1024);
      const parsed = note.safeParse(parseJson(bytes?.toString("utf8")));
      return parsed.success ? [{ id, kept: `${trashFolder}/${id}/${basename(parsed.data.path)}`, ...parsed.data }] : [];
    });
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}
