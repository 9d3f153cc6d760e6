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
    const refs = record.refs.filter(({ target }) => target === id);
    const moves = record.moves.filter(({ targets }) => targets.includes(id));
    for (const { kind, by } of [...refs, ...moves].sort((x, y) => x.line - y.line)) {
      const key = expertKey(speaker(record, by));
      if (!authors.includes(key)) continue;
      if (kind === "CONCEDE" || kind === "OPPOSE") last.set(key, "back");
      if (kind === "SUPPORT" || kind === "DEFEND") last.set(key, "stands");
    }
  }
  return authors.length > 0 && authors.every((author) => last.get(author) === "back");
}
