/**
 * A reminder's status changes as a document's does: first its header, then its name, then the links to it, so that whatever stops it half-way
 * leaves a reminder that says its new status, and repeating the call finishes the rest.
 */
import { dirname } from "node:path";
import { setField } from "../documents/header.ts";
import { type Reminder, type ReminderStatus, readReminder, reminderFileName } from "../documents/reminder.ts";
import { refuse } from "../errors.ts";
import { fixLinks } from "./fix-links.ts";
import { stageTracked } from "./git.ts";
import type { Project } from "./project.ts";
import { moveDocument, type Random, saveText } from "./write-document.ts";

/** `fields` are set in the same write. */
export function changeReminder(
  project: Project,
  random: Random,
  reminder: Reminder,
  status: ReminderStatus,
  fields: Readonly<Record<string, string>>,
): { reminder: Reminder; relinked: string[]; unstaged: string[] } {
  let text = setField(reminder.text, "status", status);
  for (const [key, value] of Object.entries(fields)) text = setField(text, key, value);
  saveText(project, reminder.path, reminder.text, text, random);
  const to = `${dirname(reminder.path)}/${reminderFileName(reminder.id, status)}`;
  const unstaged = moveDocument(project, reminder.path, to);
  const relinked = to === reminder.path ? [] : fixLinks(project, random, reminder.path, to);
  unstaged?.push(...stageTracked(project, relinked));
  return { reminder: readReminder(to, text), relinked, unstaged: unstaged ?? [] };
}

export function assertNotCleared({ id, status, resolution }: Reminder): void {
  if (status !== "cleared") return;
  refuse("invalid_status_transition", { id }, "reminder_lifecycle", {
    message: `${id} is cleared${resolution === null ? "" : `: ${resolution}`}`,
    suggestion: "Cleared is final; make a new reminder.",
  });
}
