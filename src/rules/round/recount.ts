/**
 * What the record of a round claims, held against the texts it keeps. The texts are scanned again, the Judge's decisions are taken from the record, and
 * the round is composed anew by the rules that registered it; where the two differ, or a rule would have refused, that is said in words. Not in the texts, and so
 * taken as recorded: what citations were found to be, the Judge's labels, who owns a tension, scores, the Judge's own words, the words of a text that no author
 * wrote, and what was set aside.
 */
import { checkBoundNames } from "../../panel/check-seats.ts";
import { safeLine } from "../../safe-text.ts";
import { isTextOf } from "../comparison.ts";
import { extendLedger, foldLedger, type Ledger } from "../ledger.ts";
import type { Decision, OpeningRecord, RoundRecord } from "../records.ts";
import { standingRecommendations } from "../resolvers.ts";
import { olderSeverityReadings, type SeverityReading } from "../vocabulary.ts";
import { composeRound, type RoundBody, type RoundMaterial } from "./compose-round.ts";
import { crossCheckErrors } from "./cross-check.ts";
import { judgementOf } from "./judgement.ts";
import { revisionErrors, standingDecision } from "./revision.ts";
import { checkAuthors } from "./scan-round.ts";

/** Differences of one round beyond these are counted, not listed. */
const mostListed = 20;

export function recount(opening: OpeningRecord, records: readonly RoundRecord[]): string[] {
  const { subject } = opening;
  const messages =
    subject?.lines === undefined || isTextOf(subject.lines, subject.sha256)
      ? []
      : [`opening: the words it keeps of ${subject.path} do not give the SHA-256 it names`];
  let ledger = foldLedger(opening, []);
  for (const record of records) {
    const found = recountRound(ledger, record);
    ledger = extendLedger(ledger, record);
    found.unshift(...unknownOwned(ledger, record));
    if (!addsUp(ledger, record)) found.unshift("its counts are not what its records add up to");
    const rest = found.length - mostListed;
    messages.push(...found.slice(0, mostListed).map((message) => `round ${record.round}: ${message}`));
    if (rest > 0) messages.push(`round ${record.round}: and ${rest} more differences`);
  }
  return messages;
}

function addsUp({ rounds }: Ledger, { counts, panel }: RoundRecord): boolean {
  const { open, fresh, signals } = rounds.at(-1)!;
  const folded = [open, fresh, signals, panel.length];
  return (
    JSON.stringify(folded) ===
    JSON.stringify([counts.open_tensions, counts.new_perspectives, counts.signals, counts.panel_size])
  );
}

/** The fold passes over an owner of nothing; the record must not name one. */
function unknownOwned({ tensions }: Ledger, { owners }: RoundRecord): string[] {
  const unknown = owners.filter(({ id }) => !tensions.has(id));
  return unknown.map(({ id }) => `it names an owner or a way to resolve for ${id}, and there is no such tension`);
}

/** A round keeps what it recorded: one from before other words and bars for a severity were read is read without them. */
function recountRound(ledger: Ledger, record: RoundRecord): string[] {
  const found = findDifferences(ledger, record);
  const isOlder = () => olderSeverityReadings.some((one) => findDifferences(ledger, record, one).length === 0);
  return found.length > 0 && isOlder() ? [] : found;
}

function findDifferences(ledger: Ledger, record: RoundRecord, severities?: SeverityReading): string[] {
  const material = { ...materialOf(ledger, record), ...(severities && { severities }) };
  const { body, errors } = composeRound(material, judgementOf(record));
  // Registering asks this before it composes: a member taken off a record's panel would be read as a guest, whose objection does not count.
  const misplaced = checkAuthors(record.round, record.panel, material.drafts);
  const rebound = checkBoundNames(
    record.panel,
    ledger.records.map(({ panel }) => panel),
  );
  return [
    ...[
      ...rebound,
      ...misplaced,
      ...errors,
      ...revisionErrors(ledger, record.revisions ?? []),
      ...crossCheckErrors(ledger, record.cross_checks ?? []),
    ].map(({ message }) => message),
    ...differences(body, record),
    ...decisionDifferences(ledger, record),
    ...askDifferences(ledger, record),
  ];
}

/** What only an ask gives is in no record that says Blue did not ask; and the recommendations that stood follow from the rounds before. */
function askDifferences(ledger: Ledger, record: RoundRecord): string[] {
  const { asks, proposal, proposal_shown, decision, recommendations, revisions, cross_checks, asked, directives } =
    record;
  if (asks === undefined) return [];
  const isShown = proposal !== null && proposal_shown !== false;
  if (asks.length === 0) {
    const given = { decision, recommendations, revisions, cross_checks, asked, directives };
    const names = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    const held = isShown ? ["proposal", ...names] : names;
    return held.length === 0
      ? []
      : [`the record says that Blue did not ask, and holds what only an ask gives: ${held.join(", ")}`];
  }
  const stood = isShown || decision !== undefined ? undefined : standingRecommendations(ledger);
  if (recommendations?.join() === stood?.join()) return [];
  const said = (ids: readonly string[] | undefined) => ids?.join(", ") || "none";
  return [
    `the record says that these recommendations stood: ${said(recommendations)}; the rounds before say ${said(stood)}`,
  ];
}

