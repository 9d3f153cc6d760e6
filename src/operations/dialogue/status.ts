import * as z from "zod";
import { scanDraft } from "../../drafts/scan-draft.ts";
import { attempt, BlueError } from "../../errors.ts";
import { coverageSchema } from "../../facts/schema.ts";
import { verdictFacts } from "../../facts/verdict-facts.ts";
import { coverageLine } from "../../pages/coverage-lines.ts";
import { judgeProtocol } from "../../pages/prompts/judge-protocol.ts";
import { verdictLine } from "../../pages/verdict-lines.ts";
import { notAsked } from "../../rules/ask-log.ts";
import { blindCoverage } from "../../rules/coverage.ts";
import { bySeverity, isOpen } from "../../rules/ledger.ts";
import { expertKey } from "../../rules/names.ts";
import type { PanelMember } from "../../rules/records.ts";
import { keepsFromRegistering } from "../../rules/round/may-register.ts";
import { roundWarnings } from "../../rules/round/warnings.ts";
import { severities } from "../../rules/vocabulary.ts";
import { stateOf, states } from "../../store/dialogue-state.ts";
import { draftPath, proposalCopy } from "../../store/drafts.ts";
import { type OpenDialogue, openDialogue } from "../../store/find-dialogue.ts";
import { readInWork } from "../../store/in-work.ts";
import { findLate, type LateText } from "../../store/inbox.ts";
import type { Project } from "../../store/project.ts";
import { missingControl } from "../../store/revisions.ts";
import { nextSchema, renderNext } from "../next-call.ts";
import { defineOperation, toolName } from "../operation.ts";
import { countsOf, countsSchema, renderCounts } from "./support/counts.ts";
import { dialogueFlags, dialogueKey } from "./support/dialogue-key.ts";
import { nextStep } from "./support/next-step.ts";
import { trackingNote } from "./support/tracking-note.ts";

const draftStates = ["missing", "unreadable", "incomplete", "complete", "not_asked"] as const;

export const operation = defineOperation({
  name: "dialogue.status",
  summary: "Where one dialogue is, and the exact next call",
  description:
    "All a Judge needs to go on, also after its context was lost: the open round, its panel, whose drafts are there, what is open, what the gate says, and `next`; with `protocol` the Judge Protocol again.",
  effect: "read",
  toolset: "dialogue",
  input: z.strictObject({
    ...dialogueKey,
    protocol: z.boolean().default(false).describe("Also the Judge Protocol, for a Judge whose context was lost."),
  }),
  output: z.strictObject({
    dialogue_id: z.string(),
    title: z.string(),
    question: z.string().nullable(),
    state: z.enum(states),
    decided: z.string().optional().describe("What was decided, and what a reader must know beside it."),
    rounds_registered: z.int(),
    max_rounds: z.int(),
    open_round: z.int(),
    head: z.string(),
    panel: z.array(
      z.strictObject({
        name: z.string(),
        role: z.string(),
        draft: z.enum(draftStates),
        draft_file: z.string(),
      }),
    ),
    proposal: z.string().nullable().describe("The file with the words that the open round's panel was shown."),
    open_tensions: z.array(
      z.strictObject({
        id: z.string(),
        label: z.string(),
        severity: z.enum(severities).nullable(),
        state: z.string(),
        owner: z.string().nullable(),
        resolvers: z.array(z.string()),
      }),
    ),
    new_perspectives: z.array(z.strictObject({ id: z.string(), label: z.string() })).describe("Of the last round."),
    ...countsSchema,
    coverage: coverageSchema.nullable(),
    problems: z.array(z.string()),
    warnings: z.array(z.string()),
    protocol: z.string().optional(),
    next: nextSchema,
  }),
  examples: [
    { command: "blue dialogue status", note: "the open dialogue" },
    { command: "blue dialogue status webhook", note: "by the beginning of its topic" },
    { command: "blue dialogue status webhook-delivery --protocol", note: "for a Judge who lost everything" },
  ],
  cli: dialogueFlags,
  run({ protocol, ...key }, { project }) {
    const dialogue = openDialogue(project, key);
    const { warnings, ...status } = statusOf(project, dialogue);
    const { loaded, ledger } = dialogue;
    return {
      ...status,
      ...(status.state === "decided" ? { decided: verdictLine(verdictFacts(loaded, undefined, null, ledger)) } : {}),
      warnings: [...warnings, ...trackingNote(project, dialogue.loaded.path)],
      ...(protocol ? { protocol: judgeProtocol(dialogue.loaded.opening, status.panel) } : {}),
      next: nextStep(project, dialogue),
    };
  },
  render(out) {
    // With the verdict or the closing next, nobody is to be asked for another round.
    const ending = [toolName("dialogue.verdict-register"), toolName("dialogue.close")];
    const isRoundOpen = out.state === "open" && !ending.includes(out.next.tool);
    return [
      `${out.title}  (${out.dialogue_id}, ${out.state})`,
      ...(out.decided === undefined ? [] : [`Decided: ${out.decided}`]),
      `Rounds registered: ${out.rounds_registered} of at most ${out.max_rounds}${isRoundOpen ? `; open: round ${out.open_round}` : ""}`,
      ...(isRoundOpen ? out.panel : []).map(
        ({ name, role, draft }) =>
          `  ${draft === "complete" ? "✓" : draft === "missing" || draft === "not_asked" ? "·" : "!"} ${name}, ${role}: ${draftWords(draft, out.next.tool)}`,
      ),
      ...out.open_tensions.map(
        ({ id, label, severity, state, resolvers }) =>
          `  ${id} ${severity === null ? "" : `${severity}, `}${stateWords(state, resolvers)}: ${label}`,
      ),
      ...out.new_perspectives.map(({ id, label }) => `  ${id} new perspective: ${label}`),
      ...(isRoundOpen && out.new_perspectives.length > 0
        ? ["  A perspective counts only in the round that brings it: the next round without a new one makes that 0."]
        : []),
      out.rounds_registered > 0
        ? renderCounts(out, out.state === "decided" || out.state === "closed")
        : "No round is registered yet.",
      ...(out.state === "decided" && out.coverage?.advice === "too few" ? [] : coverageLine(out.coverage)),
      ...out.problems.map((problem) => `✗ ${problem}`),
      ...out.warnings.map((warning) => `! ${warning}`),
      ...(out.protocol === undefined ? [] : [out.protocol]),
      renderNext(out.next),
    ].join("\n");
  },
});

