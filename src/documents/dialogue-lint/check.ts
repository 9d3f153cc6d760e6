/** A check looks at one thing in a document and says what it costs. */
import type { LintedDialogue } from "./linted-dialogue.ts";

export type Severity = "error" | "warning" | "info";

export interface Issue {
  severity: Severity;
  message: string;
  line: number | null;
  /** How much of the check's weight it takes, 0 to 1; what is only information takes none. */
  cost: number;
}

export interface Check {
  name: string;
  /** Against the other checks that apply. */
  weight: number;
  /** Null: the document has nothing this check is about. */
  run(view: LintedDialogue): Issue[] | null;
}

export function error(cost: number, line: number | null, message: string): Issue {
  return { severity: "error", message, line, cost };
}

export function warning(cost: number, line: number | null, message: string): Issue {
  return { severity: "warning", message, line, cost };
}

export function info(line: number | null, message: string): Issue {
  return { severity: "info", message, line, cost: 0 };
}

/** Those that apply: `[condition && finding, …]`. */
export function those(...findings: (Issue | false)[]): Issue[] {
  return findings.filter((finding) => finding !== false);
}

/** `Rounds 1, 2 and 4`; long lists end in `…`. */
export function listed(one: string, many: string, names: readonly (string | number)[]): string {
  if (names.length === 1) return `${one} ${names[0]}`;
  const shown = names.length > 8 ? [...names.slice(0, 8), "…"] : names;
  return `${many} ${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
}