/** The author's sentences are on the author's sheet, here or in the round whose text still stands; a record from before the log of asks has none. */
function decisionDifferences(ledger: Ledger, { decision, asks, revisions = [], proposal }: RoundRecord): string[] {
  const standing = asks && standingDecision(ledger, revisions, proposal?.join("\n") ?? null);
  const wordsOf = (one: Decision | null | undefined) =>
    one?.by === "author" ? [one.text, one.why, one.risk].filter((words) => words !== undefined).join(" · ") : undefined;
  const written = wordsOf(standing);
  const recorded = wordsOf(decision);
  if (recorded === written || (asks?.length === 0 && recorded === undefined)) return [];
  const said = (text: string | undefined) => (text === undefined ? "no decision in one sentence" : `“${text}”`);
  return [`the record says that the author wrote ${said(recorded)}; the author's sheet has ${said(written)}`];
}

function materialOf(ledger: Ledger, record: RoundRecord): RoundMaterial {
  return {
    ledger,
    round: record.round,
    panel: record.panel,
    drafts: record.texts
      .filter(({ lines }) => lines.length > 0)
      .map(({ expert, lines, provenance, others }) => ({
        expert,
        path: `${expert}'s text`,
        lines,
        provenance: provenance ?? { source: "draft", filed_by: null, filed_at: null, note: null },
        others,
      })),
    proposal: null,
    joined: record.later_looks?.map(({ expert }) => expert) ?? [],
    notAsked: record.texts.filter(({ state }) => state === "not_asked").map(({ expert }) => expert),
    discarded: [],
    played: record.played,
    registeredAt: record.registered_at,
    checkCitation: () => ({ result: "refused", blob: null }),
  };
}

/** In words that hold everything compared: two claims are the same when they read the same. */
function claimsOf(body: Omit<RoundBody, "counts">): string[] {
  const at = (line: number, item: string | null) => `in line ${line}${item === null ? "" : ` (${item})`}`;
  return [
    ...body.texts.map(({ expert, state }) => `${expert}'s text is ${state}`),
    ...body.items.map(({ id, type, severity, sources, new: fresh }) => {
      const from = sources.map(({ local_id, expert, line }) => `${local_id} ${at(line, expert)}`).join(" and ");
      return `${id} is a ${fresh ? "new " : ""}${type}${severity === undefined ? "" : ` (${severity})`}, made of ${from}`;
    }),
    ...Object.entries(body.mapping).map(([local, id]) => `${local} is ${id}`),
    ...body.merged.map(
      ({ local_id, into, severity }) =>
        `${local_id}${severity === undefined ? "" : ` (${severity})`} is merged into ${into}`,
    ),
    ...(body.later_looks ?? []).map(({ expert, brought }) => `${expert}, who joined later, brought ${brought}`),
    ...body.dismissed.map(({ local_id, expert, line }) => `${local_id ?? expert} ${at(line, null)} is dismissed`),
    ...body.refs.map(({ kind, by, from, target, line }) => `${by} says [RE:${kind} ${target}] ${at(line, from)}`),
    ...body.moves.map(({ kind, by, from, targets, topic, line }) => {
      const about = [...targets, ...(topic === null ? [] : [topic])].join(", ");
      return `${by} says [MOVE:${kind}${about && ` ${about}`}] ${at(line, from)}`;
    }),
    ...body.stances.map(
      ({ by, position, confidence, text, line }) =>
        `${by}'s stance is ${position} | ${confidence} ${at(line, null)}: ${text}`,
    ),
    ...body.statements.map(
      ({ kind, by, label, lines, line }) =>
        `${by} makes a ${kind} “${safeLine(label ?? "")}” ${at(line, null)}: ${lines.join(" ")}`,
    ),
    ...body.citations.map(
      ({ by, item, path, from, to, words, line }) =>
        `${by} cites ${path}#L${from}-L${to} “${words ?? ""}” ${at(line, item)}`,
    ),
    ...body.signals.map(
      ({ by, line, counted, why }) =>
        `${by}'s signal ${at(line, null)} ${counted ? "counts" : "does not count"}${why === null ? "" : `: ${why}`}`,
    ),
    ...body.tensions.map(
      ({ id, change, actors, item }) =>
        `${id} is ${change} by ${actors.join(", ")}${item === null ? "" : ` (${item})`}`,
    ),
  ];
}

function differences(found: RoundBody, recorded: RoundRecord): string[] {
  const texts = claimsOf(found);
  const record = claimsOf(recorded);
  return [
    ...without(record, texts).map((claim) => `the record says that ${claim}; the texts do not`),
    ...without(texts, record).map((claim) => `the texts say that ${claim}; the record does not`),
    ...labelDifferences(found, recorded),
  ];
}

/**
 * Records from before `own_label` hold the Judge's label alone, and nothing tells it from the author's. Where one item of a round has both, the
 * writer of the record knew the difference, and every other label of that round is its author's.
 */
function labelDifferences(found: RoundBody, { items }: RoundRecord): string[] {
  const told = items.some(({ own_label }) => own_label !== undefined);
  const inText = new Map(found.items.map(({ id, label, own_label }) => [id, own_label ?? label]));
  return items.flatMap(({ id, label, own_label = label }) => {
    const own = inText.get(id);
    if (!told || own === undefined || own === own_label) return [];
    return [`the record says that its author calls ${id} “${own_label}”; in the text it is “${own}”`];
  });
}

/** What `some` has more often than `others`. */
function without(some: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const one of others) left.set(one, (left.get(one) ?? 0) + 1);
  return some.filter((one) => {
    const count = left.get(one) ?? 0;
    left.set(one, count - 1);
    return count <= 0;
  });
}
