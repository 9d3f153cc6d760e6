import * as z from "zod";
import type { Context } from "../../context.ts";
import { type BlueError, refusal, refuse, throwAll } from "../../errors.ts";
import { foldLedger, type Ledger } from "../../rules/ledger.ts";
import { expertKey } from "../../rules/names.ts";
import type { PanelMember, RoundRecord } from "../../rules/records.ts";
import { type ComposedRound, composeRound } from "../../rules/round/compose-round.ts";
import { roundInput } from "../../rules/round/round-input.ts";
import type { DraftFile } from "../../rules/round/scan-round.ts";
import { roundWarnings } from "../../rules/round/warnings.ts";
import { type OpenRound, openRound, panelPath } from "../../store/drafts.ts";
import { changedSince, draftsDigest } from "../../store/drafts-digest.ts";
import { type OpenDialogue, openDialogue } from "../../store/find-dialogue.ts";
import { filesAfterRound, writeGenerated } from "../../store/generated.ts";
import { type Inbox, readInbox, readTexts } from "../../store/inbox.ts";
import { publishRecord } from "../../store/publish.ts";
import { readSetAside } from "../../store/set-aside.ts";
import { nextSchema, renderNext } from "../next-call.ts";
import { defineOperation } from "../operation.ts";
import { compareRounds } from "./compare-rounds.ts";
import { countsOf, countsSchema, renderCounts, scoreRow, scoreRowSchema } from "./counts.ts";
import { dialogueFlags, dialogueKey } from "./dialogue-key.ts";
import { nextStep } from "./next-step.ts";
import { refuseDamaged, refuseOtherRound } from "./open-round.ts";
import { judgementFor, markerLists, readRound } from "./read-round.ts";
import { checkRound, currentPanel } from "./seat-panel.ts";
import { settlePrevious, settleRecord } from "./settle-record.ts";
import { refuseChangedRevision, shownMaterial } from "./shown-material.ts";

const input = z.strictObject({
  ...dialogueKey,
  round: z.int().min(0).max(98).describe("The round to register: the one after the last."),
  head: z.string().optional().describe("The head you read; another one refuses (`head_moved`)."),
  digest: z
    .string()
    .optional()
    .describe("The digest of the drafts you read; changed drafts refuse (`drafts_changed`)."),
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
  differs: z
    .array(z.string())
    .describe("On `already_registered`: what this call says otherwise; the stored record stands."),
  warnings: z.array(z.string()),
  next: nextSchema,
});

type Input = z.output<typeof input>;
type Answer = z.output<typeof output>;

export const operation = defineOperation({
  name: "dialogue.round-register",
  summary: "Register a round: your judgement over what the experts wrote",
  description:
    "Takes every draft into the record word for word, gives every marker its global ID and counts. You give judgement only: scores, merges, closings (with the item that resolves), acceptances with a reason, owners, your summary. Counts you send are compared, never believed. Every failing item is reported at once, and then nothing is written. The same call again answers `already_registered`.",
  effect: "write",
  idempotent: true,
  toolset: "dialogue",
  input,
  output,
  examples: [
    {
      command: "blue dialogue round-register --id nvidia-investment --round 1 --data round-1.json",
      note: "judgement from a file",
    },
    {
      command: "blue dialogue round-register nvidia-investment --scaffold > round-1.json",
      note: "the judgement to fill in: scores, merges, closings",
    },
    {
      command: "blue dialogue round-register nvidia-investment --round 1 --input -",
      note: "judgement from standard input",
    },
  ],
  cli: { ...dialogueFlags, fileFlags: { data: "input" } },
  run(input, context) {
    const { project } = context;
    const dialogue = openDialogue(project, input);
    const stored = dialogue.loaded.rounds[input.round];
    if (stored !== undefined) return answerStored(stored, input, dialogue, context);
    // With a damaged record nobody knows which round is next.
    refuseDamaged(dialogue);
    refuseUnlessNext(dialogue, input);
    throwAll([...dialogue.problems]);
    const panel = panelOf(dialogue, context);
    const inbox = readInbox(project, dialogue, panel);
    throwAll(checkRound(dialogue, panel, inbox));
    refuseChangedRevision(project, dialogue.next);
    const composed = compose(dialogue, input, dialogue.next, panel, context, inbox);
    throwAll(composed.errors);
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
    );
    const uncounted = composed.body.signals.flatMap(({ by, counted, why }) =>
      counted ? [] : [`${by}'s signal does not count: ${why}.`],
    );
    return answer("registered", after, input.round, [], [...composed.notices, ...uncounted], context);
  },
  scaffold({ round, ...key }, { project }) {
    const dialogue = openDialogue(project, key);
    refuseDamaged(dialogue);
    refuseOtherRound(dialogue.next, round);
    const read = readRound(project, dialogue);
    return { ...judgementFor(dialogue, read), ...markerLists(read) };
  },
  render(out) {
    const { scoreboard: s } = out;
    return [
      `✓ Round ${out.round} of ${out.dialogue_id} ${out.status === "registered" ? "is registered" : "was already registered"}`,
      ...out.differs.map((line) => `! This call differs from the record, which stands: ${line}`),
      `Score: ${s.score} (W:${s.W} C:${s.C} T:${s.T} R:${s.R})`,
      renderCounts(out),
      ...out.warnings.map((warning) => `! ${warning}`),
      renderNext(out.next),
    ].join("\n");
  },
});

