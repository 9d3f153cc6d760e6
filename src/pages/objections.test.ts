import { expect, test } from "vitest";
import type { Objection } from "../facts/objections.ts";
import { objectionsTable } from "./objections.ts";

const settled = (id: string, words: string) =>
  ({
    ...{
      id,
      label: `label of ${id}`,
      severity: null,
      state: "resolved",
      round: 0,
      raised_by: ["Muffin"],
      answer: null,
    },
    ...{ fix: null, line: null, sources: [], closed: { by: ["Scone"], round: 1, words } },
    said: { by: "Muffin", words: "It breaks.", failing_case: null, test: null, hurt: null, smallest_change: null },
  }) as Objection;

test("a short acceptance is quoted wherever it holds, a long one once and then by the objection it was quoted for", () => {
  const long = "Keys outlive rows, the claim takes expired leases, and finish demands the state: I read all of it.";
  const rows = objectionsTable(
    [settled("T0001", long), settled("T0002", "Fine."), settled("T0003", long), settled("T0004", "Fine.")],
    false,
  ).split("\n");
  expect(rows.slice(2).map((row) => row.split(" | ").at(-1))).toEqual([
    `Scone, round 1: “${long}” |`,
    "Scone, round 1: “Fine.” |",
    "Scone, round 1: the same words as for T0001 |",
    "Scone, round 1: “Fine.” |",
  ]);
});
