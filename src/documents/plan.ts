/**
 * The plan of an RFC: a checklist in the document itself, or in a `.plan.md` beside it. Tasks are added and ticked in place; whatever a person wrote
 * around them stays.
 */
import type { Document } from "./document.ts";
import { readHeader } from "./header.ts";
import { checkBoxesOf, newlineOf, readMarkdown, splice } from "./markdown.ts";
import { appendSection, findTitled } from "./sections.ts";

export interface Task {
  /** From 1. */
  number: number;
  text: string;
  done: boolean;
}

export interface Progress {
  tasks: Task[];
  done: number;
  total: number;
  percent: number;
}

const planTitles = ["plan", "implementation plan", "tasks", "test plan"];

/** The file that holds the plan. */
export function planFile({ path, text, plan }: Document): { path: string; text: string } {
  return plan ?? { path, text };
}

export function planOf(document: Document): Progress {
  const tasks = readPlan(document).boxes.map(({ text, checked }, i) => ({
    number: i + 1,
    text,
    done: checked,
  }));
  const done = tasks.filter((task) => task.done).length;
  return {
    tasks,
    done,
    total: tasks.length,
    percent: tasks.length === 0 ? 0 : Math.floor((done * 100) / tasks.length),
  };
}

function readPlan(document: Document) {
  const { text } = planFile(document);
  const markdown = readMarkdown(text, readHeader(text).bodyStart);
  const section = findTitled(text, ...planTitles);
  return { markdown, section, boxes: section ? checkBoxesOf(markdown, section.bodyStart, section.end) : [] };
}

/** The text with the tasks added that are not there yet, after the last one; the section is made when there is none. */
export function addTasks(document: Document, tasks: readonly string[]): string {
  const { text } = planFile(document);
  const { markdown, section, boxes } = readPlan(document);
  const known = new Set(boxes.map((box) => box.text));
  const fresh = [...new Set(tasks)].filter((task) => !known.has(task)).map((task) => `- [ ] ${task}`);
  if (fresh.length === 0) return text;
  const last = boxes.at(-1);
  if (last === undefined) return appendSection(text, section?.title ?? "Plan", fresh.join("\n"));
  let line = markdown.lines[last.line]!;
  // What is indented below a task belongs to it.
  for (let n = last.line + 1; /^\s+\S/.test(markdown.lines[n]?.text ?? ""); n++) line = markdown.lines[n]!;
  const at = line.start + line.text.length;
  return splice(text, at, at, ["", ...fresh].join(newlineOf(text)));
}

/** Which task is meant: its number, its text, or the only one that contains the words. */
export function findTask(tasks: readonly Task[], asked: string | number): Task | "none" | "several" {
  const number = typeof asked === "number" ? asked : /^\d+$/.test(asked) ? Number(asked) : undefined;
  if (number !== undefined) return tasks[number - 1] ?? "none";
  const words = String(asked).toLowerCase();
  const exact = tasks.filter(({ text }) => text.toLowerCase() === words);
  const found = exact.length > 0 ? exact : tasks.filter(({ text }) => text.toLowerCase().includes(words));
  return found.length === 1 ? found[0]! : found.length === 0 ? "none" : "several";
}

export function tickTask(document: Document, number: number): string {
  const { text } = planFile(document);
  const box = readPlan(document).boxes[number - 1];
  return box === undefined || box.checked ? text : splice(text, box.at, box.at + 1, "x");
}
