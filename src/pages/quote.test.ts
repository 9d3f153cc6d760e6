import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inline, quote, visible } from "./quote.ts";

const hiding = /[\0-\x08\x0a-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

describe("a quotation", () => {
  test("has every line of the text behind its own mark, whatever the lines hold", () => {
    const line = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(
        "",
        " ",
        "```",
        "~~~~",
        "<!--",
        "-->",
        "<script>",
        "</details>",
        "> quoted",
        "# Title",
        "\n",
        "\r\n# x",
      ),
    );
    fc.assert(
      fc.property(fc.array(line, { minLength: 1 }), (lines) => {
        const quoted = quote(lines).split("\n");
        expect(quoted.length).toBe(lines.length);
        for (const one of quoted) expect(one).toMatch(/^>(?: |$)/);
      }),
    );
  });

  test("is the text: word for word where it hides nothing", () => {
    const lines = [
      "Plain — “words” 🧁👩‍💻",
      "",
      "\tindented",
      "| a | b |",
      "- [x] `code` & <b>bold</b> 1 < 2",
      "    four",
    ];
    expect(quote(lines)).toBe(lines.map((line) => `> ${line}`.trimEnd()).join("\n"));
  });

  test.each([
    "<!-- open",
    "<!DOCTYPE",
    "<?php",
    "<script>",
    "</script",
    "<DETAILS open>",
    "<style",
    "<textarea>",
    "<![CDATA[",
  ])("shows %s instead of obeying it", (line) => {
    expect(quote([line])).toBe(`> &lt;${line.slice(1)}`);
    expect(quote([`text ${line}`])).not.toContain("<");
  });
});

describe("text in one line", () => {
  test("stays one line and cannot end its cell, open code, a tag or a link", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const one = inline(text);
        expect(one).not.toMatch(/[\r\n]/);
        expect(one.replace(/\\[\\`|<>[\]]/g, "")).not.toMatch(/[\\`|<>[\]]/);
        expect(one).toBe(one.trim());
      }),
    );
    expect(inline("a\nb\t c  d")).toBe("a b c d");
    expect(inline("x | y <!-- `z` [l](u)")).toBe("x \\| y \\<!-- \\`z\\` \\[l\\](u)");
  });
});

describe("visible text", () => {
  test("has no character that hides or reorders, and loses no other", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(visible(text)).not.toMatch(hiding);
      }),
    );
    for (const kept of ["a\tb", "é日本🧁", "👩‍💻", "ﬁ", "‑–—…"]) expect(visible(kept)).toBe(kept);
  });

  test.each([
    ["a right-to-left override", "a\u202eb"],
    ["an isolate", "a\u2066b\u2069"],
    ["an escape sequence's start", "a\x1bb"],
    ["a backspace", "a\x08b"],
    ["a C1 control", "a\x9bb"],
    ["a line separator", "a\u2028b"],
    ["a carriage return", "a\rb"],
    ["a NUL", "a\0b"],
  ])("has no %s", (_, text) => {
    expect(visible(text)).toBe("ab");
  });
});
