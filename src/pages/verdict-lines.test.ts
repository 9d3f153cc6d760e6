import { describe, expect, it } from "vitest";
import { dialogueOf, eventOf, itemOf, roundOf, type Sketch, signalsOf } from "../../test/helpers/example-dialogue.ts";
import type { VerdictFacts } from "../facts/schema.ts";
import { verdictFacts } from "../facts/verdict-facts.ts";
import { verdictLine, verdictLines } from "./verdict-lines.ts";

const two = ["Muffin", "Scone"];
const sketch: Sketch = {
  rounds: [roundOf(two, { proposal: ["Use Postgres. One table."], signals: signalsOf(two) })],
  verdicts: [{ recommendation: ["Use Postgres. One table."], seen_by_panel: true, supporting_experts: [] }],
};
const clean = () => verdictFacts(dialogueOf({ ...sketch, rounds: [{ ...sketch.rounds![0], stances: approving }] }));
const approving = two.map((by) => ({ by, position: "APPROVE" as const, confidence: null, text: "", line: 2 }));
const tension = (
  id: string,
  more: Partial<VerdictFacts["tensions"][number]> = {},
): VerdictFacts["tensions"][number] => ({
  ...{ id, label: `label of ${id}`, severity: null, state: "open", round: 0, raised_by: ["Muffin"], answer: null },
  closed: null,
  ...more,
});
const words = (facts: VerdictFacts, key: string) => verdictLines(facts).find((line) => line.key === key)!.words;
const changed = (change: Partial<VerdictFacts>): VerdictFacts => ({ ...clean(), ...change });

it("are eleven, always the same and in the same order, and say so where there is nothing to say", () => {
  expect(verdictLines(clean()).map(({ name, words, note }) => [name, words, note])).toEqual([
    ["Decided", "Use Postgres.", "the first sentence of the text, which is the Judge's"],
    ["How", "everybody agreed after 1 round", null],
    ["Signed by", "Muffin and Scone, 2 of 2 AI experts, this exact text", null],
    ["Still open", "no objection", null],
    ["Refused", "nothing", null],
    ["Still disagree", "nobody", null],
    ["Supersedes", "nothing", null],
    ["The Judge's own words", "none on the verdict", null],
    ["Rests on", "nothing to check", null],
    ["Cost", "2 expert runs, 1 h; tokens not recorded", null],
    [
      "One more look",
      "Too few to tell how many were missed: 0 objections by 2 experts, 0 of them found twice (it takes 8 by 3, 3 of them found twice).",
      null,
    ],
  ]);
  expect(verdictLine(clean())).toBe("Use Postgres.");
});

it("have one more where perspectives were not taken up, below what is open", () => {
  const one = { by: ["Muffin"], round: 0 };
  const not_taken_up = [
    { id: "P0001", label: "called by hand", ...one, why: null },
    { id: "P0002", label: "it is dear", ...one, by: two, why: "It is\npaid for." },
  ];
  const lines = verdictLines(changed({ not_taken_up }));
  const at = lines.findIndex(({ key }) => key === "open");
  expect(lines).toHaveLength(12);
  expect(lines[at + 1]).toEqual({
    key: "not_taken_up",
    name: "Remarks not taken up",
    words:
      "Muffin: called by hand (P0001, nobody answered); Muffin and Scone: it is dear (P0002, the author: “It is paid for.”)",
    note: null,
    short: null,
  });
  expect(lines.find(({ key }) => key === "open")?.words).toBe("no objection");
});

it("name in one line whatever of the first seven a reader must know, and nothing else", () => {
  const facts = changed({
    how: "forced",
    forced: true,
    warning: "It may lose payments.",
    signed: { count: 0, of: 2, by: [], not: [], text: "shown", asked: true },
    tensions: [tension("T0001", { severity: "critical" })],
    open: ["T0001"],
  });
  expect(verdictLine(facts)).toBe("Use Postgres. (forced, 0 of 2 signed, T0001 critical open)");
  const more = changed({
    how: "superseded",
    forced: true,
    superseded_by: "2026-anew",
    supersedes: "2026-old",
    tensions: ["T0001", "T0002", "T0003", "T0004", "T0005", "T0006"].map((id) => tension(id)),
    open: ["T0001", "T0002", "T0003", "T0004"],
    accepted: ["T0005"],
    refused: ["T0006"],
    disagree: [{ who: "Donut", role: null, as: "left", round: 1, position: "HOLD", words: "" }],
  });
  const seated = { who: "Muffin", role: null, as: "seated" as const, round: 1, position: "REJECT", words: "" };
  expect(verdictLine({ ...more, disagree: [...more.disagree, seated] })).toContain(", still disagree: Donut, Muffin,");
  expect(verdictLine(more)).toBe(
    "Use Postgres. (superseded by 2026-anew, forced, T0001, T0002, T0003, 1 more open, T0005 accepted unresolved, T0006 refused, left and still disagree: Donut, supersedes 2026-old)",
  );
});

