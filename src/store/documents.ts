/**
 * Documents on disk. The files are the truth: numbers come from them and from git's index, never from the database, and every change is one
 * spliced text put in place whole. Whoever edits by hand at the same moment is not overwritten.
 */
import { basename, dirname, join, posix } from "node:path";
import { minuteStamp, slugOf } from "../deliberation/slug.ts";
import { composeDocument, type NewDocument } from "../documents/compose.ts";
import { type Document, type DocumentFile, nameOf, readDocument } from "../documents/document.ts";
import {
  type DocumentType,
  docsFolder,
  documentTypes,
  folderOf,
  typeOfFolder,
  typeShapes,
} from "../documents/document-types.ts";
import { digitsOf, makeFileName, type NameStyle, parseFileName } from "../documents/file-name.ts";
import type { HeaderForm } from "../documents/header.ts";
import { BlueError } from "../errors.ts";
import { discard, ensureBlueFolder, ensureFolders, replaceAt, stageFile, syncFolders } from "./blue-folder.ts";
import { errno, findStatus, openFlags } from "./files.ts";
import { findTracked, moveTracked } from "./git.ts";
import { findFile, insideProject, type Rooted } from "./paths.ts";
import type { Project } from "./project.ts";
import { listTrash } from "./trash-entries.ts";

export type Random = (n: number) => Uint8Array;

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
  const absolute = insideProject(project, folder);
  let entries: ReturnType<Rooted["files"]["readdir"]>;
  try {
    entries = project.files.readdir(absolute);
  } catch (thrown) {
    if (errno(thrown) === "ENOENT" || errno(thrown) === "ENOTDIR") return [];
    throw thrown;
  }
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return markdownFiles(project, path);
      return entry.isFile() && entry.name.endsWith(".md") ? [path] : [];
    });
}

export function openDocument(project: Rooted, file: DocumentFile): Document {
  return readDocument(file, findFile(project, file.path, "path", largestDocument)?.toString("utf8") ?? "");
}

