/**
 * Files what a run answered: into the attempt whose prompt it read, whatever became of that attempt meanwhile. An attempt that was set aside keeps it for the
 * next record; what no record can take stays as a file and is named as late.
 */
import { throwAll } from "../errors.ts";
import { sameLines, toLines } from "../rules/lines.ts";
import { expertKey } from "../rules/names.ts";
import type { Provenance } from "../rules/records.ts";
import { crossCheckErrors } from "../rules/round/cross-check.ts";
import { checkRevision } from "../rules/round/revision.ts";
import { decisionOf } from "../rules/standing.ts";
import { type OpenRound, openRound, readAsks } from "./asks.ts";
import { crossCheckFiles, verifierName } from "./cross-checks.ts";
import { findDraftText } from "./draft-text.ts";
import { fileText } from "./file-text.ts";
import { type OpenDialogue, openDialogue } from "./find-dialogue.ts";
import type { Project } from "./project.ts";
import { countRevisions, fileRevision, fileWords, readRevisions, revisionFiles } from "./revisions.ts";

/** An expert's, with the attempt in which its prompt lies. */
export interface ExpertAnswer extends OpenRound {
  expert: string;
  text: string;
  provenance: Provenance;
}

export interface FiledAnswer {
  /** From the project's root. */
  path: string;
  /**
   * `filed`: the round's record takes it, or the next one does, among what was set aside. `beside`: likewise, but another text was there first and counts.
   * `late`: its round is registered without it, or the dialogue moved on, was decided or closed.
   */
  came: "filed" | "beside" | "late";
}

/** Filing the same answer again changes nothing. */
export function fileAnswer(
  project: Project,
  { expert, text, provenance, ...attempt }: ExpertAnswer,
  random: (n: number) => Uint8Array,
): FiledAnswer {
  const { loaded, next } = openDialogue(project, { dialogue_id: attempt.dialogue });
  // What lies in the open round's own folder answers the attempt in work, and no other.
  const inWork = next.head === attempt.head && next.attempt === attempt.attempt;
  const place = { loaded: inWork ? loaded : { ...loaded, begun: [] }, next: attempt };
  const { path, beside } = fileText(project, place, expert, { text, provenance }, random);
  // The dialogue may have moved on while the file was written.
  const after = openDialogue(project, { dialogue_id: attempt.dialogue });
  if (!isTakenUp(after, attempt, expert, text)) return { path, came: "late" };
  return { path, came: beside ? "beside" : "filed" };
}

/** Whether a record holds it, or the next one will. */
function isTakenUp({ loaded, next }: OpenDialogue, attempt: OpenRound, expert: string, text: string): boolean {
  if (next.head === attempt.head) return !["decided", "contested", "closed"].includes(decisionOf(loaded).state);
  const record = loaded.rounds.find(({ round, prev }) => round === attempt.round && prev === attempt.head);
  const own = (one: { expert: string }) => expertKey(one.expert) === expertKey(expert);
  const words = toLines(text);
  const held = [
    ...(record?.texts ?? []).filter(own).flatMap((one) => [one, ...one.others]),
    ...(record?.discarded ?? []).flatMap((one) => one.texts.filter(own)),
  ];
  return held.some(({ lines }) => sameLines(lines, words));
}

/** An answer between two rounds: `number` is that of the revision or of the verifier that was asked for. */
interface AnswerBetween {
  dialogue: string;
  round: number;
  head: string;
  number: number;
  provenance: Provenance;
}

export interface AuthorAnswer extends AnswerBetween {
  text: string;
  sheet: string;
}

export interface VerifierAnswer extends AnswerBetween {
  sheet: string;
}

/**
 * `filed`: the next call of `revise` or `cross-check` reads it. `taken`: other words are there, and count. `late`: what it answers has been shown to others, or
 * the dialogue moved on. Only `filed` writes anything; an answer that breaks the rules is refused with everything that is wrong with it.
 */
export type Came = "filed" | "taken" | "late";

export function fileAuthorAnswer(
  project: Project,
  { number, text, sheet, provenance, ...key }: AuthorAnswer,
  random: (n: number) => Uint8Array,
): Came {
  const { ledger, next } = openDialogue(project, { dialogue_id: key.dialogue });
  const open = openRound(project, key);
  if (next.head !== key.head || readAsks(project, open).shown !== undefined) return "late";
  const files = revisionFiles(open, number);
  if (hasOtherWords(project, files.text, text)) return "taken";
  const earlier = readRevisions(project, open).slice(0, number - 1);
  const words = { lines: toLines(text), sheet: toLines(sheet) };
  throwAll(checkRevision({ ledger, earlier, alone: key.round === 0, ...words }));
  fileRevision(project, files, { text, sheet, provenance }, random);
  return "filed";
}

export function fileVerifierAnswer(
  project: Project,
  { number, sheet, provenance, ...key }: VerifierAnswer,
  random: (n: number) => Uint8Array,
): Came {
  const { ledger, next } = openDialogue(project, { dialogue_id: key.dialogue });
  const open = openRound(project, key);
  const asked = countRevisions(project, open) > 0 || readAsks(project, open).shown !== undefined;
  if (next.head !== key.head || asked) return "late";
  const path = crossCheckFiles(open, number).sheet;
  if (hasOtherWords(project, path, sheet)) return "taken";
  throwAll(crossCheckErrors(ledger, [{ by: verifierName(number), sheet: toLines(sheet), provenance }]));
  fileWords(project, path, { text: sheet, provenance }, random);
  return "filed";
}

function hasOtherWords(project: Project, path: string, text: string): boolean {
  const there = findDraftText(project, path);
  return there !== undefined && !sameLines(there.lines, toLines(text));
}
