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

describe("the lines of a paragraph", () => {
  test("are its own, whatever signs stand inside them", () => {
    const lines = [
      ...["one", "a - b", "a 10. b", "a ``` b", "`code` b", "~ b", "a # b", "#b", "a | b", "a|b", "a > b", "a>b"],
    ];
    expect(blocksOf(lines.join("\n"))).toEqual([
      { kind: "paragraph", text: lines.join(" "), level: 0, language: "", marker: "" },
    ]);
    for (const line of lines) expect(blocksOf(line)).toMatchObject([{ kind: "paragraph", text: line }]);
  });

  test.each(["10. b", "+ b", "  - b", "```", "~~~", "## b", "###### b", "  | b", "> b"])("end before %j", (line) =>
    expect(blocksOf(`one\n${line}`)).toHaveLength(2),
  );

  test("are parted by lines of spaces, and by the line ends of every system", () => {
    expect(blocksOf("one\n \t\ntwo").map(({ text }) => text)).toEqual(["one", "two"]);
    expect(blocksOf("one\r\rtwo\r\n\r\nthree").map(({ text }) => text)).toEqual(["one", "two", "three"]);
  });
});

test("code ends with a line of its own sign and not with one that only has it", () => {
  expect(blocksOf("```\necho ```\n```\nafter")).toMatchObject([
    { kind: "code", text: "echo ```" },
    { kind: "paragraph", text: "after" },
  ]);
});

test("a heading keeps the signs that belong to its words", () => {
  const text = (line: string) => blocksOf(line).map(({ kind, text: words }) => `${kind}: ${words}`);
  expect(text("# Issue #12")).toEqual(["heading: Issue #12"]);
  expect(text("## C#  ")).toEqual(["heading: C#"]);
  expect(text("# One # two")).toEqual(["heading: One # two"]);
  expect(text("# One   ##  ")).toEqual(["heading: One"]);
});

test("items and quotations lose their signs and the spaces around their lines", () => {
  expect(blocksOf("12.  one  \n   more ")).toMatchObject([{ kind: "item", marker: "12.", text: "one more" }]);
  expect(blocksOf("  >one \n>\n>   two > three\nafter > all")).toMatchObject([
    { kind: "quote", text: "one  two > three" },
    { kind: "paragraph", text: "after > all" },
  ]);
  expect(blocksOf(">\n> one")).toMatchObject([{ kind: "quote", text: "one" }]);
  expect(blocksOf("| a |\nb | c |")).toMatchObject([{ kind: "table", text: "| a |" }, { kind: "paragraph" }]);
});

describe("two blocks are a pair", () => {
  /** How many of each text stand alone; 0: all are paired. */
  const alone = (before: string, after: string) =>
    diffBlocks(before, after).filter((change) => change.before === null || change.after === null).length;
  const words = (...some: string[]) => some.join(" ");
  const [shared, these, those] = ["a1 a2 a3", "b1 b2 b3 b4 b5 b6 b7", "c1 c2 c3 c4 c5 c6 c7"];

  test("only if they are of one kind", () => {
    expect(alone("Rows are kept.", "- Rows are kept.")).toBe(2);
    expect(alone("Keys", "# Keys")).toBe(2);
    expect(alone("- Rows are kept.", "2. Rows are kept.")).toBe(0);
  });

  test("if enough of their words are the same: of prose a third, of code a quarter", () => {
    expect(alone(words(shared, these), words(shared, those))).toBe(2);
    expect(alone(words(shared, these), words(shared, "b1", those))).toBe(0);
    const code = (text: string) => `\`\`\`\n${text}\n\`\`\``;
    expect(alone(code(words(shared, these)), code(words(shared, those)))).toBe(0);
    expect(alone(code(words("a1", these)), code(words("a1", those)))).toBe(2);
    expect(alone("---", "***")).toBe(0);
  });

  test("if both are the title, but other headings and other bold words need words in common", () => {
    expect(alone("# Old", "# New")).toBe(0);
    expect(alone("## Old", "## New")).toBe(2);
    expect(alone("# Old", "## New")).toBe(2);
    expect(alone("## Old", "# New")).toBe(2);
    expect(alone("**Claim** one two.", "**Claim** three four.")).toBe(0);
    expect(alone("**Claim** one two.", "**Finish** three four.")).toBe(2);
  });

  test("with the one that has most in common, even if an earlier one has something in common", () => {
    const changes = diffBlocks("one two three four.", "one two five six.\n\none two three four now.");
    expect(changes.map(({ before, after }) => [before?.text ?? "", after!.text])).toEqual([
      ["", "one two five six."],
      ["one two three four.", "one two three four now."],
    ]);
  });

  test("where both texts end alike, however much was added before", () => {
    const changes = diffBlocks("one\n\n- kept\n\n- last", "one\n\nnew words\n\n- other\n\n1. kept\n\n2. last");
    expect(changes.slice(-2).map(({ before, after }) => [before!.marker, after!.marker])).toEqual([
      ["-", "1."],
      ["-", "2."],
    ]);
  });
});

