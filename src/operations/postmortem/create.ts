import { basename } from "node:path";
import * as z from "zod";
import { itemsTable } from "../../documents/action-items.ts";
import { bullets, sections } from "../../documents/compose.ts";
import { createDocument } from "../../store/create-document.ts";
import { documentEntry, entryOf, renderChanged } from "../document-fields.ts";
import { nextCall, nextSchema } from "../next-call.ts";
import { defineOperation } from "../operation.ts";
import { askAboutSameTitle, sameTitleField } from "../same-title.ts";

const severities = ["sev1", "sev2", "sev3", "sev4"] as const;
/** As teams write them: `SEV1`, `P1`, `1`, `critical`. */
const spellings = /^(?:sev(?:erity)?[- ]?|p)?([1-4])$/i;
const inWords = ["critical", "high", "medium", "low"];

function severityOf(said: unknown): unknown {
  const text = String(said).trim();
  const place = spellings.exec(text)?.[1] ?? inWords.indexOf(text.toLowerCase()) + 1;
  return severities[Number(place) - 1] ?? said;
}

export const operation = defineOperation({
  name: "postmortem.create",
  summary: "Write down what went wrong, without blame",
  description:
    "Creates `.blue/docs/postmortems/<stamp>-slug.open.md`: severity, impact, timeline, causes, and action items as a table. `postmortem action-to-rfc` turns an item into an RFC and links the row. An action item is a line; `what | owner | due` fills the columns.",
  effect: "write",
  input: z.strictObject({
    title: z.string().trim().min(1).max(200),
    severity: z
      .preprocess(severityOf, z.enum(severities))
      .default("sev3")
      .describe("sev1 is the worst; SEV1, P1 and critical mean the same."),
    summary: z.string().optional().describe("Markdown: what happened, in a few sentences."),
    impact: z.string().optional().describe("Markdown: who noticed what, for how long."),
    timeline: z.array(z.string().trim().min(1)).default([]).describe("One line each: `14:02 the alert fired`."),
    causes: z.array(z.string().trim().min(1)).default([]).describe("One line each."),
    actions: z.array(z.string().trim().min(1)).default([]).describe("Action items, one each: `what | owner | due`."),
  }),
  output: z.strictObject({
    ...documentEntry.shape,
    ...sameTitleField,
    severity: z.enum(severities),
    next: nextSchema.nullable(),
  }),
  examples: [
    {
      command:
        'blue postmortem create --title "Export lost orders" --severity SEV2 --impact "One audit." --actions "Count before and after | accounting | 2026-03-01"',
      note: "with one action item",
    },
  ],
  cli: { positional: ["title"], flagAliases: { actions: ["action"] } },
  async run({ title, severity, summary, impact, timeline, causes, actions }, context) {
    const { project, now, random } = context;
    const same = await askAboutSameTitle(context, "postmortem", title);
    const items = actions.map((line) => {
      const [action = "", owner, due] = line.split("|").map((part) => part.trim());
      return { action, owner, due };
    });
    const document = createDocument(project, random, now(), "postmortem", {
      title,
      fields: { severity },
      body: sections(
        ["Summary", summary, "What happened, in a few sentences?"],
        ["Impact", impact, "Who noticed what, and for how long?"],
        ["Timeline", bullets(timeline), "When did what happen? Times in UTC."],
        ["Causes", bullets(causes), "What made it possible? Not who."],
        ["Action Items", itemsTable(items)],
      ),
    });
    const id = basename(document.path, ".open.md");
    return {
      ...entryOf(document),
      ...same,
      severity,
      next:
        items.length === 0
          ? null
          : nextCall("postmortem.action-to-rfc", { id, action: 1 }, "Turn an action item into an RFC."),
    };
  },
  render: (out) => renderChanged("created", out, `severity: ${out.severity}`),
});
