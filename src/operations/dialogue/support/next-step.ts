/** The state of a dialogue decides the next call; a Judge who lost all context needs nothing else. */

import type { Document } from "../../../documents/document.ts";
import { fieldText } from "../../../documents/header.ts";
import { scanDraft } from "../../../drafts/scan-draft.ts";
import { BlueError } from "../../../errors.ts";
import { comparisonOf } from "../../../pages/comparison.ts";
import { coverageWords } from "../../../pages/coverage-lines.ts";
import { unseated } from "../../../panel/one-more.ts";
import { notAsked, promptsOf } from "../../../rules/ask-log.ts";
import { convergenceOf } from "../../../rules/gate.ts";
import { isExperts } from "../../../rules/guests.ts";
import { expertKey } from "../../../rules/names.ts";
import type { PanelMember, Revision } from "../../../rules/records.ts";
import { keepsFromRegistering } from "../../../rules/round/may-register.ts";
import { answersIn, standingText } from "../../../rules/round/revision.ts";
import type { DraftFile } from "../../../rules/round/scan-round.ts";
import { decisionOf, isLookDone } from "../../../rules/standing.ts";
import { countCrossChecks, readCrossChecks } from "../../../store/cross-checks.ts";
import { documentFileAt, listDocuments, openDocuments } from "../../../store/documents.ts";
import type { OpenDialogue } from "../../../store/find-dialogue.ts";
import { readInWork } from "../../../store/in-work.ts";
import { inOneLook } from "../../../store/paths.ts";
import type { Project } from "../../../store/project.ts";
import { countRevisions, missingControl, readRevisions } from "../../../store/revisions.ts";
import { type Next, nextCall } from "../../next-call.ts";
import { nextForRfc } from "../../rfc/next-for-rfc.ts";
import { judgementFor, type ReadRound } from "./read-round.ts";
import { findUnappliedPath } from "./unapplied.ts";
import { whoSettles } from "./who-settles.ts";

/** `read`: the drafts, as `collect` has just shown them; judgement comes next. */
export function nextStep(project: Project, dialogue: OpenDialogue, read?: ReadRound): Next {
  return inOneLook(project, () => stepAfter(project, dialogue, read));
}

function stepAfter(project: Project, dialogue: OpenDialogue, read: ReadRound | undefined): Next {
  const { loaded, next } = dialogue;
  const id = { dialogue_id: loaded.id };
  if (dialogue.problems.length > 0) {
    return nextCall(
      "dialogue.verify",
      id,
      `The records cannot be trusted as they are: ${dialogue.problems[0]!.message}`,
    );
  }
  const round = { ...id, round: next.round };
  const work = readInWork(project, dialogue);
  const { asks, panel, texts } = work;
  if (asks instanceof BlueError)
    return nextCall("dialogue.round-discard", { ...round, reason: "…" }, `${asks.message}.`);
  if (texts instanceof BlueError) return collectAgain(texts, round);
  const { shown } = asks;
  const ended = afterTheEnd(project, dialogue);
  if (ended !== undefined && dialogue.unregistered.length === 0) return ended;
  if (panel === undefined) {
    const why = `Round ${next.round} has no panel yet.`;
    if (loaded.opening.pool.length >= 2) return nextCall("dialogue.sample-panel", round, why);
    return nextCall(
      "dialogue.evolve-panel",
      { ...round, panel: [{ role: "…", source: "created" }] },
      `${why} Name its experts.`,
    );
  }
  const [wrong] = keepsFromRegistering(work);
  if (wrong !== undefined) return collectAgain(wrong, round);
  const drafts = texts.texts;
  const { state } = decisionOf(loaded);
  // Where the gate refuses the final verdict that is there, or there are two, another one on the same round would not help.
  if (drafts.length === 0 && state !== "contested" && state !== "refused") {
    const verdict = verdictCall(dialogue, () => dialogue.unregistered.length > 0 || shown !== undefined);
    if (verdict !== undefined) return verdict;
  }
  const left = notAsked(asks, panel);
  const asked = panel.filter(({ name }) => !left.includes(name));
  const written = new Set(drafts.map(({ expert }) => expertKey(expert)));
  const missing = asked.filter(({ name }) => !written.has(expertKey(name))).map(({ name }) => name);
  if (missing.some((name) => promptsOf(asks, name).length === 0)) {
    const revisions = readRevisions(project, next);
    // A text may be filed while the author still writes; there are no prompts without the author's.
    const waits = shown === undefined && countRevisions(project, next) > revisions.length;
    // What a guest says is for the author to read first.
    const begun = drafts.some(isExperts) || shown !== undefined;
    const rewrite = begun && !waits ? undefined : (reviewedCall(dialogue) ?? rewriteCall(project, dialogue, panel));
    if (rewrite !== undefined) return rewrite;
    const why = `Round ${next.round}: write the prompts${next.round === 0 ? "" : " (with your directives)"} and start every expert in one message.`;
    const noText = next.round > 0 && standingText(dialogue.ledger, revisions) === null;
    return nextCall(
      "dialogue.round-prompt",
      round,
      [
        why,
        ...(noText ? [withoutText] : []),
        ...refusedAdvice(dialogue, revisions),
        ...panelAdvice(dialogue, panel, revisions),
      ].join(" "),
    );
  }
  if (missing.length > 0) {
    const isUnfinished = ({ expert, lines }: DraftFile) => scanDraft(lines, { expert, round: next.round }).incomplete;
    const unfinished = new Set(drafts.filter(isUnfinished).map(({ expert }) => expertKey(expert)));
    const waiting = asked.filter(({ name }) => missing.includes(name) || unfinished.has(expertKey(name)));
    const why = `Round ${next.round}: waiting for ${waiting.map(({ name }) => name).join(", ")}. Collect when they are done; \`blue dialogue round-prompt\` says again how to start them.`;
    return nextCall("dialogue.round-collect", round, why);
  }
  if (read === undefined)
    return nextCall(
      "dialogue.round-collect",
      round,
      `All ${panel.length} drafts of round ${next.round} are there: read them.`,
    );
  const look = lookCall(dialogue, panel, read);
  if (look !== undefined) return look;
  return nextCall(
    "dialogue.round-register",
    judgementFor(dialogue, read),
    [...correctFirst(read), "Judge what you read: scores, merges, closings, owners, a summary."].join(" "),
  );
}

