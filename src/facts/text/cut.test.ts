import { expect, test } from "vitest";
import { capital, cut, cutAfter, sentencesOf } from "./cut.ts";

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
  expect(capital("dual-write runs twice")).toBe("Dual-write runs twice");
  expect(capital("check-ignore -v answers")).toBe("check-ignore -v answers");
});

test("sentences end where a reader would end them", () => {
  expect(
    sentencesOf("Keys live (for ever. Or so) and on. Run `a. b` twice! It exits 0. Then 2. of them, e.g. two."),
  ).toEqual(["Keys live (for ever. Or so) and on.", "Run `a. b` twice!", "It exits 0.", "Then 2. of them, e.g. two."]);
  expect(sentencesOf("1. First. 2. Second.")).toEqual(["1. First.", "2. Second."]);
  expect(sentencesOf("")).toEqual([]);
});

test("a whole short sentence is better than a long half", () => {
  const text =
    "It accuses the innocent branch of all. From our records one more case that goes on without any end in sight";
  expect(cut(text, 90)).toBe("It accuses the innocent branch of all.");
});

test("a number's point ends no sentence, a half sign is not kept, and a sentence far from the end is no place to cut", () => {
  expect(cut("It needs version 4. 5 or later, says the page at length.", 26)).toBe("It needs version 4. 5 or…");
  expect(cut("One. Two three four five six seven eight", 30)).toBe("One. Two three four five six…");
  expect(cut("Keys live for ever; and more words follow.", 25)).toBe("Keys live for ever…");
  expect(cut("abcdefgh😀 and more", 9)).toBe("abcdefgh…");
  expect(cut("Read it, then: write it down", 15)).toBe("Read it, then…");
  expect(cut("Read it and…; write it", 15)).toBe("Read it and…");
});

test("a sentence with an open bracket or code span is passed over for one that is whole", () => {
  expect(cut("It is so for all. Then (see there. And here) it goes on", 42)).toBe("It is so for all.");
  expect(cut("It is so for all of them. Then `a. b` and it goes on and on", 36)).toBe("It is so for all of them.");
});

test("only a word of small letters begins large", () => {
  expect(capital("it's so")).toBe("It's so");
  expect(capital("done")).toBe("done");
  expect(capital("`code` first")).toBe("`code` first");
  expect(capital("")).toBe("");
});

test("a text that just fits is whole, spaces at its ends aside", () => {
  expect(cut(" Keys live. ", 10)).toBe("Keys live.");
  expect(cut("Keys live on.", 12)).toBe("Keys live…");
});

test("closed code spans and brackets before the cut stay, and a cut at a semicolon shows", () => {
  expect(cut("Run `git log` and then some more of it", 24)).toBe("Run `git log` and then…");
  expect(cut("A; b `c` (d) and so on; then it goes on", 26)).toBe("A; b `c` (d) and so on…");
  expect(cut("See `one` and `two three four", 26)).toBe("See `one` and…");
  expect(cut("😀 is a sign and more words follow", 18)).toBe("😀 is a sign and…");
});

test("no sentence ends inside a quotation; a mark without a partner opens none", () => {
  expect(sentencesOf('Write: "One. Two." Then stop. Or “three. Four” more.')).toEqual([
    'Write: "One. Two."',
    "Then stop.",
    "Or “three. Four” more.",
  ]);
  expect(cut('It is 5" wide, no more. And then it goes on for long', 30)).toBe('It is 5" wide, no more.');
  expect(cut('Replace it all now. Write "keys live on. Jobs go" instead', 46)).toBe("Replace it all now.");
  expect(sentencesOf('Run `echo "` twice. Then "so".')).toEqual(['Run `echo "` twice.', 'Then "so".']);
});

test("sentences are taken until they are enough, the last one whole, unless it is far too long", () => {
  const text = "It is not written down. If it is, a slow worker ends the job while another claims it. Then more.";
  expect(cutAfter(text, 45)).toBe(
    "It is not written down. If it is, a slow worker ends the job while another claims it.",
  );
  expect(cutAfter(text, 30)).toBe("It is not written down.");
  expect(cutAfter(text, 200)).toBe(text);
  expect(cutAfter("", 10)).toBe("");
});
