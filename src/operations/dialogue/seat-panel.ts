/**
 * Seating a panel: a file written before the round's experts start. Once one draft exists nobody can be taken off it or given another role, or an
 * objection could be read and then unseated.
 */
import { type BlueError, refuse, throwAll } from "../../errors.ts";
import { checkSeats } from "../../panel/check-seats.ts";
import { findNameProblem } from "../../panel/expert-name.ts";
import { roleKey } from "../../panel/roles.ts";
import { hasGuests, isExperts } from "../../rules/guests.ts";
import { expertKey } from "../../rules/names.ts";
import type { PanelMember } from "../../rules/records.ts";
import { findPanel, writePanel } from "../../store/drafts.ts";
import type { OpenDialogue } from "../../store/find-dialogue.ts";
import { type Inbox, readInbox } from "../../store/inbox.ts";
import type { Project } from "../../store/project.ts";

/** The panel written for the open round; without one, the last round's stays. */
export function currentPanel(project: Project, { next, loaded }: OpenDialogue): PanelMember[] | undefined {
  const staying = () => loaded.rounds.at(-1)?.panel.map((member) => ({ ...member, source: "retained" as const }));
  return findPanel(project, next) ?? staying();
}

/** `field`: where the caller gave the name. */
export function getMember(panel: readonly PanelMember[], expert: string, field = "expert"): PanelMember {
  const member = panel.find(({ name }) => expertKey(name) === expertKey(expert));
  if (member !== undefined) return member;
  return refuse("panel_mismatch", { [field]: expert }, "panel_member", {
    message: `\`${field}\`: ${expert} is not on this round's panel`,
    suggestion: `The panel is ${panel.map(({ name, role }) => `${name} (${role})`).join(", ") || "not seated yet"}.`,
  });
}

/** Who speaks in the open round as a guest, by name. */
export function guestsOf(project: Project, dialogue: OpenDialogue): string[] {
  const { texts } = readInbox(project, dialogue, currentPanel(project, dialogue) ?? []);
  return texts.filter(hasGuests).map(({ expert }) => expert);
}

/** What keeps the round from being registered: seats that break the rules, and misplaced texts. */
export function checkRound(
  { loaded }: OpenDialogue,
  panel: readonly PanelMember[],
  { misplaced }: Pick<Inbox, "misplaced">,
): BlueError[] {
  const panels = loaded.rounds.map((round) => round.panel);
  return [...misplaced.map(({ error }) => error), ...checkSeats(panel, panels)];
}

export function seatPanel(
  project: Project,
  dialogue: OpenDialogue,
  panel: readonly PanelMember[],
  random: (n: number) => Uint8Array,
): void {
  const { next } = dialogue;
  const staying = new Map(panel.map(({ name, role }) => [expertKey(name), roleKey(role)]));
  const leaving = (currentPanel(project, dialogue) ?? [])
    .filter(({ name, role }) => staying.get(expertKey(name)) !== roleKey(role))
    .map(({ name }) => name);
  const { texts, misplaced } = readInbox(project, dialogue, panel);
  const written = [
    ...texts.filter(isExperts).map(({ expert, path }) => ({ expert, path })),
    ...misplaced.flatMap(({ expert, path, why }) =>
      expert === undefined || why === "place" ? [] : [{ expert, path }],
    ),
  ].filter(({ expert }) => findNameProblem(expert) === undefined);
  // A guest's text changes nothing; any other text keeps its author on the panel, even if the panel's file was edited.
  const unseated = written.map(({ expert }) => expert).filter((expert) => !staying.has(expertKey(expert)));
  if (unseated.length > 0 || (leaving.length > 0 && written.length > 0)) {
    const off = [...new Set([...leaving, ...unseated])];
    refuse("panel_mismatch", { panel: off }, "panel_is_fixed", {
      message: `${off.join(", ")} cannot be taken off the panel or given another role: round ${next.round} already has ${written.length} draft${written.length === 1 ? "" : "s"}`,
      suggestion:
        "Register the round first and evolve the next one; or start this one again with round-discard and a reason.",
      context: { drafts: written.map(({ path }) => path) },
    });
  }
  const asGuests = misplaced.filter(({ why, expert }) => why === "author" && staying.has(expertKey(expert ?? "")));
  throwAll(asGuests.map(({ error }) => error));
  writePanel(project, next, panel, random);
}
