import { describe, expect, it } from "vitest";
import { mayObject } from "./signals.ts";

describe("a line that cannot stand may object", () => {
  it.each([
    ["[MUFFIN-T0101: keys leak]", "wrong_round"],
    ["[CUPCAKE-T0001: keys leak]", "wrong_expert"],
    ["[MUFFIN T0001 keys leak]", "malformed_marker"],
    ["[\u200bMUFFIN-T\u20600001: keys leak]", "malformed_marker"],
    ["［ＭＵＦＦＩＮ－Ｔ０００１：keys leak］", "malformed_marker"],
    ["[Tension: keys leak]", "malformed_marker"],
    ["MUFFIN-T0001", "malformed_marker"],
    ["[RE REOPEN T0001]", "malformed_marker"],
    ["[MUFFIN-P0101: a [RE:REOPEN T0001]]", "malformed_marker"],
    ["", "too_many"],
    ["```", "unclosed_fence"],
  ] as const)("%s", (raw, code) => {
    expect(mayObject({ raw, code })).toBe(true);
  });

  it.each([
    ["[MUFFIN-P0001: what T0001 leaves out]", "duplicate_id"],
    ["[RE:RESOLV T0001]", "malformed_marker"],
    ["[RE RESOLVE T0001]", "malformed_marker"],
    ["[SUPPORT T0001]", "malformed_marker"],
    ["[MOVE CONCEDE T0001]", "malformed_marker"],
    ["[MUFFIN-S0001: APROVE]", "malformed_marker"],
    ["[MUFFIN-R0001 use AT0001]", "malformed_marker"],
  ] as const)("but not %s", (raw, code) => {
    expect(mayObject({ raw, code })).toBe(false);
  });
});
