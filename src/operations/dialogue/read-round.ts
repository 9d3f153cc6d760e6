/** The open round as its drafts stand on disk, read as its registration will read them; and what of its registration can be filled in already. */
import { BlueError, throwAll } from "../../errors.ts";
import type { Asks } from "../../rules/ask-log.ts";
import type { PanelMember } from "../../rules/records.ts";
import { type Collected, collectRound } from "../../rules/round/collect.ts";
import type { Texts } from "../../rules/round/in-work.ts";
import { keepsFromRegistering } from "../../rules/round/may-register.ts";
import { itemTypeLetters, itemTypes } from "../../rules/vocabulary.ts";
import { markUnasked } from "../../store/asked-texts.ts";
import { draftsDigest } from "../../store/drafts-digest.ts";
import type { OpenDialogue } from "../../store/find-dialogue.ts";
import { readInWork } from "../../store/in-work.ts";
import type { Project } from "../../store/project.ts";
import { askedMaterial, citationsOf } from "./shown-material.ts";

export interface ReadRound {
  panel: PanelMember[];
  digest: string;
  collected: Collected;
  /** What keeps the round from being registered. */
  keeps: BlueError[];
}

export function readRound(project: Project, dialogue: OpenDialogue): ReadRound {
  const { ledger, next } = dialogue;
  const work = readInWork(project, dialogue);
  const keeps = keepsFromRegistering(work);
  const { asks, panel = [], texts } = work;
  // Where the log or the drafts cannot be read at all, there is nothing to show.
  if (asks instanceof BlueError || texts instanceof BlueError) throwAll(keeps);
  const drafts = markUnasked(project, next, asks as Asks, panel, (texts as Texts).texts);
  const { proposal, ...material } = askedMaterial(asks as Asks, panel);
  const collected = collectRound({
    ...material,
    checkCitation: citationsOf(project, next, proposal),
    ledger,
    round: next.round,
    panel,
    drafts,
    proposal: null,
    discarded: [],
    registeredAt: "",
  });
  return {
    panel,
    digest: draftsDigest(panel, drafts),
    collected,
    keeps,
  };
}

/**
 * A registration as far as Blue can fill it in; `…` stands for what only the Judge can say. One resolver is named, of several the one of whoever raised it, else the Judge chooses; what
 * must not stand as it is comes with the decision that lets the round go on without it.
 */
export function judgementFor(
  { next, ledger }: OpenDialogue,
  { digest, collected }: ReadRound,
): Record<string, unknown> {
  const { items, resolvers, problems, incomplete, missing } = collected;
  // Global IDs of this round move with the order of the lists; markers stay.
  const stable = (id: string) => items.find((item) => item.id === id)?.local_id ?? id;
  const closings = resolvers
    .filter(({ by, now }) => now && by.length > 0)
    .map(({ tension, by }) => ({
      ...{ id: tension, status: "resolved" },
      via: ownResolver(by.map(stable), ledger.items.get(tension)?.sources ?? []) ?? choice(by.map(stable)),
    }));
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

/** Who raised it says in this round that it is settled: no other word is as good. */
function ownResolver(of: readonly string[], raisers: readonly { expert: string }[]): string | undefined {
  return of.findLast((id) => raisers.some(({ expert }) => id.startsWith(`${expert.toUpperCase()}-`)));
}

function choice(of: readonly string[]): string {
  return of.length === 1 ? of[0]! : `<${of.join(" | ")}>`;
}
