/** One outline for each type of item, around 0,0. Colour never speaks alone: the shape says what it is. */
import type { ItemType } from "../model/dialogue.ts";

const corners: Record<Exclude<ItemType, "P">, readonly (readonly [number, number])[]> = {
  R: [
    [-0.88, -0.88],
    [0.88, -0.88],
    [0.88, 0.88],
    [-0.88, 0.88],
  ],
  T: [
    [0, -1.12],
    [1.1, 0.82],
    [-1.1, 0.82],
  ],
  E: [
    [0, -1.2],
    [1.2, 0],
    [0, 1.2],
    [-1.2, 0],
  ],
  C: [
    [-0.6, -1],
    [0.6, -1],
    [1.15, 0],
    [0.6, 1],
    [-0.6, 1],
    [-1.15, 0],
  ],
};

export function shapePath(type: ItemType, radius: number): string {
  if (type === "P")
    return `M${-radius},0a${radius},${radius} 0 1,0 ${2 * radius},0a${radius},${radius} 0 1,0 ${-2 * radius},0Z`;
  const points = corners[type].map(([x, y]) => `${(x * radius).toFixed(2)},${(y * radius).toFixed(2)}`);
  return `M${points.join("L")}Z`;
}

export const typeNames: Record<ItemType, string> = {
  P: "Perspective",
  R: "Recommendation",
  T: "Objection",
  E: "Evidence",
  C: "Claim",
};

/** A reference as its sentence has it, from either end. */
export const refWords: Record<string, { does: string; done: string }> = {
  RESOLVE: { does: "says it settles", done: "proposed as settling it" },
  REFINE: { does: "refines", done: "refined by" },
  SUPPORT: { does: "supports", done: "supported by" },
  DEPEND: { does: "depends on", done: "needed by" },
  OPPOSE: { does: "opposes", done: "opposed by" },
  ADDRESS: { does: "addresses", done: "addressed by" },
  QUESTION: { does: "questions", done: "questioned by" },
  REOPEN: { does: "reopens", done: "reopened by" },
};

export const stanceWords: Record<string, string> = {
  APPROVE: "approves",
  CONDITIONAL: "conditional",
  REJECT: "rejects",
  HOLD: "holds back",
  ABSTAIN: "abstains",
};
