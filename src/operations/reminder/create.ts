import { relative, sep } from "node:path";
import * as z from "zod";
import { documentTypes } from "../../documents/document-types.ts";
import { dayOf } from "../../documents/natural-date.ts";
import { fileExists, getDocument } from "../../store/documents.ts";
import { insideProject } from "../../store/paths.ts";
import type { Project } from "../../store/project.ts";
import { createReminder } from "../../store/reminders.ts";
import { defineOperation } from "../operation.ts";
import { dayInWords, entryOf, reminderEntry, renderReminder, takeDay } from "./reminder-fields.ts";

export const operation = defineOperation({
  name: "reminder.create",
  summary: "Remember something on a day, with a condition and a link",
  description:
    "Writes a reminder to `.blue/reminders/`, one Markdown file that git carries. `due` takes words (`tomorrow`, `in 2 weeks`, `friday`: the first one after today, `next friday`: that of next week, `end of month`), a date, or a time with its zone; the answer has the day it was understood as. A day in the past is refused. `gate` says what must hold first, `link` names a document or path of the project that must exist. `blue status` shows what is due and overdue.",
  effect: "write",
  input: z.strictObject({
    title: z.string().trim().min(1).max(200).describe("What to remember."),
    due: z.string().trim().min(1).describe(`${dayInWords}.`),
    gate: z.string().trim().min(1).max(500).optional().describe("A condition in words that must hold first."),
    link: z.string().trim().min(1).optional().describe("A document (number, slug, name) or a path of the project."),
    note: z.string().optional().describe("Markdown: whatever helps on that day."),
  }),
  output: reminderEntry,
  examples: [
    { command: 'blue reminder create "Renew the certificate" --due "in 2 weeks"', note: "a day in words" },
    {
      command:
        'blue reminder create --title "Drop offset pages" --due 2026-03-01 --gate "no client uses them" --link "RFC 3"',
      note: "with a condition and a document",
    },
  ],
  cli: { positional: ["title", "due"] },
  run({ title, due, gate, link, note }, { project, now, random }) {
    const at = now();
    const day = takeDay(due, at, "due", 0);
    const linked = link === undefined ? undefined : linkedPath(project, link);
    const reminder = createReminder(project, random, at, {
      title,
      date: dayOf(at),
      due: day,
      gate,
      link: linked,
      note,
    });
    return entryOf(reminder, at);
  },
  render: (out) => ["✓ reminder created", ...renderReminder(out)].join("\n"),
});

/** From the project's root; anything but a path is a document's name. */
function linkedPath(project: Project, link: string): string {
  if (fileExists(project, link))
    return relative(project.root, insideProject(project, link)).split(sep).join("/") || ".";
  return getDocument(project, link, documentTypes, "link").path;
}
