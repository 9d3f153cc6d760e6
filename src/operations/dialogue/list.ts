import * as z from "zod";
import { foldLedger } from "../../rules/ledger.ts";
import { listDialogueIds } from "../../store/dialogue-ids.ts";
import type { LoadedDialogue } from "../../store/dialogues.ts";
import { makeTrackedLoader } from "../../store/find-dialogue.ts";
import { problemError } from "../../store/problems.ts";
import { nextCall, nextSchema, renderNext } from "../next-call.ts";
import { defineOperation } from "../operation.ts";
import { refusePageBeyond } from "../pages.ts";
import { table } from "../text/table.ts";
import { stateOf, states } from "./dialogue-state.ts";

const entry = z.strictObject({
  dialogue_id: z.string(),
  title: z.string().nullable(),
  state: z.enum(states),
  rounds: z.int(),
  velocity: z.int().nullable(),
  converge_percent: z.int().nullable(),
  created_at: z.string().nullable(),
});

const pageSize = 100;

export const operation = defineOperation({
  name: "dialogue.list",
  summary: "List the dialogues of this project, newest first",
  description:
    "Every dialogue with its state (open, decided, closed, damaged, or legacy: written by an older Blue), rounds, velocity and convergence. Filter by `state`; long lists come in pages.",
  effect: "read",
  idempotent: true,
  toolset: "dialogue",
  input: z.strictObject({
    state: z.enum(states).optional(),
    page: z.int().min(1).default(1),
  }),
  output: z.strictObject({
    dialogues: z.array(entry),
    total: z.int(),
    page: z.int(),
    pages: z.int(),
    next: nextSchema,
  }),
  examples: [
    { command: "blue dialogue list", note: "all of them" },
    { command: "blue dialogue list --state open", note: "what still needs work" },
  ],
  run({ state, page }, { project }) {
    const load = makeTrackedLoader(project);
    const described = listDialogueIds(project)
      .map((id) => describe(load(id)))
      .sort((a, b) => compareText(timeOf(b), timeOf(a)) || compareText(b.dialogue_id, a.dialogue_id));
    const all = described.filter((one) => state === undefined || one.state === state);
    const pages = Math.max(1, Math.ceil(all.length / pageSize));
    refusePageBeyond(page, pages);
    const dialogues = all.slice((page - 1) * pageSize, page * pageSize);
    const open = described.find((one) => one.state === "open");
    const damaged = described.find((one) => one.state === "damaged")?.dialogue_id;
    return {
      dialogues,
      total: all.length,
      page,
      pages,
      next:
        open !== undefined
          ? nextCall("dialogue.status", { dialogue_id: open.dialogue_id }, "Go on with the newest open one.")
          : damaged !== undefined
            ? nextCall("dialogue.verify", { dialogue_id: damaged }, problemError(load(damaged).problems[0]!).message)
            : nextCall(
                "dialogue.create",
                { title: "…", question: "…" },
                "Nothing is open. Open a dialogue on a question one opinion should not settle.",
              ),
    };
  },
  render: (out) =>
    [
      out.dialogues.length === 0
        ? "No dialogues."
        : table(
            ["Dialogue", "State", "Rounds", "Velocity", "Converge"],
            out.dialogues.map((one) => [
              one.dialogue_id,
              one.state,
              String(one.rounds),
              one.velocity === null ? "" : String(one.velocity),
              one.converge_percent === null ? "" : `${one.converge_percent}%`,
            ]),
          ),
      out.pages > 1 ? `Page ${out.page} of ${out.pages}, ${out.total} in all` : "",
      renderNext(out.next),
    ]
      .filter((line) => line !== "")
      .join("\n"),
});

function describe(loaded: LoadedDialogue): z.output<typeof entry> {
  const last = loaded.opening === undefined ? undefined : foldLedger(loaded.opening, loaded.rounds).rounds.at(-1);
  return {
    dialogue_id: loaded.id,
    title: loaded.opening?.title ?? null,
    state: stateOf(loaded),
    rounds: loaded.rounds.length,
    velocity: last?.velocity.total ?? null,
    converge_percent: last?.convergence.percent ?? null,
    created_at: loaded.opening?.created_at ?? null,
  };
}

/** When it was opened; of one without an opening the date in its name, as far as there is one. Both sort as text. */
function timeOf({ created_at, dialogue_id }: z.output<typeof entry>): string {
  const [, hour, minute] = /^(\d{4}-\d{2}-\d{2}T\d{2})(\d{2})Z-/.exec(dialogue_id) ?? [];
  return created_at ?? (hour === undefined ? "" : `${hour}:${minute}`);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
