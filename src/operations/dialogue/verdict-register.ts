import * as z from "zod";
import type { Context } from "../../context.ts";
import { dayOf } from "../../documents/natural-date.ts";
import { BlueError, refusal, refuse, throwAll } from "../../errors.ts";
import { compareToProposal } from "../../facts/decided.ts";
import { handSchema, unconvincedSchema } from "../../facts/schema.ts";
import { verdictFacts } from "../../facts/verdict-facts.ts";
import { seenWords } from "../../pages/seen-by-panel.ts";
import { convergenceSummary, forChat, forPeople } from "../../pages/verdict.ts";
import { convergenceOf, gateErrors } from "../../rules/gate.ts";
import { normalise } from "../../rules/ids.ts";
import { toLines } from "../../rules/lines.ts";
import {
  closings,
  forEachList,
  type RoundRecord,
  type VerdictRecord,
  verdictLists,
  verdictTypes,
} from "../../rules/records.ts";
import { isFound } from "../../rules/rot.ts";
import { clipped } from "../../rules/round/first-sentence.ts";
import { leftUnconvinced } from "../../rules/round/not-convinced.ts";
import { recount } from "../../rules/round/recount.ts";
import { roundWarnings } from "../../rules/round/warnings.ts";
import { decisionOf, ledgerAt, passesGate, standingOf } from "../../rules/standing.ts";
import { checkVerdictClaims } from "../../rules/verdict-claims.ts";
import type { ItemType } from "../../rules/vocabulary.ts";
import { type OpenDialogue, openDialogue } from "../../store/find-dialogue.ts";
import { generatedFiles, writeGenerated } from "../../store/generated.ts";
import { assertSlug } from "../../store/paths.ts";
import { publishRecord } from "../../store/publish.ts";
import { createReminder, openReminders } from "../../store/reminders.ts";
import { readSetAside } from "../../store/set-aside.ts";
import { nextSchema, renderNext } from "../next-call.ts";
import { defineOperation } from "../operation.ts";
import { takeDay } from "../reminder/reminder-fields.ts";
import { headMoved, ledgerBefore } from "./round-register.ts";
import { countsOf, countsSchema } from "./support/counts.ts";
import { dialogueKey, namedDialogueFlags } from "./support/dialogue-key.ts";
import { nextStep } from "./support/next-step.ts";
import { settleRecord } from "./support/settle-record.ts";
import { trackingNote } from "./support/tracking-note.ts";

const ids = z.array(z.string());

const input = z.strictObject({
  ...dialogueKey,
  round: z.int().min(0).max(98).optional().describe("The last registered round (the default)."),
  head: z.string().optional().describe("Expected head; the call fails with `head_moved` if it has changed."),
  verdict_id: z.string().optional().describe("Default: the type."),
  verdict_type: z.enum(verdictTypes).default("final").describe("Only `final` passes the gate and is the decision."),
  headline: z.string().trim().min(1).max(300).optional().describe("The decision in one sentence."),
  recommendation: z
    .string()
    .trim()
    .min(1)
    .optional()
    .describe("Left out: the last proposal. Other words are marked as never seen by the panel."),
  description: z.string().optional().describe("Markdown, beside the recommendation."),
  conditions: z.union([z.string(), z.array(z.string())]).optional(),
  vote: z.string().optional().describe("As you state it."),
  confidence: z.union([z.string(), z.number()]).optional().describe("A word or a number."),
  decisions: z.record(z.string(), z.string()).optional().describe("Topic → decision."),
  ...forEachList((list) => ids.optional().describe(verdictLists[list].means)),
  supporting_experts: ids.optional().describe("Names, for a minority or dissent."),
  ask_again: z.string().trim().min(1).optional().describe("Day of a reminder to ask how it fared."),
  forced: z.boolean().default(false).describe("Only when `max_rounds` rounds are registered; needs a warning."),
  warning: z.string().optional().describe("With `forced`: what a reader must know."),
});

const output = z.strictObject({
  status: z.enum(["registered", "already_registered"]),
  dialogue_id: z.string(),
  round: z.int(),
  verdict_id: z.string(),
  verdict_type: z.enum(verdictTypes),
  decision: z.boolean().describe("Whether this is the decision; interim, minority and dissent verdicts are not."),
  forced: z.boolean(),
  seen_by_panel: z.boolean(),
  path: z.string(),
  summary: z.string().describe("The Convergence Summary; with every resolved tension in verdict.md."),
  summary_for_chat: z.string().describe("The same, shorter, its facts in lines; over MCP this is the `summary`."),
  judges_hand: handSchema,
  left_unconvinced: z.array(unconvincedSchema),
  ...countsSchema,
  warnings: z.array(z.string()),
  next: nextSchema,
});

