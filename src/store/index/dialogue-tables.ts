/** What the tables of dialogue-schema.ts hold, read out of the records one by one. */

import { openingRecord, roundRecord, verdictRecord } from "../../rules/records.ts";
import { itemTexts } from "../../rules/round/item-texts.ts";
import type { SqlRow } from "../sqlite/database.ts";
import type { ExtractedRow, Extractor } from "./scan.ts";

const openingPath = /^\.blue\/dialogues\/[^/]+\/opening\.json$/;
const roundPath = /^\.blue\/dialogues\/[^/]+\/round-\d+\/round\.json$/;
const verdictPath = /^\.blue\/dialogues\/[^/]+\/(?:round-\d+\/)?verdict-[a-z0-9-]+\.json$/;

/** Rows of one record; none for a record that cannot be read, which `records` names. */
export function dialogueExtractor(decode: (text: string, path: string) => unknown): Extractor {
  return {
    kind: "record",
    version: 1,
    accepts: (path) => openingPath.test(path) || roundPath.test(path) || verdictPath.test(path),
    extract(file) {
      let record: unknown;
      try {
        record = decode(file.bytes().toString("utf8"), file.path);
      } catch {
        return [];
      }
      const read = openingPath.test(file.path) ? openingRows : roundPath.test(file.path) ? roundRows : verdictRows;
      return read(record, file.path.split("/")[2]!, roundNumber(file.path));
    },
  };
}

function roundNumber(path: string): number {
  return Number(/\/round-(\d+)\//.exec(path)?.[1] ?? -1);
}

/** The folder is the key: a copied dialogue has its own rows, whatever its records say. */
function openingRows(record: unknown, dialogue: string): ExtractedRow[] {
  const parsed = openingRecord.safeParse(record);
  if (!parsed.success) return [];
  const { title, question, constraint, background, domain, settings, created_at } = parsed.data;
  return [
    row("dialogues", {
      dialogue_id: dialogue,
      title,
      question,
      domain,
      max_rounds: settings.max_rounds,
      rotation: settings.rotation,
      created_at,
    }),
    passage(
      dialogue,
      "opening",
      title,
      [question, constraint, ...background].filter((part) => part !== null).join("\n"),
    ),
  ];
}

function roundRows(record: unknown, dialogue: string, round: number): ExtractedRow[] {
  const parsed = roundRecord.safeParse(record);
  if (!parsed.success) return [];
  const { registered_at, scores, counts, items, judge } = parsed.data;
  const texts = itemTexts([parsed.data]);
  const content = (localId: string) => (texts.get(localId) ?? []).join("\n");
  return [
    row("rounds", {
      dialogue_id: dialogue,
      round,
      registered_at,
      score: scores.W + scores.C + scores.T + scores.R,
      score_wisdom: scores.W,
      score_consistency: scores.C,
      score_truth: scores.T,
      score_relationships: scores.R,
      open_tensions: counts.open_tensions.length,
      new_perspectives: counts.new_perspectives.length,
      converge_signals: counts.signals.length,
      panel_size: counts.panel_size,
    }),
    ...counts.signals.map((name) =>
      row("convergence_signals", { dialogue_id: dialogue, round, expert_name: name, signaled_at: registered_at }),
    ),
    ...items.flatMap(({ id, type, label, sources }) => [
      row("items", {
        dialogue_id: dialogue,
        id,
        type,
        round,
        label,
        content: content(sources[0]!.local_id),
        contributors: sources.map(({ expert }) => expert).join(", "),
      }),
      passage(dialogue, id, label, sources.map(({ local_id }) => content(local_id)).join("\n")),
    ]),
    ...(judge.length > 0 ? [passage(dialogue, `round ${round}, the Judge`, `Round ${round}`, judge.join("\n"))] : []),
  ];
}

function verdictRows(record: unknown, dialogue: string): ExtractedRow[] {
  const parsed = verdictRecord.safeParse(record);
  if (!parsed.success) return [];
  const { round, verdict_id, verdict_type, recommendation, description, decisions, forced, warning, registered_at } =
    parsed.data;
  const body = [
    ...recommendation,
    ...description,
    ...decisions.map(({ topic, decision }) => `${topic}: ${decision}`),
  ].join("\n");
  return [
    row("verdicts", {
      dialogue_id: dialogue,
      round,
      verdict_id,
      verdict_type,
      recommendation: recommendation.join("\n"),
      forced: forced ? 1 : 0,
      warning,
      registered_at,
    }),
    passage(dialogue, `${verdict_type} verdict`, `${verdict_type} verdict`, body),
  ];
}

function row(table: string, values: SqlRow): ExtractedRow {
  return { table, values };
}

function passage(dialogueId: string, what: string, title: string, body: string): ExtractedRow {
  return row("passages", { dialogue_id: dialogueId, what, title, body });
}
