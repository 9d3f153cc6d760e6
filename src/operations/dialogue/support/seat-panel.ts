/**
 * Seating a panel: an entry of the log of asks, before the round's experts start. Once one draft exists nobody can be taken off it or given another role, or an
 * objection could be read and then unseated.
 */
import { refuse, throwAll } from "../../../errors.ts";
import { findNameProblem } from "../../../panel/expert-name.ts";
import { roleKey } from "../../../panel/roles.ts";
import { hasGuests, isExperts } from "../../../rules/guests.ts";
import { expertKey } from "../../../rules/names.ts";
import type { PanelMember } from "../../../rules/records.ts";
import { publishEntry } from "../../../store/asks.ts";
import { type OpenDialogue, openDialogue } from "../../../store/find-dialogue.ts";
import { currentPanel } from "../../../store/in-work.ts";
import { readInbox } from "../../../store/inbox.ts";
import type { Project } from "../../../store/project.ts";

/** `field`: where the caller gave the name. */
export function getMember(panel: readonly PanelMember[], expert: string, field = "expert"): PanelMember {
  const member = panel.find(({ name }) => expertKey(name) === expertKey(expert));
  if (member !== undefined) return member;
  return refuse("panel_mismatch", { [field]: expert }, "panel_member", {
    message: `\`${field}\`: ${expert} is not on this round's panel`,
    suggestion: `The panel is ${panel.map(({ name, role }) => `${name} (${role})`).join(", ") || "not seated yet"}.`,
  });
}

/** What guests said in the open round, by name. */
export function guestTexts(project: Project, dialogue: OpenDialogue): { name: string; lines: string[] }[] {
  const { texts } = readInbox(project, dialogue, currentPanel(dialogue) ?? []);
  return texts
    .filter(hasGuests)
    .flatMap(({ expert, lines, others }) =>
      [lines, ...others.map((other) => other.lines)].map((said) => ({ name: expert, lines: said })),
    );
}

/** Who speaks in the open round as a guest, by name. */
export function guestsOf(project: Project, dialogue: OpenDialogue): string[] {
  return guestTexts(project, dialogue).map(({ name }) => name);
}

/**
 * Seats what `choose` makes of the dialogue, and answers with both as they are then. Of two calls at once one is first; the other reads the log again and
 * chooses anew.
 */
export function seatPanel(
  project: Project,
  dialogue: OpenDialogue,
  choose: (dialogue: OpenDialogue) => PanelMember[],
  random: (n: number) => Uint8Array,
): { panel: PanelMember[]; dialogue: OpenDialogue } {
  const reopened = () => openDialogue(project, { dialogue_id: dialogue.loaded.id });
  for (let now = dialogue; ; now = reopened()) {
    const panel = choose(now);
    refuseSeats(project, now, panel);
    if (JSON.stringify(now.asks().panel) === JSON.stringify(panel)) return { panel, dialogue: now };
    if (publishEntry(project, now.next, now.asks(), { kind: "panel", panel }, random))
      return { panel, dialogue: reopened() };
  }
}

function refuseSeats(project: Project, dialogue: OpenDialogue, panel: readonly PanelMember[]): void {
  const { next } = dialogue;
  const staying = new Map(panel.map(({ name, role }) => [expertKey(name), roleKey(role)]));
  const leaving = (currentPanel(dialogue) ?? [])
    .filter(({ name, role }) => staying.get(expertKey(name)) !== roleKey(role))
    .map(({ name }) => name);
  const { texts, misplaced } = readInbox(project, dialogue, panel);
  const written = [
    ...texts.filter(isExperts).map(({ expert, path }) => ({ expert, path })),
    ...misplaced.flatMap(({ expert, path, why }) =>
      expert === undefined || why === "place" ? [] : [{ expert, path }],
    ),
  ].filter(({ expert }) => findNameProblem(expert) === undefined);
  // A guest's text changes nothing; any other text keeps its author on the panel.
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
}
