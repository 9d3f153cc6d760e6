/** A hostile document costs about as much as its length: a megabyte in one text no more than in six. */
import { describe, expect, it } from "vitest";
import { checkDocument } from "./check-document.ts";
import { readDocument } from "./document.ts";
import { relink } from "./links.ts";

const units: Record<string, string> = {
  definitions: "[a]: b\n",
  links: "[a](b)\n",
  "links on one line": "[a](b) ",
  "links that never close": "](",
  brackets: "[",
  parentheses: "](((",
  headings: "# a\n",
  fences: "```\n",
  boxes: "- [ ] a\n",
  "bold rows": "**a:** b\n",
  "table rows": "| **a** | b |\n",
  "comments that never close": "<!-- a\n",
  spaces: " ",
  "blank lines": "\n",
};

const file = {
  type: "rfc" as const,
  path: ".blue/docs/rfcs/0001-x.draft.md",
  name: { slug: "x", style: "bare" as const },
};

/** Processor time for so much text, read, checked and relinked in so many pieces. */
function cost(unit: string, texts: number): number {
  const text = `# X\n\n${unit.repeat(Math.ceil(400_000 / texts / unit.length))} 0001-x.draft.md`;
  const start = process.cpuUsage();
  for (let run = 0; run < texts; run += 1) {
    checkDocument(readDocument(file, text), () => false);
    relink(".blue/docs/rfcs/0002-y.draft.md", text, file.path, ".blue/docs/rfcs/0001-x.approved.md");
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

describe("a hostile document costs about as much as six of a sixth", () => {
  it.each(Object.entries(units))("%s", (_, unit) => {
    // 1 when linear, 6 when quadratic; what takes only milliseconds proves nothing either way
    expect(cost(unit, 1)).toBeLessThan(cost(unit, 6) * 2.5 + 50);
  });
});
