/** Reads a stance: `[MUFFIN-S0101: APPROVE | 0.85]`, `| confidence 0.85` too; the confidence may be left out. */

import type { ItemId } from "../rules/ids.ts";
import { positions } from "../rules/vocabulary.ts";
import { type Marker, malformed } from "./marker.ts";

const form = "Write it as [NAME-S0101: APPROVE | 0.85], with APPROVE, REJECT, CONDITIONAL, HOLD or ABSTAIN.";
const longestStance = 80;

export function readStance(id: ItemId, written: string): Marker {
  const match = /^([A-Za-z]+)(?: *(?:\\?\||[,;]| ) *(.*))?$/.exec(written.slice(0, longestStance));
  const position = positions.find((known) => known === match?.[1]?.toUpperCase());
  if (position === undefined) return malformed("The stance names no known position.", form, true);
  const rest = (match?.[2] ?? "").replace(/^confidence *[:=]? */i, "").trim();
  if (rest === "" && written.length <= longestStance) return { is: "stance", id, position, confidence: null };
  const confidence = /^(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/.test(rest) ? Number(rest) : Number.NaN;
  if (!(confidence >= 0 && confidence <= 1)) {
    return malformed(
      "The confidence of a stance is a number from 0 to 1.",
      `${form} A condition or reason goes behind the brackets.`,
      true,
    );
  }
  return { is: "stance", id, position, confidence };
}
