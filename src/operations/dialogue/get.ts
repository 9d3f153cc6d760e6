import * as z from "zod";
import { decidedLines } from "../../facts/decided.ts";
import { factsSchema, handSchema, unconvincedSchema } from "../../facts/schema.ts";
import { undoneIn } from "../../facts/tensions.ts";
import { verdictFacts } from "../../facts/verdict-facts.ts";
import { renderFacts } from "../../pages/verdict-lines.ts";
import { authorsOf } from "../../rules/guests.ts";
import { itemStatuses } from "../../rules/item-status.ts";
import { panelMember } from "../../rules/records.ts";
import { leftUnconvinced } from "../../rules/round/not-convinced.ts";
import { judgesHand } from "../../rules/standing.ts";
import { totalsOf } from "../../rules/totals.ts";
import { currentPath } from "../../store/cited-documents.ts";
import { stateOf, states } from "../../store/dialogue-state.ts";
import { findDialogueId, loadTracked, openDialogue } from "../../store/find-dialogue.ts";
import { readLegacy } from "../../store/legacy-dialogue.ts";
import { insideProject } from "../../store/paths.ts";
import { problemError } from "../../store/problems.ts";
import { findReopening } from "../../store/reopening.ts";
import { nextCall, nextSchema, renderNext } from "../next-call.ts";
import { defineOperation } from "../operation.ts";
import { countsOf, countsSchema, renderCounts, scoreRow, scoreRowSchema } from "./support/counts.ts";
import { dialogueFlags, dialogueKey } from "./support/dialogue-key.ts";
import { nextStep } from "./support/next-step.ts";

const noHand = {
  merged: 0,
  dismissed: 0,
  discarded: 0,
  accepted: 0,
  filed: 0,
  renamed: 0,
  own_words: 0,
  absent: 0,
  incomplete: 0,
  rotated_out: 0,
};

