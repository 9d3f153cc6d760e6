import { describe, expect, it } from "vitest";
import { dialogueOf, eventOf, itemOf, panelOf, roundOf, textsOf } from "../../test/helpers/example-dialogue.ts";
import { askedOf, askKind, toCheck } from "./asked.ts";
import { foldLedger } from "./ledger.ts";

type Round = Parameters<typeof roundOf>[1];

const three = ["Muffin", "Cupcake", "Scone"];
const broken: Round = {
  items: [itemOf("T0001", "keys leak", ["Muffin"]), itemOf("T0002", "slow", ["Cupcake", "Muffin"])],
  tensions: [eventOf("T0001", "raised"), eventOf("T0002", "raised")],
  stances: three.map((by) => ({ by, position: "HOLD" as const, confidence: null, text: "", line: 1 })),
};
const resolves = (by: string, ...targets: string[]): Round => ({
  items: [itemOf("C0101", "settled", [by])],
  refs: targets.map((target) => ({ kind: "RESOLVE" as const, by, from: "C0101", target, line: 1 })),
  tensions: targets.map((id) => eventOf(id, "resolved", { item: "C0101" })),
});

function ledgerOf(...rounds: Round[]) {
  const { opening, rounds: records } = dialogueOf({ rounds: rounds.map((round) => roundOf(three, round)) });
  return foldLedger(opening, records);
}

const checks = (ledger: ReturnType<typeof ledgerOf>) => three.map((name) => toCheck(ledger, name).map(({ id }) => id));

describe("a check round", () => {
  it("asks everybody with a tension of their own that is open, merged ones included", () => {
    const ledger = ledgerOf(broken);
    expect(checks(ledger)).toEqual([["T0001", "T0002"], ["T0002"], []]);
    expect(askKind(ledger, panelOf(three), true)).toBe("check");
    expect(askedOf(ledger, panelOf(three), "check").map(({ name }) => name)).toEqual(["Muffin", "Cupcake"]);
  });

  it("asks whose tension another closed, and not who resolved it", () => {
    expect(checks(ledgerOf(broken, resolves("Muffin", "T0001", "T0002")))).toEqual([[], ["T0002"], []]);
  });

  it("asks whoever reopened a tension, and those whose marker was merged into an earlier one", () => {
    const reopened: Round = { tensions: [eventOf("T0001", "reopened", { actors: ["Scone"] })] };
    expect(checks(ledgerOf(broken, reopened))[2]).toEqual(["T0001"]);
    const merged: Round = { merged: [{ local_id: "SCONE-T0101", into: "T0002" }] };
    expect(checks(ledgerOf(broken, merged))[2]).toEqual(["T0002"]);
  });

  it("asks nobody for a tension that others raised, merged into or reopened with somebody else", () => {
    const merged: Round = { merged: [{ local_id: "SCONE-T0101", into: "T0002" }] };
    const addressed: Round = { tensions: [eventOf("T0002", "addressed", { actors: ["Scone"] })] };
    expect(checks(ledgerOf({ ...broken, items: [itemOf("T0002", "slow", ["Muffin"])] }, merged))[1]).toEqual([]);
    expect(checks(ledgerOf(broken, addressed))[2]).toEqual([]);
    const together: Round = { tensions: [eventOf("T0001", "reopened", { actors: ["Muffin", "Scone"] })] };
    expect(checks(ledgerOf(broken, together))).toEqual([["T0001", "T0002"], ["T0002"], ["T0001"]]);
  });

  it("asks for a closed tension only until its raiser has written after it was closed", () => {
    const silent = textsOf(three).map((text) =>
      text.expert === "Cupcake" ? { ...text, state: "not_asked" as const, lines: [] } : text,
    );
    const closed: Round = resolves("Muffin", "T0002");
    expect(checks(ledgerOf(broken, closed, {}))[1]).toEqual([]);
    expect(checks(ledgerOf(broken, { ...closed, texts: silent }, { texts: silent }))[1]).toEqual(["T0002"]);
  });

  it("asks who offered to resolve it before writing again, when somebody else's item closed it", () => {
    const offered: Round = {
      items: [itemOf("C0101", "cached", ["Cupcake"])],
      refs: [{ kind: "RESOLVE", by: "Cupcake", from: "C0101", target: "T0002", line: 1 }],
    };
    const closed: Round = {
      ...resolves("Muffin", "T0002"),
      items: [itemOf("C0201", "settled", ["Muffin"])],
    };
    expect(checks(ledgerOf(broken, offered, closed))[1]).toEqual(["T0002"]);
    const both: Round = { ...closed, refs: [...closed.refs!, ...offered.refs!] };
    expect(checks(ledgerOf(broken, {}, both))[1]).toEqual([]);
  });

  it("asks whose last text did not count, so that an objection nobody could read is heard", () => {
    const asks = (round: Round) => askedOf(ledgerOf(round), panelOf(three), "check").map(({ name }) => name);
    const dismissed = [{ local_id: null, expert: "Scone", line: 1, reason: "unreadable" }];
    expect(asks({ ...broken, dismissed })).toEqual(three);
    const unread = ledgerOf({ ...broken, items: [], tensions: [], dismissed });
    expect(askKind(unread, panelOf(three), true)).toBe("sign");
  });
});

describe("what the next round is", () => {
  const panel = panelOf(three);

  it("is for everybody as usual while nothing was rewritten", () => {
    expect(askKind(ledgerOf(broken), panel, false)).toBeUndefined();
    expect(askedOf(ledgerOf(broken), panel, undefined)).toHaveLength(3);
  });

  it("is a signature when nothing is open after a check, or nobody has anything to check", () => {
    const settled = ledgerOf(broken, { ...resolves("Muffin", "T0001", "T0002"), asked: "check" });
    expect(askKind(settled, panel, false)).toBe("sign");
    expect(askKind(ledgerOf({}), panel, true)).toBe("sign");
  });

  it("is a signature after a check, whatever is left open; later rewrites are checked again", () => {
    const check: Round = { asked: "check" };
    expect(askKind(ledgerOf(broken), panel, true)).toBe("check");
    expect(askKind(ledgerOf(broken, check), panel, true)).toBe("sign");
    expect(askKind(ledgerOf(broken, check, { asked: "sign" }), panel, true)).toBe("check");
  });
});
