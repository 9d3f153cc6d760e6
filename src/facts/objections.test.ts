import { describe, expect, test } from "vitest";
import { ownRecords } from "../../test/helpers/own-view.ts";
import { foldLedger } from "../rules/ledger.ts";
import { offersResolution } from "../rules/round/expert-events.ts";
import { objectionsOf } from "./ledger-objections.ts";
import {
  acceptsAnswer,
  answerKind,
  answerText,
  answerWords,
  brokenInShort,
  changeWords,
  closingWords,
  offersOf,
  readObjections,
  strongestFirst,
  type Words,
  wordsThatClosed,
} from "./objections.ts";
import type { TensionFacts } from "./schema.ts";
import { verdictFacts } from "./verdict-facts.ts";

function own(topic: string) {
  const records = ownRecords(topic);
  return objectionsOf(verdictFacts(records).tensions, foldLedger(records.opening, records.rounds));
}

test("what closed an objection is quoted where it speaks of it", () => {
  const claim = "T0001: keys outlive rows. T0002: drained per kind. T0003: gone.";
  expect(closingWords([claim], "T0002")).toBe("drained per kind.");
  expect(closingWords(["T0016: as bytes. T0013 and T0015: read only."], "T0016")).toBe("as bytes.");
  expect(closingWords(["T0016: as bytes. T0013 and T0015: read only."], "T0015")).toBe("read only.");
  expect(closingWords(["Read it. T0003 is gone."], "T0003")).toBe("T0003 is gone.");
  expect(closingWords(["T0016: as bytes. T0013 and T0015: read only."], "T0009")).toBe("");
  expect(closingWords(["The claim is in the text."], "T0009")).toBe("The claim is in the text.");
  expect(closingWords([], "T0009")).toBe("");
});

test("of a short claim that settles several, each objection has the clause that shares most words with it, and it shows where its sentence goes on", () => {
  const claim = ["Finish demands the state; keys outlive rows; I can live with the vacuum default at this size."];
  const words = (about: string) => closingWords(claim, "T0001", about);
  expect(words("It races who is about to finish. Finish demands state")).toBe("Finish demands the state…");
  expect(words("Deleting rows forgets keys")).toBe("keys outlive rows…");
  expect(words("The default waits. Costs a vacuum setting")).toBe("I can live with the vacuum default at this size.");
  for (const about of ["", "nothing in common", "the state of rows"]) expect(words(about)).toBe(claim[0]);
  expect(closingWords(["Keys outlive rows. T0001 is gone."], "T0001", "Keys and rows")).toBe("T0001 is gone.");
  const long = `Finish demands the state; ${"and so on ".repeat(20)}.`;
  expect(closingWords([long], "T0001", "the state")).toBe(long);
});

test("the clause is found by the objection's name, its words and the author's answer", () => {
  const closed = { by: ["Muffin"], round: 1, item: "C0101", why: null };
  const said = (words: string): Record<string, [string, ...string[]][]> => ({
    T0001: [["Muffin", words]],
    C0101: [["Muffin", "Keys stay; leases end."]],
  });
  const words = (label: string, own: string, text: string) =>
    read({ label, state: "resolved", closed, answer: { answer: "resolved", text, round: 1 } }, said(own)).closed!.words;
  expect(words("keys", "", "")).toBe("Keys stay…");
  expect(words("leases", "", "")).toBe("leases end.");
  expect(words("", "leases", "")).toBe("leases end.");
  expect(words("", "", "leases")).toBe("leases end.");
  expect(words("leases", "", "keys")).toBe("Keys stay; leases end.");
});

test.each([
  ["refused", "in part", "refused"],
  ["resolved", "in part, Claim. Not taken: the sweeper", "part"],
  ["resolved", "Claim takes it. Not taken: the sweeper", "part"],
  ["resolved", "“Only in part”: Claim", "part"],
  ["resolved", "partly Claim", "part"],
  ["resolved", "The lease is in part kept by Claim", "fixed"],
  ["resolved", "in party mode it runs", "fixed"],
  ["resolved", "Claim. Refused for the nightly list: one tree cannot tell", "part"],
] as const)("the answer %s with “%s” is %s", (answer, text, kind) => {
  expect(answerKind({ answer, text })).toBe(kind);
});

test("of several who raised one, the text with a test and a failing case speaks; the fix is the shortest offer", () => {
  const [first] = own("review-of-docs-play-md").filter(({ id }) => id === "T0002");
  expect(first).toMatchObject({
    raised_by: ["Muffin", "Cupcake", "Scone"],
    said: {
      by: expect.stringMatching(/Muffin|Cupcake/),
      test: expect.stringContaining("resume"),
      failing_case: expect.any(String),
    },
    line: 65,
    answer: null,
    closed: null,
  });
  expect(first!.fix!.words).toBe('"Seats only: give `--author` and `--judge` too if that runner is to be left."');
  expect(first!.sources).toContain("src/play/make-plan.ts:132");
});

