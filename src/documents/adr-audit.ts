/** What can be wrong between decisions: links that lead nowhere or only one way, replaced ones still cited, two that claim the same place. */
import { basename } from "node:path";
import { adrFinder, namesAdr, relations } from "./adr.ts";
import { checkDocument, type Finding, finding } from "./check-document.ts";
import { type Document, nameOf } from "./document.ts";
import { fieldList } from "./header.ts";
import { findReference } from "./references.ts";

/** Documents that speak of the present; what they cite should be in force. */
const current: Readonly<Record<string, readonly string[]>> = {
  rfc: ["draft", "approved", "wip"],
  adr: ["proposed", "accepted"],
  prd: ["draft", "approved"],
  runbook: ["active"],
  spike: ["wip"],
};

export function auditAdrs(documents: readonly Document[], exists: (path: string) => boolean): Finding[] {
  const adrs = documents.filter(({ type }) => type === "adr");
  const named = adrFinder(adrs);
  return [
    ...adrs.flatMap((adr) => checkDocument(adr, exists)),
    ...adrs.flatMap((adr) => headerLinks(adr, documents)),
    ...adrs.flatMap((adr) => oneSided(adr, named)),
    ...rivals(adrs),
    ...adrs
      .filter(({ status }) => status === "superseded" || status === "rejected")
      .flatMap((adr) => citedAsCurrent(adr, documents)),
  ];
}

const linkFields = { rfc: "rfc", supersedes: "adr", superseded_by: "adr", amends: "adr", amended_by: "adr" } as const;

function headerLinks(adr: Document, documents: readonly Document[]): Finding[] {
  return Object.entries(linkFields).flatMap(([field, type]) =>
    fieldList(adr.header, field).flatMap((value) => {
      const among = documents.filter((one) => one.type === type);
      const [, digits] = /(\d+)/.exec(basename(value)) ?? [];
      const found = among.some((one) => basename(one.path) === basename(value) || one.name.number === Number(digits));
      return found
        ? []
        : [
            finding("error", "dangling", adr.path, 1, {
              message: `\`${field}\` names ${value}, which is not there`,
              fix: "Correct the field, or restore the document.",
            }),
          ];
    }),
  );
}

function oneSided(adr: Document, named: ReturnType<typeof adrFinder>): Finding[] {
  const found: Finding[] = [];
  for (const value of fieldList(adr.header, "supersedes")) {
    const older = named(value);
    if (older === undefined || adr.status !== "accepted") continue;
    if (older.status !== "superseded")
      found.push(
        finding("error", "one_sided", older.path, 1, {
          message: `${nameOf(adr)} supersedes it, but it is ${older.status}`,
          fix: `\`blue adr status ${older.name.digits} superseded --superseded-by ${adr.name.digits}\``,
        }),
      );
  }
  for (const { field, back } of [relations.supersedes, relations.amends]) {
    for (const value of fieldList(adr.header, back)) {
      const newer = named(value);
      if (newer !== undefined && !namesAdr(fieldList(newer.header, field), adr))
        found.push(
          finding("warning", "one_sided", newer.path, 1, {
            message: `${nameOf(adr)} says this ${field} it; this does not say so`,
            fix: `\`blue adr link ${newer.name.digits} ${field} ${adr.name.digits}\` writes both sides.`,
          }),
        );
    }
  }
  for (const value of fieldList(adr.header, "amends")) {
    const older = named(value);
    if (older !== undefined && !namesAdr(fieldList(older.header, "amended_by"), adr))
      found.push(
        finding("warning", "one_sided", older.path, 1, {
          message: `${nameOf(adr)} amends it; this does not say so`,
          fix: `\`blue adr link ${adr.name.digits} amends ${older.name.digits}\` writes both sides.`,
        }),
      );
  }
  return found;
}

/** Two decisions in force that replace the same one contradict each other, or one of them should know of the other. */
function rivals(adrs: readonly Document[]): Finding[] {
  const named = adrFinder(adrs);
  const claims = new Map<string, Document[]>();
  for (const adr of adrs.filter(({ status }) => status === "accepted")) {
    for (const value of fieldList(adr.header, "supersedes")) {
      const older = named(value);
      if (older !== undefined) claims.set(older.path, [...(claims.get(older.path) ?? []), adr]);
    }
  }
  return [...claims].flatMap(([path, by]) =>
    by.length < 2
      ? []
      : by.map((adr) =>
          finding("error", "contradiction", adr.path, 1, {
            message: `${by.map(nameOf).join(" and ")} both supersede ${basename(path)} and are both accepted`,
            fix: "Let one of them supersede the other.",
          }),
        ),
  );
}

function citedAsCurrent(adr: Document, documents: readonly Document[]): Finding[] {
  return documents.flatMap((document) => {
    if (document.path === adr.path || !(current[document.type] ?? []).includes(document.status)) return [];
    const reference = findReference(adr, document);
    // Who replaces it, or says that it was replaced, speaks of the past.
    if (reference === undefined || reference.field === "supersedes") return [];
    const line = document.text.split("\n")[reference.line - 1] ?? "";
    if (
      /supersede|replace|reject|former|instead of/i.test(line) ||
      fieldList(document.header, "supersedes").includes(basename(adr.path))
    )
      return [];
    return [
      finding("warning", "superseded_cited", document.path, reference.line, {
        message: `It cites ${nameOf(adr)}, which is ${adr.status}`,
        fix: "Cite the decision that took its place, or say that it is history.",
      }),
    ];
  });
}
