import { basename } from "node:path";
import * as z from "zod";
import { sections } from "../../documents/compose.ts";
import { createDocument } from "../../store/create-document.ts";
import { dialogueBody, dialogueSource, notDecided } from "../decided-dialogue.ts";
import { documentEntry, entryOf, findNamed, renderChanged, requireTitle } from "../document-fields.ts";
import { nextSchema } from "../next-call.ts";
import { defineOperation } from "../operation.ts";
import { askAboutSameTitle, sameTitleField } from "../same-title.ts";
import { nextForRfc } from "./next-for-rfc.ts";

export const operation = defineOperation({
  name: "rfc.create",
  summary: "Write a new RFC, from a problem, a spike, a postmortem or a decided dialogue",
  description:
    "Creates `.blue/docs/rfcs/NNNN-slug.draft.md` with the next free number. `from_dialogue` turns a dialogue's final verdict into the RFC, linked to the items that carry it; without one in force it is refused unless `reason` says why, and then marked.",
  effect: "write",
  toolset: "core",
  input: z.strictObject({
    title: z.string().trim().min(1).max(200).optional().describe("Required unless it comes from a dialogue."),
    problem: z.string().optional().describe("Markdown: what is wrong or missing today."),
    proposal: z.string().optional().describe("Markdown: what to do about it."),
    source_spike: z.string().optional().describe("The spike it follows from: slug, name or path."),
    postmortem: z.string().optional().describe("The postmortem it follows from."),
    from_dialogue: z.string().optional().describe("The dialogue whose verdict becomes the RFC."),
    dialogue: z
      .string()
      .optional()
      .describe("A dialogue to link without taking its text; the RFC cannot be approved before that is decided."),
    reason: z.string().trim().min(1).optional().describe("Why an undecided dialogue becomes an RFC all the same."),
  }),
  output: z.strictObject({
    ...documentEntry.shape,
    decided: z.boolean().nullable().describe("Whether its dialogue has a verdict in force; null without one."),
    ...sameTitleField,
    next: nextSchema.nullable(),
  }),
  examples: [
    {
      command: 'blue rfc create --title "Cursor pagination" --problem "Deep pages time out."',
      note: "a draft to fill in",
    },
    { command: "blue rfc create --from-dialogue orders-pagination", note: "a verdict as an RFC" },
  ],
  cli: { positional: ["title"] },
  async run({ title, problem, proposal, source_spike, postmortem, from_dialogue, dialogue, reason }, context) {
    const { project, now, random } = context;
    const source = from_dialogue === undefined ? undefined : dialogueSource(project, from_dialogue);
    const linked = dialogue === undefined ? undefined : dialogueSource(project, dialogue);
    if (source !== undefined && source.decided === undefined && reason === undefined)
      throw notDecided(
        source,
        "from_dialogue",
        "Finish the dialogue, or give `reason`: the RFC then says that nothing is decided.",
      );
    const named = requireTitle(title ?? source?.title, "Give the RFC a title.");
    const spike = findNamed(project, source_spike, "spike", "source_spike");
    const cause = findNamed(project, postmortem, "postmortem", "postmortem");
    const own = sections(
      ["Problem", problem, "What is wrong or missing today, and for whom?"],
      ["Proposal", proposal, "What do we do about it?"],
      ["Alternatives", undefined, "What else was thought of, and why not?"],
    );
    const same = await askAboutSameTitle(context, "rfc", named);
    const document = createDocument(project, random, now(), "rfc", {
      title: named,
      fields: {
        source_spike: spike && basename(spike.path),
        postmortem: cause && basename(cause.path),
        dialogue: (source ?? linked)?.id,
        not_decided: source !== undefined && source.decided === undefined ? reason : undefined,
      },
      body:
        source === undefined
          ? own
          : [
              dialogueBody(source, reason),
              problem && `## Background\n\n${problem.trim()}`,
              proposal && `## Proposal in detail\n\n${proposal.trim()}`,
            ]
              .filter(Boolean)
              .join("\n\n"),
    });
    return {
      ...entryOf(document),
      ...same,
      decided: source === undefined && linked === undefined ? null : (source ?? linked)!.decided !== undefined,
      next: nextForRfc(project, document),
    };
  },
  render: (out) =>
    renderChanged("created", {
      ...out,
      warnings: [...(out.warnings ?? []), ...(out.decided === false ? ["Its dialogue has no verdict in force."] : [])],
    }),
});
