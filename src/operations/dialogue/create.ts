import * as z from "zod";
import type { Context } from "../../context.ts";
import { refuse } from "../../errors.ts";
import { judgeProtocol } from "../../pages/prompts/judge-protocol.ts";
import { expertPool } from "../../panel/pool-input.ts";
import { rotatePanel } from "../../panel/rotate-panel.ts";
import { templateNames } from "../../panel/templates.ts";
import { methods, type OpeningRecord, panelMember, rotations } from "../../rules/records.ts";
import { minuteStamp, slugOf } from "../../rules/slug.ts";
import { publishEntry } from "../../store/asks.ts";
import { readConfig } from "../../store/config.ts";
import { dialoguesFolder } from "../../store/dialogue-ids.ts";
import { loadDialogue } from "../../store/dialogues.ts";
import { idFromOutputDir, isTaken, openDialogue } from "../../store/find-dialogue.ts";
import { generatedFiles, writeGenerated } from "../../store/generated.ts";
import { assertSlug, findFile } from "../../store/paths.ts";
import { probeHardLinks, publishRecord } from "../../store/publish.ts";
import { nextSchema, renderNext } from "../next-call.ts";
import { defineOperation } from "../operation.ts";
import { bindRfc, isBound } from "./support/bind-rfc.ts";
import { composeOpening, defaults, type OpeningBody } from "./support/compose-opening.ts";
import { estimateFor, estimateSchema } from "./support/estimate.ts";
import { nextStep } from "./support/next-step.ts";
import { trackingNote } from "./support/tracking-note.ts";

const input = z.strictObject({
  title: z.string().min(1).max(200).optional(),
  topic: z.string().min(1).max(200).optional().describe("The same as `title`."),
  question: z.string().optional().describe("What is to be decided."),
  constraint: z.string().optional().describe("What every answer must keep, and how experts work."),
  background: z.string().optional().describe("What every expert must know."),
  alignment: z.boolean().optional().describe("If true, `expert_pool` or `template` is required."),
  expert_pool: expertPool.optional().describe("The pool you designed."),
  template: z.enum(templateNames).optional().describe("A ready pool instead."),
  panel_size: z.int().optional().describe("Seats per round; default: the pool, at most 12; review: 3."),
  agents: z.int().optional().describe("The same as `panel_size`."),
  rotation: z.enum(rotations).optional().describe("`graduated` (default): you evolve the panel."),
  max_rounds: z.int().min(2).max(99).optional().describe("Default 10."),
  method: z.enum(methods).optional().describe("`review`: one blind look; its findings are the result."),
  max_size: z
    .int()
    .min(500)
    .optional()
    .describe("Characters the text may have; default 1.25 × the subject, at least 12,000."),
  cross_check: z.boolean().optional().describe("Others test the tensions before the author answers."),
  control: z.boolean().optional().describe("A lone agent revises the subject too, to compare."),
  model: z.string().optional().describe("For experts."),
  subject: z.string().optional().describe("The file under deliberation."),
  sources: z.array(z.string()).optional().describe("Files every expert reads."),
  rfc: z
    .string()
    .optional()
    .describe(
      "An RFC by path, number or whole name: the subject unless one is given. It cannot be approved before the decision.",
    ),
  output_dir: z.string().optional().describe("Directly below `.blue/dialogues/`; its last part is the id."),
});

export type CreateInput = z.output<typeof input>;

