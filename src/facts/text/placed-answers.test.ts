import { expect, test } from "vitest";
import { diffBlocks } from "./blocks.ts";
import { type PlacedAnswers, placeAnswers, tellingWords } from "./placed-answers.ts";

const answer = (id: string, text: string) => ({ id, answer: "resolved" as const, text });

test("an answer is shown beside the change whose rare words it shares, or at the end", () => {
  const changes = diffBlocks(
    "# Queue\n\nThe worker finishes the job.\n\nRows are kept.",
    "# Queue\n\nThe worker finishes the job only while the lease is running.\n\nRows are kept; keys live in job_keys forever.",
  );
  const names = ({ at, loose }: PlacedAnswers) => ({
    at: [...at].map(([i, answers]) => [changes[i]!.name, answers.map(({ id }) => id)]),
    loose: loose.map(({ id }) => id),
  });
  const placed = placeAnswers(
    changes,
    [
      answer("T0001", "keys live in job_keys, forever"),
      answer("T0002", "the lease must be running"),
      answer("T0003", "metrics come later"),
    ],
    new Map(),
  );
  expect(names(placed)).toEqual({
    at: [
      ["Queue: Rows are kept; keys live in…", ["T0001"]],
      ["Queue: The worker finishes the job…", ["T0002"]],
    ],
    loose: ["T0003"],
  });
});

test("an answer that begins with a block's name means that block, whatever words it shares", () => {
  const changes = diffBlocks(
    "**Claim** takes a job.\n\n**Effects** nothing yet.",
    "**Claim** takes a job and its charges row.\n\n**Effects** writes down what it will do.",
  );
  const named = placeAnswers(changes, [answer("T0001", "Effects, a charges row is written")], new Map());
  expect([...named.at.keys()].map((i) => changes[i]!.name)).toEqual(["Effects"]);
});

test("within a named section numbers choose, and a name is a whole word", () => {
  const changes = diffBlocks(
    "# Uploads\n\n## Proposal\n\n1. The answer is a URL.\n2. Files go whole.\n\n## Table\n\nOne row for a tenant.",
    "# Uploads\n\n## Proposal\n\n1. The answer is a URL for 15 minutes.\n2. Files go in parts of 16 MB.\n\n## Table\n\nOne row for a tenant, its uuid and parts.",
  );
  const answers = [
    answer("T0001", "Proposal: 15 minutes"),
    answer("T0002", "Proposal: parts of 16 MB"),
    answer("T0003", "Proposal: tenant and uuid"),
    answer("T0004", "Tables are left as they were, with a uuid for a tenant"),
  ];
  const { at } = placeAnswers(changes, answers, new Map());
  const placeOf = (id: string) => {
    const [i] = [...at].find(([, placed]) => placed.some((one) => one.id === id))!;
    return [changes[i]!.section, changes[i]!.after!.text];
  };
  expect(placeOf("T0001")).toEqual(["Proposal", "The answer is a URL for 15 minutes."]);
  expect(placeOf("T0002")).toEqual(["Proposal", "Files go in parts of 16 MB."]);
  expect(placeOf("T0003")[0]).toBe("Proposal");
  expect(placeOf("T0004")[0]).toBe("Table");
});

test("a refusal changed nothing: it stands only where its author names a block", () => {
  const changes = diffBlocks("**Rows** are kept.", "**Rows** are kept for seven years, with their date.");
  const refused = (id: string, text: string) => ({ id, answer: "refused" as const, text });
  const { at, loose } = placeAnswers(
    changes,
    [refused("T0001", "the date of seven years is enough"), refused("T0002", "Rows: the date is enough")],
    new Map(),
  );
  expect([...at.values()].flat().map(({ id }) => id)).toEqual(["T0002"]);
  expect(loose.map(({ id }) => id)).toEqual(["T0001"]);
});

