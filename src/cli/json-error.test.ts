import fc from "fast-check";
import { expect, test } from "vitest";
import { findJsonFault } from "./json-error.ts";

test.each([
  ["{", 1, 2, "a name in double quotes or `}`"],
  ["", 1, 1, "a value"],
  ['{"a": 1,}', 1, 9, "a name in double quotes"],
  ["{a: 1}", 1, 2, "a name in double quotes or `}`"],
  ['{\n  "a": 1\n  "b": 2\n}', 3, 3, "`,` or the closing bracket"],
  ['{\r\n  "a" 1}', 2, 7, "`:`"],
  ["[1, 2", 1, 6, "`,` or the closing bracket"],
  ["[1, ]", 1, 5, "a value"],
  ["[1}", 1, 3, "`,` or the closing bracket"],
  ["{} {}", 1, 4, "nothing more"],
  ['{"a": undefined}', 1, 7, "a value"],
  ['{"a": 01}', 1, 7, "a value"],
  ['{"a": nulls}', 1, 7, "a value"],
  ["{'a': 1}", 1, 2, "a name in double quotes or `}`"],
  ['["open', 1, 2, "a closing quote for this string"],
  ['["two\nlines"]', 1, 6, "an escape such as \\n in place of a raw control character"],
  ['["C:\\dir"]', 1, 5, "a valid escape after the backslash"],
])("%j is wrong at line %i, column %i: expected %s", (text, line, column, expected) => {
  expect(findJsonFault(text)).toEqual({ line, column, expected });
});

test("a very long string is no problem", () => {
  expect(findJsonFault(`["${"x".repeat(4_000_000)}"`)).toMatchObject({ column: 4_000_004 });
});

test("whatever JSON.parse refuses has a place in the text or at its end", () => {
  const documents = fc
    .tuple(fc.json(), fc.nat(), fc.constantFrom("", ",", "}", "]", '"', "x", ":", "1"))
    .map(([text, at, junk]) => text.slice(0, at % (text.length + 1)) + junk + text.slice((at % (text.length + 1)) + 1));
  fc.assert(
    fc.property(documents, (text) => {
      try {
        JSON.parse(text);
      } catch {
        const { line, column } = findJsonFault(text);
        expect(line).toBe(1);
        expect(column).toBeGreaterThanOrEqual(1);
        expect(column).toBeLessThanOrEqual(text.length + 1);
      }
    }),
  );
});
