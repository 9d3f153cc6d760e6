import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inline, prose, quote, quoteByLine } from "./quote.ts";

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

describe("what was written line by line", () => {
  const quoted = (...lines: string[]) => quoteByLine(lines).split("\n");

  test("keeps its lines apart where Markdown would join them, and no others", () => {
    expect(quoted("Decision: Yes.", "Why: it is", "cheap.", "T0001 resolved: §4", "**T0002** refused: no")).toEqual([
      ...["> Decision: Yes.", ">", "> Why: it is", "> cheap.", ">"],
      ...["> T0001 resolved: §4", ">", "> **T0002** refused: no"],
    ]);
    expect(quoted("[MUFFIN-T0001: it leaks | major]", '[CITE a.md "x"]', "It leaks", "a lot.", "Test: look.")).toEqual([
      ...["> [MUFFIN-T0001: it leaks | major]", ">", '> [CITE a.md "x"]', ">"],
      ...["> It leaks", "> a lot.", ">", "> Test: look."],
    ]);
    expect(quoted("One", "", "Test: look.", "- T0001 fine", "- T0002 fine", "(a) so", "(b) so")).toEqual([
      ...["> One", ">", "> Test: look.", "> - T0001 fine", "> - T0002 fine", ">", "> (a) so", ">", "> (b) so"],
    ]);
  });

  test("changes no code", () => {
    const code = ["```yaml", "Name: x", "[a]", "Other: y", "```"];
    expect(quoteByLine(code)).toBe(quote(code));
  });

  test("has every word of it, in its order", () => {
    const line = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("", "```", "[a]", "T0001 x", "Why: y", "> z"));
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const words = (text: string) => text.split("\n").filter((one) => one !== ">");
        expect(words(quoteByLine(lines))).toEqual(words(quote(lines)));
      }),
    );
  });
});

describe("text in one line", () => {
  test("as prose it keeps whole code as code, and an open mark of code opens none", () => {
    expect(prose("Keys live in `job_keys` and in `a|b`.")).toBe("Keys live in `job_keys` and in `a\\|b`.");
    expect(prose("an open ` mark")).toBe("an open \\` mark");
    expect(prose("a tag `<b>`")).toBe("a tag \\<b\\>");
  });

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
