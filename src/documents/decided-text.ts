/** A decided text in the place of a document's words. The document keeps its header, and its header says who decided. */
import { toLines } from "../rules/lines.ts";
import { addToField, openingOf, readHeader, setField } from "./header.ts";
import { newlineOf } from "./markdown.ts";

export interface DecidedText {
  lines: readonly string[];
  dialogue: string;
  /** When, by which verdict, and how many signed. */
  decided: string;
}

export function withDecidedText(text: string, { lines, dialogue, decided }: DecidedText): string {
  const { fields, keys } = headerOf(text);
  const head = text.slice(0, openingOf(text, keys).end).trimEnd();
  const whole = [...(head === "" ? [] : [head, ""]), ...wordsOf(lines.join("\n"), text), ""].join(newlineOf(text));
  const marked = setField(addToField(whole, "dialogue", dialogue), "decided", decided);
  // A status that is a section came with the decided words; the document's own is kept.
  const { status } = fields;
  return typeof status !== "string" || readHeader(marked).fields.status === status
    ? marked
    : setField(marked, "status", status);
}

/** Whether two versions of a document differ in nothing but their headers. */
export function sameWords(text: string, other: readonly string[]): boolean {
  return wordsOf(text, text).join("\n") === wordsOf(other.join("\n"), text).join("\n");
}

/** The lines of a text without what repeats the header of `document`. */
function wordsOf(text: string, document: string): string[] {
  const { keys } = headerOf(document);
  return toLines(text.slice(openingOf(text, keys, openingOf(document, keys).titled).end));
}

/** Below front matter no line is header, whatever it looks like. */
function headerOf(text: string) {
  const { form, fields } = readHeader(text);
  return { fields, keys: form === "yaml" ? [] : Object.keys(fields) };
}
