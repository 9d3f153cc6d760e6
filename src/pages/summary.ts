/**
 * The summary of one round, in the form RFC 0057 §3 makes mandatory; computed, so nobody can write a kinder one. Below it are what the Judge
 * decided by itself in this round, what was registered, and which sources were not found.
 */

import { answerKind, answerText } from "../facts/objections.ts";
import { tensionFact, undoneWords } from "../facts/tensions.ts";
import { coverageOf } from "../rules/coverage.ts";
import { isMember, speaker } from "../rules/guests.ts";
import { bySeverity, isOpen, type Ledger, type LedgerTension } from "../rules/ledger.ts";
import { expertKey } from "../rules/names.ts";
import type { RoundRecord } from "../rules/records.ts";
import { stanceWords } from "../rules/stance-history.ts";
import { hasConverged, isReview, judgesHand } from "../rules/standing.ts";
import { coverageMarkdown, laterLookWords } from "./coverage-lines.ts";
import { badCitations, citationsOf, citationsTable, citationWords } from "./grounds.ts";
import { handWords } from "./judges-hand.ts";
import { answerSentence, severitySigns } from "./objections.ts";
import { filledTable, fold, generatedLine, markdownTable, page, plural } from "./page.ts";
import { inline, prose, quote } from "./quote.ts";
import { closers, labelWords, resolutionPath, statusWords, writersOf } from "./tension-words.ts";
import { listed, severityCounts } from "./verdict-lines.ts";

/** The ledger as it stood after this round and before it. */
export function renderSummary(round: RoundRecord, ledger: Ledger, before: Ledger): string {
  const closed = closedIn(before, ledger);
  const open = [...ledger.tensions.values()].filter(isOpen);
  const hand = judgesHand(ledger, { since: before.records.length });
  const details = handDetails(round, ledger.records.at(-2));
  const lost = badCitations(citationsOf(round));
  return page(
    `# Round ${round.round}`,
    round.judge.length > 0 && round.judge.length <= fewLines && `The Judge:\n\n${quote(round.judge)}`,
    [...inShort(round, ledger, closed), handWords(hand), citationWords(round.citations)]
      .map((line) => `- ${line}`)
      .join("\n"),
    stancesTable(round),
    ...(open.length > 0 ? ["## Still Open", openTable(open, ledger)] : []),
    ...(closed.length > 0 ? ["## Closed in This Round", tensionsTable(closed, ledger)] : []),
    ...coverageSection(round),
    ...(details.length > 0 ? ["## Decided by the Judge Alone", ...details] : []),
    ...(lost.length > 0 ? ["## Citations Not Found", citationsTable(lost)] : []),
    fold(`What ${plural(round.items.length, "item is", "items are")} made of`, itemsTable(round, ledger)),
    fold(
      "The same in counts, in the form of RFC 0057",
      ...velocityParts(round, ledger, [...bySeverity(open), ...bySeverity(closed)]),
    ),
    generatedLine({ shows: `the summary of round ${round.round}`, record: "round.json", self: round.self }),
  );
}

/** The form of RFC 0057 §3, whose first table has what is open and what this round closed. */
function velocityParts(round: RoundRecord, ledger: Ledger, tensions: readonly LedgerTension[]): string[] {
  const { velocity, convergence } = ledger.rounds.at(-1)!;
  const why = [velocity.total > 0 ? "velocity > 0" : "", convergence.missing.length > 0 ? "converge < 100%" : ""];
  const blocked = hasConverged(ledger) ? "No" : `Yes (${why.filter((part) => part !== "").join(", ")})`;
  const parts = `${plural(velocity.open_tensions, "tension")} + ${plural(velocity.new_perspectives, "perspective")}`;
  const rows = tensions.map((tension) => {
    const [id, label, status, path] = tensionCells(tension, ledger);
    return [id!, label!, status!, inline(tension.owner ?? ""), path!];
  });
  return [
    "## Velocity Components",
    `### Open Tensions: ${velocity.open_tensions}\n${markdownTable(["ID", "Label", "Status", "Owner", "Resolution Path"], rows)}`,
    `### New Perspectives This Round: ${velocity.new_perspectives}\n${perspectivesTable(round, ledger)}`,
    `### Convergence Signals: ${convergence.signals}/${convergence.panel_size} (${convergence.percent}%)\n${signalsTable(round)}`,
    [
      `## Velocity: ${velocity.total} (${parts})`,
      `## Converge %: ${convergence.percent}%`,
      `## Convergence Blocked: ${blocked}`,
    ].join("\n"),
  ];
}

