import { describe, expect, it } from "vitest";
import { dialogueOf, eventOf, itemOf, roundOf } from "../../test/helpers/example-dialogue.ts";
import { foldLedger } from "./ledger.ts";
import type { RoundRecord } from "./records.ts";
import { offersFor, opponentsOf, resolversFor, standingRecommendations } from "./resolvers.ts";

const three = ["Muffin", "Cupcake", "Scone"];
type Round = Parameters<typeof roundOf>[1];

const ref = (
  kind: RoundRecord["refs"][number]["kind"],
  by: string,
  target: string,
  from: string | null = null,
  line = 2,
) => ({
  kind,
  by,
  from,
  target,
  line,
});
const concede = (by: string, target: string, line = 3): RoundRecord["moves"][number] => ({
  kind: "CONCEDE",
  by,
  from: null,
  targets: [target],
  topic: null,
  line,
});
const raised: Round = { items: [itemOf("T0001", "keys leak", ["Muffin"])], tensions: [eventOf("T0001", "raised")] };
const offered: Round = {
  items: [itemOf("R0101", "rotate them", ["Cupcake"])],
  refs: [ref("RESOLVE", "Cupcake", "T0001", "R0101")],
};

/** What is offered for T0001 after it was raised in round 0 and these rounds followed. */
function offers(...rounds: (Round & { seated?: string[] })[]) {
  const { opening, rounds: records } = dialogueOf({
    rounds: [roundOf(three, raised), ...rounds.map(({ seated = three, ...round }) => roundOf(seated, round))],
  });
  const ledger = foldLedger(opening, records);
  return offersFor(ledger, ledger.tensions.get("T0001")!);
}

describe("an item that resolves a tension", () => {
  it("may close it, in its own round and later", () => {
    expect(offers(offered)).toEqual([{ item: "R0101", by: ["Cupcake"], round: 1, refused: null }]);
    expect(offers(offered, {})[0]!.refused).toBeNull();
  });

  it("is never the tension itself", () => {
    const [offer] = offers({ refs: [ref("RESOLVE", "Muffin", "T0001", "T0001")] });
    expect(offer!.refused).toBe("a tension cannot resolve itself");
  });

  it("is spent when the tension is reopened later, also while it was still open, until it is offered again", () => {
    const reopened: Round = { refs: [ref("REOPEN", "Muffin", "T0001")], tensions: [eventOf("T0001", "reopened")] };
    expect(offers(offered, reopened, {})[0]!.refused).toBe("T0001 was reopened since");
    expect(offers({ ...offered, tensions: [eventOf("T0001", "reopened")] }, {})[0]!.refused).toBeNull();
    const again: Round = { refs: [ref("RESOLVE", "Scone", "T0001", "R0101")] };
    expect(offers(offered, reopened, again)[0]).toMatchObject({ refused: null, by: ["Cupcake", "Scone"] });
  });

  it("is not spent by what else happens to the tension, nor by the reopening that came before it", () => {
    const addressed: Round = { tensions: [eventOf("T0001", "addressed")] };
    expect(offers(offered, addressed)[0]!.refused).toBeNull();
    const reopened: Round = { tensions: [eventOf("T0001", "reopened")] };
    const second: Round = {
      items: [itemOf("R0301", "revoke them", ["Scone"])],
      refs: [ref("RESOLVE", "Scone", "T0001", "R0301")],
    };
    expect(offers(offered, reopened, second)).toEqual([
      { item: "R0101", by: ["Cupcake"], round: 1, refused: "T0001 was reopened since" },
      { item: "R0301", by: ["Scone"], round: 3, refused: null },
    ]);
  });

  it("does not stand once its author withdrew it; somebody else's CONCEDE only grants it", () => {
    expect(offers(offered, { moves: [concede("Cupcake", "R0101")] })[0]!.refused).toBe("its author withdrew it");
    expect(offers(offered, { moves: [concede("Muffin", "R0101")] })[0]!.refused).toBeNull();
  });

  it("does not stand while a member opposes it, in any round", () => {
    const opposed: Round = { refs: [ref("OPPOSE", "Scone", "R0101")] };
    expect(offers(offered, opposed)[0]!.refused).toBe("Scone opposes it");
    expect(offers(offered, opposed, {})[0]!.refused).toBe("Scone opposes it");
    expect(offers(offered, opposed, { refs: [ref("SUPPORT", "Muffin", "R0101")] })[0]!.refused).toBe(
      "Scone opposes it",
    );
    expect(offers(offered, opposed, { refs: [ref("SUPPORT", "Scone", "R0101")] })[0]!.refused).toBeNull();
    expect(offers(offered, opposed, { moves: [concede("scone", "R0101")] })[0]!.refused).toBeNull();
    expect(
      offers(offered, { refs: [ref("OPPOSE", "Scone", "R0101", null, 4)], moves: [concede("Scone", "R0101", 3)] })[0]!
        .refused,
    ).toBe("Scone opposes it");
  });

  it("is not opposed by who opposes another item, nor freed by who supports or concedes one", () => {
    expect(offers(offered, { refs: [ref("OPPOSE", "Scone", "R0102")] })[0]!.refused).toBeNull();
    const opposed: Round = { refs: [ref("OPPOSE", "Scone", "R0101")] };
    const elsewhere: Round = { refs: [ref("SUPPORT", "Scone", "R0102")], moves: [concede("Scone", "R0102")] };
    expect(offers(offered, opposed, elsewhere)[0]!.refused).toBe("Scone opposes it");
  });

  it("stands again when its opponent has left, who is still known", () => {
    const { opening, rounds } = dialogueOf({
      rounds: [
        roundOf(three, raised),
        roundOf(three, offered),
        roundOf(three, { refs: [ref("OPPOSE", "Scone", "R0101")] }),
        roundOf(["Muffin", "Cupcake"], {}),
      ],
    });
    const ledger = foldLedger(opening, rounds);
    expect(offersFor(ledger, ledger.tensions.get("T0001")!)[0]!.refused).toBeNull();
    expect(opponentsOf(ledger, "R0101")).toEqual(["Scone"]);
  });

  it("is not a guest's, unless a member supports it", () => {
    const guests: Round = {
      items: [itemOf("R0101", "rotate them", ["Bob"])],
      refs: [ref("RESOLVE", "Bob", "T0001", "R0101")],
    };
    expect(offers(guests)[0]!.refused).toBe("it is a guest's, and no panel member supports it");
    expect(offers(guests, { refs: [ref("SUPPORT", "Bob", "R0101")] })[0]!.refused).not.toBeNull();
    expect(offers(guests, { refs: [ref("SUPPORT", "Muffin", "R0101")] })[0]!.refused).toBeNull();
    expect(offers(guests, { refs: [ref("SUPPORT", "Muffin", "R0102")] })[0]!.refused).not.toBeNull();
    expect(offers(guests, { refs: [ref("REFINE", "Muffin", "R0101")] })[0]!.refused).not.toBeNull();
    const shared = { ...guests, items: [itemOf("R0101", "rotate them", ["Bob", "Cupcake"])] };
    expect(offers(shared)[0]!.refused).toBeNull();
    // Scone sat when the tension was raised, and wrote this as a guest.
    const visitor: Round = {
      items: [itemOf("R0101", "rotate them", ["Scone"])],
      refs: [ref("RESOLVE", "Scone", "T0001", "R0101")],
    };
    expect(offers({ ...visitor, seated: ["Muffin", "Cupcake"] })[0]!.refused).not.toBeNull();
  });
});

