/** What the generated files of a dialogue are called. Apart from making them, so that reading a dialogue needs no renderer. */
import { expertKey } from "../rules/names.ts";
import type { RoundRecord } from "../rules/records.ts";
import type { DialogueRecords } from "../rules/standing.ts";

export type ExpertText = RoundRecord["texts"][number];

export const exportNames = {
  json: "dialogue.json",
  md: "dialogue-export.md",
  csv: "scoreboard.csv",
  findings: "findings.csv",
  github: "issues.md",
  jira: "issues.jira.csv",
} as const;
export type ExportFormat = keyof typeof exportNames;

/** Beside the rounds: the pages about the whole dialogue, and its exports. */
export function dialogueFileNames({ opening, rounds, verdicts }: DialogueRecords): Set<string> {
  return new Set([
    ...["expert-pool.json", "dialogue.md", "scoreboard.md", "tensions.md"],
    ...(opening.settings.method === "review" && rounds.length > 0 ? ["findings.md"] : []),
    ...(verdicts.length > 0 ? ["verdict.md"] : []),
    ...Object.values(exportNames),
  ]);
}

/** Where a tension's words begin in tensions.md. */
export function anchorOf(id: string): string {
  return id.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/** Of one round. They need the round alone: what else lies in the folder is neither record nor generated. */
export function roundFileNames(round: RoundRecord): Set<string> {
  return new Set([
    "panel.json",
    ...(round.proposal === null ? [] : [proposalName]),
    ...(hasAnswers(round) ? [answersName] : []),
    ...expertFiles(round).values(),
    "judge.md",
    summaryName(round),
  ]);
}

/** The text that the round judged, line for line: its experts cite it by this path. */
export const proposalName = "proposal.md";
/** What the author answered, and what a cross-check found. */
export const answersName = "answers.md";

export function hasAnswers({ revisions, cross_checks }: RoundRecord): boolean {
  return revisions !== undefined || cross_checks !== undefined;
}

export function summaryName({ round }: Pick<RoundRecord, "round">): string {
  return `round-${round}.summary.md`;
}

/** Longer than any name Blue gives or takes, and short enough for every file system. */
const longestBase = 100;

/** File names for every text there is; a name that is no file name, or is taken, still gets one. */
export function expertFiles(round: RoundRecord): Map<ExpertText, string> {
  const files = new Map<ExpertText, string>();
  const taken = new Set(["judge.md", proposalName, answersName]);
  for (const text of round.texts) {
    if (text.lines.length === 0 && text.others.length === 0) continue;
    const base =
      expertKey(text.expert)
        .replace(/[^a-z0-9-]+/g, "-")
        .replace(/^-+|(?<!-)-+$/g, "")
        .slice(0, longestBase) || "expert";
    let name = `${base}.md`;
    for (let n = 2; taken.has(name); n++) name = `${base}-${n}.md`;
    taken.add(name);
    files.set(text, name);
  }
  return files;
}
