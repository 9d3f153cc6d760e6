/**
 * The `.dialogue.md` document in RFC 0023's format: the whole dialogue as one file among the project's documents. A copy for reading, made from
 * the records; the records stay the truth.
 */

import { answerWords } from "../facts/objections.ts";
import type { VerdictFacts } from "../facts/schema.ts";
import { settledAs, tensionFact } from "../facts/tensions.ts";
import { authorsOf, isMember, speaker } from "../rules/guests.ts";
import type { Ledger } from "../rules/ledger.ts";
import { expertKey } from "../rules/names.ts";
import { type OpeningRecord, type RoundRecord, tiers } from "../rules/records.ts";
import { seatedExperts } from "../rules/stance-history.ts";
import type { DialogueRecords } from "../rules/standing.ts";
import { comparisonOf, comparisonSentence, comparisonTable } from "./comparison.ts";
import { factsParts } from "./facts-table.ts";
import { handWords } from "./judges-hand.ts";
import { code, markdownTable, page } from "./page.ts";
import { inline, prose, quote, quoteByLine } from "./quote.ts";
import { expertScoresTable, scoreboardTable, scoreboardTotals, scoreLegend } from "./scoreboard.ts";
import { noTextWords } from "./seen-by-panel.ts";
import { closingOf } from "./tension-words.ts";
import { signedText, type View, viewOf } from "./view.ts";

const muffin = "🧁";
const judge = "💙 Judge";

export function renderDialogueDocument(records: DialogueRecords): string {
  const view = viewOf(records);
  const { opening, ledger, newest, facts } = view;
  return page(
    `# Alignment Dialogue: ${inline(opening.title)}`,
    header(view),
    `> Saved by Blue from ${code(newest.record)} (self ${newest.self.slice(0, 16)}…) of ${code(opening.dialogue)}. The records there are the truth.`,
    ...Object.values(factsParts(facts, ledger)),
    `- ${handWords(facts.judge.hand)}`,
    "## Expert Pool",
    `**Domain**: ${inline(opening.domain ?? "") || "—"}\n**Question**: ${prose(opening.question ?? "") || "—"}`,
    poolTable(opening),
    "## Expert Panel",
    panelTable(ledger),
    "## Alignment Scoreboard",
    `All dimensions are UNBOUNDED. ${scoreLegend}`,
    scoreboardTable(ledger),
    scoreboardTotals(ledger),
    "### Per-Agent (Cumulative)",
    expertScoresTable(ledger, "Agent", `${muffin} `),
    "## Perspectives Inventory",
    inventory(ledger),
    "## Tensions Tracker",
    tracker(ledger),
    ...ledger.records.flatMap(roundBlocks),
    ...outcome(view),
  );
}

/** The line of a saved document that says which dialogue it is of. */
export function ownerLine(dialogue: string): string {
  return `**Draft**: Dialogue ${code(dialogue)}`;
}

function header({ opening, facts, ledger }: View): string {
  const guests = new Map(ledger.records.flatMap(guestsOf).map((name) => [expertKey(name), name]));
  const visitors = [...guests.values()].map((name) => `${name} (guest)`);
  const names = [...seatedExperts(ledger.records).map(({ name }) => name), ...visitors];
  const experts = names.map((name) => `${muffin} ${inline(name)}`);
  return [
    ownerLine(opening.dialogue),
    `**Date**: ${opening.created_at.slice(0, 10)} ${opening.created_at.slice(11, 16)}Z`,
    ...(opening.constraint === null ? [] : [`**Constraint**: ${prose(opening.constraint)}`]),
    `**Status**: ${statusWords(facts)}`,
    `**Participants**: ${[...experts, judge].join(" | ")}`,
  ].join("\n");
}

function statusWords({ how, verdict }: VerdictFacts): string {
  if (verdict === null) return "In Progress";
  if (how === "closed" || how === "reviewed") return verdict.type === "impasse" ? "Impasse" : "Abandoned";
  if (how === "contested" || how === "refused") return `Open, ${how}`;
  if (how === "forced") return "Forced";
  return how === "converged" ? "Converged" : "In Progress";
}

function poolTable({ pool }: OpeningRecord): string {
  const rows = tiers
    .map(
      (tier) =>
        [
          tier,
          pool
            .filter((expert) => expert.tier === tier)
            .map(({ role, focus }) => inline(focus === null ? role : `${role} (${focus})`)),
        ] as const,
    )
    .filter(([, experts]) => experts.length > 0);
  return markdownTable(
    ["Tier", "Experts"],
    rows.map(([tier, experts]) => [tier, experts.join(", ")]),
  );
}

