import * as z from "zod";
import { checkDocument, type Finding, finding, lineAt } from "../../documents/check-document.ts";
import type { Document } from "../../documents/document.ts";
import { duplicateNumbers } from "../../documents/duplicate-numbers.ts";
import { fieldList } from "../../documents/header.ts";
import { makeFinder } from "../../documents/links.ts";
import { planOf } from "../../documents/plan.ts";
import { findTitled, writtenText } from "../../documents/sections.ts";
import { fileExists, getDocument, listDocuments, matchDocuments } from "../../store/documents.ts";
import type { Project } from "../../store/project.ts";
import { whyUndecided } from "../decided-dialogue.ts";
import { documentEntry, documentId, entryOf, idFlags } from "../document-fields.ts";
import { findingSchema, hasErrors, renderFindings } from "../finding.ts";
import { defineOperation } from "../operation.ts";

export const operation = defineOperation({
  name: "rfc.validate",
  summary: "Check whether an RFC is fit for its status",
  description:
    "Checks one RFC: header and name agree, links lead somewhere, fences are closed, the problem and the proposal are written, an approved one rests on a decided dialogue, one in work has a plan, an implemented one has no open task. Exits 6 on errors.",
  effect: "read",
  input: z.strictObject({ id: documentId }),
  output: z.strictObject({ ...documentEntry.shape, valid: z.boolean(), findings: z.array(findingSchema) }),
  examples: [{ command: "blue rfc validate 0003", note: "before the review" }],
  cli: idFlags,
  run({ id }, { project }) {
    const document = getDocument(project, id, ["rfc"]);
    const findings = [
      ...checkDocument(document, (path) => fileExists(project, path), makeFinder(listDocuments(project))),
      ...checkContent(document),
      ...checkSources(project, document),
      ...duplicateNumbers(listDocuments(project, "rfc")).filter(({ path }) => path === document.path),
    ];
    return { ...entryOf(document), valid: !hasErrors(findings), findings };
  },
  hasFindings: ({ valid }) => !valid,
  render: ({ id, findings }) => renderFindings(findings, `${id} is in order`),
});

const reviewed = ["approved", "wip", "implemented"];

function checkContent(document: Document): Finding[] {
  const { path, text, status } = document;
  const found: Finding[] = [];
  for (const titles of [
    ["Problem", "Problem Statement", "Context", "Summary"],
    ["Proposal", "Decision", "Design", "Proposed Solution", "Solution"],
  ]) {
    const section = findTitled(text, ...titles);
    if (writtenText(section?.body) !== "") continue;
    const line = section === undefined ? null : lineAt(text, section.start);
    const severity = reviewed.includes(status) ? "error" : "warning";
    found.push(
      finding(severity, "content", path, line, {
        message:
          section === undefined ? `There is no section “${titles[0]}”` : `The section “${section.title}” is empty`,
        fix: "Write it before the review.",
      }),
    );
  }
  const { total, done } = planOf(document);
  if (status === "wip" && total === 0)
    found.push(
      finding("warning", "plan", path, null, {
        message: "It is in work and has no plan",
        fix: "`blue rfc plan` adds tasks.",
      }),
    );
  if (status === "implemented" && done < total)
    found.push(
      finding("error", "plan", path, null, {
        message: `It is called implemented with ${total - done} of ${total} tasks open`,
        fix: "Tick what is done, or move it back to wip.",
      }),
    );
  return found;
}

function checkSources(project: Project, { path, header, status }: Document): Finding[] {
  if (header.form !== "yaml") return [];
  const sources = [
    ["source_spike", "spike"],
    ["postmortem", "postmortem"],
  ] as const;
  const missing = sources.flatMap(([field, type]) =>
    fieldList(header, field)
      .filter((key) => matchDocuments(project, key, [type]).length === 0)
      .map((key) =>
        finding("error", "link", path, 1, {
          message: `\`${field}\` names ${key}, which is not there`,
          fix: "Correct the field.",
        }),
      ),
  );
  const overridden = header.fields.approval_override !== undefined || header.fields.not_decided !== undefined;
  const severity = reviewed.includes(status) && !overridden ? "error" : "warning";
  const undecided = fieldList(header, "dialogue").flatMap((key) => {
    const why = whyUndecided(project, key);
    const message = `The dialogue ${key} has no verdict in force: ${why}`;
    return why === undefined ? [] : [finding(severity, "dialogue", path, 1, { message, fix: "Finish the dialogue." })];
  });
  return [...missing, ...undecided];
}
