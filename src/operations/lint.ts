import * as z from "zod";
import { checkDocument, checkWritten, type Finding, finding } from "../documents/check-document.ts";
import type { Document, DocumentFile } from "../documents/document.ts";
import { documentTypes } from "../documents/document-types.ts";
import { duplicateNumbers } from "../documents/duplicate-numbers.ts";
import { makeFinder } from "../documents/links.ts";
import { lintDialogueDocument } from "../documents/lint-dialogue.ts";
import { refuse } from "../errors.ts";
import { plural } from "../pages/page.ts";
import { documentFileAt, fileExists, listDocuments, openDocuments, skippedFiles } from "../store/documents.ts";
import type { Project } from "../store/project.ts";
import { findingSchema, hasErrors, renderFindings } from "./finding.ts";
import { defineOperation } from "./operation.ts";

const mostShown = 500;

export const operation = defineOperation({
  name: "lint",
  summary: "Check all documents: headers, links, numbers, fences",
  description:
    "Checks every document under `.blue/docs/`: headers, statuses, dead links, numbers used twice, open fences, sections nobody wrote, saved dialogues. Errors first.",
  effect: "read",
  toolset: "core",
  input: z.strictObject({
    path: z.string().optional().describe("One document only."),
    type: z.enum(documentTypes).optional().describe("Documents of one type only."),
  }),
  output: z.strictObject({
    documents: z.int(),
    errors: z.int(),
    warnings: z.int(),
    findings: z.array(findingSchema),
    shown: z.int(),
    skipped: z.array(z.string()).describe("Markdown in `.blue/docs/` that is not a document of Blue; it is skipped."),
  }),
  examples: [
    { command: "blue lint", note: "in CI: exit 6 says that something is wrong" },
    { command: "blue lint --type rfc", note: "only the RFCs" },
  ],
  cli: { positional: ["path"] },
  run({ path, type }, { project }) {
    const one = path === undefined ? undefined : documentFileAt(path.replace(/^\.\//, ""));
    if (path !== undefined && (one === undefined || !fileExists(project, one.path)))
      refuse("not_found", { path }, "exists", {
        message: `There is no document ${path}`,
        suggestion: "Give the path of a document below .blue/docs/.",
      });
    const all = listDocuments(project);
    const asked = one === undefined ? all.filter((file) => type === undefined || file.type === type) : [one];
    const found = lintDocuments(project, asked, all);
    const errors = found.filter(({ severity }) => severity === "error");
    const findings = [...errors, ...found.filter(({ severity }) => severity === "warning")].slice(0, mostShown);
    return {
      documents: asked.length,
      errors: errors.length,
      warnings: found.length - errors.length,
      findings,
      shown: findings.length,
      skipped: one === undefined && type === undefined ? skippedFiles(project) : [],
    };
  },
  hasFindings: ({ findings }) => hasErrors(findings),
  render: ({ documents, errors, warnings, findings, shown, skipped }) =>
    [
      renderFindings(findings, `${plural(documents, "document is", "documents are")} in order`),
      ...(findings.length === 0
        ? []
        : [
            `${plural(documents, "document")}, ${plural(errors, "error")}, ${plural(warnings, "warning")}${shown < errors + warnings ? `; the first ${shown} are shown` : ""}`,
          ]),
      ...(skipped.length === 0 ? [] : [`Skipped, not documents of Blue: ${skipped.join(", ")}`]),
    ].join("\n"),
});

/** `all`: every document there is, for links and numbers. */
export function lintDocuments(
  project: Project,
  asked: readonly DocumentFile[],
  all: readonly DocumentFile[] = listDocuments(project),
): Finding[] {
  const { documents, unreadable } = openDocuments(project, asked);
  const findMoved = makeFinder(all);
  const known = new Map<string, boolean>();
  const exists = (target: string) => {
    const answer = known.get(target) ?? fileExists(project, target);
    known.set(target, answer);
    return answer;
  };
  const check = (document: Document) => checkDocument(document, exists, findMoved);
  return [
    ...unreadable.map(({ path, why }) => finding("error", "readable", path, null, { message: why })),
    ...documents.flatMap((document) =>
      document.type === "dialogue"
        ? [...lintDialogue(document), ...check(document).filter((one) => one.check === "link")]
        : [...check(document), ...checkWritten(document)],
    ),
    ...duplicateNumbers(all).filter(({ path }) => asked.some((file) => file.path === path)),
  ];
}

/** A saved dialogue has a lint of its own; only its links are checked as everywhere. */
function lintDialogue({ path, text }: Document): Finding[] {
  return lintDialogueDocument(text).issues.flatMap(({ check, severity, message, line }) =>
    severity === "info" ? [] : [{ path, line, check, severity, message }],
  );
}
