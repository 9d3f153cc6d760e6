import { describe, expect, test } from "vitest";
import { blocksOf, diffBlocks } from "./blocks.ts";

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

  test("a fence ends at its own sign, whichever that is, and what is indented or set with tildes is a fence too", () => {
    expect(blocksOf("~~~sql\n```\n~~~\nafter")).toMatchObject([
      { kind: "code", language: "sql", text: "```" },
      { kind: "paragraph", text: "after" },
    ]);
    expect(blocksOf("   ```\na\n   ```")).toMatchObject([{ kind: "code", language: "", text: "a" }]);
  });

  test("headings keep their level and lose their signs; items keep their sign and lose it from the text", () => {
    expect(blocksOf("### Keys ##\n- one\n  more\n2. two\n* three\r\n#none")).toMatchObject([
      { kind: "heading", level: 3, text: "Keys" },
      { kind: "item", marker: "-", text: "one more" },
      { kind: "item", marker: "2.", text: "two" },
      { kind: "item", marker: "*", text: "three #none" },
    ]);
  });

  test("a table, a fence, a heading or a quotation ends the paragraph before it", () => {
    const kinds = (text: string) => blocksOf(text).map(({ kind }) => kind);
    expect(kinds("one\n| a |\ntwo\n```\nx\n```\nthree\n# four\nfive\n> six\nseven")).toEqual([
      ...["paragraph", "table", "paragraph", "code", "paragraph", "heading", "paragraph", "quote", "paragraph"],
    ]);
    expect(blocksOf("")).toEqual([]);
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
  });

  test("a block goes by its bold words, else by its section and how it begins; code by what it declares", () => {
    const names = (text: string) => diffBlocks(text, text).map(({ name }) => name);
    expect(names("# The `queue`\n\n**Claim.** is one.\n\nRows are **kept** for seven days and a little more.")).toEqual(
      ["The queue", "Claim", "The queue: Rows are kept for seven…"],
    );
    expect(names("Rows are kept for seven days and a little more, or less.")).toEqual([
      "Rows are kept for seven days and a…",
    ]);
    expect(names("# Keys\n\n- one item\n\n| a |\n|---|\n\n> said")).toEqual([
      "Keys",
      "one item",
      "Keys: table",
      "said",
    ]);
    expect(names("| a |\n|---|")).toEqual(["table"]);
    expect(names("```ts\nfunction readKeys() {}\n```")).toEqual(["function readKeys"]);
    expect(names("```ts\nx\n```\n\n```\nx\n```")).toEqual(["ts", "code"]);
  });

  test("a changed line counts the words that differ, one without a counterpart all of its own", () => {
    const code = (...lines: string[]) => ["```", ...lines, "```"].join("\n");
    const counts = (before: string, after: string) => {
      const [{ added, removed, lines }] = diffBlocks(before, after) as [ReturnType<typeof diffBlocks>[number]];
      return [added, removed, lines.map(({ step, isWhole }) => `${step}${isWhole ? " whole" : ""}`).join(", ")];
    };
    const kept = "SELECT a FROM jobs";
    expect(counts(code(kept, "one two"), code(`${kept} WHERE b`, "one two"))).toEqual([2, 0, "removed, added, same"]);
    expect(counts(code(kept, "x y z"), code(kept))).toEqual([0, 3, "same, removed whole"]);
    expect(counts(code(kept), code("new line here", kept))).toEqual([3, 0, "added whole, same"]);
    expect(counts(code("p q r", kept, "end"), code(`${kept} twice`, "end"))).toEqual([
      ...[1, 3, "removed whole, removed, added, same"],
    ]);
  });

  test("what is new stands in the section that it continues, before a heading that is gone", () => {
    const kept = "## Not proposed\n\n- Triggers on every table.";
    const changes = diffBlocks(
      `${kept}\n\n## Open questions\n\n- Who may read the log?`,
      `${kept}\n- A hash chain over all rows.\n\n## Costs\n\nTwo gigabytes.`,
    );
    expect(changes.map(({ before, after }) => (after ?? before)!.text)).toEqual([
      ...["Not proposed", "Triggers on every table.", "A hash chain over all rows."],
      ...["Open questions", "Who may read the log?", "Costs", "Two gigabytes."],
    ]);
  });

  test("what moved between two others is removed here and added there, and its neighbours stay paired", () => {
    const [one, two, three] = ["alpha beta gamma.", "one two three.", "red green blue."];
    const changes = diffBlocks([one, two, three].join("\n\n"), [two, three, one].join("\n\n"));
    expect(
      changes.map(({ isSame, after, before }) =>
        isSame ? "same" : after === null ? "gone" : before === null ? "new" : "changed",
      ),
    ).toEqual([...["gone", "same", "same", "new"]]);
  });

  test("code goes by the bold words of the paragraph right before it", () => {
    const code = "```\none\n```";
    const leads = (text: string) => diffBlocks(text, text).map(({ lead }) => lead);
    expect(leads(`**Claim** is:\n\n${code}\n\nThen:\n\n${code}`)).toEqual(["Claim", "Claim", null, null]);
    expect(leads(`**Claim** is:\n\n## Next\n\n${code}`)).toEqual(["Claim", null, null]);
    const [, gone] = diffBlocks(`**Claim** is:\n\n${code}`, "**Finish** is:");
    expect(gone).toMatchObject({ after: null, lead: "Claim" });
  });

  test("texts with more blocks than can be paired are compared by their equal ends", () => {
    const many = (word: string) => Array.from({ length: 600 }, (_, i) => `${word} ${i}`).join("\n\n");
    const began = performance.now();
    const changes = diffBlocks(`first\n\n${many("a")}`, `first\n\n${many("b")}`);
    expect(performance.now() - began).toBeLessThan(5000);
    expect(changes.filter(({ isSame }) => isSame)).toHaveLength(1);
    expect(changes).toHaveLength(1201);
  });

  test("a block stands below a heading of its own text", () => {
    const changes = diffBlocks(
      "## Rollout\n\nBoth for a week.\n\n## Alternatives\n\nStay.",
      "## Rollout\n\n1. One kind.",
    );
    expect(changes.find(({ after }) => after?.kind === "item")!.section).toBe("Rollout");
    expect(changes.find(({ before }) => before?.text === "Stay.")!.section).toBe("Alternatives");
  });

  test("of lines that have no pair, the removed ones stand above those that took their place", () => {
    const code = (...lines: string[]) => ["```sql", "CREATE TABLE jobs (", ...lines, ");", "```"].join("\n");
    const [change] = diffBlocks(code("  locked timestamptz"), code("  run_at int", ");", "CREATE TABLE job_keys ("));
    expect(change!.lines.map(({ step }) => step)).toEqual(["same", "removed", "added", "added", "added", "same"]);
  });
});