export const operation = defineOperation({
  name: "dialogue.create",
  summary: "Open a dialogue: question, subject, pool, settings",
  description:
    "Opens an alignment dialogue and seats a suggested panel for round 0. Give a `subject` (a design, the strongest answer one agent alone can write). Review the panel; evolve_panel overrides it, and seats one where there is no pool.",
  effect: "write",
  keepsEmptyLists: true,
  idempotent: false,
  toolset: "dialogue",
  input,
  output: z.strictObject({
    status: z.literal("created"),
    dialogue_id: z.string(),
    title: z.string(),
    output_dir: z.string(),
    head: z.string(),
    suggested_panel: z.array(panelMember),
    pool_size: z.int(),
    settings: z.strictObject({
      panel_size: z.int().nullable(),
      rotation: z.enum(rotations),
      max_rounds: z.int(),
      model: z.string().nullable(),
      template: z.string().nullable(),
      alignment: z.boolean(),
      method: z.enum(methods).optional(),
      max_size: z.int().optional(),
      cross_check: z.boolean().optional(),
      control: z.boolean().optional(),
    }),
    subject: z.string().nullable(),
    sources: z.array(z.string()),
    estimate: z.array(estimateSchema).describe("What a dialogue costs, for this panel and a smaller one."),
    worth_it: z.string(),
    judge_protocol: z.string().describe("Follow it exactly; it is complete."),
    warnings: z.array(z.string()),
    next: nextSchema,
  }),
  examples: [
    {
      command:
        'blue dialogue create --title "Webhook delivery" --question "How do we retry?" --subject docs/webhooks.md --template infrastructure',
      note: "with a ready pool",
    },
    {
      command: "blue dialogue create --scaffold > dialogue.json",
      note: "title, subject, pool and settings to fill in",
    },
    { command: "blue dialogue create --input dialogue.json", note: "and to give back" },
  ],
  cli: { fileFlags: { pool: "expert_pool" }, flagAliases: { sources: ["source"] } },
  run: (input, context) => openDialogueOn(input, context),
  async scaffold({ template }, { project }) {
    const { config } = await readConfig(project);
    return {
      title: "…",
      question: "…",
      subject: "<document.md>",
      sources: [],
      ...(template === undefined ? { expert_pool: poolToDesign } : {}),
      rotation: config.rotation ?? defaults.rotation,
      max_rounds: config.max_rounds ?? defaults.max_rounds,
    };
  },
  render: (out) =>
    [
      `✓ ${out.title}`,
      `  ${out.output_dir}`,
      ...out.suggested_panel.map(({ name, role, tier, relevance }) => `  🧁 ${name}, ${role} (${tier} ${relevance})`),
      ...out.estimate.map(({ experts, rounds, calls, tokens }) =>
        rounds === 1
          ? `  ${experts} experts, one blind round: ${calls} runs, some ${tokens.toLocaleString("en")} tokens`
          : `  ${experts} experts, about ${rounds} rounds: ${calls} runs of experts and author, without the Judge's, some ${tokens.toLocaleString("en")} tokens`,
      ),
      `  ${out.worth_it}`,
      ...out.warnings.map((warning) => `! ${warning}`),
      renderNext(out.next),
    ].join("\n"),
  /** Who gave the pool knows what each looks at; what to do without a subject is in the protocol. */
  inShort: ({ head: _, suggested_panel, settings, warnings, next, ...out }, { expert_pool }) => ({
    ...out,
    suggested_panel: suggested_panel.map(({ relevance, focus, ...seat }) =>
      expert_pool === undefined ? { ...seat, relevance, focus } : seat,
    ),
    settings: Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null)),
    warnings: warnings.filter((warning) => warning !== noSubject),
    next,
  }),
});