/** While the blind round is open, somebody may still join it blind: where the figure says that it pays. */
export function lookCall(
  { loaded, next }: OpenDialogue,
  panel: readonly PanelMember[],
  read: ReadRound,
): Next | undefined {
  const { coverage, problems, incomplete } = read.collected;
  if (coverage?.advice !== "add" || problems.length > 0 || incomplete.length > 0) return undefined;
  const [more] = unseated(loaded.opening.pool, panel);
  const seats = panel.map(({ name, role, source }) => ({ name, role, source }));
  const joining =
    more === undefined ? { role: "…", source: "created", focus: "…" } : { role: more.role, source: "pool" };
  const why = `${coverageWords(coverage)} (Before your merging.) Let one more join blind, on the same text, if possible by another model, and collect again; \`blue dialogue round-register\` goes on without.`;
  return nextCall(
    "dialogue.evolve-panel",
    { dialogue_id: loaded.id, round: next.round, panel: [...seats, joining] },
    why,
  );
}

const withoutText =
  "No text is written: a signal agrees to the recommendations that nobody opposes, unless you give `proposal` and `decision`.";

/** Agents who revise the subject alone, unless the Judge asks for more. */
export const mostPolish = 2;

/** One look was all that was asked for. */
function reviewedCall({ loaded, ledger }: OpenDialogue): Next | undefined {
  if (!isLookDone(ledger)) return undefined;
  const why = "The one look is registered. Say in a sentence what it found; the findings are on their page.";
  return nextCall("dialogue.close", { dialogue_id: loaded.id, outcome: "reviewed", reason: "…" }, why);
}