function panelTable(ledger: Ledger): string {
  const rows = seatedExperts(ledger.records).map(({ name, role, tier, relevance }) => [
    `${muffin} ${inline(name)}`,
    inline(role),
    tier ?? "",
    relevance === null ? "" : relevance.toFixed(2),
    muffin,
  ]);
  return markdownTable(
    ["Agent", "Role", "Tier", "Relevance", "Emoji"],
    [[judge, "Orchestrator", "", "", "💙"], ...rows],
  );
}

function inventory(ledger: Ledger): string {
  const rows = [...ledger.items.values()]
    .filter(({ type }) => type === "P")
    .map(({ id, label, round, sources }) => {
      const authors = authorsOf(ledger, { sources }).map((author) => `${muffin} ${inline(author)}`);
      return [inline(id), authors.join(", "), prose(label), String(round)];
    });
  return markdownTable(["ID", "Agent", "Perspective", "Round"], rows);
}

const statuses = {
  open: "Open",
  addressed: "Open",
  reopened: "Open",
  resolved: "**Resolved**",
  accepted: "**Accepted unresolved**",
} as const;

function tracker(ledger: Ledger): string {
  const rows = [...ledger.tensions.values()].map((tension) => {
    const closing = closingOf(tension, ledger);
    const as = settledAs(tensionFact(ledger, tension)) ?? "fixed";
    return [
      inline(tension.id),
      prose(tension.label),
      as === "fixed" ? statuses[tension.state] : `**Resolved** (${answerWords[as]})`,
      `R${tension.round}`,
      closing === undefined ? "" : `R${closing.round}`,
    ];
  });
  return markdownTable(["ID", "Tension", "Status", "Raised", "Resolved"], rows);
}

function guestsOf(round: RoundRecord): string[] {
  return round.texts.map(({ expert }) => expert).filter((expert) => !isMember(round, expert));
}

function roundBlocks(round: RoundRecord): string[] {
  const texts = new Map(round.texts.map((text) => [expertKey(text.expert), text]));
  const folder = `.blue/dialogues/${round.dialogue}/round-${round.round}/`;
  return [
    `## Round ${round.round}${round.round === 0 ? ": Opening Arguments" : ""}`,
    `Each expert wrote apart from the others. Full texts: ${code(folder)}.`,
    ...(round.proposal === null ? [] : [`### Proposal${broughtWords(round)}`, quote(round.proposal)]),
    ...[...round.panel.map(({ name }) => name), ...guestsOf(round)].flatMap((name) => {
      const lines = texts.get(expertKey(name))?.lines ?? [];
      return [`### ${muffin} ${inline(speaker(round, name))}`, lines.length === 0 ? "Absent." : quoteByLine(lines)];
    }),
    `### ${judge}`,
    round.judge.length === 0 ? "No summary." : quoteByLine(round.judge),
  ];
}

/** Nobody takes a text for one that the panel read because it is in the record. */
function broughtWords({ proposal_shown }: RoundRecord): string {
  return proposal_shown === false ? ", which came with the registration" : "";
}

function outcome(view: View): string[] {
  const { facts, comparisons } = view;
  const { verdict, how, judge, warning } = facts;
  if (verdict === null) return [];
  if (how === "closed" || how === "reviewed")
    return ["## Closed Without a Decision", quote(judge.description.split("\n"))];
  const title =
    how === "converged"
      ? "## Converged Recommendation"
      : `## Recommendation (${how === "forced" ? "not converged" : how})`;
  const comparison = comparisonOf({ comparisons }, verdict);
  const rows = judge.topics.map(({ topic, decision: text }) => [prose(topic), prose(text)]);
  const signed = signedText(view);
  const said = [
    ...(judge.headline === null ? [] : [prose(judge.headline)]),
    ...(rows.length === 0 ? [] : [markdownTable(["Topic", "Decision"], rows)]),
    ...(judge.recommendation === null ? [] : [quote(judge.recommendation.split("\n"))]),
    ...(judge.description.trim() === "" ? [] : [quote(judge.description.split("\n"))]),
    ...judge.conditions.flatMap((condition, i) => [`#### Condition ${i + 1}`, quote(condition.split("\n"))]),
    ...(warning === null ? [] : ["#### Warning", quote(warning.split("\n"))]),
  ];
  return [
    title,
    `From ${code(verdict.path)}.`,
    signed.length === 0 ? noTextWords(facts) : quote(signed),
    ...(said.length === 0 ? [] : ["### The Judge's Own Words", ...said]),
    ...(comparison === undefined
      ? []
      : ["## Blind Comparison", comparisonSentence(comparison), comparisonTable(comparison)]),
  ];
}
