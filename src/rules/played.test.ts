import { describe, expect, it } from "vitest";
import { dialogueOf, roundOf, textsOf } from "../../test/helpers/example-dialogue.ts";
import { fromRunner, otherRunOf, playedOf, textRunOf } from "../../test/helpers/played.ts";
import { isPlayed, onlyModel, playersHand, usageOf } from "./played.ts";
import type { Provenance, RoundRecord } from "./records.ts";

const two = ["Muffin", "Scone"];

function roundsOf(provenances: readonly Provenance[], more: Partial<RoundRecord> = {}): RoundRecord[] {
  const texts = textsOf(two).map((text, i) => ({ ...text, lines: ["said"], provenance: provenances[i]! }));
  return [...dialogueOf({ rounds: [roundOf(two, { texts, played: playedOf(), ...more })] }).rounds];
}

describe("a played dialogue", () => {
  it("is told by its rounds", () => {
    expect(isPlayed(roundsOf([fromRunner(), fromRunner()]))).toBe(true);
    const plain = dialogueOf({ rounds: [roundOf(two, {})] }).rounds;
    expect(isPlayed(plain)).toBe(false);
    expect(playersHand(plain, undefined)).toBeUndefined();
    expect(usageOf(plain, [])).toBeUndefined();
  });

  it("counts what code decided in it", () => {
    const rounds = roundsOf(
      [fromRunner({ run: textRunOf({ unwrapped: true }) }), fromRunner({ run: textRunOf({ masked: 2 }) })],
      {
        played: playedOf({
          runs: [otherRunOf(), otherRunOf({ purpose: "expert", ended: "crashed", used: false, shown: ["I th"] })],
          left_out: ["close T0001"],
          unreadable: 3,
        }),
      },
    );
    expect(playersHand(rounds, undefined)).toEqual({
      unreadable: 3,
      left_out: 1,
      unwrapped: 1,
      masked: 2,
      failed: 1,
      shown: 1,
    });
  });

  it("adds up what every run cost, and says of how many nobody knows", () => {
    expect(usageOf(roundsOf([fromRunner(), fromRunner({ run: textRunOf({ tokens: null, usd: null }) })]), [])).toEqual({
      runs: 3,
      tokens: { input: 1500, cached: 200, output: 150 },
      usd: 0.25,
      seconds: 45,
      unknown: { tokens: 1, usd: 2 },
    });
  });

  it("names the one model that sat in every seat and judged", () => {
    expect(onlyModel(roundsOf([fromRunner(), fromRunner()]), undefined)).toBe("opus");
    const other = fromRunner({ run: textRunOf({ model: "qwen3" }) });
    expect(onlyModel(roundsOf([fromRunner(), other]), undefined)).toBeUndefined();
    const byHand: Provenance = { source: "draft", filed_by: null, filed_at: null, note: null };
    expect(onlyModel(roundsOf([fromRunner(), byHand]), undefined)).toBeUndefined();
    const judged = playedOf({ runs: [otherRunOf({ model: "sonnet" })] });
    expect(onlyModel(roundsOf([fromRunner(), fromRunner()], { played: judged }), undefined)).toBeUndefined();
  });
});
