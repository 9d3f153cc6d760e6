/**
 * Where the markers of a text stand, so that a page draws them and reads none itself. Of a draft in work: what the reader of drafts finds. Of a recorded
 * text: what its round recorded; the reader only says where that stands, and what it does not find again is cut out of nobody's words.
 */
import { scanDraft } from "../../drafts/scan-draft.ts";
import type { ScannedDraft } from "../../drafts/scanned-draft.ts";
import { speaker } from "../../rules/guests.ts";
import type { Ledger } from "../../rules/ledger.ts";
import { expertKey } from "../../rules/names.ts";
import { ownLabels } from "../../rules/own-label.ts";
import type { RoundRecord } from "../../rules/records.ts";
import { findItemId } from "../../rules/round/resolve-refs.ts";
import { olderSeverityReadings, type Severity } from "../../rules/vocabulary.ts";
import type { DialogueView, DraftMarks } from "../../web/data.ts";

export function scannedMarks({ items, stances, refs, moves, statements, citations }: ScannedDraft): DraftMarks {
  return {
    items: items.map(({ localId, type, label, severity, line, span }) => ({
      ...{ local_id: localId, type, label, severity, line, span },
    })),
    stances: stances.map(({ position, confidence, line, span }) => ({ position, confidence, line, span })),
    refs: refs.map(({ kind, target, line, span }) => ({ kind, target, line, span })),
    moves: moves.map(({ kind, targets, topic, line, span }) => ({ kind, targets, topic, line, span })),
    statements: statements.map(({ kind, label, line, span }) => ({ kind, label, line, span })),
    citations: citations.map(({ path, from, words, line, span }) => ({ path, from, words, result: null, line, span })),
  };
}

/** Of every text of every round. */
export function recordedMarks(ledger: Ledger): DialogueView["marks"] {
  return ledger.records.flatMap((record) => {
    const severities = severitiesIn(record);
    const labels = ownLabels(record);
    return record.texts
      .filter(({ lines }) => lines.length > 0)
      .map(({ expert, lines }) => {
        const found = scannedAs(record, expert, lines, severities);
        return {
          round: record.round,
          expert: speaker(record, expert),
          marks: placed(ledger, record, expert, found, severities, labels),
        };
      });
  });
}

type Severities = ReadonlyMap<string, Severity | null>;

/** By local ID. */
function severitiesIn({ items, merged }: RoundRecord): Severities {
  return new Map([
    ...items.map(({ sources, severity = null }) => [sources[0]!.local_id, severity] as const),
    ...merged.map(({ local_id, severity = null }) => [local_id, severity] as const),
  ]);
}

/** A round from before models' other words for a severity were read is read without them: there they belong to the label. */
function scannedAs({ round }: RoundRecord, expert: string, lines: readonly string[], severities: Severities) {
  const now = scanDraft(lines, { expert, round });
  const agrees = ({ items }: ScannedDraft) =>
    items.every(({ localId, severity }) => !severities.has(localId) || severities.get(localId) === severity);
  if (agrees(now)) return now;
  return (
    olderSeverityReadings.map((older) => scanDraft(lines, { expert, round }, { severities: older })).find(agrees) ?? now
  );
}

function placed(
  ledger: Ledger,
  record: RoundRecord,
  expert: string,
  found: ScannedDraft,
  severities: Severities,
  labels: ReadonlyMap<string, string>,
): DraftMarks {
  const mapping = new Map(Object.entries(record.mapping));
  const named = (raw: string) => findItemId(ledger, { mapping }, raw) ?? raw;
  const spans = new Places();
  for (const { localId, line, span } of found.items) spans.add(span, "item", line, localId);
  for (const { position, line, span } of found.stances) spans.add(span, "stance", line, position);
  for (const { kind, target, line, span } of found.refs) spans.add(span, "ref", line, kind, named(target));
  for (const { kind, topic, line, span } of found.moves) spans.add(span, "move", line, kind, topic);
  for (const { kind, line, span } of found.statements) spans.add(span, "statement", line, kind);
  for (const { path, from, words, line, span } of found.citations) spans.add(span, "cite", line, path, from, words);

  const own = <T extends { by: string }>(list: readonly T[]) =>
    list.filter(({ by }) => expertKey(by) === expertKey(expert));
  const written = new Map(found.items.map(({ localId, label }) => [localId, label]));
  return {
    items: record.items.flatMap(({ id, type, sources }) =>
      sources.flatMap(({ local_id, expert: by, line }, i) => {
        if (expertKey(by) !== expertKey(expert)) return [];
        // The record has one label for all markers that were merged: the first one's.
        const label = (i === 0 ? undefined : written.get(local_id)) ?? labels.get(id)!;
        const severity = severities.get(local_id) ?? null;
        return [{ local_id, type, label, severity, line, span: spans.take("item", line, local_id) }];
      }),
    ),
    stances: own(record.stances).map(({ position, confidence, line }) => ({
      ...{ position, confidence, line, span: spans.take("stance", line, position) },
    })),
    refs: own(record.refs).map(({ kind, target, line }) => ({
      ...{ kind, target, line, span: spans.take("ref", line, kind, target) },
    })),
    moves: own(record.moves).map(({ kind, targets, topic, line }) => ({
      ...{ kind, targets, topic, line, span: spans.take("move", line, kind, topic) },
    })),
    statements: own(record.statements).map(({ kind, label, line }) => ({
      ...{ kind, label, line, span: spans.take("statement", line, kind) },
    })),
    citations: own(record.citations).map(({ path, from, words, result, line }) => ({
      ...{ path, from, words, result, line, span: spans.take("cite", line, path, from, words) },
    })),
  };
}

type Place = { from: number; to: number };

/** Where something stands, by what it says; whoever says it twice does so at two places. */
class Places {
  private readonly left = new Map<string, Place[]>();

  add(place: Place, ...said: (string | number | null)[]): void {
    const key = JSON.stringify(said);
    const known = this.left.get(key);
    if (known === undefined) this.left.set(key, [place]);
    else known.push(place);
  }

  take(...said: (string | number | null)[]): Place | null {
    return this.left.get(JSON.stringify(said))?.shift() ?? null;
  }
}