export const operation = defineOperation({
  name: "dialogue.get",
  summary: "One dialogue: opening, rounds, items, verdicts, files",
  description:
    "What a dialogue is about, its panel, scoreboard, items with their status, verdicts (and whether they are in force) and files. Texts are in round-context.",
  effect: "read",
  toolset: "dialogue",
  input: z.strictObject(dialogueKey),
  output: z.strictObject({
    dialogue_id: z.string(),
    path: z.string(),
    state: z.enum(states),
    title: z.string().nullable(),
    question: z.string().nullable(),
    subject: z.string().nullable(),
    created_at: z.string().nullable(),
    rounds: z.int(),
    experts: z
      .array(z.string())
      .describe("Everybody who was ever seated, or who wrote in the folder of an older Blue."),
    pool_size: z.int(),
    panel: z.array(panelMember),
    scoreboard: z.array(scoreRowSchema),
    total_alignment: z.number(),
    items: z.array(
      z.strictObject({
        id: z.string(),
        label: z.string().describe("The expert's own."),
        renamed: z.string().optional().describe("What the Judge calls it."),
        status: z.array(z.string()),
        experts: z.array(z.string()),
      }),
    ),
    verdicts: z.array(
      z.strictObject({
        verdict_id: z.string(),
        verdict_type: z.string(),
        round: z.int().nullable(),
        recommendation: z.string(),
        in_force: z.boolean(),
        superseded: z.boolean(),
      }),
    ),
    facts: factsSchema
      .nullable()
      .describe(
        "Everything that is said of its verdict, or of its state without one. Null where its records cannot be trusted.",
      ),
    judges_hand: handSchema,
    left_unconvinced: z.array(unconvincedSchema),
    files: z.array(z.string()).describe("From the dialogue's folder."),
    ...countsSchema,
    velocity: countsSchema.velocity.nullable().describe("Null where there are no records to count."),
    convergence: countsSchema.convergence.nullable(),
    next: nextSchema,
  }),
  examples: [{ command: "blue dialogue get --id webhook-delivery", note: "by its topic" }],
  cli: dialogueFlags,
  run(key, { project }) {
    const id = findDialogueId(project, key);
    const found = loadTracked(project, id);
    const files = listFiles(insideProject(project, found.path), "", (path) => project.files.readdir(path));
    const common = { dialogue_id: id, path: found.path, state: stateOf(found), files };
    if (found.opening === undefined) {
      const why = found.legacy
        ? "It was written by an older Blue and has no records: it can be read, not continued."
        : problemError(found.problems[0]!).message;
      return {
        ...common,
        ...(found.legacy
          ? readLegacy(project, id)
          : { title: null, question: null, created_at: null, rounds: 0, experts: [] }),
        subject: null,
        pool_size: 0,
        panel: [],
        scoreboard: [],
        total_alignment: 0,
        items: [],
        verdicts: [],
        facts: null,
        judges_hand: noHand,
        left_unconvinced: [],
        velocity: null,
        convergence: null,
        can_converge: false,
        convergence_blockers: [why],
        next: found.legacy
          ? nextCall("dialogue.list", {}, "See the others.")
          : nextCall("dialogue.verify", { dialogue_id: id }, why),
      };
    }
    const dialogue = openDialogue(project, key);
    const { ledger, loaded } = dialogue;
    const last = loaded.rounds.at(-1);
    const facts = verdictFacts(loaded, undefined, findReopening(project, id), ledger);
    // Nobody knows what a record says that cannot be read.
    const isWhole = common.state !== "damaged";
    const inForce =
      isWhole && facts.in_force ? loaded.verdicts.find(({ self }) => self === facts.verdict!.self) : undefined;
    const ended = facts.in_force || facts.how === "closed" || facts.how === "reviewed";
    const statuses = itemStatuses(ledger, inForce);
    return {
      ...common,
      title: loaded.opening.title,
      question: loaded.opening.question,
      subject: loaded.opening.subject && currentPath(project, loaded.opening.subject.path),
      created_at: loaded.opening.created_at,
      rounds: loaded.rounds.length,
      experts: [...new Set(loaded.rounds.flatMap(({ panel }) => panel.map(({ name }) => name)))],
      pool_size: loaded.opening.pool.length,
      panel: last?.panel ?? [],
      scoreboard: ledger.rounds.map(scoreRow),
      total_alignment: totalsOf(ledger).alignment.total,
      items: [...ledger.items.values()].map(({ id: item, label, renamed, sources }) => ({
        id: item,
        label,
        ...(renamed === undefined ? {} : { renamed }),
        status: [
          ...(ledger.tensions.has(item) ? [ledger.tensions.get(item)!.state] : []),
          ...(statuses.get(item) ?? []),
        ],
        experts: authorsOf(ledger, { sources }),
      })),
      verdicts: loaded.verdicts.map((verdict) => ({
        verdict_id: verdict.verdict_id,
        verdict_type: verdict.verdict_type,
        round: verdict.round,
        recommendation: decidedLines(verdict, loaded.rounds).join("\n"),
        in_force: verdict === inForce,
        superseded: verdict.round !== (last?.round ?? null),
      })),
      facts: isWhole ? facts : null,
      judges_hand: ended ? facts.judge.hand : judgesHand(ledger),
      left_unconvinced: leftUnconvinced(ledger),
      ...countsOf(dialogue),
      next: nextStep(project, dialogue),
    };
  },
  render: (out) =>
    [
      `${out.title ?? out.dialogue_id}  (${out.state})`,
      out.question ?? "",
      `${out.path}/`,
      `${plural(out.rounds, "round")}, ${plural(out.experts.length, "expert")}${out.experts.length > 0 ? `: ${out.experts.join(", ")}` : ""}`,
      ...out.scoreboard.map(
        (row) =>
          `  round ${row.round}: score ${row.score}, velocity ${row.velocity}, converge ${row.converge_percent}%`,
      ),
      ...out.items.map(({ id, label, status }) => {
        const undone = out.facts === null ? undefined : undoneIn(out.facts, id);
        const said = undone === undefined ? status : [`${undone}, and accepted as such`, ...status.slice(1)];
        return `  ${id} ${label}${said.length > 0 ? ` (${said.join(", ")})` : ""}`;
      }),
      ...(out.facts === null ? [] : renderFacts(out.facts)),
      out.velocity !== null && out.convergence !== null
        ? renderCounts(
            { ...out, velocity: out.velocity, convergence: out.convergence },
            out.state === "decided" || out.state === "closed",
          )
        : out.convergence_blockers.join("\n"),
      renderNext(out.next),
    ]
      .filter((line) => line !== "")
      .join("\n"),
});

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

function listFiles(
  folder: string,
  prefix: string,
  read: (path: string) => { name: string; isDirectory(): boolean; isFile(): boolean }[],
): string[] {
  return read(folder)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) =>
      entry.isDirectory()
        ? listFiles(`${folder}/${entry.name}`, `${prefix}${entry.name}/`, read)
        : entry.isFile()
          ? [`${prefix}${entry.name}`]
          : [],
    );
}
