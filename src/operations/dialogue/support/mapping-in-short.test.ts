import { expect, it } from "vitest";
import { mappingInShort } from "./mapping-in-short.ts";

it("markers that run beside their IDs are told as one, and every other by itself", () => {
  expect(
    mappingInShort({
      "MUFFIN-T0001": "T0001",
      "SCONE-T0001": "T0001",
      "MUFFIN-T0002": "T0002",
      "MUFFIN-T0003": "T0003",
      "CUPCAKE-T0001": "T0004",
      "CUPCAKE-T0002": "T0006",
      "MUFFIN-P0001": "P0001",
    }),
  ).toEqual({
    "MUFFIN-T0001..03": "T0001..03",
    "SCONE-T0001": "T0001",
    "CUPCAKE-T0001": "T0004",
    "CUPCAKE-T0002": "T0006",
    "MUFFIN-P0001": "P0001",
  });
});

it("runs go on beyond 99", () => {
  const mapping = Object.fromEntries([98, 99, 100].map((n) => [`MUFFIN-P01${n}`, `P01${n}`]));
  expect(mappingInShort(mapping)).toEqual({ "MUFFIN-P0198..100": "P0198..100" });
});