test("the points of a list are quoted without their signs", () => {
  const quoted = own("decision-rot").map(({ closed }) => closed?.words ?? "");
  expect(quoted.filter((words) => /\s[-*]$|\bT\d{4}(?: and)?$/.test(words))).toEqual([]);
  expect(quoted.find((words) => words.startsWith("a leading `!`"))).toMatch(/gets no line\.$/);
});

test("every tension is an objection, in the order of the facts", () => {
  const { tensions } = verdictFacts(ownRecords("decision-rot"));
  expect(own("decision-rot").map(({ id }) => id)).toEqual(tensions.map(({ id }) => id));
});

/** One tension as the facts tell it, and words by item. */
function read(
  tension: Partial<TensionFacts>,
  said: Record<string, [by: string, ...lines: string[]][]>,
  more: Partial<Words> = {},
) {
  const raised: TensionFacts = {
    ...{ id: "T0001", label: "keys leak", severity: null, state: "open", round: 0, raised_by: ["Muffin"] },
    ...{ answer: null, closed: null, ...tension },
  };
  const [objection] = readObjections([raised], {
    said: (item) => (said[item] ?? []).map(([by, ...lines]) => ({ by, lines })),
    label: (item) => `label of ${item}`,
    offers: () => [],
    cited: [],
    isText: (path) => path === "keys.md",
    ...more,
  });
  return objection!;
}

test("a failing case weighs more than a test, and of two alike the shorter text speaks", () => {
  const long: [string, string] = ["Muffin", "A long text that says what is wrong at length."];
  const short: [string, string] = ["Scone", "Wrong."];
  const withCase: [string, string, string] = ["Eclair", "Very wrong indeed, and long.", "Failing case: a retry."];
  const withTest: [string, string, string] = [
    "Donut",
    "The longest text of them all, by far and away.",
    "Test: retry.",
  ];
  const by = (...said: [string, ...string[]][]) => read({}, { T0001: said }).said.by;
  expect(by(long, short)).toBe("Scone");
  expect(by(long, short, withCase)).toBe("Eclair");
  expect(by(withTest, short)).toBe("Donut");
  expect(by(withTest, withCase, short)).toBe("Eclair");
  expect(read({}, {}).said).toMatchObject({ by: "", words: "", test: null });
});

test("the smallest fix is the shortest that anybody offers: who raised it, or an item that may settle it, never the tension itself", () => {
  const said: Record<string, [string, ...string[]][]> = {
    T0001: [["Muffin", "Wrong.", "Smallest change: hash every key."]],
    R0101: [["Scone", "Hash."]],
    R0102: [["Donut", "At length, with reasons.", "Smallest change: salt it."]],
  };
  const fix = (...offers: string[]) => read({}, said, { offers: () => offers }).fix;
  expect(fix()).toEqual({ by: "Muffin", label: "label of T0001", words: "hash every key." });
  expect(fix("T0001", "R0102")).toEqual({ by: "Donut", label: "label of R0102", words: "salt it." });
  expect(fix("R0102", "R0101")).toEqual({ by: "Scone", label: "label of R0101", words: "Hash." });
  expect(read({}, { T0001: [["Muffin", "Wrong."]] }).fix).toBeNull();
});

test("its line is the first that it quotes of the text, its sources are what it quotes elsewhere, each once", () => {
  const cite = (path: string, from: number | null, item: string | null = "T0001") => ({ item, path, from });
  const cited = [
    ...[cite("keys.md", 9, "P0001"), cite("keys.md", null), cite("keys.md", 4), cite("keys.md", 7)],
    ...[cite("src/a.ts", 12), cite("src/a.ts", 12), cite("src/b.ts", null), cite("src/c.ts", 1, null)],
  ];
  expect(read({}, {}, { cited })).toMatchObject({ line: 4, sources: ["src/a.ts:12", "src/b.ts"] });
  const found = [
    { ...cite("keys.md", 39), found_at: 35 },
    { ...cite("src/b.ts", null), found_at: 7 },
  ];
  expect(read({}, {}, { cited: found })).toMatchObject({ line: 35, sources: ["src/b.ts:7"] });
  expect(read({}, {})).toMatchObject({ line: null, sources: [] });
});

