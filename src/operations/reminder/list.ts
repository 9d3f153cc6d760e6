import * as z from "zod";
import { dayOf } from "../../documents/natural-date.ts";
import { inOrder, type ReminderState, reminderStates } from "../../documents/reminder.ts";
import { openReminders } from "../../store/reminders.ts";
import { unreadableEntry } from "../document-fields.ts";
import { defineOperation } from "../operation.ts";
import { entryOf, reminderEntry, renderReminder } from "./reminder-fields.ts";

const pageSize = 50;
const headings: Readonly<Record<ReminderState, string>> = {
  overdue: "Overdue:",
  due: "Due today:",
  snoozed: "Snoozed:",
  future: "Later:",
  cleared: "Cleared:",
};

/** One value for each state. */
function byState<T>(value: (state: ReminderState) => T): Record<ReminderState, T> {
  return Object.fromEntries(reminderStates.map((state) => [state, value(state)])) as Record<ReminderState, T>;
}

export const operation = defineOperation({
  name: "reminder.list",
  summary: "List the reminders: overdue, due today, snoozed, later",
  description:
    "Every reminder in its group, read from the files and today's date (UTC): overdue, due (today), snoozed (put off until a later day), future. `state` shows one group; cleared ones are only counted unless asked for with `state: cleared`. Long lists come in pages. Files that cannot be read are named apart.",
  effect: "read",
  input: z.strictObject({
    state: z.enum(reminderStates).optional().describe("Only this group."),
    page: z.int().min(1).default(1),
  }),
  output: z.strictObject({
    today: z.string(),
    ...byState(() => z.array(reminderEntry)),
    counts: z.strictObject(byState(() => z.int())),
    page: z.int(),
    pages: z.int(),
    unreadable: z.array(unreadableEntry),
  }),
  examples: [
    { command: "blue reminder list", note: "all that is open" },
    { command: "blue reminder list --state overdue", note: "what was forgotten" },
  ],
  cli: { positional: ["state"] },
  run({ state, page }, { project, now }) {
    const at = now();
    const { reminders, unreadable } = openReminders(project);
    const all = inOrder(reminders, dayOf(at));
    const asked = all.filter((one) => (state === undefined ? one.state !== "cleared" : one.state === state));
    const shown = asked.slice((page - 1) * pageSize, page * pageSize).map(({ reminder }) => entryOf(reminder, at));
    return {
      today: dayOf(at),
      ...byState((name) => shown.filter((one) => one.state === name)),
      counts: byState((name) => all.filter((one) => one.state === name).length),
      page,
      pages: Math.max(1, Math.ceil(asked.length / pageSize)),
      unreadable,
    };
  },
  render(out) {
    const lines = reminderStates.flatMap((state) =>
      out[state].length === 0 ? [] : [headings[state], ...out[state].flatMap(renderReminder)],
    );
    if (lines.length === 0) lines.push("No reminders.");
    if (out.pages > 1) lines.push(`Page ${out.page} of ${out.pages}`);
    return [...lines, ...out.unreadable.map(({ path, why }) => `✗ ${path}: ${why}`)].join("\n");
  },
});
