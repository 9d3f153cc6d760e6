/** What the page shows first: every dialogue in a line, and what all of them add up to. Asked of the index once, so that thousands are one question. */
import { basename } from "node:path";
import { standingBy } from "../../rules/rot.ts";
import { listDocuments, openDocuments } from "../../store/documents.ts";
import { findStatus } from "../../store/files.ts";
import { queryIndex } from "../../store/index/project-index.ts";
import { readLegacy } from "../../store/legacy-dialogue.ts";
import { insideProject } from "../../store/paths.ts";
import type { Project } from "../../store/project.ts";
import type { Database } from "../../store/sqlite/database.ts";
import type { DialogueList, ListedDialogue, Spread, Statistics } from "../../web/data.ts";
import { makeFindNaming } from "../decided-dialogue.ts";
import { listAll, trackedRecords } from "../dialogue/support/all-dialogues.ts";
import { pastOutcomes } from "./outcomes.ts";

const mostCited = 10;

export async function listForPage(project: Project): Promise<DialogueList> {
  const head = { project: basename(project.root) || project.root };
  if (findStatus(project.files, insideProject(project, ".blue")) === undefined)
    return {
      ...head,
      initialised: false,
      dialogues: [],
      statistics: statisticsOf([], { most_cited: [], fared: null }),
    };
  const tracked = trackedRecords(project);
  const { last, fared } = pastOutcomes(project);
  const { documents } = openDocuments(project, listDocuments(project, "rfc", "adr"));
  const findNaming = makeFindNaming(project, documents);
  return queryIndex(project, (database) => {
    const rows = readRows(database);
    const dialogues = listAll(database, tracked).map(({ dialogue_id, state }): DialogueRow => {
      const standing = state === "decided" ? standingBy(findNaming(dialogue_id)) : null;
      const row = { ...rows.get(dialogue_id)!, state, standing, outcome: last.get(dialogue_id) ?? null };
      if (state !== "legacy") return row;
      const { title, question, created_at } = readLegacy(project, dialogue_id);
      return { ...row, title, question, last_change: created_at };
    });
    return {
      ...head,
      initialised: true,
      dialogues: dialogues.map(({ majority_changed: _, ...listed }) => listed),
      statistics: statisticsOf(dialogues, { most_cited: citedFiles(database), fared }),
    };
  });
}

type DialogueRow = ListedDialogue & { majority_changed: number | null };

/** As one text each: rows of their own cost WebAssembly ten times as much. */
function readRows(database: Database): Map<string, DialogueRow> {
  const rounds = new Map<string, { velocity: ListedDialogue["velocity"]; converge: ListedDialogue["converge"] }>();
  type Round = [id: string, open: number, fresh: number, signals: number, panel: number];
  for (const [id, open, fresh, signals, panel] of jsonRows<Round>(
    database,
    `SELECT json_group_array(json_array(dialogue_id, open_tensions, new_perspectives, converge_signals, panel_size))
    FROM (SELECT * FROM rounds ORDER BY dialogue_id, round)`,
  )) {
    const velocity = rounds.get(id)?.velocity ?? [];
    velocity.push({ open, new: fresh });
    rounds.set(id, { velocity, converge: { signals, panel } });
  }
  type Row = Omit<DialogueRow, "state" | "standing" | "round" | "velocity" | "converge" | "outcome">;
  const rows = jsonRows<Row>(
    database,
    `SELECT json_group_array(json_object('id', d.dialogue_id, 'title', title, 'question', question, 'max_rounds', max_rounds,
      'panel', json(panel), 'line', line, 'how', brief ->> 'how',
      'superseded_by', s.superseded_by, 'last_change', last_change, 'runs', runs, 'tensions', tensions,
      'majority_changed', majority_changed)) FROM dialogues d LEFT JOIN superseding s ON s.dialogue_id = d.dialogue_id`,
  );
  return new Map(
    rows.map((row) => {
      const { velocity, converge } = rounds.get(row.id) ?? { velocity: [], converge: null };
      const round = velocity.length === 0 ? null : velocity.length - 1;
      return [row.id, { ...row, state: "open", standing: null, round, velocity, converge, outcome: null }];
    }),
  );
}

function citedFiles(database: Database): Statistics["most_cited"] {
  return jsonRows(
    database,
    `SELECT json_group_array(json_object('path', path, 'citations', citations, 'dialogues', dialogues)) FROM (
      SELECT path, sum(citations) AS citations, count(*) AS dialogues FROM cited_files
      GROUP BY path ORDER BY 2 DESC, 3 DESC, 1 LIMIT ${mostCited})`,
  );
}

function jsonRows<T>(database: Database, sql: string): T[] {
  return JSON.parse(Object.values(database.get<{ json: string }>(sql)!)[0]!) as T[];
}

function statisticsOf(
  dialogues: readonly DialogueRow[],
  { most_cited, fared }: Pick<Statistics, "most_cited" | "fared">,
): Statistics {
  const decided = dialogues.filter(({ state }) => state === "decided");
  const judged = decided.filter(({ majority_changed }) => majority_changed !== null);
  return {
    rounds_to_converge: spreadOf(decided.map(({ velocity }) => velocity.length)),
    runs_to_converge: spreadOf(decided.map(({ runs }) => runs)),
    tensions_per_dialogue: spreadOf(dialogues.filter(({ round }) => round !== null).map(({ tensions }) => tensions)),
    blind_majority: {
      dialogues: judged.length,
      changed: judged.filter(({ majority_changed }) => majority_changed === 1).length,
    },
    most_cited,
    fared,
  };
}

export function spreadOf(values: readonly number[]): Spread | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.floor(sorted.length / 2)]!) / 2;
  return { dialogues: sorted.length, least: sorted[0]!, median: middle, most: sorted.at(-1)! };
}