test("an answer and a closing are told with who closed it: in its item's words, or by the Judge's reason", () => {
  const answer = { answer: "resolved" as const, text: "In part: §4", round: 1 };
  expect(read({ answer }, {}).answer).toEqual({ as: "part", text: "§4", round: 1 });
  const closed = { by: ["Scone", "Judge"], round: 2, item: "R0101", why: "known and cheap" };
  const said: Record<string, [string, ...string[]][]> = { R0101: [["Scone", "1. T0001: hashed.", "T0002: salted."]] };
  expect(read({ state: "resolved", closed }, said).closed).toEqual({
    by: ["Scone"],
    too: [],
    round: 2,
    words: "hashed.",
  });
  expect(read({ state: "accepted", closed }, said).closed!.words).toBe("known and cheap");
  expect(read({ state: "accepted", closed: { ...closed, why: null } }, said).closed!.words).toBe("");
  expect(read({ state: "resolved", closed: { ...closed, item: null } }, said).closed!.words).toBe("");
});

test("what more people found stands first among those of one severity", () => {
  const found = strongestFirst(own("review-of-docs-play-md"));
  expect(found.slice(0, 2).map(({ id, raised_by }) => [id, raised_by.length])).toEqual([
    ["T0002", 3],
    ["T0001", 2],
  ]);
  expect(found.findIndex(({ severity }) => severity === "major")).toBe(7);
});

test("that an answer is in part is said once, beside it", () => {
  const answer = { answer: "resolved" as const, text: "in part, Claim takes it. Not taken: the alarm", round: 1 };
  expect(read({ answer }, {}).answer).toEqual({ as: "part", text: "Claim takes it. Not taken: the alarm", round: 1 });
  const said = (text: string, kind: "resolved" | "refused" = "resolved") => answerText({ answer: kind, text });
  expect(said("in part Claim takes it")).toBe("Claim takes it");
  expect(said("Only in part:  Claim takes it")).toBe("Claim takes it");
  expect(said("Claim takes it in part, the sweeper does the rest")).toBe(
    "Claim takes it in part, the sweeper does the rest",
  );
  expect(said("In part: the sweeper costs more", "refused")).toBe("In part: the sweeper costs more");
});

test("what an item says of one objection ends before the next one, without the sign of its point", () => {
  const claim = "T0001: keys - and rows - outlive.  - T0002: is kept as b T0003: gone.";
  expect(closingWords([claim], "T0001")).toBe("keys - and rows - outlive.");
  expect(closingWords([claim], "T0002")).toBe("is kept as b");
  expect(closingWords([claim], "T0003")).toBe("gone.");
  expect(closingWords(["T0001: keys outlive. * T0002 and T0003: gone."], "T0001")).toBe("keys outlive.");
  expect(closingWords(["", "The second has words."], "T0009")).toBe("The second has words.");
});

test("all that its item says is read on as sentences, point by point", () => {
  const closed = { by: ["Scone"], round: 2, item: "R0101", why: null };
  const points = ["Kept:", "- keys,", "  * rows,", "(1) leases,", "12. bytes,", "b)  reads - and 2. writes,", "but c."];
  const { words } = read({ state: "resolved", closed }, { R0101: [["Scone", ...points]] }).closed!;
  expect(words).toBe("Kept: keys, rows, leases, bytes, reads - and 2. writes, but c.");
});

test("the words of all who raised it, and of all their lines, find the clause", () => {
  const closed = { by: ["Muffin"], round: 1, item: "C0101", why: null };
  const words = (...raised: [string, ...string[]][]) =>
    read({ label: "", state: "resolved", closed }, { T0001: raised, C0101: [["Muffin", "Keys stay; leases end."]] })
      .closed!.words;
  expect(words(["Muffin", "It forgets leases", "far too soon"])).toBe("leases end.");
  expect(words(["Muffin", "It forgets leases"], ["Scone", "far too soon"])).toBe("leases end.");
});

test("a tension never fixes itself, even where it is named among what may settle it", () => {
  expect(read({}, { T0001: [["Muffin", "Wrong."]] }, { offers: () => ["T0001"] }).fix).toBeNull();
});

describe("what would settle a tension", () => {
  const event = (change: string, item: string | null, round: number) => ({ change, item, round });
  const events = [
    event("raised", null, 0),
    event("addressed", "R0001", 0),
    event("addressed", "R0101", 1),
    event("reopened", null, 1),
    event("addressed", "R0102", 1),
    event("addressed", "C0103", 1),
    event("resolved", "R0203", 2),
    event("addressed", "R0201", 2),
    event("addressed", "R0202", 2),
    event("addressed", null, 2),
  ];

  test("is what says so, as far as that counts", () => {
    expect(offersOf({ events, resolvers: [] }, ["C0103"])).toEqual(["C0103"]);
  });

  test("else what was recommended about it since the round in which it came back last, unless that says it would settle it", () => {
    expect(offersOf({ events, resolvers: [{ item: "R0201" }] }, [])).toEqual(["R0101", "R0102", "R0202"]);
    expect(offersOf({ events: [...events, event("reopened", null, 2)], resolvers: [] }, [])).toEqual([
      ...["R0201", "R0202"],
    ]);
  });

  test("is all that was recommended about it where it never came back, and nothing where nobody did", () => {
    expect(offersOf({ events: events.slice(0, 3), resolvers: [] }, [])).toEqual(["R0001", "R0101"]);
    expect(offersOf({ events: [event("raised", null, 0)], resolvers: [] }, [])).toEqual([]);
  });
});

