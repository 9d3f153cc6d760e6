/**
 * What a round's drafts say, before anything is judged: every marker once, with the ID it would get, what resolves what, what cannot stand, and which
 * drafts or items look alike. The Judge reads this instead of the drafts.
 */
import type { Ledger } from "./ledger.ts";
import type { PanelMember, RoundRecord } from "./records.ts";
import { assignIds, type Marker } from "./register/assign-ids.ts";
import { resolveRefs } from "./register/resolve-refs.ts";
import type { RoundInput } from "./register/round-input.ts";
import { type DraftFile, type ScannedText, scanRound } from "./register/scan-round.ts";
import { shingles, similarity } from "./warnings.ts";

export interface CollectedItem {
  local_id: string;
  id: string;
  expert: string;
  label: string;
  refs: string[];
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
  stances: { expert: string; position: string; confidence: number | null; text: string }[];
  near_duplicates: { a: string; b: string; similarity: number }[];
  statements: { expert: string; kind: string; label: string | null; text: string }[];
  scanned: ScannedText[];
  mapping: Map<string, string>;
}

const nothing: RoundInput = { score_components: { W: 0, C: 0, T: 0, R: 0 } };
const alike = 0.3;

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
    notices: resolved.notices,
    items: markers.map((marker) => collectItem(marker, assignment.mapping.get(marker.localId)!, resolved.refs)),
    resolvers: resolversOf(ledger, resolved.refs),
    signals: members.flatMap(({ expert, state, draft }) => signalOf(expert, state, draft, resolved.refs)),
    stances: texts.flatMap(({ expert, draft }) =>
      draft?.stance
        ? [{ expert, position: draft.stance.position, confidence: draft.stance.confidence, text: draft.stance.text }]
        : [],
    ),
    near_duplicates: nearDuplicates(markers),
    statements: texts.flatMap(({ expert, draft }) =>
      (draft?.statements ?? []).map(({ kind, label, text }) => ({ expert, kind, label, text: text.join("\n") })),
    ),
    scanned: texts,
    mapping: assignment.mapping,
  };
}

function collectItem({ localId, expert, item }: Marker, id: string, refs: RoundRecord["refs"]): CollectedItem {
  return {
    local_id: localId,
    id,
    expert,
    label: item.label,
    refs: refs.filter((ref) => ref.from === id && ref.by === expert).map(({ kind, target }) => `${kind} ${target}`),
    text: item.text.join("\n").trim(),
  };
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

function signalOf(
  expert: string,
  state: ScannedText["state"],
  draft: ScannedText["draft"],
  refs: RoundRecord["refs"],
): Collected["signals"] {
  if (!draft?.converge) return [];
  const why =
    state !== "present"
      ? "the draft is incomplete"
      : draft.items.some(({ type }) => type === "T")
        ? "the draft raises a tension"
        : refs.some(({ kind, by }) => kind === "REOPEN" && by === expert)
          ? "the draft reopens a tension"
          : null;
  return [{ expert, counted: why === null, why }];
}

/** Items of one type by different experts whose words overlap: candidates for merging, never merged by themselves. */
function nearDuplicates(markers: readonly Marker[]): Collected["near_duplicates"] {
  const runs = markers.map((marker) => ({
    marker,
    words: shingles(`${marker.item.label} ${marker.item.text.join(" ")}`),
  }));
  const pairs: Collected["near_duplicates"] = [];
  for (const [i, a] of runs.entries()) {
    for (const b of runs.slice(i + 1)) {
      if (a.marker.item.type !== b.marker.item.type || a.marker.expert === b.marker.expert) continue;
      const score = similarity(a.words, b.words);
      if (score >= alike)
        pairs.push({ a: a.marker.localId, b: b.marker.localId, similarity: Math.round(score * 100) / 100 });
    }
  }
  return pairs.sort((x, y) => y.similarity - x.similarity);
}
