/** One role, one tier, however it is written: what pools, panels and earlier rounds are compared by. */
import { expertKey } from "../rules/names.ts";
import { type PanelMember, type Tier, tiers } from "../rules/records.ts";
import { safeLine } from "../safe-text.ts";

/** On one line, without what no reader sees. */
export function tidyLine(text: string): string {
  return safeLine(text.normalize("NFC"));
}

export function roleKey(role: string): string {
  return tidyLine(role).toLowerCase();
}

/** Whether `owner`, a name or a role as the Judge wrote it, means this expert. */
export function isOwner(owner: string | null, { name, role }: Pick<PanelMember, "name" | "role">): boolean {
  return owner !== null && (expertKey(owner) === expertKey(name) || roleKey(owner) === roleKey(role));
}

export function findTier(written: string): Tier | undefined {
  const key = written.trim().toLowerCase();
  return tiers.find((tier) => tier.toLowerCase() === key);
}

/** By role; of several with one role, the last. */
export function byRole<E extends { role: string }>(experts: readonly E[]): Map<string, E> {
  return new Map(experts.map((expert) => [roleKey(expert.role), expert]));
}

/** Core, Adjacent, Wildcard, each by relevance; equals stay in the order they came in. */
export function inPanelOrder<E extends Pick<PanelMember, "tier" | "relevance">>(experts: readonly E[]): E[] {
  const rank = ({ tier }: E) => tiers.indexOf(tier ?? "Adjacent");
  return experts.toSorted((a, b) => rank(a) - rank(b) || (b.relevance ?? 0) - (a.relevance ?? 0));
}
