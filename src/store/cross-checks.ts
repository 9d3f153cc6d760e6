/** What others find of the open tensions before the author answers them: a folder for each verifier beside the round's attempts, with its prompt and its sheet. */
import type { CrossCheck } from "../rules/records.ts";
import { countRequests, type OpenRound, roundLog } from "./asks.ts";
import { findDraftText } from "./draft-text.ts";
import { answerPrompt, crossChecksFolder } from "./drafts.ts";
import type { Project } from "./project.ts";

export interface CrossCheckFiles {
  /** From the project's root. */
  folder: string;
  prompt: string;
  /** The same for a run that answers with its sheet. */
  answerPrompt: string;
  /** The text that the tensions are about. */
  before: string;
  sheet: string;
}

export function crossCheckFiles(open: OpenRound, number: number): CrossCheckFiles {
  const folder = `${crossChecksFolder(open)}/${number}`;
  const file = (name: string) => `${folder}/${name}`;
  return {
    folder,
    prompt: file("prompt.md"),
    answerPrompt: file(answerPrompt),
    before: file("text.md"),
    sheet: file("sheet.md"),
  };
}

/** How many verifiers were asked. */
export function countCrossChecks(project: Project, open: OpenRound): number {
  return countRequests(project, roundLog(open), "verifier");
}

export function verifierName(number: number): string {
  return `Verifier ${number}`;
}

/** Those that are written. */
export function readCrossChecks(project: Project, open: OpenRound): CrossCheck[] {
  const found: CrossCheck[] = [];
  for (let number = 1; number <= countCrossChecks(project, open); number++) {
    const sheet = findDraftText(project, crossCheckFiles(open, number).sheet);
    if (sheet === undefined) continue;
    found.push({ by: verifierName(number), sheet: sheet.lines, provenance: sheet.provenance });
  }
  return found;
}
