import { expect, it } from "vitest";
import { stemOf } from "./change-words.ts";

it("forms of a word are one, and other words stay apart", () => {
  const forms = [
    "cache caches cached caching",
    "roll rolls rolled rolling",
    "drop dropping",
    "rotate rotation",
    "deploy deployment",
  ];
  for (const words of forms) expect(new Set(words.split(" ").map(stemOf)).size, words).toBe(1);
  const others = "data database port portal restore restart red used bed".split(" ");
  expect(new Set(others.map(stemOf)).size).toBe(others.length);
});
