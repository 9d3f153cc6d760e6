/** Findings of an audit, counted from its own document: a list item or a table row that names a severity; ticked, struck or “resolved” is closed. */
import type { Document } from "./document.ts";
import { readMarkdown } from "./markdown.ts";

export const severities = ["critical", "high", "medium", "low", "info"] as const;
export type Severity = (typeof severities)[number];

export interface AuditFinding {
  severity: Severity;
  text: string;
  open: boolean;
  line: number;
}

const item =
  /^\s*(?:[-*+]|\d+[.)])\s+(?:\[([ xX])\]\s+)?(?:\*\*|\[|`)?(critical|high|medium|low|info)(?:\*\*|\]|`)?\s*[:—–-]\s*(.+)$/is;
const row = /^\s*\|(.+)\|\s*$/;
/** A cell that says nothing else than that it is over, and perhaps where: `fixed in #12`. */
export const closedCell =
  /^[✓✔✅]?\s*(?:fixed|resolved|closed|done|completed?|mitigated|accepted)(?:\s+(?:in|by|on|at|with)\s.*|\s*[#(].*)?\.?$/i;

export function findingsOf({ text, header }: Document): AuditFinding[] {
  const { lines } = readMarkdown(text, header.bodyStart);
  const first = text.slice(0, header.bodyStart).split("\n").length;
  return lines.flatMap((line, i): AuditFinding[] => {
    if (line.kind === "code") return [];
    const [, box, severity, words] = item.exec(line.text) ?? [];
    if (severity !== undefined && words !== undefined)
      return [
        {
          severity: severity.toLowerCase() as Severity,
          text: words.trim(),
          open: !(
            box === "x" ||
            box === "X" ||
            /^~~.*~~$/.test(words.trim()) ||
            /[([](?:fixed|resolved|closed)\b/i.test(words)
          ),
          line: first + i,
        },
      ];
    const cells =
      row
        .exec(line.text)?.[1]
        ?.split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replace(/^\*\*(.*)\*\*$/, "$1")) ?? [];
    const at = cells.findIndex((cell) => severities.includes(cell.toLowerCase() as Severity));
    if (at === -1) return [];
    const rest = cells.filter((cell, n) => n !== at && cell !== "");
    return [
      {
        severity: cells[at]!.toLowerCase() as Severity,
        text: rest.join(" · "),
        open: !rest.some((cell) => closedCell.test(cell)),
        line: first + i,
      },
    ];
  });
}

export type Counted = Record<Severity, { open: number; total: number }>;

export function countFindings(findings: readonly AuditFinding[]): Counted {
  return Object.fromEntries(
    severities.map((severity) => {
      const own = findings.filter((one) => one.severity === severity);
      return [severity, { open: own.filter(({ open }) => open).length, total: own.length }];
    }),
  ) as Counted;
}
