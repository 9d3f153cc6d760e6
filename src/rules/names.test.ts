import { expect, it } from "vitest";
import { expertKey, freeNames, pastryName } from "./names.ts";

it("experts go by pastry names, and by numbers when those are used up", () => {
  expect([0, 1, 19, 20].map(pastryName)).toEqual(["Muffin", "Cupcake", "Religieuse", "Pastry21"]);
  const all = Array.from({ length: 20 }, (_, n) => pastryName(n));
  expect(new Set(all).size).toBe(20);
  expect(all).toEqual(expect.arrayContaining(["Scone", "Eclair", "Financier"]));
});

it("free names are the first that nobody has, however theirs is written", () => {
  expect(freeNames(2, [])).toEqual(["Muffin", "Cupcake"]);
  expect(freeNames(2, [" MUFFIN ", "scone"])).toEqual(["Cupcake", "Eclair"]);
  expect(freeNames(0, [])).toEqual([]);
});

it("one expert has one key", () => {
  expect(expertKey(" Muffin\n")).toBe(expertKey("muffin"));
  expect(expertKey("Muffin")).not.toBe(expertKey("Scone"));
});
