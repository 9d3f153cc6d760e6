import * as z from "zod";
import { BlueError, type ErrorCode, refusal, throwAll } from "../../errors.ts";
import { operation as roundCollect } from "../../operations/dialogue/round-collect.ts";
import { operation as roundRegister } from "../../operations/dialogue/round-register.ts";
import { runOperation } from "../../operations/run-operation.ts";
import { coverageWords, laterLookWords } from "../../pages/coverage-lines.ts";
import { keepsFromRegistering } from "../../rules/round/may-register.ts";
import { judgeHints } from "../../rules/round/warnings.ts";
import { type OpenDialogue, openDialogue } from "../../store/find-dialogue.ts";
import { readInWork } from "../../store/in-work.ts";
import { findJudgement, keepJudgement } from "../../store/play-state.ts";
import { askJudge, keyOf, type Question } from "../judge/ask.ts";
import { judgementPrompt } from "../judge/briefs.ts";
import { type Judgement, judgementSchema, leaveOut, overlooked, registerInput } from "../judge/judgement.ts";
import { playedFor } from "../played.ts";
import type { Player } from "../player.ts";
import { why as noMoreLooks } from "./join.ts";
import { errorsOf, tried } from "./shared.ts";

/** Everything that was written, for the Judge to judge. */
async function collectAll({ context, plan }: Player) {
  const all = { dialogue_id: plan.id, full: true, outside: true };
  const first = await runOperation(roundCollect, all, context);
  const items = [...first.items];
  for (let page = 2; page <= first.pages; page++)
    items.push(...(await runOperation(roundCollect, { ...all, page }, context)).items);
  return { ...first, items };
}

export async function register(player: Player): Promise<void> {
  const { context, plan, state, emit } = player;
  const dialogue = openDialogue(context.project, { dialogue_id: plan.id });
  // No judgement would help against these, so none is paid for.
  throwAll(keepsFromRegistering(readInWork(context.project, dialogue)));
  const collected = await collectAll(player);
  const schema = judgementSchema({ accepts: plan.allow_accept, rotates: plan.rotation === "graduated" });
  const question = {
    purpose: "judge" as const,
    schema,
    round: collected.round,
    head: collected.head,
  };
  const prompt = judgementPrompt(player, dialogue, collected);
  const key = keyOf("judgement", collected.head, collected.digest);
  const facts = {
    dialogue_id: plan.id,
    round: collected.round,
    head: collected.head,
    digest: collected.digest,
    missing: collected.missing,
    incomplete: collected.incomplete,
    problems: uniquePlaces(collected.problems),
  };
  // A judgement that was refused is not asked for by its name again.
  let tries = 1;
  while (findJudgement(state, `${key}-${tries}-refused`, refusedMark) !== undefined) tries++;
  const markRefused = () => keepJudgement(state, `${key}-${tries}-refused`, { refused: true }, context.random);
  let judged: Judgement = await askJudge(player, { ...question, key: `${key}-${tries}`, prompt });
  judged = await lookAgain(player, dialogue, collected, judged, { ...question, key: `${key}-${tries}-again`, prompt });
  let input = registerInput(onlySeated(judged, collected), facts);
  let left: string[] = [];
  const attempt = async () => {
    const play = playedFor(player, collected.head, collected.round, left, facts.problems.length);
    const done = await tried(() => runOperation(roundRegister, input, { ...context, play }));
    if (done instanceof BlueError && errorsOf(done).some(({ code }) => notTheJudges.has(code))) throw done;
    return done;
  };
  let done = await attempt();
  if (done instanceof BlueError) {
    const errors = errorsOf(done);
    emit({ event: "judge.refused", errors: errors.map(({ message }) => message) });
    const second = `${prompt}\n\n## Your judgement was refused\n\n${errors.map(({ message, suggestion }) => `- ${message}. ${suggestion ?? ""}`).join("\n")}\n\nYou answered:\n\n> ${JSON.stringify(judged)}\n\nAnswer again, whole.`;
    markRefused();
    tries++;
    judged = await askJudge(player, { ...question, key: `${key}-${tries}`, prompt: second });
    input = registerInput(onlySeated(judged, collected), facts);
    done = await attempt();
  }
  if (done instanceof BlueError) {
    const without = leaveOut(input, errorsOf(done));
    if (without !== undefined) {
      ({ input, left } = without);
      for (const message of left) emit({ event: "warning", message: `left out of the Judge's judgement: ${message}` });
      done = await attempt();
    }
  }
  if (done instanceof BlueError) {
    markRefused();
    throw refusal("judge_refused", { judge: plan.judge.runner }, "registered", {
      message: `The Judge's judgement of round ${collected.round} was refused: ${done.message}`,
      suggestion: `The drafts are kept. Judge it yourself (\`blue dialogue round-register ${plan.id} --scaffold\`), or resume with another \`--judge\`.`,
    });
  }
  keepJudgement(state, `applied-${done.head.slice(0, 24)}`, judged, context.random);
  const { scoreboard: row } = done;
  emit({
    event: "registered",
    round: done.round,
    velocity: done.velocity.total,
    open: done.velocity.open_tensions,
    new_perspectives: done.velocity.new_perspectives,
    signals: done.convergence.signals,
    panel: done.convergence.panel_size,
    score: row.score,
    ...(done.coverage === undefined ? {} : { coverage: coverageWords(done.coverage) }),
    ...(done.later_looks === undefined ? {} : { later_looks: laterLookWords(done.later_looks) }),
  });
  const kept = plan.until_stop && collected.coverage?.advice === "add" ? noMoreLooks(player) : undefined;
  if (kept !== undefined) emit({ event: "warning", message: `A further look would pay, but ${kept}.` });
  const hints = judgeHints(openDialogue(context.project, { dialogue_id: plan.id }).ledger);
  for (const message of done.warnings) if (!hints.includes(message)) emit({ event: "warning", message });
}

