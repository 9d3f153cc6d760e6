/** Who of the pool could join a panel, the most relevant first. */
import type { PanelMember, PoolExpert } from "../rules/records.ts";
import { roleKey } from "./roles.ts";

export function unseated(pool: readonly PoolExpert[], panel: readonly PanelMember[]): PoolExpert[] {
  const seated = new Set(panel.map(({ role }) => roleKey(role)));
  const foci = new Set(panel.flatMap(({ focus }) => (focus === null ? [] : [roleKey(focus)])));
  const isSeen = ({ focus }: PoolExpert) => focus !== null && foci.has(roleKey(focus));
  const left = pool.filter(({ role }) => !seated.has(roleKey(role)));
  return left.toSorted((a, b) => Number(isSeen(a)) - Number(isSeen(b)) || b.relevance - a.relevance);
}
