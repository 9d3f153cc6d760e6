import { describe, expect, it } from "vitest";
import { dialogueOf, itemOf, roundOf } from "../../test/helpers/example-dialogue.ts";
import { foldLedger } from "./ledger.ts";
import type { RoundRecord } from "./records.ts";
import { isWithdrawn } from "./withdrawn.ts";

const three = ["Muffin", "Cupcake", "Scone"];
type Round = Partial<RoundRecord>;
const said = (kind: "OPPOSE" | "SUPPORT" | "REFINE", by: string, line = 2): RoundRecord["refs"][number] => ({
  ...{ kind, by, from: null, target: "R0001", line },
});
const moved = (
  kind: "CONCEDE" | "DEFEND",
  by: string,
  line = 2,
  targets = ["R0001"],
): RoundRecord["moves"][number] => ({
  ...{ kind, by, from: null, targets, topic: null, line },
});

/** Whether R0001, which these experts wrote in round 0, is withdrawn after the rounds that follow. */
function withdrawn(authors: string[], ...rounds: Round[]): boolean {
  const first = roundOf(three, { items: [itemOf("R0001", "rotate keys", authors)] });
  const { opening, rounds: records } = dialogueOf({ rounds: [first, ...rounds.map((round) => roundOf(three, round))] });
  return isWithdrawn(foldLedger(opening, records), "R0001");
}

describe("an item is withdrawn", () => {
  it("when its author concedes or opposes it, and not while nothing is said of it", () => {
    expect(withdrawn(["Muffin"], { moves: [moved("CONCEDE", "Muffin")] })).toBe(true);
    expect(withdrawn(["Muffin"], { refs: [said("OPPOSE", "muffin")] })).toBe(true);
    expect(withdrawn(["Muffin"], {})).toBe(false);
    expect(withdrawn(["Muffin"], { refs: [said("REFINE", "Muffin")] })).toBe(false);
    expect(withdrawn(["Muffin"], { moves: [moved("CONCEDE", "Muffin", 2, ["R0002"])] })).toBe(false);
  });

  it("by nobody but its author: others only oppose it", () => {
    expect(withdrawn(["Muffin"], { refs: [said("OPPOSE", "Scone")], moves: [moved("CONCEDE", "Cupcake")] })).toBe(
      false,
    );
    const guest = { panel: roundOf(["Cupcake", "Scone"], {}).panel!, refs: [said("OPPOSE", "Muffin")] };
    expect(withdrawn(["Muffin"], guest)).toBe(false);
  });

  it("when all its authors took it back, in whichever rounds", () => {
    const muffin = { refs: [said("OPPOSE", "Muffin")] };
    const scone = { moves: [moved("CONCEDE", "Scone")] };
    expect(withdrawn(["Muffin", "Scone"], muffin)).toBe(false);
    expect(withdrawn(["Muffin", "Scone"], muffin, scone)).toBe(true);
  });

  it("no longer when its author supports or defends it again; the last word counts, in a text the lower line", () => {
    const back = { moves: [moved("CONCEDE", "Muffin")] };
    expect(withdrawn(["Muffin"], back, { refs: [said("SUPPORT", "Muffin")] })).toBe(false);
    expect(withdrawn(["Muffin"], back, { moves: [moved("DEFEND", "Muffin")] })).toBe(false);
    const both = (opposes: number, defends: number) => ({
      refs: [said("OPPOSE", "Muffin", opposes)],
      moves: [moved("DEFEND", "Muffin", defends)],
    });
    expect(withdrawn(["Muffin"], both(9, 3))).toBe(true);
    expect(withdrawn(["Muffin"], both(3, 9))).toBe(false);
  });

  it("never when there is no such item", () => {
    const { opening, rounds } = dialogueOf({ rounds: [roundOf(three, { moves: [moved("CONCEDE", "Muffin")] })] });
    expect(isWithdrawn(foldLedger(opening, rounds), "R0001")).toBe(false);
  });
});
