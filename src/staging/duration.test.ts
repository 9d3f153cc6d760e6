import * as fc from "fast-check";
import { expect, test } from "vitest";
import { day, formatDuration, hour, minute, readDuration, second } from "./duration.ts";

test("a duration is numbers with their units, from the largest down", () => {
  expect(readDuration("30m")).toBe(30 * minute);
  expect(readDuration("2h")).toBe(2 * hour);
  expect(readDuration("1h30m")).toBe(90 * minute);
  expect(readDuration(" 1D 2h ")).toBe(day + 2 * hour);
  expect(readDuration("90s")).toBe(90 * second);
  expect(readDuration("0m")).toBe(0);
});

test("what has no unit, another order or another unit is none", () => {
  for (const text of ["", " ", "5", "h", "30m1h", "1w", "1.5h", "-1h", "1h 1h", "9999999s", "1h;rm"])
    expect(readDuration(text)).toBeUndefined();
});

test("is written so that it reads as the same", () => {
  expect(formatDuration(7 * day)).toBe("7d");
  expect(formatDuration(90 * minute)).toBe("1h30m");
  expect(formatDuration(0)).toBe("0s");
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 400 * 24 * 3600 }), (seconds) => {
      expect(readDuration(formatDuration(seconds * second))).toBe(seconds * second);
    }),
  );
});
