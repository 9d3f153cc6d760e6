/** RFC 0057's export, and what a later reader needs beyond it: events, references, moves, stances, citations, the price of the consensus. */

import { checkList, findingsCsv } from "../facts/check-list.ts";
import { decidedLines } from "../facts/decided.ts";
import type { VerdictFacts } from "../facts/schema.ts";
import { verdictFacts } from "../facts/verdict-facts.ts";
import { blindCoverage } from "../rules/coverage.ts";
import { actorsOf, authorsOf, speaker, speakerIn } from "../rules/guests.ts";
import { itemStatuses } from "../rules/item-status.ts";
import { foldLedger, type Ledger, type LedgerItem } from "../rules/ledger.ts";
import { expertKey } from "../rules/names.ts";
import { usageOf } from "../rules/played.ts";
import type { Revision, RoundRecord } from "../rules/records.ts";
import { itemTexts } from "../rules/round/item-texts.ts";
import { leftUnconvinced } from "../rules/round/not-convinced.ts";
import { answersIn } from "../rules/round/revision.ts";
import { signaledAt } from "../rules/signaled-at.ts";
import { stanceDelta } from "../rules/stance-history.ts";
import { type DialogueRecords, judgesHand, sortedVerdicts } from "../rules/standing.ts";
import { totalsOf } from "../rules/totals.ts";
import { type ItemType, itemTypeLetters, itemTypes } from "../rules/vocabulary.ts";
import { renderDialogueDocument } from "./dialogue-document.ts";
import { findingsOf } from "./findings.ts";
import { jsonFile } from "./page.ts";
import type { ExportFormat } from "./page-names.ts";
import { viewOf } from "./view.ts";

/** An export in the dialogue's folder, by its format. Nobody misses one that was never asked for; one that is there shows what the records say. */
export function renderExport(format: ExportFormat, records: DialogueRecords, known?: Ledger): string {
  if (format === "md") return renderDialogueDocument(records);
  const ledger = known ?? foldLedger(records.opening, records.rounds);
  switch (format) {
    case "csv":
      return scoreboardCsv(ledger);
    case "github":
      return checkList(records.opening.title, findingsOf(viewOf(records, ledger)));
    case "findings":
    case "jira":
      return findingsCsv(findingsOf(viewOf(records, ledger)), format);
    case "json":
      return jsonFile(exportDialogue(ledger, records));
  }
}

function scoreboardCsv({ rounds }: Ledger): string {
  const rows = rounds.map(({ round, score, velocity, convergence }) =>
    [
      round,
      score.W,
      score.C,
      score.T,
      score.R,
      score.total,
      velocity.open_tensions,
      velocity.new_perspectives,
      velocity.total,
      convergence.signals,
      convergence.panel_size,
      convergence.percent,
    ].join(","),
  );
  return `round,W,C,T,R,score,open_tensions,new_perspectives,velocity,converge_signals,panel_size,converge_percent\n${rows.map((row) => `${row}\n`).join("")}`;
}

