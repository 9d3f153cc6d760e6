/** What covers each character of a text, as one letter: `.` nothing, f fence, c inline code, q quote, h comment. */
import { describe, expect, it } from "vitest";
import { cover, coverText } from "./cover.ts";

const letters = new Map<number, string>([
  [cover.none, "."],
  [cover.fence, "f"],
  [cover.code, "c"],
  [cover.quote, "q"],
  [cover.comment, "h"],
]);

/** One word per line. */
function covered(...lines: string[]): string {
  const { mask } = coverText(lines.join("\n"));
  let at = 0;
  return lines
    .map((line) => {
      const marks = [...mask.subarray(at, at + line.length)].map((value) => letters.get(value)!);
      at += line.length + 1;
      return new Set(marks).size === 1 ? marks[0] : marks.join("");
    })
    .join(" ");
}

describe("inline, the leftmost wins", () => {
  it.each([
    ["plain text", "."],
    ["`a`", "c"],
    ["a `b` c `d`", "..ccc...ccc"],
    ["``a`b``", "c"],
    ["``a` b", "."],
    ["`a`` b`", "c"],
    ["`a", "."],
    ["`` `a`", "...ccc"],
    ["` `` ` ``", "cccccc..."],
    ["\\`a`", "."],
    ["\\`a`b`", "...ccc"],
    ["<!-- a --> b", "hhhhhhhhhh.."],
    ["a<!--b-->c<!--d-->", ".hhhhhhhh.hhhhhhhh"],
    ["<!-- a", "."],
    ["-->a<!--", "."],
    ["<!---->", "h"],
    ["<!--->", "."],
    ["`<!--` -->", "cccccc...."],
    ["<!-- ` --> `a`", "hhhhhhhhhh.ccc"],
    ["<!-- a --> <!-- b", "hhhhhhhhhh......."],
  ])("%j", (line, marks) => {
    expect(covered(line)).toBe(marks);
  });

  it.each([
    [["`a", "b`"], ". ."],
    [["a <!-- b", "", "`c", "--> `d`"], "..hhhhhh  h hhh.ccc"],
    [["<!--", "```", "> a", "-->", "> b"], "h h h h q"],
    [["<!--", "a --> ```", "b"], "h hhhhh.... ."],
    [["a", "<!-- b --> c"], ". hhhhhhhhhh.."],
    [["`a", "> b", "```", "c"], ". q f f"],
    [["a <!--", "b --> c", "> d"], "..hhhh hhhhh.. q"],
    [["```a", "<!--", "```", "-->"], "f f f ."],
  ])("%j", (lines, marks) => {
    expect(covered(...lines)).toBe(marks);
  });

  it("in lines that somebody could have written", () => {
    const line = (length: number) => `\`a\`${"x".repeat(length - 3)}`;
    expect(coverText(line(10_000)).mask[0]).toBe(cover.code);
    expect(coverText(line(10_001)).mask[0]).toBe(cover.none);
    const above = `${"x".repeat(5000)}\n`.repeat(3);
    expect(coverText(`${above}\`a\``).mask.at(-1)).toBe(cover.code);
  });
});

describe("a quote", () => {
  it.each(["> a", ">a", "> > a", "  > a", "    > a", "- > a", "1. > a", "10. > a", "-  > a", "- - 2) > a", ">"])(
    "is %j",
    (line) => {
      expect(covered("a", line, "b")).toBe(". q .");
    },
  );
  it.each(["a > b", "-> a", "1.> a", "\\> a"])("is not %j", (line) => {
    expect(covered(line)).toBe(".");
  });
});

describe("a fence", () => {
  it.each([
    [["```", "a", "```", "b"], "f f f ."],
    [["~~~ a`b", "a", "~~~~", "b"], "f f f ."],
    [["```js", "``` x", "~~~", "``", "````", "b"], "f f f f f ."],
    [["````", "```", "````", "b"], "f f f ."],
    [["- ```", "  a", "  ```", "b"], "f f f ."],
    [["10. text", "", "    ```", "    a", "    ```", "b"], ".  f f f ."],
    [["```", "    ```", "   ```", "b"], "f f f ."],
    [["  ```", "      ```", "     ```", "b"], "f f f ."],
    [["```", "```\r", "b"], "f f ."],
    [["```", "a ```", "- ```", "b"], "f f f f"],
    [["``` a`", "b"], ". ."],
    [["``", "b"], ". ."],
    [["a ```", "b"], ". ."],
    [["> ```", "b"], "q ."],
    [["```", "b", "> c"], "f f f"],
  ])("%j", (lines, marks) => {
    expect(covered(...lines)).toBe(marks);
  });

  it("is known by its line, what it says and whether it is closed", () => {
    const { fences } = coverText("a\n``` ts \nb\n```\n- ~~~\nc");
    expect(fences).toEqual([
      { line: 1, info: "ts", closed: true },
      { line: 4, info: "", closed: false },
    ]);
  });

  it("is looked for from an offset on, with lines counted from there", () => {
    const { mask, fences } = coverText("```\n---\n```js\na", 8);
    expect(fences).toEqual([{ line: 0, info: "js", closed: false }]);
    expect([...mask.subarray(0, 8)]).toEqual(Array(8).fill(cover.none));
  });
});
