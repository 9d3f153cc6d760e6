import { describe, expect, it } from "vitest";
import type { RoundRecord } from "../../rules/records.ts";
import { registeredIds } from "./registered-ids.ts";

const records = [
  { mapping: { "MUFFIN-E0006": "E0004", "JEAN-LUC-T0001": "T0002" } },
  { mapping: { "PASTRY21-P01101": "P0107" } },
] as unknown as RoundRecord[];

describe("beside quoted words stands", () => {
  it("what each local ID in them was registered as, once, however it is written", () => {
    expect(registeredIds(records, "[RE:DEPEND MUFFIN-E0006] [RE:RESOLVE JEAN-LUC-T0001]")).toBe(
      "IDs in the words above: MUFFIN-E0006 is E0004, JEAN-LUC-T0001 is T0002.",
    );
    expect(registeredIds(records, "As Muffin-E0006. shows (`pastry21–p01101`), and MUFFIN-E0006 too")).toBe(
      "IDs in the words above: MUFFIN-E0006 is E0004, PASTRY21-P01101 is P0107.",
    );
  });

  it("nothing for what was never registered or only looks alike", () => {
    for (const text of [
      "MUFFIN-E0099",
      "MUFFIN-S0001",
      "RFC-E0001",
      "XMUFFIN-E0006",
      "muffin-P1",
      "E0006",
      "MUFFIN-E00061234",
    ])
      expect(registeredIds(records, text)).toBe("");
  });
});
