import { expect, it } from "vitest";
import { settledItems } from "../../store/index/schema.ts";
import { mark } from "../../store/search.ts";
import { quoteDecided, quoteFrom } from "./quote.ts";

/** A text in which `*word*` was found. */
const found = (text: string) => text.replace(/\*(\S+)\*/g, `${mark.start}$1${mark.end}`);

it("quotes the sentence, the item or the row that has most of the words, below its heading", () => {
  const text = found(
    "## Keys\n\nA *key* is secret. A *key* *expires* at night.\n\n- no *key*\n\n| *key* | 9 |\n|---|---|\n",
  );
  expect(quoteFrom([text], ["key", "expire"], false)).toBe("A key expires at night.");
  expect(quoteFrom([text], ["key"], true)).toBe("key · 9");
  expect(quoteFrom([found("## Keys\n\nA *key* is secret. It is long.\n")], ["key"], false)).toBe(
    "Keys: A key is secret.",
  );
  expect(quoteFrom(["Nothing of it."], ["key"], false)).toBeUndefined();
});

it("a word that few sentences have says more", () => {
  const text = found("A *job* runs. A *job* waits. A *job* ends. A lease *expires*.");
  expect(quoteFrom([text], ["job", "expires"], false)).toBe("A lease expires.");
});

it("cuts a long sentence at words, around the first word that was found", () => {
  const long = found(`${"before ".repeat(60)}the *key* ${"after ".repeat(60)}`.trim());
  const quote = quoteFrom([long], ["key"], false)!;
  expect(quote).toMatch(/^…before .*the key after.* after…$/);
  expect(quote.length).toBeLessThanOrEqual(202);
});

it("quotes what was signed before how an objection was settled, and an amount in words where a number is asked for", () => {
  const settled = [settledItems, found("- the *link* and its *page*: both stay")] as const;
  const signed = ["final verdict", found("A *link* is a secret. Blue signs its *link* for one hour.")] as const;
  expect(quoteDecided([settled, signed], ["link", "page"], false)).toBe("A link is a secret.");
  expect(quoteDecided([settled, signed], ["link"], true)).toBe("Blue signs its link for one hour.");
  expect(quoteDecided([settled, ["final verdict", "Nothing of it."]], ["link"], false)).toBe(
    "the link and its page: both stay",
  );
});
