/** A bracket that is, or was meant to be, a marker: what the readers hand to the draft under construction. */

import { type ItemId, parseId } from "../rules/ids.ts";
import type { MoveKind, Position, RefKind } from "../rules/vocabulary.ts";
import type { ScannedStatement } from "./scanned-draft.ts";

export interface Target {
  id: ItemId;
  raw: string;
}

export interface Author {
  /** As the panel spells it: "Muffin". */
  expert: string;
  round: number;
}

/**
 * `older`: of the older dialect. Items, stances, statements and the older dialect's own blocks start a line and end what stood before;
 * references and moves belong to the item they stand in.
 */
export type Marker =
  | { is: "item"; id: ItemId; label: string; older: boolean }
  | { is: "stance"; id: ItemId; position: Position; confidence: number | null }
  | { is: "statement"; kind: ScannedStatement["kind"]; label: string | null }
  | { is: "ref"; kind: RefKind; targets: Target[]; older: boolean }
  | { is: "move"; kind: MoveKind; targets: Target[]; topic: string | null; older: boolean }
  | { is: "remark"; older: true }
  | { is: "malformed"; message: string; fix: string; startsBlock: boolean };

export function malformed(message: string, fix: string, startsBlock = false): Marker {
  return { is: "malformed", message, fix, startsBlock };
}

export function startsBlock(marker: Marker): boolean {
  switch (marker.is) {
    case "ref":
    case "move":
      return marker.older;
    case "malformed":
      return marker.startsBlock;
    default:
      return true;
  }
}

const longestTargetList = 2_000;

/** `R0001, R0002`, `R0001 and R0002`; null unless every word is an ID. */
export function parseTargets(raw: string): Target[] | null {
  if (raw.length > longestTargetList) return null;
  const targets: Target[] = [];
  for (const word of raw.split(/[\s,;&+/]+/)) {
    if (word === "" || word.toLowerCase() === "and") continue;
    const id = parseId(word);
    if (id === null) return null;
    targets.push({ id, raw: word });
  }
  return targets.length === 0 ? null : targets;
}