/** What the tables below add up to. */
function inShort({ tensions, panel }: RoundRecord, ledger: Ledger, closed: readonly LedgerTension[]): string[] {
  const { velocity, convergence } = ledger.rounds.at(-1)!;
  const raised = tensions.flatMap(({ id, change }) => (change === "raised" ? (ledger.tensions.get(id) ?? []) : []));
  const rated = raised.some(({ severity }) => severity !== null) ? ` (${severityCounts(raised)})` : "";
  const open = [...ledger.tensions.values()].filter(isOpen).map(({ id }) => inline(id));
  const undone = undoneWords(closed.map((tension) => tensionFact(ledger, tension)));
  const signed = panel.map(({ name }) => name).filter((name) => !convergence.missing.includes(name));
  const named = open.length === 0 || open.length > mostNamed ? "" : `: ${open.join(", ")}`;
  const counts = `${plural(raised.length, "objection")} raised${rated}, ${closed.length} closed${undone === "" ? "" : ` (${undone})`}, ${open.length} open${named}.`;
  if (isReview(ledger)) return [counts, "One look, by which nothing is settled and nobody signs: this is a review."];
  const unsigned = listed(convergence.missing.map(inline));
  return [
    counts,
    `Left to settle (the velocity): ${velocity.total}, that is ${plural(velocity.open_tensions, "open objection")} and ${plural(velocity.new_perspectives, "new perspective")}.`,
    hasConverged(ledger)
      ? "Everybody signed, and nothing is left: a verdict can be given."
      : `No verdict yet: ${signed.length === 0 ? "nobody has signed" : unsigned === "" ? "something is left" : `${unsigned} did not sign; ${listed(signed.map(inline))} did`}.`,
  ];
}

const mostNamed = 3;
/** Of the Judge's words; more are in judge.md alone. */
const fewLines = 4;

function coverageSection(round: RoundRecord): string[] {
  const coverage = coverageOf(round);
  if (coverage === undefined) return [];
  return ["## What One More Look Would Bring", ...coverageMarkdown(coverage), ...laterLookWords(round.later_looks)];
}

function closedIn(before: Ledger, { tensions }: Ledger): LedgerTension[] {
  return [...tensions.values()].filter((one) => !isOpen(one) && isOpen(before.tensions.get(one.id) ?? one));
}

const longestHow = 160;

/** What was closed, the worst first: what the author did, else what its closing says. */
function tensionsTable(tensions: readonly LedgerTension[], ledger: Ledger): string {
  const rows = bySeverity(tensions).map((tension) => {
    const [id, label, status, path] = tensionCells(tension, ledger);
    const { answer } = tensionFact(ledger, tension);
    const how =
      answer === null
        ? `${status}: ${path}`
        : answerSentence({ as: answerKind(answer), text: answerText(answer) }, longestHow);
    return [signOf(tension), id!, label!, how, closers(tension, ledger)];
  });
  return filledTable([" ", "ID", "Label", "How", "Accepted By"], rows);
}

function openTable(tensions: readonly LedgerTension[], ledger: Ledger): string {
  const rows = bySeverity(tensions).map((tension) => {
    const [id, label, , path] = tensionCells(tension, ledger);
    const by = writersOf(tension.id, ledger).map(inline);
    return [signOf(tension), id!, label!, path!, by.join(", ")];
  });
  return filledTable([" ", "ID", "Label", "What Is Known", "Raised By"], rows);
}

function signOf({ severity }: LedgerTension): string {
  return severity === null ? "" : severitySigns[severity];
}

