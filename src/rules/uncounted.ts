/**
 * What of an expert's last text did not count, from the records: its next prompt says so, a check round asks it too, and until it has signalled later it
 * is not settled. What nobody could read may have been an objection.
 */
import { isMember } from "./guests.ts";
import type { Ledger } from "./ledger.ts";
import { expertKey } from "./names.ts";
import type { RoundRecord } from "./records.ts";

export interface Uncounted {
  round: number;
  /** `unmarked`: a text in which nothing is a marker. */
  what: "absent" | "incomplete" | "cut" | "unasked" | "unmarked" | "dismissed";
  /** Of what was dismissed. */
  dismissed?: {
    line: number;
    words: string;
    reason: string;
    /** A line and no item with an ID: nobody knows what it would have said. */
    unread: boolean;
  };
}

/** The last round in which somebody sat and was asked. */
export function lastAsked({ records }: Pick<Ledger, "records">, name: string): RoundRecord | undefined {
  return records.findLast((record) => isMember(record, name) && textOf(record, name)?.state !== "not_asked");
}

/** Empty where everything counted, or nothing was asked yet. */
export function uncounted(ledger: Pick<Ledger, "records">, name: string): Uncounted[] {
  const record = lastAsked(ledger, name);
  const text = record && textOf(record, name);
  if (record === undefined || text === undefined) return [];
  const { round } = record;
  if (text.state === "absent") return [{ round, what: "absent" }];
  const dismissed = record.dismissed.filter(({ expert }) => expertKey(expert) === expertKey(name));
  return [
    ...(text.state === "incomplete" ? [{ round, what: "incomplete" as const }] : []),
    ...(text.provenance?.cut ? [{ round, what: "cut" as const }] : []),
    ...(text.provenance?.unasked ? [{ round, what: "unasked" as const }] : []),
    ...(dismissed.length === 0 && !hasMarkers(record, name) ? [{ round, what: "unmarked" as const }] : []),
    ...dismissed.map(({ line, reason, local_id }) => ({
      round,
      what: "dismissed" as const,
      dismissed: { line, words: text.lines[line - 1] ?? "", reason, unread: local_id === null },
    })),
  ];
}

function textOf({ texts }: RoundRecord, name: string): RoundRecord["texts"][number] | undefined {
  return texts.find(({ expert }) => expertKey(expert) === expertKey(name));
}

function hasMarkers(record: RoundRecord, name: string): boolean {
  const own = ({ by }: { by: string }) => expertKey(by) === expertKey(name);
  const said = [record.refs, record.moves, record.stances, record.statements, record.citations, record.signals];
  const items = Object.keys(record.mapping).some(
    (id) => expertKey(id.slice(0, id.lastIndexOf("-"))) === expertKey(name),
  );
  return items || said.some((list) => list.some(own));
}
