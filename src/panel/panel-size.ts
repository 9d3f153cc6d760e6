import { type BlueError, refusal } from "../errors.ts";
import type { OpeningRecord } from "../rules/records.ts";

/** Fewer would agree with themselves. */
export const smallestPanel = 2;
const largestDefault = 12;

/** Seats of a review when nobody says. */
export const reviewPanel = 3;

/** When nobody says: everyone in the pool, at most twelve. */
export function defaultPanelSize(poolSize: number, method?: OpeningRecord["settings"]["method"]): number {
  return Math.min(poolSize, method === "review" ? reviewPanel : largestDefault);
}

/** Why there can be no panel of `size`, drawn from `poolSize` experts of whom `excluded` may not sit; without a pool nobody is drawn. `field`: what the caller called it. */
export function findPanelSizeError(
  size: number,
  poolSize: number | null,
  excluded = 0,
  field = "panel_size",
): BlueError | undefined {
  const most = poolSize === null ? Number.MAX_SAFE_INTEGER : poolSize - excluded;
  if (Number.isInteger(size) && size >= smallestPanel && size <= most) return undefined;
  const there = `the pool has ${poolSize}${excluded > 0 ? `, ${excluded} of them excluded` : ""}`;
  const tooFew = most < smallestPanel;
  const why = size > most || tooFew ? there : "a panel is a whole number of experts, at least two";
  return refusal("invalid_input", { [field]: size }, "panel_size", {
    message: `\`${field}\` is ${size}; ${why}`,
    suggestion: tooFew
      ? "Add experts to the pool, exclude fewer, or seat experts yourself with `blue dialogue evolve-panel`."
      : `Give a number ${poolSize === null ? `of at least ${smallestPanel}` : `from ${smallestPanel} to ${most}`}.`,
    context: { pool: poolSize ?? 0, excluded },
  });
}
