/** What is particular to an ADR: MADR's sections, when it applies, and the rules it may enforce. */
import { basename } from "node:path";
import * as z from "zod";
import type { Document, DocumentFile } from "./document.ts";
import { addToField, fieldList, readHeader, setField } from "./header.ts";
import { findTitled } from "./sections.ts";

/** The decision in its own words, and when it applies: what `relevant` weighs most. */
export function adrParts({ text, header }: Document): { decision: string; appliesWhen: string } {
  const decision = findTitled(text, "Decision Outcome", "Decision")?.body ?? "";
  return { decision, appliesWhen: fieldList(header, "applies_when").join("\n") };
}

const rule = z
  .strictObject({
    /** Files it is about, as one glob or several. */
    files: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]),
    forbid: z.string().min(1).optional(),
    require: z.string().min(1).optional(),
    command: z.array(z.string().min(1)).min(1).optional(),
    message: z.string().optional(),
  })
  .refine((one) => [one.forbid, one.require, one.command].filter((part) => part !== undefined).length === 1, {
    message: "exactly one of `forbid`, `require` and `command`",
  });

export type EnforceRule = z.output<typeof rule>;

/** The rules under `enforce:`; `glob` is another name for `files`. */
export function enforceRules({ header }: Document): { rules: EnforceRule[]; problems: string[] } {
  const raw = header.fields.enforce;
  if (raw === undefined || raw === null) return { rules: [], problems: [] };
  const rules: EnforceRule[] = [];
  const problems: string[] = [];
  for (const [i, one] of (Array.isArray(raw) ? raw : [raw]).entries()) {
    const { glob, ...rest } = (typeof one === "object" && one !== null ? one : { files: undefined }) as Record<
      string,
      unknown
    >;
    const parsed = rule.safeParse(glob === undefined ? rest : { files: glob, ...rest });
    if (parsed.success) rules.push(parsed.data);
    else
      problems.push(
        `enforce rule ${i + 1}: ${parsed.error.issues.map(({ path, message }) => (path.length === 0 ? message : `\`${path.join(".")}\` ${message}`)).join("; ")}`,
      );
  }
  return { rules, problems };
}

/** How one ADR may be related to another: the header field of the one, and that of the other. */
export const relations = {
  supersedes: { field: "supersedes", back: "superseded_by" },
  amends: { field: "amends", back: "amended_by" },
  relates: { field: "relates_to", back: "relates_to" },
} as const;

export type Relation = keyof typeof relations;

/** Which ADR the value of a header field names: by file name, by number, or by a link. */
export function adrFinder(adrs: readonly Document[]): (value: string) => Document | undefined {
  const firstsBy = <K>(keyOf: (adr: Document) => K) => new Map(adrs.toReversed().map((adr) => [keyOf(adr), adr]));
  const byFile = firstsBy(({ path }) => basename(path));
  const byNumber = firstsBy(({ name }) => name.number);
  return (value) => {
    const file = basename(/^\[[^\]]*\]\(([^)]+)\)$/.exec(value)?.[1] ?? value);
    const [, digits, rest = ""] = /^(?:ADR)?[ -]?(\d+)(.*)$/is.exec(value) ?? [];
    return (
      byFile.get(file) ?? (digits === undefined || /^\S*\.md$/i.test(rest) ? undefined : byNumber.get(Number(digits)))
    );
  };
}

/** Whether one of the values names this ADR. */
export function namesAdr(values: readonly string[], adr: Document): boolean {
  return values.some((value) => adrFinder([adr])(value) !== undefined);
}

/** The text with `target` named in a field, unless it is named there already. */
export function addAdr(text: string, field: string, target: Document): string {
  const named = namesAdr(fieldList(readHeader(text), field), target);
  return named ? text : addToField(text, field, basename(target.path));
}

/** The text of an ADR that another one replaces, in MADR's words. */
export function markSuperseded(text: string, { name, path }: DocumentFile): string {
  const marked = setField(text, "status", `superseded by ADR-${name.digits ?? ""}`);
  return setField(marked, "superseded_by", basename(path));
}
