import { describe, expect, it } from "vitest";
import { dialogueOf, eventOf, itemOf, roundOf } from "../../test/helpers/example-dialogue.ts";
import { actorsOf, authorsOf, hasGuests, isExperts, isOwn, speaker, speakerIn } from "./guests.ts";
import { itemFates, itemStatuses } from "./item-status.ts";
import { foldLedger } from "./ledger.ts";
import { freeNames, pastryName } from "./names.ts";
import type { MoveKind, RefKind } from "./vocabulary.ts";

const ref = (kind: RefKind, by: string, target: string) => ({ kind, by, from: null, target, line: 1 });
const move = (kind: MoveKind, by: string, ...targets: string[]) => ({
  kind,
  by,
  from: null,
  targets,
  topic: null,
  line: 1,
});

const { opening, rounds, verdicts } = dialogueOf({
  rounds: [
    roundOf(["Muffin", "Scone"], {
      items: ["P0001", "R0001", "R0002", "E0001", "C0001"].map((id) => itemOf(id, id, ["Muffin"])),
    }),
    roundOf(["Scone", "Donut"], {
      refs: [
        ref("REFINE", "Scone", "P0001"),
        ref("SUPPORT", "Scone", "R0001"),
        ref("OPPOSE", "Donut", "R0002"),
        ref("QUESTION", "Donut", "E0001"),
      ],
      moves: [
        move("CHALLENGE", "Scone", "E0001", "C0001"),
        move("DEFEND", "Donut", "E0001"),
        move("CONCEDE", "Scone", "C0001"),
      ],
      merged: [{ local_id: "SCONE-R0101", into: "R0001" }],
    }),
    roundOf(["Muffin", "Scone"], {
      refs: [ref("REFINE", "Muffin", "P0001"), ref("OPPOSE", "Muffin", "R0002")],
      moves: [move("CONCEDE", "Muffin", "C0001")],
    }),
  ],
  verdicts: [{ recommendations_adopted: ["R0001"], recommendations_rejected: ["R0002"] }],
});
const ledger = foldLedger(opening, rounds);

it("what became of an item is read from what others and its author wrote, and from the verdict", () => {
  expect(Object.fromEntries(itemStatuses(ledger, verdicts[0]))).toEqual({
    P0001: ["refined", "amended"],
    R0001: ["supported", "merged", "adopted"],
    R0002: ["opposed", "withdrawn", "rejected"],
    E0001: ["challenged", "defended"],
    C0001: ["challenged", "conceded", "withdrawn"],
  });
  expect(Object.fromEntries(itemStatuses(ledger, undefined))).toEqual({
    P0001: ["refined", "amended"],
    R0001: ["supported", "merged"],
    R0002: ["opposed", "withdrawn"],
    E0001: ["challenged", "defended"],
    C0001: ["challenged", "conceded", "withdrawn"],
  });
});

it("what is only defended was not challenged, and what a verdict does not name has no more said of it", () => {
  const defended = dialogueOf({
    rounds: [
      roundOf(["Muffin", "Scone"], {
        items: [itemOf("E0001", "evidence", ["Muffin"])],
        moves: [move("DEFEND", "Muffin", "E0001")],
      }),
    ],
    verdicts: [{}],
  });
  const told = foldLedger(defended.opening, defended.rounds);
  expect([...itemStatuses(told, defended.verdicts[0])]).toEqual([["E0001", ["defended"]]]);
});

