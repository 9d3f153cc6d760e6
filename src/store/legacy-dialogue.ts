/** What the folder of an older Blue says of its dialogue, which has no records: title, question, rounds and who wrote in them. */
import { join } from "node:path";
import { headingsOf, readMarkdown } from "../documents/markdown.ts";
import { attempt, BlueError } from "../errors.ts";
import { dialoguesFolder } from "./dialogue-ids.ts";
import { type Rooted, readText } from "./paths.ts";

export interface LegacyDialogue {
  title: string;
  question: string | null;
  /** By the folder's name. */
  created_at: string | null;
  rounds: number;
  experts: string[];
}

export function readLegacy(project: Rooted, id: string): LegacyDialogue {
  const folder = `${dialoguesFolder}/${id}`;
  const [, day, hour, minute, topic = id] = /^(\d{4}-\d{2}-\d{2})T(\d{2})(\d{2})Z-(.+)$/.exec(id) ?? [];
  const entriesOf = (path: string) => project.files.readdir(join(project.root, path));
  const rounds = entriesOf(folder).filter((entry) => entry.isDirectory() && /^round-\d{1,2}$/.test(entry.name));
  const writers = rounds.flatMap(({ name }) =>
    entriesOf(`${folder}/${name}`).flatMap((entry) => (entry.isFile() ? (writerOf(entry.name) ?? []) : [])),
  );
  return {
    title: findTitle(textOf(project, `${folder}/scoreboard.md`)) ?? topic.replaceAll("-", " "),
    question: findQuestion(textOf(project, `${folder}/expert-pool.json`)),
    created_at: day === undefined ? null : `${day}T${hour}:${minute}:00Z`,
    rounds: rounds.length,
    experts: [...new Set(writers)].sort(),
  };
}

/** `muffin.md` is Muffin's; `muffin.prompt.md` is what Muffin was asked, and `judge.md` no expert's. */
function writerOf(file: string): string | undefined {
  const [, name] = /^([a-z0-9-]+)\.md$/.exec(file) ?? [];
  return name === undefined || name === "judge" ? undefined : name[0]!.toUpperCase() + name.slice(1);
}

/** `# Scoreboard — PM Repo Sync Architecture (FINAL)` */
function findTitle(scoreboard: string): string | undefined {
  const heading = headingsOf(scoreboard, readMarkdown(scoreboard)).find(({ level }) => level === 1)?.title ?? "";
  return /^(?:alignment )?scoreboard\s*[:—–-]\s*(.+?)(?:\s*\([^()]*\))?$/i.exec(heading.slice(0, 300))?.[1];
}

function findQuestion(pool: string): string | null {
  try {
    const { question } = JSON.parse(pool) as { question?: unknown };
    return typeof question === "string" ? question : null;
  } catch {
    return null;
  }
}

/** Of a file that is not there or cannot be read, nothing. */
function textOf(project: Rooted, path: string): string {
  const text = attempt(() => readText(project, path));
  return text instanceof BlueError ? "" : text;
}
