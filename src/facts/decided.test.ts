import { describe, expect, it } from "vitest";
import { dialogueOf, eventOf, itemOf, roundOf } from "../../test/helpers/example-dialogue.ts";
import { foldLedger } from "../rules/ledger.ts";
import type { RoundRecord } from "../rules/records.ts";
import { changeOf, decidedBy, decidedLines, findAuthors, seenByPanel } from "./decided.ts";
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
    ["signs inside its words", ["Use `a - b` | c, *not* 1) alone. Or so."], "Use `a - b` | c, *not* 1) alone."],
    ["a bold beginning and spaces", [" **Use**  Postgres - now", "  then. Or so."], "Use Postgres - now then."],
    ["no full stop", ["Use Postgres for the ledger"], "Use Postgres for the ledger"],
  ])("is the first sentence of a text of one paragraph: %s", (_, proposal, words) => {
    expect(decided({ proposal })).toEqual({ words, as: "first_sentence", by: "judge" });
  });

  it.each([
    ["a design with a metadata line and SQL", design, "Job queue, as proposed"],
    ["a list", ["- one", "- two"], "API design, as proposed"],
    ["a table", ["| a | b |", "|---|---|"], "API design, as proposed"],
    ["a numbered list", ["1. one"], "API design, as proposed"],
    ["a long numbered list", ["10. one"], "API design, as proposed"],
    ["a rule", ["One.", "---"], "API design, as proposed"],
    ["paragraphs parted by spaces", ["One.", "   ", "Two."], "API design, as proposed"],
    ["a title below other lines", ["Status: draft", "", "Nr. # 1", "", "# Queue", "", "One."], "Queue, as proposed"],
    ["a title with signs of its own", ["#  Issue #12 of C#", "", "One.", "", "Two."], "Issue #12 of C#, as proposed"],
    ["a quotation", ["> one"], "API design, as proposed"],
    ["code", ["```", "x", "```"], "API design, as proposed"],
    ["indented code", ["    x"], "API design, as proposed"],
    ["two paragraphs", ["One.", "", "Two."], "API design, as proposed"],
    ["a title in bold with closing signs", ["## **Queue** ##", "", "One.", "", "Two."], "Queue, as proposed"],
  ])("goes by the title of a longer text, never by its first line: %s", (_, proposal, words) => {
    expect(decided({ proposal })).toMatchObject({ words, as: "title", by: "judge" });
  });

  it.each([
    [
      "its first paragraph, not a line about it",
      design,
      "Jobs move from Redis into PostgreSQL, so that a retry charges once.",
    ],
    ["without emphasis", ["# Queue", "", "**Yes:** use it.", "", "Two."], "Yes: use it."],
    ["without its question", ["# Queue", "", "Is it safe? With a key it is.", "", "Two."], "With a key it is."],
    ["nothing where there is none", ["- one", "- two"], undefined],
  ])("of a longer text says how it begins: %s", (_, proposal, begins) => {
    expect(decided({ proposal }).begins).toBe(begins);
  });

  it("says who wrote the text, and how many objections it settled or refused", () => {
    const items = [itemOf("T0001", "keys", ["Muffin"]), itemOf("T0002", "rows", ["Scone"])];
    const tensions = ["T0001", "T0002"].flatMap((id) => [eventOf(id, "raised"), eventOf(id, "resolved")]);
    const revisions = rewritten(design, ["T0001 resolved: in the table", "T0002 refused: it costs little"]);
    expect(decided({ proposal: design, items, tensions, revisions }, ["# Job queue"])).toMatchObject({
      words: "Job queue, as rewritten: 2 objections settled, 1 of them refused",
      as: "title",
      by: "author",
    });
    expect(decided({ proposal: design, items, tensions: tensions.slice(0, 2) }, ["# Queue"])).toMatchObject({
      words: "Job queue, as rewritten: 1 objection settled",
      by: "judge",
    });
    expect(decided({ proposal: design, revisions: rewritten(design) })).toMatchObject({
      words: "Job queue, as rewritten",
      by: "author",
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
    expect(decided({ asks: [] }).words).toBe("API design: no text is on record");
    expect(decided({ asks: undefined }).words).toBe("API design: no text was put to the panel");
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

describe("the words that a verdict decides", () => {
  const { rounds } = dialogueOf({
    rounds: [roundOf(two, { proposal: ["Use SOAP."] }), roundOf(two, { proposal: ["Use REST. "] })],
  });

  it("are those of its round where they are the same, else its own", () => {
    expect(decidedLines({ recommendation: ["Use REST."], round: 1 }, rounds)).toEqual(["Use REST. "]);
    expect(decidedLines({ recommendation: ["Use REST."], round: 0 }, rounds)).toEqual(["Use REST."]);
    expect(decidedLines({ recommendation: ["Use SOAP.", ""], round: 0 }, rounds)).toEqual(["Use SOAP."]);
    expect(decidedLines({ recommendation: ["Use SOAP.", ""], round: 1 }, rounds)).toEqual(["Use SOAP.", ""]);
    expect(decidedLines({ recommendation: ["Use REST."], round: null }, rounds)).toEqual(["Use REST."]);
  });

  it("were seen by the panel only if they were shown to it and the verdict says so", () => {
    const sight = (round: Partial<RoundRecord>, seen_by_panel: boolean, recommendation = ["Use REST."]) => {
      const { opening, rounds, verdicts } = dialogueOf({
        rounds: [roundOf(two, { proposal: ["Use REST."], ...round })],
        verdicts: [{ recommendation, seen_by_panel }],
      });
      return seenByPanel(verdicts[0]!, foldLedger(opening, rounds));
    };
    expect(sight({}, true)).toBe("shown");
    expect(sight({}, false)).toBe("other");
    expect(sight({ proposal_shown: false }, false)).toBe("brought");
    expect(sight({ proposal_shown: false }, true)).toBe("brought");
    expect(sight({}, true, ["Use SOAP."])).toBe("other");
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
    expect(change([{ proposal: ["one", "two"] }, {}, { proposal: ["one"] }])).toEqual({ before: 2, after: 1 });
    expect(change([{ proposal: ["one"] }, {}])).toBeNull();
    expect(change([{ proposal: [""] }, { proposal: [""] }])).toEqual({ before: 0, after: 0 });
  });
});
