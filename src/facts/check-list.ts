/** Findings as issues: a Markdown list to tick, and rows for a table. The page copies the same list. */
import type { Objection } from "./objections.ts";
import { capital, cut } from "./text/cut.ts";
import { brokenWords } from "./text/named-parts.ts";

const longest = 300;

/** A heading for each severity, a box to tick for each finding, its test below it. */
export function checkList(title: string, findings: readonly Objection[]): string {
  const groups = [...new Set(findings.map(({ severity }) => severity))];
  const parts = groups.map((severity) => {
    const lines = findings.filter((one) => one.severity === severity).map(tickLine);
    return `### ${capital(`${severity ?? "without a severity"} `).trim()}\n\n${lines.join("\n")}\n`;
  });
  return [
    `## ${oneLine(title)}: ${findings.length} ${findings.length === 1 ? "finding" : "findings"}\n`,
    ...parts,
  ].join("\n");
}

function tickLine({ id, label, line, said, fix }: Objection): string {
  const place = line === null ? "" : ` (line ${line})`;
  const more = [
    ["What is wrong", said.words],
    ["Failing case", said.failing_case],
    ["Test", said.test],
    ["Smallest fix", fix?.words ?? null],
  ].flatMap(([name, words]) => (words ? [`\n      ${name}: ${plain(cut(words, longest))}`] : []));
  return `- [ ] **${plain(capital(label))}**${place} ${id}${more.join("")}`;
}

export const csvColumns = {
  findings: ["id", "severity", "title", "line", "found_by", "failing_case", "test", "smallest_fix", "sources"],
  /** As Jira's import names them. */
  jira: ["Summary", "Issue Type", "Priority", "Description", "Labels"],
} as const;

export function findingsCsv(findings: readonly Objection[], kind: keyof typeof csvColumns): string {
  const rows = findings.map((one) => (kind === "jira" ? jiraRow(one) : findingRow(one)));
  return [csvColumns[kind], ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

function findingRow({ id, severity, label, line, raised_by, said, fix, sources }: Objection): string[] {
  return [
    ...[id, severity ?? "", capital(label), line === null ? "" : String(line), raised_by.join(", ")],
    ...[brokenWords(said), said.test ?? "", fix?.words ?? "", sources.join(" ")],
  ];
}

const priorities = { critical: "Highest", major: "High", minor: "Low" };

function jiraRow({ id, severity, label, line, raised_by, said, fix, sources }: Objection): string[] {
  const said_by = `${id}, found by ${raised_by.join(", ")}${line === null ? "" : `, line ${line}`}`;
  const parts = [
    brokenWords(said),
    said.test === null ? "" : `Test: ${said.test}`,
    fix === null ? "" : `Smallest fix: ${fix.words}`,
    sources.length === 0 ? "" : `Sources: ${sources.join(", ")}`,
    said_by,
  ];
  const priority = severity === null ? "Medium" : priorities[severity];
  return [capital(label), "Bug", priority, parts.filter((part) => part !== "").join("\n\n"), "blue-review"];
}

/** Quoted; what a spreadsheet would run as a formula begins with an apostrophe. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** In a list nothing may open a tag; code stays code. */
function plain(text: string): string {
  return oneLine(text)
    .replaceAll("**", "")
    .split(/(`[^`]*`)/)
    .map((part, i) => (i % 2 === 1 ? part : part.replace(/[<>]/g, "\\$&")))
    .join("");
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
