import { basename } from "node:path";
import * as z from "zod";
import { lineAt } from "../../documents/check-document.ts";
import { digitsOf } from "../../documents/file-name.ts";
import { headingsOf, readMarkdown, splice } from "../../documents/markdown.ts";
import { refuse } from "../../errors.ts";
import { rename } from "../../store/change-status.ts";
import { nextNumber, takenNumbers } from "../../store/create-document.ts";
import { getDocument, listDocuments, openDocuments } from "../../store/documents.ts";
import type { Project } from "../../store/project.ts";
import { saveText } from "../../store/write-document.ts";
import { documentId, movedEntry, movedShape, renderChanged } from "../document-fields.ts";
import { defineOperation } from "../operation.ts";

export const operation = defineOperation({
  name: "rfc.renumber",
  summary: "Give an RFC another number: file, title and links",
  description:
    "After a merge two RFCs may carry one number. Renumbering changes the file's name, the number in its title and every link to it in other documents. Places that only say the number in words are listed, not changed: they may mean the other one. Name the file by its path when the number is not unique.",
  effect: "write",
  input: z.strictObject({
    id: documentId,
    to: z.int().min(1).max(999_999).optional().describe("The new number; the next free one by default."),
  }),
  output: z.strictObject({
    ...movedShape,
    from: z.string().describe("Its path before."),
    mentions: z
      .array(z.strictObject({ path: z.string(), line: z.int(), text: z.string() }))
      .describe("Where the old number is only named; look at each."),
  }),
  examples: [
    { command: "blue rfc renumber .blue/docs/rfcs/0003-cursor-pagination.draft.md", note: "the one that came second" },
  ],
  cli: { positional: ["id", "to"], flagAliases: { id: ["number", "path"] } },
  run({ id, to }, { project, random }) {
    const document = getDocument(project, id, ["rfc"]);
    const { digits } = document.name;
    if (digits === undefined)
      refuse("invalid_input", { id }, "numbered", {
        message: `${document.path} has no number`,
        suggestion: "Only numbered documents can be renumbered.",
      });
    const number = to ?? nextNumber(project, "rfc");
    const taken = listDocuments(project, "rfc").find((one) => one.name.number === number);
    if (taken !== undefined || takenNumbers(project, "rfc").includes(number))
      refuse("invalid_input", { to: number }, "free_number", {
        message: `${digitsOf(number)} ${taken ? `is taken by ${taken.path}` : "belongs to an RFC that was deleted or moved away"}`,
        suggestion: `The next free number is ${digitsOf(nextNumber(project, "rfc"))}.`,
      });
    const mentions = mentionsOf(project, Number(digits), document.path);
    const heading = headingsOf(document.text, readMarkdown(document.text, document.header.bodyStart)).find(
      ({ level }) => level === 1,
    );
    const match = heading === undefined ? null : /^#[ \t]+RFC[ -](\d+)/di.exec(document.text.slice(heading.start));
    const text =
      match === null || heading === undefined || Number(match[1]) !== Number(digits)
        ? document.text
        : splice(
            document.text,
            heading.start + match.indices![1]![0],
            heading.start + match.indices![1]![1],
            digitsOf(number),
          );
    saveText(project, document.path, document.text, text, random);
    const moved = rename(project, random, document.path, basename(document.path).replace(digits, digitsOf(number)));
    return { ...movedEntry(moved), from: document.path, mentions };
  },
  render: (out) =>
    renderChanged(
      "renumbered",
      out,
      ...(out.mentions.length > 0 ? ["The old number is named here; look whether it meant this one:"] : []),
      ...out.mentions.map(({ path, line, text }) => `  ${path}:${line}  ${text}`),
    ),
});

function mentionsOf(project: Project, number: number, own: string) {
  const pattern = new RegExp(`\\bRFC[ -]?0*${number}\\b.*`, "gi");
  return openDocuments(project, listDocuments(project)).documents.flatMap(({ path, text }) =>
    path === own
      ? []
      : [...text.matchAll(pattern)].map((match) => ({
          path,
          line: lineAt(text, match.index),
          text: match[0].slice(0, 100).trim(),
        })),
  );
}
