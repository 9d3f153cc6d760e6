import { describe, expect, it } from "vitest";
import { formatGlobalId, formatId, formatLocalId, parseId } from "./ids.ts";

const normal = (raw: string, shortNumbers = false) => {
  const id = parseId(raw);
  return id === null ? null : formatId(id, shortNumbers);
};

describe("IDs", () => {
  it("a global ID has two digits of round and two or more of sequence", () => {
    expect(parseId("P0103")).toEqual({ expert: null, type: "P", round: 1, seq: 3, short: false });
    expect(parseId("P01101")).toEqual({ expert: null, type: "P", round: 1, seq: 101, short: false });
    expect(formatGlobalId("P", 1, 101)).toBe("P01101");
    expect(formatGlobalId("T", 12, 3)).toBe("T1203");
  });

  it("a local ID names its expert, in capitals however it was written", () => {
    expect(parseId("muffin-p0101")).toEqual({ expert: "MUFFIN", type: "P", round: 1, seq: 1, short: false });
    expect(parseId("DATA-STEWARD-R0002")?.expert).toBe("DATA-STEWARD");
    expect(formatLocalId("Pastry21", "S", 0, 1)).toBe("PASTRY21-S0001");
  });

  it("case, a trailing full stop, emphasis and typographic dashes are put right", () => {
    expect(["p0001", "P0001.", "**P0001**", "`P0001`", " P0001 "].map((raw) => normal(raw))).toEqual(
      Array(5).fill("P0001"),
    );
    expect(normal("Muffin\u2011P0101.")).toBe("MUFFIN-P0101");
    expect(normal("MUFFIN–P0101")).toBe("MUFFIN-P0101");
  });

  it("a short number means the first round, or in the older dialect the number it is", () => {
    expect(normal("P1")).toBe("P0001");
    expect(normal("T07")).toBe("T0007");
    expect(normal("T07", true)).toBe("T07");
    expect(normal("T7", true)).toBe("T07");
    expect(normal("T0107", true)).toBe("T0107");
  });

  it("what could mean two things is no ID", () => {
    expect(parseId("P101")).toBeNull();
    expect(parseId("MUFFIN-P1")).toBeNull();
  });

  it("what is nothing like an ID is no ID", () => {
    for (const raw of [
      "",
      "P",
      "X0101",
      "0101",
      "MUFFIN",
      "P01 01",
      "P0101a",
      "-P0101",
      "P1234567",
      `${"A".repeat(80)}-P0101`,
    ]) {
      expect(parseId(raw), raw).toBeNull();
    }
  });
});