/** A tension is addressed by a fix that is offered, or only by words about it. */
function stateWords(state: string, resolvers: readonly string[]): string {
  if (resolvers.length === 0) return state;
  return `${state === "addressed" ? "fix offered" : state} (${resolvers.join(", ")})`;
}

/** Nobody's draft is missing before there is a prompt for it. */
function draftWords(draft: (typeof draftStates)[number], next: string): string {
  if (draft !== "missing") return draft.replace("_", " ");
  return next === toolName("dialogue.round-collect") ? "no draft yet" : "not started";
}

/** All of it but the next step, and whether git keeps the records. */
export function statusOf(project: Project, dialogue: OpenDialogue) {
  const { loaded, ledger, next } = dialogue;
  const { panel, proposal, wrong, late } = lookAtRound(project, dialogue);
  return {
    dialogue_id: loaded.id,
    title: loaded.opening.title,
    question: loaded.opening.question,
    state: stateOf(loaded),
    rounds_registered: loaded.rounds.length,
    max_rounds: loaded.opening.settings.max_rounds,
    open_round: next.round,
    head: next.head,
    panel,
    proposal,
    open_tensions: bySeverity([...ledger.tensions.values()].filter(isOpen)).map((tension) => ({
      id: tension.id,
      label: tension.label,
      severity: tension.severity,
      state: tension.state,
      owner: tension.owner,
      resolvers: [...new Set(tension.resolvers.map(({ item }) => item))],
    })),
    new_perspectives: (ledger.rounds.at(-1)?.fresh ?? []).map((id) => ({ id, label: ledger.items.get(id)!.label })),
    ...countsOf(dialogue),
    coverage: blindCoverage(ledger),
    problems: [...new Set([...dialogue.problems, ...wrong].map(({ message }) => message))],
    warnings: [
      ...(stateOf(loaded) === "open" ? roundWarnings(ledger) : []),
      ...late,
      ...(missingControl(project, loaded) === undefined ? [] : [controlWords(loaded.id)]),
    ],
  };
}

type Seat = Pick<PanelMember, "name" | "role"> & {
  draft: (typeof draftStates)[number];
  draft_file: string;
};

/** The open round as far as it can be read: one bad file hides nothing else, and is named. */
function lookAtRound(
  project: Project,
  dialogue: OpenDialogue,
): { panel: Seat[]; proposal: string | null; wrong: BlueError[]; late: string[] } {
  const { next } = dialogue;
  const work = readInWork(project, dialogue);
  const { asks, panel = [] } = work;
  const { texts, misplaced } = work.texts instanceof BlueError ? { texts: [], misplaced: [] } : work.texts;
  const unasked = new Set(asks instanceof BlueError ? [] : notAsked(asks, panel));
  const hasText = !(asks instanceof BlueError) && (asks.shown?.proposal ?? null) !== null;
  const late = attempt(() => findLate(project, dialogue.loaded));
  const isOwn = (name: string) => (one: { expert: string | undefined }) =>
    expertKey(one.expert ?? "") === expertKey(name);
  return {
    panel: panel.map(({ name, role }): Seat => {
      const draft = texts.find(isOwn(name));
      const complete = draft !== undefined && !scanDraft(draft.lines, { expert: name, round: next.round }).incomplete;
      const none = unasked.has(name) ? "not_asked" : "missing";
      const written = draft === undefined ? none : complete ? "complete" : "incomplete";
      const isUnreadable = misplaced.filter(({ why }) => why === "unreadable").some(isOwn(name));
      return { name, role, draft: isUnreadable ? "unreadable" : written, draft_file: draftPath(next, name) };
    }),
    proposal: hasText ? proposalCopy(next) : null,
    // That nobody is seated yet is a step to take, and nothing wrong.
    wrong: asks instanceof BlueError || work.panel !== undefined ? keepsFromRegistering(work) : [],
    late: late instanceof BlueError ? [late.message] : late.map(lateWords),
  };
}

function controlWords(id: string): string {
  return `The control that was asked for has not written yet (\`blue dialogue revise ${id} --control\`). Only the comparison waits for it.`;
}

function lateWords({ path, expert, round, absent }: LateText): string {
  const wrote = absent
    ? `${expert}, absent in round ${round}, has written since`
    : `${expert} has written since round ${round} was registered`;
  return `${wrote}: ${path} is in no record. Put it before the panel as a source, or leave it.`;
}
