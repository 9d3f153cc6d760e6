import { join } from "node:path";
import * as z from "zod";
import { notProved, plural } from "../pages/page.ts";
import { isInitialised } from "../store/blue-folder.ts";
import { readConfig } from "../store/config.ts";
import { listDialogueIds } from "../store/dialogue-ids.ts";
import { type DialogueState, stateOf, states } from "../store/dialogue-state.ts";
import type { LoadedDialogue } from "../store/dialogues.ts";
import { findStatus } from "../store/files.ts";
import { trackingOf } from "../store/git.ts";
import { problemError } from "../store/problems.ts";
import type { Project } from "../store/project.ts";
import { version } from "../version.ts";
import { nextAmong, nextCall, nextSchema, nothingOpen, renderNext } from "./next-call.ts";
import { defineOperation } from "./operation.ts";

const dialogue = z.strictObject({
  id: z.string(),
  title: z.string().nullable(),
  state: z.enum(states),
  rounds: z.int(),
  problems: z.array(z.string()),
});

const reminder = z.strictObject({
  id: z.string(),
  title: z.string(),
  due: z.string().nullable(),
  state: z.enum(["overdue", "due"]),
});
const mostReminders = 20;

export const operation = defineOperation({
  name: "status",
  summary: "Where am I, what is open, what is next",
  description:
    "Which project Blue sees, what is open in it and the exact next call. Start here, and come back whenever context was lost.",
  effect: "read",
  toolset: "core",
  input: z.strictObject({}),
  output: z.strictObject({
    version: z.string(),
    root: z.string(),
    found_by: z.string(),
    initialised: z.boolean(),
    records: z
      .enum(["tracked", "untracked", "ignored", "no-git", "unknown"])
      .describe("How git sees the records: `ignored` and `no-git` mean that nothing but this disk keeps them."),
    dialogues: z
      .array(dialogue)
      .describe("Open and damaged ones first to last; decided and closed ones are only counted."),
    counts: z.strictObject({ open: z.int(), decided: z.int(), closed: z.int(), damaged: z.int(), legacy: z.int() }),
    waiting: z.int().describe("What waits for somebody in documents; `next` lists it."),
    reminders: z.array(reminder).describe(`Overdue ones and those due today, at most ${mostReminders}.`),
    warnings: z.array(z.string()),
    next: nextSchema,
  }),
  examples: [
    { command: "blue status", note: "in any folder of the project" },
    { command: "blue status --json", note: "for a program" },
  ],
  async run(_, { project, now }) {
    const { warnings } = await readConfig(project); // what of it cannot be understood is said here, before it surprises anyone
    const { counts, unsettled } = await lookAtDialogues(project);
    const unapplied = counts.decided === 0 ? undefined : await unappliedText(project);
    const things = await thingsBeside(project, now, unapplied);
    return {
      version,
      root: project.root,
      found_by: project.foundBy,
      initialised: isInitialised(project),
      records: trackingOf(project, ".blue/dialogues"),
      dialogues: unsettled,
      counts,
      waiting: things.filter(({ kind }) => kind !== "reminder" && kind !== "dialogue").length,
      reminders: await remindersNow(project, now),
      warnings: unapplied === undefined ? warnings : [...warnings, unappliedWords(unapplied)],
      next: nextAmong(unsettled) ?? things[0]?.next ?? nothingOpen,
    };
  },
  render(status) {
    const lines = [`Blue ${status.version} in ${status.root}`];
    if (!status.initialised) lines.push("! Nothing here yet; .blue is created when it is needed.");
    if (status.records === "ignored") lines.push("! Git ignores .blue/dialogues/: records are on this disk only.");
    if (status.records === "no-git") lines.push("! No git here: records are on this disk only.");
    for (const warning of status.warnings) lines.push(`! ${warning}`);
    const { open, decided, closed, damaged, legacy } = status.counts;
    lines.push(
      `Dialogues: ${open} open, ${decided} decided, ${closed} closed, ${damaged} damaged${legacy > 0 ? `; ${notProved(legacy)}` : ""}`,
    );
    for (const item of status.dialogues) {
      lines.push(
        `  ${item.state === "damaged" ? "✗" : "•"} ${item.id}  ${item.title ?? ""}  (${plural(item.rounds, "round")})`,
      );
      for (const problem of item.problems) lines.push(`      ${problem}`);
    }
    if (status.waiting > 0)
      lines.push(
        `Documents: ${status.waiting} ${status.waiting === 1 ? "waits" : "wait"} for somebody (\`blue next\`)`,
      );
    if (status.reminders.length > 0) lines.push("Reminders:");
    for (const { state, due, title, id } of status.reminders)
      lines.push(`  ${state === "overdue" ? "!" : "•"} ${due ?? "no day"}  ${title}  (${id})`);
    lines.push(renderNext(status.next));
    return lines.join("\n");
  },
});

