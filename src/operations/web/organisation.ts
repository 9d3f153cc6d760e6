/** What the page over all published repositories shows, asked of the shared database. */
import type * as z from "zod";
import {
  type DeciderRow,
  type OverviewRow,
  readDeciders,
  readOverview,
  readSomeDecisions,
} from "../../org/overview.ts";
import type { DecisionRow } from "../../org/read.ts";
import { queryWords } from "../../store/search.ts";
import type { MostNamed, Organisation, OrgDecision, OrgDecisions, OrgSummary } from "../../web/data.ts";
import { askOrg } from "../org/ask-org.ts";
import { publishedDecision, takeFitting } from "../org/published-shape.ts";
import { spreadOf } from "./dialogue-list.ts";

const mostNamed = 5;
/** Dialogues with so many rounds or more are counted together. */
const mostRounds = 10;
const perPage = 50;

export async function organisationForPage(signal: AbortSignal): Promise<Organisation> {
  const { rows, deciders } = await askOrg(signal, async (client) => ({
    rows: await readOverview(client),
    deciders: await readDeciders(client, mostNamed),
  }));
  const [all, ...repositories] = rows.map((row) => ({
    ...row,
    summary: summaryOf(
      row,
      deciders.filter(({ repository }) => repository === row.name),
    ),
  }));
  return {
    read_at: new Date().toISOString(),
    all: all!.summary,
    repositories: repositories.map(({ name, commit, published_at, summary }) => ({
      ...{ name: name!, commit: commit!, published_at: published_at!.toISOString() },
      ...summary,
    })),
  };
}

function summaryOf(row: OverviewRow, deciders: readonly DeciderRow[]): OrgSummary {
  const { rotted, unclear, sound, unchecked, open_dialogues, damaged, rounds } = row;
  const named = (kind: DeciderRow["what"]): MostNamed => {
    const own = deciders.filter(({ what }) => what === kind);
    return {
      most: own.map(({ name, dialogues }) => ({ name, dialogues })),
      more: (own[0]?.of_kind ?? 0) - own.length,
    };
  };
  return {
    ...{ health: { rotted, unclear, sound, unchecked }, open_dialogues, damaged },
    decided_by: { dialogue: row.by_dialogue, rfc: row.by_rfc, adr: row.by_adr },
    domains: named("domain"),
    roles: named("role"),
    rounds_to_converge: spreadOf(rounds),
    by_rounds: Array.from(
      { length: Math.min(mostRounds, rounds.at(-1) ?? 0) },
      (_, i) => rounds.filter((n) => Math.min(n, mostRounds) === i + 1).length,
    ),
    time_to_converge: row.median_time === null ? null : { median: Math.round(row.median_time), dialogues: row.timed },
  };
}

export async function orgDecisionsForPage(
  asked: { repository?: string; health?: string; q?: string; page?: string },
  signal: AbortSignal,
): Promise<OrgDecisions> {
  const page = Math.max(1, Math.trunc(Number(asked.page)) || 1);
  const filter = {
    repository: asked.repository || undefined,
    health: asked.health || undefined,
    words: queryWords(asked.q ?? ""),
    ...{ limit: perPage, offset: (page - 1) * perPage },
  };
  const { decisions, total } = await askOrg(signal, (client) => readSomeDecisions(client, filter));
  const { fitting, warnings } = takeFitting(decisions, "decision", publishedDecision, ({ shown }) => shown);
  return {
    decisions: fitting.map(({ row, value }) => listed(row, value)),
    ...{ total, page, pages: Math.max(1, Math.ceil(total / perPage)), warnings },
  };
}

function listed({ repository, commit, path }: DecisionRow, shown: z.output<typeof publishedDecision>): OrgDecision {
  const { id, kind, title, decided, date, standing, health, findings, outcomes = [] } = shown;
  return {
    ...{ repository, commit, path, id, kind, title, decided, date, standing, health, outcomes },
    findings: findings.map(({ state, id, label, path, line, words, why }) => ({
      ...{ state, id, label, path, line, words, why },
    })),
  };
}
