import { join, relative } from "node:path";
import * as z from "zod";
import { type AnswerKind, answerKind, answerWords } from "../../facts/objections.ts";
import { evolveMember } from "../../panel/evolve-input.ts";
import { membersAsked, promptsOf } from "../../rules/ask-log.ts";
import { askKinds, decision, expertSources, longestDecision, type PanelMember } from "../../rules/records.ts";
import { type AuthorsAnswer, answersIn } from "../../rules/round/revision.ts";
import { currentPath } from "../../store/cited-documents.ts";
import { fileExists } from "../../store/documents.ts";
import { draftPath, draftsFolder, promptPath } from "../../store/drafts.ts";
import { type OpenDialogue, openDialogue } from "../../store/find-dialogue.ts";
import type { Project } from "../../store/project.ts";
import { nextCall, nextSchema, renderNext } from "../next-call.ts";
import { defineOperation } from "../operation.ts";
import { seatWanted } from "./evolve-panel.ts";
import { askPanel } from "./support/ask-panel.ts";
import { dialogueFlags, dialogueKey } from "./support/dialogue-key.ts";
import { refusedAdvice } from "./support/next-step.ts";
import { refuseDamaged, refuseOtherRound } from "./support/open-round.ts";
import { promptLine, spawnInShort, spawnLine, spawnSchema, taskFor, taskSchema } from "./support/spawn.ts";

const input = z.strictObject({
  ...dialogueKey,
  round: z.int().min(0).max(98).optional().describe("Default: the open one."),
  proposal: z.string().min(1).optional().describe("Your own words instead of the author's text."),
  decision: z
    .string()
    .trim()
    .min(1)
    .max(longestDecision)
    .optional()
    .describe("With `proposal`: what it decides, in one sentence."),
  directives: z.record(z.string(), z.string()).optional().describe("Expert → what you ask of them."),
  ask: z
    .enum(["everyone", ...askKinds])
    .optional()
    .describe("`check`: whose tensions were answered; `sign`: everybody. Default: as the ledger asks."),
  panel: z.array(evolveMember).optional().describe("Seats it first, like evolve-panel."),
  agent_name: z.string().optional().describe("Only this member; default: the whole panel."),
  agent_role: z.string().optional().describe("Must be the member's."),
  agent_emoji: z.string().optional(),
  expert_source: z.enum(expertSources).optional(),
  focus: z.string().optional().describe("In place of the member's focus."),
});

