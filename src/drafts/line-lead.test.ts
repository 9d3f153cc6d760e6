import { expect, test } from "vitest";
import { leadLength } from "./line-lead.ts";

/** What comes before the marker. */
const lead = (line: string) => line.slice(0, leadLength(line));

test.each([
  ["- "],
  ["  * "],
  ["### "],
  ["1. "],
  ["(1) "],
  ["2.3.1) "],
  ["a) "],
  ["- [ ] "],
  ["- [x] "],
  ["✅ "],
  ["❤️ "],
  ["3️⃣ "],
  ["🇨🇭 "],
  ["**"],
  ["**Summary:** "],
  ["**Summary**: "],
  ["__Who's next:__ "],
  ["• 1. **Point:** ✅ "],
])("%j may come before the marker of a line", (before) => {
  expect(lead(`${before}[NEW_TENSION: keys]`)).toBe(before);
});

test.each([["Summary: "], ["see "], ["ab) "], ["1234. "], ["1.a "], ["(yes) "], ["[y] "], ["`"]])(
  "%j belongs to what is said, and so does the marker behind it",
  (before) => {
    expect(lead(`${before}[NEW_TENSION: keys]`)).toBe("");
  },
);

test("a number or a box is before a marker only with a space behind it", () => {
  expect(lead("1.[NEW_TENSION: keys]")).toBe("");
  expect(lead("[x][NEW_TENSION: keys]")).toBe("");
});

test("a bold word is before the marker only where its signs are the same and it ends with a colon", () => {
  expect(lead("**Summary:__ [NEW_TENSION: keys]")).toBe("**");
  expect(lead("**Summary** [NEW_TENSION: keys]")).toBe("**");
  expect(lead("**9:** [NEW_TENSION: keys]")).toBe("**");
});

test("nobody writes so much before a marker: of a line of signs the first 120 are looked at", () => {
  expect(leadLength("-".repeat(120))).toBe(120);
  expect(leadLength("-".repeat(5000))).toBe(120);
  expect(leadLength("")).toBe(0);
});
