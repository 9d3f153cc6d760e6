/** The open round as its drafts stand on disk, read as its registration will read them; and what of its registration can be filled in already. */
import { BlueError, throwAll } from "../../../errors.ts";
import type { Asks } from "../../../rules/ask-log.ts";
import { expertKey } from "../../../rules/names.ts";
import type { PanelMember } from "../../../rules/records.ts";
import { type Collected, collectRound } from "../../../rules/round/collect.ts";
import type { Texts } from "../../../rules/round/in-work.ts";
import { keepsFromRegistering } from "../../../rules/round/may-register.ts";
import { itemTypeLetters, itemTypes } from "../../../rules/vocabulary.ts";
import { markUnasked } from "../../../store/asked-texts.ts";
import { draftsDigest } from "../../../store/drafts-digest.ts";
import type { OpenDialogue } from "../../../store/find-dialogue.ts";
import { readInWork } from "../../../store/in-work.ts";
import type { Project } from "../../../store/project.ts";
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
    digest: draftsDigest(next.head, panel, drafts),
    collected,
    keeps,
  };
}

/**
 * A registration as far as Blue can fill it in; `…` stands for what only the Judge can say. One resolver is named, of several the raiser's own; what
 * must not stand as it is comes with the decision that lets the round go on without it.
 */
export function judgementFor(
  { next, ledger }: OpenDialogue,
  { digest, collected }: ReadRound,
): Record<string, unknown> {
  const { items, resolvers, problems, incomplete, missing } = collected;
  const authorsOf = (id: string) => [
    ...(ledger.items.get(id)?.sources ?? []).map(({ expert }) => expertKey(expert)),
    ...items.filter(({ local_id }) => local_id === id).map(({ expert }) => expertKey(expert)),
  ];
  /** The last word of the expert who raised it first settles it best, then of another who raised it; else the Judge chooses. */
  const settledBy = (tension: string, by: readonly string[]) => {
    const raisers = authorsOf(tension);
    const own = raisers.map((raiser) => by.findLast((id) => authorsOf(id).includes(raiser)));
    return own.find((id) => id !== undefined) ?? choice(by);
  };
  const closed = new Map<string, string[]>();
  for (const { tension, by } of resolvers.filter(({ by, now }) => now && by.length > 0)) {
    const via = settledBy(tension, by);
    closed.set(via, [...(closed.get(via) ?? []), tension]);
  }
  const closings = [...closed].map(([via, tensions]) => ({ id: tensions.join(", "), via }));
  const places = new Map(problems.map(({ expert, line }) => [`${expert} ${line}`, { expert, line, reason: "…" }]));
  return {
    dialogue_id: next.dialogue,
    round: next.round,
    digest,
    score_components: {
      ...{ W: "<Wisdom from 0>", C: "<Consistency from 0>", T: "<Truth from 0>", R: "<Relationships from 0>" },
    },
    summary: "…",
    ...(closings.length > 0 ? { tension_updates: closings } : {}),
    ...(places.size > 0 ? { dismissed: [...places.values()] } : {}),
    ...(incomplete.length > 0 ? { incomplete } : {}),
    ...(missing.length > 0 ? { absent: missing } : {}),
  };
}

/** Every marker in its list, in the order in which it will be numbered; what is proposed as merges to be decided. */
export function markerLists({ collected: { items, proposed_merges } }: ReadRound): Record<string, unknown> {
  const like = new Map(proposed_merges.map(([lead, ...rest]) => [lead!, rest.map((id) => `<${id}>`)]));
  const merged = new Set(proposed_merges.flatMap(([, ...rest]) => rest));
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
