/**
 * Weighs a `.dialogue.md` against the format of RFC 0023 and the scoreboard of RFC 0057; documents in the older forms are read too and lose little
 * for being old, much for being wrong. Only checks that find something to look at count, so the score is the share of them that holds:
 * 1 minus the weights of the issues.
 */
import { cutTo } from "../drafts/plain-text.ts";
import { safeLine } from "../safe-text.ts";
import type { Check, Severity } from "./dialogue-lint/check.ts";
import { headerChecks } from "./dialogue-lint/header-checks.ts";
import { ledgerChecks } from "./dialogue-lint/ledger-checks.ts";
import { viewDialogue } from "./dialogue-lint/linted-dialogue.ts";
import { roundChecks } from "./dialogue-lint/round-checks.ts";
import { scoreboardChecks } from "./dialogue-lint/scoreboard-checks.ts";

export interface LintIssue {
  check: string;
  severity: Severity;
  message: string;
  line: number | null;
  /** What it takes from the score. */
  weight: number;
}

export interface DialogueLint {
  /** 0 to 1. */
  score: number;
  issues: LintIssue[];
}

export const dialogueChecks: readonly Check[] = [...headerChecks, ...scoreboardChecks, ...ledgerChecks, ...roundChecks];

const mostIssues = 200;
const severities: Severity[] = ["error", "warning", "info"];

export function lintDialogueDocument(text: string): DialogueLint {
  const view = viewDialogue(text);
  const applied = dialogueChecks.flatMap((check) => {
    const findings = check.run(view);
    return findings === null ? [] : [{ check, findings }];
  });
  const total = applied.reduce((sum, { check }) => sum + check.weight, 0);
  let lost = 0;
  const issues: LintIssue[] = [];
  for (const { check, findings } of applied) {
    let left = 1;
    for (const { severity, message, line, cost } of findings) {
      const taken = Math.min(cost, left);
      left -= taken;
      const weight = (taken * check.weight) / total;
      lost += weight;
      issues.push({
        check: check.name,
        severity,
        message: cutTo(safeLine(message), 400),
        line,
        weight: round(weight),
      });
    }
  }
  issues.sort(
    (a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity) || (a.line ?? 0) - (b.line ?? 0),
  );
  return { score: round(Math.max(0, 1 - lost)), issues: bounded(issues) };
}

function bounded(issues: LintIssue[]): LintIssue[] {
  if (issues.length <= mostIssues) return issues;
  const rest = issues.slice(mostIssues);
  const weight = round(rest.reduce((sum, issue) => sum + issue.weight, 0));
  const message = `${rest.length} more issues are not shown.`;
  return [...issues.slice(0, mostIssues), { check: "issues", severity: "info", message, line: null, weight }];
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
