import type { Decision } from "../../rules/records.ts";
import { quote } from "../quote.ts";

/** The decision in one sentence, above the text that it is signed with, and below it why and what may go wrong; empty where there is none. */
export function standingSentence(decision: Decision | null): string {
  if (decision === null) return "";
  const { text, why, risk } = decision;
  const lines = [text, ...(why === undefined ? [] : [`Why: ${why}`]), ...(risk === undefined ? [] : [`Risk: ${risk}`])];
  return `## The decision in one sentence\n\n${lines.map((line) => quote([line])).join("\n>\n")}`;
}