test("the worst stand first, and those without a severity last, however many found them", () => {
  const one = (id: string, severity: TensionFacts["severity"], raised_by: string[]) =>
    read({ id, severity, raised_by }, {});
  const found = [
    one("T0001", null, ["Muffin", "Scone"]),
    one("T0002", "minor", ["Muffin"]),
    one("T0003", "critical", ["Muffin"]),
    one("T0004", "minor", ["Muffin", "Scone"]),
    one("T0005", "major", ["Muffin"]),
  ];
  expect(strongestFirst(found).map(({ id }) => id)).toEqual(["T0003", "T0005", "T0004", "T0002", "T0001"]);
});

describe("who says that a tension is resolved", () => {
  const back = (round: number) => ({ change: "reopened", round });

  test("accepts the author's answer from the round on before which it was given", () => {
    const life = { answered: [2], events: [{ change: "addressed", round: 1 }] };
    expect([1, 2, 3].map((round) => acceptsAnswer(round, life))).toEqual([false, true, true]);
    expect(acceptsAnswer(3, { answered: [], events: [] })).toBe(false);
  });

  test("offers a fix again once it came back, until there is another answer", () => {
    const life = { answered: [1, 4], events: [back(2)] };
    expect([1, 2, 3, 4].map((round) => acceptsAnswer(round, life))).toEqual([true, true, false, true]);
    expect(acceptsAnswer(2, { answered: [1], events: [back(1)] })).toBe(false);
    expect(acceptsAnswer(3, { answered: [2], events: [back(1)] })).toBe(true);
    expect(acceptsAnswer(3, { answered: [1], events: [{ change: "resolved", round: 2 }, back(5)] })).toBe(true);
  });
});

test("what happened to a tension is said in one way", () => {
  const life = { answered: [1], events: [] };
  const said = (change: string, note: string | null = null, round = 1) => changeWords({ change, note, round }, life);
  expect([said("resolved"), said("accepted"), said("raised"), said("addressed", "why")]).toEqual([
    ...["closed", "accepted unresolved", "raised", "addressed"],
  ]);
  expect([said("addressed", offersResolution, 0), said("addressed", offersResolution)]).toEqual([
    ...["fix offered", "answer accepted"],
  ]);
  expect(Object.values(answerWords)).toEqual(["fixed", "fixed in part", "refused"]);
});

test("what breaks is short for a table: less of what is wrong where there is a failing case", () => {
  const sentence = (first: string) => `${first} ${"word ".repeat(18).trim()}.`;
  const [one, two, three] = [sentence("A"), sentence("B"), sentence("C")];
  const words = `${one} ${two} ${three}`;
  expect(brokenInShort({ words, failing_case: null })).toBe(`${one} ${two}`);
  expect(brokenInShort({ words, failing_case: "It fails." })).toBe(`${one} Failing case: It fails.`);
  expect(brokenInShort({ words: "", failing_case: `${words} ${words}` })).toBe(`${one} ${two}`);
});

test("of an item that resolves several, each with words behind its own marker, those behind it are quoted", () => {
  const closedBy = (id: string, ...lines: string[]) => {
    const said = (item: string) => (item === "C0101" ? [{ by: "Scone", lines }] : []);
    const closed = { by: ["Scone"], round: 1, item: "C0101", why: null };
    const one = { id, label: "It leaks", closed, answer: null } as unknown as TensionFacts;
    return wordsThatClosed(one, { said, label: () => "", offers: () => [], cited: [], isText: () => false });
  };
  const own = ["[RE:RESOLVE T0003] Retry-After is there.", "[RE:RESOLVE T0001]", "My wording of it too.", "In full."];
  expect(closedBy("T0003", ...own)).toBe("Retry-After is there.");
  expect(closedBy("T0001", ...own)).toBe("My wording of it too. In full.");
  const shared = ["[RE:RESOLVE T0003]", "[RE:RESOLVE T0001] Both are in the text."];
  for (const id of ["T0001", "T0003"]) expect(closedBy(id, ...shared)).toBe("Both are in the text.");
});
