/** From an answer that is kept to the project: an expert's draft, or an author's text and sheet. The same answer twice changes nothing. */
import { splitAnswer } from "../pages/prompts/author-answer.ts";
import type { Provenance } from "../rules/records.ts";
import { checkRevision } from "../rules/round/revision.ts";
import { fileAnswer } from "../store/file-answer.ts";
import { openDialogue } from "../store/find-dialogue.ts";
import { listRuns, markFiled, readAnswer, type StoredRun } from "../store/play-state.ts";
import { fileRevision, readRevisions, revisionFiles } from "../store/revisions.ts";
import type { Player } from "./player.ts";
import { sha256 } from "./sha256.ts";

/** What experts and author answered belongs into the project; the Judge's answers do not. */
export function unfiledRuns({ state }: Player): StoredRun[] {
  const isFiled = new Set(["expert", "author"]);
  return listRuns(state).filter(
    ({ started, hasAnswer, filed }) => isFiled.has(started.purpose) && hasAnswer && filed === null,
  );
}

export function fileAll(player: Player): void {
  for (const run of unfiledRuns(player)) {
    const outcome = run.started.purpose === "expert" ? fileDraft(player, run) : fileText(player, run);
    markFiled(player.state, run.n, outcome, player.context.random);
  }
}

function fileDraft(player: Player, run: StoredRun): string {
  const { state, context, plan, emit } = player;
  const { seat: expert, round, head, attempt } = run.started;
  const text = readAnswer(state, run.n);
  const provenance = provenanceOf(player, run);
  const place = { dialogue: plan.id, round, head, attempt, expert };
  const filed = fileAnswer(context.project, { ...place, text, provenance }, context.random);
  emit({ event: "filed", run: run.n, name: expert, path: filed.path });
  if (filed.came === "late")
    emit({ event: "warning", message: `${expert}'s answer came after round ${round} was registered: ${filed.path}` });
  return filed.came;
}

/** What is wrong with an author's answer; empty: it can be filed. For an author `attempt` is the number of the revision. */
export function authorErrors({ context, plan }: Player, { started }: StoredRun, message: string): string[] {
  const { project } = context;
  const dialogue = openDialogue(project, { dialogue_id: plan.id });
  const parts = splitAnswer(started.head, message);
  if (parts === undefined) return ["The boundary line must stand by itself exactly once, with the text after it."];
  const earlier = readRevisions(project, dialogue.next).slice(0, started.attempt - 1);
  const alone = started.round === 0;
  return checkRevision({ ledger: dialogue.ledger, earlier, alone, ...parts }).map((error) => error.message);
}

/** A text that breaks the author's rules is not filed; the author is asked again. */
function fileText(player: Player, run: StoredRun): string {
  const { state, context, plan, emit } = player;
  const { round, head, attempt: number } = run.started;
  const message = readAnswer(state, run.n);
  const dialogue = openDialogue(context.project, { dialogue_id: plan.id });
  if (dialogue.next.head !== head) return "late";
  if (authorErrors(player, run, message).length > 0) return refusedAnswer;
  const files = revisionFiles({ dialogue: plan.id, round, head, attempt: 1 }, number);
  fileRevision(
    context.project,
    files,
    { ...splitAnswer(head, message)!, provenance: provenanceOf(player, run) },
    context.random,
  );
  emit({ event: "filed", run: run.n, name: run.started.seat, path: files.text });
  return "filed";
}

export const refusedAnswer = "refused";

/** How a run's text came to be, for the record. */
function provenanceOf({ context, state }: Player, { n, started, ended }: StoredRun): Provenance {
  const usage = ended?.usage ?? null;
  return {
    source: "runner",
    filed_by: null,
    filed_at: context.now().toISOString(),
    note: null,
    ...(ended?.cut ? { cut: true as const } : {}),
    run: {
      runner: started.runner,
      version: started.version,
      asked: started.model,
      model: ended?.model ?? null,
      confined: started.confined,
      endpoint: started.endpoint,
      shelf_sha256: started.shelf_sha256,
      prompt_sha256: started.prompt_sha256,
      answer_sha256: ended?.answer_sha256 ?? sha256(readAnswer(state, n)),
      unwrapped: ended?.unwrapped ?? false,
      masked: ended?.masked ?? 0,
      tools: ended?.tools ?? {},
      tokens: usage === null ? null : { input: usage.input, cached: usage.cached, output: usage.output },
      usd: usage?.usd ?? null,
      seconds: ended?.seconds ?? 0,
    },
  };
}
