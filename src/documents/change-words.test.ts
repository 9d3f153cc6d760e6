import { expect, it } from "vitest";
import { tellingWords } from "./change-words.ts";

it("words of everyday talk say nothing of what a question is about", () => {
  expect(tellingWords(["Somebody", "already", "wants", "cursors", "instead", "of", "offsets"])).toEqual([
    "cursors",
    "offsets",
  ]);
});
