import * as z from "zod";
import { actionItems } from "../../documents/action-items.ts";
import { nameOf } from "../../documents/document.ts";
import { refuse } from "../../errors.ts";
import { assertMove, changeStatus } from "../../store/change-status.ts";
import { getDocument } from "../../store/documents.ts";
import { documentId, idFlags, movedEntry, movedShape, renderChanged } from "../document-fields.ts";
import { defineOperation } from "../operation.ts";

export const operation = defineOperation({
  name: "postmortem.close",
  summary: "Close a postmortem; refused while an action item is open",
  description:
    "Moves a postmortem from open to closed: header, file name, links. Refused (`findings_open`, exit 6) while the status of an action item does not say that it is done and no RFC has taken it on, naming each row.",
  effect: "write",
  idempotent: true,
  input: z.strictObject({ id: documentId }),
  output: z.strictObject(movedShape),
  examples: [{ command: "blue postmortem close export-lost-orders", note: "when nothing is left to do" }],
  cli: idFlags,
  run({ id }, { project, random }) {
    const postmortem = getDocument(project, id, ["postmortem"]);
    assertMove(postmortem, "closed");
    const open = actionItems(postmortem).filter((item) => item.open);
    if (open.length > 0)
      refuse("findings_open", { id }, "no_open_action_item", {
        message: `${open.length} action ${open.length === 1 ? "item is" : "items are"} open: ${open.map(({ number, action }) => `${number}. ${action}`).join("; ")}`,
        suggestion: `Write \`done\` into the Status column, or make an RFC of it: \`blue postmortem action-to-rfc ${nameOf(postmortem)} ${open[0]!.number}\`.`,
        context: { open },
      });
    return movedEntry(changeStatus(project, random, postmortem, "closed"));
  },
  render: (out) => renderChanged("closed", out),
});
