import { dirname } from "node:path";
import * as z from "zod";
import type { Context } from "../../context.ts";
import { type BlueError, refusal, refuse, throwAll } from "../../errors.ts";
import { coverageSchema } from "../../facts/schema.ts";
import { coverageLine, laterLookWords } from "../../pages/coverage-lines.ts";
import { componentsWords } from "../../pages/scoreboard.ts";
import { coverageOf } from "../../rules/coverage.ts";
import { foldLedger, type Ledger } from "../../rules/ledger.ts";
import { expertKey } from "../../rules/names.ts";
import { type Discarded, type PanelMember, type RoundRecord, roundRecord } from "../../rules/records.ts";
import { compareRounds } from "../../rules/round/compare-rounds.ts";
import { type ComposedRound, composeRound, leftToClose } from "../../rules/round/compose-round.ts";
import { readyToRegister } from "../../rules/round/may-register.ts";
import { roundInput } from "../../rules/round/round-input.ts";
import type { DraftFile } from "../../rules/round/scan-round.ts";
import { roundWarnings } from "../../rules/round/warnings.ts";
import { markUnasked, withUnasked } from "../../store/asked-texts.ts";
import { type OpenRound, openRound } from "../../store/asks.ts";
import { indexFile } from "../../store/blue-folder.ts";
import { changedSince, draftsDigest } from "../../store/drafts-digest.ts";
import { type OpenDialogue, openDialogue } from "../../store/find-dialogue.ts";
import { filesAfterRound, writeGenerated } from "../../store/generated.ts";
import { readInWork } from "../../store/in-work.ts";
import { readTexts } from "../../store/inbox.ts";
import { indexRounds } from "../../store/index/project-index.ts";
import { inOneLook } from "../../store/paths.ts";
import { publishRecord } from "../../store/publish.ts";
import { readSetAside } from "../../store/set-aside.ts";
import { nextSchema, renderNext } from "../next-call.ts";
import { defineOperation } from "../operation.ts";
import { countsOf, countsSchema, isNotCounted, renderCounts, scoreRow, scoreRowSchema } from "./support/counts.ts";
import { dialogueFlags, dialogueKey } from "./support/dialogue-key.ts";
import { withFilingCalls } from "./support/filing-calls.ts";
import { mappingInShort } from "./support/mapping-in-short.ts";
import { nextStep } from "./support/next-step.ts";
import { refuseDamaged, refuseOtherRound } from "./support/open-round.ts";
import { judgementFor, markerLists, readRound } from "./support/read-round.ts";
import { settlePrevious, settleRecord } from "./support/settle-record.ts";
import { askedMaterial, changedRevision, citationsOf, recordedMaterial } from "./support/shown-material.ts";

const input = z.strictObject({
  ...dialogueKey,
  round: z.int().min(0).max(98).describe("The one after the last."),
  head: z.string().optional().describe("Expected head; the call fails with `head_moved` if it has changed."),
  digest: z.string().optional().describe("Of the drafts you read; changed ones refuse (`drafts_changed`)."),
  ...roundInput.shape,
});

const output = z.strictObject({
  status: z.enum(["registered", "already_registered"]),
  dialogue_id: z.string(),
  round: z.int(),
  head: z.string().describe("The new head; the next round answers it."),
  id_mapping: z.record(z.string(), z.string()),
  scoreboard: scoreRowSchema,
  ...countsSchema,
  coverage: coverageSchema.optional().describe("Of the blind round: what one more expert would bring."),
  later_looks: roundRecord.shape.later_looks.describe("Who joined the blind round later: predicted, and brought."),
  differs: z
    .array(z.string())
    .describe("On `already_registered`: what this call says otherwise; the stored record is kept."),
  warnings: z.array(z.string()),
  next: nextSchema,
});

type Input = z.output<typeof input>;
type Answer = z.output<typeof output>;

