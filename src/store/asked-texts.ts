/**
 * Which texts answer what Blue asked. A run's text carries the hash of the prompt it was sent; beside any other text lies its prompt. Where Blue did not ask
 * (a Judge who prompts by hand) texts count as they are, but a prompt that lies there all the same was not asked.
 */
import { attempt, BlueError } from "../errors.ts";
import { type Asks, promptsOf } from "../rules/ask-log.ts";
import { isMember } from "../rules/guests.ts";
import type { PanelMember } from "../rules/records.ts";
import type { DraftFile } from "../rules/round/scan-round.ts";
import { type OpenRound, promptHash } from "./asks.ts";
import { promptPath } from "./drafts.ts";
import { findFile } from "./paths.ts";
import type { Project } from "./project.ts";

/** The panel's texts, each marked by the log alone, whatever its origin says of itself. */
export function markUnasked(
  project: Project,
  open: OpenRound,
  asks: Asks,
  panel: readonly PanelMember[],
  drafts: readonly DraftFile[],
): DraftFile[] {
  return drafts.map((draft) =>
    isMember({ panel: [...panel] }, draft.expert)
      ? withUnasked(draft, !isAsked(project, open, asks, draft))
      : withUnasked(draft, false),
  );
}

export function withUnasked(draft: DraftFile, isUnasked: boolean): DraftFile {
  const { unasked: _, ...provenance } = draft.provenance;
  return { ...draft, provenance: isUnasked ? { ...provenance, unasked: true } : provenance };
}

function isAsked(project: Project, open: OpenRound, asks: Asks, { expert, provenance }: DraftFile): boolean {
  const prompts = promptsOf(asks, expert);
  const { run } = provenance;
  if (run !== undefined && asks.shown !== undefined)
    return prompts.some(({ answer_sha256 }) => answer_sha256 === run.prompt_sha256);
  const there = attempt(() => findFile(project, promptPath(open, expert)));
  if (there instanceof BlueError) return false;
  if (there === undefined) return asks.shown === undefined;
  return prompts.some(({ sha256 }) => sha256 === promptHash(there));
}
