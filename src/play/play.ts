/** A whole dialogue, stage by stage: look where it is, do the next thing, look again. Whatever stops it, everything so far is kept. */
import { rmSync } from "node:fs";
import { refuse } from "../errors.ts";
import { operation as status } from "../operations/dialogue/status.ts";
import { mostPolish } from "../operations/dialogue/support/next-step.ts";
import { runOperation } from "../operations/run-operation.ts";
import { decisionOf } from "../rules/standing.ts";
import { unsettled } from "../rules/unsettled.ts";
import { isTaken, openDialogue } from "../store/find-dialogue.ts";
import { listRuns } from "../store/play-state.ts";
import { endLeftovers } from "../store/processes.ts";
import { readRevisions } from "../store/revisions.ts";
import { spentBy } from "./budget.ts";
import { fileAll, unfiledRuns } from "./file-answers.ts";
import type { Player } from "./player.ts";
import { chargedRuns, Halted } from "./runs.ts";
import { type Seen, type Stage, stageOf } from "./stage-of.ts";
import { author, verify } from "./stages/between-rounds.ts";
import { closeReviewed, finish, interim, verdict } from "./stages/ending.ts";
import { experts, prompt, waitingExperts } from "./stages/experts.ts";
import { join, oneMore } from "./stages/join.ts";
import { open, seatPanel } from "./stages/open.ts";
import { register } from "./stages/register.ts";
import { progressOf } from "./way.ts";

export interface Played {
  outcome: "converged" | "decided" | "reviewed" | "interim" | "impasse" | "closed";
  /** Who is not content with a decision. */
  unsettled: string[];
  rounds: number;
  /** Of the last round's panel, who signed: 0 to 1. */
  final_convergence: number;
  expert_panel: string[];
  spent: { tokens: number; usd: number; runs: number };
}

/** What each stage is called while it works. */
const words: Readonly<Record<Stage, string>> = {
  file: "files what was answered",
  open: "designs the pool and opens the dialogue",
  finish: "saves the dialogue",
  stop: "stops",
  close_reviewed: "closes the review",
  interim: "stops spending",
  verdict: "writes the verdict",
  verify: "checks the findings",
  author: "rewrites the text",
  panel: "seats the panel",
  prompt: "writes the prompts",
  experts: "the experts write",
  join: "one more joins the blind round",
  register: "judges the round",
};

export async function play(player: Player): Promise<Played> {
  try {
    await endLeftovers(
      listRuns(player.state).flatMap(({ started, ended }) =>
        ended === undefined && started.process !== null
          ? [{ pid: started.process.pid, startTime: started.process.start_time }]
          : [],
      ),
    );
    let before = "";
    while (true) {
      if (player.halt.aborted) throw new Halted();
      const { seen, args } = await seenBy(player);
      const { stage, why } = stageOf(seen);
      const now = JSON.stringify([stage, seen, listRuns(player.state).length]);
      if (now === before) refuseNoProgress(player, stage);
      before = now;
      player.emit({ event: "stage", stage, ...told(player, stage, seen) });
      const outcome = await step(player, stage, why, args);
      if (outcome !== undefined) return outcome;
    }
  } finally {
    player.reaper.close();
    rmSync(player.room, { recursive: true, force: true });
  }
}

async function step(
  player: Player,
  stage: Stage,
  why: string,
  args: Record<string, unknown>,
): Promise<Played | undefined> {
  switch (stage) {
    case "file":
      fileAll(player);
      return undefined;
    case "open":
      await open(player);
      return undefined;
    case "panel":
      await seatPanel(player);
      return undefined;
    case "prompt":
      await prompt(player);
      return undefined;
    case "experts":
      await experts(player);
      return undefined;
    case "join":
      await join(player);
      return undefined;
    case "author":
      await author(player, args);
      return undefined;
    case "verify":
      await verify(player);
      return undefined;
    case "register":
      await register(player);
      return undefined;
    case "close_reviewed":
      await closeReviewed(player);
      return undefined;
    case "interim":
      await interim(player);
      return result(player, "interim");
    case "verdict":
      return (await verdict(player, args)) === "impasse" ? result(player, "impasse") : undefined;
    case "finish":
      await finish(player);
      return result(player, endOf(player));
    default:
      return refuse("no_progress", { dialogue_id: player.plan.id }, "playable", {
        message: `This dialogue cannot be played on: ${why}`,
        suggestion: `\`blue dialogue status ${player.plan.id}\` says what is open and what comes next.`,
      });
  }
}

