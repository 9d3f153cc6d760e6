import fc from "fast-check";
import { expect, test } from "vitest";
import { findJsonFault } from "./json-fault.ts";

test.each([
  ["{", 1, 2, "close brace expected"],
  ["", 1, 1, "value expected"],
  ['{"a": 1,}', 1, 9, "property name expected"],
  ["{a: 1}", 1, 2, "invalid symbol"],
  ['{\n  "a": 1\n  "b": 2\n}', 3, 3, "comma expected"],
  ['{\r\n  "a" 1}', 2, 7, "colon expected"],
  ["[1, 2", 1, 6, "close bracket expected"],
  ["[1, ]", 1, 5, "value expected"],
  ["{} {}", 1, 4, "end of file expected"],
  ['{"a": undefined}', 1, 7, "invalid symbol"],
  ['["open', 1, 2, "unexpected end of string"],
  ['["C:\\dir"]', 1, 2, "invalid escape character"],
  ["[1 /* one */]", 1, 4, "invalid comment token"],
])("%j is wrong at line %i, column %i: %s", (text, line, column, what) => {
  expect(findJsonFault(text)).toEqual({ line, column, what });
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
        expect(findJsonFault(text)).not.toMatchObject({ what: "not JSON" });
      }
    }),
  );
});