/** The author writes before the panel reads: the subject is polished before round 0 (a review looks at it as it is), and rewritten while tensions are open. */
function rewriteCall(project: Project, dialogue: OpenDialogue, panel: readonly PanelMember[]): Next | undefined {
  const { loaded, ledger, next } = dialogue;
  const id = { dialogue_id: loaded.id };
  const asked = countRevisions(project, next);
  const written = readRevisions(project, next).length;
  if (next.round === 0 && missingControl(project, loaded) === "unasked")
    return controlCall(loaded.id, "It runs beside the dialogue, which need not wait for it. (revise goes on without.)");
  if (asked > written) return nextCall("dialogue.revise", id, "The author was asked: when it has written, read it.");
  if (next.round === 0) {
    const { settings, subject } = loaded.opening;
    if (settings.method === "review" || subject?.lines === undefined || written >= mostPolish) return undefined;
    const why = `Let ${written === 0 ? "a fresh agent" : "one more"} attack and revise the subject alone before a panel does; what one agent finds, a panel need not. (round-prompt goes on without.)`;
    return nextCall("dialogue.revise", { ...id, ...(written === 0 ? {} : { another: true }) }, why);
  }
  const open = ledger.rounds.at(-1)!.open.length;
  if (open === 0 || written > 0) return undefined;
  const check = crossCheckCall(project, dialogue);
  if (check !== undefined) return check;
  const why = `${open} open ${open === 1 ? "tension" : "tensions"}: let the author rewrite the text and answer each. (round-prompt goes on without.)`;
  return nextCall("dialogue.revise", id, [why, ...panelAdvice(dialogue, panel)].join(" "));
}

/** After the blind round, where the dialogue was opened so. */
function crossCheckCall(project: Project, { loaded, next }: OpenDialogue): Next | undefined {
  const asked = countCrossChecks(project, next);
  const isOffered = loaded.opening.settings.cross_check === true && next.round === 1;
  if (asked === 0 ? !isOffered : readCrossChecks(project, next).length === asked) return undefined;
  const why =
    asked === 0
      ? "Let somebody who raised none of the tensions try to refute each before the author answers."
      : "Verifiers were asked: when they have written, read it.";
  return nextCall(
    "dialogue.cross-check",
    { dialogue_id: loaded.id },
    `${why} (\`blue dialogue revise\` goes on without.)`,
  );
}

/** Everything refused is an answer; what then is the Judge's to choose. */
export function refusedAdvice({ ledger }: Pick<OpenDialogue, "ledger">, revisions: readonly Revision[]): string[] {
  const answers = answersIn(ledger, revisions);
  if (answers.length === 0 || answers.some(({ answer }) => answer !== "refused")) return [];
  return [
    "The author refused every tension: let the raisers judge its reasons, with a directive for more; accept trade-offs; or end it (`blue dialogue close`).",
  ];
}

function controlCall(dialogue_id: string, why: string): Next {
  const what = "A control was asked for: start the lone agent who revises the subject.";
  return nextCall("dialogue.revise", { dialogue_id, control: true }, `${what} ${why}`);
}

/** Where a control was asked for, the end is the comparison. */
function compareCall(project: Project, { loaded }: OpenDialogue): Next | undefined {
  const { verdict } = decisionOf(loaded);
  if (loaded.opening.settings.control !== true || comparisonOf(loaded, verdict!) !== undefined) return undefined;
  if (missingControl(project, loaded) === "unasked")
    return controlCall(loaded.id, "Then compare (`blue dialogue compare`).");
  return nextCall(
    "dialogue.compare",
    { dialogue_id: loaded.id },
    `It is decided: read ${loaded.path}/verdict.md, and show it. Then let blind graders compare it with the control and the texts before it.`,
  );
}

/** What its author should put right before anything is judged; the call lets the round go on without it. */
function correctFirst({ collected: { problems, incomplete } }: ReadRound): string[] {
  const wrong = [
    ...problems.map(({ expert, line }) => `${expert}, line ${line}`),
    ...incomplete.map((expert) => `${expert}, which ends inside a marker`),
  ];
  if (wrong.length === 0) return [];
  const who = [...new Set([...problems.map(({ expert }) => expert), ...incomplete])].join(" and ");
  return [
    `First put right in the drafts: ${wrong.join("; ")}. Have ${who} correct it and collect again; or register without it, by \`dismissed\` with a reason, or \`incomplete\`.`,
  ];
}

/** Where the Judge seats the panel: who could settle what is open. What the author has answered, its raiser judges. */
function panelAdvice(
  { loaded, ledger }: OpenDialogue,
  panel: readonly PanelMember[],
  revisions: readonly Revision[] = [],
): string[] {
  if (loaded.opening.settings.rotation !== "graduated") return [];
  const answered = new Set(answersIn(ledger, revisions).map(({ id }) => id));
  const settles = new Map<string, string[]>();
  for (const { tension, who } of whoSettles(ledger, panel))
    if (!answered.has(tension)) settles.set(who, [...(settles.get(who) ?? []), tension]);
  if (settles.size === 0) return [];
  const settlers = [...settles].map(([who, tensions]) => `\n  ${tensions.join(", ")}: ${who}`);
  return [`Who could settle what is open:${settlers.join("")}\nTo seat them first: \`blue dialogue evolve-panel\`.`];
}

