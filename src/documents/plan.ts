/** The plan of an RFC: a checklist in the document itself. Tasks are added and ticked in place; whatever a person wrote around them stays. */
import type { Document } from "./document.ts";
import { type CheckBox, checkBoxesOf, findSection, headingsOf, newlineOf, readMarkdown, splice } from "./markdown.ts";

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

export function planOf(document: Document): Progress {
  const tasks = boxesOf(document.text, document.header.bodyStart).map(({ text, checked }, i) => ({
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

function planSection(text: string, bodyStart: number) {
  const markdown = readMarkdown(text, bodyStart);
  const headings = headingsOf(text, markdown);
  const section = planTitles.map((title) => findSection(text, headings, title)).find((one) => one !== undefined);
  return { markdown, section };
}

function boxesOf(text: string, bodyStart: number): CheckBox[] {
  const { markdown, section } = planSection(text, bodyStart);
  return section === undefined ? [] : checkBoxesOf(markdown, section.bodyStart, section.end);
}

/** The text with the tasks added that are not there yet, after the last one; the section is made when there is none. */
export function addTasks({ text, header }: Document, tasks: readonly string[]): string {
  const newline = newlineOf(text);
  const { markdown, section } = planSection(text, header.bodyStart);
  const boxes = section === undefined ? [] : checkBoxesOf(markdown, section.bodyStart, section.end);
  const known = new Set(boxes.map((box) => box.text));
  const fresh = [...new Set(tasks)].filter((task) => !known.has(task)).map((task) => `- [ ] ${task}`);
  if (fresh.length === 0) return text;
  if (section === undefined) {
    const gap = text.endsWith("\n\n") || text === "" ? "" : text.endsWith("\n") ? newline : newline + newline;
    return `${text}${gap}## Plan${newline}${newline}${fresh.join(newline)}${newline}`;
  }
  const last = boxes.at(-1);
  if (last !== undefined) {
    let line = markdown.lines[last.line]!;
    // What is indented below a task belongs to it.
    for (let n = last.line + 1; /^\s+\S/.test(markdown.lines[n]?.text ?? ""); n++) line = markdown.lines[n]!;
    const at = line.start + line.text.length;
    return splice(text, at, at, newline + fresh.join(newline));
  }
  const at = text[section.bodyStart - 1] === "\n" ? section.bodyStart : text.length;
  const lead = at === text.length && !text.endsWith("\n") ? newline : "";
  return splice(text, at, at, `${lead}${newline}${fresh.join(newline)}${newline}`);
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

export function tickTask({ text, header }: Document, number: number): string {
  const box = boxesOf(text, header.bodyStart)[number - 1];
  return box === undefined || box.checked ? text : splice(text, box.at, box.at + 1, "x");
}
