/**
 * Everything that is said of a verdict, from the records alone. A new fact is a field of the schema and a part here; `pages/verdict-lines.ts` gives it its
 * words.
 */
import { costOf } from "../rules/cost.ts";
import { blindCoverage } from "../rules/coverage.ts";
import { authorsOf, speaker } from "../rules/guests.ts";
import type { Ledger } from "../rules/ledger.ts";
import { expertKey } from "../rules/names.ts";
import { majorityOf, positionsOf } from "../rules/overview.ts";
import { onlyModel } from "../rules/played.ts";
import type { RoundRecord, VerdictRecord } from "../rules/records.ts";
import { notConvinced } from "../rules/round/not-convinced.ts";
import { notTakenUp } from "../rules/round/not-taken-up.ts";
import { stanceHistories } from "../rules/stance-history.ts";
import {
  type DialogueRecords,
  decisionOf,
  isClosing,
  isLookDone,
  isReview,
  judgesHand,
  ledgerAt,
  outcomeOf,
  refusedWords,
  verdictPath,
} from "../rules/standing.ts";
import { changeOf, decidedBy, seenByPanel } from "./decided.ts";
import { restsOf } from "./rests.ts";
import type { Disagreement, VerdictFacts } from "./schema.ts";
import { settledAs, tensionFacts } from "./tensions.ts";

/**
 * Of the verdict that `decisionOf` shows unless another is named; without any, of the dialogue so far. `reopenedBy`: a decided dialogue that decided it anew.
 * What takes long and few ask for is worked out when it is asked for.
 */
export function verdictFacts(
  records: DialogueRecords,
  verdict: VerdictRecord | undefined = decisionOf(records).verdict,
  reopenedBy: string | null = null,
  known?: Ledger,
): VerdictFacts {
  const { opening } = records;
  const ledger = ledgerAt(records, verdict, known);
  const tensions = tensionFacts(ledger);
  const ids = (keep: (one: (typeof tensions)[number]) => boolean) => tensions.filter(keep).map(({ id }) => id);
  const { how, why, forced, superseded_by } = howOf(records, verdict, ledger, reopenedBy);
  const decides = verdict?.verdict_type === "final";
  const suggested = decides ? suggestionsOf(ledger, verdict) : [];
  const decided = decides ? decidedBy(ledger, tensions) : ({ words: "", as: "nothing", by: null } as const);
  return {
    dialogue_id: opening.dialogue,
    title: opening.title,
    question: opening.question ?? opening.title,
    subject: opening.subject?.path ?? null,
    review: isReview(ledger),
    verdict:
      verdict === undefined
        ? null
        : {
            type: verdict.verdict_type,
            round: verdict.round,
            path: verdictPath(verdict),
            self: verdict.self,
            registered_at: verdict.registered_at,
          },
    in_force: how === "converged" || how === "forced",
    decided,
    how,
    forced,
    why,
    warning: forced ? (verdict?.warning ?? verdict?.description.join(" ") ?? null) : null,
    rounds: ledger.records.length,
    signed: signedOf(ledger, verdict),
    fresh: ledger.rounds.at(-1)?.velocity.new_perspectives ?? 0,
    tensions,
    open: ids(({ state }) => state !== "resolved" && state !== "accepted"),
    accepted: ids(({ state }) => state === "accepted"),
    refused: ids((one) => settledAs(one) === "refused"),
    in_part: ids((one) => settledAs(one) === "part"),
    get not_taken_up() {
      return notTakenUp(ledger).map(({ item, answer }) => ({
        ...{ id: item.id, label: item.label, by: authorsOf(ledger, item), round: item.round },
        why: answer?.text ?? null,
      }));
    },
    disagree: disagreeOf(records, ledger, verdict),
    suggestions: suggested,
    added: decides ? addedBySigners(ledger) : [],
    supersedes: opening.reopens === opening.dialogue ? null : (opening.reopens ?? null),
    superseded_by,
    judge: judgeOf(ledger, verdict, decided.words),
    get rests() {
      return restsOf(ledger, verdict);
    },
    get stood() {
      return {
        blind: standsAt(ledger.records.slice(0, 1)),
        final: standsAt(ledger.records),
        moved: stanceHistories(ledger).filter(({ changed }) => changed).length,
      };
    },
    change: changeOf(ledger),
    coverage: blindCoverage(ledger),
    get cost() {
      return costFacts(ledger, verdict);
    },
  };
}

