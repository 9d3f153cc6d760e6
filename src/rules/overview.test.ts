import { describe, expect, it } from "vitest";
import {
  dialogueOf,
  eventOf,
  itemOf,
  rfcRounds,
  roundOf,
  type Sketch,
  signalsOf,
} from "../../test/helpers/example-dialogue.ts";
import { foldLedger } from "./ledger.ts";
import { citedFiles, majorityOf, overviewOf, positionsOf } from "./overview.ts";
import type { RoundRecord } from "./records.ts";
import type { Position } from "./vocabulary.ts";

const three = ["Muffin", "Cupcake", "Scone"];
const overview = (sketch: Sketch) => {
  const { opening, rounds, verdicts } = dialogueOf(sketch);
  return overviewOf(foldLedger(opening, rounds), verdicts);
};
const stances = (...taken: [string, Position][]) => ({
  stances: taken.map(([by, position]) => ({ by, position, confidence: null, text: "", line: 1 })),
});
const all = (position: Position) => stances(...three.map((name): [string, Position] => [name, position]));
const agreed = { signals: signalsOf(three) };

describe("a dialogue in a list", () => {
  it("without a round has no panel, no run, and last changed when it was opened", () => {
    expect(overview({ opening: { created_at: "2026-03-01T12:00:00Z" } })).toEqual({
      ...{ panel: [], last_change: "2026-03-01T12:00:00Z", runs: 0, tensions: 0, majority_changed: null, cited: [] },
    });
  });

  it("names the last panel with its roles, and counts runs and tensions of all rounds", () => {
    const { panel, runs, tensions } = overview({
      rounds: [
        roundOf(three, { items: [itemOf("T0001", "cost", ["Scone"])], tensions: [eventOf("T0001", "raised")] }),
        roundOf(three, {}),
        roundOf(["Muffin", "Eclair"], {}),
      ],
    });
    expect(panel).toEqual([
      { name: "Muffin", role: "Muffin's role" },
      { name: "Eclair", role: "Eclair's role" },
    ]);
    expect({ runs, tensions }).toEqual({ runs: 8, tensions: 1 });
  });

  it("last changed with the latest of its records, whichever kind that is", () => {
    const opening = { created_at: "2026-03-01T12:00:00Z" };
    const rounds = [roundOf(three, { registered_at: "2026-03-03T12:00:00Z" })];
    const change = (registered_at: string) => overview({ opening, rounds, verdicts: [{ registered_at }] }).last_change;
    expect(change("2026-03-04T12:00:00Z")).toBe("2026-03-04T12:00:00Z");
    expect(change("2026-03-02T12:00:00Z")).toBe("2026-03-03T12:00:00Z");
  });
});

describe("whether deliberation changed the majority", () => {
  const changed = (first: object, last: object, verdicts: Sketch["verdicts"] = [{}]) =>
    overview({ rounds: [roundOf(three, first), roundOf(three, { ...agreed, ...last })], verdicts }).majority_changed;

  it("is asked of a decided dialogue: the blind round's majority beside the last", () => {
    expect(changed(all("REJECT"), all("APPROVE"))).toBe(true);
    expect(changed(all("APPROVE"), all("APPROVE"))).toBe(false);
  });

  it("is not known before there is a decision, nor where the gate refuses the verdict", () => {
    expect(changed(all("REJECT"), all("APPROVE"), [])).toBeNull();
    expect(changed(all("REJECT"), { ...all("APPROVE"), signals: [] })).toBeNull();
  });

  it("is not known where the blind round had no majority; one that was lost is a change", () => {
    const split = stances(["Muffin", "APPROVE"], ["Scone", "REJECT"]);
    expect(changed(split, all("APPROVE"))).toBeNull();
    expect(changed(all("APPROVE"), stances(["Muffin", "CONDITIONAL"], ["Scone", "HOLD"]))).toBe(true);
  });
});

describe("a majority", () => {
  const rounds = (...sketch: Partial<RoundRecord>[]) => dialogueOf({ rounds: sketch }).rounds;

  it("is more than half of the panel, those without a stance among it", () => {
    const two = stances(["Muffin", "APPROVE"], ["Cupcake", "APPROVE"]);
    expect(majorityOf(rounds(roundOf(three, two)))).toBe("APPROVE");
    expect(majorityOf(rounds(roundOf([...three, "Eclair"], two)))).toBeUndefined();
    expect(majorityOf([])).toBeUndefined();
  });

  it("is of the last panel: each member's last stance as a member, and nobody's who left or visits", () => {
    const records = rounds(
      roundOf(three, stances(["Muffin", "REJECT"], ["Cupcake", "HOLD"], ["Scone", "REJECT"])),
      roundOf(["Muffin", "Cupcake"], stances(["muffin", "APPROVE"], ["Guest", "REJECT"])),
    );
    expect(positionsOf(records)).toEqual({ APPROVE: 1, HOLD: 1 });
    expect(positionsOf(records.slice(0, 1))).toEqual({ REJECT: 2, HOLD: 1 });
    expect(positionsOf([])).toEqual({});
  });
});

it("files are cited so many times, over all rounds; the dialogue's own pages are not listed", () => {
  const cite = (path: string): RoundRecord["citations"][number] => ({
    ...{ by: "Muffin", item: null, path, from: 1, to: 1, words: null, result: "found", blob: null, line: 1 },
  });
  const { opening, rounds } = dialogueOf({
    rounds: [
      roundOf(three, { citations: [cite("a.ts"), cite("b.ts")] }),
      roundOf(three, { citations: [cite("a.ts")] }),
    ],
  });
  rounds[1]!.citations.push(cite(`.blue/dialogues/${opening.dialogue}/round-0/proposal.md`));
  expect(citedFiles({ opening, records: rounds })).toEqual([
    { path: "a.ts", citations: 2 },
    { path: "b.ts", citations: 1 },
  ]);
});

it("a decided dialogue counts as one: RFC 0057's example", () => {
  expect(overview({ rounds: rfcRounds(), verdicts: [{}] })).toMatchObject({
    tensions: 3,
    runs: 18,
    majority_changed: null,
  });
});
