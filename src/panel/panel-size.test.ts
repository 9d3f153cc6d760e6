import { expect, test } from "vitest";
import { defaultPanelSize, findPanelSizeError } from "./panel-size.ts";

test("a panel is the whole pool, at most twelve", () => {
  expect([3, 8, 12, 13, 24].map((pool) => defaultPanelSize(pool))).toEqual([3, 8, 12, 12, 12]);
});

test("a review has three seats", () => {
  expect([2, 3, 12].map((pool) => defaultPanelSize(pool, "review"))).toEqual([2, 3, 3]);
});

test("any default size can be drawn", () => {
  for (let pool = 3; pool <= 30; pool++) expect(findPanelSizeError(defaultPanelSize(pool), pool)).toBeUndefined();
});

test("a panel larger than the pool says what the pool has", () => {
  const error = findPanelSizeError(13, 12, 2);
  expect(error).toMatchObject({ code: "invalid_input", field: "panel_size", value: 13 });
  expect(error?.message).toContain("the pool has 12, 2 of them excluded");
  expect(error?.suggestion).toBe("Give a number from 2 to 10.");
});
