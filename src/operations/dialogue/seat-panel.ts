/**
 * Seating a panel: a file written before the round's experts start. Once one draft exists nobody can be taken off it or given another role, or an
 * objection could be read and then unseated.
 */
import { expertKey } from "../../deliberation/names.ts";
import { roleKey } from "../../deliberation/panel/roles.ts";
import type { PanelMember } from "../../deliberation/records.ts";
import { BlueError } from "../../errors.ts";
import { findPanel, readDrafts, writePanel } from "../../store/drafts.ts";
import type { OpenDialogue } from "../../store/find-dialogue.ts";
import type { Project } from "../../store/project.ts";

/** The panel written for the open round; without one, the last round's stays. */
export function currentPanel(project: Project, { next, loaded }: OpenDialogue): PanelMember[] | undefined {
  const staying = () => loaded.rounds.at(-1)?.panel.map((member) => ({ ...member, source: "retained" as const }));
  return findPanel(project, next) ?? staying();
}

export function seatPanel(
  project: Project,
  dialogue: OpenDialogue,
  panel: readonly PanelMember[],
  random: (n: number) => Uint8Array,
): void {
  const before = currentPanel(project, dialogue) ?? [];
  const staying = new Map(panel.map(({ name, role }) => [expertKey(name), roleKey(role)]));
  const leaving = before
    .filter(({ name, role }) => staying.get(expertKey(name)) !== roleKey(role))
    .map(({ name }) => name);
  const drafts = leaving.length === 0 ? [] : readDrafts(project, dialogue.next, before);
  if (drafts.length > 0) {
    throw new BlueError(
      "panel_mismatch",
      `${leaving.join(", ")} cannot be taken off the panel or given another role: round ${dialogue.next.round} already has ${drafts.length} draft${drafts.length === 1 ? "" : "s"}`,
      {
        field: "panel",
        value: leaving,
        constraint: "panel_is_fixed",
        suggestion:
          "Register the round first and evolve the next one; or start this one again with round-discard and a reason.",
        context: { drafts: drafts.map(({ path }) => path) },
      },
    );
  }
  writePanel(project, dialogue.next, panel, random);
}
