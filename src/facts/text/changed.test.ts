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
  expect({ changed, of, also }).toEqual({ changed: 2, of: 2, also: { changed: [], gone: [], dropped: [] } });
  expect(rows).toEqual([
    {
      ...{ name: "Finish", goesOn: false, added: 9, removed: 0 },
      gist: "Nobody looks while the lease is running out.",
      answers: ["T0001", "T0002"],
    },
  ]);
});

test("an item of a list that answers something is a row of its own, with what it answers", () => {
  const { rows, also } = textChange(
    "## Proposal\n\n1. It asks.\n2. Files go whole.\n3. Rows stay.",
    "## Proposal\n\n1. It asks for 15 minutes.\n2. Files go in parts of 16 MB.\n3. Rows stay a day.",
    [resolved("T0001", "Proposal: 15 minutes"), resolved("T0002", "Proposal: parts of 16 MB")],
    new Map(),
  );
  expect(rows.map(({ name, gist, answers }) => [name, gist, answers])).toEqual([
    ["Proposal", "It asks for 15 minutes.", ["T0001"]],
    ["Proposal", "Files go in parts of 16 MB.", ["T0002"]],
    ["Proposal", "Rows stay a day.", []],
  ]);
  expect(also.changed).toEqual([]);
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
  expect(gist("## Kept", table("| job | a week |", "| key | ever |"))).toBe("In the table: job; key");
  expect(gist(table("| job | a week |"), table("| job | a week |", "| key | ever |"))).toBe("In the table: key");
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
  expect(also).toEqual({ changed: ["B", "C"], gone: [], dropped: ["D"] });
});

