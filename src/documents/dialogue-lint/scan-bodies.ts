/** The experts' texts in a document, read for their markers as drafts are. */
import { type ScannedDraft, scanDraft } from "../../drafts/scan-draft.ts";
import { type Contribution, isOfJudge } from "./contributions.ts";

export interface ScannedBody {
  name: string;
  quoted: boolean;
  /** Line n of the text is line `offset + n` of the document. */
  offset: number;
  draft: ScannedDraft;
}

export function scanBodies(rounds: { round: number; contributions: Contribution[] }[]): ScannedBody[] {
  return rounds.flatMap(({ round, contributions }) =>
    contributions
      .filter((contribution) => !isOfJudge(contribution))
      .map(({ name, line, body, quoted }) => ({ name, quoted, offset: line, draft: scan(body, name, round) })),
  );
}

export function scan(text: string, expert: string, round: number): ScannedDraft {
  return scanDraft(text.replaceAll("\0", "�"), { expert, round }, { limits: { bytes: Number.POSITIVE_INFINITY } });
}
