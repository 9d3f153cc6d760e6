import { expect, it } from "vitest";
import { asksForNumber, soughtWords, tellingWords } from "./telling-words.ts";

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

it("searches for words that say something, and for the others where there are none", () => {
  expect(soughtWords("how do we page".split(" "))).toEqual(["page"]);
  expect(soughtWords(["to", "be"])).toEqual(["to", "be"]);
});
