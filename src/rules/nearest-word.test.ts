import { expect, it } from "vitest";
import { nearestWord } from "./nearest-word.ts";

const words = ["infrastructure", "product", "ml", "governance", "general"];

it.each([
  ["infrastucture", "infrastructure"],
  ["Produkt", "product"],
  ["genral", "general"],
  ["general", "general"],
  ["security", undefined],
  ["xl", undefined],
  ["", undefined],
])("%s means %s", (typed, meant) => {
  expect(nearestWord(typed, words)).toBe(meant);
});