type Input = z.output<typeof input>;
type Answer = z.output<typeof output>;
type VerdictBody = Omit<VerdictRecord, "format" | "self">;

export const operation = defineOperation({
  name: "dialogue.verdict-register",
  summary: "Register a verdict; a final one only when the gate is open",
  description:
    "A `final` verdict is taken only on the highest round, with velocity 0 and every member's signal, counted from the records. `forced` overrides the two counts at `max_rounds`, and nothing else. Interim, minority and dissent verdicts are not the decision. Answers with the Convergence Summary: show it to the user.",
  effect: "write",
  idempotent: true,
  toolset: "dialogue",
  input,
  output,
  examples: [
    {
      command:
        "blue dialogue verdict --id webhook-delivery --round 2 --recommendation 'Retry for a day, then park the event'",
      note: "the decision",
    },
    {
      command:
        "blue dialogue verdict webhook-delivery --verdict-type interim --recommendation 'Leaning to a queue per customer'",
      note: "a note on the way",
    },
    { command: "blue dialogue verdict webhook-delivery --scaffold > verdict.json", note: "every field, to fill in" },
  ],
  cli: { ...namedDialogueFlags, aliases: ["verdict"], fileFlags: { data: "input" } },
  run(input, context) {
    const { project } = context;
    refuseUnusedWarning(input);
    const askAgain =
      input.ask_again === undefined ? undefined : takeDay(input.ask_again, context.now(), "ask_again", 1);
    const dialogue = openDialogue(project, input);
    const id = verdictId(input);
    const round = input.round ?? dialogue.ledger.rounds.at(-1)?.round;
    const record = round === undefined ? undefined : dialogue.loaded.rounds[round];
    const words = recommendationOf(input, record);
    const body =
      record === undefined || words === undefined ? undefined : compose(dialogue, input, id, record, words, context);
    const stored = dialogue.loaded.verdicts.find((verdict) => verdict.round === round && verdict.verdict_id === id);
    // Over a damaged record the round, the head and what builds on them are those of a shorter dialogue.
    const whole = dialogue.damaged.length === 0;
    if (whole && stored !== undefined && body !== undefined) {
      const out = answerStored(stored, body, dialogue, context);
      askForOutcome(context, dialogue, askAgain);
      return out;
    }
    if (whole && input.head !== undefined && input.head !== dialogue.next.head)
      throw headMoved(input.head, dialogue.next.head);
    throwAll(refusals(dialogue, input, round));
    const path = `${dialogue.loaded.path}/round-${round}/verdict-${id}.json`;
    const publication = publishRecord(project, path, body!, context.random);
    const after = openDialogue(project, { dialogue_id: dialogue.loaded.id });
    const published = publication.stored as unknown as VerdictRecord;
    if (publication.outcome === "taken") return answerStored(published, body!, after, context);
    writeGenerated(project, generatedFiles(after.loaded), context.random);
    askForOutcome(context, after, askAgain);
    return answer("registered", published, after, context);
  },
  scaffold(key, { project }) {
    const dialogue = openDialogue(project, key);
    const { loaded, ledger, next } = dialogue;
    const { can_converge } = convergenceOf(dialogue);
    const named = (state: string) =>
      [...ledger.tensions.values()].filter((tension) => tension.state === state).map(({ id }) => id);
    return {
      dialogue_id: loaded.id,
      round: Math.max(0, next.round - 1),
      head: next.head,
      verdict_type: "final",
      recommendation: loaded.rounds.at(-1)?.proposal?.join("\n") ?? "…",
      description: "",
      conditions: [],
      decisions: {},
      ...forEachList(() => []),
      key_evidence: thatCite(ledger, "E"),
      key_claims: thatCite(ledger, "C"),
      tensions_resolved: named("resolved"),
      tensions_accepted: named("accepted"),
      ...(can_converge || next.round < loaded.opening.settings.max_rounds ? {} : { forced: true, warning: "…" }),
    };
  },
  render(out) {
    return [
      out.summary,
      "",
      out.decision ? "" : `! This ${out.verdict_type} verdict is not the decision.`,
      ...out.warnings.map((warning) => `! ${warning}`),
      `✓ ${out.path}`,
      renderNext(out.next),
    ]
      .filter((line, i) => line !== "" || i === 1)
      .join("\n");
  },
  /** The summary says the others in words. */
  inShort(out) {
    const { judges_hand, left_unconvinced, velocity, convergence, can_converge, convergence_blockers, ...told } = out;
    const { summary_for_chat: summary, ...rest } = told;
    return { ...rest, summary };
  },
});

