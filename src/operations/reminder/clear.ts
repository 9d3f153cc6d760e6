import * as z from "zod";
import { oneLine } from "../../documents/compose.ts";
import { dayOf } from "../../documents/natural-date.ts";
import { assertNotCleared, changeReminder } from "../../store/change-reminder.ts";
import { getReminder } from "../../store/reminders.ts";
import { renderUnstaged, unstagedField } from "../document-fields.ts";
import { defineOperation } from "../operation.ts";
import { entryOf, reminderEntry, reminderId } from "./reminder-fields.ts";

export const operation = defineOperation({
  name: "reminder.clear",
  summary: "Finish a reminder, saying what became of it",
  description:
    "Marks the reminder cleared for good, with the day and the `resolution`: what was done, or why nothing needs to be. The file stays, under a name that says `cleared`, and links to it are fixed.",
  effect: "write",
  idempotent: true,
  input: z.strictObject({
    id: reminderId,
    resolution: z.string().trim().min(1).max(500).describe("What became of it."),
  }),
  output: z.strictObject({ ...reminderEntry.shape, relinked: z.array(z.string()), unstaged: unstagedField }),
  examples: [{ command: 'blue reminder clear renew-the-certificate --resolution "renewed until 2027"', note: "done" }],
  cli: { positional: ["id"] },
  run({ id, resolution }, { project, now, random }) {
    const at = now();
    const reminder = getReminder(project, id);
    const said = oneLine(resolution);
    // The same words again finish an interrupted call; the first day stays.
    const again = reminder.status === "cleared" && reminder.resolution === said;
    if (!again) assertNotCleared(reminder);
    const fields: Record<string, string> = again ? {} : { cleared: dayOf(at), resolution: said };
    const changed = changeReminder(project, random, reminder, "cleared", fields);
    return { ...entryOf(changed.reminder, at), relinked: changed.relinked, unstaged: changed.unstaged };
  },
  render: ({ title, resolution, path, unstaged }) =>
    [`✓ cleared: ${title}`, `  ${resolution}`, `  ${path}`, ...renderUnstaged(unstaged)].join("\n"),
});
