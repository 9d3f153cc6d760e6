/** A new document in the form its neighbours have: front matter, or the header table, bold lines or list of an older repository. */

import { titleHeading } from "./document.ts";
import { type DocumentType, typeShapes } from "./document-types.ts";
import { type HeaderForm, humanValue, rowText, yamlValue } from "./header.ts";

export type FieldValue = string | number | readonly string[] | undefined;

export interface NewDocument {
  title: string;
  status?: string;
  /** Further header fields in order; undefined and empty ones are left out. */
  fields?: Readonly<Record<string, FieldValue>>;
  /** Markdown after the title. */
  body: string;
}

export function composeDocument(
  type: DocumentType,
  form: HeaderForm,
  digits: string | undefined,
  date: string,
  document: NewDocument,
): string {
  const { title, body } = document;
  const status = document.status ?? typeShapes[type].first;
  const fields = Object.entries(document.fields ?? {}).filter(
    (entry): entry is [string, string | number | readonly string[]] =>
      entry[1] !== undefined && entry[1] !== "" && !(Array.isArray(entry[1]) && entry[1].length === 0),
  );
  const heading = titleHeading(type, digits, oneLine(title));
  const text = `${body.trim()}\n`;
  if (form === "table" || form === "bold" || form === "list") {
    const rows = [["status", status] as const, ["date", date] as const, ...fields].map(([key, value]) =>
      rowText(form, key, humanValue(key, value)),
    );
    return form === "table"
      ? `${heading}\n\n| | |\n|---|---|\n${rows.join("\n")}\n\n---\n\n${text}`
      : `${heading}\n\n${rows.join("\n")}\n\n${text}`;
  }
  const lines = [
    ["title", oneLine(title)] as const,
    ["status", status] as const,
    ["date", date] as const,
    ...fields,
  ].map(([key, value]) => `${key}: ${yamlValue(value)}`);
  return `---\n${lines.join("\n")}\n---\n\n${heading}\n\n${text}`;
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** One list item each; undefined for none. */
export function bullets(lines: readonly string[], mark = "-"): string | undefined {
  return lines.length === 0 ? undefined : lines.map((line) => `${mark} ${oneLine(line)}`).join("\n");
}

/** Sections in order; one without a text gets the hint, as a comment that a reader does not see and lint does. */
export function sections(
  ...parts: readonly (readonly [title: string, text: string | undefined, hint?: string])[]
): string {
  return parts
    .filter(([, text, hint]) => text !== undefined || hint !== undefined)
    .map(([title, text, hint]) => `## ${title}\n\n${text?.trim() || `<!-- ${hint} -->`}`)
    .join("\n\n");
}
