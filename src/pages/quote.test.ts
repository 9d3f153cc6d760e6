import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inline, quote } from "./quote.ts";

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
      "- [x] `code` & <kbd>key</kbd> 1 < 2, Map<string, T>",
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
    "</blockquote>",
    "</summary>",
    "</div>",
    "<marquee>",
    "<s>",
    "<a href=x>",
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
