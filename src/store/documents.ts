/** Documents on disk, found and opened. The files are the truth; links are passed over, and what cannot be read is named. */
import { basename, join, posix } from "node:path";
import { type Document, type DocumentFile, nameOf, readDocument } from "../documents/document.ts";
import {
  type DocumentType,
  docsFolder,
  documentTypes,
  folderOf,
  typeOfFolder,
  typeShapes,
} from "../documents/document-types.ts";
import { isIndexPage, parseFileName, planName } from "../documents/file-name.ts";
import { refuse } from "../errors.ts";
import { slugOf } from "../rules/slug.ts";
import { findStatus, listFolder } from "./files.ts";
import { findFile, insideProject, type Rooted } from "./paths.ts";

export const largestDocument = 2 * 1024 * 1024;

/** Every document of the given types by type, then name. Opens none. */
export function listDocuments(project: Rooted, ...types: DocumentType[]): DocumentFile[] {
  return (types.length === 0 ? documentTypes : types).flatMap((type) =>
    markdownFiles(project, folderOf(type)).flatMap((path) => {
      const name = parseFileName(type, basename(path));
      return name === undefined ? [] : [{ type, path, name }];
    }),
  );
}

/** Regular Markdown files below a folder, sorted; links are passed over. */
export function markdownFiles(project: Rooted, folder: string): string[] {
  return listFolder(project.files, insideProject(project, folder))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return markdownFiles(project, path);
      return entry.isFile() && entry.name.endsWith(".md") ? [path] : [];
    });
}

export function openDocument(project: Rooted, file: DocumentFile): Document {
  const read = (path: string) => findFile(project, path, "path", largestDocument)?.toString("utf8");
  const document = readDocument(file, read(file.path) ?? "");
  const text = file.type === "rfc" ? read(planPath(file)) : undefined;
  return text === undefined ? document : { ...document, plan: { path: planPath(file), text } };
}

/** Where the plan of an RFC lies, if it has a file of its own. */
export function planPath({ path, name }: DocumentFile): string {
  return `${posix.dirname(path)}/${planName(name)}`;
}

/** Markdown below `.blue/docs/` that Blue does not read: no folder of ours, or a plan whose RFC is gone. */
export function skippedFiles(project: Rooted): string[] {
  const plans = new Set(listDocuments(project, "rfc").map(planPath));
  return markdownFiles(project, docsFolder).filter(
    (path) => documentFileAt(path) === undefined && !plans.has(path) && !isIndexPage(basename(path)),
  );
}

/** Documents that can be read, and those that cannot with the reason. */
export function openDocuments(
  project: Rooted,
  files: readonly DocumentFile[],
): { documents: Document[]; unreadable: { path: string; why: string }[] } {
  const documents: Document[] = [];
  const unreadable: { path: string; why: string }[] = [];
  for (const file of files) {
    try {
      documents.push(openDocument(project, file));
    } catch (thrown) {
      unreadable.push({ path: file.path, why: (thrown as Error).message });
    }
  }
  return { documents, unreadable };
}

/** The type and name of a file below `.blue/docs/`; undefined when it is no document. */
export function documentFileAt(path: string): DocumentFile | undefined {
  if (posix.normalize(path) !== path) return undefined; // a way round would lead elsewhere
  const [, folder] = new RegExp(`^${docsFolder.replace(".", "\\.")}/([^/]+)/`).exec(path) ?? [];
  const type = folder === undefined ? undefined : typeOfFolder(folder);
  const name = type === undefined ? undefined : parseFileName(type, basename(path));
  return type === undefined || name === undefined ? undefined : { type, path, name };
}

/** The documents a key may mean: a number, a path, a file's name, its stem, its slug, or the start of one. */
export function matchDocuments(
  project: Rooted,
  key: string,
  types: readonly DocumentType[],
  exact = false,
): DocumentFile[] {
  const files = listDocuments(project, ...types);
  const asked = key.trim().replace(/^\.\//, "");
  const [, label, digits] = /^(?:([a-z]+)[ -]?)?(\d+)$/i.exec(asked) ?? [];
  if (digits !== undefined) {
    const labelled =
      label === undefined
        ? undefined
        : documentTypes.find((type) => typeShapes[type].label.toLowerCase() === label.toLowerCase());
    if (label === undefined || labelled !== undefined)
      return files.filter(
        ({ type, name }) => name.number === Number(digits) && (labelled === undefined || type === labelled),
      );
  }
  const part = slugOf(asked, asked.length);
  const ways: ((file: DocumentFile) => boolean)[] = [
    ({ path }) => path === asked || join(project.root, path) === asked,
    ({ path }) => basename(path) === asked || basename(path, ".md") === asked,
    ({ name }) => name.slug === asked || `${name.stamp ?? name.digits}-${name.slug}` === asked,
    ({ name }) => !exact && part.length >= 3 && `${name.stamp ?? ""}-${name.slug}`.includes(part),
  ];
  for (const way of ways) {
    const found = files.filter(way);
    if (found.length > 0) return found;
  }
  return [];
}

/** The one document a key means. */
export function getDocument(
  project: Rooted,
  key: string | number,
  types: readonly DocumentType[],
  field = "id",
  exact = false,
): Document {
  const found = matchDocuments(project, String(key), types, exact);
  const what = types.length === 1 ? typeShapes[types[0]!].label : "document";
  if (found.length === 1) return openDocument(project, found[0]!);
  if (found.length > 1) {
    refuse("invalid_input", { [field]: key }, "one_document", {
      message: `${key} names ${found.length} documents: ${found.map(({ path }) => path).join(", ")}`,
      suggestion: "Give the path of the one you mean.",
      context: { matches: found.map(({ path }) => path) },
    });
  }
  const here = listDocuments(project, ...types).slice(-5);
  refuse("not_found", { [field]: key }, "exists", {
    message: `There is no ${what} ${key}`,
    suggestion: here.length === 0 ? `There is no ${what} yet.` : `The latest here: ${here.map(nameOf).join(", ")}.`,
  });
}

/** What a caller may say for a document: its number, or its path where a merge brought a second one of that number. */
export function shortName(project: Rooted, { type, name: { number, digits }, path }: DocumentFile): string {
  if (digits === undefined) return path;
  return listDocuments(project, type).filter(({ name }) => name.number === number).length > 1 ? path : digits;
}

/** Whether a path of the project leads to a file or folder; what leads out of it does not exist. */
export function fileExists(project: Rooted, path: string): boolean {
  try {
    return findStatus(project.files, insideProject(project, path)) !== undefined;
  } catch {
    return false;
  }
}
