/** The open round as its drafts stand on disk, read as its registration will read them; and what of its registration can be filled in already. */
import { throwAll } from "../../errors.ts";
import type { PanelMember } from "../../rules/records.ts";
import { type Collected, collectRound } from "../../rules/round/collect.ts";
import { itemTypeLetters, itemTypes } from "../../rules/vocabulary.ts";
import { draftsDigest } from "../../store/drafts-digest.ts";
import type { OpenDialogue } from "../../store/find-dialogue.ts";
import { readInbox } from "../../store/inbox.ts";
import type { Project } from "../../store/project.ts";
import { checkRound, currentPanel } from "./seat-panel.ts";
import { shownMaterial } from "./shown-material.ts";

export interface ReadRound {
  panel: PanelMember[];
  digest: string;
  collected: Collected;
  /** Texts in the wrong place, in words. */
  misplaced: string[];
}

export function readRound(project: Project, dialogue: OpenDialogue): ReadRound {
  const { ledger, next } = dialogue;
  const panel = currentPanel(project, dialogue) ?? [];
  const { texts: drafts, misplaced } = readInbox(project, dialogue, panel);
  // A text in the wrong place is named; one that cannot be read, or whose author is not on the panel, refuses.
  throwAll(checkRound(dialogue, panel, { misplaced: misplaced.filter(({ why }) => why !== "place") }));
  const { proposal: _, ...material } = shownMaterial(project, next, panel);
  const collected = collectRound({
    ...material,
    ledger,
    round: next.round,
    panel,
    drafts,
    proposal: null,
    discarded: [],
    registeredAt: "",
  });
  const named = misplaced.filter(({ why }) => why === "place");
  return {
    panel,
    digest: draftsDigest(panel, drafts),
    collected,
    misplaced: named.map(({ error }) => `${error.message}. ${error.suggestion}`),
  };
}

/**
 * A registration as far as Blue can fill it in; `…` stands for what only the Judge can say. One resolver is named, of several the Judge chooses; what
 * must not stand as it is comes with the decision that lets the round go on without it.
 */
export function judgementFor({ next }: OpenDialogue, { digest, collected }: ReadRound): Record<string, unknown> {
  const { items, resolvers, problems, incomplete, missing } = collected;
  // Global IDs of this round move with the order of the lists; markers stay.
  const stable = (id: string) => items.find((item) => item.id === id)?.local_id ?? id;
  const closings = resolvers
    .filter(({ by, now }) => now && by.length > 0)
    .map(({ tension, by }) => ({ id: tension, status: "resolved", via: choice(by.map(stable)) }));
  const places = new Map(problems.map(({ expert, line }) => [`${expert} ${line}`, { expert, line, reason: "…" }]));
  return {
    dialogue_id: next.dialogue,
    round: next.round,
    head: next.head,
    digest,
    score_components: { W: "…", C: "…", T: "…", R: "…" },
    summary: "…",
    ...(closings.length > 0 ? { tension_updates: closings } : {}),
    ...(places.size > 0 ? { dismissed: [...places.values()] } : {}),
    ...(incomplete.length > 0 ? { incomplete } : {}),
    ...(missing.length > 0 ? { absent: missing } : {}),
  };
}

/** Every marker in its list, in the order in which it will be numbered; what looks alike as merges to be decided. */
export function markerLists({ collected: { items, near_duplicates } }: ReadRound): Record<string, unknown> {
  const like = new Map<string, string[]>();
  const merged = new Set(near_duplicates.map(({ b }) => b));
  // Of three alike (a with b, b with c) the first leads.
  const leadOf = (id: string): string => {
    const pair = near_duplicates.find(({ b }) => b === id);
    return pair === undefined ? id : leadOf(pair.a);
  };
  for (const { b } of near_duplicates) like.set(leadOf(b), [...(like.get(leadOf(b)) ?? []), `<${b}>`]);
  return Object.fromEntries(
    itemTypeLetters.flatMap((type) => {
      const own = items.filter(({ id, local_id }) => id.startsWith(type) && !merged.has(local_id));
      const listed = own.map(({ local_id, label }) => {
        const merges = like.get(local_id);
        return merges === undefined ? { local_id, label } : { local_id, label, merges };
      });
      return listed.length > 0 ? [[itemTypes[type].list, listed]] : [];
    }),
  );
}

function choice(of: readonly string[]): string {
  return of.length === 1 ? of[0]! : `<${of.join(" | ")}>`;
}
