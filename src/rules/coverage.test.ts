import { describe, expect, it } from "vitest";
import { dialogueOf, itemOf, roundOf, textsOf } from "../../test/helpers/example-dialogue.ts";
import { lookOf } from "../../test/helpers/looks.ts";
import { blindLook, coverageOf, coverageOfLook, estimate, laterLooks, seenBy } from "./coverage.ts";
import type { RoundRecord } from "./records.ts";
import type { Severity } from "./vocabulary.ts";

describe("the estimate from who found what twice", () => {
  type Vector = [string, number, number[], string, string, string, number, string, number, string];
  const vectors: Vector[] = [
    ["three, sparse", 3, [19, 3, 0], "14/42/86", "0.34", "0.97", 4.8, "1–9", 8.83, "add"],
    ["three, some overlap", 3, [18, 5, 0], "10/35/89", "0.40", "0.93", 4.53, "1–9", 8.2, "add"],
    ["three, more overlap", 3, [17, 8, 1], "7/26/99", "0.50", "0.78", 4.07, "1–8", 7.15, "add"],
    ["three, wide", 3, [24, 7, 3], "13/49/144", "0.41", "0.89", 5.43, "2–10", 9.62, "add"],
    ["three, dense", 3, [6, 8, 10], "0/4/13", "0.86", "0.06", 1.15, "0–3", 1.86, "open"],
    ["four", 4, [10, 6, 3, 1], "2/14/64", "0.59", "0.62", 1.77, "0–4", 3.13, "open"],
    ["five", 5, [21, 10, 5, 2, 0], "9/34/105", "0.53", "0.74", 3.2, "0–7", 5.83, "add"],
    ["five, two singletons merged", 5, [19, 11, 5, 2, 0], "7/26/98", "0.59", "0.66", 2.95, "0–6", 5.35, "open"],
    ["five, sparse", 5, [19, 2, 4, 1, 0], "10/37/77", "0.41", "0.91", 2.5, "0–6", 4.61, "open"],
    ["five, dense", 5, [3, 5, 6, 8, 8], "0/2/8", "0.94", "0.00", 0.47, "0–2", 0.8, "stop"],
    ["eight", 8, [12, 9, 7, 5, 4, 2, 1, 0], "4/17/74", "0.70", "0.40", 1.27, "0–3", 2.34, "open"],
    ["no singletons", 3, [0, 6, 6], "0/1/5", "0.92", "0.02", 0.45, "0–2", 0.71, "open"],
    ["three identical experts", 3, [0, 0, 12], "0/1/4", "0.92", "0.01", 0.42, "0–2", 0.68, "open"],
    ["five identical experts", 5, [0, 0, 0, 0, 20], "0/1/4", "0.95", "0.00", 0.26, "0–1", 0.46, "stop"],
    ["the smallest that answers", 3, [5, 2, 1], "0/6/30", "0.57", "0.59", 1, "0–3", 1.74, "open"],
  ];
  it.each(vectors)("%s: %i experts, %j", (_, k, counts, missed, share, below, one, range, two, advice) => {
    const coverage = coverageOfLook(lookOf(k, counts));
    if (coverage.advice === "not blind" || coverage.advice === "too few") throw new Error(coverage.advice);
    const { low, median, high } = coverage.missed;
    expect({
      experts: coverage.experts,
      once: coverage.once,
      missed: [low, median, high].join("/"),
      share: (coverage.found / (coverage.found + median)).toFixed(2),
      one: coverage.one_more.mean,
      range: `${coverage.one_more.low}–${coverage.one_more.high}`,
      two: coverage.two_more,
      advice: coverage.advice,
    }).toEqual({ experts: k, once: counts[0], missed, share, one, range, two, advice });
    const chanceBelow = 1 - estimate([0, ...counts]).missed.upTo(Math.floor(coverage.found / 2));
    expect(chanceBelow.toFixed(2)).toBe(below);
  });

  it.each([
    ["all singletons", 3, [15, 0, 0]],
    ["only two found twice", 3, [20, 2, 0]],
    ["seven objections", 3, [3, 3, 1]],
    ["nothing", 3, [0, 0, 0]],
    ["two experts", 2, [20, 8]],
  ])("%s: too few to tell", (_, k, counts) => {
    const found = counts.reduce((sum, count) => sum + count, 0);
    expect(coverageOfLook(lookOf(k, counts))).toEqual({
      experts: k,
      found,
      once: counts[0],
      severities: {},
      advice: "too few",
    });
  });

  it("says stop from four experts on: three are too few to say so", () => {
    expect([3, 4].map((k) => coverageOfLook(lookOf(k, [...Array(k - 1).fill(0), 12])).advice)).toEqual([
      "open",
      "stop",
    ]);
  });

  it("reads nothing from what nobody raised", () => {
    const [some, none] = [estimate([7, 5, 2, 1]), estimate([0, 5, 2, 1])];
    expect([some.missed.mean, some.oneMore.mean, some.twoMore]).toEqual([
      ...[none.missed.mean, none.oneMore.mean, none.twoMore],
    ]);
  });

  it("answers for thousands of objections too", () => {
    const coverage = coverageOfLook(lookOf(3, [2000, 600, 100]));
    expect(coverage).toMatchObject({ advice: "add", found: 2700 });
  });
});

