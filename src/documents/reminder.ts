/** A reminder: a Markdown file. Its name carries the status, its header the day; overdue, due or future follow from the day it is read. */
import { oneLine } from "./compose.ts";
import { fieldText, readHeader, yamlValue } from "./header.ts";
import { headingsOf, readMarkdown } from "./markdown.ts";
import { isDay } from "./natural-date.ts";

export const reminderStatuses = ["pending", "snoozed", "cleared"] as const;
export type ReminderStatus = (typeof reminderStatuses)[number];

/** In the order people want to read them. */
export const reminderStates = ["overdue", "due", "snoozed", "future", "cleared"] as const;
export type ReminderState = (typeof reminderStates)[number];

export interface Reminder {
  /** Its file's name without status: `2026-02-03T1423Z-renew-the-certificate`. */
  id: string;
  /** From the project's root. */
  path: string;
  text: string;
  title: string;
  status: ReminderStatus;
  /** The day it was made for, as written. */
  due: string | null;
  /** The day until which it was put off. */
  until: string | null;
  gate: string | null;
  link: string | null;
  resolution: string | null;
}

const longestField = 500;

export function readReminder(path: string, text: string): Reminder {
  const header = readHeader(text);
  const name = path.slice(path.lastIndexOf("/") + 1);
  const field = (key: string) => fieldText(header, key)?.slice(0, longestField) ?? null;
  const id = reminderIdOf(name);
  const head = text.slice(header.bodyStart, header.bodyStart + 4000);
  const heading = headingsOf(head, readMarkdown(head)).find(({ level }) => level === 1)?.title;
  return {
    id,
    path,
    text,
    title: oneLine(field("title") ?? heading?.replace(/^Reminder:\s*/i, "") ?? id).slice(0, 200),
    status: statusOf(field("status") ?? name.split(".").at(-2) ?? ""),
    due: field("due"),
    until: field("snoozed_until"),
    gate: field("gate"),
    link: field("link"),
    resolution: field("resolution"),
  };
}

export function reminderIdOf(fileName: string): string {
  const dot = fileName.indexOf(".");
  return dot === -1 ? fileName : fileName.slice(0, dot);
}

export function reminderFileName(id: string, status: ReminderStatus): string {
  return `${id}.${status}.md`;
}

/** People write a status in words of their own; one that says nothing is pending. */
function statusOf(word: string): ReminderStatus {
  const plain = word.trim().toLowerCase();
  if (["cleared", "done", "closed", "complete", "completed"].includes(plain)) return "cleared";
  return plain === "snoozed" ? "snoozed" : "pending";
}

/** The day that counts: a snoozed reminder comes back on the day it was put off to. */
export function dayThatCounts({ status, due, until }: Reminder): string | null {
  return status === "snoozed" ? until : due;
}

/** A day nobody can read is due now: somebody has to look at it. */
export function stateOn(reminder: Reminder, today: string): ReminderState {
  if (reminder.status === "cleared") return "cleared";
  const day = dayThatCounts(reminder);
  if (day === null || !isDay(day) || day === today) return "due";
  if (day < today) return "overdue";
  return reminder.status === "snoozed" ? "snoozed" : "future";
}

/** By state, then day, then name. */
export function inOrder(reminders: readonly Reminder[], today: string): { reminder: Reminder; state: ReminderState }[] {
  const key = (reminder: Reminder) => `${dayThatCounts(reminder) ?? ""} ${reminder.id}`;
  return reminders
    .map((reminder) => ({ reminder, state: stateOn(reminder, today) }))
    .sort(
      (a, b) =>
        reminderStates.indexOf(a.state) - reminderStates.indexOf(b.state) ||
        (key(a.reminder) < key(b.reminder) ? -1 : 1),
    );
}

export interface NewReminder {
  title: string;
  date: string;
  due: string;
  gate?: string | undefined;
  link?: string | undefined;
  note?: string | undefined;
}

export function composeReminder({ title, date, due, gate, link, note }: NewReminder): string {
  const fields = [
    ["title", oneLine(title)],
    ["status", "pending"],
    ["date", date],
    ["due", due],
    ["gate", gate && oneLine(gate)],
    ["link", link],
  ] as const;
  const lines = fields.flatMap(([key, value]) => (value ? [`${key}: ${yamlValue(value)}`] : []));
  const body = note?.trim() ? `\n${note.trim()}\n` : "";
  return `---\n${lines.join("\n")}\n---\n\n# Reminder: ${oneLine(title)}\n${body}`;
}
