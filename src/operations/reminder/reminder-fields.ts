/** What the operations on reminders share: how one is asked for, how it is shown, and how a day is taken. */
import * as z from "zod";
import { dateForms, dayOf, isDay, readNaturalDate } from "../../documents/natural-date.ts";
import { dayThatCounts, type Reminder, reminderStates, reminderStatuses, stateOn } from "../../documents/reminder.ts";
import { refusal } from "../../errors.ts";

export const reminderId = z.string().trim().min(1).describe("Its id, slug, file name or path.");

export const dayInWords = "In words (`in 2 weeks`, `next friday`, `end of month`) or as `2026-03-01`; days are UTC's";

export const reminderEntry = z.strictObject({
  id: z.string(),
  title: z.string(),
  state: z.enum(reminderStates).describe("On the day of the call: due is today, overdue before, future later."),
  status: z.enum(reminderStatuses).describe("As its file says."),
  due: z.string().nullable().describe("The day it is for; of a snoozed one, the day it comes back."),
  gate: z.string().nullable().describe("What must hold first."),
  link: z.string().nullable(),
  resolution: z.string().nullable(),
  path: z.string(),
  problem: z.string().nullable().describe("Why its day cannot be read; such a reminder counts as due."),
});

export type ReminderEntry = z.output<typeof reminderEntry>;

export function entryOf(reminder: Reminder, now: Date): ReminderEntry {
  const { id, title, status, gate, link, resolution, path } = reminder;
  const due = dayThatCounts(reminder);
  const field = status === "snoozed" ? "snoozed_until" : "due";
  const problem =
    status === "cleared" || (due !== null && isDay(due))
      ? null
      : due === null
        ? `its header has no \`${field}\``
        : `\`${field}\` is not a day: ${due}`;
  return { id, title, state: stateOn(reminder, dayOf(now)), status, due, gate, link, resolution, path, problem };
}

/** The day a phrase means, not before `earliest` days from today. */
export function takeDay(text: string, now: Date, field: string, earliest: 0 | 1): string {
  const read = readNaturalDate(text, now);
  const refuse = (why: string, constraint: string, suggestion: string) =>
    refusal("invalid_input", { [field]: text.slice(0, 100) }, constraint, {
      message: `\`${field}\`: ${JSON.stringify(text.slice(0, 100))} ${why}`,
      suggestion,
    });
  if ("problem" in read) throw refuse(read.problem, "date", `Understood are ${dateForms}.`);
  const today = dayOf(now);
  if (read.day < today)
    throw refuse(
      `is in the past: ${read.day}, and today is ${today} (UTC)`,
      "not_in_the_past",
      "Give today or a later day.",
    );
  if (earliest === 1 && read.day === today) throw refuse("is today", "after_today", "Give a day after today.");
  return read.day;
}

export function renderReminder({ id, title, due, gate, link, problem }: ReminderEntry): string[] {
  return [
    `  • ${due ?? "no day"}  ${title}`,
    `      ${id}`,
    ...(gate === null ? [] : [`      only when: ${gate}`]),
    ...(link === null ? [] : [`      see ${link}`]),
    ...(problem === null ? [] : [`      ! ${problem}`]),
  ];
}
