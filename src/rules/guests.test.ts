import { describe, expect, it } from "vitest";
import { dialogueOf, eventOf, itemOf, roundOf } from "../../test/helpers/example-dialogue.ts";
import { actorsOf, authorsOf, hasGuests, isExperts, isOwn, speaker } from "./guests.ts";
import { foldLedger } from "./ledger.ts";
import type { Provenance } from "./records.ts";

const filed = (first: Provenance["source"], ...more: Provenance["source"][]) => {
  const by = (source: Provenance["source"]) => ({ source, filed_by: null, filed_at: null, note: null });
  return { provenance: by(first), others: more.map((source) => ({ provenance: by(source) })) };
};
const fold = (...rounds: ReturnType<typeof roundOf>[]) => {
  const { opening, rounds: records } = dialogueOf({ rounds });
  return foldLedger(opening, records);
};

describe("a guest", () => {
  it("is marked wherever named, by the panel of that round and however the name is written", () => {
    const record = { panel: roundOf(["Muffin"], {}).panel! };
    expect(speaker(record, "muffin")).toBe("muffin");
    expect(speaker(record, "Bob")).toBe("Bob (guest)");
    expect(speaker(undefined, "Bob")).toBe("Bob");
  });

  it("may lie beside an expert under one name: both are known of", () => {
    expect([isExperts(filed("draft")), hasGuests(filed("draft"))]).toEqual([true, false]);
    expect([isExperts(filed("guest")), hasGuests(filed("guest"))]).toEqual([false, true]);
    expect([isExperts(filed("guest", "draft")), hasGuests(filed("guest", "draft"))]).toEqual([true, true]);
    expect([isExperts(filed("draft", "guest")), hasGuests(filed("draft", "guest"))]).toEqual([true, true]);
  });

  it("does not own what a member of the same name wrote in another round", () => {
    const ledger = fold(
      roundOf(["Muffin", "Scone"], { items: [itemOf("R0001", "rotate", ["Scone", "Bob"])] }),
      roundOf(["Muffin", "Cupcake"], {}),
    );
    expect(authorsOf(ledger, ledger.items.get("R0001")!)).toEqual(["Scone", "Bob (guest)"]);
    const [first, second] = ledger.records;
    expect(isOwn(ledger, first!, "scone", "R0001")).toBe(true);
    expect(isOwn(ledger, second!, "Scone", "R0001")).toBe(false);
    expect(isOwn(ledger, second!, "Bob", "R0001")).toBe(true);
    expect(isOwn(ledger, first!, "Muffin", "R0001")).toBe(false);
    expect(isOwn(ledger, first!, "Scone", "R0009")).toBe(false);
  });
});

describe("who changed a tension", () => {
  const offer = { kind: "RESOLVE" as const, by: "Scone", from: "R0101", target: "T0001", line: 1 };
  /** Scone sits in rounds 0 and 1, offers R0101 in round 1, and has left when the tension is closed in round 2. */
  const closed = (change: "resolved" | "accepted" | "addressed", actors: string[], item: string | null = "R0101") => {
    const ledger = fold(
      roundOf(["Muffin", "Scone"], {
        items: [itemOf("T0001", "cost", ["Muffin"])],
        tensions: [eventOf("T0001", "raised")],
      }),
      roundOf(["Muffin", "Scone"], { items: [itemOf("R0101", "cache", ["Scone"])], refs: [offer] }),
      roundOf(["Muffin", "Cupcake"], { tensions: [eventOf("T0001", change, { actors, item })] }),
    );
    const tension = ledger.tensions.get("T0001")!;
    return actorsOf(ledger, tension, tension.events.at(-1)!);
  };

  it("is the Judge, or who sat in that round, or a guest", () => {
    expect(closed("accepted", ["Judge"])).toEqual(["Judge"]);
    expect(closed("addressed", ["Cupcake", "Scone"])).toEqual(["Cupcake", "Scone (guest)"]);
  });

  it("is, for a resolution, judged by the round in which its item was offered", () => {
    expect(closed("resolved", ["Scone"])).toEqual(["Scone"]);
    expect(closed("resolved", ["Cupcake"])).toEqual(["Cupcake"]);
    expect(closed("resolved", ["Scone"], "R0009")).toEqual(["Scone (guest)"]);
  });
});
