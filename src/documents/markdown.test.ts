import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkBoxesOf, headingsOf, linksOf, readMarkdown } from "./markdown.ts";

describe("markdown", () => {
  it("finds headings outside fences, with where their sections end", () => {
    const text = "# A\n\n```\n# no\n```\n## B ##\nx\n### C\ny\n## D\n";
    const headings = headingsOf(text, readMarkdown(text));
    expect(headings.map(({ level, title }) => [level, title])).toEqual([
      [1, "A"],
      [2, "B"],
      [3, "C"],
      [2, "D"],
    ]);
    expect(text.slice(headings[1]!.bodyStart, headings[1]!.end)).toBe("x\n### C\ny\n");
  });

  it("knows a fence that is never closed, and one that only looks closed", () => {
    const fences = (text: string) => readMarkdown(text).fences.map(({ info, closed }) => [info, closed]);
    expect(fences("```mermaid\na\n")).toEqual([["mermaid", false]]);
    expect(fences("````\n```\n````\n")).toEqual([["", true]]);
    expect(fences("~~~\n```\n~~~\n")).toEqual([["", true]]);
    expect(fences("```js\n``` x\n```\n")).toEqual([["js", true]]);
  });

  it("finds links, images and definitions, none of them in code", () => {
    const text =
      '[a](b.md) `[no](no.md)` ![i](c.png "t") [p](a(b)c.md) [s](<d e.md>)\n[ref]: e.md#x\n```\n[no](no.md)\n```\n[open](f.md\n';
    expect(
      linksOf(readMarkdown(text)).map(({ destination, start, end }) => [destination, text.slice(start, end)]),
    ).toEqual(["b.md", "c.png", "a(b)c.md", "d e.md", "e.md#x"].map((one) => [one, one]));
  });

  it("finds check boxes with the very character that says whether they are ticked", () => {
    const text = "- [ ] one\n  * [x] two\n1. [X] three\n- [y] no\n";
    expect(checkBoxesOf(readMarkdown(text)).map(({ checked, text: words, at }) => [checked, words, text[at]])).toEqual([
      [false, "one", " "],
      [true, "two", "x"],
      [true, "three", "X"],
    ]);
  });

  it("loses no line, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", "\n", "\r\n", "`", "#", "[", "](", ")", " ") }), (text) => {
        const { lines } = readMarkdown(text);
        expect(lines.map((line) => line.text).join("\n")).toBe(text.replaceAll("\r\n", "\n").replace(/\r$/, ""));
        expect(() => [headingsOf(text, readMarkdown(text)), linksOf(readMarkdown(text))]).not.toThrow();
      }),
    );
  });

  it("stays linear on a document made of nothing but openings", () => {
    const hostile = `${"[a](".repeat(250_000)}\n${"`".repeat(500_000)}\n${"](".repeat(250_000)}`;
    expect(linksOf(readMarkdown(hostile))).toEqual([]);
  });
});