async function seenBy(player: Player): Promise<{ seen: Seen; args: Record<string, unknown> }> {
  const { context, plan } = player;
  const unfiled = unfiledRuns(player).length;
  if (!isTaken(context.project, plan.id)) return { seen: { unfiled, convergence: plan.convergence }, args: {} };
  const at = await runOperation(status, { dialogue_id: plan.id }, context);
  const { loaded } = openDialogue(context.project, { dialogue_id: plan.id });
  const missing = at.panel.filter(({ draft }) => draft === "missing").map(({ name }) => name);
  const waiting = waitingExperts(player, missing).length;
  const isRead = at.next.tool === "blue_dialogue_round_collect" && waiting === 0;
  return {
    seen: {
      unfiled,
      convergence: plan.convergence,
      dialogue: {
        state: at.state,
        next: at.next.tool,
        why: at.next.why,
        registered: at.rounds_registered,
        max_rounds: at.max_rounds,
        asked: loaded.rounds.at(-1)?.asked ?? null,
        velocity: at.velocity.total,
        signals: at.convergence.signals,
        panel: Math.max(1, at.convergence.panel_size),
        can_converge: at.can_converge,
        waiting,
        one_more: isRead && at.rounds_registered === 0 && (await oneMore(player)) !== undefined,
      },
    },
    args: at.next.arguments,
  };
}

/** What a person is told of a stage. */
function told(player: Player, stage: Stage, seen: Seen) {
  const { context, plan, runners } = player;
  const round = seen.dialogue?.registered ?? 0;
  const isPolishing = stage === "author" && round === 0;
  const polished = isPolishing
    ? readRevisions(context.project, openDialogue(context.project, { dialogue_id: plan.id }).next).length
    : 0;
  const seats = new Set(plan.seats.map(({ runner }) => runner));
  const progress = progressOf(plan, {
    stage,
    round,
    polished,
    waiting: seen.dialogue?.waiting ?? plan.panel_size,
    runs: chargedRuns(player),
    slots: plan.concurrency ?? [...seats].reduce((sum, name) => sum + runners.get(name)!.runner.concurrency, 0),
  });
  return {
    round: isPolishing ? null : roundOf(stage, seen),
    words: isPolishing ? `polishes the text, ${polished + 1} of ${mostPolish}` : words[stage],
    ...(progress === undefined ? {} : { progress }),
  };
}

/** What the stage is about: the open round, or the one that ended the dialogue. */
function roundOf(stage: Stage, { dialogue }: Seen): number | null {
  if (dialogue === undefined || stage === "finish") return null;
  return stage === "verdict" || stage === "interim" || stage === "close_reviewed"
    ? dialogue.registered - 1
    : dialogue.registered;
}

function endOf({ context, plan }: Player): Played["outcome"] {
  const { verdict } = decisionOf(openDialogue(context.project, { dialogue_id: plan.id }).loaded);
  if (verdict?.verdict_type === "reviewed") return "reviewed";
  if (verdict?.verdict_type !== "final") return "closed";
  return verdict.forced ? "decided" : "converged";
}

function result(player: Player, outcome: Played["outcome"]): Played {
  const { ledger } = openDialogue(player.context.project, { dialogue_id: player.plan.id });
  const charged = chargedRuns(player);
  const last = ledger.rounds.at(-1);
  return {
    outcome,
    rounds: ledger.rounds.length,
    final_convergence: last === undefined ? 0 : last.convergence.signals / last.convergence.panel_size,
    expert_panel: (ledger.records.at(-1)?.panel ?? []).map(({ name, role }) => `${name}, ${role}`),
    unsettled: outcome === "reviewed" ? [] : unsettled(ledger).map(({ expert }) => expert),
    spent: { ...spentBy(charged), runs: charged.length },
  };
}

function refuseNoProgress({ plan }: Player, stage: Stage): never {
  refuse("no_progress", { stage }, "goes_on", {
    message: `The play does not go on: ${words[stage]}, and nothing changed`,
    suggestion: `\`blue dialogue status ${plan.id}\` says what is open and what comes next.`,
  });
}
