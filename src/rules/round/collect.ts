/**
 * What a round's drafts say, before anything is judged: every marker once, with the ID it would get, what resolves what, what cannot stand, and which
 * drafts or items look alike. The Judge reads this instead of the drafts.
 */
import type { Ledger } from "../ledger.ts";
import type { PanelMember, RoundRecord } from "../records.ts";
import { assignIds } from "./assign-ids.ts";
import { nearDuplicates } from "./near-duplicates.ts";
import { type Resolved, resolveRefs } from "./resolve-refs.ts";
import type { RoundInput } from "./round-input.ts";
import { type DraftFile, type ScannedText, scanRound } from "./scan-round.ts";
import { secondTextNotices, signalsOf } from "./signals.ts";

export interface CollectedItem {
  local_id: string;
  id: string;
  expert: string;
  label: string;
  /** References and moves, by kind: `SUPPORT P0001, R0002`. */
  refs: string[];
  /** Its own words: what `refs` says is not in them. */
  text: string;
}

export interface Collected {
  present: string[];
  missing: string[];
  incomplete: string[];
  problems: { expert: string; line: number; code: string; message: string; fix: string }[];
  notices: string[];
  items: CollectedItem[];
  resolvers: { tension: string; by: string[] }[];
  signals: { expert: string; counted: boolean; why: string | null }[];
  /** With what the draft says outside its items. */
  stances: { expert: string; position: string; confidence: number | null; refs: string[]; text: string }[];
  near_duplicates: { a: string; b: string }[];
  statements: { expert: string; kind: string; label: string | null; text: string }[];
  scanned: ScannedText[];
  mapping: Map<string, string>;
}

const nothing: RoundInput = { score_components: { W: 0, C: 0, T: 0, R: 0 } };

export function collectRound(
  ledger: Ledger,
  round: number,
  panel: readonly PanelMember[],
  drafts: readonly DraftFile[],
): Collected {
  const { texts } = scanRound(round, panel, drafts, {});
  const assignment = assignIds(ledger, round, texts, nothing);
  const resolved = resolveRefs(ledger, texts, assignment, nothing);
  const markers = [...assignment.markers.values()];
  const members = texts.filter(({ member }) => member);
  return {
    present: members.filter(({ state }) => state === "present").map(({ expert }) => expert),
    missing: members.filter(({ state }) => state === "absent").map(({ expert }) => expert),
    incomplete: members.filter(({ state }) => state === "incomplete").map(({ expert }) => expert),
    problems: resolved.errors.map((error) => ({
      expert: String(error.context?.expert ?? ""),
      line: Number(error.context?.line ?? 0),
      code: error.code,
      message: error.message,
      fix: error.suggestion ?? "",
    })),
    notices: [...resolved.notices, ...secondTextNotices(round, texts)],
    items: markers.map(({ localId, expert, item }) => {
      const id = assignment.mapping.get(localId)!;
      return {
        local_id: localId,
        id,
        expert,
        label: item.label,
        refs: said(resolved, expert, id),
        text: item.words.join("\n").trim(),
      };
    }),
    resolvers: resolversOf(ledger, resolved.refs),
    signals: signalsOf(round, texts, resolved).map(({ by, counted, why }) => ({ expert: by, counted, why })),
    stances: texts.flatMap(({ expert, draft }) =>
      draft?.stance
        ? [
            {
              expert,
              position: draft.stance.position,
              confidence: draft.stance.confidence,
              refs: said(resolved, expert, null),
              text: draft.stance.text,
            },
          ]
        : [],
    ),
    near_duplicates: nearDuplicates(
      markers.map(({ localId, expert, item: { type, label, text } }) => ({
        localId,
        expert,
        type,
        label,
        text: text.join(" "),
      })),
    ),
    statements: texts.flatMap(({ expert, draft }) =>
      (draft?.statements ?? []).map(({ kind, label, text }) => ({ expert, kind, label, text: text.join("\n") })),
    ),
    scanned: texts,
    mapping: assignment.mapping,
  };
}

/** What an item, or a draft outside its items, says of others; that it converges is a signal. */
function said({ refs, moves }: Resolved, expert: string, from: string | null): string[] {
  const here = (one: { by: string; from: string | null }) => one.by === expert && one.from === from;
  const byKind = new Map<string, string[]>();
  const add = (kind: string, ...what: string[]) => byKind.set(kind, [...(byKind.get(kind) ?? []), ...what]);
  for (const { kind, target } of refs.filter(here)) add(kind, target);
  for (const { kind, targets, topic } of moves.filter(here))
    if (kind !== "CONVERGE") add(kind, ...targets, ...(topic === null ? [] : [topic]));
  return [...byKind].map(([kind, what]) => `${kind} ${what.join(", ")}`.trim());
}

/** Open tensions of earlier rounds and new ones, with every item that says it resolves them. */
function resolversOf(ledger: Ledger, refs: RoundRecord["refs"]): Collected["resolvers"] {
  const by = new Map<string, Set<string>>();
  for (const { id, state, resolvers } of ledger.tensions.values()) {
    if (state !== "resolved" && state !== "accepted") by.set(id, new Set(resolvers.map(({ item }) => item)));
  }
  for (const { kind, target, from } of refs) {
    if (kind === "RESOLVE" && from !== null) by.set(target, (by.get(target) ?? new Set()).add(from));
  }
  return [...by].map(([tension, items]) => ({ tension, by: [...items] }));
}