export const operation = defineOperation({
  name: "dialogue.round-register",
  summary: "Register a round: your judgement over what the experts wrote",
  description:
    "Takes every draft into the record word for word, gives every marker its global ID and counts. You give judgement only: scores, merges, closings (with the item that resolves), acceptances with a reason, owners, your summary. Every failing item is reported at once, and then nothing is written. The same call again answers `already_registered`.",
  effect: "write",
  idempotent: true,
  toolset: "dialogue",
  input,
  output,
  examples: [
    {
      command: "blue dialogue round-register --id webhook-delivery --round 1 --data round-1.json",
      note: "judgement from a file",
    },
    {
      command: "blue dialogue round-register webhook-delivery --scaffold > round-1.json",
      note: "the judgement to fill in: scores, merges, closings",
    },
    {
      command: "blue dialogue round-register webhook-delivery --round 1 --input -",
      note: "judgement from standard input",
    },
  ],
  cli: { ...dialogueFlags, fileFlags: { data: "input" } },
  async run(input, context) {
    const { project } = context;
    const read = inOneLook(project, () => readAndCompose(input, context));
    const { dialogue } = read;
    if ("stored" in read) return answerStored(read.stored, input, dialogue, context);
    const { composed } = read;
    const path = `${dialogue.loaded.path}/round-${input.round}/round.json`;
    settlePrevious(context, dialogue);
    const publication = publishRecord(project, path, composed.body, context.random);
    const after = openDialogue(project, { dialogue_id: dialogue.loaded.id });
    if (publication.outcome === "taken")
      return answerStored(publication.stored as unknown as RoundRecord, input, after, context);
    const { ledger } = after;
    writeGenerated(
      project,
      filesAfterRound(project, after.loaded, { before: dialogue.ledger, ledger }),
      context.random,
      dirname(path),
    );
    const uncounted = composed.body.signals.flatMap(({ by, counted, why }) =>
      counted ? [] : [`${by}'s signal does not count: ${why}.`],
    );
    const out = answer("registered", after, input.round, [], [...composed.notices, ...uncounted], context);
    return { ...out, warnings: [...out.warnings, ...(await noteInIndex(context, after))] };
  },
  scaffold({ round, ...key }, { project }) {
    const dialogue = openDialogue(project, key);
    refuseDamaged(dialogue);
    refuseOtherRound(dialogue.next, round);
    const read = readRound(project, dialogue);
    throwAll(read.keeps);
    return { ...judgementFor(dialogue, read), ...markerLists(read) };
  },
  render(out) {
    const { scoreboard: s } = out;
    // What it counted was said when it was registered; where the dialogue is since, the next step says.
    if (out.status === "already_registered")
      return [
        `✓ Round ${out.round} of ${out.dialogue_id} was already registered`,
        ...out.differs.map((line) => `! This call differs from the record, which is kept: ${line}`),
        renderNext(out.next),
      ].join("\n");
    return [
      `✓ Round ${out.round} of ${out.dialogue_id} is registered`,
      `Score: ${s.score} ${componentsWords({ ...s, total: s.score })}`,
      renderCounts(out),
      ...coverageLine(out.coverage),
      ...laterLookWords(out.later_looks),
      ...out.warnings.map((warning) => `! ${warning}`),
      renderNext(out.next),
    ].join("\n");
  },
  /** What is open and unsigned is counted beside it; the head is Blue's to know until somebody judges again. */
  inShort: ({ head: _, convergence_blockers, ...out }) => ({
    ...out,
    id_mapping: mappingInShort(out.id_mapping),
    convergence_blockers: convergence_blockers.filter(isNotCounted),
  }),
});

/** For those who ask the database itself. The round is registered, whatever becomes of this. */
async function noteInIndex({ project }: Context, dialogue: OpenDialogue): Promise<string[]> {
  try {
    await indexRounds(project, dialogue);
    return [];
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    return [
      `${indexFile} does not hold this round yet (${why}); the round is registered, and \`blue sync\` takes it in.`,
    ];
  }
}