test("a rewritten text goes by the names of its sections", () => {
  const section = (name: string, from: number) =>
    [`## ${name}`, ...Array.from({ length: 12 }, (_, i) => `**Point ${from + i}.** Word${from + i} is new.`)].join(
      "\n\n",
    );
  const { isRewritten, rows } = textChange("Nothing.", `${section("One", 0)}\n\n${section("Two", 50)}`, [], new Map());
  expect(isRewritten).toBe(true);
  expect(rows.map(({ name, gist }) => [name, gist])).toEqual([
    ["One", ""],
    ["Two", ""],
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
      ...{ changed: 4, of: 5, before: 31, after: 32, isRewritten: false, also: { changed: [], gone: [], dropped: [] } },
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
    expect(one.also).toEqual({ changed: ["Later"], gone: [], dropped: [] });
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
    expect(gist("| job | 7 days |", "| key | forever |", "| row | a | day |")).toBe("In the table: key; row");
    expect(gist("| job | 9 days |")).toBe("In the table: job");
    expect(gist("| job | 7 days |", "| – | – |")).toBe("");
    expect(gist("|")).toBe("");
  });

  test("a part is gone where the new text has nothing of its name, and is never a row", () => {
    const from =
      "## Proposal\n\nIt moves.\n\nIt stays there.\n\n## Alternatives\n\nStay on Redis.\n\n**Sweeper** runs.";
    const { rows: left, also } = textChange(from, "## Proposal\n\nIt moves.", [], new Map());
    expect(left).toMatchObject([{ name: "Proposal", gist: "" }]);
    expect(also).toEqual({ changed: [], gone: [], dropped: ["Alternatives", "Sweeper"] });
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

const rowsOf = (from: string[], to: string[], most?: number) =>
  textChange(from.join("\n\n"), to.join("\n\n"), [], new Map(), most).rows;
const gistOf = (from: string, to: string) => rowsOf(["## Part", from], ["## Part", to])[0]!.gist;
const fence = (...lines: string[]) => ["```", ...lines, "```"].join("\n");

test("a text is rewritten where more than 20 blocks and more than four in five of them changed", () => {
  const text = (count: number, changed: number) =>
    Array.from({ length: count }, (_, i) => `**Point ${i}.** It is ${i < changed ? "quick" : "slow"}.`).join("\n\n");
  const isRewritten = (count: number, changed: number) =>
    textChange(text(count, 0), text(count, changed), [], new Map()).isRewritten;
  expect(isRewritten(20, 20)).toBe(false);
  expect(isRewritten(21, 21)).toBe(true);
  expect(isRewritten(25, 20)).toBe(false);
  expect(isRewritten(25, 21)).toBe(true);
  expect(isRewritten(30, 3)).toBe(false);
});

test("of code, a number that became another of the same unit is named where it is clear which", () => {
  const gist = (before: string, after: string) => {
    const code = (text: string) => ["**Claim** takes it.", `\`\`\`sql\n${text}\nRETURNING a, b, c;\n\`\`\``];
    return rowsOf(code(before), code(after))[0]?.gist;
  };
  expect(gist("SET t = '60 seconds'", "SET t = '120 seconds'")).toMatch(/^60 seconds → 120 seconds$/);
  expect(gist("SET t = '60 seconds'", "SET t = '2 minutes'")).not.toContain("→");
  expect(gist("SET t = '60 seconds', '9 days'", "SET t = '120 seconds', '8 days'")).not.toContain("→");
});

test("a part that lost much stands before one that gained little", () => {
  const long = "and it goes on with many more words that nobody needs any longer";
  const rows = rowsOf(
    ["**One.** Kept.", `**Two.** Kept alike, ${long}.`],
    ["**One.** Kept for now.", "**Two.** Kept alike."],
    1,
  );
  expect(rows.map(({ name }) => name)).toEqual(["Two"]);
});

test("a part is not gone where the new text goes on with it under a shorter name", () => {
  const gone = (name: string) =>
    textChange(
      "## Idempotency of effects\n\nIt hashes.",
      `## ${name}\n\nA ledger row is written beforehand.`,
      [],
      new Map(),
    ).also.dropped;
  expect(gone("Effects")).toEqual([]);
  expect(gone("Effect idempotency")).toEqual([]);
  expect(gone("Effects and leases")).toEqual(["Idempotency of effects"]);
  expect(gone("Why")).toEqual(["Idempotency of effects"]);
});

test("a short paragraph that only says whose text it is, and how far, is not of the text", () => {
  const isOfText = (text: string) => textChange("", text, [], new Map()).changed === 1;
  const meta = ["Status: draft", "**Authors:** me and you", "_version_: 2", "Owner: me. Date: today."];
  expect(meta.map(isOfText)).toEqual([false, false, false, false]);
  const said = ["- Status: draft", "The job has a status: it runs.", "Status of a job: it runs.", "# Status: draft"];
  expect(said.map(isOfText)).toEqual([true, true, true, false]);
  const long = (length: number) => "Status: ".padEnd(length, "so ").replace(/ $/, "s");
  expect([299, 300].map((length) => isOfText(long(length)))).toEqual([false, true]);
});

describe("a part of several blocks speaks", () => {
  const part = (one: string, two: string) => ["## Part", one, two];
  test("by the one that changed most, whether it gained or lost", () => {
    const from = part("Rows are kept for a day.", "The nightly sweeper runs once, or twice, or never at all.");
    const gained = part("Rows are kept for a week.", "The nightly sweeper runs once, or twice, or even ten times.");
    expect(rowsOf(from, gained)[0]!.gist).toMatch(/^The nightly sweeper/);
    const lost = part("Rows are kept for a week.", "The nightly sweeper runs once, or twice.");
    expect(rowsOf(from, lost)[0]!.gist).toMatch(/^The nightly sweeper/);
  });

  test("by the one that answers an objection, even where another changed more", () => {
    const from = part("The nightly sweeper runs once, or twice.", "The lease ends.");
    const to = part("The nightly sweeper runs once, or twice, or even ten times.", "The lease ends with its worker.");
    const [row] = textChange(
      from.join("\n\n"),
      to.join("\n\n"),
      [resolved("T0001", "the lease ends with its worker")],
      new Map(),
    ).rows;
    expect(row).toMatchObject({ gist: "The lease ends with its worker.", answers: ["T0001"] });
  });

  test("in prose, even where its code changed more", () => {
    const code = fence("CREATE TABLE job_keys (", "key text, made timestamptz, used timestamptz", ");");
    expect(rowsOf(part("Keys end.", fence("x")), part("Keys never end.", code))[0]!.gist).toBe(
      "Keys never end. In the code: new: table `job_keys`.",
    );
  });
});

describe("of a paragraph that changed, the sentence with most new words", () => {
  test("is counted by its new words alone, wherever it stands and whatever went before it", () => {
    const last = "Nobody looks at all those rows, however many of them there are in the table.";
    expect(
      gistOf(
        `Alpha beta gamma delta epsilon zeta eta theta iota. It ends the job early today. ${last}`,
        `It ends the job early today and quota burst applies. ${last}`,
      ),
    ).toBe("It ends the job early today and quota burst applies.");
    expect(gistOf(`It ends. ${last}`, `It ends at last now. ${last.replace("many", "very many")}`)).toBe(
      "It ends at last now.",
    );
  });

  test("is counted by words, not by their letters or by places", () => {
    expect(
      gistOf(
        "Rows are kept in one table. Keys are kept in another.",
        "Rows are internationally kept in one table. Keys are so to say kept in another.",
      ),
    ).toBe("Keys are so to say kept in another.");
    const [from, to] = [
      "runs only at night and then it stops with every job",
      "runs only at night and then it always stops with every job",
    ];
    expect(gistOf(`The sweeper ${from}. Keys end.`, `The old sweeper ${to}. Keys end after so long.`)).toBe(
      "Keys end after so long.",
    );
  });

  test("owns the word with which it begins", () => {
    expect(
      gistOf("Rows stay in the table of the team.", "Rows stay for ever in the table of the team. Leases end soon."),
    ).toBe("Leases end soon.");
  });

  test("is found although another one is written with two spaces", () => {
    expect(gistOf("It ends. Nobody  looks.", "It ends at once. Nobody  looks.")).toBe("It ends at once.");
  });

  test("is the first, and what follows it, where the paragraph is new; the first where it only lost words", () => {
    expect(gistOf("Old.", "Short. A very much longer sentence follows after it.")).toBe(
      "Short. A very much longer sentence follows after it.",
    );
    expect(gistOf("Rows stay. Keys stay for ever and ever.", "Rows stay. Keys stay for ever.")).toBe("Rows stay.");
  });

  test("keeps bold words that stand inside it", () => {
    expect(gistOf("Rows are kept; **note:** keys end.", "Rows are kept; **note:** keys never end.")).toBe(
      "Rows are kept; **note:** keys never end.",
    );
  });
});

describe("of code", () => {
  test("what is declared is told in one word for every language, new code all of it, however it is indented", () => {
    const gist = (...lines: string[]) => gistOf("Old.", fence(...lines));
    expect(gist("fn claim_job() {}", "func endJob() {}")).toBe("New: function `claim_job`, function `endJob`");
    expect(gist("  export class Lease {}", "\tinterface Row {}")).toBe("New: class `Lease`, interface `Row`");
    expect(gist("// the function claimJob is gone")).toBe("`// the function claimJob is gone`");
  });

  test("only names of several words are missed, and no more than four", () => {
    const gist = (from: string[], to: string[]) =>
      gistOf(fence("kept as it was", ...from), fence("kept as it was", ...to));
    expect(gist(["retries = 3"], ["    tries = 3"])).toBe("`tries = 3`");
    expect(gist(["lockedUntil = 3"], [])).toBe("Gone: `lockedUntil`");
    expect(gist(["lockedUntil"], ["def claim()"])).toBe("New: function `claim`; gone: `lockedUntil`");
    expect(gist(["a_b, a_c, a_d, a_e, a_f"], [])).toBe("Gone: `a_b`, `a_c`, `a_d`, `a_e`");
  });
});

describe("of a table", () => {
  const table = (head: string, ...rows: string[]) => [head, "|---|---|", ...rows].join("\n");
  const head = "| kind | keeps |";
  const row = (i: number) => `| row ${i} | ${i} days |`;

  const first = "| job | seven days, counted from the last attempt that a worker made |";

  test("four new rows are named and the others counted", () => {
    const gist = (count: number) =>
      gistOf(table(head, first), table(head, first, ...Array.from({ length: count }, (_, i) => row(i))));
    expect(gist(4)).toBe("In the table: row 0; row 1; row 2; row 3");
    expect(gist(5)).toBe("In the table: row 0; row 1; row 2; row 3; 1 more");
  });

  test("new columns are told where no row is new, and an indented table is a table", () => {
    expect(gistOf(table(head, row(1), row(2)), table("| kind | keeps for |", row(1), row(2)))).toBe(
      "The table's columns",
    );
    expect(gistOf(table(head, row(1), row(2)), table(head, row(1)))).toBe("");
    expect(gistOf("Old.", table(head))).toBe("A table");
    expect(gistOf("Old.", table(`  ${head}`, `  ${row(7)}`))).toBe("In the table: row 7");
  });
});