function howOf(
  records: DialogueRecords,
  verdict: VerdictRecord | undefined,
  ledger: Ledger,
  reopenedBy: string | null,
): Pick<VerdictFacts, "how" | "why" | "forced" | "superseded_by"> {
  const none = { why: null, forced: false, superseded_by: null };
  if (verdict === undefined) return { how: isLookDone(ledger) ? "reviewed" : "undecided", ...none };
  const highest = records.rounds.at(-1)?.round ?? null;
  const later = verdict.round === highest ? null : `round ${highest} of the same dialogue`;
  if (isClosing(verdict)) {
    if (later !== null || decisionOf(records).state !== "closed")
      return { how: "superseded", ...none, superseded_by: later ?? "a final verdict on the same round" };
    return { how: verdict.verdict_type === "reviewed" ? "reviewed" : "closed", ...none, why: verdict.verdict_type };
  }
  if (verdict.verdict_type !== "final")
    return {
      how: "undecided",
      ...none,
      why: `${verdict.verdict_type === "interim" ? "an" : "a"} ${verdict.verdict_type} verdict is not the decision`,
    };
  const came = outcomeOf(verdict, ledger);
  const forced = came === "forced";
  if (came === "refused") return { how: "refused", ...none, why: refusedWords(ledger) };
  const superseded_by = later ?? reopenedBy;
  if (superseded_by !== null) return { how: "superseded", why: null, forced, superseded_by };
  if (decisionOf(records).state === "contested")
    return { how: "contested", ...none, forced, why: `there is another final verdict on round ${highest}` };
  return { how: came, ...none, forced };
}

function signedOf(ledger: Ledger, verdict: VerdictRecord | undefined): VerdictFacts["signed"] {
  const state = ledger.rounds.at(-1);
  const record = ledger.records.at(-1);
  const missing = state?.convergence.missing ?? [];
  return {
    count: state?.convergence.signals ?? 0,
    of: state?.convergence.panel_size ?? 0,
    by: state?.signals ?? [],
    not: missing.map((expert) => ({ expert, why: whyNotSigned(record!, expert) })),
    text: verdict === undefined || isClosing(verdict) ? null : seenByPanel(verdict, ledger),
    // A record without the field is older than the log of asks, so it is not known.
    asked: record?.asks === undefined || record.asks.length > 0,
  };
}

function whyNotSigned({ signals, texts }: RoundRecord, name: string): string {
  const signal = signals.find(({ by }) => expertKey(by) === expertKey(name));
  if (signal !== undefined) return signal.why ?? "no reason recorded";
  const text = texts.find(({ expert }) => expertKey(expert) === expertKey(name));
  return { present: "did not sign", incomplete: "the draft is incomplete", absent: "absent", not_asked: "not asked" }[
    text?.state ?? "absent"
  ];
}

/** Whose last word is no agreement, what they stated, verdicts beside this one, and words that count nowhere. */
function disagreeOf({ verdicts }: DialogueRecords, ledger: Ledger, shown: VerdictRecord | undefined): Disagreement[] {
  const { records } = ledger;
  const rivals = verdicts.filter(
    ({ self, verdict_type, round }) =>
      self !== shown?.self &&
      ((verdict_type === "final" && shown !== undefined && round === shown.round) ||
        verdict_type === "minority" ||
        verdict_type === "dissent"),
  );
  return [
    ...notConvinced(ledger).map(({ expert, role, as, round, stance, text }) => ({
      ...{ who: expert, role, as, round, position: stance, words: text ?? "" },
    })),
    ...records.flatMap((record) =>
      record.statements.map(({ kind, by, label, lines }) => ({
        ...{ who: speaker(record, by), role: null, as: kind, round: record.round, position: null },
        words: [...(label === null ? [] : [label]), ...lines].join("\n"),
      })),
    ),
    ...rivals.map(({ supporting_experts, verdict_type, round, recommendation, description }) => ({
      ...{ who: supporting_experts.join(", ") || "nobody named", role: null, as: "verdict" as const, round },
      ...{ position: verdict_type, words: [...recommendation, ...description].join("\n") },
    })),
    ...[...records, ...(shown === undefined ? [] : [shown])].flatMap(({ discarded }) =>
      discarded.flatMap(({ round, reason, texts }) =>
        texts.map(({ expert }) => ({
          ...{ who: expert, role: null, as: "set_aside" as const, round, position: null, words: reason },
        })),
      ),
    ),
    ...records.flatMap(({ round, texts }) =>
      texts
        .filter(({ others }) => others.length > 0)
        .map(({ expert }) => ({
          ...{ who: expert, role: null, as: "second_text" as const, round, position: null, words: "" },
        })),
    ),
  ];
}

