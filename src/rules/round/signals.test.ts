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
    ["[MUFFIN-\u04220001: it loses data]", "malformed_marker"],
    ["[MUFFIN-\u03a40001: it loses data]", "malformed_marker"],
    ["[MUFFIN-\u01641: it loses data]", "malformed_marker"],
    ["[MUFFIN-T: fatal]", "malformed_marker"],
    ["[BRIDGE-T1: fatal]", "malformed_marker"],
    ["[RESOLVE-T1: fatal]", "malformed_marker"],
    ["[RE:RE-OPEN T0001]", "malformed_marker"],
    ["[RE:RÉOPEN T0001]", "malformed_marker"],
    ["[RE:OPPOSE SCONE-R0101 (it restores nothing)]", "malformed_marker"],
    ["[RE:SUPPORT P0001 [MUFFIN-T0101: fatal]]", "malformed_marker"],
    ["[MUFFIN-P0101: unclosed [MUFFIN-T0101: fatal]", "malformed_marker"],
    ["[MUFFIN-P0101: but [RE:OPPOSE R0001]]", "malformed_marker"],
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
    ["[MUFFIN-R0101: reopen the store, whatever is opposed]", "wrong_round"],
    ["[MOVE:DEFEND nothing]", "malformed_marker"],
    ["[CITE docs/a.md", "malformed_marker"],
    ["[DISSENT: why", "malformed_marker"],
    ["[MINORITY VERDICT", "malformed_marker"],
  ] as const)("but not %s", (raw, code) => {
    expect(mayObject({ raw, code })).toBe(false);
  });
});
