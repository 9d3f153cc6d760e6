import { basename } from "node:path";
import * as z from "zod";
import { bullets, sections } from "../../documents/compose.ts";
import { decisionParts, decisionSections } from "../../documents/dialogue-decision.ts";
import { throwAll } from "../../errors.ts";
import { unmoved } from "../../store/change-status.ts";
import { createDocument } from "../../store/create-document.ts";
import {
  checkStatus,
  type DialogueSource,
  dialogueBody,
  dialogueSource,
  notDecided,
  questionOf,
  unwritten,
} from "../decided-dialogue.ts";
import {
  documentEntry,
  documentId,
  entryOf,
  findNamed,
  movedEntry,
  movedShape,
  renderChanged,
  requireTitle,
} from "../document-fields.ts";
import { nextSchema } from "../next-call.ts";
import { defineOperation } from "../operation.ts";
import { askAboutSameTitle, sameTitleField } from "../same-title.ts";
import { nextForAdr } from "./next-for-adr.ts";
import { assertSupersedable, supersede } from "./supersede.ts";

const born = ["proposed", "accepted", "rejected", "deprecated"] as const;

const input = z.strictObject({
  title: z.string().trim().min(1).max(200).optional().describe("Required unless it comes from a dialogue."),
  status: z.enum(born).default("proposed"),
  rfc: documentId.optional().describe("The RFC it belongs to."),
  dialogue: z.string().optional().describe("The dialogue that led to it, only linked."),
  from_dialogue: z.string().optional().describe("The dialogue whose verdict becomes the ADR."),
  reason: z.string().trim().min(1).optional().describe("Why an undecided dialogue becomes an ADR all the same."),
  context: z.string().optional().describe("Markdown: the problem and what bears on it."),
  decision: z.string().optional().describe("Markdown: what is decided, and why."),
  consequences: z.array(z.string().trim().min(1)).default([]).describe("One line each, good and bad."),
  options: z.array(z.string().trim().min(1)).default([]).describe("The options that were considered."),
  applies_when: z.array(z.string().trim().min(1)).default([]).describe("When it matters, in words."),
  supersedes: documentId.optional().describe("The ADR it replaces."),
});

export const operation = defineOperation({
  name: "adr.create",
  summary: "Record an architecture decision, in MADR's form",
  description:
    "Creates `.blue/docs/adrs/NNNN-slug.<status>.md` with MADR's front matter and sections. `from_dialogue` takes context, decision, tensions and dissent from a decided dialogue, each statement linked to its item. `supersedes` marks the older ADR as superseded, both ways (when the new one is accepted). `applies_when` says in words when the decision matters: `adr relevant` weighs it. Rules that files must keep go into the header as `enforce:` (see `adr audit`).",
  effect: "write",
  input,
  output: z.strictObject({
    ...movedShape,
    ...sameTitleField,
    superseded: documentEntry.nullable(),
    warnings: z.array(z.string()),
    next: nextSchema.nullable(),
  }),
  examples: [
    {
      command: 'blue adr create --title "Cursor pagination" --status accepted --decision "Opaque cursors."',
      note: "a decision in force",
    },
    { command: "blue adr create --from-dialogue orders-pagination --status accepted", note: "from a verdict" },
  ],
  cli: { positional: ["title"] },
  async run(given, context) {
    const { project, now, random } = context;
    const source = given.from_dialogue === undefined ? undefined : dialogueSource(project, given.from_dialogue);
    const linked = given.dialogue === undefined ? source : dialogueSource(project, given.dialogue);
    throwAll(
      checkStatus(
        project,
        "adr",
        given.status,
        [source, linked].flatMap((one) => one?.id ?? []),
      ),
    );
    if (source !== undefined && source.decided === undefined && given.reason === undefined)
      throw notDecided(
        source,
        "from_dialogue",
        "Finish the dialogue; or give `reason` and the status proposed: the ADR then says that nothing is decided.",
      );
    const title = requireTitle(given.title ?? source?.title, "Give the decision a title.");
    const rfc = findNamed(project, given.rfc, "rfc", "rfc");
    const older = findNamed(project, given.supersedes, "adr", "supersedes");
    if (older !== undefined) assertSupersedable(older);
    const same = await askAboutSameTitle(context, "adr", title, older?.path);
    const created = createDocument(project, random, now(), "adr", {
      title,
      status: given.status,
      fields: {
        rfc: rfc && basename(rfc.path),
        dialogue: linked?.id,
        not_decided: source !== undefined && source.decided === undefined ? given.reason : undefined,
        applies_when: given.applies_when,
        supersedes: older && basename(older.path),
      },
      body: bodyOf(given, source),
    });
    const said = { warnings: [...(same.warnings ?? []), ...unwritten(created)], next: nextForAdr(project, created) };
    if (older === undefined || given.status !== "accepted")
      return { ...movedEntry(unmoved(created)), ...same, superseded: null, ...said };
    const moved = supersede(project, random, created, older);
    return { ...movedEntry(unmoved(created), moved), ...same, superseded: entryOf(moved.document), ...said };
  },
  render: (out) =>
    renderChanged(
      "created",
      out,
      ...(out.superseded === null ? [] : [`supersedes ${out.superseded.id}: ${out.superseded.path}`]),
    ),
});

function bodyOf(
  { context, decision, consequences, options, reason }: z.output<typeof input>,
  source: DialogueSource | undefined,
): string {
  const outcome = (text: string) =>
    `${text}\n\n### Consequences\n\n${bullets(consequences, "*") ?? "<!-- What becomes easier, what becomes harder? -->"}`;
  if (source !== undefined && source.decided === undefined)
    return dialogueBody(source, reason).replace("## Problem", "## Context and Problem Statement");
  const parts = source?.decided === undefined ? undefined : decisionParts(source.decided);
  return sections(
    [
      "Context and Problem Statement",
      [source && questionOf(source), context].filter(Boolean).join("\n\n") || undefined,
      "What is the problem, and what bears on it?",
    ],
    ["Considered Options", bullets(options, "*"), parts === undefined ? "Which options were there?" : undefined],
    [
      "Decision Outcome",
      outcome([parts?.decision, decision].filter(Boolean).join("\n\n") || "<!-- Chosen option, because … -->"),
    ],
    ...(parts === undefined ? [] : decisionSections(parts)),
  );
}
