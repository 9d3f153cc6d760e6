/** What a document's file name says: number or date, slug, status. Three conventions are read; the one in use is the one that is written. */
import { type DocumentType, letterOf, statusOf, statusOfLetter, typeShapes } from "./document-types.ts";

/** `suffix`: `0003-name.draft.md`; `letter`: `0003-D-name.md`; `bare`: `0003-name.md`, without a status. */
export type NameStyle = "suffix" | "letter" | "bare";

export interface FileName {
  /** As written, `0003`. */
  digits?: string;
  number?: number;
  /** `2026-02-03T1423Z`. */
  stamp?: string;
  slug: string;
  style: NameStyle;
  /** In our words; undefined for a bare name. */
  status?: string;
  /** The suffix as it is written: `impl`. */
  word?: string;
}

const numbered = /^(\d{1,6})-(?:([DAIS])-)?(.+)$/;
const dated = /^(\d{4}-\d{2}-\d{2}(?:T\d{4}Z)?)-(?:([DAIS])-)?(.+)$/;
/** The tasks of an RFC in a file of their own, beside it: `0003-name.plan.md`. It is no document. */
const planEnding = ".plan.md";

/** A page about a folder, not a document of it. */
export function isIndexPage(name: string): boolean {
  return /^(?:readme|index|template)\.md$/i.test(name);
}

/** Undefined for a file that is not a document. */
export function parseFileName(type: DocumentType, name: string): FileName | undefined {
  if (!name.endsWith(".md") || name.startsWith(".") || isIndexPage(name) || name.endsWith(planEnding)) return undefined;
  const stem = name.slice(0, -".md".length);
  const date = dated.exec(stem);
  const number = date === null ? numbered.exec(stem) : null;
  const [, prefix, letter, rest = ""] = date ?? number ?? [undefined, undefined, undefined, stem];
  const dot = rest.indexOf(".");
  const slug = dot === -1 ? rest : rest.slice(0, dot);
  const suffix = dot === -1 ? undefined : rest.slice(dot + 1);
  const byLetter = letter === undefined ? undefined : statusOfLetter(type, letter);
  return {
    ...(date === null ? {} : { stamp: prefix! }),
    ...(number === null ? {} : { digits: prefix!, number: Number(prefix) }),
    slug,
    ...(suffix !== undefined
      ? { style: "suffix" as const, status: statusOf(type, suffix.split(".").at(-1)!), word: suffix }
      : byLetter !== undefined
        ? { style: "letter" as const, status: byLetter }
        : { style: "bare" as const }),
  };
}

/** The name of the plan that belongs to a document. */
export function planName({ digits, stamp, slug }: FileName): string {
  return `${digits ?? stamp ?? ""}-${slug}${planEnding}`.replace(/^-/, "");
}

/** Whether a name says this status; a letter means several. */
export function saysStatus(name: FileName, status: string): boolean {
  if (name.style === "letter" && letterOf(status) !== undefined) return letterOf(status) === letterOf(name.status!);
  return name.status === status;
}

/** The name of a document in the given style; `word` is the suffix where neighbours write the status in a word of their own. */
export function makeFileName(name: Omit<FileName, "number" | "status"> & { status: string }): string {
  const prefix = name.digits ?? name.stamp;
  const lead = prefix === undefined ? "" : `${prefix}-`;
  const letter = letterOf(name.status);
  if (name.style === "letter" && letter !== undefined) return `${lead}${letter}-${name.slug}.md`;
  return `${lead}${name.slug}.${name.word ?? name.status}.md`;
}

export function digitsOf(number: number): string {
  return String(number).padStart(4, "0");
}

/** `RFC 0003`, or the stamp and slug where there is no number. */
export function documentName(type: DocumentType, { digits, stamp, slug }: FileName): string {
  if (digits !== undefined) return `${typeShapes[type].label} ${digits.padStart(4, "0")}`;
  return stamp === undefined ? slug : `${stamp}-${slug}`;
}