/** `reopens`: the decided dialogue whose decision is deliberated anew. */
export async function openDialogueOn(input: CreateInput, context: Context, reopens?: string) {
  const { project, random } = context;
  const { config, warnings: unread } = await readConfig(project);
  const { body: composed, warnings } = composeOpening(input, config, context);
  const body = reopens === undefined ? composed : { ...composed, reopens };
  const wanted = wantedId(input, body, context);
  bindRfc(project, body, wanted); // a header that cannot be written to is refused before anything is
  probeHardLinks(project, random);
  const published = publishOpening(wanted, body, context);
  const id = published.dialogue;
  const panel =
    published.pool.length === 0
      ? []
      : (rotatePanel({
          mode: published.settings.rotation,
          pool: published.pool,
          size: published.settings.panel_size ?? 2,
          seed: published.seed,
          round: 0,
          panels: [],
        }) ?? []);
  const first = { dialogue: id, round: 0, head: published.self, attempt: 1 };
  if (panel.length > 0) publishEntry(project, first, { entries: 0 }, { kind: "panel", panel }, random);
  writeGenerated(project, generatedFiles(loadDialogue(project, id)), random);
  const dialogue = openDialogue(project, { dialogue_id: id });
  if (isBound(published))
    warnings.push(`${published.rfc} now names this dialogue, and cannot be approved before it is decided.`);
  if (published.subject === null) {
    warnings.push(noSubject);
  }
  return {
    status: "created" as const,
    dialogue_id: id,
    title: published.title,
    output_dir: `${dialoguesFolder}/${id}`,
    head: published.self,
    suggested_panel: panel,
    pool_size: published.pool.length,
    settings: published.settings,
    subject: published.subject?.path ?? null,
    sources: published.sources.map(({ path }) => path),
    ...estimateFor(
      published.settings.method ?? "dialogue",
      panel.length || (published.settings.panel_size ?? 0),
      published.subject === null ? 0 : subjectBytes(project, published.subject.path),
    ),
    judge_protocol: judgeProtocol(published, panel),
    warnings: [...unread, ...warnings, ...trackingNote(project, `${dialoguesFolder}/${id}`)],
    next: nextStep(project, dialogue),
  };
}

const noSubject =
  "There is no subject. Have one agent write the strongest answer it can, and let the panel break that: a panel that starts from nothing is mostly wasted.";

const poolToDesign = {
  domain: "…",
  experts: [0.95, 0.9, 0.85, 0.7, 0.6, 0.5, 0.4, 0.3].map((relevance) => ({
    role: "…",
    tier: relevance > 0.8 ? "Core" : relevance > 0.4 ? "Adjacent" : "Wildcard",
    relevance,
    focus: "…",
  })),
};

function wantedId(input: CreateInput, { title }: OpeningBody, { project, now }: Context): string {
  if (input.output_dir === undefined) return `${minuteStamp(now())}-${slugOf(title) || "dialogue"}`;
  return assertDialogueId(idFromOutputDir(project, input.output_dir));
}

/** The folder's name is the id; a taken one gets `-2`, or refuses. Who is first is decided by the link, so two processes never share a dialogue. */
function publishOpening(wanted: string, body: OpeningBody, { project, random, ifTaken }: Context): OpeningRecord {
  for (let n = 1; ; n++) {
    if (n > 1 && ifTaken === "refuse") refuseTaken(wanted);
    const dialogue = n === 1 ? wanted : `${wanted}-${n}`;
    if (isTaken(project, dialogue)) continue;
    const binding = bindRfc(project, body, dialogue);
    const path = `${dialoguesFolder}/${dialogue}/opening.json`;
    const publication = publishRecord(project, path, binding.body, random);
    if (publication.outcome !== "published") continue;
    binding.save(random);
    return publication.stored as unknown as OpeningRecord;
  }
}

function refuseTaken(id: string): never {
  refuse("id_taken", { output_dir: `${dialoguesFolder}/${id}` }, "new_id", {
    message: `There is a dialogue ${id} already`,
    suggestion: "Give another `output_dir`, or go on with that dialogue.",
    context: { dialogue_id: id },
  });
}

function subjectBytes(project: Context["project"], path: string): number {
  return findFile(project, path, "subject")?.length ?? 0;
}

function assertDialogueId(id: string): string {
  const [, stamp = "", rest = id] = /^(\d{4}-\d{2}-\d{2}T\d{4}Z-)(.*)$/.exec(id) ?? [];
  return `${stamp}${assertSlug(rest, "output_dir")}`;
}
