/** Reminders on disk: one Markdown file each under `.blue/reminders/`, for git to carry and people to edit. */
import { basename, join } from "node:path";
import {
  composeReminder,
  type NewReminder,
  type Reminder,
  readReminder,
  reminderFileName,
  reminderIdOf,
} from "../documents/reminder.ts";
import { refuse } from "../errors.ts";
import { minuteStamp, slugOf } from "../rules/slug.ts";
import { ensureBlueFolder, ensureFolders } from "./blue-folder.ts";
import { largestDocument, markdownFiles } from "./documents.ts";
import { findFile, type Rooted } from "./paths.ts";
import { placeNew, type Random } from "./write-document.ts";

export const remindersFolder = ".blue/reminders";

export interface Unreadable {
  path: string;
  why: string;
}

/** Paths from the root, sorted by name. */
export function listReminders(project: Rooted): string[] {
  return markdownFiles(project, remindersFolder).filter((path) => !/^readme\b/i.test(basename(path)));
}

function openReminder(project: Rooted, path: string): Reminder {
  return readReminder(path, findFile(project, path, "path", largestDocument)?.toString("utf8") ?? "");
}

/** Those that can be read, and those that cannot with the reason. */
export function openReminders(project: Rooted): { reminders: Reminder[]; unreadable: Unreadable[] } {
  const reminders: Reminder[] = [];
  const unreadable: Unreadable[] = [];
  for (const path of listReminders(project)) {
    try {
      reminders.push(openReminder(project, path));
    } catch (thrown) {
      unreadable.push({ path, why: (thrown as Error).message });
    }
  }
  return { reminders, unreadable };
}

/** The one reminder a key means: a path, a file's name, its id, its slug, or a part of one. */
export function getReminder(project: Rooted, key: string): Reminder {
  const asked = key.trim().replace(/^\.\//, "");
  const paths = listReminders(project);
  const ways: ((path: string) => boolean)[] = [
    (path) => path === asked || join(project.root, path) === asked,
    (path) => basename(path) === asked || basename(path, ".md") === asked,
    (path) => reminderIdOf(basename(path)) === asked,
    (path) => slugPart(path) === asked,
    (path) => slugOf(asked) !== "" && reminderIdOf(basename(path)).toLowerCase().includes(slugOf(asked)),
  ];
  const found = ways.map((way) => paths.filter(way)).find((some) => some.length > 0) ?? [];
  if (found.length === 1) return openReminder(project, found[0]!);
  if (found.length > 1)
    refuse("invalid_input", { id: key }, "one_reminder", {
      message: `${key} names ${found.length} reminders: ${found.map(named).join(", ")}`,
      suggestion: "Give the whole id of the one you mean.",
      context: { matches: found },
    });
  refuse("not_found", { id: key }, "exists", {
    message: `There is no reminder ${key}`,
    suggestion:
      paths.length === 0 ? "There is no reminder yet." : `The latest here: ${paths.slice(-5).map(named).join(", ")}.`,
  });
}

function named(path: string): string {
  return reminderIdOf(basename(path));
}

function slugPart(path: string): string {
  return named(path).replace(/^\d{4}-\d{2}-\d{2}(?:T\d{4}Z)?-/, "");
}

export function createReminder(project: Rooted, random: Random, now: Date, reminder: NewReminder): Reminder {
  const slug = slugOf(reminder.title) || "reminder";
  const stamp = minuteStamp(now);
  ensureBlueFolder(project, random);
  ensureFolders(project, remindersFolder);
  for (let again = 1; again <= 50; again++) {
    const id = `${stamp}-${slug}${again === 1 ? "" : `-${again}`}`;
    const path = `${remindersFolder}/${reminderFileName(id, "pending")}`;
    // Also under another status: the id is what people call it by.
    const taken = listReminders(project).some((one) => named(one) === id);
    if (!taken && placeNew(project, path, composeReminder(reminder), random)) return openReminder(project, path);
  }
  refuse("io_error", {}, "free_name", {
    message: "No free name for the reminder was found",
    suggestion: "Repeat the call.",
  });
}
