/**
 * A document's status changes: its header says so, its name says so, and what linked to it still does. In this order, so that whatever stops it
 * half-way leaves a document that says its new status, and repeating the call finishes the rest.
 */
import { basename, dirname } from "node:path";
import { type Document, nameOf } from "../documents/document.ts";
import { typeShapes } from "../documents/document-types.ts";
import { makeFileName, saysStatus } from "../documents/file-name.ts";
import { setField } from "../documents/header.ts";
import { refuse } from "../errors.ts";
import { conventionOf } from "./create-document.ts";
import { documentFileAt, fileExists, listDocuments, openDocument, planPath } from "./documents.ts";
import { findNamedOutside, fixLinks, type NamedLine } from "./fix-links.ts";
import { stageTracked } from "./git.ts";
import type { Project } from "./project.ts";
import { assertFree, moveDocument, type Random, saveText } from "./write-document.ts";

export interface Moved {
  document: Document;
  /** Documents whose links were fixed. */
  relinked: string[];
  /** Lines outside `.blue` that still name the old file: they are yours to change. */
  outside: NamedLine[];
  /** What git tracks and was not staged, because git would run a filter on it. */
  unstaged: string[];
}

/** A document that kept its name. */
export function unmoved(document: Document): Moved {
  return { document, relinked: [], outside: [], unstaged: [] };
}

/** `edit` makes further changes to the same text, in the same write. */
export function changeStatus(
  project: Project,
  random: Random,
  document: Document,
  status: string,
  edit: (text: string) => string = (text) => text,
): Moved {
  assertMove(document, status);
  const text = edit(setField(document.text, "status", status));
  return rename(project, random, document, text, namedFor(project, document, status));
}

/**
 * Gives a document another text and name, takes its plan along, and fixes the links to both. Nothing is written when the name is taken; where git knows
 * the file, all of it is staged.
 */
export function rename(project: Project, random: Random, document: Document, text: string, name: string): Moved {
  const from = document.path;
  const to = `${dirname(from)}/${name}`;
  assertFree(project, from, to);
  const plans = [from, to].map((one) => planPath(documentFileAt(one)!)) as [string, string];
  saveText(project, from, document.text, text, random);
  const left = moveDocument(project, from, to);
  const unstaged = [...(left ?? [])];
  const relinked = to === from ? [] : fixLinks(project, random, from, to);
  if (plans[0] !== plans[1] && fileExists(project, plans[0])) {
    unstaged.push(...(moveDocument(project, ...plans) ?? []));
    relinked.push(...fixLinks(project, random, ...plans).filter((one) => !relinked.includes(one)));
  }
  if (left !== undefined) unstaged.push(...stageTracked(project, relinked));
  return {
    document: openDocument(project, documentFileAt(to)!),
    relinked,
    outside: to === from ? [] : findNamedOutside(project, from),
    unstaged,
  };
}

/** The name in the convention of its neighbours: their letter, or the word they already use for this status. */
function namedFor(project: Project, { type, path, name }: Document, status: string): string {
  if (saysStatus(name, status)) return basename(path);
  const style = name.style === "bare" ? conventionOf(project, type).style : name.style;
  const word = listDocuments(project, type).find((one) => one.name.style === "suffix" && one.name.status === status)
    ?.name.word;
  const { digits, stamp, slug } = name;
  return makeFileName({
    slug,
    style,
    status,
    ...(digits && { digits }),
    ...(stamp && { stamp }),
    ...(word && { word }),
  });
}

export function assertMove(document: Document, status: string): void {
  const { life, label } = typeShapes[document.type];
  if (!(status in life)) {
    refuse("invalid_input", { status }, "known_status", {
      message: `${label}s have no status ${status}`,
      suggestion: `One of: ${Object.keys(life).join(", ")}.`,
    });
  }
  // A status we do not know (another tool's) may go anywhere; the same one again finishes what was interrupted.
  const allowed = life[document.status];
  if (allowed === undefined || document.status === status || allowed.includes(status)) return;
  refuse("invalid_status_transition", { status }, "document_lifecycle", {
    message: `${nameOf(document)} is ${document.status} and cannot become ${status}`,
    suggestion:
      allowed.length === 0
        ? `${document.status} is final; write a new ${label}.`
        : `From ${document.status}: ${allowed.join(", ")}.`,
  });
}
