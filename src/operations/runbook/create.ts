import { basename } from "node:path";
import * as z from "zod";
import { sections } from "../../documents/compose.ts";
import { nameOf } from "../../documents/document.ts";
import { actionsOf, actionText } from "../../documents/runbook.ts";
import { refuse } from "../../errors.ts";
import { createDocument } from "../../store/create-document.ts";
import { documentEntry, documentId, entryOf, findNamed, renderChanged, requireTitle } from "../document-fields.ts";
import { nextCall, nextSchema } from "../next-call.ts";
import { defineOperation } from "../operation.ts";
import { askAboutSameTitle, sameTitleField } from "../same-title.ts";
import { actionInput, actionSchema } from "./action-fields.ts";

export const operation = defineOperation({
  name: "runbook.create",
  summary: "Write a runbook: what one does, step by step",
  description:
    "Creates `.blue/docs/runbooks/slug.active.md`, for an RFC or by itself, with its actions: a name, trigger words, steps. One action by `action`, `triggers`, `steps`; more with `runbook update`. `runbook lookup` finds the steps later.",
  effect: "write",
  input: z.strictObject({
    title: z.string().trim().min(1).max(200).optional().describe("The RFC's title by default."),
    rfc: documentId.optional().describe("The RFC whose result it operates."),
    overview: z.string().optional().describe("Markdown: what it is for, and when not to use it."),
    ...actionInput,
  }),
  output: z.strictObject({
    ...documentEntry.shape,
    ...sameTitleField,
    actions: z.array(actionSchema),
    next: nextSchema,
  }),
  examples: [
    {
      command:
        'blue runbook create --title Deploy --action "deploy to production" --triggers release --triggers ship --steps "tag the commit" --steps "run the pipeline"',
      note: "one action",
    },
  ],
  cli: { positional: ["title"], flagAliases: { triggers: ["trigger"], steps: ["step"] } },
  async run({ title, rfc, overview, action, triggers, steps }, context) {
    const { project, now, random } = context;
    const source = findNamed(project, rfc, "rfc", "rfc");
    const named = requireTitle(title ?? source?.title, "Give a title, or the RFC it is for.");
    if (action === undefined && (steps.length > 0 || triggers.length > 0))
      refuse("invalid_input", "action", "required", {
        message: "`action` is required with steps and triggers",
        suggestion: "Say what the steps do.",
      });
    const about =
      source === undefined
        ? undefined
        : `Operates what [${nameOf(source)}](../rfcs/${basename(source.path)}) describes: ${source.title}.`;
    const same = await askAboutSameTitle(context, "runbook", named);
    const document = createDocument(project, random, now(), "runbook", {
      title: named,
      fields: { rfc: source && basename(source.path) },
      body: sections(
        [
          "Overview",
          [about, overview].filter(Boolean).join("\n\n") || undefined,
          "What is it for, and when should it not be used?",
        ],
        [
          "Actions",
          action === undefined ? undefined : actionText({ name: action, triggers, steps }),
          "One `### Action: name` each, with **Triggers:** and numbered steps.",
        ],
      ),
    });
    return {
      ...entryOf(document),
      ...same,
      actions: actionsOf(document),
      next: nextCall("runbook.update", { id: document.name.slug, action: "…", steps: ["…"] }, "Add the next action."),
    };
  },
  render: (out) => renderChanged("created", out),
});
