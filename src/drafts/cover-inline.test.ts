import { describe, expect, test } from "vitest";
import { cover, coverInline } from "./cover-inline.ts";

const letters = new Map<number, string>(
  Object.entries({ none: ".", span: "s", hidden: "h", escaped: "e" }).map(([name, letter]) => [
    cover[name as keyof typeof cover],
    letter,
  ]),
);

/** One letter for each character; the paragraph has something covered on both sides that must not be looked at. */
function covered(paragraph: string): string {
  const text = `<!--\`${paragraph}\`-->`;
  const mask = new Uint8Array(text.length);
  coverInline(text, mask, 5, 5 + paragraph.length);
  const marks = [...mask].map((value) => letters.get(value)!).join("");
  expect(marks.slice(0, 5) + marks.slice(5 + paragraph.length)).toBe(".........");
  return marks.slice(5, 5 + paragraph.length);
}

describe("in a paragraph", () => {
  test.each([
    ["plain text", ".........."],
    ["`a`", "sss"],
    ["a `b` c `d`", "..sss...sss"],
    ["``a`b``", "sssssss"],
    ["``a` b", "......"],
    ["`a`` b`", "sssssss"],
    ["`a", ".."],
    ["a`", ".."],
    ["`` `a`", "...sss"],
    ["`a``b`` c", "..sssss.."],
    ["` `` ` ``", "ssssss..."],
  ])("code of %j is covered", (text, marks) => {
    expect(covered(text)).toBe(marks);
  });

  test.each([
    ["<!-- a --> b", "hhhhhhhhhh.."],
    ["a<?b?>c", ".hhhhh."],
    ["<![CDATA[a]]>b", "hhhhhhhhhhhhh."],
    ["<!-- a", "......"],
    ["<!-->a", "hhhhh."],
    ["<b>a", "...."],
    ["<? <!-- a -->", "...hhhhhhhhhh"],
    ["<!-- <? a ?>", ".....hhhhhhh"],
    ["<!-- <!-- a", "..........."],
    ["-->a<!--", "........"],
  ])("HTML of %j that no reader sees is covered", (text, marks) => {
    expect(covered(text)).toBe(marks);
  });

  test.each([
    ["\\[a\\]", ".e..e"],
    ["\\a[", "..."],
    ["\\\\[a", "...."],
    ["\\`a`", "...."],
    ["\\`a`b`", "...sss"],
    ["\\<!-- a -->", "..........."],
    ["\\\\`a`", "..sss"],
    ["\\[`a`", ".esss"],
    ["\\]`a`", ".esss"],
    ["\\", "."],
    ["\\a`b`", "..sss"],
  ])("an escape in %j is read", (text, marks) => {
    expect(covered(text)).toBe(marks);
  });

  test.each([
    ["`<!--` -->", "ssssss...."],
    ["<!-- ` --> `a`", "hhhhhhhhhh.sss"],
    ["`\\`a`", "sss.."],
  ])("the leftmost wins in %j", (text, marks) => {
    expect(covered(text)).toBe(marks);
  });
});
