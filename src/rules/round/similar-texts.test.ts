import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { shingles, similarity } from "./shingles.ts";
import { findSimilar } from "./similar-texts.ts";

function compareAll(texts: readonly string[], atLeast: number): [number, number][] {
  const pairs: [number, number][] = [];
  for (let i = 0; i < texts.length; i++) {
    for (let j = i + 1; j < texts.length; j++) {
      if (similarity(shingles(texts[i]!), shingles(texts[j]!)) >= atLeast) pairs.push([i, j]);
    }
  }
  return pairs;
}

const word = fc.constantFrom(
  "one",
  "two",
  "Three",
  "FOUR",
  "fünf",
  "六",
  "𝒜b",
  "\ud800",
  "[x] y",
  "[",
  "]",
  "—",
  "'s",
  "😀",
  "İ",
);
const base = fc.array(word, { minLength: 12, maxLength: 80 });

describe("similar texts", () => {
  test("are those whose runs of three words say so, whatever they are written with", () => {
    const variants = base.chain((words) =>
      fc.array(
        fc.array(fc.tuple(fc.nat(words.length - 1), word), { maxLength: 4 }).map((changes) => {
          const copy = [...words];
          for (const [at, other] of changes) copy[at] = other;
          return copy.join(" ");
        }),
        { minLength: 2, maxLength: 5 },
      ),
    );
    fc.assert(
      fc.property(variants, fc.constantFrom(0.3, 0.6, 0.85, 1), (texts, atLeast) => {
        expect(findSimilar(texts, atLeast)).toEqual(compareAll(texts, atLeast));
      }),
      { numRuns: 300 },
    );
  });

  test("are found in the order of the texts, each pair once", () => {
    const text = "a text of some ten words or more that is said again and again";
    const other = "quite another text, with no three words in a row like those of the first one";
    expect(findSimilar([text, other, text, text], 0.85)).toEqual([
      [0, 2],
      [0, 3],
      [2, 3],
    ]);
  });

  test("are not found among texts too short to say anything", () => {
    expect(findSimilar(["yes, I agree", "yes, I agree"], 0.85)).toEqual([]);
  });
});
