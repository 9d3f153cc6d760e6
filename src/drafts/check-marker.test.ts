import { describe, expect, test } from "vitest";
import { parseId } from "../rules/ids.ts";
import { checkMove, checkOwner, checkReference } from "./check-marker.ts";
import type { Target } from "./marker.ts";
import type { ScannedItem } from "./scanned-draft.ts";

const muffin = { expert: "Muffin", round: 1 };
const target = (raw: string): Target => ({ id: parseId(raw)!, raw });
const itemOf = (localId: string): ScannedItem => {
  const { type, seq } = parseId(localId) as { type: "P"; seq: number };
  return { localId, type, seq, label: "", line: 1, endLine: 1, text: [] };
};

describe("an item", () => {
  const fix = "Write MUFFIN-P0103; to take up another item use [RE:… id].";

  test("is its author's own, of this round, and new", () => {
    expect(checkOwner(parseId("Muffin-P0103")!, muffin, undefined)).toBeNull();
    expect(checkOwner(parseId("SCONE-P0203")!, muffin, 3)).toEqual({
      code: "wrong_expert",
      message: "SCONE-P0203 is not Muffin's.",
      fix,
    });
    expect(checkOwner(parseId("P0103")!, muffin, undefined)).toEqual({
      code: "wrong_expert",
      message: "-P0103 is not Muffin's.",
      fix,
    });
    expect(checkOwner(parseId("MUFFIN-P0203")!, muffin, 3)).toEqual({
      code: "wrong_round",
      message: "MUFFIN-P0203 is not of round 1.",
      fix,
    });
    expect(checkOwner(parseId("MUFFIN-P0103")!, muffin, 3)).toEqual({
      code: "duplicate_id",
      message: "MUFFIN-P0103 is on line 3 already.",
      fix: "Give it the next free number.",
    });
  });
});

describe("a reference", () => {
  test.each(["RESOLVE", "REOPEN", "ADDRESS"] as const)("of kind %s takes tensions only", (kind) => {
    expect(checkReference(kind, target("T0001"), null)).toBeNull();
    expect(checkReference(kind, target("P0001"), null)).toEqual({
      code: "invalid_ref_target",
      message: `${kind} is for tensions only; P0001 is none.`,
      fix: "Name the tension, or use SUPPORT, OPPOSE, QUESTION or DEPEND.",
    });
  });

  test("refines an item of its own type, or stands in none", () => {
    expect(checkReference("REFINE", target("P0001"), null)).toBeNull();
    expect(checkReference("REFINE", target("P0001"), itemOf("MUFFIN-P0101"))).toBeNull();
    expect(checkReference("SUPPORT", target("P0001"), itemOf("MUFFIN-C0101"))).toBeNull();
    expect(checkReference("REFINE", target("P0001"), itemOf("MUFFIN-C0101"))).toEqual({
      code: "refine_type_mismatch",
      message: "MUFFIN-C0101 and P0001 are of different types.",
      fix: "Put it into an item of type P, or use SUPPORT, QUESTION or DEPEND.",
    });
  });

  test("and a move name items, never a stance", () => {
    const stance = {
      code: "invalid_ref_target",
      message: "MUFFIN-S0101 is a stance, not an item.",
      fix: "Name the item it is about.",
    };
    expect(checkReference("SUPPORT", target("MUFFIN-S0101"), null)).toEqual(stance);
    expect(checkMove([target("P0001"), target("MUFFIN-S0101")])).toEqual(stance);
    expect(checkMove([target("P0001"), target("T0001")])).toBeNull();
    expect(checkMove([])).toBeNull();
  });
});
