import { quote } from "../quote.ts";

/** The decision in one sentence, above the text that it is signed with; empty where there is none. */
export function standingSentence(decision: string | null): string {
  return decision === null ? "" : `## The decision in one sentence\n\n${quote([decision])}`;
}
