import { describe, expect, it } from "vitest";
import { dialogueOf, eventOf, itemOf, roundOf } from "../../test/helpers/example-dialogue.ts";
import { foldLedger } from "../rules/ledger.ts";
import type { RoundRecord } from "../rules/records.ts";
import { changeOf, decidedBy, findAuthors } from "./decided.ts";
import { tensionFacts } from "./tensions.ts";

const two = ["Muffin", "Scone"];
const provenance = { source: "draft", filed_by: null, filed_at: null, note: null } as const;
const rewritten = (lines: string[], sheet: string[] = []): RoundRecord["revisions"] => [
  { alone: false, lines, sheet, size: 1, provenance },
];

function decided(round: Partial<RoundRecord>, subject?: string[]) {
  const opening =
    subject === undefined ? {} : { subject: { path: "docs/q.md", sha256: "a".repeat(64), lines: subject } };
  const { opening: record, rounds } = dialogueOf({ opening, rounds: [roundOf(two, round)] });
  const ledger = foldLedger(record, rounds);
  return decidedBy(ledger, tensionFacts(ledger));
}

/** Hard-wrapped prose under a title, a metadata line and SQL, as people write designs. */
const design = [
  "# Job queue",
  "",
  "Status: proposal. Author: the payments team. Date: 2026-11-17",
  "",
  "Jobs move from Redis into",
  "PostgreSQL, so that a retry",
  "charges once.",
  "",
  "```sql",
  "CREATE TABLE job_keys (key text PRIMARY KEY);",
  "```",
];

describe("what was decided", () => {
  it("is the sentence that was signed, and whose it is", () => {
    expect(decided({ proposal: design, decision: { text: "A retry charges once.", by: "author" } })).toEqual({
      words: "A retry charges once.",
      as: "sentence",
      by: "author",
    });
    expect(decided({ decision: { text: "Use REST.", by: "judge" } })).toEqual({
      words: "Use REST.",
      as: "sentence",
      by: "judge",
    });
  });

  it.each([
    ["one line", ["Use Postgres for the ledger. One table."], "Use Postgres for the ledger."],
    ["soft wraps", ["Use Postgres for", "the **ledger**. One table."], "Use Postgres for the ledger."],
    ["a title above it", ["# Ledger", "", "Use Postgres! Or not."], "Use Postgres!"],
    ["no full stop", ["Use Postgres for the ledger"], "Use Postgres for the ledger"],
  ])("is the first sentence of a text of one paragraph: %s", (_, proposal, words) => {
    expect(decided({ proposal })).toEqual({ words, as: "first_sentence", by: "judge" });
  });

  it.each([
    ["a design with a metadata line and SQL", design, "Job queue, as proposed"],
    ["a list", ["- one", "- two"], "API design, as proposed"],
    ["a table", ["| a | b |", "|---|---|"], "API design, as proposed"],
    ["a numbered list", ["1. one"], "API design, as proposed"],
    ["a quotation", ["> one"], "API design, as proposed"],
    ["code", ["```", "x", "```"], "API design, as proposed"],
    ["indented code", ["    x"], "API design, as proposed"],
    ["two paragraphs", ["One.", "", "Two."], "API design, as proposed"],
    ["a title in bold with closing signs", ["## **Queue** ##", "", "One.", "", "Two."], "Queue, as proposed"],
  ])("goes by the title of a longer text, never by its first line: %s", (_, proposal, words) => {
    expect(decided({ proposal })).toEqual({ words, as: "title", by: "judge" });
  });

  it("says who wrote the text, and how many objections it settled or refused", () => {
    const items = [itemOf("T0001", "keys", ["Muffin"]), itemOf("T0002", "rows", ["Scone"])];
    const tensions = ["T0001", "T0002"].flatMap((id) => [eventOf(id, "raised"), eventOf(id, "resolved")]);
    const revisions = rewritten(design, ["T0001 resolved: in the table", "T0002 refused: it costs little"]);
    expect(decided({ proposal: design, items, tensions, revisions }, ["# Job queue"])).toEqual({
      words: "Job queue, as rewritten: 2 objections settled, 1 of them refused",
      as: "title",
      by: "author",
    });
    expect(decided({ proposal: design, items, tensions: tensions.slice(0, 2) }, ["# Queue"])).toMatchObject({
      words: "Job queue, as rewritten: 1 objection settled",
      by: "judge",
    });
    expect(decided({ proposal: design }, [...design, ""])).toMatchObject({
      words: "Job queue, as it was",
      by: "subject",
    });
  });

  it("is the recommendations that stood, where neither text nor sentence was put to the panel", () => {
    const items = [itemOf("R0001", "a second key", ["Muffin"])];
    expect(decided({ items, recommendations: ["R0001", "R0002"] })).toEqual({
      words: "the recommendations that stood: R0001 a second key; R0002",
      as: "recommendations",
      by: null,
    });
    expect(decided({})).toEqual({ words: "API design: no text was put to the panel", as: "unknown", by: null });
    expect(decided({ recommendations: [] })).toMatchObject({ as: "unknown" });
  });
});

describe("the author's text", () => {
  it("is found by its lines, whatever the spaces at their ends, and the last of equal ones", () => {
    const { opening, rounds } = dialogueOf({
      rounds: [
        roundOf(two, { revisions: rewritten(["Use", " REST. "]) }),
        roundOf(two, { revisions: rewritten(["Use ", " REST.", ""]) }),
      ],
    });
    const ledger = foldLedger(opening, rounds);
    expect(findAuthors(["Use", " REST."], ledger)?.lines).toEqual(["Use ", " REST.", ""]);
    expect(findAuthors(["Use", "REST."], ledger)).toBeUndefined();
    expect(findAuthors(["Use REST."], ledger)).toBeUndefined();
  });
});

describe("how the text changed", () => {
  const change = (rounds: Partial<RoundRecord>[], subject?: string[]) => {
    const opening =
      subject === undefined ? {} : { subject: { path: "docs/q.md", sha256: "a".repeat(64), lines: subject } };
    const { opening: record, rounds: records } = dialogueOf({
      opening,
      rounds: rounds.map((one) => roundOf(two, one)),
    });
    return changeOf(foldLedger(record, records));
  };

  it("is counted in words from what the blind round read, not from the subject", () => {
    expect(change([{ proposal: ["one two"] }, { proposal: ["one two", "three"] }], ["one"])).toEqual({
      before: 2,
      after: 3,
    });
    expect(change([{}, { proposal: ["one  two"] }], ["one"])).toEqual({ before: 1, after: 2 });
    expect(change([{}, { proposal: ["one"] }])).toBeNull();
    expect(change([{ proposal: ["one"] }, {}])).toBeNull();
    expect(change([{ proposal: [""] }, { proposal: [""] }])).toEqual({ before: 0, after: 0 });
  });
});