describe("what may close a tension", () => {
  it("is every item offered that nothing speaks against, in the order they were offered", () => {
    const { opening, rounds } = dialogueOf({
      rounds: [
        roundOf(three, raised),
        roundOf(three, {
          items: ["R0101", "R0102", "R0103"].map((id) => itemOf(id, id, ["Cupcake"])),
          refs: ["R0101", "R0102", "R0103"].map((id) => ref("RESOLVE", "Cupcake", "T0001", id)),
          moves: [concede("Cupcake", "R0102")],
        }),
      ],
    });
    const ledger = foldLedger(opening, rounds);
    expect(resolversFor(ledger, ledger.tensions.get("T0001")!)).toEqual(["R0101", "R0103"]);
  });

  it("names who offers it once each, and the round of the first offer", () => {
    const again: Round = {
      refs: [ref("RESOLVE", "Cupcake", "T0001", "R0101"), ref("RESOLVE", "Scone", "T0001", "R0101")],
    };
    expect(offers(offered, again)).toEqual([{ item: "R0101", by: ["Cupcake", "Scone"], round: 1, refused: null }]);
  });
});

describe("recommendations that a signal agrees to", () => {
  const standing = (...rounds: Round[]) => {
    const { opening, rounds: records } = dialogueOf({ rounds: rounds.map((round) => roundOf(three, round)) });
    return standingRecommendations(foldLedger(opening, records));
  };
  const items = [itemOf("R0001", "rotate keys", ["Muffin"]), itemOf("P0001", "keys leak", ["Muffin"])];

  it("are recommendations and nothing else", () => {
    expect(standing({ items })).toEqual(["R0001"]);
  });

  it("fall when another refines them, their author withdraws them, or a member opposes them", () => {
    expect(standing({ items }, { refs: [ref("REFINE", "Scone", "R0001", "R0101")] })).toEqual([]);
    expect(standing({ items }, { refs: [ref("SUPPORT", "Scone", "R0001")] })).toEqual(["R0001"]);
    expect(standing({ items }, { moves: [concede("Muffin", "R0001")] })).toEqual([]);
    expect(standing({ items }, { refs: [ref("OPPOSE", "Scone", "R0001")] })).toEqual([]);
    expect(standing({ items }, { moves: [{ ...concede("Muffin", "R0001"), kind: "DEFEND" }] })).toEqual(["R0001"]);
  });
});
