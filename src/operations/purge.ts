import * as z from "zod";
import { daysOf } from "../documents/duration.ts";
import { refuse } from "../errors.ts";
import { safeLine } from "../safe-text.ts";
import { removeEntry } from "../store/trash.ts";
import { listTrash } from "../store/trash-entries.ts";
import { defineOperation } from "./operation.ts";

export const operation = defineOperation({
  name: "purge",
  summary: "Remove for good what has lain in the trash long enough",
  description:
    "Removes from `.blue/trash/` what was deleted longer ago than `older_than` (`30d`, `12w`, `6m`; default 30 days). Asks at a terminal; anywhere else `yes` is needed, and without it the answer names what would go (`input_needed`). What git has committed stays in its history.",
  effect: "destructive",
  idempotent: true,
  input: z.strictObject({
    older_than: z.string().default("30d").describe("A number and d, w, m or y."),
    yes: z.boolean().default(false).describe("Do it without asking."),
  }),
  output: z.strictObject({
    purged: z.array(z.strictObject({ id: z.string(), path: z.string(), title: z.string(), deleted_at: z.string() })),
  }),
  examples: [{ command: "blue purge --older-than 90d --yes", note: "without asking" }],
  async run({ older_than, yes }, { project, now, confirm }) {
    const days = daysOf(older_than);
    if (days === undefined)
      refuse("invalid_input", { older_than }, "duration", {
        message: "`older_than` must be a number and d, w, m or y",
        suggestion: "For example 30d.",
      });
    const limit = now().getTime() - days * 86_400_000;
    const old = listTrash(project).filter(({ deleted_at }) => Date.parse(deleted_at) <= limit);
    if (old.length > 0 && !yes) {
      const counted = old.length === 1 ? "1 deleted document" : `${old.length} deleted documents`;
      const agreed = await confirm?.(
        `Remove ${counted} for good?\n${old.map(({ title, path }) => `  ${safeLine(title)} (${safeLine(path)})`).join("\n")}`,
      );
      if (agreed === false) return { purged: [] };
      if (agreed === undefined)
        refuse("input_needed", "yes", "confirmation", {
          message: `${counted} would be removed for good: ${old.map(({ path }) => path).join(", ")}`,
          suggestion: "Give `yes` if that is what you want.",
        });
    }
    for (const deleted of old) removeEntry(project, deleted);
    return { purged: old.map(({ id, path, title, deleted_at }) => ({ id, path, title, deleted_at })) };
  },
  render: ({ purged }) =>
    purged.length === 0
      ? "Nothing was removed."
      : [`✓ ${purged.length} removed for good`, ...purged.map(({ path, title }) => `  ${title} (${path})`)].join("\n"),
});
