/**
 * The JSON in the shared database is whatever its publishers wrote. What has the shape that this Blue publishes, with every name on one line, is taken; the rest is left out and named
 * with its repository, so that nobody's rows make a question fail.
 */
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { withOneLineNames } from "../../org/lines.ts";
import { plural } from "../../pages/page.ts";
import { recalled } from "../decisions-in-force/recalled.ts";
import { decisionSchema } from "../decisions-in-force/shown.ts";

/** Counts are added up over all repositories. */
const count = z.int().min(0).max(1_000_000);

export const publishedDecision = decisionSchema
  .omit({ repository: true, commit: true, path: true })
  .extend({ settled: count });
export const publishedRecall = recalled.omit({
  ...{ repository: true, commit: true, health: true },
  ...{ passage: true, left_out: true },
});
export const publishedLists = z.object({
  superseded: z.array(z.strictObject({ id: z.string(), by: z.string() })),
  damaged: z.array(z.strictObject({ id: z.string(), why: z.string() })),
});

/** The rows that fit, each with what was parsed of it; how many others a repository has, and a warning for each that has some. */
export function takeFitting<Row extends { repository: string }, T>(
  rows: readonly Row[],
  what: string,
  shape: z.ZodType<T>,
  pick: (row: Row) => unknown,
): { fitting: { row: Row; value: T }[]; unread: ReadonlyMap<string, number>; warnings: string[] } {
  const left = new Map<string, number>();
  const fitting = rows.flatMap((row) => {
    const { success, data } = shape.safeParse(pick(row));
    if (success && isDeepStrictEqual(withOneLineNames(data), data)) return [{ row, value: data }];
    left.set(row.repository, (left.get(row.repository) ?? 0) + 1);
    return [];
  });
  const warnings = [...left].map(
    ([repository, n]) =>
      `${repository}: what it published cannot be read, so ${plural(n, what)} ${n === 1 ? "is" : "are"} left out; publish it again with this Blue`,
  );
  return { fitting, unread: left, warnings };
}
