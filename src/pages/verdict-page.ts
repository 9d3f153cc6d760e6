/**
 * verdict.md: a reader of this page alone can say what was decided, who disagreed and on what it rests. Consensus stands beside its price: the
 * Judge's hand, who left unconvinced, and whether the panel ever saw these words.
 */

import { authorsOf, isMember } from "../rules/guests.ts";
import type { Ledger } from "../rules/ledger.ts";
import { expertKey } from "../rules/names.ts";
import type { VerdictRecord } from "../rules/records.ts";
import { opponentsOf } from "../rules/resolvers.ts";
import { type StanceHistory, stanceHistories, stanceWords } from "../rules/stance-history.ts";
import {
  isClosing,
  judgesHand,
  ledgerAt,
  leftUnconvinced,
  outcomeOf,
  standingOf,
  verdictPath,
} from "../rules/standing.ts";
import { disagreement } from "./disagreement.ts";
import { allCitations, badCitations, citationsTable, citationWords, groundsTable, keyItemWords } from "./grounds.ts";
import { handWords, unconvincedWords } from "./judges-hand.ts";
import { verdictsTable } from "./overview.ts";
import { generatedLine, markdownTable, page, plural } from "./page.ts";
import { inline, quote } from "./quote.ts";
import { seenByPanel, seenWords } from "./seen-by-panel.ts";
import { closingOf, labelWords, tensionsIn } from "./tension-words.ts";
import { convergenceSummary } from "./verdict.ts";
import type { View } from "./view.ts";

/** Undefined while there is no verdict of any kind. */
export function renderVerdict(view: View): string | undefined {
  const { verdict } = view.decision;
  if (verdict === undefined) return undefined;
  const ledger = ledgerAt(view, verdict);
  const shows = `the ${verdict.verdict_type} verdict${verdict.round === null ? "" : ` on round ${verdict.round}`}`;
  const record = verdictPath(verdict);
  return page(
    generatedLine({ shows, record, self: verdict.self, lastRound: view.shown.lastRound! }),
    `# Verdict: ${inline(view.opening.title)}`,
    standing(view, verdict, ledger),
    `\`\`\`text\n${convergenceSummary(view, verdict)}\n\`\`\``,
    "## At a Glance",
    atAGlance(view, verdict, ledger),
    ...wordsOf(verdict),
    "## Tensions",
    tensions(ledger),
    "## Who Disagreed",
    ...disagreement(view, verdict, ledger),
    "## What It Rests On",
    groundsTable(verdict, ledger) ||
      "The verdict names no evidence, claim or recommendation, and no tension was closed.",
    ...keyItemWords(verdict, ledger),
    badCitations(allCitations(ledger)).length > 0 && citationsTable(badCitations(allCitations(ledger))),
    "## What Deliberation Changed",
    ...changed(ledger),
    "## All Verdicts",
    verdictsTable(view),
    "Blue attests that this page follows from the records beside it. It does not authenticate who wrote them.",
  );
}

/** A closing has a reason and recommends nothing. */
function wordsOf(verdict: VerdictRecord): string[] {
  const description = quote(verdict.description);
  if (isClosing(verdict)) return ["## Reason", description || "None given."];
  return [
    "## Recommendation",
    quote(verdict.recommendation),
    ...(description === "" ? [] : ["### Description", description]),
    ...(verdict.warning === null ? [] : ["### Warning", quote(verdict.warning.split("\n"))]),
    ...verdict.conditions.flatMap((condition, i) => [
      `### Condition ${i + 1} (the Judge's words)`,
      quote(condition.split("\n")),
    ]),
  ];
}

