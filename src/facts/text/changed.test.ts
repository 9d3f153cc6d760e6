import { describe, expect, test } from "vitest";
import { textChange } from "./changed.ts";

const resolved = (id: string, text: string) => ({ id, answer: "resolved" as const, text });

test("a changed part says the whole sentence that is new, and the answers of all its blocks", () => {
  const before = "# Queue\n\nStatus: draft. Author: me.\n\n## Finish\n\nIt ends the job. Nobody looks.\n\nRows stay.";
  const after =
    "# Queue\n\nStatus: decided. Author: me.\n\n## Finish\n\nIt ends the job. Nobody looks while the lease is running out.\n\nRows stay for seven days.";
  const { changed, of, rows, also } = textChange(
    before,
    after,
    [resolved("T0001", "the lease is running"), resolved("T0002", "Rows stay seven days")],
    new Map(),
  );
  expect({ changed, of, also }).toEqual({ changed: 2, of: 2, also: { changed: [], gone: [] } });
  expect(rows).toEqual([
    {
      ...{ name: "Finish", goesOn: false, added: 9, removed: 0 },
      gist: "Nobody looks while the lease is running out.",
      answers: ["T0001", "T0002"],
    },
  ]);
});

test("a sentence that begins with its bold name goes on from it", () => {
  const [row] = textChange("**Claim** takes a job.", "**Claim** takes a job whose lease ended.", [], new Map()).rows;
  expect(row).toMatchObject({ name: "Claim", gist: "takes a job whose lease ended.", goesOn: true });
  const [other] = textChange("**Claim.** One job.", "**Claim.** One job at a time.", [], new Map()).rows;
  expect(other).toMatchObject({ name: "Claim", gist: "One job at a time.", goesOn: false });
});

test("a table is its new rows, without its head", () => {
  const table = (...rows: string[]) => ["## Kept", "", "| kind | for |", "|---|---|", ...rows].join("\n");
  const gist = (before: string, after: string) => textChange(before, after, [], new Map()).rows[0]!.gist;
  expect(gist("## Kept", table("| job | a week |", "| key | ever |"))).toBe("Table of 2 rows: job; key");
  expect(gist(table("| job | a week |"), table("| job | a week |", "| key | ever |"))).toBe("1 row of the table: key");
});

test("what there is no room for is named, apart from what is gone", () => {
  const text = (names: string[], word: string) => names.map((name) => `## ${name}\n\nIt is ${word}.`).join("\n\n");
  const { rows, also } = textChange(
    text(["A", "B", "C", "D"], "slow"),
    text(["A", "B", "C"], "quick"),
    [],
    new Map(),
    1,
  );
  expect(rows.map(({ name }) => name)).toEqual(["A"]);
  expect(also).toEqual({ changed: ["B", "C"], gone: ["D"] });
});

test("a rewritten text goes by its sections, each by what it says first", () => {
  const section = (name: string, from: number) =>
    [`## ${name}`, ...Array.from({ length: 12 }, (_, i) => `**Point ${from + i}.** Word${from + i} is new.`)].join(
      "\n\n",
    );
  const { isRewritten, rows } = textChange("Nothing.", `${section("One", 0)}\n\n${section("Two", 50)}`, [], new Map());
  expect(isRewritten).toBe(true);
  expect(rows.map(({ name, gist }) => [name, gist])).toEqual([
    ["One", "Word0 is new."],
    ["Two", "Word50 is new."],
  ]);
});

const before = `# Queue

The worker finishes the job.

## Keys

Rows are kept for seven days.

| kind | keeps |
|---|---|
| job | 7 days |

\`\`\`sql
SELECT one FROM jobs
\`\`\`

The old paragraph about a nightly sweeper goes away.
`;
const after = `# Queue

The worker finishes the job.

## Keys

Rows are kept for seven days; **keys** live in job_keys forever.

| kind | keeps |
|---|---|
| job | 7 days |
| key | forever |

\`\`\`sql
SELECT one FROM jobs WHERE state = 'ready'
\`\`\`
`;
const answer = (id: string, text: string, kind: "resolved" | "refused" = "resolved") => ({ id, answer: kind, text });
const answers = [answer("T0001", "keys live in job_keys, forever"), answer("T0002", "keys in job_keys: no", "refused")];

