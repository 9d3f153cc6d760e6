import * as z from "zod";
import { refuse } from "../../errors.ts";
import { toLines } from "../../rules/lines.ts";
import { closings, forEachList, type VerdictRecord } from "../../rules/records.ts";
import { decisionOf } from "../../rules/standing.ts";
import { loadDialogue } from "../../store/dialogues.ts";
import { type OpenDialogue, openDialogue } from "../../store/find-dialogue.ts";
import { generatedFiles, writeGenerated } from "../../store/generated.ts";
import { findWords } from "../../store/inbox.ts";
import type { Project } from "../../store/project.ts";
import { publishRecord } from "../../store/publish.ts";
import { readSetAside } from "../../store/set-aside.ts";
import { nextSchema, renderNext } from "../next-call.ts";
import { defineOperation } from "../operation.ts";
import { dialogueKey, namedDialogueFlags } from "./support/dialogue-key.ts";
import { nextStep } from "./support/next-step.ts";
import { refuseDamaged } from "./support/open-round.ts";

export const operation = defineOperation({
  name: "dialogue.close",
  summary: "End a dialogue without a decision, with a reason",
  description:
    "For a dialogue that will not converge (`impasse`), is no longer needed (`abandoned`), or was one look (`reviewed`). Recorded like a verdict, and no decision. Refused while the open round holds words that no record has. A later round opens it again.",
  effect: "write",
  idempotent: true,
  toolset: "dialogue",
  input: z.strictObject({
    ...dialogueKey,
    outcome: z.enum(closings),
    reason: z.string().trim().min(1).describe("Why; it is recorded."),
  }),
  output: z.strictObject({
    status: z.enum(["closed", "already_closed"]),
    dialogue_id: z.string(),
    outcome: z.enum(closings),
    reason: z.string(),
    path: z.string(),
    next: nextSchema,
  }),
  examples: [
    {
      command: "blue dialogue close webhook-delivery --outcome impasse --reason 'two mandates exclude each other'",
      note: "nobody will move",
    },
  ],
  cli: namedDialogueFlags,
  run({ outcome, reason, ...key }, { project, random, now, play }) {
    const dialogue = openDialogue(project, key);
    const { loaded, ledger } = dialogue;
    refuseDamaged(dialogue);
    const last = loaded.rounds.at(-1);
    if (outcome === "reviewed" && last === undefined) {
      refuse("round_not_registered", { outcome }, "round_exists", {
        message: `${loaded.id} cannot be called reviewed: no round is registered`,
        suggestion: "Register round 0 first; `abandoned` ends a dialogue that nobody looked at.",
      });
    }
    const { state, verdict: final } = decisionOf(loaded);
    if (final !== undefined && (state === "decided" || state === "contested")) {
      refuse("verdict_exists", { outcome }, "undecided", {
        message: `${loaded.id} was decided in round ${final.round}; a decision is not closed`,
        suggestion: "To decide anew, register another round.",
      });
    }
    if (state !== "closed") refuseUnrecorded(project, dialogue);
    const path = `${loaded.path}/${last === undefined ? "" : `round-${last.round}/`}verdict-close.json`;
    const body = {
      kind: "verdict" as const,
      prev: ledger.head,
      dialogue: loaded.id,
      round: last?.round ?? null,
      verdict_id: "close",
      verdict_type: outcome,
      registered_at: now().toISOString(),
      recommendation: [],
      description: toLines(reason),
      conditions: [],
      vote: null,
      confidence: null,
      decisions: [],
      ...forEachList(() => []),
      supporting_experts: [],
      discarded: readSetAside(project, dialogue.next).map(({ kept }) => kept),
      forced: false,
      warning: null,
      seen_by_panel: false,
      ...(play === undefined ? {} : { played: play }),
    } satisfies Omit<VerdictRecord, "format" | "self">;
    const { outcome: published, stored } = publishRecord(project, path, body, random);
    const record = stored as unknown as VerdictRecord;
    if (
      published === "taken" &&
      (record.verdict_type !== outcome || record.description.join("\n") !== body.description.join("\n"))
    ) {
      refuse("verdict_exists", { outcome }, "written_once", {
        message: `${loaded.id} is already closed (${record.verdict_type}): ${record.description.join(" ")}`,
        suggestion: "A closing is recorded once. To deliberate again, open a new dialogue.",
      });
    }
    writeGenerated(project, generatedFiles(loadDialogue(project, loaded.id)), random);
    const after = openDialogue(project, { dialogue_id: loaded.id });
    return {
      status: published === "published" ? ("closed" as const) : ("already_closed" as const),
      dialogue_id: loaded.id,
      outcome,
      reason,
      path,
      next: nextStep(project, after),
    };
  },
  render: (out) =>
    [`✓ ${out.dialogue_id} is closed: ${out.outcome}`, `  ${out.reason}`, renderNext(out.next)].join("\n"),
});

/** A closing's record holds what was set aside, but not what still lies in the open round. */
function refuseUnrecorded(project: Project, dialogue: OpenDialogue): void {
  const { loaded, next } = dialogue;
  const words = findWords(project, dialogue);
  if (words.length === 0) return;
  refuse("unregistered_files", { outcome: words }, "recorded", {
    message: `${loaded.id} cannot be closed over what was written in round ${next.round}: no record holds ${words.join(", ")}`,
    suggestion: `Register round ${next.round} first; or set it aside (\`blue dialogue round-discard\`, with a reason), and the closing's record holds every word.`,
    context: { files: words },
  });
}