function tensionCells(tension: LedgerTension, ledger: Ledger): string[] {
  const path = prose(resolutionPath(tension, ledger));
  return [inline(tension.id), labelWords(tension), statusWords(tension, ledger), path];
}

function perspectivesTable(round: RoundRecord, { items }: Ledger): string {
  const fresh = round.items.filter((item) => item.type === "P" && item.new);
  return markdownTable(
    ["ID", "Label", "Contributor"],
    fresh.map((item) => [inline(item.id), labelWords(items.get(item.id)!), authors(round, item)]),
  );
}

function authors(round: RoundRecord, { sources }: RoundRecord["items"][number]): string {
  return [...new Set(sources.map(({ expert }) => inline(speaker(round, expert))))].join(", ");
}

function signalsTable(round: RoundRecord): string {
  const rows = round.panel.map(({ name }) => [inline(name), signalWords(round, name)]);
  return markdownTable(["Expert", "Signal"], rows);
}

function signalWords({ signals, texts }: RoundRecord, name: string): string {
  const own =
    <T>(who: (one: T) => string) =>
    (one: T) =>
      expertKey(who(one)) === expertKey(name);
  const signal = signals.filter(own(({ by }) => by));
  if (signal.some(({ counted }) => counted)) return "`[MOVE:CONVERGE]` ✓";
  const given = signal[0];
  if (given !== undefined)
    return `— (\`[MOVE:CONVERGE]\` on line ${given.line} does not count: ${prose(given.why ?? "no reason recorded")})`;
  const state = texts.find(own(({ expert }) => expert))?.state ?? "absent";
  return state === "present" ? "—" : `— (${state.replace("_", " ")})`;
}

function handDetails(round: RoundRecord, before: RoundRecord | undefined): string[] {
  const lines: string[] = [];
  const say = (what: string, who: readonly string[]) => who.length > 0 && lines.push(`- ${what}: ${who.join(", ")}.`);
  const seated = new Set(round.panel.map(({ name }) => expertKey(name)));
  say(
    "Merged",
    round.merged.map(
      ({ local_id, into, proposed }) => `${inline(local_id)} into ${inline(into)}${proposed ? " (as proposed)" : ""}`,
    ),
  );
  say(
    "Dismissed",
    round.dismissed.map(
      ({ local_id, expert, line, reason }) => `${inline(local_id ?? `${expert}, line ${line}`)} (${prose(reason)})`,
    ),
  );
  say(
    "Accepted unresolved",
    round.tensions
      .filter(({ change }) => change === "accepted")
      .map(({ id, note }) => `${inline(id)} (${prose(note ?? "no reason recorded")})`),
  );
  say("Directives in prompts", [...new Set((round.directives ?? []).map(({ expert }) => inline(expert)))]);
  for (const state of ["absent", "incomplete", "not_asked"] as const) {
    const who = round.texts.filter((text) => text.state === state).map(({ expert }) => inline(expert));
    say(capital(state.replace("_", " ")), who);
  }
  say(
    "Guests",
    round.texts.filter(({ expert }) => !isMember(round, expert)).map(({ expert }) => inline(expert)),
  );
  say(
    "Rotated out",
    (before?.panel ?? []).filter(({ name }) => !seated.has(expertKey(name))).map(({ name }) => inline(name)),
  );
  return lines.length === 0 ? [] : [lines.join("\n")];
}

function itemsTable(round: RoundRecord, { items }: Ledger): string {
  const rows = round.items.map((item) => [
    inline(item.id),
    labelWords(items.get(item.id)!),
    authors(round, item),
    item.sources.map(({ local_id }) => inline(local_id)).join(", "),
  ]);
  return markdownTable(["ID", "Label", "By", "Made Of"], rows);
}

function stancesTable(round: RoundRecord): string | false {
  const rows = round.stances.map((stance) => [
    inline(speaker(round, stance.by)),
    stanceWords(stance),
    prose(stance.text),
  ]);
  return rows.length > 0 && markdownTable(["Expert", "Stance", "In Their Words"], rows);
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
