/** What stands between a dialogue and its verdict, as sentences with the items they mean. */
import type { LiveRound } from "../data.ts";
import { type Dialogue, type Item, inWords, isOpen, personIn, plural } from "./dialogue.ts";
import { bySeverity } from "./lanes.ts";

export interface Blocker {
  says: string;
  adds: string;
  items: Item[];
}

/** Somebody was asked, or wrote unasked. */
export function isBegun({ asked, drafts }: LiveRound): boolean {
  return asked !== null || drafts.some(({ state }) => state !== "missing");
}

export function blockersOf(dialogue: Dialogue): Blocker[] {
  const { live, rounds, items } = dialogue;
  const blockers: Blocker[] = [];
  const last = rounds.at(-1);
  if (live !== null) {
    const missing = live.drafts.filter(({ state }) => state !== "complete" && state !== "not_asked");
    const names = missing.map(({ expert }) => personIn(dialogue, expert).name);
    if (!isBegun(live))
      blockers.push({ says: `Round ${live.round} has not begun.`, adds: "No expert has been asked yet.", items: [] });
    else if (names.length > 0) {
      const again = missing.filter(({ expert }) => last?.seats.get(expert.toLowerCase())?.state === "absent");
      const adds =
        again.length === 0
          ? ""
          : `${inWords(again.map(({ expert }) => expert))} had no draft in round ${last!.round} either.`;
      blockers.push({
        says: `${inWords(names)} ${names.length > 1 ? "have" : "has"} not finished round ${live.round}.`,
        adds,
        items: [],
      });
    }
  }
  const open = [...items.values()].filter((item) => item.type === "T" && isOpen(item)).sort(bySeverity);
  if (open.length > 0) {
    const old = open.filter(({ round }) => round === 0).length;
    const adds =
      old > 0 && rounds.length > 1 ? `${old === open.length ? "All" : old} of them since the blind round.` : "";
    blockers.push({ says: `${plural(open.length, "objection is", "objections are")} open.`, adds, items: open });
  }
  if (last === undefined) return blockers;
  if (last.fresh > 0) {
    const fresh = [...items.values()].filter(({ type, isNew, round }) => type === "P" && isNew && round === last.round);
    const says = `${plural(last.fresh, "perspective was", "perspectives were")} new in round ${last.round}.`;
    blockers.push({ says, adds: "A round with something new is never the last.", items: fresh });
  }
  const silent = last.panel.filter((key) => last.seats.get(key)?.signal !== "counted");
  if (silent.length > 0) {
    const drafted = live === null ? 0 : live.drafts.filter(({ converge }) => converge).length;
    if (live !== null && drafted > 0) {
      const says = `No signature counts before the round is registered; ${plural(drafted, "draft signs", "drafts sign")}.`;
      blockers.push({ says, adds: `All ${live.drafts.length} must, in the same round.`, items: [] });
      return blockers;
    }
    const names = silent.map((key) => personIn(dialogue, key).name);
    const says =
      silent.length === last.size
        ? "Nobody has signed."
        : `${inWords(names)} ${names.length > 1 ? "have" : "has"} not signed.`;
    const lost = silent.filter((key) => last.seats.get(key)?.signal === "uncounted");
    const adds =
      lost.length > 0
        ? `${plural(lost.length, "signature does", "signatures do")} not count: an objection stands beside it.`
        : `All ${last.size} must, in the same round.`;
    blockers.push({ says, adds, items: [] });
  }
  return blockers;
}