function standing(view: View, verdict: VerdictRecord, ledger: Ledger): string {
  const where = verdict.round === null ? "before the first round" : `on round ${verdict.round}`;
  const words = standingOf(verdict, view);
  const forced =
    verdict.verdict_type === "final" && outcomeOf(verdict, ledger) === "forced" ? "forced at max rounds; " : "";
  const kind = isClosing(verdict)
    ? `Closed as ${verdict.verdict_type}`
    : `${verdict.verdict_type === "interim" ? "An" : "A"} ${verdict.verdict_type} verdict`;
  return `**${kind} ${where}: ${forced}${words}.** Registered ${verdict.registered_at}.`;
}

/** Everything counted, before any free text. */
function atAGlance(view: View, verdict: VerdictRecord, ledger: Ledger): string {
  const last = ledger.rounds.at(-1)?.convergence;
  const objections = ledger.records.flatMap(({ statements }) => statements).length;
  const rivals = view.verdicts.filter(({ verdict_type }) => verdict_type === "minority" || verdict_type === "dissent");
  const vote = [
    last === undefined ? "" : `Counted: ${last.signals} of ${last.panel_size} signaled.`,
    verdict.vote === null ? "" : `Vote as the Judge states it: ${inline(verdict.vote)}.`,
    verdict.confidence === null ? "" : `Confidence as the Judge states it: ${inline(verdict.confidence)}.`,
    verdict.supporting_experts.length === 0
      ? ""
      : `Supporting, as the Judge states it: ${verdict.supporting_experts.map(inline).join(", ")}.`,
  ].filter((part) => part !== "");
  return [
    ...(isClosing(verdict) ? [] : [seenWords(seenByPanel(verdict, ledger))]),
    vote.join(" "),
    handWords(judgesHand(ledger, { verdict: verdict })),
    lastRoundWords(ledger),
    opposedWords(ledger),
    absenceWords(ledger),
    conditionWords(verdict),
    changeOfMind(ledger),
    unconvincedWords(leftUnconvinced(ledger)),
    `Objections on record: ${some(objections, "dissent or minority statement")} by experts, ${some(rivals.length, "minority or dissent verdict")}.`,
    citationWords(allCitations(ledger)),
  ]
    .filter((line) => line !== "")
    .map((line) => `- ${line}`)
    .join("\n");
}

/** What the panel had no later round to object to: accepted in the last round, or closed there without the raiser's own RESOLVE. */
function lastRoundWords({ records, tensions }: Ledger): string {
  const last = records.at(-1);
  const events = last?.tensions ?? [];
  const accepted = events.filter(({ change }) => change === "accepted").map(({ id }) => inline(id));
  const closed = events.filter(({ id, change, item }) => {
    const { events: life = [], resolvers = [] } = tensions.get(id) ?? {};
    const raisers = new Set(
      life.filter((event) => event.change === "raised").flatMap(({ actors }) => actors.map(expertKey)),
    );
    return change === "resolved" && !resolvers.some((one) => one.item === item && raisers.has(expertKey(one.by)));
  });
  const parts = [
    accepted.length === 0 ? "" : `accepted unresolved: ${accepted.join(", ")}`,
    closed.length === 0
      ? ""
      : `closed without the raiser's own RESOLVE: ${closed.map(({ id, item }) => `${inline(id)} by ${inline(item ?? "")}`).join(", ")}`,
  ].filter((part) => part !== "");
  return parts.length === 0 ? "" : `In the last round, ${parts.join("; ")}. The panel has not answered that.`;
}

/** A closing by an item that somebody opposed before leaving the panel, and never took back. */
function opposedWords(ledger: Ledger): string {
  const closings = tensionsIn(ledger, "resolved").flatMap(({ id, events }) => {
    const item = events.findLast(({ change }) => change === "resolved")?.item;
    const opponents = item == null ? [] : opponentsOf(ledger, item);
    return opponents.length === 0
      ? []
      : [`${inline(id)} by ${inline(item!)}, which ${opponents.map(inline).join(", ")} opposed`];
  });
  return closings.length === 0 ? "" : `Closed over a standing objection: ${closings.join("; ")}.`;
}

