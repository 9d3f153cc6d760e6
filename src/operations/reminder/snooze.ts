import * as z from "zod";
import { assertNotCleared, changeReminder } from "../../store/change-reminder.ts";
import { getReminder } from "../../store/reminders.ts";
import { renderUnstaged, unstagedField } from "../document-fields.ts";
import { defineOperation } from "../operation.ts";
import { dayInWords, entryOf, reminderEntry, reminderId, renderReminder, takeDay } from "./reminder-fields.ts";

export const operation = defineOperation({
  name: "reminder.snooze",
  summary: "Put a reminder off until a later day",
  description:
    "The reminder is quiet until that day and due on it; its first due date stays in the file. `until` takes the same words as `due` in `reminder.create` and must be after today. The file's name says `snoozed`, and links to it are fixed. A cleared reminder cannot be snoozed.",
  effect: "write",
  idempotent: true,
  input: z.strictObject({ id: reminderId, until: z.string().trim().min(1).describe(`${dayInWords}. After today.`) }),
  output: z.strictObject({ ...reminderEntry.shape, relinked: z.array(z.string()), unstaged: unstagedField }),
  examples: [{ command: 'blue reminder snooze renew-the-certificate "next friday"', note: "by its slug" }],
  cli: { positional: ["id", "until"] },
  run({ id, until }, { project, now, random }) {
    const at = now();
    const day = takeDay(until, at, "until", 1);
    const reminder = getReminder(project, id);
    assertNotCleared(reminder);
    const changed = changeReminder(project, random, reminder, "snoozed", { snoozed_until: day });
    return { ...entryOf(changed.reminder, at), relinked: changed.relinked, unstaged: changed.unstaged };
  },
  render: (out) => [`✓ snoozed until ${out.due}`, ...renderReminder(out), ...renderUnstaged(out.unstaged)].join("\n"),
});
