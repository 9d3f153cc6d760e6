import { describe, expect, it } from "vitest";
import type { RoundRecord } from "../../rules/records.ts";
import { withoutAuthors } from "./without-authors.ts";

const records = [
  {
    mapping: { "MUFFIN-E0006": "E0004", "JEAN-LUC-T0001": "T0002", "PASTRY21-P00101": "P0007" },
    texts: ["Muffin", "Jean-Luc", "Pastry2", "Pastry21"].map((expert) => ({ expert })),
  },
] as unknown as RoundRecord[];
const rewritten = withoutAuthors(records);

describe("a quoted text", () => {
  it("has the global ID wherever it had a local one, in references and in sentences", () => {
    expect(rewritten("[RE:DEPEND MUFFIN-E0006] [RE:RESOLVE JEAN-LUC-T0001]")).toBe(
      "[RE:DEPEND E0004] [RE:RESOLVE T0002]",
    );
    expect(rewritten("As Muffin-E0006. shows (`pastry21–p00101`)")).toBe("As E0004. shows (`P0007`)");
  });

  it("names nobody where the marker was never registered, or is a stance", () => {
    expect(rewritten("see MUFFIN-E0099 and MUFFIN-S0001")).toBe("see (not registered) and a stance");
  });

  it("keeps whatever only looks alike", () => {
    for (const text of ["RFC-E0001", "XMUFFIN-E0006", "muffin-P1", "MUFFIN-Q0001", "E0006"])
      expect(rewritten(text)).toBe(text);
  });
});