function compose(
  dialogue: OpenDialogue,
  input: Input,
  open: OpenRound,
  panel: readonly PanelMember[],
  context: Context,
  { texts: drafts, setAside }: Pick<Inbox, "texts" | "setAside">,
): ComposedRound {
  const { project } = context;
  if (input.digest !== undefined && input.digest !== draftsDigest(panel, drafts)) {
    const changed = changedSince(input.digest, panel, drafts);
    const whose = changed.length === 0 ? "" : `: ${changed.join(", ")}`;
    refuse("drafts_changed", { digest: input.digest }, "same_drafts", {
      message: `The drafts of round ${open.round} changed since you read them${whose}`,
      suggestion: "Read them again, then register.",
      context: { digest: draftsDigest(panel, drafts), changed },
    });
  }
  const { proposal: shown, ...material } = shownMaterial(project, open, panel);
  return composeRound(
    {
      ledger: ledgerBefore(dialogue, open.round),
      round: open.round,
      panel,
      drafts,
      ...material,
      proposal: proposalOf(shown, input),
      proposalShown: shown !== undefined,
      discarded: setAside.map(({ kept }) => kept),
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

function panelOf(dialogue: OpenDialogue, { project }: Context): PanelMember[] {
  const panel = currentPanel(project, dialogue);
  if (panel !== undefined) return panel;
  refuse("panel_mismatch", "panel", "panel_written_first", {
    message: `Round ${dialogue.next.round} has no panel`,
    suggestion: "Seat one before the experts start: `blue dialogue sample-panel` or `blue dialogue evolve-panel`.",
    context: { path: panelPath(dialogue.next) },
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
    suggestion: "Read it again (`blue dialogue status`) and judge what stands now.",
    context: { head },
  });
}

/**
 * The round is registered already, by this call or by another. The record on disk decides, not the head or the digest that the caller read; a draft
 * that is gone by now is taken from the record.
 */
function answerStored(stored: RoundRecord, input: Input, dialogue: OpenDialogue, context: Context): Answer {
  const key = { dialogue: dialogue.loaded.id, round: input.round, head: stored.prev };
  const open = openRound(context.project, key);
  const { texts: drafts, misplaced } = readTexts(context.project, open, stored.panel);
  throwAll(misplaced.filter(({ why }) => why === "unreadable").map(({ error }) => error));
  const there = new Set(drafts.map(({ expert }) => expertKey(expert)));
  const gone = stored.texts.filter(({ expert, lines }) => lines.length > 0 && !there.has(expertKey(expert)));
  const composed = compose(dialogue, { ...input, digest: undefined }, open, stored.panel, context, {
    texts: [...drafts, ...gone.map(storedDraft)],
    setAside: readSetAside(context.project, open),
  });
  const { blocking, ignored } = compareRounds(stored, composed.body);
  const reasons = [...blocking, ...composed.errors.map(({ message }) => message)];
  if (reasons.length > 0) {
    refuse("round_taken", { round: input.round }, "written_once", {
      message: `Round ${input.round} is already registered and says otherwise: ${reasons.join("; ")}`,
      suggestion: "The registered round stands. To change a judgement, register the next round.",
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
    text: lines.join("\n"),
    provenance: provenance!,
    others: others.map((other) => ({ text: other.lines.join("\n"), provenance: other.provenance })),
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
    differs,
    warnings: [...notices, ...roundWarnings(ledgerBefore(dialogue, round + 1))],
    next: nextStep(project, dialogue),
  };
}
