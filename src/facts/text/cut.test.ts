import { expect, test } from "vitest";
import { capital, cut } from "./cut.ts";

test("a text is cut at the end of a sentence where one lies near, else at a word", () => {
  expect(cut("One two.  Three\nfour.", 40)).toBe("One two. Three four.");
  expect(cut("Keys live for ever. And more words follow.", 30)).toBe("Keys live for ever.");
  expect(cut("Keys live for ever and more words follow.", 22)).toBe("Keys live for ever…");
});

test("no bracket and no code span is left open by the cut", () => {
  expect(cut("It exits six (test 3; by the rule) and so on", 25)).toBe("It exits six (test 3; by…");
  expect(cut("Run `git cat-file --batch` twice", 15)).toBe("Run…");
});

test("a label begins large, a name in code keeps its letters", () => {
  expect(capital("the caller chooses")).toBe("The caller chooses");
  expect(capital("itemStatuses never")).toBe("itemStatuses never");
});
