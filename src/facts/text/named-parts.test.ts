import { expect, test } from "vitest";
import { brokenWords, readParts } from "./named-parts.ts";

const none = { words: "", failing_case: null, test: null, hurt: null, smallest_change: null };

test("parts are read where their names are, at the start of a line or of a sentence", () => {
  expect(
    readParts([
      '[CITE docs/q.md#L4 "keys live a day"]',
      "The provider forgets keys.",
      "Failing case: a retry on day 2",
      "charges twice.",
      "Who is hurt: the customer. Test: wait 25 hours, retry.",
      "**Smallest change:** ask the provider first.",
    ]),
  ).toEqual({
    words: "The provider forgets keys.",
    failing_case: "a retry on day 2 charges twice.",
    hurt: "the customer.",
    test: "wait 25 hours, retry.",
    smallest_change: "ask the provider first.",
  });
});

test("nobody must write them, and a name inside a sentence is none", () => {
  expect(readParts(["Add a test: after a drain every endpoint stands."])).toEqual({
    ...none,
    words: "Add a test: after a drain every endpoint stands.",
  });
  expect(readParts([])).toEqual(none);
});

test("a part that is named twice keeps both", () => {
  expect(readParts(["Test: one.", "Case: x.", "Test: two."])).toMatchObject({ test: "one. two.", failing_case: "x." });
});

test("a list sign, bold letters and any case do not hide a name; every name means its part", () => {
  expect(
    readParts(["It fails.", "- **Failing case**: a.", "* HOW TO TEST: b.", "hurts: c.", "Smallest fix: d."]),
  ).toEqual({ words: "It fails.", failing_case: "a.", test: "b.", hurt: "c.", smallest_change: "d." });
  expect(readParts(["It fails. Smallest: drop it."])).toMatchObject({
    words: "It fails.",
    smallest_change: "drop it.",
  });
  expect(readParts(["Test:none"])).toEqual({ ...none, words: "Test:none" });
  expect(readParts(["Test: "]).test).toBeNull();
});

test("a citation that a sentence speaks of keeps its words, others go", () => {
  expect(readParts(['It takes 9.6 s, and the goal says [CITE docs/a.md#L4 "at most 2 s"].']).words).toBe(
    "It takes 9.6 s, and the goal says “at most 2 s”.",
  );
  expect(readParts(['[CITE docs/a.md#L4 "a fresh key"] and the table says [CITE docs/a.md#L9 "one key"].']).words).toBe(
    "“a fresh key” and the table says “one key”.",
  );
  expect(readParts(["They cite one promise:", '[CITE docs/a.md#L4 "must be complete"]', "It is gone."]).words).toBe(
    "They cite one promise: “must be complete”. It is gone.",
  );
  expect(readParts(['It is gone. [CITE docs/a.md#L4 "must be complete"]']).words).toBe("It is gone.");
});

test("where a citation stood at the end of a sentence, no gap is left before the full stop", () => {
  expect(readParts(['Keys go under `noeviction` [CITE docs/a.md#L4 "noeviction"].']).words).toBe(
    "Keys go under `noeviction`.",
  );
});

test("what is wrong comes before the failing case, which has its name", () => {
  const broken = (words: string, failing_case: string | null) => brokenWords({ words, failing_case });
  expect(broken("The kernel kills one of them.", "the night of the sale.")).toBe(
    "The kernel kills one of them. Failing case: the night of the sale.",
  );
  expect(broken("It is cut…", "every read.")).toBe("It is cut… Failing case: every read.");
  expect(broken("It has no end", "every read.")).toBe("It has no end. Failing case: every read.");
  expect([broken("", "every read."), broken("It breaks.", null), broken("", null)]).toEqual([
    ...["every read.", "It breaks.", ""],
  ]);
});

test("a citation inside a sentence keeps its words there, however far behind the colon it stands", () => {
  const words = (line: string) => readParts([line]).words;
  expect(words('They promise: [CITE docs/a.md#L4 "must be complete"] and break it.')).toBe(
    "They promise: “must be complete” and break it.",
  );
  expect(words('They promise:   [CITE docs/a.md#L4 "must be complete"], once.')).toBe(
    "They promise: “must be complete”, once.",
  );
});

test("lines are read on as one text, and a name with nothing behind it says nothing", () => {
  expect(readParts(["It fails.", "", "", "At once."]).words).toBe("It fails. At once.");
  expect(readParts(["It fails.", "Test:", ""])).toMatchObject({ words: "It fails.", test: null });
});

test("the points of a list go on from their sentence, each behind a semicolon where it has no sign of its own", () => {
  const words = (...lines: string[]) => readParts(lines).words;
  expect(words("Not on the page:", "- 130", "- 143, 129", "Both end it.")).toBe(
    "Not on the page: 130; 143, 129 Both end it.",
  );
  expect(words("- It fails.", "* At once", "  - then again")).toBe("It fails. At once; then again");
});
