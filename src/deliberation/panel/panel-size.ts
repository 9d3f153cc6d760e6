import { BlueError } from "../../errors.ts";

/** Fewer would agree with themselves. */
export const smallestPanel = 2;
const largestDefault = 12;

/** When nobody says: everyone in the pool, at most twelve. */
export function defaultPanelSize(poolSize: number): number {
  return Math.min(poolSize, largestDefault);
}

/** Why a panel of `size` cannot be drawn from `poolSize` experts of whom `excluded` may not sit. */
export function findPanelSizeError(size: number, poolSize: number, excluded = 0): BlueError | undefined {
  const most = poolSize - excluded;
  if (Number.isInteger(size) && size >= smallestPanel && size <= most) return undefined;
  const there = `the pool has ${poolSize}${excluded > 0 ? `, ${excluded} of them excluded` : ""}`;
  const tooFew = most < smallestPanel;
  const why = size > most || tooFew ? there : "a panel is a whole number of experts, at least two";
  return new BlueError("invalid_input", `\`panel_size\` is ${size}; ${why}`, {
    field: "panel_size",
    value: size,
    constraint: "panel_size",
    suggestion: tooFew
      ? "Add experts to the pool, exclude fewer, or seat experts yourself with evolve-panel."
      : `Give a number from ${smallestPanel} to ${most}.`,
    context: { pool: poolSize, excluded },
  });
}