/** Up to here all are read and proved. Of more the index says which are settled, and only the others are read. */
const fewEnough = 100;

/** What reads dialogues is loaded only where there are any. */
async function lookAtDialogues(project: Project) {
  const counts = { open: 0, decided: 0, closed: 0, damaged: 0, legacy: 0 };
  const unsettled: z.output<typeof dialogue>[] = [];
  const ids = listDialogueIds(project);
  if (ids.length === 0) return { counts, unsettled };
  const settled = ids.length > fewEnough ? await settledByIndex(project) : new Map<string, DialogueState>();
  const { makeTrackedLoader } = await import("../store/find-dialogue.ts");
  const load = makeTrackedLoader(project);
  for (const id of ids) {
    const loaded = settled.has(id) ? undefined : load(id);
    const state = loaded === undefined ? settled.get(id)! : stateOf(loaded);
    counts[state]++;
    if (loaded !== undefined && (state === "open" || state === "damaged")) unsettled.push(describe(loaded));
  }
  return { counts, unsettled };
}

async function settledByIndex(project: Project): Promise<ReadonlyMap<string, DialogueState>> {
  const [{ queryIndex }, { listAll, trackedRecords }] = await Promise.all([
    import("../store/index/project-index.ts"),
    import("./dialogue/support/all-dialogues.ts"),
  ]);
  const all = await queryIndex(project, (database) => listAll(database, trackedRecords(project)));
  return new Map(
    all.flatMap(({ dialogue_id, state }) =>
      state === "open" || state === "damaged" ? [] : [[dialogue_id, state] as const],
    ),
  );
}

/** A decided text that its document does not have yet. */
async function unappliedText(project: Project): Promise<Unapplied | undefined> {
  return (await import("./dialogue/support/unapplied.ts")).findUnapplied(project);
}

interface Unapplied {
  id: string;
  path: string;
}

function unappliedWords({ id, path }: Unapplied): string {
  const { command } = nextCall("dialogue.apply", { dialogue_id: id }, "");
  return `${path} does not have the text that ${id} decided: \`${command}\` shows it.`;
}

/** What `blue next` lists, but for open dialogues. */
async function thingsBeside(project: Project, now: () => Date, unapplied: Unapplied | undefined) {
  if (unapplied === undefined && !hasFolder(project, ".blue/docs") && !hasFolder(project, ".blue/reminders")) return [];
  return (await import("./next.ts")).thingsThatWait(project, now(), [], unapplied);
}

function hasFolder(project: Project, path: string): boolean {
  return findStatus(project.files, join(project.root, path))?.isDirectory() === true;
}

/** Likewise for reminders. */
async function remindersNow(project: Project, now: () => Date): Promise<z.output<typeof reminder>[]> {
  if (!hasFolder(project, ".blue/reminders")) return [];
  const [{ openReminders }, { dayThatCounts, inOrder }, { dayOf }] = await Promise.all([
    import("../store/reminders.ts"),
    import("../documents/reminder.ts"),
    import("../documents/natural-date.ts"),
  ]);
  return inOrder(openReminders(project).reminders, dayOf(now()))
    .flatMap(({ reminder: one, state }) =>
      state === "overdue" || state === "due" ? [{ id: one.id, title: one.title, due: dayThatCounts(one), state }] : [],
    )
    .slice(0, mostReminders);
}

function describe(loaded: LoadedDialogue): z.output<typeof dialogue> {
  return {
    id: loaded.id,
    title: loaded.opening?.title ?? null,
    state: stateOf(loaded),
    rounds: loaded.rounds.length,
    problems: loaded.problems.map((problem) => problemError(problem).message),
  };
}
