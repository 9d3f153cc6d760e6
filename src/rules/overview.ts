/** What a list says of a dialogue beside its verdict: who sits, what it cost, and whether deliberation changed what the blind round would have said. */
import type { Ledger } from "./ledger.ts";
import type { RoundRecord, VerdictRecord } from "./records.ts";
import { decisionOf, lastStanceOf, sortedVerdicts } from "./standing.ts";
import type { Position } from "./vocabulary.ts";
import { runsOf } from "./written.ts";

export interface Overview {
  /** Of the last registered round. */
  panel: { name: string; role: string }[];
  last_change: string | null;
  runs: number;
  tensions: number;
  /** Null while nothing is decided, and where the blind round had no majority. */
  majority_changed: boolean | null;
  cited: { path: string; citations: number }[];
}

/** Of a dialogue whose records cannot be read, or that has none. */
export const emptyOverview: Overview = {
  panel: [],
  last_change: null,
  runs: 0,
  tensions: 0,
  majority_changed: null,
  cited: [],
};

export function overviewOf(ledger: Ledger, verdicts: readonly VerdictRecord[]): Overview {
  const { opening, records } = ledger;
  const { state, verdict } = decisionOf({ opening, rounds: records, verdicts });
  const decision = state === "decided" ? verdict : undefined;
  const changes = [opening.created_at, ...[...records, ...sortedVerdicts(verdicts)].map((one) => one.registered_at)];
  const blind = majorityOf(records.slice(0, 1));
  return {
    panel: (records.at(-1)?.panel ?? []).map(({ name, role }) => ({ name, role })),
    last_change: changes.sort().at(-1)!,
    runs: runsOf(records),
    tensions: ledger.tensions.size,
    majority_changed: decision === undefined || blind === undefined ? null : majorityOf(records) !== blind,
    cited: citedFiles(ledger),
  };
}

/** How many of the last of these rounds' panel took which stance last. */
export function positionsOf(records: readonly RoundRecord[]): Partial<Record<Position, number>> {
  const counts: Partial<Record<Position, number>> = {};
  for (const { name } of records.at(-1)?.panel ?? []) {
    const position = lastStanceOf(records, name, "member")?.position;
    if (position !== undefined) counts[position] = (counts[position] ?? 0) + 1;
  }
  return counts;
}

/** The stance that more than half of them took. */
export function majorityOf(records: readonly RoundRecord[]): Position | undefined {
  const counts = Object.entries(positionsOf(records)) as [Position, number][];
  return counts.find(([, count]) => count * 2 > records.at(-1)!.panel.length)?.[0];
}

/** Without the dialogue's own pages: a proposal is what is judged, not what it rests on. */
export function citedFiles({ opening, records }: Pick<Ledger, "opening" | "records">): Overview["cited"] {
  const own = `.blue/dialogues/${opening.dialogue}/`;
  const counts = new Map<string, number>();
  for (const { path } of records.flatMap(({ citations }) => citations))
    if (!path.startsWith(own)) counts.set(path, (counts.get(path) ?? 0) + 1);
  return [...counts].map(([path, citations]) => ({ path, citations }));
}
