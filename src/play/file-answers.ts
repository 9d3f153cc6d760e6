/** From an answer that is kept to the project: an expert's draft, or an author's text and sheet. The same answer twice changes nothing. */
import { attempt, BlueError, refusal } from "../errors.ts";
import { boundaryOf, splitAnswer } from "../pages/prompts/author-answer.ts";
import type { Provenance } from "../rules/records.ts";
import { type Came, fileAnswer, fileAuthorAnswer, fileVerifierAnswer } from "../store/file-answer.ts";
import { type EndedRun, listRuns, markFiled, type StoredRun } from "../store/play-state.ts";
import type { Player } from "./player.ts";
import { sha256 } from "./sha256.ts";

/** What experts, author and verifiers answered belongs into the project; the Judge's answers do not. */
export function unfiledRuns({ state }: Player): AnsweredRun[] {
  const isFiled = new Set(["expert", "author", "verifier"]);
  return listRuns(state)
    .filter(isAnswered)
    .filter(({ started, filed }) => isFiled.has(started.purpose) && filed === null);
}

/** A run that gave an answer. */
type AnsweredRun = StoredRun & { ended: EndedRun & { answer: string } };

export function isAnswered(run: StoredRun): run is AnsweredRun {
  return typeof run.ended?.answer === "string";
}

export function fileAll(player: Player): void {
  for (const run of unfiledRuns(player)) {
    const came = run.started.purpose === "expert" ? fileDraft(player, run) : fileBetween(player, run);
    markFiled(player.state, run.n, came instanceof BlueError ? refusedAnswer : came, player.context.random);
  }
}

function fileDraft(player: Player, run: AnsweredRun): string {
  const { context, plan, emit } = player;
  const { seat: expert, round, head, attempt } = run.started;
  const text = run.ended.answer;
  const provenance = provenanceOf(player, run);
  const place = { dialogue: plan.id, round, head, attempt, expert };
  const filed = fileAnswer(context.project, { ...place, text, provenance }, context.random);
  emit({ event: "filed", run: run.n, name: expert, path: filed.path });
  if (filed.came === "late")
    emit({ event: "warning", message: `${expert}'s answer came after round ${round} was registered: ${filed.path}` });
  return filed.came;
}

/** What is wrong with an answer that was not filed. For an author and a verifier `attempt` is the number of what was asked for. */
export function answerErrors(player: Player, run: AnsweredRun): string[] {
  const came = fileBetween(player, run);
  return came instanceof BlueError ? (came.errors ?? [came]).map(({ message }) => message) : [];
}

/** An answer that breaks its rules is not filed; its run is asked again. */
function fileBetween(player: Player, run: AnsweredRun): Came | BlueError {
  const { context, plan } = player;
  const { purpose, round, head, attempt: number } = run.started;
  const message = run.ended.answer;
  const key = { dialogue: plan.id, round, head, number, provenance: provenanceOf(player, run) };
  if (purpose === "verifier")
    return attempt(() => fileVerifierAnswer(context.project, { ...key, sheet: message }, context.random));
  const parts = splitAnswer(head, message);
  if (parts === undefined)
    return refusal("invalid_input", "answer", "boundary", {
      message: `The line \`${boundaryOf(head)}\` must be a line of its own exactly once, with the text after it`,
      suggestion: "Answer again, whole.",
    });
  return attempt(() => fileAuthorAnswer(context.project, { ...key, ...parts }, context.random));
}

export const refusedAnswer = "refused";

/** How a run's text came to be, for the record. */
function provenanceOf({ context }: Player, { started, ended }: AnsweredRun): Provenance {
  const { usage } = ended;
  return {
    source: "runner",
    filed_by: null,
    filed_at: context.now().toISOString(),
    note: null,
    ...(ended.cut ? { cut: true as const } : {}),
    run: {
      runner: started.runner,
      version: started.version,
      asked: started.model,
      model: ended.model,
      confined: started.confined,
      endpoint: started.endpoint,
      shelf_sha256: started.shelf_sha256,
      prompt_sha256: started.prompt_sha256,
      answer_sha256: ended.answer_sha256 ?? sha256(ended.answer),
      unwrapped: ended.unwrapped,
      masked: ended.masked,
      tools: ended.tools,
      tokens: usage === null ? null : { input: usage.input, cached: usage.cached, output: usage.output },
      usd: usage?.usd ?? null,
      seconds: ended.seconds,
    },
  };
}
