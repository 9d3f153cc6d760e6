/** What blind graders found in the texts of a decided dialogue: one sentence for the first screen, and a table with every text, best to read beside its price. */
import type { ComparedText, ComparisonRecord } from "../rules/records.ts";
import { fold, markdownTable, plural } from "./page.ts";
import { quote, quoteByLine } from "./quote.ts";
import type { View } from "./view.ts";

export function comparisonOf({ comparisons = [] }: Pick<View, "comparisons">, verdict: { self: string }) {
  return comparisons.find(({ prev }) => prev === verdict.self);
}

const numbers = "One Two Three Four Five Six Seven Eight Nine".split(" ");

/** "Two blind graders ranked the decided text 1st and 1st of 5, and the control, one agent alone, 3rd and 4th." */
export function comparisonSentence(comparison: ComparisonRecord): string {
  const { texts, graders, asked } = comparison;
  const ranked = countedGraders(comparison).length;
  const brought = graders.length - ranked;
  const places = (text: ComparedText) => listed(gradesOf(comparison, text).map(({ rank }) => ordinal(rank)));
  const decided = texts.find((text) => text.decided);
  const control = texts.find((text) => text.source === "control" && !text.decided);
  const said = [
    decided === undefined ? "" : `the decided text ${places(decided)} of ${texts.length}`,
    control === undefined ? "" : `the control, one agent alone, ${places(control)}`,
  ].filter((part) => part !== "");
  const count = numbers[ranked - 1] ?? String(ranked);
  const of = asked === undefined || asked === ranked ? "" : ` of ${asked}`;
  const others =
    brought === 0
      ? ""
      : ` ${plural(brought, "more sheet")} filed by the Judge ${brought === 1 ? "is" : "are"} not counted.`;
  return `${count}${of} blind ${ranked === 1 && of === "" ? "grader" : "graders"} ranked ${said.join(", and ")}.${leftWords(comparison)}${others}`;
}

/** What a good rank does not say. */
function leftWords(comparison: ComparisonRecord): string {
  const decided = comparison.texts.find((text) => text.decided);
  const counts =
    decided === undefined ? [] : gradesOf(comparison, decided).map(({ critical, major }) => critical + major);
  return counts.length === 0 ? "" : ` In it they still found ${listed(counts.map(String))} critical or major defects.`;
}

/** Those that Blue asked; what the Judge brought ranks nothing. */
export function countedGraders({ graders }: ComparisonRecord): ComparisonRecord["graders"] {
  return graders.filter(({ provenance }) => !provenance.unasked);
}

export function comparisonTable(comparison: ComparisonRecord): string {
  const rows = comparison.texts.map((text) => {
    const grades = gradesOf(comparison, text);
    const made = text.decided ? `**${madeWords(text)}: the decision**` : madeWords(text);
    return [
      made,
      text.letter,
      String(text.runs),
      grades.map(({ critical, major, minor }) => `${critical}/${major}/${minor}`).join(" · "),
      grades.map(({ rank }) => rank).join(", "),
    ];
  });
  return markdownTable(["Text", "Letter", "Runs", "Critical/major/minor by grader", "Rank"], rows);
}

/** The table, then every word that no other page has: the graders' sheets and the control. */
export function comparisonPart(comparison: ComparisonRecord): string {
  const { texts, control } = comparison;
  const counted = countedGraders(comparison);
  const brought = comparison.graders.filter((one) => !counted.includes(one));
  return fold(
    `Compared blind: ${plural(texts.length, "text")}, ${plural(counted.length, "grader")}`,
    "Defects that blind graders still found, and their ranking. Runs: agents that ran until the text was written.",
    comparisonTable(comparison),
    ...counted.flatMap(({ sheet }, i) => [`### The sheet of grader ${i + 1}`, quoteByLine(sheet)]),
    ...brought.flatMap(({ sheet }) => ["### A sheet that the Judge filed, not counted", quoteByLine(sheet)]),
    control !== undefined && "### The control's text",
    control !== undefined && quote(control.lines),
    control !== undefined && control.sheet.length > 0 && "### What the control found",
    control !== undefined && quoteByLine(control.sheet),
  );
}

/** Of one text, by grader. */
export function gradesOf(comparison: ComparisonRecord, { letter }: Pick<ComparedText, "letter">) {
  return countedGraders(comparison).flatMap(({ grades }) => grades.filter((grade) => grade.letter === letter));
}

export function madeWords({ source, round }: Pick<ComparedText, "source" | "round">): string {
  const words = {
    subject: "the subject",
    polished: "polished by a fresh agent",
    rewritten: `rewritten by the author for round ${round}`,
    proposal: `the Judge's proposal for round ${round}`,
    verdict: "the Judge's words in the verdict",
    control: "control: the subject, revised by one agent alone",
  };
  return words[source];
}

export function ordinal(rank: number): string {
  const teen = rank % 100 > 10 && rank % 100 < 14;
  return `${rank}${teen ? "th" : (["th", "st", "nd", "rd"][rank % 10] ?? "th")}`;
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
