/**
 * The Convergence Summary of RFC 0057: its first line, its boxes and its last line, all counted from the records. The same text answers the
 * verdict call and stands in verdict.md.
 */

import { cutTo } from "../drafts/plain-text.ts";
import { isMember } from "../rules/guests.ts";
import type { Ledger } from "../rules/ledger.ts";
import { expertKey } from "../rules/names.ts";
import type { VerdictRecord } from "../rules/records.ts";
import { seatedExperts } from "../rules/stance-history.ts";
import {
  type DialogueRecords,
  decisionOf,
  hasConverged,
  isClosing,
  ledgerAt,
  outcomeOf,
  refusedWords,
} from "../rules/standing.ts";
import { totalsOf } from "../rules/totals.ts";
import { type BoxRow, box } from "./box.ts";
import { number, plural } from "./page.ts";
import { componentsWords, scoreLegend } from "./scoreboard.ts";
import { stateWords, tensionAndPath, tensionsIn } from "./tension-words.ts";

/** The width of RFC 0057's boxes. */
const width = 71;
/** Characters of a recommendation that stands in for decisions; verdict.md has it in full. */
const longestDecision = 600;

/** Of the verdict in force unless another is named; without any verdict, of the dialogue so far. */
export function convergenceSummary(records: DialogueRecords, verdict = decisionOf(records).verdict): string {
  const ledger = ledgerAt(records, verdict);
  const final = verdict?.verdict_type === "final";
  const accepted = tensionsIn(ledger, "accepted");
  const open = tensionsIn(ledger, "open", "addressed", "reopened");
  const blocks = [
    ...headlines(records, verdict, ledger),
    `${final ? "Final " : ""}Dialogue Summary\n${metricsBox(ledger)}\n${scoreLegend}`,
    decisionsBox(verdict, ledger),
    tensionsBox(
      "Resolved Tensions",
      "Resolution",
      tensionsIn(ledger, "resolved").map((tension) => [tension.id, tensionAndPath(tension, ledger)]),
    ),
    accepted.length > 0 &&
      tensionsBox(
        "Accepted Tensions",
        "Rationale",
        accepted.map((tension) => [tension.id, `${stateWords.accepted}: ${tensionAndPath(tension, ledger)}`]),
      ),
    open.length > 0 &&
      tensionsBox(
        "Open Tensions",
        "Tension",
        open.map(({ id, label, state }) => [id, `${stateWords[state]}: ${label}`]),
      ),
    lastLine(ledger),
  ];
  return blocks.filter((block) => block !== false).join("\n\n");
}

function headlines(records: DialogueRecords, verdict: VerdictRecord | undefined, ledger: Ledger): string[] {
  if (verdict === undefined) return ["NO VERDICT YET"];
  const highest = records.rounds.at(-1)?.round ?? null;
  const lines: string[] = [];
  if (verdict.round !== highest) lines.push(`SUPERSEDED: ROUND ${highest} IS REGISTERED`);
  else if (verdict.verdict_type === "final" && decisionOf(records).state === "contested")
    lines.push(`CONTESTED: MORE THAN ONE FINAL VERDICT STANDS ON ROUND ${highest}`);
  const then = lines.length > 0 ? `At round ${verdict.round ?? "none"}: ` : "";
  lines.push(then + headline(verdict, ledger));
  const warning = verdict.warning ?? verdict.description.join(" ");
  // Boxed, so that no line of it can pass for a headline.
  if (verdict.forced && !hasConverged(ledger))
    lines.push(box([{ heading: "Warning", min: 20, max: width }], [{ cells: [warning] }], width));
  return lines;
}

