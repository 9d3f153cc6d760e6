import * as z from "zod";
import { addAdr, type Relation, relations } from "../../documents/adr.ts";
import { nameOf } from "../../documents/document.ts";
import { refuse } from "../../errors.ts";
import { unmoved } from "../../store/change-status.ts";
import { getDocument, openDocument } from "../../store/documents.ts";
import { saveText } from "../../store/write-document.ts";
import {
  documentEntry,
  documentId,
  entryOf,
  idFlags,
  movedEntry,
  movedShape,
  renderChanged,
} from "../document-fields.ts";
import { defineOperation } from "../operation.ts";
import { assertSupersedable, supersede } from "./supersede.ts";

const relation = z.enum(Object.keys(relations) as [Relation, ...Relation[]]);

export const operation = defineOperation({
  name: "adr.link",
  summary: "Say that a decision supersedes, amends or relates to another",
  description:
    "Writes the relation into the headers of both ADRs: `supersedes`/`superseded_by`, `amends`/`amended_by`, `relates_to` on either side. Superseding also gives the older one its status and file name, as soon as the newer one is accepted. A repeated call writes the side that is missing; `adr audit` finds those.",
  effect: "write",
  idempotent: true,
  input: z.strictObject({ id: documentId, relation, to: documentId.describe("The other ADR.") }),
  output: z.strictObject({ ...movedShape, relation, to: documentEntry, warnings: z.array(z.string()) }),
  examples: [
    { command: "blue adr link 0009 supersedes 0004", note: "the newer one first" },
    { command: "blue adr link 0009 relates 0007", note: "read both" },
  ],
  cli: { ...idFlags, positional: ["id", "relation", "to"] },
  run({ id, relation, to }, { project, random }) {
    const one = getDocument(project, id, ["adr"]);
    const other = getDocument(project, to, ["adr"], "to");
    if (one.path === other.path)
      refuse("invalid_input", { to }, "another_adr", {
        message: `\`id\` and \`to\` both name ${nameOf(one)}`,
        suggestion: "Name another ADR.",
      });
    const answer = { relation, warnings: [] as string[] };
    if (relation === "supersedes") {
      if (one.status !== "accepted" && one.status !== "proposed")
        refuse("invalid_status_transition", { id }, "in_force", {
          message: `${nameOf(one)} is ${one.status}; it cannot take the place of another`,
          suggestion: "Name the decision that is in force first, then the one it replaces.",
        });
      assertSupersedable(other, one);
      if (one.status === "accepted") {
        const moved = supersede(project, random, one, other);
        return { ...movedEntry(unmoved(openDocument(project, one)), moved), ...answer, to: entryOf(moved.document) };
      }
      answer.warnings.push(`${nameOf(other)} stays in force until ${nameOf(one)} is accepted`);
    }
    const { field, back } = relations[relation];
    saveText(project, one.path, one.text, addAdr(one.text, field, other), random);
    if (relation !== "supersedes") saveText(project, other.path, other.text, addAdr(other.text, back, one), random);
    return { ...movedEntry(unmoved(openDocument(project, one))), ...answer, to: entryOf(other) };
  },
  render: (out) => renderChanged(`${out.relation} ${out.to.id}`, out, out.to.path),
});