/** `facts`: what is said of its verdict, by a caller who knows more than its own records. */
export function exportDialogue(
  ledger: Ledger,
  given: Pick<DialogueRecords, "verdicts" | "comparisons">,
  facts: VerdictFacts = verdictFacts({ ...given, ...recordsOf(ledger) }, undefined, null, ledger),
) {
  const { opening, records } = ledger;
  const verdicts = sortedVerdicts(given.verdicts);
  const inForce = facts.in_force ? verdicts.find(({ self }) => self === facts.verdict!.self) : undefined;
  const ended = facts.in_force || facts.how === "closed" || facts.how === "reviewed";
  const texts = itemTexts(records);
  const statuses = itemStatuses(ledger, inForce);
  const usage = usageOf(records, verdicts);
  const items = (type: ItemType) =>
    [...ledger.items.values()]
      .filter((item) => item.type === type)
      .map((item) => exportItem(ledger, item, texts, statuses));
  const flat = <T extends { by: string }>(pick: (record: RoundRecord) => readonly T[]) =>
    records.flatMap((record) =>
      pick(record).map((one) => ({ round: record.round, ...one, by: speaker(record, one.by) })),
    );
  return {
    dialogue_id: opening.dialogue,
    title: opening.title,
    question: opening.question,
    constraint: opening.constraint,
    background: opening.background.join("\n"),
    subject: opening.subject,
    sources: opening.sources,
    rfc: opening.rfc,
    created_at: opening.created_at,
    rules: opening.rules,
    settings: opening.settings,
    pool: { domain: opening.domain, experts: opening.pool },
    facts,
    scoreboard: {
      rounds: ledger.rounds.map(({ round, score, velocity, convergence: { signals, panel_size, percent } }) => ({
        round,
        score,
        velocity,
        convergence: { signals, panel_size, percent },
      })),
      totals: totalsOf(ledger),
    },
    convergence_signals: records.flatMap((record) =>
      record.signals
        .filter(({ counted }) => counted)
        .map(({ by }) => ({ round: record.round, expert: expertKey(by), signaled_at: signaledAt(record, by) })),
    ),
    experts: exportExperts(ledger),
    rounds: records.map(
      ({
        round,
        registered_at,
        self,
        prev,
        panel,
        proposal,
        revisions,
        cross_checks,
        asked,
        directives,
        later_looks,
        judge,
        scores,
        dismissed,
        discarded,
        signals,
        played,
        texts,
      }) => ({
        round,
        registered_at,
        self,
        prev,
        panel,
        proposal: proposal?.join("\n") ?? null,
        ...(asked === undefined ? {} : { asked }),
        ...(revisions === undefined ? {} : { revisions: revisions.map((one) => exportRevision(ledger, one)) }),
        ...(cross_checks === undefined
          ? {}
          : { cross_checks: cross_checks.map((one) => ({ ...one, sheet: one.sheet.join("\n") })) }),
        ...(directives === undefined ? {} : { directives }),
        ...(round > 0 ? {} : { coverage: blindCoverage(ledger) }),
        ...(later_looks === undefined ? {} : { later_looks }),
        summary: judge.join("\n"),
        expert_scores: scores.experts,
        dismissed,
        discarded,
        signals,
        ...(played === undefined ? {} : { played }),
        texts: texts.map(({ expert, state, lines, provenance, others }) => ({
          expert: speaker({ panel }, expert),
          state,
          text: lines.join("\n"),
          provenance,
          others: others.map((other) => ({ text: other.lines.join("\n"), provenance: other.provenance })),
        })),
      }),
    ),
    ...(Object.fromEntries(itemTypeLetters.map((type) => [itemTypes[type].list, items(type)])) as ItemLists),
    tensions: [...ledger.tensions.values()].map((tension) => ({
      ...exportItem(ledger, ledger.items.get(tension.id)!, texts, statuses),
      ...(tension.severity === null ? {} : { severity: tension.severity }),
      status: tension.state === "accepted" ? "accepted_unresolved" : tension.state,
      owner: tension.owner,
      resolution_path: tension.resolution_path,
      resolvers: tension.resolvers.map((one) => ({ ...one, by: speakerIn(ledger, one.round, one.by) })),
      events: tension.events.map((event) => ({ ...event, actors: actorsOf(ledger, tension, event) })),
    })),
    verdicts: verdicts.map((verdict) => ({
      ...verdict,
      recommendation: decidedLines(verdict, records).join("\n"),
      description: verdict.description.join("\n"),
      in_force: verdict === inForce,
      superseded: verdict.round !== (ledger.rounds.at(-1)?.round ?? null),
    })),
    comparisons: (given.comparisons ?? []).map(({ graders, control, ...rest }) => ({
      ...rest,
      graders: graders.map((grader) => ({ ...grader, sheet: grader.sheet.join("\n") })),
      ...(control === undefined ? {} : { control: exportRevision(ledger, control) }),
    })),
    events: records.flatMap(({ round, tensions }) =>
      tensions.map((event) => ({
        round,
        ...event,
        actors: actorsOf(ledger, ledger.tensions.get(event.id) ?? { resolvers: [] }, { ...event, round }),
      })),
    ),
    refs: flat(({ refs }) => refs),
    moves: flat(({ moves }) => moves),
    stances: flat(({ stances }) => stances),
    statements: flat(({ statements }) => statements),
    citations: flat(({ citations }) => citations),
    judges_hand: ended ? facts.judge.hand : judgesHand(ledger),
    left_unconvinced: leftUnconvinced(ledger),
    ...(usage === undefined ? {} : { usage }),
    delta: stanceDelta(records),
  };
}

function recordsOf({ opening, records }: Ledger): Pick<DialogueRecords, "opening" | "rounds"> {
  return { opening, rounds: records };
}

type ItemLists = Record<(typeof itemTypes)[ItemType]["list"], ReturnType<typeof exportItem>[]>;

/** `answers`: the sheet as written; `answered`: what it says of each tension. */
function exportRevision(ledger: Ledger, revision: Revision) {
  const { lines, sheet, ...rest } = revision;
  const answered = answersIn(ledger, [revision]).map(({ id, answer, text }) => ({ id, answer, text }));
  return { ...rest, text: lines.join("\n"), answers: sheet.join("\n"), answered };
}

function exportItem(
  ledger: Ledger,
  { id, label, renamed, round, sources, new: isNew, type }: LedgerItem,
  texts: Map<string, string[]>,
  statuses: Map<string, string[]>,
) {
  return {
    id,
    label,
    ...(renamed === undefined ? {} : { renamed }),
    round,
    ...(type === "P" ? { new: isNew } : {}),
    content: (texts.get(sources[0]!.local_id) ?? []).join("\n"),
    contributors: authorsOf(ledger, { sources: sources.map((one) => ({ ...one, expert: expertKey(one.expert) })) }),
    local_ids: sources.map(({ local_id }) => local_id),
    sources: sources.map((one) => ({ ...one, expert: speakerIn(ledger, one.round, one.expert) })),
    derived: statuses.get(id) ?? [],
  };
}

function exportExperts({ records }: Ledger) {
  const experts = new Map<
    string,
    { name: string; role: string; tier: string | null; source: string; rounds: number[]; score: number }
  >();
  for (const { round, panel, scores } of records) {
    for (const { name, role, tier, source } of panel) {
      const known = experts.get(expertKey(name)) ?? { name: expertKey(name), role, tier, source, rounds: [], score: 0 };
      known.rounds.push(round);
      known.score += Object.entries(scores.experts).find(([key]) => expertKey(key) === expertKey(name))?.[1] ?? 0;
      experts.set(expertKey(name), known);
    }
  }
  return [...experts.values()];
}
