/** Where Markdown starts a block, line by line: the predicates that decide whether a marker is text at all. */
import { describe, expect, test } from "vitest";
import {
  closesFence,
  type Fence,
  fenceAt,
  htmlBlockEnd,
  htmlClosingsAt,
  isHeading,
  isRule,
  listMarkerWidth,
} from "./block-starts.ts";

/** Each line stands in a text with something on both sides, so that a predicate that looks too far is found out. */
function placed(line: string): [text: string, at: number, end: number] {
  return [`# ${line}# 1. -`, 2, 2 + line.length];
}

describe("a heading", () => {
  test.each(["#", "# a", "###### a", "#\ta", "## "])("is %j", (line) => {
    expect(isHeading(...placed(line))).toBe(true);
  });
  test.each(["", "a", "#a", "####### a", "#######", "##a #", " #"])("is not %j", (line) => {
    expect(isHeading(...placed(line))).toBe(false);
  });
});

describe("a rule", () => {
  test.each(["---", "***", "___", "- - -", "*\t*  * ", "----------", "_ __"])("is %j, in a paragraph too", (line) => {
    expect(isRule(...placed(line), false)).toBe(true);
    expect(isRule(...placed(line), true)).toBe(true);
  });
  test.each(["-", "--", "=", "=====", "-- ", "=\t"])("is %j only below a paragraph", (line) => {
    expect(isRule(...placed(line), false)).toBe(false);
    expect(isRule(...placed(line), true)).toBe(true);
  });
  test.each(["", "a", "--a", "---a", "- -", "* *", "**", "_", "*-*", "= =", "=a", "+++", "- - a", "a---"])(
    "is not %j",
    (line) => {
      expect(isRule(...placed(line), false)).toBe(false);
      expect(isRule(...placed(line), true)).toBe(false);
    },
  );
});

describe("a list marker", () => {
  test.each([
    ["- a", 2, 2],
    ["* a", 2, 2],
    ["+ a", 2, 2],
    ["-   a", 4, 4],
    ["-    a", 5, 5],
    ["-     a", 2, 2],
    ["-\ta", 2, 2],
    ["1. a", 3, 3],
    ["1) a", 3, 3],
    ["2. a", 3, 0],
    ["10. a", 4, 0],
    ["01. a", 4, 0],
    ["123456789. a", 11, 0],
    ["1234567890. a", 0, 0],
    ["-", 2, 0],
    ["- ", 2, 0],
    ["-      ", 2, 2],
    ["1.", 3, 0],
    ["1)  ", 3, 0],
    ["1", 0, 0],
    ["1: a", 0, 0],
    ["-a", 0, 0],
    ["1.a", 0, 0],
    [". a", 0, 0],
    [") a", 0, 0],
    ["a", 0, 0],
    ["", 0, 0],
  ])("%j is %i wide, in a paragraph %i", (line, wide, inParagraph) => {
    expect(listMarkerWidth(...placed(line), false)).toBe(wide);
    expect(listMarkerWidth(...placed(line), true)).toBe(inParagraph);
  });
});

describe("a fence", () => {
  test.each([
    ["```", { char: "`", length: 3 }],
    ["`````js", { char: "`", length: 5 }],
    ["~~~", { char: "~", length: 3 }],
    ["~~~ a `b`", { char: "~", length: 3 }],
    ["``` a~", { char: "`", length: 3 }],
    ["``", null],
    ["~~", null],
    ["``` `", null],
    ["a```", null],
    ["", null],
  ])("%j opens as %j", (line, expected) => {
    expect(fenceAt(...placed(line))).toEqual(expected);
  });

  test.each([
    ["```", 0, true],
    ["`````  \t", 3, true],
    ["```", 4, false],
    ["``", 0, false],
    ["~~~", 0, false],
    ["``` a", 0, false],
    ["a```", 0, false],
  ])("%j in column %i closes one of three backticks: %s", (line, column, closes) => {
    const fence: Fence = { char: "`", length: 3, column: 0, line: 1, from: 0, to: 3 };
    expect(closesFence(fence, ...placed(line), column)).toBe(closes);
    expect(closesFence({ ...fence, column: 2 }, ...placed(line), column + 2)).toBe(closes);
  });
});

describe("hidden HTML", () => {
  const raw = ["</script>", "</pre>", "</style>", "</textarea>"];
  test.each([
    ["<!-- a", ["-->"]],
    ["<![CDATA[a", ["]]>"]],
    ["<?php", ["?>"]],
    ["<!DOCTYPE", [">"]],
    ["<!a", [">"]],
    ["<script>", raw],
    ["<PRE a", raw],
    ["<style", raw],
    ["<textarea\t", raw],
    ["<scripts", null],
    ["<b>", null],
    ["<!1", null],
    ["a<!-- b", null],
    ["a <script>", null],
    ["x", null],
  ])("%j ends with %j", (line, closings) => {
    expect(htmlClosingsAt(line, 0)).toEqual(closings);
    expect(htmlClosingsAt(`<script> ${line}`, 9)).toEqual(closings);
  });

  test("ends behind the first of its closings on the line, whatever their case, or not on it", () => {
    const block = { closings: raw };
    expect(htmlBlockEnd(block, "a </STYLE> b </script>", 0, 22)).toBe(10);
    expect(htmlBlockEnd(block, "a </script> b </style>", 12, 22)).toBe(22);
    expect(htmlBlockEnd(block, "a </script>", 0, 10)).toBe(-1);
    expect(htmlBlockEnd(block, "a </script>", 3, 11)).toBe(-1);
  });
});