function headline(verdict: VerdictRecord, ledger: Ledger): string {
  if (isClosing(verdict)) return `CLOSED WITHOUT A DECISION: ${verdict.verdict_type.toUpperCase()}`;
  if (verdict.verdict_type !== "final") return `${verdict.verdict_type.toUpperCase()} VERDICT: NOT THE DECISION`;
  const outcome = outcomeOf(verdict, ledger);
  if (outcome === "refused" && !hasConverged(ledger)) return "CONVERGENCE NOT REACHED";
  if (outcome === "refused") return `NOT THE DECISION: ${refusedWords(ledger).toUpperCase()}`;
  return outcome === "forced" ? "FORCED CONVERGENCE AT MAX ROUNDS" : "100% CONVERGENCE ACHIEVED";
}

function metricsBox(ledger: Ledger): string {
  const totals = totalsOf(ledger);
  const accepted = String(totals.tensions_accepted);
  const rows: BoxRow[] = [
    { cells: ["Rounds", String(totals.rounds)] },
    { cells: ["Total ALIGNMENT", number(totals.alignment.total)], below: `  ${componentsWords(totals.alignment)}` },
    { cells: ["Experts Consulted", `${totals.experts_consulted} unique${silentWords(ledger)}`] },
    { cells: ["Tensions Resolved", `${totals.tensions_resolved}/${totals.tensions}`] },
    ...(totals.tensions_accepted > 0 ? [{ cells: ["Accepted Unresolved", accepted] }] : []),
    { cells: ["Final Velocity", velocityWords(ledger)] },
  ];
  const columns = [
    { heading: "Metric", min: 21, max: 21 },
    { heading: "Value", min: 9, max: 44 },
  ];
  return box(columns, rows);
}

/** Nobody is credited who wrote nothing. */
function silentWords({ records }: Ledger): string {
  const wrote = records.flatMap((record) =>
    record.texts.filter(({ expert, lines }) => lines.length > 0 && isMember(record, expert)),
  );
  const keys = new Set(wrote.map(({ expert }) => expertKey(expert)));
  const silent = seatedExperts(records).filter(({ name }) => !keys.has(expertKey(name))).length;
  return silent > 0 ? ` (${silent} never wrote)` : "";
}

function velocityWords({ rounds }: Ledger): string {
  const velocity = rounds.at(-1)?.velocity;
  if (velocity === undefined || velocity.total === 0) return String(velocity?.total ?? "—");
  return `${velocity.total} (${plural(velocity.open_tensions, "tension")} + ${plural(velocity.new_perspectives, "perspective")})`;
}

function decisionsBox(verdict: VerdictRecord | undefined, ledger: Ledger): string | false {
  if (verdict === undefined || isClosing(verdict)) return false;
  const outcome = verdict.verdict_type === "final" ? outcomeOf(verdict, ledger) : undefined;
  const title =
    outcome === "converged"
      ? "Converged Decisions"
      : outcome === "forced"
        ? "Forced Decisions"
        : "Stated, Not Converged";
  const rows =
    verdict.decisions.length > 0
      ? verdict.decisions.map(({ topic, decision }) => ({ cells: [topic, decision] }))
      : [{ cells: ["Recommendation", cutTo(verdict.recommendation.join(" "), longestDecision)] }];
  const columns = [
    { heading: "Topic", min: 14, max: 24 },
    { heading: "Decision", min: 20, max: width },
  ];
  return `${title}\n${box(columns, rows, width)}`;
}

function tensionsBox(title: string, heading: string, rows: readonly [string, string][]): string {
  if (rows.length === 0) return `${title}\nNone.`;
  const columns = [
    { heading: "ID", min: 6, max: 12 },
    { heading, min: 20, max: width },
  ];
  return `${title}\n${box(
    columns,
    rows.map((cells) => ({ cells })),
    width,
  )}`;
}

function lastLine(ledger: Ledger): string {
  const last = ledger.rounds.at(-1);
  if (last === undefined) return "No round was registered.";
  const { signals, panel_size } = last.convergence;
  const who = signals === panel_size ? "All experts" : `${signals} of ${panel_size} experts`;
  return `${who} signaled [MOVE:CONVERGE]. Velocity = ${last.velocity.total}.`;
}
