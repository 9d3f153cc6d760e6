/** Findings of lint, validate and audit, alike everywhere: where, what, and how to put it right. */
import * as z from "zod";
import type { Finding } from "../documents/check-document.ts";

export const findingSchema = z.strictObject({
  path: z.string(),
  line: z.int().nullable(),
  check: z.string(),
  severity: z.enum(["error", "warning"]),
  message: z.string(),
  fix: z.string().optional(),
});

export function hasErrors(findings: readonly Finding[]): boolean {
  return findings.some(({ severity }) => severity === "error");
}

export function renderFindings(findings: readonly Finding[], none: string): string {
  if (findings.length === 0) return `✓ ${none}`;
  return findings
    .flatMap(({ path, line, severity, message, check, fix }) => [
      `${severity === "error" ? "✗" : "!"} ${path}${line === null ? "" : `:${line}`}: ${message} (${check})`,
      ...(fix === undefined ? [] : [`    ${fix}`]),
    ])
    .join("\n");
}
