import type * as z from "zod";
import { BlueError, refuse } from "../../errors.ts";
import { operation as evolvePanel } from "../../operations/dialogue/evolve-panel.ts";
import { operation as roundPrompt } from "../../operations/dialogue/round-prompt.ts";
import { runOperation } from "../../operations/run-operation.ts";
import type { AskKind } from "../../rules/records.ts";
import { unsettled } from "../../rules/unsettled.ts";
import { answerPromptPath, inventoryCopy, proposalCopy } from "../../store/drafts.ts";
import { listTexts } from "../../store/file-text.ts";
import { openDialogue } from "../../store/find-dialogue.ts";
import { currentPanel } from "../../store/in-work.ts";
import { readText } from "../../store/paths.ts";
import { findJudgement, listRuns } from "../../store/play-state.ts";
import { fileAll } from "../file-answers.ts";
import { keptWishes } from "../judge/judgement.ts";
import type { Player } from "../player.ts";
import { failures } from "../runners/runner.ts";
import { type Ask, runAll } from "../runs.ts";
import { assignSeats, type Choice } from "../seats.ts";
import { roundShelf, tried } from "./shared.ts";

export async function prompt(player: Player): Promise<void> {
  const { context, plan, state } = player;
  const dialogue = openDialogue(context.project, { dialogue_id: plan.id });
  const { next } = dialogue;
  const wishes = findJudgement(state, `applied-${next.head.slice(0, 24)}`, keptWishes);
  if (plan.rotation === "graduated" && wishes !== undefined && dialogue.asks().panel === undefined)
    await rotate(player, wishes);
  const panel = currentPanel(openDialogue(context.project, { dialogue_id: plan.id })) ?? [];
  const seated = new Map(panel.map(({ name }) => [name.toLowerCase(), name]));
  const directives = Object.fromEntries(
    (wishes?.directives ?? []).flatMap(({ expert, text }) => {
      const name = seated.get(expert.toLowerCase());
      return name === undefined || text.trim() === "" ? [] : [[name, text]];
    }),
  );
  const given = Object.keys(directives).length > 0 ? { directives } : {};
  await runOperation(roundPrompt, { dialogue_id: plan.id, ...given }, context);
}

/** Whom the Judge wants on the panel. Nobody leaves unsettled, and newcomers join beyond the size. */
async function rotate(
  { context, plan, emit }: Player,
  { add = [], leave = [] }: z.output<typeof keptWishes>,
): Promise<void> {
  const { loaded, ledger } = openDialogue(context.project, { dialogue_id: plan.id });
  const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();
  const held = new Set(unsettled(ledger).map(({ expert }) => expert));
  const panel = loaded.rounds.at(-1)!.panel;
  const staying = panel.filter(({ name }) => held.has(name) || !leave.some((one) => same(one, name)));
  const joining = loaded.opening.pool.filter(
    ({ role }) => add.some((one) => same(one, role)) && !panel.some((member) => same(member.role, role)),
  );
  if (joining.length === 0 && staying.length === panel.length) return;
  const seats = [
    ...staying.map(({ name, role }) => ({ name, role, source: "retained" })),
    ...joining.map(({ role }) => ({ role, source: "pool" })),
  ];
  const changed = await tried(() => runOperation(evolvePanel, { dialogue_id: plan.id, panel: seats }, context));
  if (changed instanceof BlueError) emit({ event: "warning", message: `The panel stays as it is: ${changed.message}` });
}

/** The names that are asked and have neither written nor ended twice without a text. */
export function waitingExperts({ context, plan, state, since }: Player, members: readonly string[]): string[] {
  const dialogue = openDialogue(context.project, { dialogue_id: plan.id });
  const own: readonly string[] = failures.model;
  const failed = (name: string) =>
    listRuns(state).filter(
      ({ n, started, ended }) =>
        n > since &&
        started.purpose === "expert" &&
        started.seat === name &&
        started.head === dialogue.next.head &&
        started.attempt === dialogue.next.attempt &&
        own.includes(ended?.kind ?? ""),
    ).length;
  return members.filter((name) => failed(name) < 2);
}

export async function experts(player: Player): Promise<void> {
  const { context, plan } = player;
  const prompted = await runOperation(roundPrompt, { dialogue_id: plan.id }, context);
  const { next } = openDialogue(context.project, { dialogue_id: plan.id });
  const waiting = waitingExperts(
    player,
    prompted.spawn.map(({ expert }) => expert),
  );
  const shelf = roundShelf(player, [inventoryCopy(next), proposalCopy(next)]);
  const seats = seatsOf(player, [...prompted.written, ...waiting]);
  const asks = waiting.map(
    (name): Ask => ({
      purpose: "expert",
      seat: name,
      choice: seats.get(name)!,
      prompt: readText(context.project, answerPromptPath(next, name)),
      round: next.round,
      head: next.head,
      attempt: next.attempt,
      shelf,
      schema: null,
      hasText: () => listTexts(context.project, next, name).length > 0,
    }),
  );
  const asked = prompted.spawn.length + prompted.written.length;
  let answered = prompted.written.length;
  const say = () =>
    player.emit({
      event: "experts",
      round: next.round,
      words: wordsFor(next.round, prompted.ask),
      answered,
      of: asked,
    });
  say();
  const outcomes = await runAll(player, asks, () => {
    fileAll(player);
    answered++;
    say();
  });
  const absent = outcomes.filter(({ kind }) => kind === "none").length;
  if (absent * 2 > asked)
    refuse("experts_absent", { round: next.round }, "half_present", {
      message: `${absent} of ${asked} experts ended twice without a text; nothing is registered`,
      suggestion: `Resume with another runner: \`blue play --resume ${plan.id} --runner …\`.`,
    });
}

/** As RFC 0012 prints it. */
function wordsFor(round: number, ask: "everyone" | AskKind): string {
  if (round === 0) return "Gathering perspectives...";
  return { everyone: "Building consensus...", check: "Addressing tensions...", sign: "Final positions..." }[ask];
}

function seatsOf({ state, plan }: Player, members: readonly string[]): Map<string, Choice> {
  const before = new Map(
    listRuns(state)
      .filter(({ started }) => started.purpose === "expert")
      .map(({ started }) => [started.seat, { runner: started.runner, model: started.model }]),
  );
  return assignSeats(members, plan.seats, before);
}
