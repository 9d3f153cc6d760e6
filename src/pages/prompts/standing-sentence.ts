import { quote } from "../quote.ts";

/** What is signed with the text. */
export interface StandingSentence {
  text: string;
  why?: string | undefined;
  risk?: string | undefined;
}

/** The decision in one sentence, above the text that it is signed with, and below it why and what may go wrong; empty where there is none. */
export function standingSentence(decision: StandingSentence | null): string {
  if (decision === null) return "";
  const { text, why, risk } = decision;
  const lines = [text, ...(why === undefined ? [] : [`Why: ${why}`]), ...(risk === undefined ? [] : [`Risk: ${risk}`])];
  return `## The decision in one sentence\n\n${lines.map((line) => quote([line])).join("\n>\n")}`;
}
