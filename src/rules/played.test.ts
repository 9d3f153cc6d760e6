import { describe, expect, it } from "vitest";
import { dialogueOf, roundOf, textsOf } from "../../test/helpers/example-dialogue.ts";
import { fromRunner, otherRunOf, playedOf, textRunOf } from "../../test/helpers/played.ts";
import { isPlayed, onlyModel, playersHand, usageOf } from "./played.ts";
import type { Provenance, RoundRecord, VerdictRecord } from "./records.ts";

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
    expect(isPlayed([...plain, ...roundsOf([fromRunner(), fromRunner()])])).toBe(true);
    expect(playersHand(plain, undefined)).toBeUndefined();
    expect(usageOf(plain, [])).toBeUndefined();
  });

  it("counts what code decided in it", () => {
    const rounds = roundsOf(
      [fromRunner({ run: textRunOf({ unwrapped: true }) }), fromRunner({ run: textRunOf({ masked: 2 }) })],
      {
        played: playedOf({
          runs: [
            ...[otherRunOf(), otherRunOf(), otherRunOf()],
            otherRunOf({ purpose: "expert", ended: "crashed", used: false, shown: ["I th"] }),
          ],
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

  it("counts what was played for its verdict too", () => {
    const verdict = { played: playedOf({ runs: [otherRunOf({ model: "sonnet" })], unreadable: 2 }) } as VerdictRecord;
    const rounds = roundsOf([fromRunner(), fromRunner()]);
    expect(playersHand(rounds, verdict)!.unreadable).toBe(playersHand(rounds, undefined)!.unreadable + 2);
    expect(onlyModel(rounds, verdict)).toBeUndefined();
  });

  it("does not know what it cost in money where not one run says", () => {
    const free = { tokens: null, usd: null };
    const rounds = roundsOf([fromRunner({ run: textRunOf(free) }), fromRunner({ run: textRunOf(free) })], {
      played: playedOf({ runs: [] }),
    });
    expect(usageOf(rounds, [])).toMatchObject({ runs: 2, usd: null, unknown: { tokens: 2, usd: 2 } });
  });

  it("has one model whatever guests, absent members and runs that were no judge's spoke by", () => {
    const [muffin, scone] = textsOf(two);
    const bob = { ...muffin!, expert: "Bob", provenance: fromRunner({ run: textRunOf({ model: "qwen3" }) }) };
    const seated = { ...muffin!, provenance: fromRunner() };
    const absent = { ...scone!, state: "absent" as const, lines: [], provenance: null };
    const runs = [
      otherRunOf(),
      otherRunOf({ model: "qwen3", used: false }),
      otherRunOf({ model: "qwen3", purpose: "expert" }),
    ];
    const model = (texts: RoundRecord["texts"], played = playedOf({ runs })) =>
      onlyModel(dialogueOf({ rounds: [roundOf(two, { texts, played })] }).rounds, undefined);
    expect(model([seated, absent, bob])).toBe("opus");
    expect(model([absent, bob])).toBeUndefined();
    expect(model([seated], playedOf({ runs: runs.slice(1) }))).toBeUndefined();
  });
});
