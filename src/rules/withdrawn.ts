/**
 * Whether an item was taken back before the verdict: the last word of every author on it is CONCEDE or OPPOSE. What was withdrawn and then
 * supported or defended again stands.
 */
import { authorsOf, speaker } from "./guests.ts";
import type { Ledger } from "./ledger.ts";
import { expertKey } from "./names.ts";

/** `ledger` as it stood at the verdict. */
export function isWithdrawn(ledger: Ledger, id: string): boolean {
  const item = ledger.items.get(id);
  if (item === undefined) return false;
  const authors = authorsOf(ledger, item).map(expertKey);
  const last = new Map<string, "back" | "stands">();
  for (const record of ledger.records) {
    const said = [
      ...record.refs.map(({ kind, by, target, line }) => ({ kind, by, targets: [target], line })),
      ...record.moves.map(({ kind, by, targets, line }) => ({ kind, by, targets, line })),
    ].sort((a, b) => a.line - b.line);
    for (const { kind, by, targets } of said) {
      const key = expertKey(speaker(record, by));
      if (!targets.includes(id) || !authors.includes(key)) continue;
      if (kind === "CONCEDE" || kind === "OPPOSE") last.set(key, "back");
      if (kind === "SUPPORT" || kind === "DEFEND") last.set(key, "stands");
    }
  }
  return authors.length > 0 && authors.every((author) => last.get(author) === "back");
}