/** What came too late to be put to the panel. An item that settles something, or that the verdict adopts or rejects, is none. */
function suggestionsOf(ledger: Ledger, verdict: VerdictRecord): VerdictFacts["suggestions"] {
  const { recommendations_adopted, recommendations_rejected } = verdict;
  const used = new Set([
    ...recommendations_adopted,
    ...recommendations_rejected,
    ...[...ledger.tensions.values()].flatMap(({ resolvers }) => resolvers.map(({ item }) => item)),
    ...(ledger.records.at(-1)?.recommendations ?? []),
  ]);
  const last = ledger.records.at(-1)?.round;
  return [...ledger.items.values()]
    .filter(({ id, type, round }) => type === "R" && round === last && !used.has(id))
    .map((item) => ({ id: item.id, by: authorsOf(ledger, item), label: item.label }));
}

/** "Yes." asks for nothing. */
const fewestWords = 3;

/** The last stance of each who signed, in their words: a wish in it was never put to anybody. */
function addedBySigners({ rounds, records }: Ledger): VerdictFacts["added"] {
  const said = records.at(-1)?.stances ?? [];
  return (rounds.at(-1)?.signals ?? []).flatMap((by) => {
    const words = said.findLast((one) => expertKey(one.by) === expertKey(by))?.text.trim() ?? "";
    return words.split(/\s+/).length < fewestWords ? [] : [{ by, words }];
  });
}

function judgeOf(ledger: Ledger, verdict: VerdictRecord | undefined, decided: string): VerdictFacts["judge"] {
  const headline = verdict?.headline ?? null;
  const isSigned = verdict !== undefined && (isClosing(verdict) || seenByPanel(verdict, ledger) !== "other");
  return {
    recommendation: verdict === undefined || isSigned ? null : verdict.recommendation.join("\n"),
    headline: headline?.trim() === decided.trim() ? null : headline,
    topics: verdict?.decisions ?? [],
    description: verdict?.description.join("\n") ?? "",
    conditions: verdict?.conditions ?? [],
    vote: verdict?.vote ?? null,
    confidence: verdict?.confidence ?? null,
    supporters: verdict?.supporting_experts ?? [],
    hand: judgesHand(ledger, { verdict }),
    renamed: [...ledger.items.values()].flatMap(({ id, label, renamed }) =>
      renamed === undefined ? [] : [{ id, label, renamed }],
    ),
  };
}

function standsAt(rounds: readonly RoundRecord[]): VerdictFacts["stood"]["blind"] {
  return { positions: positionsOf(rounds) as Record<string, number>, majority: majorityOf(rounds) ?? null };
}

function costFacts({ opening, records }: Ledger, verdict: VerdictRecord | undefined): VerdictFacts["cost"] {
  const end = verdict?.registered_at ?? records.at(-1)?.registered_at;
  const { experts, author, verifiers, runs, bytes, known } = costOf(records);
  const minutes = end === undefined ? 0 : Math.round((Date.parse(end) - Date.parse(opening.created_at)) / 60_000);
  return {
    ...{ experts, author, verifiers, runs, bytes },
    // Rounds that took less than a minute each were recorded afterwards.
    minutes: minutes > records.length ? minutes : null,
    tokens: known.tokens === 0 ? null : known.tokens,
    seconds: known.seconds === 0 ? null : Math.round(known.seconds),
    known_runs: known.runs,
    models: known.models,
    only_model: onlyModel(records, verdict) ?? null,
  };
}