describe("of each severity", () => {
  const look = (critical: number, counts = [10, 6, 3, 1]) => {
    const { experts, objections } = lookOf(4, counts);
    const severity = (i: number): Severity | null => (i < critical ? "critical" : i < 12 ? "major" : null);
    return { experts, objections: objections.map((one, i) => ({ ...one, severity: severity(i) })) };
  };

  it("counts what was found, what by one only, and its share of what one more expert brings", () => {
    expect(coverageOfLook(look(2))).toMatchObject({
      advice: "open",
      one_more: { mean: 1.77 },
      severities: {
        critical: { found: 2, once: 2, one_more: 0.35 },
        major: { found: 10, once: 8, one_more: 1.41 },
      },
    });
  });

  it("an expected half of a critical one makes an open question a further look", () => {
    expect(coverageOfLook(look(3))).toMatchObject({ advice: "add", severities: { critical: { one_more: 0.53 } } });
  });

  it("brings nothing more of what several found", () => {
    const { experts, objections } = lookOf(3, [0, 6, 6]);
    const critical = objections.map((one) => ({ ...one, severity: "critical" as const }));
    expect(coverageOfLook({ experts, objections: critical })).toMatchObject({
      severities: { critical: { found: 12, once: 0, one_more: 0 } },
    });
  });

  it("without a figure only counts", () => {
    expect(coverageOfLook(look(2, [10, 2, 0, 0]))).toMatchObject({
      advice: "too few",
      severities: { critical: { found: 2, once: 2 }, major: { found: 10, once: 8 } },
    });
  });
});

describe("who raised what in a round", () => {
  const names = ["Muffin", "Scone", "Donut", "Eclair"];
  const record = (changes: Parameters<typeof roundOf>[1]): RoundRecord =>
    dialogueOf({ rounds: [roundOf(names, changes)] }).rounds[0]!;
  const raisers = (changes: Parameters<typeof roundOf>[1]) =>
    blindLook(record(changes)).objections.map((one) => one.raisers);

  it("a merged tension was found by each who raised it, and by nobody twice", () => {
    const twice = itemOf("T0001", "a", ["Muffin", "Scone", "Muffin"]);
    expect(raisers({ items: [twice, itemOf("T0002", "b", ["Donut"])] })).toEqual([["muffin", "scone"], ["donut"]]);
  });

  it("only tensions are objections", () => {
    expect(raisers({ items: [itemOf("P0001", "a", ["Muffin"]), itemOf("R0001", "b", ["Scone"])] })).toEqual([]);
  });

  it("the worst severity of what was merged counts", () => {
    const item = { ...itemOf("T0001", "a", ["Muffin", "Scone"]), severity: "minor" as const };
    const merged = [{ local_id: "SCONE-T0001", into: "T0001", severity: "critical" as const }];
    expect(blindLook(record({ items: [item], merged })).objections[0]!.severity).toBe("critical");
    const elsewhere = merged.map((one) => ({ ...one, into: "T0002" }));
    expect(blindLook(record({ items: [item], merged: elsewhere })).objections[0]!.severity).toBe("minor");
  });

  it("experts without an objection count, absent ones and empty texts do not", () => {
    const [first, second, ...rest] = textsOf(names);
    const texts = [{ ...first!, state: "absent" as const, lines: [], provenance: null }, second!, ...rest];
    expect(blindLook(record({ texts })).experts).toEqual(["scone", "donut", "eclair"]);
    texts[1] = { ...second!, state: "incomplete", lines: [" "] };
    expect(blindLook(record({ texts })).experts).toEqual(["donut", "eclair"]);
    texts[1] = { ...second!, state: "incomplete", lines: ["[SCONE-T0001: a tension that"] };
    expect(blindLook(record({ texts })).experts).toEqual(["scone", "donut", "eclair"]);
  });

  it("what only a guest raised is left out, and a guest beside an expert adds nothing", () => {
    const items = [itemOf("T0001", "a", ["Visitor"]), itemOf("T0002", "b", ["Muffin", "Visitor"])];
    const changes = { items, texts: textsOf([...names, "Visitor"]) };
    expect(blindLook(record(changes)).experts).toHaveLength(4);
    expect(raisers(changes)).toEqual([["muffin"]]);
  });

  it("a guest who writes under a member's name is not that member", () => {
    const texts = textsOf(names).map((text) =>
      text.expert === "Scone" ? { ...text, provenance: { ...text.provenance!, source: "guest" as const } } : text,
    );
    expect(blindLook(record({ texts })).experts).toEqual(["muffin", "donut", "eclair"]);
  });

  it("a text that Blue did not ask for makes the round not blind", () => {
    const texts = textsOf(names).map((text) =>
      text.expert === "Scone" ? { ...text, provenance: { ...text.provenance!, unasked: true as const } } : text,
    );
    expect(coverageOf(record({ texts }))).toEqual({ advice: "not blind", not_asked: ["Scone"] });
    expect(coverageOf(record({ asks: [] }))).toEqual({ advice: "not blind", not_asked: names });
    expect(coverageOf(record({ asks: ["0".repeat(64)] }))).toMatchObject({ advice: "too few" });
  });

  it("only the first round is blind", () => {
    const { rounds } = dialogueOf({ rounds: [roundOf(names, {}), roundOf(names, {})] });
    expect(coverageOf(rounds[0]!)).toMatchObject({ advice: "too few", experts: 4 });
    expect(coverageOf(rounds[1]!)).toBeUndefined();
  });
});

