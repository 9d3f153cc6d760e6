/** Who disagreed, in their own words: a heading and a quotation each, and what was set aside or not counted. */
import type { VerdictFacts } from "../facts/schema.ts";
import { prose, quote } from "./quote.ts";
import { disagreementHead } from "./verdict-lines.ts";

/** Empty where everyone last agreed or abstained and nobody objected. */
export function disagreementParts({ disagree }: Pick<VerdictFacts, "disagree">): string[] {
  return disagree
    .flatMap((one) => [
      `**${prose(disagreementHead(one))}**`,
      quote(one.words.split("\n").filter((line) => line.trim() !== "")),
    ])
    .filter((part) => part !== "");
}