describe("in one line", () => {
  it("a dialogue without a decision says what is left", () => {
    expect(verdictLine(changed({ how: "undecided", open: ["T0001"], fresh: 2 }))).toBe(
      "Not decided yet: 1 tension open, 2 new perspectives, 2 of 2 signed",
    );
    expect(verdictLine(changed({ how: "undecided", open: [], fresh: 0 }))).toBe(
      "Not decided yet: 0 tensions open, 0 new perspectives, 2 of 2 signed: ready for a verdict",
    );
    expect(verdictLine(changed({ how: "undecided", rounds: 0 }))).toBe("Not decided yet: no round is registered");
  });

  it("a review counts its findings by severity and has no signatures", () => {
    const tensions = [
      tension("T0001", { severity: "critical" }),
      tension("T0002", { severity: "minor" }),
      tension("T0003"),
    ];
    const found = {
      tensions,
      open: ["T0001", "T0002", "T0003"],
      decided: { words: "", as: "nothing", by: null },
    } as const;
    const reviewed = changed({ ...found, open: [...found.open], how: "reviewed", review: true });
    const line = "3 findings: 1 critical, 1 minor, 1 without a severity";
    expect(verdictLine(reviewed)).toBe(line);
    expect(verdictLine({ ...reviewed, how: "undecided" })).toBe(line);
    expect(words(reviewed, "signed")).toBe("nobody was asked to sign a review");
    expect(words(reviewed, "how")).toBe("reviewed in 1 round; a review decides nothing");
    expect(verdictLine(changed({ how: "reviewed", open: [] }))).toBe("0 findings");
  });

  it("a closing says that nothing was decided", () => {
    expect(verdictLine(changed({ how: "closed", why: "impasse" }))).toBe("Nothing was decided: closed as impasse");
  });

  it("a verdict that the gate refuses decides nothing, whatever it says", () => {
    expect(verdictLine(changed({ how: "refused", why: "its round did not converge" }))).toBe(
      "Nothing was decided; the words were: Use Postgres. (refused: its round did not converge)",
    );
  });
});

it("tell how a verdict came about", () => {
  const how = (change: Partial<VerdictFacts>) => words(changed(change), "how");
  expect(how({ how: "forced", forced: true, warning: "Mind\nit." })).toBe(
    "forced at the limit of 1 round; the Judge's warning: Mind it.",
  );
  expect(how({ how: "refused", why: "its round did not converge" })).toBe(
    "refused by the gate: its round did not converge",
  );
  expect(how({ how: "contested", why: "another" })).toBe("contested: another");
  expect(how({ how: "superseded", superseded_by: "x", forced: true, warning: "w" })).toBe(
    "superseded by x, and was forced; the Judge's warning: w",
  );
  expect(how({ how: "closed", why: "impasse", rounds: 2 })).toBe("closed as impasse after 2 rounds");
  expect(how({ how: "undecided", why: "an interim verdict is not the decision" })).toBe(
    "not decided after 1 round; an interim verdict is not the decision",
  );
});

it("tell whose sentence was signed", () => {
  const note = (as: VerdictFacts["decided"]["as"], by: VerdictFacts["decided"]["by"]) =>
    verdictLines(changed({ decided: { words: "x", as, by } }))[0]!.note;
  expect(note("sentence", "author")).toBe("the AI author's sentence, signed with the text");
  expect(note("sentence", "judge")).toBe("the Judge's sentence, shown to the panel before it signed");
  const forced = (by: "author" | "judge") =>
    verdictLines(
      changed({ decided: { words: "x", as: "sentence", by }, signed: { ...clean().signed, count: 0, by: [] } }),
    )[0]!.note;
  expect(forced("author")).toBe("the AI author's sentence, shown to the panel with the text");
  expect(forced("judge")).toBe("the Judge's sentence, shown to the panel");
  expect(note("title", "author")).toBe("the title of the AI author's text; no sentence was signed beside it");
  expect(note("title", "subject")).toBe("the title of the subject's text; no sentence was signed beside it");
  expect(note("recommendations", null)).toBe("no text and no sentence was put to the panel");
  expect(note("unknown", null)).toBeNull();
});

