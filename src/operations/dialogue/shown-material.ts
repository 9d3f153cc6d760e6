/** What a round's prompts showed its panel, as the round's record takes it up; and the author's words, held to the rules before anybody is shown them. */
import { refuse, throwAll } from "../../errors.ts";
import { expertKey } from "../../rules/names.ts";
import type { CrossCheck, PanelMember, Revision } from "../../rules/records.ts";
import type { RoundMaterial } from "../../rules/round/compose-round.ts";
import { crossCheckErrors } from "../../rules/round/cross-check.ts";
import { revisionErrors } from "../../rules/round/revision.ts";
import { makeCitationChecker } from "../../store/check-citation.ts";
import { readCrossChecks } from "../../store/cross-checks.ts";
import { dialoguesFolder } from "../../store/dialogue-ids.ts";
import { findProposal, findShown, type OpenRound, readDirectives } from "../../store/drafts.ts";
import type { OpenDialogue } from "../../store/find-dialogue.ts";
import type { Project } from "../../store/project.ts";
import { controlFiles, findRevision, readRevisions } from "../../store/revisions.ts";

type Shown = Required<Pick<RoundMaterial, "revisions" | "crossChecks" | "notAsked" | "directives" | "checkCitation">> &
  Pick<RoundMaterial, "asked"> & { proposal: string | undefined };

export function shownMaterial(project: Project, open: OpenRound, panel: readonly PanelMember[]): Shown {
  const shown = findShown(project, open);
  const members = new Set((shown?.members ?? []).map(expertKey));
  const proposal = findProposal(project, open);
  return {
    proposal,
    revisions: shown?.revisions ?? [],
    crossChecks: shown?.cross_checks ?? [],
    asked: shown?.asked ?? undefined,
    notAsked:
      shown?.asked === "check" ? panel.filter(({ name }) => !members.has(expertKey(name))).map(({ name }) => name) : [],
    directives: readDirectives(project, open),
    checkCitation: makeCitationChecker(
      project,
      new Map(proposal === undefined ? [] : [[proposalPath(open), proposal]]),
    ),
  };
}

/** Where the text a round judged will stand, and how its experts cite it. */
export function proposalPath({ dialogue, round }: OpenRound): string {
  return `${dialoguesFolder}/${dialogue}/round-${round}/proposal.md`;
}

/** The author's revisions for the open round; one that breaks the rules refuses. */
export function checkedRevisions(project: Project, { ledger, next }: OpenDialogue): Revision[] {
  const revisions = readRevisions(project, next);
  throwAll(revisionErrors(ledger, revisions));
  return revisions;
}

/** What others found of the open tensions; a sheet that breaks the rules refuses. */
export function checkedCrossChecks(project: Project, { ledger, next }: OpenDialogue): CrossCheck[] {
  const crossChecks = readCrossChecks(project, next);
  throwAll(crossCheckErrors(ledger, crossChecks));
  return crossChecks;
}

/** The control's text, as soon as it is written; one that is too long refuses. */
export function checkedControl(project: Project, { loaded, ledger }: OpenDialogue): Revision[] {
  const revision = findRevision(project, controlFiles(loaded.id), true);
  const revisions = revision === undefined ? [] : [revision];
  throwAll(revisionErrors(ledger, revisions));
  return revisions;
}

/** An author who writes on after the panel was shown the text would be agreed to unread. */
export function refuseChangedRevision(project: Project, open: OpenRound): void {
  const shown = findShown(project, open)?.revisions ?? [];
  const words = (revisions: readonly Revision[]) => JSON.stringify(revisions.map(({ lines, sheet }) => [lines, sheet]));
  if (shown.length === 0 || words(shown) === words(readRevisions(project, open))) return;
  refuse("drafts_changed", "revision", "shown_to_the_panel", {
    message: "The author's text or answers changed after the panel was shown them",
    suggestion:
      "Put the shown words back; or start the round again with round-discard and a reason, so that the panel reads the new ones.",
  });
}
