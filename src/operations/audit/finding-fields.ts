import * as z from "zod";
import { type Counted, severities } from "../../documents/findings.ts";

const count = z.strictObject({ open: z.int(), total: z.int() });

export const auditFindings = {
  findings: z.array(
    z.strictObject({ severity: z.enum(severities), text: z.string(), open: z.boolean(), line: z.int() }),
  ),
  counts: z.strictObject({ critical: count, high: count, medium: count, low: count, info: count }),
};

export function renderCounts(counts: Counted): string {
  const parts = severities
    .filter((severity) => counts[severity].total > 0)
    .map((severity) => `${counts[severity].total} ${severity} (${counts[severity].open} open)`);
  return parts.length === 0 ? "No findings." : parts.join(", ");
}