export const operation = defineOperation({
  name: "dialogue.round-prompt",
  summary: "Write every expert's prompt and answer with whom to spawn",
  description:
    "Writes the open round's prompts and answers with `spawn`: start ALL in ONE message, each as `task` says. In rotation modes none, wildcards and full it seats the round itself.",
  effect: "write",
  idempotent: true,
  toolset: "dialogue",
  input,
  output: z.strictObject({
    dialogue_id: z.string(),
    round: z.int(),
    head: z.string(),
    proposal: z
      .strictObject({
        path: z.string().describe("Below `folder`."),
        bytes: z.int(),
        resolved: z.array(z.string()).optional(),
        in_part: z.array(z.string()).optional(),
        refused: z.array(z.string()).optional(),
      })
      .nullable()
      .describe("The file with the words that the panel is shown, and what their author answered."),
    decision: decision.nullable().describe("The decision in one sentence, as it is shown above the text."),
    directed: z.array(z.string()).describe("Whose prompt carries a directive of this call."),
    kept: z.array(z.string()).describe("Whose prompt is kept as it was written before, directives included."),
    ask: z.enum(["everyone", ...askKinds]),
    not_asked: z.array(z.string()).describe("On the panel, and not asked this round: no signal."),
    written: z.array(z.string()).describe("Who has a draft already and is not to be started again."),
    folder: z.string().describe("Where the prompts lie and the drafts go."),
    task: taskSchema,
    spawn: z.array(spawnSchema),
    prompt_characters: z.strictObject({ smallest: z.int(), largest: z.int() }),
    how: z.string(),
    warnings: z.array(z.string()),
    next: nextSchema,
  }),
  examples: [
    { command: "blue dialogue round-prompt webhook-delivery", note: "round 0" },
    {
      command: "blue dialogue round-prompt webhook-delivery --input round-1.json",
      note: "with proposal and directives",
    },
  ],
  cli: { ...dialogueFlags, fileFlags: { panel: "panel" } },
  run(input, { project, random }) {
    const found = openDialogue(project, input);
    refuseDamaged(found);
    refuseOtherRound(found.next, input.round);
    const seated = input.panel && seatWanted(project, found, input.panel, random);
    const opened = seated?.after ?? found;
    const { dialogue, panel, shown, prompts, changed } = askPanel(project, opened, input, random);
    const { loaded, ledger, next } = dialogue;
    const folder = draftsFolder(next);
    const fresh = prompts.filter(({ added }) => added !== undefined);
    const names = (some: typeof prompts) => some.map(({ member }) => member.name);
    const asked = membersAsked(dialogue.asks());
    const isPrompted = (name: string) => promptsOf(dialogue.asks(), name).length > 0;
    const written = names(prompts.filter((one) => one.written));
    const sizes = prompts.map(({ text }) => text.length);
    return {
      dialogue_id: loaded.id,
      round: next.round,
      head: next.head,
      proposal:
        shown.proposal === null
          ? null
          : {
              path: "proposal.md",
              bytes: Buffer.byteLength(shown.proposal.join("\n")),
              ...(fresh.length > 0 ? answered(answersIn(ledger, shown.revisions)) : {}),
            },
      decision: shown.decision,
      directed: names(fresh.filter(({ added }) => added!.directive !== null)),
      kept: names(prompts.filter(({ added }) => added === undefined)).filter(isPrompted),
      ask: shown.asked ?? ("everyone" as const),
      not_asked: panel.map(({ name }) => name).filter((name) => !asked.includes(name)),
      written,
      folder: join(project.root, folder),
      task: taskFor(`${input.agent_emoji?.trim() || "🧁"} <expert> expert deliberation`),
      spawn: prompts
        .filter((one) => !one.written)
        .map(({ member }) =>
          spawnLine(member, loaded.opening.settings.model, {
            prompt: relative(folder, promptPath(next, member.name)),
            draft: relative(folder, draftPath(next, member.name)),
          }),
        ),
      prompt_characters: { smallest: Math.min(...sizes), largest: Math.max(...sizes) },
      how: "Start all in one message, each with exactly this prompt.",
      warnings: [
        ...(seated?.warnings ?? []),
        ...wrongSource(
          prompts.map(({ member }) => member),
          input.expert_source,
        ),
        ...changed.map((name) => `${name}'s prompt was not as Blue had written it; it is written anew.`),
        ...written
          .filter((name) => !isPrompted(name))
          .map((name) => `${name} wrote before Blue asked: that text is recorded, and no signal in it counts.`),
        ...goneFiles(project, dialogue).map(
          (path) => `${path} is gone: experts are told to read it and will not find it.`,
        ),
        ...(fresh.length > 0 && shown.proposal !== null && shown.decision === null ? [noSentence] : []),
        ...refusedAdvice(dialogue, shown.revisions),
      ],
      next: nextCall(
        "dialogue.round-collect",
        { dialogue_id: loaded.id, round: next.round },
        "When all have answered: read what they wrote.",
      ),
    };
  },
  render: (out) =>
    [
      `✓ ${out.spawn.length} to start in the project's folder for round ${out.round} (prompts of ${out.prompt_characters.smallest} to ${out.prompt_characters.largest} characters)`,
      ...(out.ask === "everyone" ? [] : [`  ${askWords[out.ask]}`]),
      ...(out.decision === null ? [] : [`  the decision in one sentence: ${out.decision.text}`]),
      ...answerKeys.flatMap(([kind, key]) =>
        out.proposal?.[key]?.length ? [`  ${answerWords[kind]}, the author says: ${out.proposal[key].join(", ")}`] : [],
      ),
      ...(out.not_asked.length > 0 ? [`  not asked this round: ${out.not_asked.join(", ")}`] : []),
      ...(out.directed.length > 0 ? [`  with a directive: ${out.directed.join(", ")}`] : []),
      ...(out.kept.length > 0 ? [`  as written before: ${out.kept.join(", ")}`] : []),
      ...(out.written.length > 0 ? [`  have written already: ${out.written.join(", ")}`] : []),
      ...out.spawn.flatMap((one) => [`  🧁 ${one.expert}, ${one.role}:`, promptLine(out.task, out.folder, one)]),
      ...out.warnings.map((warning) => `! ${warning}`),
      out.how,
      renderNext(out.next),
    ].join("\n"),
  /** A prompt names the file of its draft; what the author refused is to be looked at. */
  inShort({ head: _, prompt_characters: __, proposal, ask, task, spawn, warnings, next, ...out }) {
    const { resolved, in_part, refused = [] } = proposal ?? {};
    return {
      ...out,
      ...(ask === "everyone" ? {} : { ask }),
      ...(resolved?.length ? { resolved: resolved.length } : {}),
      ...(in_part?.length ? { in_part } : {}),
      refused,
      ...spawnInShort(task, spawn),
      warnings,
      next,
    };
  },
});

const answerKeys = [
  ["fixed", "resolved"],
  ["part", "in_part"],
  ["refused", "refused"],
] as const;

function answered(answers: readonly AuthorsAnswer[]): Partial<Record<(typeof answerKeys)[number][1], string[]>> {
  if (answers.length === 0) return {};
  const ids = (kind: AnswerKind) => answers.filter((one) => answerKind(one) === kind).map(({ id }) => id);
  return Object.fromEntries(answerKeys.map(([kind, key]) => [key, ids(kind)]));
}

const askWords = {
  check: "a check: each reads its own tensions in the new text, with the author's answers",
  sign: "a signature: everybody reads the text that would be decided",
};

const noSentence =
  "There is no decision in one sentence above this text, so the verdict will go by its title or first sentence. The author's sheet may begin with one (`Decision: …`); for a text of your own, give `decision` with it.";

function wrongSource(chosen: readonly PanelMember[], given: PanelMember["source"] | undefined): string[] {
  return chosen
    .filter(({ source }) => given !== undefined && source !== given)
    .map(({ name, source }) => `\`expert_source\`: ${name} is "${source}" on this panel, and is asked as such.`);
}

/** What the experts are told to read and will not find. */
function goneFiles(project: Project, { loaded }: OpenDialogue): string[] {
  const { subject, sources } = loaded.opening;
  const paths = [...(subject === null ? [] : [subject]), ...sources].map(({ path }) => currentPath(project, path));
  return paths.filter((path) => !fileExists(project, path));
}
