/** Whether the records on this disk can be believed, and whether the clock that dates the next ones can. */
import type { Context } from "../../context.ts";
import { type BlueError, refusal } from "../../errors.ts";
import { notProved, plural } from "../../pages/page.ts";
import { recount } from "../../rules/round/recount.ts";
import { dialoguesFolder, listDialogueIds } from "../../store/dialogue-ids.ts";
import { findStray, loadDialogue } from "../../store/dialogues.ts";
import { makeTrackedLoader } from "../../store/find-dialogue.ts";
import { findTracked } from "../../store/git.ts";
import { problemError } from "../../store/problems.ts";
import type { Project } from "../../store/project.ts";
import { isRecordPath } from "../../store/record.ts";
import type { Found } from "./found.ts";

const clockMayDifferMs = 60 * 60 * 1000;

export function lookAtRecords({ project }: Context): Found {
  const loaded = listDialogueIds(project).map(makeTrackedLoader(project));
  const problems = [...loaded.flatMap((one) => one.problems), ...findStray(project)];
  const errors = [...problems.map(problemError), ...missingDialogues(project)];
  const lies = loaded.flatMap(({ id, opening, rounds }) =>
    opening === undefined ? [] : recount(opening, rounds).map((lie) => `${id}, ${lie}`),
  );
  const older = loaded.filter(({ legacy }) => legacy).length;
  const without = older > 0 ? `; ${notProved(older)}` : "";
  if (errors.length + lies.length === 0)
    return { status: "ok", message: `${plural(loaded.length - older, "dialogue")}, all whole${without}` };
  const ways = errors.flatMap(({ suggestion }) => suggestion ?? []);
  if (lies.length > 0) ways.push("`blue dialogue verify` says what puts each of them right.");
  return {
    status: "failed",
    message: [...errors.map(({ message }) => message), ...lies].join("; "),
    fix: [...new Set(ways)].join(" "),
  };
}

/** Dialogues of which git has records and the disk not even the folder. */
function missingDialogues(project: Project): BlueError[] {
  const here = new Set(listDialogueIds(project));
  const tracked = (findTracked(project, dialoguesFolder) ?? []).filter(isRecordPath);
  const gone = [...new Set(tracked.map((path) => path.split("/")[2]!))].filter((id) => !here.has(id));
  return gone.map((id) =>
    refusal("record_damaged", { dialogue_id: id }, "record_integrity", {
      message: `${dialoguesFolder}/${id} is tracked by git and missing from the disk`,
      suggestion: "Check `.blue/dialogues/` out again, or commit that it was removed.",
    }),
  );
}

/** Every record names the one it follows, so a wrong clock spoils none; dates and the order of dialogues would mislead people. */
export function lookAtClock({ project, now }: Context): Found {
  const written = listDialogueIds(project)
    .map((id) => loadDialogue(project, id))
    .flatMap(({ opening, rounds, verdicts }) => [
      ...(opening === undefined ? [] : [opening.created_at]),
      ...[...rounds, ...verdicts].map(({ registered_at }) => registered_at),
    ]);
  const latest = written.sort().at(-1);
  if (latest === undefined || Date.parse(latest) - now().getTime() < clockMayDifferMs)
    return { status: "ok", message: "not earlier than the newest record" };
  return {
    status: "warning",
    message: `it says ${now().toISOString().slice(0, 16)}Z, and a record was written at ${latest.slice(0, 16)}Z`,
    fix: "Set this computer's clock. Nothing is lost: records follow each other by their hashes, not by their dates.",
  };
}
