import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isBlank, sameLines, toLines } from "./lines.ts";

describe("a text as lines", () => {
  it.each([
    ["\ufeffa\r\nb\rc\n\r\nd", ["a", "b", "c", "", "d"]],
    ["\ufeff\ufeff\ufeff~~~ a\n\ufeffb\ufeff", ["~~~ a", "\ufeffb\ufeff"]],
    ["a\u0085b\u2028c\u2029d\ve\ff", ["a\u0085b\u2028c\u2029d\ve\ff"]],
    ["a\0b\ud83dc\udd2e 🔮", ["a�b�c� 🔮"]],
    ["\n\n a \n \n\n\r\n", ["", "", " a ", " "]],
    ["\n\n", []],
    ["", []],
  ])("%j", (text, lines) => {
    expect(toLines(text)).toEqual(lines);
  });

  it("is the same however often it is read, from a file or from a record", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(..."\ufeff\r\n\0\ud83d\udd2e\u2028 a".split("")), { maxLength: 12 }),
        (signs) => {
          const lines = toLines(signs.join(""));
          expect(toLines(lines.join("\n"))).toEqual(lines);
          expect(toLines(Buffer.from(lines.join("\n")).toString("utf8"))).toEqual(lines);
          expect(JSON.parse(JSON.stringify(lines))).toEqual(lines);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("is blank without a word, and the same as another only word for word", () => {
    expect([isBlank([]), isBlank(["", " \t\u2028"]), isBlank(["", "a"])]).toEqual([true, true, false]);
    expect([sameLines(["a"], ["a"]), sameLines(["a"], ["a", "b"]), sameLines(["a", "b"], ["a", "c"])]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
