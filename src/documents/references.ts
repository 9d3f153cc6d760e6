/** Who refers to a document: by a link, in a header field, or by its number in words. */
import { basename } from "node:path";
import { lineAt } from "./check-document.ts";
import type { Document } from "./document.ts";
import { typeShapes } from "./document-types.ts";
import { fieldList } from "./header.ts";
import { localLinks } from "./links.ts";

export interface Reference {
  path: string;
  /** From 1. */
  line: number;
  how: "link" | "header" | "mention";
  /** The header field. */
  field?: string;
}

/** One reference per document: the strongest kind it has. */
export function referencesTo(target: Document, documents: readonly Document[]): Reference[] {
  return documents.flatMap((document) =>
    document.path === target.path ? [] : (findReference(target, document) ?? []),
  );
}

export function findReference(target: Document, { path, text, header }: Document): Reference | undefined {
  const name = basename(target.path);
  const label = typeShapes[target.type].label;
  for (const field of Object.keys(header.fields)) {
    if (
      field !== "title" &&
      field !== "status" &&
      fieldList(header, field).some((value) => names(value, target, name, label))
    )
      return { path, line: 1, how: "header", field };
  }
  if (text.includes(name)) {
    const link = localLinks(path, text).find((one) => one.target === target.path);
    if (link !== undefined) return { path, line: lineAt(text, link.start), how: "link" };
  }
  if (target.name.number === undefined) return undefined;
  const mention = new RegExp(`\\b${label}[ -]?0*${target.name.number}\\b`, "i").exec(text.slice(header.bodyStart));
  return mention === null ? undefined : { path, line: lineAt(text, header.bodyStart + mention.index), how: "mention" };
}

function names(value: string, { name: { number } }: Document, fileName: string, label: string): boolean {
  if (value === fileName || value.endsWith(`/${fileName}`)) return true;
  return number !== undefined && new RegExp(`^${label}[ -]?0*${number}\\b`, "i").test(value);
}
