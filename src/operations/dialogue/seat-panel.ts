/**
 * Seating a panel: a file written before the round's experts start. Once one draft exists nobody can be taken off it or given another role, or an
 * objection could be read and then unseated.
 */
import { basename } from "node:path";
import { BlueError, throwAll } from "../../errors.ts";
import { checkSeats } from "../../panel/check-seats.ts";
import { findNameProblem } from "../../panel/expert-name.ts";
import { roleKey } from "../../panel/roles.ts";
import { hasGuests, isExperts } from "../../rules/guests.ts";
import { expertKey } from "../../rules/names.ts";
import type { PanelMember } from "../../rules/records.ts";
import { type DraftFile, findStrangers } from "../../rules/round/scan-round.ts";
import { listDrafts } from "../../store/draft-files.ts";
import { capitalised, draftsFolder, findPanel, readDrafts, straightPath, writePanel } from "../../store/drafts.ts";
import type { OpenDialogue } from "../../store/find-dialogue.ts";
import type { Project } from "../../store/project.ts";

/** The panel written for the open round; without one, the last round's stays. */
export function currentPanel(project: Project, { next, loaded }: OpenDialogue): PanelMember[] | undefined {
  const staying = () => loaded.rounds.at(-1)?.panel.map((member) => ({ ...member, source: "retained" as const }));
  return findPanel(project, next) ?? staying();
}

/** Who speaks in the open round as a guest, by name. */
export function guestsOf(project: Project, dialogue: OpenDialogue): string[] {
  const panel = currentPanel(project, dialogue) ?? [];
  return readDrafts(project, dialogue.next, panel, { unreadable: [] })
    .filter(hasGuests)
    .map(({ expert }) => expert);
}

/** What of the open round's panel and its texts does not belong together; whoever reads the round says it, and nobody registers over it. */
export function checkPanel(
  { next, loaded }: OpenDialogue,
  panel: readonly PanelMember[],
  drafts: readonly DraftFile[],
): BlueError[] {
  const panels = loaded.rounds.map((round) => round.panel);
  return [...checkSeats(panel, panels), ...findStrangers(next.round, panel, drafts)];
}

export function seatPanel(
  project: Project,
  dialogue: OpenDialogue,
  panel: readonly PanelMember[],
  random: (n: number) => Uint8Array,
): void {
  const { next } = dialogue;
  const before = currentPanel(project, dialogue) ?? [];
  const staying = new Map(panel.map(({ name, role }) => [expertKey(name), roleKey(role)]));
  const leaving = before
    .filter(({ name, role }) => staying.get(expertKey(name)) !== roleKey(role))
    .map(({ name }) => name);
  const drafts =
    leaving.length > 0 || hasOtherTexts(project, dialogue, before) ? readDrafts(project, next, before) : [];
  // Guests come and go; whoever else has written keeps the panel as it is, whatever its file says by now.
  const written = drafts.filter(isExperts);
  const texts = [...written, ...straightStrangers(dialogue, panel)];
  const unseated = texts.map(({ expert }) => expert).filter((expert) => !staying.has(expertKey(expert)));
  if (unseated.length > 0 || (leaving.length > 0 && texts.length > 0)) {
    const off = [...new Set([...leaving, ...unseated])];
    throw new BlueError(
      "panel_mismatch",
      `${off.join(", ")} cannot be taken off the panel or given another role: round ${next.round} already has ${texts.length} draft${texts.length === 1 ? "" : "s"}`,
      {
        field: "panel",
        value: off,
        constraint: "panel_is_fixed",
        suggestion:
          "Register the round first and evolve the next one; or start this one again with round-discard and a reason.",
        context: { drafts: texts.map(({ path }) => path) },
      },
    );
  }
  throwAll(findStrangers(next.round, panel, drafts));
  writePanel(project, next, panel, random);
}

/** Somebody wrote who is not on the panel as it stands: a guest, one whose name was taken out by hand, or all when its file is gone. */
function hasOtherTexts(project: Project, { next }: OpenDialogue, before: readonly PanelMember[]): boolean {
  const seated = new Set(before.map(({ name }) => expertKey(name)));
  return listDrafts(project, draftsFolder(next)).experts.some(({ key, names }) => names.length > 0 && !seated.has(key));
}

/** Texts straight in the round's folder under a name that neither the panel as it stands nor the one to be seated has. */
function straightStrangers(
  { next, problems }: OpenDialogue,
  panel: readonly PanelMember[],
): { expert: string; path: string }[] {
  const seated = new Set(panel.map(({ name }) => expertKey(name)));
  return problems
    .filter(({ code }) => code === "unregistered_files")
    .map(({ value }) => ({ expert: basename(String(value), ".md"), path: String(value) }))
    .filter(({ expert, path }) => path === straightPath(next, expert) && findNameProblem(expert) === undefined)
    .filter(({ expert }) => !seated.has(expert))
    .map(({ expert, path }) => ({ expert: capitalised(expert), path }));
}
