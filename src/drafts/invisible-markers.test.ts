import { describe, expect, it } from "vitest";
import { type ScannedDraft, scanDraft } from "./scan-draft.ts";

const scan = (...lines: string[]) => scanDraft(lines.join("\n"), { expert: "Muffin", round: 1 });
const codes = (draft: ScannedDraft) => draft.problems.map(({ code, blocking }) => (blocking ? `${code}!` : code));

describe("code is never a marker", () => {
  it("in a fence, of either character and any length", () => {
    for (const fence of ["```", "~~~", "``````", "```md", "~~~ a`b"]) {
      const close = fence.replace(/[^`~].*/, "");
      const draft = scan(fence, "[MOVE:CONVERGE]", "[MUFFIN-P0101: a]", close, "[MUFFIN-T0101: b]");
      expect(draft, fence).toMatchObject({ converge: null, items: [{ localId: "MUFFIN-T0101" }] });
      expect(codes(draft), fence).toEqual(["quoted_marker", "quoted_marker"]);
    }
  });

  it("until a closing line that is long enough, of the same character, bare, and not indented like code", () => {
    for (const line of ["```", "~~~~", "```` x", "    ````"]) {
      const draft = scan("````", line, "[MOVE:CONVERGE]", "`````", "[MUFFIN-T0101: b]");
      expect(draft, line).toMatchObject({ converge: null, items: [{ line: 5 }] });
    }
  });

  it("but a line of backticks with a backtick behind it opens no fence", () => {
    expect(scan("``` a`", "", "[MOVE:CONVERGE]")).toMatchObject({ converge: { line: 3 }, problems: [] });
  });

  it("in a fence that nothing closes, to the end of the text, and that must be corrected", () => {
    const draft = scan("[MUFFIN-P0101: a]", "```", "code", "", "[MUFFIN-S0101: APPROVE | 0.9]");
    expect(draft).toMatchObject({ stance: null, complete: false });
    expect(draft.problems).toMatchObject([
      { code: "unclosed_fence", line: 2, blocking: true, raw: "```" },
      { code: "quoted_marker", line: 5 },
    ]);
  });

  it("in the fence of a list item, which ends with the item", () => {
    const inside = scan("- ```", "  [MOVE:CONVERGE]", "  ```", "[MUFFIN-T0101: b]");
    expect(inside).toMatchObject({ converge: null, items: [{ line: 4 }] });
    const nested = scan("10. text", "", "    ```", "    [MOVE:CONVERGE]", "    ```");
    expect(nested.converge).toBeNull();
    const outside = scan("-", "", "  ```", "[MOVE:CONVERGE]", "  ```");
    expect(outside).toMatchObject({ converge: null, problems: [{ code: "quoted_marker" }] });
    const cut = scan("- ```", "  code", "[MUFFIN-T0101: b]");
    expect(cut.items).toMatchObject([{ line: 3 }]);
    expect(codes(cut)).toEqual(["unclosed_fence!"]);
  });

  it("in inline code of any run length", () => {
    const draft = scan("I cannot give `[MOVE:CONVERGE]` yet.", "``[MOVE:CONVERGE] ` ``", "`[MUFFIN-P0101: a]`");
    expect(draft).toMatchObject({ converge: null, items: [] });
    expect(codes(draft)).toEqual(["quoted_marker", "quoted_marker", "quoted_marker"]);
  });

  it("and a backtick that pairs with nothing, or is escaped, hides nothing", () => {
    expect(scan("a ` b", "[MOVE:CONVERGE]", "c `` d").converge).toEqual({ line: 2 });
    expect(scan("a \\` b", "[MOVE:CONVERGE]", "c ` d").converge).toEqual({ line: 2 });
    expect(scan("a ` b", "", "[MOVE:CONVERGE]", "", "c ` d").converge).toEqual({ line: 3 });
    expect(scan("- a ` b", "- [MOVE:CONVERGE] ` d").converge).toEqual({ line: 2 });
  });

  it("and code that runs over a whole marker line must be corrected, because the marker was meant", () => {
    const draft = scan("The ` key", "[MUFFIN-T0101: a]", "and the ` key");
    expect(draft.items).toEqual([]);
    expect(draft.problems).toMatchObject([{ code: "quoted_marker", blocking: true, line: 2 }]);
  });

  it("while four spaces of indentation are only indentation", () => {
    expect(scan("", "    [MOVE:CONVERGE]").converge).toEqual({ line: 2 });
  });
});

describe("a block quote is never a marker", () => {
  it("at any depth, in lists, with or without a space", () => {
    for (const line of [
      "> [MOVE:CONVERGE]",
      ">[MOVE:CONVERGE]",
      "> > - [MOVE:CONVERGE]",
      "  > [MOVE:CONVERGE]",
      "- > [MOVE:CONVERGE]",
    ]) {
      const draft = scan(line);
      expect(draft.converge, line).toBeNull();
      expect(codes(draft), line).toEqual(["quoted_marker"]);
    }
  });

  it("nor is the line that Markdown shows as its continuation, and that must be corrected", () => {
    for (const marker of ["[MOVE:CONVERGE]", "**[MOVE:CONVERGE]**", "    [MOVE:CONVERGE]"]) {
      const draft = scan("> they said", "and more", marker);
      expect(draft.converge, marker).toBeNull();
      expect(codes(draft), marker).toEqual(["quoted_marker!"]);
    }
  });

  it("but what ends the quote may be one", () => {
    for (const lines of [
      ["> said", "", "[MOVE:CONVERGE]"],
      ["> said", "- [MOVE:CONVERGE]"],
      ["> # said", "[MOVE:CONVERGE]"],
      [">", "[MOVE:CONVERGE]"],
    ]) {
      expect(scan(...lines), lines.join("|")).toMatchObject({ converge: { line: lines.length }, problems: [] });
    }
  });
});

describe("hidden text is never a marker, and a marker in it must be corrected", () => {
  it("in a comment, on one line or many, closed or not", () => {
    for (const lines of [
      ["<!-- [MOVE:CONVERGE] -->"],
      ["<!--", "[MOVE:CONVERGE]", "", "-->"],
      ["text <!--", "[MOVE:CONVERGE]", "--> text"],
      ["- <!--", "  [MOVE:CONVERGE]", "  -->"],
      ["<!--", "[MOVE:CONVERGE]"],
    ]) {
      const draft = scan(...lines);
      expect(draft.converge, lines.join("|")).toBeNull();
      expect(codes(draft), lines.join("|")).toEqual(["hidden_marker!"]);
    }
  });

  it("in the other blocks that Markdown does not read", () => {
    for (const [open, close] of [
      ["<?php", "?>"],
      ["<![CDATA[", "]]>"],
      ["<!DOCTYPE", ">"],
      ["<pre>", "</PRE>"],
      ["<script>", "</script>"],
    ]) {
      const draft = scan(open ?? "", "[MOVE:CONVERGE]", close ?? "", "", "[MUFFIN-T0101: b]");
      expect(draft, open).toMatchObject({ converge: null, items: [{ line: 5 }] });
      expect(codes(draft), open).toEqual(["hidden_marker!"]);
    }
  });

  it("but a comment's sign in code, or in a paragraph that never closes it, hides nothing", () => {
    expect(scan("an unclosed `<!--` hides", "[MOVE:CONVERGE]", "-->").converge).toEqual({ line: 2 });
    expect(scan("an unclosed <!-- hides", "", "[MOVE:CONVERGE]", "", "-->").converge).toEqual({ line: 3 });
    expect(scan("```", "<!--", "```", "[MOVE:CONVERGE]").converge).toEqual({ line: 4 });
  });

  it("and a comment without markers is no problem", () => {
    expect(scan("<!-- a note -->", "", "[MOVE:CONVERGE]")).toMatchObject({ converge: { line: 3 }, problems: [] });
  });
});