describe("what fewer would have seen", () => {
  it("is what at least one of them raised, by them alone", () => {
    const raised = (...raisers: string[]) => ({ severity: "major" as const, raisers });
    const all = { experts: ["muffin", "scone", "donut"], objections: [raised("muffin", "donut"), raised("scone")] };
    expect(seenBy(all, ["donut"])).toEqual({ experts: ["donut"], objections: [raised("donut")] });
    expect(seenBy(all, ["muffin", "donut", "scone"]).objections).toEqual(all.objections);
  });
});

describe("who joined after the first look", () => {
  const first = ["Muffin", "Scone", "Donut"];
  const names = [...first, "Eclair", "Brioche"];
  /** Five objections by one of the first three, two by two, one by all; then what those who joined raised. */
  const raisers = [
    ...[
      ["Muffin"],
      ["Muffin"],
      ["Scone"],
      ["Scone"],
      ["Donut"],
      ["Muffin", "Scone"],
      ["Scone", "Donut", "Brioche"],
      first,
    ],
    ...[["Eclair"], ["Eclair", "Brioche"], ["Eclair"], ["Brioche"]],
  ];
  const items = raisers.map((experts, i) => itemOf(`T${String(i + 1).padStart(4, "0")}`, `objection ${i}`, experts));
  const round = (changes: Parameters<typeof roundOf>[1] = {}) =>
    dialogueOf({ rounds: [roundOf(names, { items, ...changes })] }).rounds[0]!;

  it("each is held to what those before foretold, and brought what none of them had", () => {
    const looks = laterLooks(round(), ["Eclair", "Brioche"]);
    expect(looks.map(({ expert, brought }) => [expert, brought])).toEqual([
      ["Eclair", 3],
      ["Brioche", 1],
    ]);
    expect(looks[0]!.predicted).toEqual({ mean: 1, low: 0, high: 3 });
    const four = coverageOfLook(lookOf(4, [8, 2, 1, 0]));
    expect(looks[1]!.predicted).toEqual("one_more" in four && four.one_more);
  });

  it("and wrote nothing, or before whom there was no figure, is not among them", () => {
    const texts = textsOf(names).map((text) => (text.expert === "Eclair" ? { ...text, lines: [" "] } : text));
    expect(laterLooks(round({ texts }), ["Eclair", "Brioche"]).map(({ expert }) => expert)).toEqual(["Brioche"]);
    expect(laterLooks(round({ items: items.slice(6) }), ["Eclair"])).toEqual([]);
  });

  it("is nobody where nobody joined, or where the round is not blind", () => {
    expect(laterLooks(round(), [])).toEqual([]);
    expect(laterLooks(round({ asks: [] }), ["Eclair"])).toEqual([]);
  });
});