/** Items that quote what is there outside the dialogue and its subject: a decision that names them is told when that changes. */
function thatCite({ opening, records, items }: OpenDialogue["ledger"], type: ItemType): string[] {
  const isOutside = (path: string) => path !== opening.subject?.path && !path.startsWith(".blue/dialogues/");
  const cited = records.flatMap(({ citations }) => citations.filter((one) => isFound(one) && isOutside(one.path)));
  return [...new Set(cited.flatMap(({ item }) => item ?? []))].filter((id) => items.get(id)?.type === type);
}

/** Once for each day, however often the call is repeated. */
function askForOutcome({ project, now, random }: Context, { loaded }: OpenDialogue, due: string | undefined): void {
  const link = `${loaded.path}/verdict.md`;
  if (due === undefined || openReminders(project).reminders.some((one) => one.link === link && one.due === due)) return;
  createReminder(project, random, now(), {
    title: `How did this decision fare: ${loaded.opening.title}`.slice(0, 200),
    date: dayOf(now()),
    due,
    gate: undefined,
    link,
    note: `Say it with \`blue dialogue outcome ${loaded.id} held|changed|failed --because …\`.`,
  });
}

/** Only a forced verdict has a warning; dropped in silence it would seem to have been recorded. */
function refuseUnusedWarning({ forced, warning }: Input): void {
  if (forced || warning === undefined) return;
  refuse("invalid_input", { warning }, "forced_only", {
    message: "`warning` belongs to a `forced` verdict",
    suggestion: "Leave it out, or say it in `description` or `conditions`.",
  });
}

/** RFC 0057 asks for the warning once as a field and once "in verdict description". */
function warningOf({ warning, description = "" }: Input): string | undefined {
  return warning ?? description.split(/\n\s*\n/).find((paragraph) => /\bwarning\b/i.test(paragraph));
}

/** A verdict may have any name but that of another kind: nobody should open `verdict-final.json` and find a note. */
function verdictId({ verdict_id, verdict_type }: Input): string {
  const id = assertSlug((verdict_id ?? verdict_type).toLowerCase(), "verdict_id");
  const kinds: readonly string[] = [...verdictTypes, ...closings, "close"];
  if (id === verdict_type || !kinds.includes(id)) return id;
  refuse("invalid_input", { verdict_id }, "own_name", {
    message: `\`verdict_id\`: ${id} is the name of another kind of verdict`,
    suggestion: `Leave it out (it is then \`${verdict_type}\`), or give a name of its own.`,
  });
}

function compose(
  dialogue: OpenDialogue,
  input: Input,
  id: string,
  { round, self }: RoundRecord,
  recommendation: string[],
  context: Context,
): VerdictBody {
  const { ledger, loaded } = dialogue;
  const { converged } = ledger.rounds[round]!;
  return {
    kind: "verdict",
    prev: self,
    dialogue: loaded.id,
    round,
    verdict_id: id,
    verdict_type: input.verdict_type,
    registered_at: context.now().toISOString(),
    ...(input.headline === undefined ? {} : { headline: input.headline }),
    recommendation,
    description: toLines(input.description ?? ""),
    conditions: input.conditions === undefined ? [] : [input.conditions].flat(),
    vote: input.vote ?? null,
    confidence: input.confidence === undefined ? null : String(input.confidence),
    decisions: Object.entries(input.decisions ?? {}).map(([topic, decision]) => ({ topic, decision })),
    ...forEachList((list) => (input[list] ?? []).map(normalise)),
    supporting_experts: input.supporting_experts ?? [],
    // A note on the way leaves it to the next record.
    discarded:
      input.verdict_type === "final" ? readSetAside(context.project, dialogue.next).map(({ kept }) => kept) : [],
    // Converged exactly at the limit is converged, not forced.
    forced: input.forced && !converged,
    warning: input.forced && !converged ? (warningOf(input) ?? null) : null,
    seen_by_panel: compareToProposal(recommendation, loaded.rounds[round]) === "shown",
    ...(context.play === undefined ? {} : { played: context.play }),
  };
}

function recommendationOf({ recommendation }: Input, record: RoundRecord | undefined): string[] | undefined {
  return recommendation === undefined ? (record?.proposal ?? undefined) : toLines(recommendation);
}

