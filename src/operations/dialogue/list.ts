import * as z from "zod";
import { briefFacts } from "../../facts/schema.ts";
import { notProved } from "../../pages/page.ts";
import { safeLine } from "../../safe-text.ts";
import { states } from "../../store/dialogue-state.ts";
import { loadTracked } from "../../store/find-dialogue.ts";
import { queryIndex } from "../../store/index/project-index.ts";
import { readLegacy } from "../../store/legacy-dialogue.ts";
import { problemError } from "../../store/problems.ts";
import type { Project } from "../../store/project.ts";
import type { Database } from "../../store/sqlite/database.ts";
import { nextAmong, nextCall, nextSchema, nothingOpen, renderNext } from "../next-call.ts";
import { defineOperation } from "../operation.ts";
import { refusePageBeyond } from "../paginate.ts";
import { table } from "../text/table.ts";
import { type Listed, listAll, trackedRecords } from "./support/all-dialogues.ts";

const entry = z.strictObject({
  dialogue_id: z.string(),
  title: z.string().nullable(),
  state: z.enum(states),
  rounds: z.int(),
  velocity: z.int().nullable(),
  converge_percent: z.int().nullable(),
  decided: z.string().nullable().describe("In one line, or what is left to do; null where no record can be read."),
  how: briefFacts.how.optional(),
  signed: briefFacts.signed.optional(),
  open: briefFacts.open.optional(),
  created_at: z.string().nullable(),
});

const pageSize = 100;

export const operation = defineOperation({
  name: "dialogue.list",
  summary: "List the dialogues of this project, newest first",
  description:
    "Every dialogue with its state (legacy: older Blue, not proved), rounds, velocity and convergence. In pages.",
  effect: "read",
  toolset: "dialogue",
  input: z.strictObject({
    state: z.enum(states).optional(),
    page: z.int().min(1).default(1),
  }),
  output: z.strictObject({
    dialogues: z.array(entry),
    total: z.int(),
    not_proved: z.int().describe("Of all dialogues here, those of an older Blue: they have no records."),
    page: z.int(),
    pages: z.int(),
    next: nextSchema,
  }),
  examples: [
    { command: "blue dialogue list", note: "all of them" },
    { command: "blue dialogue list --state open", note: "what still needs work" },
  ],
  async run({ state, page }, { project }) {
    const tracked = trackedRecords(project);
    const { all, ...listed } = await queryIndex(project, (database) => {
      const all = listAll(database, tracked);
      const wanted = all.filter((one) => state === undefined || one.state === state);
      const pages = Math.max(1, Math.ceil(wanted.length / pageSize));
      refusePageBeyond(page, pages);
      const dialogues = describe(project, database, wanted.slice((page - 1) * pageSize, page * pageSize));
      return { all, dialogues, total: wanted.length, page, pages };
    });
    const not_proved = all.filter((one) => one.state === "legacy").length;
    return { ...listed, not_proved, next: nextAfter(project, all) };
  },
  render: (out) =>
    [
      out.dialogues.length === 0
        ? "No dialogues."
        : table(
            ["Dialogue", "State", "Rounds", "Velocity", "Converge", "Decided"],
            out.dialogues.map((one) => [
              one.dialogue_id,
              one.state,
              String(one.rounds),
              one.velocity === null || one.how === "reviewed" ? "" : String(one.velocity),
              one.converge_percent === null || one.how === "reviewed" ? "" : `${one.converge_percent}%`,
              one.decided === null ? "" : safeLine(one.decided),
            ]),
          ),
      out.not_proved > 0 ? notProved(out.not_proved) : "",
      out.pages > 1 ? `Page ${out.page} of ${out.pages}, ${out.total} in all` : "",
      renderNext(out.next),
    ]
      .filter((line) => line !== "")
      .join("\n"),
});

function describe(project: Project, database: Database, listed: readonly Listed[]): z.output<typeof entry>[] {
  const rows = database.all<{
    title: string | null;
    created_at: string | null;
    round: number | null;
    velocity: number | null;
    converge_percent: number | null;
    line: string | null;
    brief: string | null;
    superseded_by: string | null;
  }>(
    `SELECT d.title, d.created_at, d.line, d.brief, r.round, r.velocity, r.converge_percent, s.superseded_by
    FROM json_each(?) asked JOIN dialogues d ON d.dialogue_id = asked.value
    LEFT JOIN superseding s ON s.dialogue_id = d.dialogue_id
    LEFT JOIN rounds r ON r.dialogue_id = d.dialogue_id AND r.round = (SELECT max(round) FROM rounds WHERE dialogue_id = d.dialogue_id)
    ORDER BY asked.key`,
    JSON.stringify(listed.map(({ dialogue_id }) => dialogue_id)),
  );
  return rows.map(({ round, velocity, converge_percent, line, brief, superseded_by, ...row }, i) => {
    const one = listed[i]!;
    const { title, created_at, rounds } =
      one.state === "legacy"
        ? readLegacy(project, one.dialogue_id)
        : { ...row, rounds: round === null ? 0 : round + 1 };
    const converged = converge_percent === null ? null : Math.floor(converge_percent);
    const said = saidOf(one.state, line, brief, superseded_by);
    return { ...one, title, rounds, velocity, converge_percent: converged, ...said, created_at };
  });
}

type Said = Pick<z.output<typeof entry>, "decided" | "how" | "signed" | "open">;

/** Each dialogue is indexed by itself, so that another one decided it anew is known only here. */
function saidOf(state: Listed["state"], line: string | null, brief: string | null, supersededBy: string | null): Said {
  if (line === null || brief === null || state === "damaged") return { decided: null };
  const said = JSON.parse(brief) as Omit<Said, "decided">;
  if (supersededBy === null || state !== "decided") return { decided: line, ...said };
  return { decided: `${line} (superseded by ${supersededBy})`, ...said, how: "superseded" };
}

function nextAfter(project: Project, all: readonly Listed[]): z.output<typeof nextSchema> {
  if (all.length === 0) return nothingOpen;
  const dialogues = all.map(({ dialogue_id, state }) => ({ id: dialogue_id, state })).reverse();
  const next = nextAmong(dialogues) ?? nextCall("next", {}, "No dialogue is open: see what waits for somebody.");
  const damaged = all.find(({ state }) => state === "damaged");
  const [problem] = damaged === undefined ? [] : loadTracked(project, damaged.dialogue_id).problems;
  // Whole records whose texts cannot be read again have none.
  return problem === undefined ? next : { ...next, why: problemError(problem).message };
}
