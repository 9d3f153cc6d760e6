import { expect, test } from "vitest";
import { aboutWords, missedRange, rounded } from "./rounded.ts";

test.each([
  [0, 0],
  [7.4, 7],
  [9.6, 10],
  [10, 10],
  [12, 10],
  [13, 15],
  [47.6, 50],
  [50, 50],
  [52, 50],
  [56, 60],
  [148, 150],
])("of %d missed %d are told: whole numbers below 10, fives to 50, tens above", (value, told) => {
  expect(rounded(value, Math.round)).toBe(told);
});

test("fives are told up to 50 itself, tens only above it", () => {
  const down = (value: number) => rounded(value, Math.floor);
  expect([9.9, 10.1, 49, 50, 59].map(down)).toEqual([9, 10, 45, 50, 50]);
  expect([9.1, 11, 50.1].map((value) => rounded(value, Math.ceil))).toEqual([10, 15, 60]);
});

test("a range is told wider than it was worked out, never narrower", () => {
  expect(missedRange({ low: 12.4, high: 81 })).toBe("between 10 and 90");
  expect(missedRange({ low: 3.9, high: 11 })).toBe("between 3 and 15");
  expect(missedRange({ low: 10, high: 50 })).toBe("between 10 and 50");
});

test("a mean below one is no number", () => {
  expect([0, 0.96, 1, 1.6, 14.2].map(aboutWords)).toEqual([
    ...["less than one", "less than one", "about 1", "about 2", "about 15"],
  ]);
});