describe("a change holds", () => {
  test("of prose the stretches of words and no lines, of code the lines and no stretches", () => {
    expect(diffBlocks("Kept.", "Kept.")).toEqual([
      {
        ...{ before: blocksOf("Kept.")[0], after: blocksOf("Kept.")[0], isSame: true, name: "Kept.", section: "" },
        ...{ lead: null, runs: [{ step: "same", text: "Kept." }], lines: [], added: 0, removed: 0 },
      },
    ]);
    const [code] = diffBlocks("", "```\none\n```");
    const line = { step: "added", isWhole: true, runs: [{ step: "same", text: "one" }] };
    expect(code).toMatchObject({ runs: [], lines: [line], added: 1, removed: 0 });
    const [gone] = diffBlocks("```\none\n```", "");
    expect(gone).toMatchObject({ runs: [], lines: [{ ...line, step: "removed" }], added: 0, removed: 1 });
  });

  test("of a changed line each side's own words, and a line with half its words changed is another line", () => {
    const lines = (before: string, after: string) =>
      diffBlocks(`\`\`\`\nkept here\n${before}\n\`\`\``, `\`\`\`\nkept here\n${after}\n\`\`\``)[0]!.lines;
    const same = { step: "same", text: "state is " };
    expect(lines("state is one", "state is two")).toEqual([
      { step: "same", isWhole: false, runs: [{ step: "same", text: "kept here" }] },
      { step: "removed", isWhole: false, runs: [same, { step: "removed", text: "one" }] },
      { step: "added", isWhole: false, runs: [same, { step: "added", text: "two" }] },
    ]);
    expect(lines("state one", "state two").map(({ isWhole }) => isWhole)).toEqual([false, true, true]);
  });

  test("the bold words of the new text, and of the old one only where nothing took its place", () => {
    const [changed] = diffBlocks("**Old.** one two three four five.", "**New.** one two three four five.");
    expect(changed).toMatchObject({ lead: "New", name: "New" });
    expect(diffBlocks("**Old.** one.", "")[0]!.lead).toBe("Old");
  });

  test("a name that fits in a list, but a heading's is whole", () => {
    const name = (text: string) => diffBlocks("", text)[0]!.name;
    expect(name("## A heading of far more than forty letters stays as it is")).toMatch(/as it is$/);
    expect(name(`${"x".repeat(34)} words`)).toBe(`${"x".repeat(34)} words`);
    expect(name(`${"x".repeat(35)} words`)).toBe(`${"x".repeat(35)}…`);
    expect(name("Rows  are   kept")).toBe("Rows are kept");
    expect(name("```sql\nCREATE TABLE jobs (\n```")).toBe("CREATE TABLE jobs");
    expect(name("```sql\ncreate unique index jobs_due on jobs\n```")).toBe("create unique index jobs_due");
  });
});