/** The round as it would be recorded, if nothing is against it; or what is recorded already. */
function readAndCompose(
  input: Input,
  context: Context,
): { dialogue: OpenDialogue } & ({ stored: RoundRecord } | { composed: ComposedRound }) {
  const { project } = context;
  const dialogue = openDialogue(project, input);
  const stored = dialogue.loaded.rounds[input.round];
  if (stored !== undefined) return { dialogue, stored };
  // With a damaged record nobody knows which round is next.
  refuseDamaged(dialogue);
  refuseUnlessNext(dialogue, input);
  const { asks, panel, texts: written } = readyToRegister(readInWork(project, dialogue));
  const { next } = dialogue;
  const texts = markUnasked(project, next, asks, panel, written);
  refuseChangedDrafts(input, next, panel, texts);
  const asked = askedMaterial(asks, panel);
  const setAside = readSetAside(project, next).map(({ kept }) => kept);
  const composed = compose(dialogue, input, { open: next, panel, texts, asked, setAside }, context);
  throwAll(withFilingCalls(composed.errors, input, dialogue.loaded.id));
  composed.notices.push(...leftToClose(input, composed.ledger), ...changedRevision(project, dialogue));
  return { dialogue, composed };
}

function refuseChangedDrafts(
  { digest }: Input,
  { round, head }: OpenRound,
  panel: readonly PanelMember[],
  drafts: readonly DraftFile[],
): void {
  if (digest === undefined) return;
  const now = draftsDigest(head, panel, drafts);
  if (digest === now) return;
  const changed = changedSince(digest, panel, drafts);
  const whose = changed.length === 0 ? "" : `: ${changed.join(", ")}`;
  refuse("drafts_changed", { digest }, "same_drafts", {
    message: `The drafts of round ${round} changed since you read them${whose}`,
    suggestion: "Read them again, then register.",
    context: { digest: now, changed },
  });
}

interface Material {
  open: OpenRound;
  panel: readonly PanelMember[];
  texts: readonly DraftFile[];
  asked: ReturnType<typeof askedMaterial>;
  setAside: readonly Discarded[];
}

function compose(
  dialogue: OpenDialogue,
  input: Input,
  { open, panel, texts, asked: { proposal, ...asked }, setAside }: Material,
  context: Context,
): ComposedRound {
  return composeRound(
    {
      ledger: ledgerBefore(dialogue, open.round),
      round: open.round,
      panel,
      drafts: texts,
      ...asked,
      proposal: proposalOf(proposal, input),
      proposalShown: proposal !== undefined,
      checkCitation: citationsOf(context.project, open, proposal),
      discarded: setAside,
      played: context.play,
      registeredAt: context.now().toISOString(),
    },
    input,
  );
}

/** What the records before this round add up to; all of them, for the one that is registered next. */
export function ledgerBefore({ loaded, ledger }: OpenDialogue, round: number): Ledger {
  return round === loaded.rounds.length ? ledger : foldLedger(loaded.opening, loaded.rounds.slice(0, round));
}

/** What the panel was shown with its prompts is the proposal; the call can only supply one that is missing. */
function proposalOf(shown: string | undefined, input: Input): string | null {
  if (shown === undefined) return input.proposal ?? null;
  if (input.proposal === undefined || input.proposal.trim() === shown.trim()) return shown;
  refuse("invalid_input", "proposal", "proposal_shown", {
    message: "`proposal` differs from the one the panel was shown with its prompts",
    suggestion: "Leave it out; a changed proposal goes to the panel with the next round's prompts.",
  });
}

function refuseUnlessNext(dialogue: OpenDialogue, input: Input): void {
  const { next } = dialogue;
  if (input.round > next.round) {
    refuse("round_not_registered", { round: input.round }, "no_gaps", {
      message: `Round ${input.round} cannot be registered: round ${next.round} is not registered yet`,
      suggestion: `Register round ${next.round} first.`,
    });
  }
  if (input.head !== undefined && input.head !== next.head) throw headMoved(input.head, next.head);
}

