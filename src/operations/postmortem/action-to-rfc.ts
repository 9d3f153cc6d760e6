import { basename } from "node:path";
import * as z from "zod";
import { actionItems, inRfc, linkItem } from "../../documents/action-items.ts";
import { sections } from "../../documents/compose.ts";
import { findTask } from "../../documents/plan.ts";
import { findTitled, writtenText } from "../../documents/sections.ts";
import { refuse } from "../../errors.ts";
import { createDocument } from "../../store/create-document.ts";
import { getDocument } from "../../store/documents.ts";
import { saveText } from "../../store/write-document.ts";
import { documentEntry, documentId, entryOf, idFlags, renderChanged } from "../document-fields.ts";
import { defineOperation } from "../operation.ts";

export const operation = defineOperation({
  name: "postmortem.action-to-rfc",
  summary: "Turn an action item of a postmortem into an RFC",
  description:
    "Creates an RFC from one action item (by its number or its words), with the postmortem's impact and causes as the problem, and links the item's row to it.",
  effect: "write",
  input: z.strictObject({
    id: documentId,
    action: z.union([z.int().min(1), z.string().trim().min(1)]).describe("Its row, from 1, or words that only it has."),
    title: z.string().trim().min(1).max(200).optional().describe("The item's words by default."),
  }),
  output: z.strictObject({ ...documentEntry.shape, postmortem: z.string(), action: z.string() }),
  examples: [{ command: "blue postmortem action-to-rfc export-lost-orders 1", note: "the first row" }],
  cli: { ...idFlags, positional: ["id", "action"] },
  run({ id, action, title }, { project, now, random }) {
    const postmortem = getDocument(project, id, ["postmortem"]);
    const items = actionItems(postmortem);
    const found = findTask(
      items.map((item) => ({ number: item.number, text: item.action, done: false })),
      action,
    );
    if (found === "none" || found === "several") {
      refuse("not_found", { action }, "one_action_item", {
        message:
          found === "none"
            ? `${basename(postmortem.path)} has no action item ${action}`
            : `${action} could be several action items`,
        suggestion:
          items.length === 0
            ? "It has no table under “Action Items”."
            : `Action items: ${items.map((item) => `${item.number}. ${item.action}`).join("; ")}`,
      });
    }
    const item = items[found.number - 1]!;
    if (item.rfc !== "" || inRfc.test(item.action))
      refuse("invalid_input", { action }, "not_linked", {
        message: `The action item has an RFC already: ${item.rfc || item.action}`,
        suggestion: "Work on that RFC.",
      });
    const said = (heading: string) => writtenText(findTitled(postmortem.text, heading)?.body);
    const problem = [
      `From the postmortem [${postmortem.title}](../postmortems/${basename(postmortem.path)}), action item ${item.number}: ${item.action}`,
      said("Impact"),
      said("Causes"),
    ]
      .filter((part) => part !== "")
      .join("\n\n");
    const rfc = createDocument(project, random, now(), "rfc", {
      title: title ?? item.action.replace(/\s+/g, " ").slice(0, 200),
      fields: { postmortem: basename(postmortem.path) },
      body: sections(["Problem", problem], ["Proposal", undefined, "What do we do about it?"]),
    });
    saveText(
      project,
      postmortem.path,
      postmortem.text,
      linkItem(postmortem, item.number, `[RFC ${rfc.name.digits}](../rfcs/${basename(rfc.path)})`),
      random,
    );
    return { ...entryOf(rfc), postmortem: postmortem.path, action: item.action };
  },
  render: (out) => renderChanged("created", out, `linked in ${out.postmortem}`),
});
