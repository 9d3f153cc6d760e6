/** What a reviewer asks of a new verdict: what was decided, what deliberation changed, who is not convinced, what stayed open, what it cost. */
import * as z from "zod";
import { closingOf, tensionsIn } from "../../pages/tension-words.ts";
import { costOf } from "../../rules/cost.ts";
import { notConvinced } from "../../rules/not-convinced.ts";
import { majorityOf, positionsOf, wordsOf } from "../../rules/overview.ts";
import type { VerdictRecord } from "../../rules/records.ts";
import { stanceHistories } from "../../rules/stance-history.ts";
import { type DialogueRecords, isClosing, ledgerAt, sortedVerdicts, standingOf } from "../../rules/standing.ts";

const stood = z.strictObject({
  positions: z.record(z.string(), z.int()),
  majority: z.string().nullable().describe("What more than half of the panel said."),
});

export const verdictFactsSchema = z.strictObject({
  dialogue_id: z.string(),
  title: z.string(),
  question: z.string(),
  path: z.string().describe("Its page."),
  type: z.string().describe("`final`, `minority` …, or how the dialogue was closed."),
  standing: z.string(),
  decided: z.string().describe("In one line; of a closing the reason."),
  blind: stood,
  final: stood,
  moved: z.int().describe("Experts who changed their position."),
  not_convinced: z.array(z.strictObject({ who: z.string(), words: z.string() })),
  accepted: z.array(z.strictObject({ id: z.string(), label: z.string(), why: z.string() })),
  cost: z.strictObject({
    rounds: z.int(),
    runs: z.int(),
    tokens: z.int().nullable().describe("Of the runs of which they are known."),
    known_runs: z.int(),
  }),
});

export type VerdictFacts = z.output<typeof verdictFactsSchema>;

/** Of the newest of these verdicts (one at least) that ends the dialogue, else of the newest. */
export function verdictFacts(records: DialogueRecords, folder: string, news: readonly VerdictRecord[]): VerdictFacts {
  const sorted = sortedVerdicts(news);
  const verdict = sorted.findLast((one) => one.verdict_type === "final" || isClosing(one)) ?? sorted.at(-1)!;
  const ledger = ledgerAt(records, verdict);
  const { title, question, dialogue } = records.opening;
  const { runs, known } = costOf(ledger.records);
  return {
    dialogue_id: dialogue,
    title,
    question: question ?? title,
    path: `${folder}/verdict.md`,
    type: verdict.verdict_type,
    standing: standingOf(verdict, records),
    decided: isClosing(verdict) ? verdict.description.join(" ") : wordsOf(verdict),
    blind: standsAt(ledger.records.slice(0, 1)),
    final: standsAt(ledger.records),
    moved: stanceHistories(ledger).filter(({ changed }) => changed).length,
    not_convinced: [
      ...notConvinced(ledger).map(({ expert, role, as, stance, text }) => ({
        who: `${expert} (${role ?? "guest"}${as === "left" ? ", left the panel" : ""}): ${stance ?? "no stance"}`,
        words: text ?? "",
      })),
      ...ledger.records.flatMap(({ round, statements }) =>
        statements.map(({ kind, by, label, lines }) => ({
          who: `${by}, round ${round}: ${kind === "dissent" ? "dissent" : "minority verdict"}${label === null ? "" : ` “${label}”`}`,
          words: lines.join(" "),
        })),
      ),
      ...records.verdicts
        .filter(({ verdict_type, self }) => self !== verdict.self && ["minority", "dissent"].includes(verdict_type))
        .map((rival) => ({
          who: `a ${rival.verdict_type} verdict of ${rival.supporting_experts.join(", ") || "nobody named"}`,
          words: rival.recommendation.join(" "),
        })),
    ],
    accepted: tensionsIn(ledger, "accepted").map((tension) => ({
      id: tension.id,
      label: tension.label,
      why: closingOf(tension, ledger)?.text ?? "",
    })),
    cost: {
      rounds: ledger.records.length,
      runs,
      tokens: known.tokens === 0 ? null : known.tokens,
      known_runs: known.runs,
    },
  };
}

function standsAt(rounds: DialogueRecords["rounds"]): z.output<typeof stood> {
  return { positions: positionsOf(rounds), majority: majorityOf(rounds) ?? null };
}