test("an answer is placed by new words before old ones, and by what its objection is called", () => {
  const changes = diffBlocks(
    "The ledger table keeps every payment.\n\nThe nightly sweeper removes finished rows.",
    "The ledger table keeps every payment for seven years.\n\nThe nightly sweeper removes finished rows after archiving payment copies.",
  );
  const place = (text: string, label = "") => {
    const { at, loose } = placeAnswers(changes, [answer("T0001", text)], new Map([["T0001", { label }]]));
    return loose.length > 0 ? "loose" : [...at.keys()][0];
  };
  expect(place("archiving copies comes first")).toBe(1);
  expect(place("kept for seven years")).toBe(0);
  expect(place("done as asked")).toBe("loose");
  expect(place("done as asked", "the nightly sweeper removes finished rows too early")).toBe(1);
  expect(place("with that from where")).toBe("loose");
});

test("answers stand together beside one change, and nowhere where nothing changed", () => {
  const changes = diffBlocks("Rows are kept.", "Rows are kept; keys live in job_keys forever.");
  const answers = [answer("T0001", "keys live in job_keys"), answer("T0002", "job_keys live forever")];
  expect([...placeAnswers(changes, answers, new Map()).at]).toEqual([[0, answers]]);
  const same = diffBlocks("Rows are kept.", "Rows are kept.");
  expect(placeAnswers(same, answers, new Map())).toEqual({ at: new Map(), loose: answers });
  const heading = diffBlocks("# Rows are kept", "# Rows are kept; keys live in job_keys forever");
  expect(placeAnswers(heading, answers, new Map()).loose).toEqual(answers);
});

test("an answer that begins with the name of a section means a block of that section", () => {
  const changes = diffBlocks(
    "# Queue\n\n## Claim\n\nIt takes one.\n\n## Effects\n\nIt writes one.",
    "# Queue\n\n## Claim\n\nIt takes one with its charges row.\n\n## Effects\n\nIt writes one before.",
  );
  const { at } = placeAnswers(changes, [answer("T0001", '"Effects", charges row')], new Map());
  expect([...at.keys()].map((i) => changes[i]!.section)).toEqual(["Effects"]);
});

/** The text of the block beside which one answer is shown. */
function place(before: string[], after: string[], text: string, label = ""): string {
  const changes = diffBlocks(before.join("\n\n"), after.join("\n\n"));
  const { at } = placeAnswers(changes, [answer("T0001", text)], new Map([["T0001", { label }]]));
  const [change] = [...at.keys()].map((i) => changes[i]!);
  return change === undefined ? "loose" : (change.after ?? change.before)!.text;
}

test("words that stood there before place an answer too, and so does its section, but new ones come first", () => {
  const before = ["The nightly sweeper removes finished rows.", "The ledger table keeps every payment."];
  const after = ["The nightly sweeper removes finished rows late.", "The ledger table keeps every payment twice."];
  expect(place(before, after, "the sweeper removes finished rows")).toBe(after[0]);
  expect(place(before, after, "every payment is in the ledger table")).toBe(after[1]);
  const sections = (more: string) => [
    "## Payment ledger exports",
    `One${more}.`,
    "## Nightly sweeper archive",
    `Two${more}.`,
  ];
  expect(place(sections(""), sections(" now"), "see the archive of the nightly sweeper")).toBe("Two now.");
});

test("where words are new they count for more than where they stayed", () => {
  const before = ["The quota burst ceiling holds.", "Keys and rows end."];
  const after = ["The quota burst ceiling holds now.", "Keys and rows end at the quota burst ceiling."];
  expect(place(before, after, "quota burst ceiling")).toBe(after[1]);
});

test("rare words place an answer, however many common ones another block shares, and so do those of its objection's name", () => {
  const text = (more: string, last: string) => [
    ...["one", "two", "six", "ten", "red"].map((word) => `**Point ${word}.** Kept${more}.`),
    `**Point end.** Kept${last}.`,
  ];
  const after = text(" worker lease attempt", " quota burst ceiling");
  expect(place(text("", ""), after, "worker lease attempt quota burst ceiling")).toBe(after[5]);
  expect(place(text("", ""), after, "done", "worker lease attempt quota burst ceiling")).toBe(after[5]);
});

