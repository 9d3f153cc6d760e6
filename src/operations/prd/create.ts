import * as z from "zod";
import { bullets, sections } from "../../documents/compose.ts";
import { createDocument } from "../../store/create-document.ts";
import { documentEntry, entryOf, renderChanged } from "../document-fields.ts";
import { nextCall, nextSchema } from "../next-call.ts";
import { defineOperation } from "../operation.ts";
import { askAboutSameTitle, sameTitleField } from "../same-title.ts";

export const operation = defineOperation({
  name: "prd.create",
  summary: "Write down what a product must do, and how one can tell",
  description:
    "Creates `.blue/docs/prds/NNNN-slug.draft.md`: problem, users, goals, requirements, acceptance criteria as check boxes. `prd approve` and `prd complete` move it on; it cannot be completed while a criterion is unchecked.",
  effect: "write",
  input: z.strictObject({
    title: z.string().trim().min(1).max(200),
    problem: z.string().optional().describe("Markdown: whose problem, and what it costs them."),
    users: z.string().optional().describe("Markdown: who it is for."),
    goals: z.array(z.string().trim().min(1)).default([]).describe("One line each."),
    requirements: z.array(z.string().trim().min(1)).default([]).describe("One line each."),
    criteria: z.array(z.string().trim().min(1)).default([]).describe("Acceptance criteria, one line each."),
  }),
  output: z.strictObject({ ...documentEntry.shape, ...sameTitleField, next: nextSchema }),
  examples: [
    {
      command:
        'blue prd create --title "Order export" --criteria "An export has every order of the month" --criteria "It ends within an hour"',
      note: "with two criteria",
    },
  ],
  cli: { positional: ["title"] },
  async run({ title, problem, users, goals, requirements, criteria }, context) {
    const { project, now, random } = context;
    const same = await askAboutSameTitle(context, "prd", title);
    const document = createDocument(project, random, now(), "prd", {
      title,
      body: sections(
        ["Problem", problem, "Whose problem is it, and what does it cost them?"],
        ["Users", users, "Who is it for?"],
        ["Goals", bullets(goals), "What is better afterwards?"],
        ["Requirements", bullets(requirements), "What must it do?"],
        [
          "Acceptance Criteria",
          bullets(criteria, "- [ ]"),
          "How can one tell that it is done? One check box each: - [ ] …",
        ],
      ),
    });
    return {
      ...entryOf(document),
      ...same,
      next: nextCall("prd.approve", { id: document.name.digits! }, "When it has been agreed."),
    };
  },
  render: (out) => renderChanged("created", out),
});
