/**
 * Where the markers of a text stand, so that a page draws them and reads none itself. Of a draft in work: what the reader of drafts finds. Of a recorded
 * text: what its round recorded; the reader only says where that stands, and what it does not find again is cut out of nobody's words.
 */
import { scanDraft } from "../../drafts/scan-draft.ts";
import type { ScannedDraft } from "../../drafts/scanned-draft.ts";
import { speaker } from "../../rules/guests.ts";
import type { Ledger } from "../../rules/ledger.ts";
import { expertKey } from "../../rules/names.ts";
import type { RoundRecord } from "../../rules/records.ts";
import { findItemId } from "../../rules/round/resolve-refs.ts";
import { olderSeverityReadings, type Severity } from "../../rules/vocabulary.ts";
import type { Cut, DraftMarks, RecordedMarks } from "../../web/data.ts";

export function scannedMarks(draft: ScannedDraft): DraftMarks {
  const { items, stances, refs, moves, statements, citations } = draft;
  return {
    items: items.map(({ localId, type, label, severity, line }) => ({
      local_id: localId,
      type,
      label,
      severity,
      line,
    })),
    stances: stances.map(({ position, confidence, line }) => ({ position, confidence, line })),
    refs: refs.map(({ kind, target, line }) => ({ kind, target, line })),
    moves: moves.map(({ kind, targets, topic, line }) => ({ kind, targets, topic, line })),
    statements: statements.map(({ kind, label, line }) => ({ kind, label, line })),
    citations: citations.map(({ path, from, words, line }) => ({ path, from, words, result: null, line })),
    cuts: inOrder([...items, ...stances, ...refs, ...moves, ...statements, ...citations]),
  };
}

/** Of every text of every round. */
export function recordedMarks(ledger: Ledger): RecordedMarks[] {
  return ledger.records.flatMap((record) => {
    const severities = severitiesIn(record);
    const merged = new Set(record.merged.map(({ local_id }) => local_id));
    return record.texts
      .filter(({ lines }) => lines.length > 0)
      .map(({ expert, lines }) => {
        const found = scannedAs(record, expert, lines, severities);
        const said = found.items.filter(({ localId }) => severities.get(localId) !== undefined);
        return {
          round: record.round,
          expert: speaker(record, expert),
          cuts: recordedCuts(ledger, record, expert, found),
          items: Object.fromEntries(
            said.map(({ localId, label }) => [
              localId,
              { ...(merged.has(localId) ? { label } : {}), severity: severities.get(localId)! },
            ]),
          ),
        };
      });
  });
}

type Severities = ReadonlyMap<string, Severity | null | undefined>;

/** By local ID; undefined where the export says all there is: the item was made of this marker, and has no severity. */
function severitiesIn({ items, merged }: RoundRecord): Severities {
  return new Map<string, Severity | null | undefined>([
    ...items.map(({ sources, severity }) => [sources[0]!.local_id, severity] as const),
    ...merged.map(({ local_id, severity = null }) => [local_id, severity] as const),
  ]);
}

/** A round from before models' other words for a severity were read is read without them: there they belong to the label. */
function scannedAs({ round }: RoundRecord, expert: string, lines: readonly string[], severities: Severities) {
  const now = scanDraft(lines, { expert, round });
  const agrees = ({ items }: ScannedDraft) =>
    items.every(({ localId, severity }) => !severities.has(localId) || (severities.get(localId) ?? null) === severity);
  if (agrees(now)) return now;
  return (
    olderSeverityReadings.map((older) => scanDraft(lines, { expert, round }, { severities: older })).find(agrees) ?? now
  );
}

/** Of what the record has, too. */
function recordedCuts(ledger: Ledger, record: RoundRecord, expert: string, found: ScannedDraft): Cut[] {
  const own = ({ by }: { by: string }) => expertKey(by) === expertKey(expert);
  const mapping = new Map(Object.entries(record.mapping));
  const named = (raw: string) => findItemId(ledger, { mapping }, raw);
  const key = (...said: (string | number | null | undefined)[]) => JSON.stringify(said);
  const recorded = new Set([
    ...record.items.flatMap(({ sources }) => sources.map(({ local_id, line }) => key("item", line, local_id))),
    ...record.stances.filter(own).map(({ position, line }) => key("stance", line, position)),
    ...record.refs.filter(own).map(({ kind, target, line }) => key("ref", line, kind, target)),
    ...record.moves.filter(own).map(({ kind, topic, line }) => key("move", line, kind, topic)),
    ...record.statements.filter(own).map(({ kind, line }) => key("statement", line, kind)),
    ...record.citations.filter(own).map(({ path, from, words, line }) => key("cite", line, path, from, words)),
  ]);
  const { items, stances, refs, moves, statements, citations } = found;
  return inOrder([
    ...items.filter(({ localId, line }) => recorded.has(key("item", line, localId))),
    ...stances.filter(({ position, line }) => recorded.has(key("stance", line, position))),
    ...refs.filter(({ kind, target, line }) => recorded.has(key("ref", line, kind, named(target)))),
    ...moves.filter(({ kind, topic, line }) => recorded.has(key("move", line, kind, topic))),
    ...statements.filter(({ kind, line }) => recorded.has(key("statement", line, kind))),
    ...citations.filter(({ path, from, words, line }) => recorded.has(key("cite", line, path, from, words))),
  ]);
}

/** Each once: one marker may say several things. */
function inOrder(marked: readonly { span: { from: number; to: number } }[]): Cut[] {
  const cuts = new Map(marked.map(({ span: { from, to } }) => [from, to]));
  return [...cuts].sort(([a], [b]) => a - b);
}
