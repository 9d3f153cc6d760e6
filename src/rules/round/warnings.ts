/**
 * What a reader should know and no rule forbids: consensus that came too fast, rounds that go nowhere, drafts that say the same, words that no
 * source carries. Warnings never block.
 */

import { roleKey } from "../../panel/roles.ts";
import type { Ledger } from "../ledger.ts";
import { isOpen } from "../ledger.ts";
import { expertKey } from "../names.ts";
import type { RoundRecord } from "../records.ts";
import { isReview } from "../standing.ts";
import { findSimilar } from "./similar-texts.ts";

export function roundWarnings(ledger: Ledger): string[] {
  const record = ledger.records.at(-1);
  const state = ledger.rounds.at(-1);
  if (record === undefined || state === undefined) return [];
  const warnings: string[] = [];
  if (state.round < 2 && state.signals.length === record.panel.length && ledger.tensions.size === 0) {
    warnings.push(`Unanimous in round ${state.round} without a single tension: did anyone try to break it?`);
  }
  const velocities = ledger.rounds.slice(-3).map(({ velocity }) => velocity.total);
  const [first, second, third] = velocities;
  if (velocities.length === 3 && third! > 0 && second! >= first! && third! >= second!) {
    warnings.push(
      `Velocity has not fallen for two rounds (${velocities.join(" → ")}): change the panel, or narrow the question.`,
    );
  }
  warnings.push(...(state.converged ? [] : silent(ledger)), ...identicalTexts(record), ...unexplained(ledger));
  warnings.push(...lostCitations(record.citations));
  const limit = ledger.opening.settings.max_rounds;
  if (state.round >= limit)
    warnings.push(`Round ${state.round} is past the limit of ${limit} rounds; the record says so.`);
  return [...warnings, ...judgeHints(ledger)];
}

/** Of the warnings, those that only a Judge can act on: they say what to put into its next call. A player's Judge is asked for that anyway. */
export function judgeHints(ledger: Ledger): string[] {
  const record = ledger.records.at(-1);
  const state = ledger.rounds.at(-1);
  if (record === undefined || state === undefined) return [];
  // Nobody will own or settle what it found.
  if (isReview(ledger)) return [];
  const limit = ledger.opening.settings.max_rounds;
  return [
    ...unowned(ledger, record),
    ...(ledger.rounds.length >= limit && !state.converged
      ? [`The limit of ${limit} rounds is reached: a verdict can be forced with a warning, or the dialogue closed.`]
      : []),
  ];
}

const lost = {
  found_elsewhere: "found elsewhere in the file, not on these lines",
  not_found: "not found",
  file_missing: "not found: there is no such file",
  refused: "not looked up",
};

/** Citations that are not found where they point to, in words. */
export function lostCitations(citations: RoundRecord["citations"]): string[] {
  return citations.flatMap(({ by, line, path, result, found_at }) => {
    if (result === "found") return [];
    const where = found_at === undefined ? lost[result] : `found on line ${found_at} instead`;
    return [`${by}, line ${line}: the citation of ${path} was ${where}.`];
  });
}

/** No item in this round and none in the one before, whatever became of it. */
function silent(ledger: Ledger): string[] {
  const [before, record] = ledger.records.slice(-2);
  if (before === undefined || record === undefined) return [];
  const spoke = (round: RoundRecord, name: string) =>
    round.items.some(({ sources }) => sources.some(({ expert }) => expertKey(expert) === expertKey(name))) ||
    round.merged.some(({ local_id }) => local_id.startsWith(`${name.toUpperCase()}-`)) ||
    round.dismissed.some(({ expert, local_id }) => local_id !== null && expertKey(expert) === expertKey(name));
  return record.panel
    .filter(({ name }) => before.panel.some((member) => expertKey(member.name) === expertKey(name)))
    .filter(({ name }) => !spoke(before, name) && !spoke(record, name))
    .map(({ name }) => `${name} had nothing to add in two rounds: is the seat still needed?`);
}

const alike = 0.85;

/** Who wrote nearly what somebody else wrote: what both found counts for less. */
export function identicalTexts(record: RoundRecord): string[] {
  const written = record.texts.filter(({ lines }) => lines.length > 0);
  const pairs = findSimilar(
    written.map(({ lines }) => lines.join(" ")),
    alike,
  );
  return pairs.map(
    ([a, b]) =>
      `${written[a]!.expert} and ${written[b]!.expert} wrote nearly the same: one voice may have spoken twice.`,
  );
}

/** A blank name is nobody's, and one that neither the panel nor the pool knows will settle nothing. */
function unowned(ledger: Ledger, record: RoundRecord): string[] {
  const warnings: string[] = [];
  const open = [...ledger.tensions.values()].filter(isOpen);
  const ownerless = open.filter(({ owner }) => (owner ?? "").trim() === "");
  // Of a text the author answers every open tension.
  if (ownerless.length > 0 && ledger.opening.subject === null) {
    const ids = ownerless.map(({ id }) => id).join(", ");
    warnings.push(
      `${ids} ${ownerless.length === 1 ? "has" : "have"} no owner, whom the next prompt would ask to settle it: name one in \`tension_updates\`.`,
    );
  }
  const roles = new Set(ledger.opening.pool.map(({ role }) => roleKey(role)));
  const pooled = ledger.records.flatMap(({ panel }) => panel).filter(({ role }) => roles.has(roleKey(role)));
  const experts = [...record.panel, ...pooled].flatMap(({ name, role }) => [expertKey(name), roleKey(role)]);
  const known = new Set(["judge", ...roles, ...experts, ...record.texts.map(({ expert }) => expertKey(expert))]);
  const isKnown = (name: string) => known.has(roleKey(name));
  for (const { id, owner } of open) {
    if (owner === null || owner.trim() === "" || isKnown(owner) || owner.split(/,|&|\band\b/).every(isKnown)) continue;
    warnings.push(`${id} is owned by ${owner}, who is neither on the panel nor in the pool: who is to settle it?`);
  }
  return warnings;
}

/** Compared with what the expert said last, however many rounds ago: an expert who was away may come back with another opinion. */
function unexplained(ledger: Ledger): string[] {
  const record = ledger.records.at(-1);
  if (record === undefined) return [];
  const earlierStances = ledger.records.slice(0, -1).flatMap(({ stances }) => stances);
  const warnings: string[] = [];
  for (const { by, position } of record.stances) {
    const earlier = earlierStances.findLast((stance) => expertKey(stance.by) === expertKey(by));
    if (earlier === undefined || earlier.position === position) continue;
    const cites = [...record.refs, ...record.moves, ...record.citations].some(
      (one) => expertKey(one.by) === expertKey(by) && !("kind" in one && one.kind === "CONVERGE"),
    );
    if (!cites) warnings.push(`${by} went from ${earlier.position} to ${position} and cites nothing that changed it.`);
  }
  return warnings;
}
