import { describe, expect, it } from "vitest";
import { type Judgement, leaveOut, overlooked, registerInput } from "./judgement.ts";

const judged: Judgement = {
  scores: { W: 1, C: 2, T: 3, R: 4 },
  experts: [{ name: "Muffin", score: 5 }],
  merges: [{ lead: "MUFFIN-T0101", same: ["SCONE-T0102"] }],
  repeats: [{ marker: "SCONE-P0101", of: "P0001" }],
  close: [{ tension: "T0001", via: "MUFFIN-C0101", note: "" }],
  own: [
    { tension: "MUFFIN-T0101", owner: "Muffin", path: "measure it" },
    { tension: "T0001", owner: "Scone", path: "closed by now" },
    { tension: "T0002", owner: "Scone", path: "" },
  ],
  dismiss: [],
  summary: "A round.",
  directives: [],
};
const facts = {
  dialogue_id: "d",
  round: 1,
  head: "h",
  digest: "g",
  missing: ["Eclair"],
  incomplete: [],
  problems: [{ expert: "Scone", line: 7 }],
};

describe("what a registration takes of a judgement", () => {
  it("puts merges and owners where the input has them, and adds what code knows", () => {
    expect(registerInput(judged, facts)).toMatchObject({
      score_components: { W: 1, C: 2, T: 3, R: 4 },
      tensions: [{ local_id: "MUFFIN-T0101", merges: ["SCONE-T0102"], owner: "Muffin", resolution_path: "measure it" }],
      merged_into: [{ local_id: "SCONE-P0101", id: "P0001" }],
      tension_updates: [
        { id: "T0001", status: "resolved", via: "MUFFIN-C0101" },
        { id: "T0002", owner: "Scone" },
      ],
      dismissed: [{ expert: "Scone", line: 7, reason: "unreadable" }],
      absent: ["Eclair"],
    });
  });

  it("is refused only where an error names no entry; entries that are named are left out", () => {
    const input = registerInput(judged, facts);
    const left = leaveOut(input, [{ field: "tension_updates.0.via", message: "" }]);
    expect(left?.input.tension_updates).toEqual([{ id: "T0002", owner: "Scone" }]);
    expect(left?.left).toEqual([expect.stringContaining("T0001")]);
    expect(leaveOut(input, [{ field: "score_components", message: "" }])).toBeUndefined();
  });
});

describe("what a Judge overlooked", () => {
  const none = { ...judged, close: [] };
  const collected = {
    items: [
      { local_id: "MUFFIN-C0101", refs: ["RESOLVE T0001, T0002"] },
      { local_id: "SCONE-C0101", refs: ["SUPPORT T0001"] },
    ],
    stances: [{ expert: "Scone", refs: ["RESOLVE T0002"] }],
    resolvers: [
      { tension: "T0001", by: ["C0001"], now: true },
      { tension: "T0002", by: ["C0001"], now: true },
    ],
  };
  const raisers = (list: string[]) => overlooked(none, collected, () => list).map(({ tension }) => tension);

  it("is what every raiser calls resolved, in an item or beside its stance", () => {
    expect(raisers(["Muffin"])).toEqual(["T0001", "T0002"]);
    expect(raisers(["Muffin", "Scone"])).toEqual(["T0002"]);
    expect(raisers(["Eclair"])).toEqual([]);
    expect(raisers([])).toEqual([]);
  });

  it("is nothing that was closed or accepted, or that cannot be closed now", () => {
    const accept = [{ tension: "T0002", reason: "a trade-off" }];
    expect(overlooked({ ...judged, accept }, collected, () => ["Muffin"])).toEqual([]);
    const resolvers = [
      { tension: "T0001", by: ["C0001"], now: false },
      { tension: "T0002", by: [], now: true },
    ];
    expect(overlooked(none, { ...collected, resolvers }, () => ["Muffin"])).toEqual([]);
  });
});
