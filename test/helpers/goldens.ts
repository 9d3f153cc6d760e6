/**
 * What every verb and the page answer, as a table to read. A change of an answer is a line of a diff there. And after every verb that writes, `next` is what
 * `status` says a moment later.
 */
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { makeContext } from "../../src/context.ts";
import { BlueError } from "../../src/errors.ts";
import type { Next } from "../../src/operations/next-call.ts";
import { viewForPage } from "../../src/operations/web/dialogue-view.ts";
import { type Dialogue, fourPoints, type Input, refusalOf } from "./dialogue.ts";
import { makeFolder } from "./project.ts";

interface Answer {
  next: Next;
  status?: string;
}

interface Status extends Answer {
  panel: { name: string; draft: string }[];
  problems: string[];
}

/** What each verb is called with, beside the dialogue. */
const verbs: Record<string, (dialogue: Dialogue) => Input> = {
  "round-collect": () => ({}),
  "round-prompt": () => ({}),
  "round-register": (dialogue) => ({ round: dialogue.open().round, ...fourPoints }),
  "round-discard": () => ({ reason: "again" }),
  "sample-panel": () => ({}),
  "expert-create": () => ({ role: "Auditor", reason: "T0001" }),
  "expert-write": () => ({ expert: "Scone", text: "[MOVE:CONVERGE]" }),
  say: () => ({ text: "It must run on a Pi." }),
  revise: () => ({}),
  "revise control": () => ({ control: true }),
  "cross-check": () => ({}),
  "verdict-register": () => ({ recommendation: "A key each." }),
  close: () => ({ outcome: "impasse", reason: "Nobody moves." }),
};

/** These say what comes when somebody has written; `status`, asked at once, still waits for that. */
const whenWritten = ["round-prompt", "revise", "revise control", "cross-check"];

const call = (dialogue: Dialogue, verb: string, input: Input = {}) =>
  dialogue.call<Answer>(`dialogue.${verb.split(" ")[0]}`, { dialogue_id: dialogue.id, ...input });
const statusOf = (dialogue: Dialogue) => call(dialogue, "status") as Promise<Status>;
const toolOf = ({ tool }: Next) => tool.replace(/^blue_(dialogue_)?/, "").replaceAll("_", "-");

/** One line: where it leads, or what refuses it, in order. */
async function answerOf(dialogue: Dialogue, verb: string, where: string): Promise<string> {
  const asked = call(dialogue, verb, verbs[verb]!(dialogue));
  const answer = await asked.catch(() => undefined);
  if (answer === undefined) {
    const error = await refusalOf(asked);
    const all = error.errors ?? [error];
    return `✗ ${[...new Set(all.map(({ error_code, constraint }) => `${error_code} (${constraint})`))].join(", ")}`;
  }
  if (verb === "round-collect") return `→ ${toolOf(answer.next)}`;
  const { next } = await statusOf(dialogue);
  if (!whenWritten.includes(verb) || answer.status === "written")
    expect(answer.next, `${where}: ${verb}, then status`).toEqual(next);
  const then = toolOf(next) === toolOf(answer.next) ? "" : `, status: ${toolOf(next)}`;
  return `→ ${toolOf(answer.next)}${then}`;
}

/** What was decided or is left, and what is in work. */
async function pageOf({ project, id }: Dialogue): Promise<string> {
  const view = await viewForPage(id, makeContext(project)).catch((thrown: BlueError) => thrown);
  if (view instanceof BlueError) return `✗ ${view.code}`;
  const { lines, live } = view;
  if (live === null) return lines[0]!.words;
  const author = live.author === null ? "" : `; the author wrote ${live.author.written} of ${live.author.asked}`;
  return `${lines[0]!.words}; round ${live.round} asked ${live.asked ?? "nobody"}${author}`;
}

/** Verbs with one answer share a line. Each finds the round as it was. */
async function answersOf(dialogue: Dialogue, where: string): Promise<string> {
  const blue = join(dialogue.root, ".blue");
  const kept = join(makeFolder(), "blue");
  cpSync(blue, kept, { recursive: true, preserveTimestamps: true });
  const { panel, problems, next } = await statusOf(dialogue);
  const answers = new Map<string, string[]>([[`→ ${toolOf(next)}`, ["status"]]]);
  for (const verb of Object.keys(verbs)) {
    const answer = await answerOf(dialogue, verb, where);
    answers.set(answer, [...(answers.get(answer) ?? []), verb]);
    if (answer.startsWith("✗") || verb === "round-collect") continue;
    rmSync(blue, { recursive: true });
    cpSync(kept, blue, { recursive: true, preserveTimestamps: true });
  }
  const drafts = panel.map(({ name, draft }) => `${name} ${draft}`).join(", ");
  return [
    `  page: ${await pageOf(dialogue)}`,
    `  drafts: ${drafts}${problems.length > 0 ? `; problems: ${problems.length}` : ""}`,
    ...[...answers].map(([answer, by]) => `  ${answer}: ${by.join(", ")}`),
  ].join("\n");
}

/** What is answered, below the names of all that answer so. */
export async function goldensOf(made: readonly (readonly [string, () => Promise<Dialogue>])[]): Promise<string> {
  const table = new Map<string, string[]>();
  for (const [name, make] of made) {
    const answered = await answersOf(await make(), name);
    table.set(answered, [...(table.get(answered) ?? []), name]);
  }
  return [...table].map(([answered, names]) => `${names.join("\n")}\n${answered}\n`).join("\n");
}
