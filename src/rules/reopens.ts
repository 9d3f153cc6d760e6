/** Whether a dialogue may say that it deliberates another one anew. What does not hold supersedes nothing. */
import type { OpeningRecord } from "./records.ts";

/** What is known of the dialogue that is named. */
export interface Reopened {
  created_at: string;
  /** Whether it has a final verdict, in force or not. */
  hasVerdict: boolean;
}

/** Why it may not, or undefined. `named`: undefined where there is no such dialogue. */
export function whyNotReopening(
  { dialogue, created_at, reopens }: Pick<OpeningRecord, "dialogue" | "created_at" | "reopens">,
  named: Reopened | undefined,
): string | undefined {
  if (reopens === undefined) return undefined;
  if (reopens === dialogue) return "it names itself";
  if (named === undefined) return `there is no dialogue ${reopens}`;
  if (Date.parse(named.created_at) > Date.parse(created_at)) return `${reopens} was opened after it`;
  return named.hasVerdict ? undefined : `${reopens} has no final verdict`;
}
