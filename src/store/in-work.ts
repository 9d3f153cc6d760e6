/** The round in work, read once: registering, collecting, `status`, `next` and the page ask here, so they all give the same answer. */
import { attempt, BlueError } from "../errors.ts";
import type { PanelMember } from "../rules/records.ts";
import type { RoundInWork } from "../rules/round/in-work.ts";
import type { OpenDialogue } from "./find-dialogue.ts";
import { readTexts } from "./inbox.ts";
import type { Project } from "./project.ts";

/** The panel seated for the open round; without one, the last round's stays. */
export function currentPanel({ asks, loaded }: OpenDialogue): PanelMember[] | undefined {
  const staying = () => loaded.rounds.at(-1)?.panel.map((member) => ({ ...member, source: "retained" as const }));
  return asks().panel ?? staying();
}

export function readInWork(project: Project, dialogue: OpenDialogue): RoundInWork {
  const { loaded, next, problems } = dialogue;
  const asks = attempt(() => dialogue.asks());
  const panel = asks instanceof BlueError ? undefined : currentPanel(dialogue);
  return {
    round: next.round,
    problems,
    asks,
    panel,
    panels: loaded.rounds.map((record) => record.panel),
    texts: attempt(() => readTexts(project, next, panel ?? [], loaded)),
  };
}