it("tell who signed, and what is not known of it", () => {
  const line = (signed: Partial<VerdictFacts["signed"]>) => {
    const facts = changed({ signed: { ...clean().signed, ...signed } });
    const { words, short } = verdictLines(facts).find(({ key }) => key === "signed")!;
    return [words, short];
  };
  expect(line({ text: "brought" })).toEqual([
    "Muffin and Scone, 2 of 2 AI experts; that they read this text is the Judge's word",
    "that they read it is the Judge's word",
  ]);
  expect(line({ text: "other" })).toEqual([
    "Muffin and Scone, 2 of 2 AI experts; the panel never saw the verdict's text",
    "the panel never saw the verdict's text",
  ]);
  expect(line({ asked: false })).toEqual([
    "Muffin and Scone, 2 of 2 AI experts, this exact text; Blue did not ask: what they read is not known",
    "Blue did not ask: what they read is not known",
  ]);
  const unsigned = ["Muffin", "Scone"].map((expert) => ({ expert, why: "did not sign" }));
  expect(line({ count: 0, by: [], text: null, not: unsigned })).toEqual(["nobody, 0 of 2", "0 of 2 signed"]);
  expect(line({ count: 0, by: [], text: "other", not: [{ expert: "Scone", why: "absent" }] })).toEqual([
    "nobody, 0 of 2; not Scone (absent); the panel never saw the verdict's text",
    "0 of 2 signed, the panel never saw the verdict's text",
  ]);
});

it("tell what is open, accepted, refused", () => {
  const facts = changed({
    tensions: [
      tension("T0001", { severity: "major" }),
      tension("T0002", { state: "accepted", closed: { by: ["Judge"], round: 0, item: null, why: "rare" } }),
      tension("T0003", { state: "resolved" }),
    ],
    open: ["T0001"],
    accepted: ["T0002"],
    refused: ["T0003"],
  });
  expect(words(facts, "open")).toBe(
    "T0001 major: label of T0001; accepted unresolved by the Judge: T0002 label of T0002 (rare)",
  );
  expect(words(facts, "refused")).toBe("label of T0003 (T0003)");
});

it("tell what was not done, or not all of it, whoever accepted it", () => {
  const closed = (...by: string[]) => ({ by, round: 1, item: "C0101", why: null });
  const answer = (answer: "resolved" | "refused", text: string) => ({ answer, text, round: 1 });
  const part = tension("T0002", {
    ...{ state: "resolved", closed: closed("Judge", "Scone"), answer: answer("resolved", "in part: Claim. No alarm.") },
  });
  const facts = changed({
    tensions: [
      tension("T0001", { state: "resolved", closed: closed("Muffin"), answer: answer("refused", "It is\nrare.") }),
      part,
    ],
    refused: ["T0001"],
    in_part: ["T0002"],
  });
  const lineOf = (wanted: string) => verdictLines(facts).find(({ key }) => key === wanted);
  expect(lineOf("refused")).toMatchObject({
    words: "label of T0001 (T0001, accepted by Muffin); the author: “It is rare.”",
    short: "T0001 refused",
  });
  expect(lineOf("in_part")).toMatchObject({
    words: "label of T0002 (T0002, accepted by Scone); the author: “Claim. No alarm.”",
    short: "T0002 fixed in part",
  });
  const against = tension("T0003", { answer: answer("refused", "It is rare.") });
  expect(words({ ...facts, tensions: [part, against], refused: [] }, "refused")).toMatch(
    /^1, not accepted by who raised it: label of T0003 \(T0003\); the author: “It is rare\.”$/,
  );
});

it("tell who disagrees in their own words, and what was not counted", () => {
  const said = (as: VerdictFacts["disagree"][number]["as"], position: string | null, words = "") => ({
    ...{ who: "Donut", role: "Cook", as, round: 1, position, words },
  });
  const line = (...disagree: VerdictFacts["disagree"]) => words(changed({ disagree }), "disagree");
  expect(line(said("left", "HOLD", "Not\nyet."))).toBe("Donut, Cook, left after round 1: HOLD “Not yet.”");
  expect(line(said("seated", null))).toBe("Donut, Cook: no stance");
  expect(line({ ...said("guest", "HOLD"), role: null })).toBe("Donut (guest), round 1: HOLD");
  expect(line(said("dissent", null, "No."))).toBe("Donut, Cook, dissent in round 1: “No.”");
  expect(line(said("minority_verdict", null, "No."))).toBe("Donut, Cook, minority verdict in round 1: “No.”");
  expect(line({ ...said("verdict", "minority", "Wait."), round: null })).toBe(
    "a minority verdict, supported by Donut: “Wait.”",
  );
  expect(line(said("set_aside", null), said("second_text", null))).toBe(
    "nobody; 1 draft set aside by the Judge, 1 second text not counted",
  );
  expect(verdictLine(changed({ disagree: [said("set_aside", null)] }))).toBe("Use Postgres.");
});

