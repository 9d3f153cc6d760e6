/** How past decisions fared, by the last outcome of each. */
import { type Fared, trackRecord } from "../../facts/track-record.ts";
import type { DecisionInForce } from "./decision.ts";

/** `known`: those that have an outcome. */
export function faredOf(past: readonly DecisionInForce[]) {
  const known = past.filter(({ outcomes }) => outcomes.outcomes.length > 0);
  const fared = known.map(({ outcomes, signedAt: confidence, way }): Fared => {
    return { outcome: outcomes.outcomes[0]!.outcome, confidence, way };
  });
  return { known, ...trackRecord(fared) };
}
