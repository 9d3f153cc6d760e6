/** What `infracost breakdown --format json` says of a month. Its sums are decimal texts, or null where a price depends on use. */
import * as z from "zod";

const sum = z.union([z.string(), z.number()]).nullish();
const breakdown = z.looseObject({
  currency: z.string().optional(),
  totalMonthlyCost: sum,
  projects: z
    .array(z.looseObject({ name: z.string(), breakdown: z.looseObject({ totalMonthlyCost: sum }).nullish() }))
    .nullish(),
});

export interface MonthlyCost {
  monthly: number | null;
  currency: string;
  projects: { name: string; monthly: number | null }[];
}

/** Undefined when it is not what infracost writes. */
export function readInfracost(text: string): MonthlyCost | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const read = breakdown.safeParse(value);
  if (!read.success || !("totalMonthlyCost" in read.data)) return undefined;
  return {
    monthly: amount(read.data.totalMonthlyCost),
    currency: read.data.currency ?? "USD",
    projects: (read.data.projects ?? []).map((one) => ({
      name: one.name,
      monthly: amount(one.breakdown?.totalMonthlyCost),
    })),
  };
}

function amount(text: string | number | null | undefined): number | null {
  if (text === null || text === undefined || text === "") return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}
