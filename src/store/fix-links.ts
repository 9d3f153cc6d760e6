/** A file got another name: what linked to it, in documents and reminders, still does; what names it elsewhere in the project is found. */
import { relink } from "../documents/links.ts";
import { BlueError } from "../errors.ts";
import { listDocuments, openDocuments } from "./documents.ts";
import { findNaming } from "./git.ts";
import type { Rooted } from "./paths.ts";
import type { Project } from "./project.ts";
import { projectFiles, readSource } from "./project-files.ts";
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

export interface NamedLine {
  path: string;
  line: number;
  text: string;
}

const mostLines = 50;

/** The lines of files outside `.blue` that name a document by its folder and file: links, addresses, comments. */
export function findNamedOutside(project: Project, path: string): NamedLine[] {
  const name = path.split("/").slice(-2).join("/");
  return (findNaming(project, name) ?? projectFiles(project))
    .flatMap((file) => {
      const source = readSource(project, file);
      if ("skipped" in source || !source.text.includes(name)) return [];
      return source.text
        .split("\n")
        .flatMap((text, i) =>
          text.includes(name) ? [{ path: file, line: i + 1, text: text.trim().slice(0, 100) }] : [],
        );
    })
    .slice(0, mostLines);
}
