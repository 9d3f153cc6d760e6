import { BlueError } from "../../errors.ts";
import { verdictFacts } from "../../facts/verdict-facts.ts";
import { operation as close } from "../../operations/dialogue/close.ts";
import { operation as lintDialogue } from "../../operations/dialogue/lint.ts";
import { operation as save } from "../../operations/dialogue/save.ts";
import { operation as verdictRegister } from "../../operations/dialogue/verdict-register.ts";
import { runOperation } from "../../operations/run-operation.ts";
import { plural } from "../../pages/page.ts";
import { verdictLine } from "../../pages/verdict-lines.ts";
import { openDialogue } from "../../store/find-dialogue.ts";
import { writeStateFile } from "../../store/play-state.ts";
import { askJudge, keyOf } from "../judge/ask.ts";
import { impasseReport, verdictPrompt } from "../judge/briefs.ts";
import { type JudgedVerdict, judgedVerdict, verdictInput, wordedVerdict } from "../judge/verdict.ts";
import { playedFor } from "../played.ts";
import type { Player } from "../player.ts";
import { errorsOf, tried } from "./shared.ts";

/** The decision: the text that was signed, word for word. Without convergence it is forced with its warning, or reported as an impasse. */
export async function verdict(player: Player, args: Record<string, unknown>): Promise<"decided" | "impasse"> {
  const { context, plan, emit, state } = player;
  const dialogue = openDialogue(context.project, { dialogue_id: plan.id });
  if (args.forced === true && !plan.force) {
    const path = writeStateFile(state, "impasse.md", impasseReport(dialogue), context.random);
    emit({ event: "saved", path, score: null });
    return "impasse";
  }
  const last = dialogue.loaded.rounds.at(-1)!;
  const schema = last.proposal === null ? wordedVerdict : judgedVerdict;
  const question = {
    purpose: "judge" as const,
    schema: schema as typeof judgedVerdict,
    round: last.round,
    head: last.self,
  };
  const text = verdictPrompt(player, dialogue);
  const key = keyOf("verdict", last.self);
  const { recommendation: _, warning: __, ...mechanics } = args;
  const warning = args.forced === true ? { warning: forcedWarning(dialogue) } : {};
  const inputOf = (judged: JudgedVerdict) => ({
    ...mechanics,
    ...warning,
    ...verdictInput(judged),
    dialogue_id: plan.id,
  });
  const judged: JudgedVerdict = await askJudge(player, { ...question, key, prompt: text });
  let left: string[] = [];
  const attempt = (input: Record<string, unknown>) => {
    const play = playedFor(player, last.self, -1, left);
    return tried(() => runOperation(verdictRegister, input, { ...context, play }));
  };
  let done = await attempt(inputOf(judged));
  if (done instanceof BlueError) {
    // What the Judge lists beside the text is left out where the ledger does not bear it; the text and the counts are not the Judge's.
    const lists = ["key_evidence", "key_claims", "recommendations_adopted", "recommendations_rejected"];
    const wrong = errorsOf(done).map(({ field }) => lists.find((list) => field?.startsWith(list)));
    if (wrong.some((list) => list === undefined)) throw done;
    emit({ event: "judge.refused", errors: errorsOf(done).map(({ message }) => message) });
    left = [...new Set(wrong as string[])];
    const without = Object.fromEntries(Object.entries(inputOf(judged)).filter(([field]) => !left.includes(field)));
    done = await attempt(without);
    if (done instanceof BlueError) throw done;
  }
  emit({
    event: "verdict",
    type: done.verdict_type,
    decision: done.decision,
    forced: done.forced,
    summary: done.summary,
    path: done.path,
  });
  return "decided";
}

function forcedWarning({ ledger, loaded }: ReturnType<typeof openDialogue>): string {
  const { velocity, convergence } = ledger.rounds.at(-1)!;
  const missing = convergence.missing.length > 0 ? ` Did not sign: ${convergence.missing.join(", ")}.` : "";
  return `WARNING: forced after ${plural(loaded.rounds.length, "round")} without convergence: ${plural(velocity.open_tensions, "open tension")}, ${plural(velocity.new_perspectives, "new perspective")}, ${convergence.signals} of ${convergence.panel_size} signals.${missing}`;
}

/** Enough agree to stop spending, not enough to decide. */
export async function interim(player: Player): Promise<void> {
  const { context, plan, emit } = player;
  const { ledger, loaded } = openDialogue(context.project, { dialogue_id: plan.id });
  const { convergence } = ledger.rounds.at(-1)!;
  const words = `${convergence.signals} of ${convergence.panel_size} signed, which is the share that was asked for (${plan.convergence}). This is no decision: ${convergence.missing.join(", ")} did not sign.`;
  const play = playedFor(player, loaded.rounds.at(-1)!.self, -1);
  const done = await runOperation(
    verdictRegister,
    { dialogue_id: plan.id, verdict_type: "interim", description: words },
    { ...context, play },
  );
  emit({ event: "verdict", type: "interim", decision: false, forced: false, summary: words, path: done.path });
}

export async function closeReviewed(player: Player): Promise<void> {
  const { context, plan, emit } = player;
  const { ledger, loaded } = openDialogue(context.project, { dialogue_id: plan.id });
  const found = verdictLine(verdictFacts(loaded, undefined, null, ledger));
  const reason = `One look by ${plural(loaded.rounds[0]!.panel.length, "expert")}: ${found}.`;
  const play = playedFor(player, loaded.rounds[0]!.self, -1);
  const done = await runOperation(close, { dialogue_id: plan.id, outcome: "reviewed", reason }, { ...context, play });
  emit({
    event: "verdict",
    type: done.outcome,
    decision: false,
    forced: false,
    summary: reason,
    path: `${loaded.path}/findings.md`,
  });
}

/** The dialogue as one document, checked. */
export async function finish(player: Player): Promise<void> {
  const { context, plan, emit } = player;
  const saved = await runOperation(save, { dialogue_id: plan.id }, context);
  const linted = await tried(() => runOperation(lintDialogue, { file_path: saved.path }, context));
  emit({ event: "saved", path: saved.path, score: linted instanceof BlueError ? null : saved.score });
}
