import { expect, it } from "vitest";
import { asksForNumber, stemOf, tellingWords } from "./change-words.ts";

it("words of everyday talk say nothing of what a question is about", () => {
  expect(tellingWords(["Somebody", "already", "wants", "cursors", "instead", "of", "offsets"])).toEqual([
    "cursors",
    "offsets",
  ]);
});

it("after `how` a measure asks for a number, and elsewhere it says something", () => {
  const [how, lists] = ["how long is the list", "how are long lists shown"].map((question) => question.split(" "));
  expect(tellingWords(how!)).toEqual(["list"]);
  expect(tellingWords(lists!)).toEqual(["long", "lists", "shown"]);
  expect([how!, lists!].map(asksForNumber)).toEqual([true, false]);
});

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