/** Documents that can be read, and those that cannot with the reason. */
export function openDocuments(
  project: Rooted,
  files: readonly DocumentFile[],
): { documents: Document[]; unreadable: { file: DocumentFile; why: string }[] } {
  const documents: Document[] = [];
  const unreadable: { file: DocumentFile; why: string }[] = [];
  for (const file of files) {
    try {
      documents.push(openDocument(project, file));
    } catch (thrown) {
      unreadable.push({ file, why: (thrown as Error).message });
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
  const [, label, digits] = /^(?:([a-z]+)[ -]?)?0*(\d+)$/i.exec(asked) ?? [];
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
  const part = asked
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
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
    throw new BlueError(
      "invalid_input",
      `${key} names ${found.length} documents: ${found.map(({ path }) => path).join(", ")}`,
      {
        field,
        value: key,
        constraint: "one_document",
        suggestion: "Give the path of the one you mean.",
        context: { matches: found.map(({ path }) => path) },
      },
    );
  }
  const here = listDocuments(project, ...types).slice(-5);
  throw new BlueError("not_found", `There is no ${what} ${key}`, {
    field,
    value: key,
    suggestion: here.length === 0 ? `There is no ${what} yet.` : `The latest here: ${here.map(nameOf).join(", ")}.`,
  });
}

/** How documents of this type look here, else documents of any type, else as Blue writes them. */
export function conventionOf(project: Rooted, type: DocumentType): { form: HeaderForm; style: NameStyle } {
  const own = listDocuments(project, type);
  const others = own.length > 0 ? own : listDocuments(project, "rfc", "adr", "prd", "spike");
  const latest = others.slice(-5);
  const forms = openDocuments(project, latest).documents.map(({ header }) => header.form);
  const styles = latest.map(({ name }) => name.style).filter((style) => style !== "bare");
  const form = mostCommon(forms.filter((one) => one !== "none")) ?? "yaml";
  return { form, style: typeShapes[type].naming === "numbered" ? (mostCommon(styles) ?? "suffix") : "suffix" };
}

function mostCommon<T>(values: readonly T[]): T | undefined {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

/** A deleted document may come back, so its number is not given away. */
function trashedNumbers(project: Rooted, type: DocumentType): number[] {
  const label = folderOf(type);
  return listTrash(project).flatMap(({ path }) =>
    path.startsWith(`${label}/`) ? (parseFileName(type, basename(path))?.number ?? []) : [],
  );
}

/** The next free number: above every file on disk, in the trash, and every file git knows. */
export function nextNumber(project: Project, type: DocumentType): number {
  return Math.max(0, ...takenNumbers(project, type)) + 1;
}

/** Every number that a document of this type has, had, or may come back with. */
export function takenNumbers(project: Project, type: DocumentType): number[] {
  const tracked = (findTracked(project, folderOf(type)) ?? []).flatMap(
    (path) => parseFileName(type, basename(path))?.number ?? [],
  );
  const onDisk = listDocuments(project, type).flatMap(({ name }) => name.number ?? []);
  return [...tracked, ...onDisk, ...trashedNumbers(project, type)];
}

/** Writes a new document under a name of its own; nobody else is told the same number. */
export function createDocument(
  project: Project,
  random: Random,
  now: Date,
  type: DocumentType,
  document: NewDocument & { slug?: string },
): Document {
  const shape = typeShapes[type];
  const { form, style } = conventionOf(project, type);
  const named = document.slug ?? document.title;
  const slug = /[a-z0-9]/i.test(named.normalize("NFKD")) ? slugOf(named) : type;
  const status = document.status ?? shape.first;
  ensureBlueFolder(project, random);
  ensureFolders(project, folderOf(type));
  const place = (name: { digits?: string; stamp?: string; slug: string }): Document | undefined => {
    const path = `${folderOf(type)}/${makeFileName({ ...name, style, status })}`;
    const placed = placeNew(project, path, composeDocument(type, form, name.digits, document), random);
    return placed ? openDocument(project, documentFileAt(path)!) : undefined;
  };
  if (shape.naming === "numbered") return withNumber(project, type, (digits) => place({ digits, slug }));
  const stamp = shape.naming === "dated" ? { stamp: minuteStamp(now) } : {};
  for (let n = 1; n < 1000; n++) {
    const free = n === 1 ? slug : `${slug}-${n}`;
    // Also under another status: a runbook that was archived keeps its name.
    const taken = listDocuments(project, type).some(({ name }) => name.slug === free && name.stamp === stamp.stamp);
    const made = taken ? undefined : place({ ...stamp, slug: free });
    if (made !== undefined) return made;
  }
  throw noFreeName(shape.label);
}

/** Looks at a claimed number before the next one is tried. */
const patience = 40;

/**
 * Draws a number and holds it while the document is put down. A number is claimed by a file of its name, and looked at again under the claim:
 * whoever had it before put a document down before letting go. A claim that a killed process left costs one number, never a collision.
 */
function withNumber(project: Project, type: DocumentType, place: (digits: string) => Document | undefined): Document {
  for (let attempt = 0; attempt < 100 * patience; attempt++) {
    const number = nextNumber(project, type) + Math.floor(attempt / patience);
    const claim = insideProject(project, `.blue/tmp/claim-${type}-${digitsOf(number)}`);
    try {
      project.files.close(project.files.open(claim, openFlags.create, 0o644));
    } catch (thrown) {
      if (errno(thrown) !== "EEXIST") throw thrown;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5); // its holder is about to let go, or was killed
      continue;
    }
    try {
      const made = nextNumber(project, type) > number ? undefined : place(digitsOf(number));
      if (made !== undefined) return made;
    } finally {
      discard(project.files, claim);
    }
  }
  throw noFreeName(typeShapes[type].label);
}

function noFreeName(label: string): BlueError {
  return new BlueError("io_error", `No free name for the ${label} was found`, {
    suggestion: "`blue doctor --fix` sweeps what interrupted calls left in .blue/tmp/; then repeat the call.",
  });
}

/** False when the name is taken. */
export function placeNew(project: Rooted, path: string, text: string, random: Random): boolean {
  const target = insideProject(project, path);
  const staged = stageFile(project, Buffer.from(text), random, true);
  try {
    project.files.link(staged, target);
  } catch (thrown) {
    if (errno(thrown) === "EEXIST") return false;
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
    throw new BlueError("invalid_input", `${path} is not UTF-8; writing it would damage what it says`, {
      field: "path",
      value: path,
      constraint: "utf8",
      suggestion: "Convert it to UTF-8 first. Nothing was written.",
    });
  }
  ensureBlueFolder(project, random); // a fresh clone has documents and no place for files on their way
  const staged = stageFile(project, Buffer.from(after), random, true);
  if (read()?.toString("utf8") !== before) {
    discard(project.files, staged);
    throw new BlueError("document_changed", `${path} was changed by somebody else just now`, {
      field: "path",
      value: path,
      suggestion: "Nothing was written. Read it again and repeat the call.",
    });
  }
  replaceAt(project, target, staged);
  syncFolders(project, dirname(path));
}

/** Renames a document; with git's knowledge where git tracks it. Never over another file. */
export function moveDocument(project: Project, from: string, to: string): void {
  if (from === to) return;
  const target = insideProject(project, to);
  if (findStatus(project.files, target) !== undefined) {
    throw new BlueError("invalid_input", `${to} exists already`, {
      field: "path",
      value: to,
      constraint: "free_name",
      suggestion: "Rename or remove the other file first.",
    });
  }
  if (!moveTracked(project, from, to)) project.files.rename(insideProject(project, from), target);
  syncFolders(project, dirname(to));
}

/** Whether a path of the project leads to a file or folder; what leads out of it does not exist. */
export function fileExists(project: Rooted, path: string): boolean {
  try {
    return findStatus(project.files, insideProject(project, path)) !== undefined;
  } catch {
    return false;
  }
}
