/** What a round's panel was asked and shown, as the round's record takes it up; and the author's words, held to the rules before anybody is shown them. */
import { throwAll } from "../../../errors.ts";
import { type Asks, directivesIn, notAsked } from "../../../rules/ask-log.ts";
import type { CrossCheck, PanelMember, Revision, RoundRecord } from "../../../rules/records.ts";
import type { RoundMaterial } from "../../../rules/round/compose-round.ts";
import { crossCheckErrors } from "../../../rules/round/cross-check.ts";
import { revisionErrors } from "../../../rules/round/revision.ts";
import type { OpenRound } from "../../../store/asks.ts";
import { makeCitationChecker } from "../../../store/check-citation.ts";
import { readCrossChecks } from "../../../store/cross-checks.ts";
import { dialoguesFolder } from "../../../store/dialogue-ids.ts";
import type { OpenDialogue } from "../../../store/find-dialogue.ts";
import type { Project } from "../../../store/project.ts";
import { controlFiles, findRevision, readRevisions } from "../../../store/revisions.ts";
import { refuseTrackedDrafts } from "../../../store/tracked-files.ts";

type Shown = Pick<
  RoundMaterial,
  "revisions" | "crossChecks" | "asked" | "notAsked" | "directives" | "joined" | "decision" | "recommendations" | "asks"
> & { proposal: string | undefined };

/** From the log of asks. */
export function askedMaterial(asks: Asks, panel: readonly PanelMember[]): Shown {
  const { shown } = asks;
  return {
    proposal: shown?.proposal?.join("\n"),
    decision: shown?.decision,
    recommendations: shown?.recommendations,
    asks: asks.hashes,
    revisions: shown?.revisions ?? [],
    crossChecks: shown?.cross_checks ?? [],
    asked: shown?.asked ?? undefined,
    notAsked: notAsked(asks, panel),
    directives: directivesIn(asks),
    joined: asks.joined,
  };
}

/** From the record of a round that is registered: it holds all that its panel was asked. */
export function recordedMaterial(record: RoundRecord): Shown {
  const { decision, recommendations, asks, revisions, cross_checks, asked, directives } = record;
  return {
    proposal: record.proposal?.join("\n"),
    decision,
    recommendations,
    asks,
    revisions: revisions ?? [],
    crossChecks: cross_checks ?? [],
    asked,
    notAsked: record.texts.filter(({ state }) => state === "not_asked").map(({ expert }) => expert),
    directives: directives ?? [],
    joined: record.later_looks?.map(({ expert }) => expert) ?? [],
  };
}

/** Looks citations up, those of the text the panel was shown too, which has no file yet. */
export function citationsOf(
  project: Project,
  open: OpenRound,
  proposal: string | undefined,
): RoundMaterial["checkCitation"] {
  return makeCitationChecker(project, new Map(proposal === undefined ? [] : [[proposalPath(open), proposal]]));
}

/** Where the text a round judged will lie, and how its experts cite it. */
export function proposalPath({ dialogue, round }: OpenRound): string {
  return `${dialoguesFolder}/${dialogue}/round-${round}/proposal.md`;
}

/** The author's revisions for the open round; one that breaks the rules refuses. */
export function checkedRevisions(project: Project, { ledger, next }: OpenDialogue): Revision[] {
  refuseTrackedDrafts(project, next.dialogue);
  const revisions = readRevisions(project, next);
  throwAll(revisionErrors(ledger, revisions));
  return revisions;
}

/** What others found of the open tensions; a sheet that breaks the rules refuses. */
export function checkedCrossChecks(project: Project, { ledger, next }: OpenDialogue): CrossCheck[] {
  refuseTrackedDrafts(project, next.dialogue);
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

/** Says so where the author wrote on after the panel was shown the text: those words are in nobody's prompt. */
export function changedRevision(project: Project, { asks, next }: OpenDialogue): string[] {
  const { shown } = asks();
  const words = (revisions: readonly Revision[]) => JSON.stringify(revisions.map(({ lines, sheet }) => [lines, sheet]));
  if (shown === undefined || words(shown.revisions) === words(readRevisions(project, next))) return [];
  return ["The author's text or answers changed after they were shown; the new words are not in this round."];
}
