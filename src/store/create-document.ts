/** A new document: in the manner of its neighbours, under a number of its own. Numbers come from the files, the trash and git, never from the database. */
import { basename } from "node:path";
import { composeDocument, type NewDocument } from "../documents/compose.ts";
import type { Document } from "../documents/document.ts";
import { type DocumentType, folderOf, typeShapes } from "../documents/document-types.ts";
import { digitsOf, makeFileName, type NameStyle, parseFileName } from "../documents/file-name.ts";
import type { HeaderForm } from "../documents/header.ts";
import { refuse } from "../errors.ts";
import { minuteStamp, slugOf } from "../rules/slug.ts";
import { ensureBlueFolder, ensureFolders } from "./blue-folder.ts";
import { findClaim, pause } from "./claims.ts";
import { documentFileAt, listDocuments, openDocument, openDocuments } from "./documents.ts";
import { findTracked } from "./git.ts";
import type { Rooted } from "./paths.ts";
import type { Project } from "./project.ts";
import { listTrash } from "./trash-entries.ts";
import { placeNew, type Random } from "./write-document.ts";

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
  const slug = slugOf(document.slug ?? document.title) || type;
  const status = document.status ?? shape.first;
  ensureBlueFolder(project, random);
  ensureFolders(project, folderOf(type));
  const place = (name: { digits?: string; stamp?: string; slug: string }): Document | undefined => {
    const path = `${folderOf(type)}/${makeFileName({ ...name, style, status })}`;
    const placed = placeNew(
      project,
      path,
      composeDocument(type, form, name.digits, now.toISOString().slice(0, 10), document),
      random,
    );
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
  return refuseNoFreeName(shape.label);
}

/** Looks at a claimed number before the next one is tried. */
const patience = 40;

/**
 * Draws a number and holds it while the document is put down. A number is claimed by a file of its name, and looked at again under the claim:
 * the process that held it before wrote its document before releasing it. A claim that a killed process left costs one number, never a collision.
 */
function withNumber(project: Project, type: DocumentType, place: (digits: string) => Document | undefined): Document {
  for (let attempt = 0; attempt < 100 * patience; attempt++) {
    const number = nextNumber(project, type) + Math.floor(attempt / patience);
    const release = findClaim(project, `${type}-${digitsOf(number)}`);
    if (release === undefined) {
      pause(5); // its holder is about to let go, or was killed
      continue;
    }
    try {
      const made = nextNumber(project, type) > number ? undefined : place(digitsOf(number));
      if (made !== undefined) return made;
    } finally {
      release();
    }
  }
  return refuseNoFreeName(typeShapes[type].label);
}

function refuseNoFreeName(label: string): never {
  refuse("io_error", {}, "free_name", {
    message: `No free name for the ${label} was found`,
    suggestion: "`blue doctor --fix` sweeps what interrupted calls left in .blue/tmp/; then repeat the call.",
  });
}
