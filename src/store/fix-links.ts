/** A file got another name: what linked to it, in documents and reminders, still does. */
import { relink } from "../documents/links.ts";
import { listDocuments, openDocuments, type Random, saveText } from "./documents.ts";
import type { Rooted } from "./paths.ts";
import { openReminders } from "./reminders.ts";

/** The paths of what was fixed. */
export function fixLinks(project: Rooted, random: Random, from: string, to: string): string[] {
  const { documents } = openDocuments(project, listDocuments(project));
  return [...documents, ...openReminders(project).reminders].flatMap(({ path, text }) => {
    const fixed = relink(path, text, from, to);
    if (fixed === text) return [];
    saveText(project, path, text, fixed, random);
    return [path];
  });
}