/** Who did not speak, and when: a count alone hides whose view was missing. */
function absenceWords({ records }: Ledger): string {
  const absent = records.flatMap(({ round, texts }) =>
    texts.filter(({ state }) => state === "absent").map(({ expert }) => `${inline(expert)} in round ${round}`),
  );
  return absent.length === 0 ? "" : `Absent: ${absent.join(", ")}.`;
}

/** Conditions come with the verdict, after the panel has written. */
function conditionWords({ conditions }: VerdictRecord): string {
  return conditions.length === 0
    ? ""
    : `**${plural(conditions.length, "condition")} below the recommendation ${conditions.length === 1 ? "is" : "are"} the Judge's words:** the panel never voted on ${conditions.length === 1 ? "it" : "them"}.`;
}

/** A unanimous end says nothing of the way there. */
function changeOfMind(ledger: Ledger): string {
  const [first] = ledger.records;
  const began = first?.stances.filter(({ by }) => isMember(first, by)) ?? [];
  const counts = new Map<string, number>();
  for (const { position } of began) counts.set(position, (counts.get(position) ?? 0) + 1);
  if (began.length === 0 || ledger.records.length < 2) return "";
  return `In round 0 the panel stood at ${[...counts].map(([position, n]) => `${n} ${position}`).join(", ")}.`;
}

function some(count: number, what: string): string {
  return count === 0 ? `no ${what}` : plural(count, what);
}

function tensions(ledger: Ledger): string {
  const closed = tensionsIn(ledger, "resolved", "accepted").map((tension) => {
    const closing = closingOf(tension, ledger);
    const item = closing?.item == null ? undefined : ledger.items.get(closing.item);
    const by = item === undefined ? "" : authorsOf(ledger, item).map(inline).join(", ");
    const how = closing?.item == null ? "ACCEPTED UNRESOLVED" : `${inline(closing.item)} by ${by}`;
    return [
      inline(tension.id),
      labelWords(tension),
      how,
      inline(closing?.text ?? ""),
      closing === undefined ? "" : `round ${closing.round}`,
    ];
  });
  const open = tensionsIn(ledger, "open", "addressed", "reopened").map((tension) => [
    inline(tension.id),
    labelWords(tension),
    "**OPEN**",
    "",
    "",
  ]);
  if (closed.length + open.length === 0) return "No tension was raised.";
  return markdownTable(["ID", "Tension", "Closed By", "How", "When"], [...closed, ...open]);
}

function changed(ledger: Ledger): string[] {
  const first = ledger.rounds[0];
  if (first === undefined) return ["No round was registered."];
  const perspectives = [...ledger.items.values()].filter(({ type, new: fresh }) => type === "P" && fresh).length;
  const since = ledger.tensions.size - [...ledger.tensions.values()].filter(({ round }) => round === 0).length;
  const later = perspectives - first.velocity.new_perspectives;
  const histories = stanceHistories(ledger);
  const moved = histories.filter((history) => history.changed).length;
  return [
    `Round 0 ended with ${plural(first.velocity.new_perspectives, "perspective")} and ${plural(first.velocity.open_tensions, "open tension")}. Since then ${plural(later, "new perspective")} and ${plural(since, "new tension")} came up, ${tensionsIn(ledger, "resolved").length} of ${ledger.tensions.size} tensions were resolved and ${plural(moved, "expert")} changed position.`,
    markdownTable(["Expert", "Role", "First Stance", "Last Stance", "Changed", "Citing"], histories.map(stanceRow)),
  ];
}

function stanceRow({ expert, role, first, last, changed: moved, cites }: StanceHistory): string[] {
  const taken = (stance: typeof first) => (stance === null ? "none" : `${stanceWords(stance)}, round ${stance.round}`);
  return [
    inline(expert),
    inline(role),
    taken(first),
    taken(last),
    moved ? "yes" : "no",
    moved ? cites.map(inline).join(", ") || "nothing" : "",
  ];
}