/**
 * The verdict, once it is earned; at the limit the one that can be forced. A round beyond the limit is never proposed (nor refused: a decision may need
 * another one); one that was begun all the same is gone on with.
 */
function verdictCall(dialogue: OpenDialogue, isBegun: () => boolean): Next | undefined {
  const { loaded, ledger, next } = dialogue;
  const accepted = [...ledger.tensions.values()].filter(({ state }) => state === "accepted").map(({ id }) => id);
  const args = {
    dialogue_id: loaded.id,
    round: next.round - 1,
    ...(loaded.rounds.at(-1)?.proposal == null ? { recommendation: "…" } : {}),
    ...(accepted.length > 0 ? { tensions_accepted: accepted } : {}),
  };
  if (convergenceOf(dialogue).can_converge)
    return nextCall("dialogue.verdict-register", args, "Velocity is 0 and everyone converged: register the verdict.");
  const limit = loaded.opening.settings.max_rounds;
  if (next.round < limit || isBegun()) return undefined;
  return nextCall(
    "dialogue.verdict-register",
    { ...args, forced: true, warning: "…" },
    `The limit of ${limit} rounds is reached without convergence: force the verdict and say in \`warning\` what is still open; or end without a decision (\`blue dialogue close\`, outcome impasse).`,
  );
}

/** Says what to put right, and to collect then. */
function collectAgain({ message, suggestion }: BlueError, round: { dialogue_id: string; round: number }): Next {
  return nextCall("dialogue.round-collect", round, `${message}. ${suggestion ?? ""}`.trim());
}

/** After the dialogue ended on its last round: the page to read, and what becomes of the decision. A note beside it takes nothing away from it. */
function afterTheEnd(project: Project, dialogue: OpenDialogue): Next | undefined {
  const { loaded } = dialogue;
  const { state, verdict } = decisionOf(loaded);
  const page = `${loaded.path}/verdict.md`;
  if (state === "closed" && verdict!.verdict_type === "reviewed")
    return nextCall(
      "dialogue.revise",
      { dialogue_id: loaded.id },
      `The look is done: read ${loaded.path}/findings.md, and show it. To go on, let the author rewrite the text.`,
    );
  if (state === "closed")
    return nextCall(
      "dialogue.export",
      { dialogue_id: loaded.id },
      `The dialogue was closed (${verdict!.verdict_type}); ${page} says why.`,
    );
  if (state !== "decided") return undefined;
  const compare = compareCall(project, dialogue);
  if (compare !== undefined) return compare;
  const read = `It is decided: read ${page}, and show it.`;
  const apply = applyCall(project, loaded);
  if (apply !== undefined) return { ...apply, why: `${read} ${apply.why}` };
  const rfc = findRfc(project, loaded);
  if (rfc === undefined)
    return nextCall("rfc.create", { from_dialogue: loaded.id }, `${read} Then make it an RFC, if it is to be built.`);
  const next = nextForRfc(project, rfc);
  if (next !== null) return { ...next, why: `${read} It belongs to RFC ${rfc.name.digits}: ${next.why}` };
  return nextCall("dialogue.export", { dialogue_id: loaded.id }, `${read} Then export it, or save it as a document.`);
}

function applyCall(project: Project, loaded: OpenDialogue["loaded"]): Next | undefined {
  const path = findUnappliedPath(project, loaded);
  if (path === undefined) return undefined;
  const why = `Then look at the diff it makes of ${path}, and write it.`;
  return nextCall("dialogue.apply", { dialogue_id: loaded.id }, why);
}

/** The RFC that the dialogue was opened on, or that names it. */
function findRfc(project: Project, { id, opening }: OpenDialogue["loaded"]): Document | undefined {
  const own = opening.rfc === null ? undefined : documentFileAt(opening.rfc)?.name.number;
  const { documents } = openDocuments(project, listDocuments(project, "rfc"));
  return documents.find(
    ({ name, header }) => (own !== undefined && name.number === own) || fieldText(header, "dialogue") === id,
  );
}
