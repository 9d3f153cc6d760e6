import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { calibration, committedLaterLooks, committedLooks, laterLooksTable, predictions } from "./calibration.ts";

/** Ten that all four found, and some that one found alone. */
function lookWith(alone: Record<string, number>) {
  const experts = Object.keys(alone);
  const shared = Array.from({ length: 10 }, () => ({ severity: null, raisers: experts }));
  const own = experts.flatMap((name) =>
    Array.from({ length: alone[name]! }, () => ({ severity: null, raisers: [name] })),
  );
  return { experts, objections: [...shared, ...own] };
}

it("each choice of experts foretells the others, from what it found itself", () => {
  const made = predictions(lookWith({ a: 0, b: 1, c: 2, d: 5 }), 3);
  expect(made.map(({ figure, next, rest }) => [figure.found, figure.once, figure.experts, next, rest])).toEqual([
    [13, 3, 3, [5], 5],
    [16, 6, 3, [2], 2],
    [17, 7, 3, [1], 1],
    [18, 8, 3, [0], 0],
  ]);
});

it("rounds of three leave nobody to leave out, and choices without a figure are not counted", () => {
  expect(calibration(new Map([["three", lookWith({ a: 1, b: 1, c: 1 })]]))).not.toContain("| three |");
  const apart = lookWith({ a: 9, b: 9, c: 9, d: 9 });
  expect(predictions({ ...apart, objections: apart.objections.slice(10) }, 3)).toEqual([]);
});

it("the blind rounds of this repository are read with who raised what", () => {
  const looks = committedLooks(fileURLToPath(new URL("../..", import.meta.url)));
  const counts = (name: string) => {
    const { experts, objections } = looks.get(name)!;
    return [
      experts.length,
      ...experts.map((_, j) => objections.filter(({ raisers }) => raisers.length === j + 1).length),
    ];
  };
  expect(counts("orders-pagination")).toEqual([5, 21, 10, 5, 2, 0]);
  expect(counts("acknowledged-acceptance")).toEqual([5, 19, 2, 4, 1, 0]);
  expect(counts("headless-play")).toEqual([5, 33, 5, 5, 0, 0]);
  expect(counts("review-of-docs-play-md")).toEqual([3, 24, 7, 3]);
});

it("looks that were added later stand beside what was predicted for them", () => {
  const predicted = { mean: 4.27, low: 1, high: 8 };
  const looks = new Map([
    [
      "house",
      [
        { expert: "Eclair", predicted, brought: 5 },
        { expert: "Donut", predicted, brought: 9 },
      ],
    ],
  ]);
  expect(laterLooksTable(looks)).toContain("| house | Eclair | 4.3 (1 to 8) | 5 |");
  expect(laterLooksTable(looks)).toContain("In range 1 of 2.");
  const root = fileURLToPath(new URL("../..", import.meta.url));
  expect([...committedLaterLooks(root).keys()]).toContain("orders-pagination");
});
