/**
 * The Convergence Summary of RFC 0057: its first line, its boxes and its last line, all counted from the records. The same text, with
 * fewer tensions, answers the verdict call.
 */

import type { VerdictFacts } from "../facts/schema.ts";
import { undoneIn, undoneWords } from "../facts/tensions.ts";
import { isMember } from "../rules/guests.ts";
import { bySeverity, type Ledger } from "../rules/ledger.ts";
import { expertKey } from "../rules/names.ts";
import { clipped } from "../rules/round/first-sentence.ts";
import { seatedExperts } from "../rules/stance-history.ts";
import { totalsOf } from "../rules/totals.ts";
import { type BoxRow, box, boxText } from "./box.ts";
import { number, plural } from "./page.ts";
import { componentsWords, scoreLegend } from "./scoreboard.ts";
import { stateWords, tensionAndPath, tensionsIn } from "./tension-words.ts";
import { decidedWords, renderFacts, verdictLines } from "./verdict-lines.ts";

/** The width of RFC 0057's boxes. */
const width = 71;

/** How much of the resolved tensions is shown: so many of the worst, each in so many characters; verdict.md has all. */
interface Shown {
  most: number;
  longest: number;
  /** `above`: the page that this is on has them already. Of those in lines, what they name as refused is not listed once more. */
  facts: "above" | "box" | "lines";
}

/** Below the facts, on the verdict's page. */
const all: Shown = { most: Number.POSITIVE_INFINITY, longest: Number.POSITIVE_INFINITY, facts: "above" };
/** Below a verdict that was just given. */
export const forPeople: Shown = { ...all, most: 10, facts: "box" };
/** For a chat, where boxes cost three bytes a stroke. */
export const forChat: Shown = { most: 2, longest: 160, facts: "lines" };

/** `ledger`: as it stood when the verdict was given. */
export function convergenceSummary(
  facts: VerdictFacts,
  ledger: Ledger,
  { most, longest, facts: as }: Shown = all,
): string {
  const final = facts.verdict?.type === "final";
  const accepted = tensionsIn(ledger, "accepted");
  const open = tensionsIn(ledger, "open", "addressed", "reopened");
  const closed = tensionsIn(ledger, "resolved");
  const resolved = as === "lines" ? closed.filter(({ id }) => undoneIn(facts, id) === undefined) : closed;
  // Refused ones first among equals: they are the ones to look at.
  const isRefused = ({ id }: { id: string }) => Number(facts.refused.includes(id));
  const worst = bySeverity(resolved.toSorted((a, b) => isRefused(b) - isRefused(a)));
  const listed = resolved.length > most ? worst.slice(0, most) : resolved;
  const left = resolved.length - listed.length;
  const blocks = [
    ...headlines(facts),
    as === "box" && factsBox(facts),
    as === "lines" && renderFacts(facts).join("\n"),
    `${final ? "Final " : ""}Dialogue Summary\n${metricsBox(ledger, facts)}${as === "lines" ? "" : `\n${scoreLegend}`}`,
    decisionsBox(facts),
    (resolved.length > 0 || closed.length === 0) &&
      tensionsBox(
        "Resolved Tensions",
        "Resolution",
        listed.map((tension) => [
          tension.id,
          clipped(`${acceptedAs(undoneIn(facts, tension.id))}${tensionAndPath(tension, ledger)}`, longest),
        ]),
      ),
    left > 0 && `${left} more ${left === 1 ? "is" : "are"} in verdict.md.`,
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

function acceptedAs(undone: string | undefined): string {
  return undone === undefined ? "" : `${undone.toUpperCase()}, accepted as such: `;
}

/** RFC 0057's first line. */
function headlines(facts: VerdictFacts): string[] {
  const { how, verdict, superseded_by, warning } = facts;
  if (verdict === null) return ["NO VERDICT YET"];
  const { round } = verdict;
  const lines: string[] = [];
  if (how === "superseded") lines.push(`SUPERSEDED BY ${boxText(superseded_by ?? "").toUpperCase()}`);
  if (how === "contested") lines.push(`CONTESTED: MORE THAN ONE FINAL VERDICT STANDS ON ROUND ${round}`);
  const then = lines.length > 0 ? `At round ${round ?? "none"}: ` : "";
  lines.push(then + headline(facts, verdict.type));
  // Boxed, so that no line of it can pass for a headline.
  if (warning !== null) lines.push(box([{ heading: "Warning", min: 20, max: width }], [{ cells: [warning] }], width));
  return lines;
}

function headline({ how, why, forced, open, fresh, signed }: VerdictFacts, type: string): string {
  if (how === "closed" || how === "reviewed") return `CLOSED WITHOUT A DECISION: ${type.toUpperCase()}`;
  if (type !== "final") return `${type.toUpperCase()} VERDICT: NOT THE DECISION`;
  const reached = open.length + fresh === 0 && signed.count === signed.of;
  if (how === "refused") return reached ? `NOT THE DECISION: ${why?.toUpperCase()}` : "CONVERGENCE NOT REACHED";
  return forced ? "FORCED CONVERGENCE AT MAX ROUNDS" : "100% CONVERGENCE ACHIEVED";
}

/** Everything that is said of a verdict, before RFC 0057's own boxes. */
function factsBox(facts: VerdictFacts): string {
  const columns = [
    { heading: "Fact", min: 14, max: 18 },
    { heading: "What the records say", min: 20, max: width },
  ];
  const rows = verdictLines(facts).map(({ name, words, note }) => ({
    cells: [name, note === null ? words : `${words} (${note})`],
  }));
  return box(columns, rows, width);
}

function metricsBox(ledger: Ledger, { tensions }: VerdictFacts): string {
  const totals = totalsOf(ledger);
  const accepted = String(totals.tensions_accepted);
  // A refusal that its raiser accepted settles a tension too, and a count alone would hide it.
  const undone = undoneWords(tensions);
  const rows: BoxRow[] = [
    { cells: ["Rounds", String(totals.rounds)] },
    { cells: ["Total ALIGNMENT", number(totals.alignment.total)], below: `  ${componentsWords(totals.alignment)}` },
    { cells: ["Experts Consulted", `${totals.experts_consulted} unique${silentWords(ledger)}`] },
    {
      cells: [
        "Tensions Resolved",
        `${totals.tensions_resolved}/${totals.tensions}${undone === "" ? "" : `, ${undone}`}`,
      ],
    },
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

/** RFC 0057's table of topics. They are the Judge's, and a text is no cell of it. */
function decisionsBox(facts: VerdictFacts): string | false {
  const { how, judge, decided } = facts;
  if (judge.topics.length === 0 || decided.as === "nothing") return false;
  const title =
    how === "forced" ? "Forced Decisions" : how === "refused" ? "Stated, Not Converged" : "Converged Decisions";
  const rows = judge.topics.map(({ topic, decision }) => ({ cells: [topic, decision] }));
  const columns = [
    { heading: "Topic", min: 14, max: 24 },
    { heading: "Decision", min: 20, max: width },
  ];
  return `${title}\n${box(columns, rows, width)}\nThe Judge's words; what was decided: ${boxText(decidedWords(facts))}`;
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
