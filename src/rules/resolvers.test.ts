import { describe, expect, it } from "vitest";
import { dialogueOf, eventOf, itemOf, roundOf } from "../../test/helpers/example-dialogue.ts";
import { foldLedger } from "./ledger.ts";
import type { RoundRecord } from "./records.ts";
import { offersFor, opponentsOf } from "./resolvers.ts";

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
  });
});
