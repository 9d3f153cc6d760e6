import { expect, test } from "vitest";
import { readDuration, takeDuration } from "./duration.ts";

const minute = 60_000;

test("a duration is numbers with their units, from the largest down", () => {
  expect(readDuration("30m")).toBe(30 * minute);
  expect(readDuration("2h")).toBe(120 * minute);
  expect(readDuration("1h30m")).toBe(90 * minute);
  expect(readDuration(" 1D 2h ")).toBe(26 * 60 * minute);
  expect(readDuration("90s")).toBe(1.5 * minute);
  expect(readDuration("0m")).toBe(0);
});

test("what has no unit, another order or another unit is not one", () => {
  for (const text of ["", " ", "5", "h", "30m1h", "1w", "1.5h", "-1h", "1h 1h", "9999999s", "1h;rm"])
    expect(readDuration(text)).toBeUndefined();
});

test("one that is too short, too long or none is refused, naming the field and the bounds", () => {
  expect(takeDuration("7d", "ttl", "7d")).toBe(readDuration("7d"));
  for (const text of ["0s", "8d", "soon"])
    expect(() => takeDuration(text, "ttl", "7d")).toThrow(`\`ttl\`: "${text}" is not a duration between 1s and 7d`);
});
