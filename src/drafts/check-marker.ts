/** What a well-formed marker may still get wrong, as far as the draft alone can tell; null when it can stand. */

import { formatLocalId, type ItemId } from "../rules/ids.ts";
import type { RefKind } from "../rules/vocabulary.ts";
import type { Author, Target } from "./marker.ts";
import type { Finding } from "./problem-list.ts";
import type { ScannedItem } from "./scanned-draft.ts";

/** An item is its author's own, of this round, and new. `seenOn`: the line where the draft has the same ID already. */
export function checkOwner(id: ItemId, { expert, round }: Author, seenOn: number | undefined): Finding | null {
  const localId = formatLocalId(id.expert ?? "", id.type, id.round, id.seq);
  const fix = `Write ${formatLocalId(expert, id.type, round, id.seq)}; to take up another item use [RE:… id].`;
  if (id.expert !== expert.toUpperCase()) {
    return { code: "wrong_expert", message: `${localId} is not ${expert}'s.`, fix };
  }
  if (id.round !== round) return { code: "wrong_round", message: `${localId} is not of round ${round}.`, fix };
  if (seenOn === undefined) return null;
  const message = `${localId} is on line ${seenOn} already.`;
  return { code: "duplicate_id", message, fix: "Give it the next free number." };
}

/** Some references take tensions only, REFINE the type of the item it stands in, and none takes a stance. */
export function checkReference(kind: RefKind, { id, raw }: Target, item: ScannedItem | null): Finding | null {
  if (id.type === "S") return stanceAsTarget(raw);
  if ((kind === "RESOLVE" || kind === "REOPEN" || kind === "ADDRESS") && id.type !== "T") {
    return {
      code: "invalid_ref_target",
      message: `${kind} is for tensions only; ${raw} is none.`,
      fix: "Name the tension, or use SUPPORT, OPPOSE, QUESTION or DEPEND.",
    };
  }
  if (kind !== "REFINE" || item === null || item.type === id.type) return null;
  return {
    code: "refine_type_mismatch",
    message: `${item.localId} and ${raw} are of different types.`,
    fix: `Put it into an item of type ${id.type}, or use SUPPORT, QUESTION or DEPEND.`,
  };
}

export function checkMove(targets: Target[]): Finding | null {
  const stance = targets.find(({ id }) => id.type === "S");
  return stance === undefined ? null : stanceAsTarget(stance.raw);
}

function stanceAsTarget(raw: string): Finding {
  return { code: "invalid_ref_target", message: `${raw} is a stance, not an item.`, fix: "Name the item it is about." };
}