/** A Judge who leaves open what its raisers call resolved is asked once more; what it says then counts. */
async function lookAgain(
  player: Player,
  { ledger }: OpenDialogue,
  collected: Awaited<ReturnType<typeof collectAll>>,
  judged: Judgement,
  question: Question<Judgement>,
): Promise<Judgement> {
  const raisersOf = (id: string) => (ledger.items.get(id)?.sources ?? []).map(({ expert }) => expert);
  const leftOpen = (one: Judgement) => overlooked(one, collected, raisersOf);
  const open = leftOpen(judged);
  if (open.length === 0) return judged;
  const named = (list: typeof open) => list.map(({ tension }) => tension).join(", ");
  player.emit({
    event: "warning",
    message: `The Judge left ${named(open)} open, which everybody who raised it calls resolved; it is asked once more.`,
  });
  const prompt = [
    question.prompt,
    "",
    "## You left open what its raisers call resolved",
    "",
    ...open.map(
      ({ tension, by }) =>
        `- ${tension}: ${by.join(" and ")} raised it, and ${by.length === 1 ? "says" : "say"} in this round that it is resolved.`,
    ),
    "",
    "Close each by the item that settles it (`close`), or say in the summary why it is not settled.",
    "",
    "You answered:",
    "",
    `> ${JSON.stringify(judged)}`,
    "",
    "Answer again, whole.",
  ].join("\n");
  const second = await askJudge(player, { ...question, prompt });
  const still = leftOpen(second);
  if (still.length > 0)
    player.emit({ event: "warning", message: `The Judge leaves ${named(still)} open; its summary should say why.` });
  return second;
}

const refusedMark = z.object({ refused: z.literal(true) });

/** What no other judgement would change: somebody else moved the round, or the disk failed. */
const notTheJudges: ReadonlySet<string> = new Set<ErrorCode>([
  "head_moved",
  "round_taken",
  "round_not_registered",
  "drafts_changed",
  "draft_missing",
  "unregistered_files",
  "record_damaged",
  "io_error",
  "internal_error",
]);

/** Scores and owners only for those who sit there: a name that the Judge made up is no decision. */
function onlySeated(
  judged: Judgement,
  { present, missing, incomplete, not_asked = [] }: Awaited<ReturnType<typeof collectAll>>,
): Judgement {
  const seated = new Map(
    [...present, ...missing, ...incomplete, ...not_asked].map((name) => [name.toLowerCase(), name]),
  );
  return {
    ...judged,
    experts: judged.experts.flatMap(({ name, score }) => {
      const own = seated.get(name.toLowerCase());
      return own === undefined ? [] : [{ name: own, score }];
    }),
    own: judged.own.flatMap(({ owner, ...rest }) => {
      const own = seated.get(owner.toLowerCase());
      return own === undefined ? [] : [{ ...rest, owner: own }];
    }),
  };
}

function uniquePlaces(problems: readonly { expert: string; line: number }[]): { expert: string; line: number }[] {
  return [...new Map(problems.map(({ expert, line }) => [`${expert} ${line}`, { expert, line }])).values()];
}
