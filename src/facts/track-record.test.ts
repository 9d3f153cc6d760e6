import { expect, test } from "vitest";
import { type Fared, signedAt, trackRecord, wayOf } from "./track-record.ts";

const fared = (outcome: Fared["outcome"], confidence: number | null, way: Fared["way"] = "unanimous"): Fared => ({
  outcome,
  confidence,
  way,
});

test("outcomes are counted by how sure the signers were and by how it was decided, and few are said to be few", () => {
  const many = [...Array(8).fill(fared("held", 0.9)), fared("failed", 0.95), fared("changed", 0.91)];
  const record = trackRecord([...many, fared("failed", 0.7, "forced"), fared("held", null, "document")]);
  expect(record.by_confidence).toEqual([
    { name: "0.9 and above", held: 8, changed: 1, failed: 1, too_few: false },
    { name: "0.7 to 0.8", held: 0, changed: 0, failed: 1, too_few: true },
    { name: "not said", held: 1, changed: 0, failed: 0, too_few: true },
  ]);
  expect(record.by_way.map(({ name, held, failed }) => [name, held, failed])).toEqual([
    ["unanimous", 8, 1],
    ["forced", 0, 1],
    ["document", 1, 0],
  ]);
  expect(trackRecord([])).toEqual({ by_confidence: [], by_way: [] });
});

test("the signers' confidence is the mean of the last that each gave", () => {
  const round = (...stances: [string, number | null][]) =>
    ({ stances: stances.map(([by, confidence]) => ({ by, confidence })) }) as never;
  const rounds = [round(["Muffin", 0.2], ["Scone", 0.8]), round(["Muffin", 0.9], ["Scone", null], ["Eclair", 0.1])];
  expect(signedAt(rounds, ["muffin", "Scone"])).toBe(0.85);
  expect(signedAt(rounds, ["Brioche"])).toBeNull();
});

test("a verdict that somebody still disagrees with is not unanimous", () => {
  expect(wayOf({ how: "converged", disagree: [] })).toBe("unanimous");
  expect(wayOf({ how: "converged", disagree: [{} as never] })).toBe("with disagreement");
  expect(wayOf({ how: "forced", disagree: [] })).toBe("forced");
});