it("count what the Judge wrote and decided alone", () => {
  const { judge } = clean();
  const own = {
    ...judge,
    recommendation: "x",
    headline: "x",
    topics: [{ topic: "a", decision: "b" }],
    description: "d",
  };
  const more = { conditions: ["c", "d"], vote: "2-0", confidence: "high", supporters: ["Muffin"] };
  expect(words(changed({ judge: { ...own, ...more } }), "judge")).toBe(
    "the verdict's text, a headline, 1 topic, a description, 2 conditions, the vote, the confidence, who supports it",
  );
  const hand = { ...judge.hand, merged: 2, renamed: 1, own_words: 9 };
  expect(words(changed({ judge: { ...judge, hand } }), "judge")).toBe(
    "none on the verdict; what it decided alone: 2 items merged into others, 1 item renamed",
  );
});

it("tell what it rests on: outside first, quotes of the text apart, nothing is nothing to check", () => {
  const none = { citations: 0, not_found: 0, lost_by: [], files: [] };
  const some = (citations: number, lost_by: string[], ...files: string[]) => ({
    ...{ citations, not_found: lost_by.length, lost_by, files },
  });
  const line = (rests: Partial<VerdictFacts["rests"]>) =>
    words(
      changed({ rests: { items: [], carried: none, outside: none, debated: none, text: none, ...rests } }),
      "rests",
    );
  expect(line({ carried: some(1, [], "src/queue.py"), text: some(9, ["T0001"], "docs/q.md") })).toBe(
    "1 passage in src/queue.py, found; 9 quotations of the text itself, 1 not found (T0001)",
  );
  expect(line({ carried: some(3, [], "a", "b"), debated: some(2, ["E0001"], "c") })).toBe(
    "3 passages in a and b, found; 2 passages in c were cited in the debate, 1 not found (E0001)",
  );
  expect(line({ debated: some(1, [], "a"), text: some(9, ["T0001", "T0008"], "q") })).toBe(
    "the experts' reading of the texts, quoted 9 times, 2 not found (T0001, T0008); 1 passage in a was cited in the debate; not watched for changes",
  );
  expect(line({ debated: some(7, [], "a", "b", "c", "d") })).toBe(
    "nothing to check; 7 passages in 4 files were cited in the debate; not watched for changes",
  );
  expect(line({})).toBe("nothing to check");
  const review = changed({
    decided: { words: "", as: "nothing", by: null },
    rests: { items: [], carried: none, outside: some(2, ["T0001"], "a"), debated: none, text: some(1, [], "q") },
  });
  expect(words(review, "rests")).toBe("2 passages in a, 1 not found (T0001); 1 quotation of the text itself");
});

it("tell what it cost", () => {
  const line = (cost: Partial<VerdictFacts["cost"]>) => words(changed({ cost: { ...clean().cost, ...cost } }), "cost");
  expect(line({ experts: 9, author: 3, minutes: 3, bytes: 6000 })).toBe(
    "9 expert runs, 3 author runs, 3 minutes; tokens not recorded",
  );
  expect(line({ verifiers: 1, minutes: null, tokens: 42_000, known_runs: 1, runs: 2, models: ["large"] })).toBe(
    "2 expert runs, 1 verifier run; 42,000 tokens, known of 1 run of 2 (large)",
  );
  expect(line({ minutes: 226, tokens: 1, known_runs: 2 })).toContain("3 h 46 min; 1 tokens");
  expect(line({ minutes: 60 * 72 })).toContain("3 days");
});

it("name only the first of many, and count the rest", () => {
  const tensions = Array.from({ length: 12 }, (_, i) => tension(`T00${i + 10}`));
  const facts = changed({ tensions, open: tensions.map(({ id }) => id) });
  expect(words(facts, "open")).toMatch(/^T0010: .*; T0017: label of T0017; 4 more$/);
});

it("of a real forced verdict read as they should", () => {
  const settings = { ...dialogueOf({}).opening.settings, max_rounds: 1 };
  const round = roundOf(two, {
    proposal: ["Use Postgres."],
    items: [{ ...itemOf("T0001", "it loses payments", ["Muffin"]), severity: "critical" }],
    tensions: [eventOf("T0001", "raised", { actors: ["Muffin"], item: "T0001" })],
  });
  const verdict = {
    headline: "All experts agreed",
    recommendation: ["Use Postgres."],
    forced: true,
    warning: "w",
    seen_by_panel: true,
  };
  const facts = verdictFacts(dialogueOf({ opening: { settings }, rounds: [round], verdicts: [verdict] }));
  expect(verdictLine(facts)).toBe(
    "Use Postgres. (forced, 0 of 2 signed, T0001 critical open, still disagree: Muffin, Scone)",
  );
});
