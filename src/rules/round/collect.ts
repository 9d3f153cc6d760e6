/**
 * What a round's drafts say, before anything is judged: every marker once, with the ID it would get, what resolves what, what cannot stand, and which
 * drafts or items look alike. The Judge reads this instead of the drafts.
 */
import type { ScannedItem } from "../../drafts/scanned-draft.ts";
import { type Coverage, coverageOf } from "../coverage.ts";
import { isOpen } from "../ledger.ts";
import type { RoundRecord } from "../records.ts";
import { resolversFor } from "../resolvers.ts";
import { isFound } from "../rot.ts";
import { type Severity, severities } from "../vocabulary.ts";
import { composeRound, type RoundBody, type RoundMaterial } from "./compose-round.ts";
import { mayCloseNow } from "./judge-events.ts";
import { perhapsMerges, proposedMerges, wordingsOf } from "./proposed-merges.ts";
import type { RoundInput } from "./round-input.ts";
import type { ScannedText } from "./scan-round.ts";

export interface CollectedItem {
  local_id: string;
  id: string;
  expert: string;
  label: string;
  severity: Severity | null;
  /** References and moves, by kind: `SUPPORT P0001, R0002`; items of this round by marker, because their IDs move with what is merged and listed. */
  refs: string[];
  /** Citations in it, and how many of them are not found where they point to. */
  cited: number;
  not_found: number;
  /** Its own words: what `refs` says is not in them. */
  text: string;
}

export interface Collected {
  present: string[];
  missing: string[];
  incomplete: string[];
  /** On the panel, and nobody asked them this round. */
  not_asked: string[];
  problems: { expert: string; line: number; code: string; message: string; fix: string }[];
  notices: string[];
  items: CollectedItem[];
  /** Items that may close each open tension, those of this round by marker; `now`: not one that this round raises or reopens. */
  resolvers: { tension: string; by: string[]; now: boolean }[];
  signals: { expert: string; counted: boolean; why: string | null }[];
  /** With what the draft says outside its items. */
  stances: { expert: string; position: string; confidence: number | null; refs: string[]; text: string }[];
  /** Markers that seem to say the same, the one that leads first. */
  proposed_merges: string[][];
  /** In a large panel: tensions that stand alone and perhaps say the same. */
  perhaps_merges: string[][];
  /** Of the blind round, with the proposed merges. */
  coverage: Coverage | undefined;
  later_looks: RoundRecord["later_looks"];
  statements: { expert: string; kind: string; label: string | null; text: string }[];
  citations: RoundRecord["citations"];
  /** What each expert wrote outside its markers: no rule reads it, the Judge may. */
  outside: { expert: string; text: string }[];
}

const nothing: RoundInput = { score_components: { W: 0, C: 0, T: 0, R: 0 } };

export function collectRound(material: RoundMaterial): Collected {
  const { body, texts, ledger, faults, notices } = composeRound(material, nothing);
  const inState = (state: ScannedText["state"]) =>
    texts.filter((text) => text.member && text.state === state).map(({ expert }) => expert);
  const items = texts.flatMap(({ expert, draft }) => (draft?.items ?? []).map((item) => ({ expert, item })));
  const wordings = wordingsOf(texts);
  const proposed = proposedMerges(wordings);
  const markers = new Map(Object.entries(body.mapping).map(([marker, id]) => [id, marker]));
  const named = (id: string) => markers.get(id) ?? id;
  const merged = material.round > 0 ? undefined : composeRound(material, { ...nothing, merge: "proposed" }).body;
  return {
    present: inState("present"),
    missing: inState("absent"),
    incomplete: inState("incomplete"),
    not_asked: inState("not_asked"),
    problems: faults.map(({ context, code, message, suggestion }) => ({
      expert: String(context?.expert ?? ""),
      line: Number(context?.line ?? 0),
      code,
      message,
      fix: suggestion ?? "",
    })),
    notices: [...notices, ...withoutSeverity(items.map(({ item }) => item))],
    items: items.map(({ expert, item }) => {
      const id = body.mapping[item.localId]!;
      const text = item.words.join("\n").trim();
      const { localId: local_id, label, severity } = item;
      const last = item.endLine;
      const cites = body.citations.filter(({ by, line }) => by === expert && line >= item.line && line <= last);
      const not_found = cites.filter((one) => !isFound(one)).length;
      return {
        local_id,
        id,
        expert,
        label,
        severity,
        refs: said(body, expert, id, named),
        cited: cites.length,
        not_found,
        text,
      };
    }),
    resolvers: [...ledger.tensions.values()].filter(isOpen).map((tension) => ({
      tension: named(tension.id),
      by: resolversFor(ledger, tension).map(named),
      now: mayCloseNow(ledger, tension),
    })),
    signals: body.signals.map(({ by, counted, why }) => ({ expert: by, counted, why })),
    stances: body.stances.map(({ by, position, confidence, text }) => ({
      expert: by,
      position,
      confidence,
      refs: said(body, by, null, named),
      text,
    })),
    proposed_merges: proposed,
    perhaps_merges: perhapsMerges(wordings, proposed),
    coverage: merged && coverageOf(merged),
    later_looks: merged?.later_looks,
    statements: body.statements.map(({ by, kind, label, lines }) => ({
      expert: by,
      kind,
      label,
      text: lines.join("\n"),
    })),
    citations: body.citations,
    outside: texts.flatMap(({ expert, draft }) => {
      const text = (draft?.outside ?? [])
        .map((one) => one.text)
        .join("\n")
        .trim();
      return text === "" ? [] : [{ expert, text }];
    }),
  };
}

/** A hint: it may have been left out by mistake. */
function withoutSeverity(items: readonly ScannedItem[]): string[] {
  const tensions = items.filter(({ type }) => type === "T");
  const named = tensions.filter(({ severity }) => severity === null).map(({ localId }) => localId);
  if (named.length === 0 || named.length === tensions.length) return [];
  return [
    `Without a severity, where others have one: ${named.join(", ")}. Its author can add it: \`| ${severities.join("`, `| ")}\` at the end of the label.`,
  ];
}

/** What an item, or a draft outside its items, says of others; that it converges is a signal. */
function said(
  { refs, moves }: RoundBody,
  expert: string,
  from: string | null,
  named: (id: string) => string,
): string[] {
  const here = (one: { by: string; from: string | null }) => one.by === expert && one.from === from;
  const byKind = new Map<string, string[]>();
  const add = (kind: string, ...what: string[]) => byKind.set(kind, [...(byKind.get(kind) ?? []), ...what]);
  for (const { kind, target } of refs.filter(here)) add(kind, named(target));
  for (const { kind, targets, topic } of moves.filter(here))
    if (kind !== "CONVERGE") add(kind, ...targets.map(named), ...(topic === null ? [] : [topic]));
  return [...byKind].map(([kind, what]) => `${kind} ${what.join(", ")}`.trim());
}
