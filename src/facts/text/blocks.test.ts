import { describe, expect, test } from "vitest";
import { blocksOf, diffBlocks, gistOf } from "./blocks.ts";

const queue = (claim: string) => `# A job queue

Status: proposal. Author: somebody.

## Proposal

**Claim** is one statement:

\`\`\`sql
${claim}
WHERE state = 'ready'
\`\`\`

- keys live forever
- rows do not

| kind | keeps |
|---|---|
| job | 7 days |
`;

describe("the blocks of a text", () => {
  test("are headings, paragraphs, code, items and tables", () => {
    expect(blocksOf(queue("UPDATE jobs")).map(({ kind, text }) => [kind, text.split("\n").length])).toEqual([
      ["heading", 1],
      ["paragraph", 1],
      ["heading", 1],
      ["paragraph", 1],
      ["code", 2],
      ["item", 1],
      ["item", 1],
      ["table", 3],
    ]);
  });

  test("soft wraps are joined: a text that is only wrapped anew did not change", () => {
    const wide =
      "The export reads a numbered copy of the list, page by page, until it is done.\n\n- one item\n  of two lines";
    const narrow =
      "The export reads a numbered\ncopy of the list, page by page,\nuntil it is done.\n\n- one item of two lines";
    expect(diffBlocks(wide, narrow).every(({ isSame }) => isSame)).toBe(true);
  });

  test("a fence and its language are never text, and an open fence ends with the text", () => {
    const [block, ...rest] = blocksOf("```ts\nconst a = 1;\n# no heading");
    expect(rest).toEqual([]);
    expect(block).toMatchObject({ kind: "code", language: "ts", text: "const a = 1;\n# no heading" });
  });

  test("a quotation is one block", () => {
    expect(blocksOf("> one\n> two\n\nthree")).toMatchObject([
      { kind: "quote", text: "one two" },
      { kind: "paragraph", text: "three" },
    ]);
  });
});

describe("a diff of blocks", () => {
  test("code is compared line by line, and in a line only what differs is marked", () => {
    const changes = diffBlocks(
      queue("UPDATE jobs SET state = 'running', locked_until = now()"),
      queue("UPDATE jobs SET state = 'running', run_at = now()"),
    );
    const changed = changes.filter(({ isSame }) => !isSame);
    expect(changed).toHaveLength(1);
    const [{ lines, name, section }] = changed as [(typeof changes)[number]];
    expect([name, section]).toEqual(["UPDATE jobs", "Proposal"]);
    expect(lines.map(({ step }) => step)).toEqual(["removed", "added", "same"]);
    expect(lines[1]!.runs.filter(({ step }) => step === "added").map(({ text }) => text.trim())).toEqual(["run_at"]);
  });

  test("the same bold words and the one title always pair, however much else changed", () => {
    const changes = diffBlocks(
      "# Old name\n\n**Claim** alpha beta gamma delta.",
      "# Quite another title\n\n**Claim** one two three four five six seven.",
    );
    expect(changes.map(({ before, after }) => [before !== null, after !== null])).toEqual([
      [true, true],
      [true, true],
    ]);
  });

  test("blocks that have little in common are one removed and one added", () => {
    const changes = diffBlocks("Alpha beta gamma delta.", "One two three four.");
    expect(changes.map(({ added, removed }) => [added, removed])).toEqual([
      [0, 4],
      [4, 0],
    ]);
  });

  test("a table is compared row by row", () => {
    const [change] = diffBlocks(
      "| a | b |\n|---|---|\n| job | 7 days |",
      "| a | b |\n|---|---|\n| job | 7 days |\n| key | forever |",
    );
    expect(change!.lines.map(({ step }) => step)).toEqual(["same", "same", "same", "added"]);
    expect(gistOf(change!)).toBe("| key | forever |");
  });

  test("says the longest stretch that is new, or what a removed block said", () => {
    const [changed] = diffBlocks("It finishes the job.", "It finishes the job only while the lease is running.");
    expect(gistOf(changed!)).toBe("only while the lease is running");
    const [gone] = diffBlocks("Stay on Redis.", "");
    expect(gistOf(gone!)).toBe("Stay on Redis.");
  });

  test("texts with more blocks than can be paired are compared by their equal ends", () => {
    const many = (word: string) => Array.from({ length: 600 }, (_, i) => `${word} ${i}`).join("\n\n");
    const began = performance.now();
    const changes = diffBlocks(`first\n\n${many("a")}`, `first\n\n${many("b")}`);
    expect(performance.now() - began).toBeLessThan(5000);
    expect(changes.filter(({ isSame }) => isSame)).toHaveLength(1);
    expect(changes).toHaveLength(1201);
  });
});