export function headMoved(echoed: string, head: string): BlueError {
  return refusal("head_moved", { head: echoed }, "same_head", {
    message: "The dialogue moved on since you read it: another record is its head now",
    suggestion: "Read it again (`blue dialogue status`) and judge what is there now.",
    context: { head },
  });
}

/**
 * The round is registered already, by this call or by another. The record on disk decides, not the head or the digest that the caller read: what was asked,
 * and whether a text answered it, is taken from it, and so is a draft that is gone by now.
 */
function answerStored(stored: RoundRecord, input: Input, dialogue: OpenDialogue, context: Context): Answer {
  const key = { dialogue: dialogue.loaded.id, round: input.round, head: stored.prev };
  const open = openRound(context.project, key);
  const { texts: drafts, misplaced } = readTexts(context.project, open, stored.panel);
  throwAll(misplaced.filter(({ why }) => why === "unreadable").map(({ error }) => error));
  const there = new Set(drafts.map(({ expert }) => expertKey(expert)));
  const gone = stored.texts.filter(({ expert, lines }) => lines.length > 0 && !there.has(expertKey(expert)));
  const texts = [...drafts, ...gone.map(storedDraft)].map((draft) => {
    const recorded = stored.texts.find(({ expert }) => expertKey(expert) === expertKey(draft.expert));
    return withUnasked(draft, recorded?.provenance?.unasked === true);
  });
  const setAside = readSetAside(context.project, open).map(({ kept }) => kept);
  const asked = recordedMaterial(stored);
  const words = { open, panel: stored.panel, texts, asked, setAside };
  const composed = compose(dialogue, { ...input, proposal: asked.proposal }, words, context);
  const { blocking, ignored } = compareRounds(stored, composed.body);
  const proposed = input.proposal?.trim() ?? asked.proposal?.trim();
  if (proposed !== asked.proposal?.trim()) ignored.push("proposal");
  const reasons = [...blocking, ...composed.errors.map(({ message }) => message)];
  if (reasons.length > 0) {
    refuse("round_taken", { round: input.round }, "written_once", {
      message: `Round ${input.round} is already registered and says otherwise: ${reasons.join("; ")}`,
      suggestion: "A round is registered once. To change a judgement, register the next round.",
      context: { differs: reasons, head: dialogue.next.head, next_round: dialogue.next.round },
    });
  }
  settleRecord(context, dialogue, `${dialogue.loaded.path}/round-${input.round}/round.json`);
  return answer("already_registered", dialogue, input.round, ignored, [], context);
}

function storedDraft({ expert, lines, provenance, others }: RoundRecord["texts"][number]): DraftFile {
  return {
    expert,
    path: "round.json",
    lines,
    provenance: provenance!,
    others,
  };
}

function answer(
  status: "registered" | "already_registered",
  dialogue: OpenDialogue,
  round: number,
  differs: string[],
  notices: string[],
  { project }: Context,
): Answer {
  const state = dialogue.ledger.rounds[round]!;
  const record = dialogue.loaded.rounds[round]!;
  const coverage = coverageOf(record);
  return {
    status,
    dialogue_id: dialogue.loaded.id,
    round,
    head: record.self,
    id_mapping: record.mapping,
    scoreboard: scoreRow(state),
    ...countsOf(dialogue),
    velocity: state.velocity,
    convergence: state.convergence,
    ...(coverage === undefined ? {} : { coverage }),
    ...(record.later_looks === undefined ? {} : { later_looks: record.later_looks }),
    differs,
    warnings: [...notices, ...roundWarnings(ledgerBefore(dialogue, round + 1))],
    next: inOneLook(project, () => nextStep(project, dialogue)),
  };
}