describe("what became of an item in one word", () => {
  it("is the verdict's where it adopts or rejects it, else that it was withdrawn or conceded", () => {
    expect(Object.fromEntries(itemFates(ledger, verdicts[0]))).toEqual({
      R0001: "adopted",
      R0002: "rejected",
      C0001: "withdrawn",
    });
    expect(Object.fromEntries(itemFates(ledger, undefined))).toEqual({ R0002: "withdrawn", C0001: "withdrawn" });
  });

  it("is not that it was withdrawn, where its author stood by it again", () => {
    const again = roundOf(["Muffin", "Scone"], {
      refs: [ref("SUPPORT", "Muffin", "R0002")],
      moves: [move("DEFEND", "Muffin", "C0001")],
    });
    const all = dialogueOf({ rounds: [...rounds, again] });
    expect(Object.fromEntries(itemFates(foldLedger(all.opening, all.rounds), undefined))).toEqual({
      C0001: "conceded",
    });
  });

  it("is a tension's state, whatever was written about it or decided", () => {
    const all = dialogueOf({
      rounds: [
        roundOf(["Muffin", "Scone"], {
          items: ["T0001", "T0002"].map((id) => itemOf(id, id, ["Muffin"])),
          tensions: [eventOf("T0001", "raised"), eventOf("T0002", "raised"), eventOf("T0002", "resolved")],
          moves: [move("CONCEDE", "Scone", "T0001"), move("CONCEDE", "Muffin", "T0002")],
        }),
      ],
    });
    expect(Object.fromEntries(itemFates(foldLedger(all.opening, all.rounds), undefined))).toEqual({
      T0001: "open",
      T0002: "resolved",
    });
  });
});

it("whoever is not on a round's panel is marked as a guest there, and is not the author of a member's item", () => {
  expect(speaker(rounds[1]!, "muffin")).toBe("muffin (guest)");
  expect(speaker(rounds[1]!, "donut")).toBe("donut");
  expect(speaker(undefined, "Bob")).toBe("Bob");
  expect(speakerIn(ledger, 1, "Muffin")).toBe("Muffin (guest)");
  expect(speakerIn(ledger, 9, "Muffin")).toBe("Muffin");
  expect(authorsOf(ledger, ledger.items.get("P0001")!)).toEqual(["Muffin"]);
  expect(isOwn(ledger, rounds[2]!, "MUFFIN", "P0001")).toBe(true);
  expect(isOwn(ledger, rounds[1]!, "Muffin", "P0001")).toBe(false);
  expect(isOwn(ledger, rounds[2]!, "Scone", "P0001")).toBe(false);
  expect(isOwn(ledger, rounds[2]!, "Muffin", "P0909")).toBe(false);
});

it("whoever closed a tension is named as they stood where the resolver was offered", () => {
  const event = {
    id: "T0001",
    change: "resolved",
    actors: ["Judge", "Muffin"],
    item: "R0101",
    note: null,
    round: 2,
  } as const;
  const resolvers = [{ item: "R0101", by: "Muffin", round: 1 }];
  const closed = { ...event, actors: [...event.actors] };
  expect(actorsOf(ledger, { resolvers }, closed)).toEqual(["Judge", "Muffin (guest)"]);
  expect(actorsOf(ledger, { resolvers: [] }, closed)).toEqual(["Judge", "Muffin"]);
  expect(actorsOf(ledger, { resolvers }, { ...closed, change: "addressed", round: 1 })).toEqual([
    "Judge",
    "Muffin (guest)",
  ]);
});

it("among the texts under one name a guest's is told from an expert's", () => {
  const by = (...sources: ("draft" | "guest")[]) => {
    const [first, ...rest] = sources.map((source) => ({ source, filed_by: null, filed_at: null, note: null }));
    return { provenance: first!, others: rest.map((provenance) => ({ provenance })) };
  };
  expect([by("guest"), by("draft"), by("guest", "draft")].map(isExperts)).toEqual([false, true, true]);
  expect([by("guest"), by("draft"), by("draft", "guest")].map(hasGuests)).toEqual([true, false, true]);
});

it("names are given in order, and never twice", () => {
  expect([0, 1, 19, 20].map(pastryName)).toEqual(["Muffin", "Cupcake", "Religieuse", "Pastry21"]);
  expect(freeNames(3, ["MUFFIN ", "Scone"])).toEqual(["Cupcake", "Eclair", "Donut"]);
  expect(freeNames(0, [])).toEqual([]);
});
