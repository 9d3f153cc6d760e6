import { describe, expect, test } from "vitest";
import { parseInline, parseMarkdown, plainText, safeHref } from "./markdown.ts";

const text = (words: string) => ({ kind: "text", text: words });

describe("Markdown becomes data", () => {
  test("headings, paragraphs, lists, code, tables, quotes and rules", () => {
    const blocks = parseMarkdown(
      "# T\n\nA *b* **c** `d`\n\n- one\n  - two\n\n1. first\n2. second\n\n```js\n<b>\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> q\n\n---\n",
    );
    expect(blocks.map(({ kind }) => kind)).toEqual([
      "heading",
      "paragraph",
      "list",
      "list",
      "code",
      "table",
      "quote",
      "rule",
    ]);
    expect(blocks[1]).toEqual({
      kind: "paragraph",
      parts: [
        text("A "),
        { kind: "em", parts: [text("b")] },
        text(" "),
        { kind: "strong", parts: [text("c")] },
        text(" "),
        { kind: "code", text: "d" },
      ],
    });
    expect(blocks[2]).toMatchObject({ ordered: false, items: [[{ kind: "paragraph" }, { kind: "list" }]] });
    expect(blocks[4]).toEqual({ kind: "code", language: "js", text: "<b>" });
  });

  test("HTML stays words", () => {
    expect(parseInline("<img src=x onerror=alert(1)>")).toEqual([text("<img src=x onerror=alert(1)>")]);
  });

  test("a link leads only to the web or to mail", () => {
    expect(safeHref("https://example.org/a")).toBe("https://example.org/a");
    for (const href of [
      "javascript:alert(1)",
      "JaVaScRiPt:alert(1)",
      "data:text/html,x",
      "vbscript:x",
      "//evil",
      "../file.md",
      "https://a\u0000b",
    ])
      expect(safeHref(href), href).toBeUndefined();
    expect(parseInline("[go](javascript:alert(1))")).toEqual([text("go")]);
    expect(parseInline("[go](https://a.b)")).toEqual([{ kind: "link", href: "https://a.b", parts: [text("go")] }]);
  });

  test("an image is its words", () => {
    expect(plainText(parseInline("![a picture](https://a.b/c.png)"))).toBe("a picture");
  });

  test("underscores inside a name are no emphasis", () => {
    expect(parseInline("created_at and as_of")).toEqual([text("created_at and as_of")]);
  });

  test("an open fence runs to the end, and nesting has an end", () => {
    expect(parseMarkdown("```\nx")).toEqual([{ kind: "code", language: "", text: "x" }]);
    expect(() => parseMarkdown(`${">".repeat(5000)} deep`)).not.toThrow();
    expect(() => parseMarkdown(`${"- ".repeat(5000)} deep`)).not.toThrow();
  });

  test("a long word and many signs take no long time", () => {
    const began = performance.now();
    for (const sign of ["*", "**", "`", "[", "_", "__", "~", "](", "*a ", "`a ", "[a](", "<", "\\", "|", "> ", "- "])
      parseMarkdown(`${sign.repeat(20_000)} ${"W".repeat(10_000)}`);
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});
