/**
 * What a blind panel has probably not found, in words. Whole numbers below 10, fives to 50, tens above, because more cannot be known; never a point
 * without its range, never a percentage.
 */
import { aboutWords, missedRange, rounded } from "../facts/rounded.ts";
import { type Coverage, type CoverageFigure, fewest } from "../rules/coverage.ts";
import type { RoundRecord } from "../rules/records.ts";
import { type Severity, severities } from "../rules/vocabulary.ts";
import { filledTable, plural } from "./page.ts";

/** As a section of a page: the paragraph with its advice in bold, and the severities. */
export function coverageMarkdown(coverage: Coverage): string[] {
  const table = severityTable(coverage);
  return [coverageWords(coverage, (advice) => `**${advice}**`), ...(table === undefined ? [] : [table])];
}

/** What each later look was predicted to bring, and brought. */
export function laterLookWords(looks: RoundRecord["later_looks"]): string[] {
  return (looks ?? []).map(({ expert, predicted: { mean, low, high }, brought }) => {
    return `${expert} joined later: ${aboutWords(mean)} new (${low} to ${high}) predicted, ${brought} came.`;
  });
}

/** One paragraph; the advice is its last sentence. */
export function coverageWords(coverage: Coverage, emphasis = (advice: string) => advice): string {
  switch (coverage.advice) {
    case "not blind":
      return `Not blind: Blue did not ask for the text of ${coverage.not_asked.join(", ")}, so who found what twice says nothing here.`;
    case "too few": {
      const { experts, found, once } = coverage;
      const twice = found - once;
      if (isTooFew(coverage))
        return `Too few to tell how many were missed: ${plural(found, "objection")} by ${plural(experts, "expert")}, ${twice} of them found twice (it takes ${fewest.found} by ${fewest.experts}, ${fewest.twice} of them found twice).`;
      return `${once === found ? `All ${found}` : `${once} of the ${found}`} objections in the blind round were found by one expert alone, so others were probably missed: a further look probably pays.`;
    }
    default:
      return [
        foundWords(coverage),
        missedWords(coverage),
        moreWords(coverage),
        emphasis(adviceWords[coverage.advice]),
      ].join(" ");
  }
}

/** Nothing can be told, and nobody would do anything else for it. */
export function isTooFew(coverage: Coverage): boolean {
  return coverage.advice === "too few" && (coverage.experts < fewest.experts || coverage.found < fewest.found);
}

/** For a terminal, after each step of a dialogue. */
export function coverageLine(coverage: Coverage | undefined | null): string[] {
  return coverage == null || isTooFew(coverage) ? [] : [coverageWords(coverage)];
}

const adviceWords: Record<CoverageFigure["advice"], string> = {
  add: "A further look pays.",
  open: "Your call.",
  stop: "Enough, for experts of this kind.",
};

function foundWords({ found, once }: CoverageFigure): string {
  return `${found} objections in the blind round, ${once === 0 ? "none" : once} of them seen by one expert only.`;
}

function missedWords({ found, missed: { low, median, high } }: CoverageFigure): string {
  const around = median === 0 ? "none" : `around ${rounded(median, Math.round)}`;
  const range = `${missedRange({ low, high })} more, perhaps ${around}`;
  return `This panel has probably missed ${range}: it found ${shareWords(found / (found + median))}.`;
}

function shareWords(share: number): string {
  if (share < 0.4) return "less than half";
  if (share <= 0.6) return "about half";
  return share <= 0.8 ? "about two thirds" : "most";
}

function moreWords({ advice, one_more: { mean, high }, two_more }: CoverageFigure): string {
  const one = `One more expert like these would bring ${aboutWords(mean)}`;
  if (advice === "stop") return `${one}.`;
  const upTo = `(up to ${rounded(high, Math.ceil)})`;
  if (advice === "open") return `${one} ${upTo}.`;
  const news = mean < 1 ? "" : ` new one${rounded(mean, Math.round) === 1 ? "" : "s"}`;
  return `${one}${news} ${upTo}, two ${aboutWords(two_more)}.`;
}

/** Of each severity: found, seen by one expert only, expected from one more. Undefined where no objection has one. */
function severityTable(coverage: Coverage): string | undefined {
  if (coverage.advice === "not blind") return undefined;
  const rows = severities.flatMap((severity: Severity) => {
    const { found, once, one_more } = coverage.severities[severity] ?? {};
    if (found === undefined) return [];
    return [[severity, String(found), String(once), one_more === undefined ? "" : aboutWords(one_more)]];
  });
  if (rows.length === 0) return undefined;
  return filledTable(["Severity", "Found", "By One Expert Only", "From One More Expert"], rows);
}
