/**
 * The ledger: what the records of a dialogue add up to. A pure fold, so two readers of the same files see the same state; the gate, every
 * answer and every generated file are computed from it and from nothing else.
 */
import { expertKey } from "./names.ts";
import { ownLabels } from "./own-label.ts";
import type { OpeningRecord, RoundRecord, TensionEvent } from "./records.ts";
import { type ItemType, type Severity, severities, worstOf } from "./vocabulary.ts";

export type TensionState = "open" | "addressed" | "reopened" | "resolved" | "accepted";

export interface LedgerItem {
  id: string;
  type: ItemType;
  /** The expert's own. */
  label: string;
  /** What the Judge calls it, where that is something else. */
  renamed?: string;
  round: number;
  sources: { local_id: string; expert: string; line: number; round: number }[];
  new: boolean;
}

export interface LedgerTension {
  id: string;
  label: string;
  renamed?: string;
  severity: Severity | null;
  round: number;
  state: TensionState;
  owner: string | null;
  resolution_path: string | null;
  events: (TensionEvent & { round: number })[];
  /** Items whose text says that they resolve it, in order of appearance. */
  resolvers: { item: string; by: string; round: number }[];
}

export interface Counts {
  velocity: { open_tensions: number; new_perspectives: number; total: number };
  convergence: { signals: number; panel_size: number; percent: number; missing: string[] };
}

export interface RoundState extends Counts {
  round: number;
  score: { W: number; C: number; T: number; R: number; total: number };
  open: string[];
  fresh: string[];
  signals: string[];
  /** Velocity is 0 and every member of this round's panel signalled: what the gate asks for. */
  converged: boolean;
}

export interface Ledger {
  opening: OpeningRecord;
  records: readonly RoundRecord[];
  rounds: RoundState[];
  items: Map<string, LedgerItem>;
  tensions: Map<string, LedgerTension>;
  /** The `self` of the last record: what the next round answers. */
  head: string;
}

export function foldLedger(opening: OpeningRecord, records: readonly RoundRecord[]): Ledger {
  const ledger: Ledger = {
    opening,
    records,
    rounds: [],
    items: new Map(),
    tensions: new Map(),
    head: (records.at(-1) ?? opening).self,
  };
  for (const record of records) applyRound(ledger, record);
  return ledger;
}

/** The same ledger one round later, without folding the earlier ones again. The one given stays as it is. */
export function extendLedger(ledger: Ledger, record: RoundRecord): Ledger {
  const records = [...ledger.records, record];
  const tensions = [...ledger.tensions].map(([id, tension]): [string, LedgerTension] => [
    id,
    { ...tension, events: [...tension.events], resolvers: [...tension.resolvers] },
  ]);
  const extended: Ledger = {
    opening: ledger.opening,
    records,
    rounds: [...ledger.rounds],
    items: new Map(ledger.items),
    tensions: new Map(tensions),
    head: record.self,
  };
  applyRound(extended, record);
  return extended;
}

function applyRound(ledger: Ledger, record: RoundRecord): void {
  applyItems(ledger, record);
  applyTensions(ledger, record);
  ledger.rounds.push(countRound(ledger, record));
}

function applyItems(ledger: Ledger, record: RoundRecord): void {
  const own = ownLabels(record);
  for (const item of record.items) {
    const sources = item.sources.map((source) => ({ ...source, round: record.round }));
    const named = own.get(item.id)!;
    const label = { label: named, ...(named === item.label ? {} : { renamed: item.label }) };
    ledger.items.set(item.id, {
      id: item.id,
      type: item.type,
      ...label,
      round: record.round,
      sources,
      new: item.new,
    });
    if (item.type !== "T") continue;
    ledger.tensions.set(item.id, {
      id: item.id,
      ...label,
      severity: item.severity ?? null,
      round: record.round,
      state: "open",
      owner: null,
      resolution_path: null,
      events: [],
      resolvers: [],
    });
  }
  for (const { into, severity } of record.merged) {
    const tension = ledger.tensions.get(into);
    if (tension !== undefined) tension.severity = worstOf([tension.severity, severity]);
  }
  for (const { kind, by, from, target } of record.refs) {
    if (kind === "RESOLVE" && from !== null)
      ledger.tensions.get(target)?.resolvers.push({ item: from, by, round: record.round });
  }
}

const stateAfter: Record<TensionEvent["change"], TensionState> = {
  raised: "open",
  addressed: "addressed",
  reopened: "reopened",
  resolved: "resolved",
  accepted: "accepted",
};

function applyTensions(ledger: Ledger, record: RoundRecord): void {
  for (const event of record.tensions) {
    const tension = ledger.tensions.get(event.id);
    if (tension === undefined) continue;
    tension.events.push({ ...event, round: record.round });
    // A tension that was reopened stays so until it is closed: addressing it is not news.
    if (event.change === "addressed" && tension.state !== "open") continue;
    tension.state = stateAfter[event.change];
  }
  for (const { id, owner, resolution_path } of record.owners) {
    const tension = ledger.tensions.get(id);
    if (tension === undefined) continue;
    tension.owner = owner ?? tension.owner;
    tension.resolution_path = resolution_path ?? tension.resolution_path;
  }
}

export function isOpen(tension: { state: TensionState }): boolean {
  return tension.state !== "resolved" && tension.state !== "accepted";
}

/** Worst first; those without a severity last, each in the order they were raised. */
export function bySeverity<T extends { severity: Severity | null }>(tensions: readonly T[]): T[] {
  const rank = ({ severity }: T) => (severity === null ? severities.length : severities.indexOf(severity));
  return [...tensions].sort((a, b) => rank(a) - rank(b));
}

/** Velocity and convergence after this round: what is open now, what is new in it, and who of its panel signalled in it. */
function countRound(ledger: Ledger, record: RoundRecord): RoundState {
  const open = [...ledger.tensions.values()].filter(isOpen).map(({ id }) => id);
  const fresh = record.items.filter((item) => item.type === "P" && item.new).map(({ id }) => id);
  const signalled = new Set(record.signals.filter(({ counted }) => counted).map(({ by }) => expertKey(by)));
  const signals = record.panel.filter(({ name }) => signalled.has(expertKey(name))).map(({ name }) => name);
  const { W, C, T, R, total = W + C + T + R } = record.scores;
  const velocity = open.length + fresh.length;
  return {
    round: record.round,
    score: { W, C, T, R, total },
    open,
    fresh,
    signals,
    converged: velocity === 0 && signals.length === record.panel.length,
    velocity: { open_tensions: open.length, new_perspectives: fresh.length, total: velocity },
    convergence: {
      signals: signals.length,
      panel_size: record.panel.length,
      percent: Math.floor((signals.length * 100) / record.panel.length),
      missing: record.panel.filter(({ name }) => !signalled.has(expertKey(name))).map(({ name }) => name),
    },
  };
}