test("of two blocks that share the same words the shorter one is meant", () => {
  const long = "**Long.** Quota burst among very many other words about ledger payment exports nightly sweeper rows.";
  const short = "**Short.** Quota burst.";
  for (const after of [
    [long, short],
    [short, long],
  ])
    expect(place(["**Long.** Nothing.", "**Short.** Nothing."], after, "quota burst capped")).toBe(short);
});

test("what an objection is called finds a block that is gone as well as one that is new", () => {
  const label = "the nightly sweeper removes finished rows too early";
  const [sweeper, ledger] = ["The nightly sweeper removes finished rows.", "The ledger keeps payments."];
  expect(place([sweeper, ledger], [`${ledger} Twice.`], "done", label)).toBe(sweeper);
  expect(place([ledger], [`${ledger} Twice.`, sweeper], "done", label)).toBe(sweeper);
});

test("each new line of code counts, word by word", () => {
  const fence = (...lines: string[]) => ["```", ...lines, "```"].join("\n");
  const code = fence("kept", "quota_limit", "burst_limit");
  const after = ["The ledger keeps payments twice.", code];
  expect(place(["The ledger keeps payments.", fence("kept")], after, "quota_limit burst_limit")).toBe(
    "kept\nquota_limit\nburst_limit",
  );
});

test("only new lines of code are new: an answer stands beside the code that gained its words, not where they stayed", () => {
  const fence = (lead: string, ...lines: string[]) => `**${lead}.** Code:\n\n${["```", ...lines, "```"].join("\n")}`;
  const kept = ["quota_limit", "alpha_count beta_count"];
  const before = [fence("One", ...kept, "old_one"), fence("Two", "alpha_count beta_count", "old_two"), "A third."];
  const after = [
    fence("One", ...kept, "new_one"),
    fence("Two", "alpha_count beta_count", "new_two", "quota_limit"),
    "A third one.",
  ];
  expect(place(before, after, "quota_limit alpha_count beta_count")).toContain("new_two");
});

test("a name means its block through whatever signs stand before it, and not if it has two letters", () => {
  const text = (more: string) => ["## Lease ends", `One${more}.`, "## By", `Two${more}.`];
  const [before, after] = [text(""), text(" now")];
  expect(place(before, after, '("Lease ends") is now said')).toBe("One now.");
  expect(place(before, after, "lease ends, done")).toBe("One now.");
  expect(place(before, after, "By hand")).toBe("loose");
  expect(place(before, after, "Done: Lease ends")).toBe("loose");
});

test("words tell texts from others by their stems, in any case, but for those that every text has", () => {
  expect(tellingWords("Claims that CLAIMED, when claiming: a run from ledger to job_keys, §2024")).toEqual(
    new Set(["claim", "ledger", "job_key", "2024"]),
  );
  expect(tellingWords("that with from which before because always")).toEqual(new Set());
});

test("more answers than can be compared are placed nowhere", () => {
  const blocks = Array.from({ length: 200 }, (_, i) => `alpha${i} beta${i} gamma${i}`).join("\n\n");
  const many = (text: string) => Array.from({ length: 1000 }, (_, i) => answer(`T${i}`, text));
  const placed = (text: string, label: string) => {
    const items = new Map(many(text).map(({ id }) => [id, { label }]));
    return placeAnswers(diffBlocks("", blocks), many(text), items);
  };
  expect(placed("alpha7", "").loose).toEqual([]);
  expect(placed("alpha7 beta7 gamma7", "alpha8 beta8 gamma8")).toEqual({
    at: new Map(),
    loose: many("alpha7 beta7 gamma7"),
  });
});
