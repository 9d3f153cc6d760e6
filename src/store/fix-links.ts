/** A file got another name: what linked to it, in documents and reminders, still does. */
import { relink } from "../documents/links.ts";
import { BlueError } from "../errors.ts";
import { listDocuments, openDocuments } from "./documents.ts";
import type { Rooted } from "./paths.ts";
import { openReminders } from "./reminders.ts";
import { type Random, saveText } from "./write-document.ts";

/** The paths of what was fixed. */
export function fixLinks(project: Rooted, random: Random, from: string, to: string): string[] {
  const { documents } = openDocuments(project, listDocuments(project));
  const plans = documents.flatMap(({ plan }) => plan ?? []);
  return [...documents, ...plans, ...openReminders(project).reminders].flatMap(({ path, text }) => {
    const fixed = relink(path, text, from, to);
    if (fixed === text) return [];
    try {
      saveText(project, path, text, fixed, random);
      return [path];
    } catch (thrown) {
      // The new name stands; a neighbour that cannot be written without harm keeps a dead link, which `lint` names.
      if (thrown instanceof BlueError && thrown.constraint === "utf8") return [];
      throw thrown;
    }
  });
}