function refusals(dialogue: OpenDialogue, input: Input, round: number | undefined): BlueError[] {
  const record = round === undefined ? undefined : dialogue.loaded.rounds[round];
  // The gate reports them with everything else it finds.
  if (dialogue.damaged.length > 0 && input.verdict_type !== "final") return [...dialogue.damaged];
  const errors: BlueError[] = [];
  if (input.verdict_type === "final") {
    const accepted = (input.tensions_accepted ?? []).map(normalise);
    errors.push(
      ...gateErrors(dialogue, {
        round,
        forced: input.forced,
        warning: warningOf(input),
        tensions_accepted: accepted,
      }),
    );
    const rival = dialogue.loaded.verdicts.find(
      (verdict) => verdict.round === round && verdict.verdict_type === "final" && passesGate(verdict, dialogue.loaded),
    );
    if (rival !== undefined) errors.push(exists(rival, "one final verdict a round"));
    for (const lie of recount(dialogue.loaded.opening, dialogue.loaded.rounds))
      errors.push(
        refusal("record_damaged", "record", "record_integrity", {
          message: `Cannot register verdict: ${lie}`,
          suggestion: "Restore the record; `blue dialogue verify` says how, and lists everything that differs.",
        }),
      );
  } else if (record === undefined) {
    errors.push(
      new BlueError("round_not_registered", `Cannot register verdict: round ${round ?? 0} is not registered`, {
        field: "round",
        ...(round === undefined ? {} : { value: round }),
        constraint: "round_exists",
        suggestion: "Register the round first.",
      }),
    );
  } else if (input.forced) {
    errors.push(
      refusal("invalid_input", { forced: true }, "final_only", {
        message: "`forced` is for a final verdict only",
        suggestion: "Leave it out.",
      }),
    );
  }
  // What a verdict says was so when it was said: on an earlier round, as the ledger stood then.
  const ledger = record === undefined ? dialogue.ledger : ledgerBefore(dialogue, record.round + 1);
  errors.push(...checkVerdictClaims(ledger, input));
  // Last: what keeps a verdict from standing comes before what it should say.
  if (record !== undefined && recommendationOf(input, record) === undefined)
    errors.push(
      refusal("invalid_input", "recommendation", "required", {
        message: `\`recommendation\` is required: round ${record.round} was shown no proposal`,
        suggestion: "Say the decision in words.",
      }),
    );
  return errors;
}

function exists(stored: VerdictRecord, why: string): BlueError {
  return refusal("verdict_exists", { verdict_id: stored.verdict_id }, why, {
    message: `Round ${stored.round} already has the verdict ${stored.verdict_id}: ${clipped(stored.recommendation.join(" "), 160)}`,
    suggestion: "Read it in verdict.md: it is never rewritten. To decide anew, register another round.",
    context: { verdict_id: stored.verdict_id, round: stored.round, registered_at: stored.registered_at },
  });
}

function answerStored(stored: VerdictRecord, asked: VerdictBody, dialogue: OpenDialogue, context: Context): Answer {
  const essence = ({ registered_at: _, discarded: __, played: ___, ...rest }: VerdictBody) =>
    JSON.stringify({ ...rest, format: 0, self: "" });
  if (essence(stored) !== essence({ ...stored, ...asked })) throw exists(stored, "written_once");
  settleRecord(context, dialogue, verdictFile(stored, dialogue));
  return answer("already_registered", stored, dialogue, context);
}

function verdictFile({ round, verdict_id }: VerdictRecord, { loaded }: OpenDialogue): string {
  return `${loaded.path}/round-${round}/verdict-${verdict_id}.json`;
}

function answer(
  status: Answer["status"],
  verdict: VerdictRecord,
  dialogue: OpenDialogue,
  { project }: Context,
): Answer {
  const { ledger, loaded } = dialogue;
  const facts = verdictFacts(loaded, verdict, null, ledger);
  const stood = ledgerAt(loaded, verdict, ledger);
  const warnings = [...roundWarnings(ledger), ...trackingNote(project, loaded.path)];
  if (verdict.verdict_type === "final" && !verdict.seen_by_panel)
    warnings.unshift(seenWords(facts.signed.text ?? "other"));
  // Another process may have registered a round, or a final verdict of another name, while this call was looking elsewhere.
  const { state, verdict: decision } = decisionOf(loaded);
  const decided = state === "decided" && decision?.self === verdict.self;
  if (verdict.verdict_type === "final" && !decided)
    warnings.unshift(`This verdict is not the decision (${standingOf(verdict, loaded)}).`);
  return {
    status,
    dialogue_id: loaded.id,
    round: verdict.round!,
    verdict_id: verdict.verdict_id,
    verdict_type: verdict.verdict_type as Answer["verdict_type"],
    decision: decided,
    forced: verdict.forced,
    seen_by_panel: verdict.seen_by_panel,
    path: verdictFile(verdict, dialogue),
    summary: convergenceSummary(facts, stood, forPeople),
    summary_for_chat: convergenceSummary(facts, stood, forChat),
    judges_hand: facts.judge.hand,
    left_unconvinced: leftUnconvinced(ledger),
    ...countsOf(dialogue),
    warnings,
    next: nextStep(project, dialogue),
  };
}