describe("what changed between two texts", () => {
  test("is said of each part that changed: its name, its new words, and the objections answered there", () => {
    expect(textChange(before, after, answers, new Map())).toEqual({
      ...{ changed: 4, of: 5, before: 31, after: 32, isRewritten: false, also: { changed: [], gone: [] } },
      rows: [
        {
          ...{ name: "Keys", goesOn: false, added: 10, removed: 9, answers: ["T0001"] },
          gist: "Rows are kept for seven days; **keys** live in job_keys forever.",
        },
      ],
    });
  });

  test("shows the parts that answer most and changed most, and names the others", () => {
    const later = "\n\n## Later\n\nOne day";
    const one = textChange(before + later, `${after}${later} or two`, answers, new Map(), 1);
    expect(one.rows.map(({ name }) => name)).toEqual(["Keys"]);
    expect(one.also).toEqual({ changed: ["Later"], gone: [] });
  });

  test("is nothing where the text is as it was", () => {
    expect(textChange(before, before, answers, new Map())).toMatchObject({ changed: 0, of: 5, rows: [] });
  });

  const rows = (from: string, to: string, most?: number) => textChange(from, to, [], new Map(), most).rows;

  test("goes by its section only where the block has no name of its own", () => {
    const text = (more: string) =>
      `# Keys\n\n**Claim** takes one${more}.\n\n- an item of the list${more}\n\nA plain paragraph${more}.`;
    expect(rows(text(""), text(" and more words")).map(({ name }) => name)).toEqual(["Claim", "Keys"]);
    expect(rows("A plain text.", "A plain text and more.")[0]!.name).toBe("A plain text and more.");
  });

  test("begins neither with the bold words that name it nor with signs", () => {
    expect(rows("One.", "One.\n\n**Claim.** ; takes a job.")[0]).toMatchObject({ name: "Claim", gist: "Takes a job." });
  });

  test("of a table is its new rows by their first cell, and nothing where only signs are new", () => {
    const table = (...cells: string[]) => ["| kind | keeps |", "|---|---|", ...cells].join("\n");
    const gist = (...cells: string[]) => rows(table("| job | 7 days |"), table(...cells))[0]!.gist;
    expect(gist("| job | 7 days |", "| key | forever |", "| row | a | day |")).toBe("2 rows of the table: key; row");
    expect(gist("| job | 9 days |")).toBe("1 row of the table: job");
    expect(gist("| job | 7 days |", "| – | – |")).toBe("");
    expect(gist("|")).toBe("");
  });

  test("a part is gone where the new text has nothing of its name, and is never a row", () => {
    const from =
      "## Proposal\n\nIt moves.\n\nIt stays there.\n\n## Alternatives\n\nStay on Redis.\n\n**Sweeper** runs.";
    const { rows: left, also } = textChange(from, "## Proposal\n\nIt moves.", [], new Map());
    expect(left).toMatchObject([{ name: "Proposal", gist: "" }]);
    expect(also).toEqual({ changed: [], gone: ["Alternatives", "Sweeper"] });
  });

  test("of code is what it declares now and did not, and the names that it lost", () => {
    const code = (...lines: string[]) => ["**Schema:**", "", "```sql", ...lines, "```"].join("\n");
    const [row] = rows(
      code("CREATE TABLE jobs (", "  run_at int,", "  locked_until int", ");"),
      code(
        "CREATE TABLE job_keys (",
        "  key text",
        ");",
        "CREATE TABLE jobs (",
        "  run_at int",
        ");",
        "create index jobs_due",
      ),
    );
    expect(row).toMatchObject({
      name: "Schema",
      gist: "New: table `job_keys`, index `jobs_due`; gone: `locked_until`",
    });
    expect(rows(code("x = 1"), code("x = 1", "def claim_job(a):"))[0]!.gist).toBe("New: function `claim_job`");
  });

  test("of code that names nothing new is its first new line, and nothing where only signs are new", () => {
    const gist = (...lines: string[]) =>
      rows("```\nkeep all of these\n```", ["```", "keep all of these", ...lines, "```"].join("\n"))[0]!.gist;
    expect(gist("}", "b `one`", "c two")).toBe("`b 'one'`");
    expect(gist("}")).toBe("");
  });

  test("ends as a sentence where it leads to code", () => {
    expect(rows("**Claim.** One.", "**Claim.** One statement:")[0]!.gist).toBe("One statement.");
  });

  test("shows what grew before what shrank less, and an answer before many words", () => {
    const many = "so many new words in one paragraph that nothing else could ever weigh more than they do";
    const from = "First block here.\n\nSecond block here with a few more words to lose.\n\nThird block here.";
    const to = `First block here ${many}.\n\nSecond block here.\n\nThird block here answers the lease question.`;
    const first = (answers: Parameters<typeof textChange>[2]) =>
      textChange(from, to, answers, new Map(), 1).rows[0]!.name;
    expect(first([])).toMatch(/^First/);
    expect(first([answer("T0001", "answers the lease question")])).toMatch(/^Third/);
  });
});
