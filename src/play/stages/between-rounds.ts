import { type BlueError, refusal, refuse } from "../../errors.ts";
import { operation as crossCheck } from "../../operations/dialogue/cross-check.ts";
import { operation as revise } from "../../operations/dialogue/revise.ts";
import { runOperation } from "../../operations/run-operation.ts";
import { crossCheckFiles } from "../../store/cross-checks.ts";
import { openDialogue } from "../../store/find-dialogue.ts";
import { readText } from "../../store/paths.ts";
import { listRuns } from "../../store/play-state.ts";
import { revisionFiles } from "../../store/revisions.ts";
import { answerErrors, fileAll, isAnswered, refusedAnswer } from "../file-answers.ts";
import { authorSeat, type Player } from "../player.ts";
import { type Ask, runAll } from "../runs.ts";
import { roundShelf } from "./shared.ts";

/** The author writes; an answer that breaks its rules goes back once, with what is wrong. */
export async function author(player: Player, args: Record<string, unknown>): Promise<void> {
  const { context, plan, emit } = player;
  const asked = await runOperation(revise, { ...args, dialogue_id: plan.id }, context);
  if (asked.status === "written") return;
  const { next } = openDialogue(context.project, { dialogue_id: plan.id });
  const files = revisionFiles(next, asked.revision);
  const ask: Ask = {
    purpose: "author",
    seat: authorSeat,
    choice: plan.author,
    prompt: readText(context.project, files.answerPrompt),
    round: next.round,
    head: next.head,
    attempt: asked.revision,
    shelf: roundShelf(player, [files.before, `${files.folder}/inventory.md`]),
    schema: null,
  };
  const wrong = await askInForm(player, ask);
  if (wrong.length > 0)
    refuse("author_unusable", { author: plan.author.runner }, "answers_in_form", {
      message: `The author's text was refused twice: ${wrong.join("; ")}`,
      suggestion: `Resume with another author: \`blue play --resume ${plan.id} --author …\`.`,
    });
  const written = await runOperation(revise, { dialogue_id: plan.id }, context);
  emit({
    event: "revised",
    round: written.round,
    size: written.size.now ?? 0,
    max: written.size.max,
    resolved: written.resolved.length,
    in_part: written.in_part.length,
    refused: written.refused.length,
  });
}

/** Somebody who raised nothing tries to refute what is open. Nobody is held up by a sheet that cannot be used. */
export async function verify(player: Player): Promise<void> {
  const { context, plan, emit } = player;
  const asked = await runOperation(crossCheck, { dialogue_id: plan.id }, context);
  const { next } = openDialogue(context.project, { dialogue_id: plan.id });
  for (const { expert } of asked.spawn) {
    const number = Number(/\d+$/.exec(expert)![0]);
    const files = crossCheckFiles(next, number);
    const ask: Ask = {
      purpose: "verifier",
      seat: expert,
      choice: plan.seats.at(-1)!,
      prompt: readText(context.project, files.answerPrompt),
      round: next.round,
      head: next.head,
      attempt: number,
      shelf: roundShelf(player, [files.before]),
      schema: null,
    };
    const wrong = await askInForm(player, ask);
    if (wrong.length === 0) continue;
    emit({ event: "warning", message: `${expert}'s sheet was refused twice: ${wrong.join("; ")}` });
    await author(player, {});
  }
}

/** What is wrong with the second answer; nothing: one was filed. */
async function askInForm(player: Player, ask: Ask): Promise<string[]> {
  const { state, since } = player;
  const refused = () =>
    listRuns(state)
      .filter(isAnswered)
      .filter(
        ({ n, started, filed }) =>
          n > since &&
          filed === refusedAnswer &&
          started.purpose === ask.purpose &&
          started.head === ask.head &&
          started.attempt === ask.attempt,
      );
  while (true) {
    const before = refused();
    const last = before.at(-1);
    const errors = last === undefined ? [] : answerErrors(player, last);
    if (before.length >= 2) return errors;
    const prompt = last === undefined ? ask.prompt : withErrors(ask.prompt, last.ended.answer, errors);
    const [outcome] = await runAll(player, [{ ...ask, prompt }], () => fileAll(player));
    if (outcome!.kind === "none") throw wroteNothing(player, ask);
    if (refused().length === before.length) return [];
  }
}

function withErrors(prompt: string, answer: string, errors: readonly string[]): string {
  const quoted = answer.split("\n").map((line) => `> ${line}`);
  return [
    prompt,
    "",
    "## Your answer was refused",
    "",
    ...errors.map((error) => `- ${error}`),
    "",
    "You answered:",
    "",
    ...quoted,
    "",
    "Answer again, whole.",
  ].join("\n");
}

function wroteNothing({ plan }: Player, { seat, choice }: Ask): BlueError {
  return refusal("runner_failed", { runner: choice.runner }, "answers", {
    message: `${seat} ended twice without a text`,
    suggestion: `Resume with another runner: \`blue play --resume ${plan.id}\`.`,
  });
}
