/**
 * What `collect` hands out, so that `register` can refuse drafts that changed since and say whose: a hash over everything, then one per member. The head
 * they answer is part of it, so that nothing else need be echoed; and where a text comes from, for a cut one gives no signal. When its file was last written
 * is not.
 */
import { createHash } from "node:crypto";
import { expertKey } from "../rules/names.ts";
import type { PanelMember, Provenance } from "../rules/records.ts";
import type { DraftFile } from "../rules/round/scan-round.ts";

export function draftsDigest(head: string, panel: readonly PanelMember[], drafts: readonly DraftFile[]): string {
  const texts = new Map(
    drafts.map(({ expert, others, ...first }) => [expertKey(expert), [first, ...others].map(digested)]),
  );
  const own = panel.map(({ name }) => hashOf(texts.get(expertKey(name)) ?? null));
  const guests = drafts.filter(({ expert }) => !panel.some(({ name }) => expertKey(name) === expertKey(expert)));
  const whole = hashOf([head, panel, own, guests.map((guest) => [guest.expert, digested(guest)])]);
  return [whole.slice(0, 24), ...own.map((hash) => hash.slice(0, 4))].join("-");
}

function digested({ lines, provenance }: { lines: string[]; provenance: Provenance }): unknown {
  const { written_at: _, ...origin } = provenance;
  return [lines, origin];
}

/** Whose text changed since the digest was handed out; empty when the digest is of another panel. */
export function changedSince(digest: string, panel: readonly PanelMember[], drafts: readonly DraftFile[]): string[] {
  const [, ...then] = digest.split("-");
  const [, ...now] = draftsDigest("", panel, drafts).split("-");
  return then.length === now.length ? panel.filter((_, i) => then[i] !== now[i]).map(({ name }) => name) : [];
}

function hashOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex");
}
