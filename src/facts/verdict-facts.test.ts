import { describe, expect, it } from "vitest";
import { dialogueOf, eventOf, itemOf, roundOf, type Sketch, signalsOf } from "../../test/helpers/example-dialogue.ts";
import { ownDialogues, ownRecords } from "../../test/helpers/own-view.ts";
import { foldLedger } from "../rules/ledger.ts";
import type { RoundRecord, VerdictRecord } from "../rules/records.ts";
import { answerSheet } from "../rules/round/revision.ts";
import { readSheet } from "../rules/round/sheet.ts";
import { brief, factsSchema } from "./schema.ts";
import { verdictFacts } from "./verdict-facts.ts";

const two = ["Muffin", "Scone"];
const signed = roundOf(two, { proposal: ["Use Postgres. One table."], signals: signalsOf(two) });
const unsigned = roundOf(two, {
  proposal: ["Use Postgres. One table."],
  items: [itemOf("T0001", "it loses payments", ["Muffin"])],
  tensions: [eventOf("T0001", "raised", { actors: ["Muffin"], item: "T0001" })],
});
const settings = { ...dialogueOf({}).opening.settings, max_rounds: 1 };
const provenance = { source: "draft", filed_by: null, filed_at: null, note: null } as const;

function facts(sketch: Sketch, reopenedBy: string | null = null) {
  const given = verdictFacts(dialogueOf(sketch), undefined, reopenedBy);
  expect(factsSchema.parse(given)).toEqual(given);
  return given;
}

describe("how a verdict came about", () => {
  const final: Partial<VerdictRecord> = { recommendation: ["Use Postgres. One table."], seen_by_panel: true };

  it("is converged, and in force", () => {
    expect(facts({ rounds: [signed], verdicts: [final] })).toMatchObject({
      how: "converged",
      in_force: true,
      forced: false,
      why: null,
      warning: null,
      superseded_by: null,
      verdict: { type: "final", round: 0, path: "round-0/verdict-final.json" },
    });
  });

  it("is forced, with its warning, and what stayed open", () => {
    const forced = { ...final, forced: true, warning: "It may lose payments." };
    expect(facts({ opening: { settings }, rounds: [unsigned], verdicts: [forced] })).toMatchObject({
      how: "forced",
      in_force: true,
      forced: true,
      warning: "It may lose payments.",
      signed: { count: 0, of: 2, by: [], text: "shown", asked: true },
      open: ["T0001"],
    });
    const described = { ...final, forced: true, warning: null, description: ["Warning:", "mind it."] };
    expect(facts({ opening: { settings }, rounds: [unsigned], verdicts: [described] })).toMatchObject({
      how: "refused", // the gate asks for the warning in a field of its own
      warning: null,
    });
  });

  it("is refused where the gate does not let it pass, and says why", () => {
    expect(facts({ rounds: [unsigned], verdicts: [final] })).toMatchObject({
      how: "refused",
      in_force: false,
      why: "its round did not converge",
    });
    const accepted = roundOf(two, {
      items: [itemOf("T0001", "lost", ["Muffin"])],
      tensions: [eventOf("T0001", "raised"), eventOf("T0001", "accepted", { note: "rare" })],
      signals: signalsOf(two),
    });
    expect(facts({ rounds: [accepted], verdicts: [final] })).toMatchObject({
      how: "refused",
      why: "it does not list exactly the tensions that were accepted unresolved",
    });
    expect(facts({ rounds: [accepted], verdicts: [{ ...final, tensions_accepted: ["T0001"] }] })).toMatchObject({
      how: "converged",
      accepted: ["T0001"],
      open: [],
      tensions: [{ closed: { by: ["Judge"], item: null, why: "rare" } }],
    });
  });

  it("is contested where a rival is on the same round", () => {
    const rival = { ...final, verdict_id: "other", recommendation: ["Use MongoDB."], supporting_experts: ["Scone"] };
    expect(facts({ rounds: [signed], verdicts: [final, rival] })).toMatchObject({
      how: "contested",
      in_force: false,
      why: "there is another final verdict on round 0",
      disagree: [{ as: "verdict", who: "Scone", position: "final", words: "Use MongoDB." }],
    });
  });

  it("is superseded by a later round, or by a dialogue that decided it anew", () => {
    const later = facts({ rounds: [signed, unsigned], verdicts: [{ ...final, round: 0 }] });
    expect(later).toMatchObject({
      how: "superseded",
      in_force: false,
      superseded_by: "round 1 of the same dialogue",
      signed: { count: 2, of: 2 },
      open: [],
      rounds: 1,
    });
    expect(facts({ rounds: [signed], verdicts: [final] }, "2026-04-01T1200Z-anew")).toMatchObject({
      how: "superseded",
      superseded_by: "2026-04-01T1200Z-anew",
      decided: { words: "Use Postgres." },
    });
    const forced = { ...final, forced: true, warning: "w" };
    expect(facts({ opening: { settings }, rounds: [unsigned], verdicts: [forced] }, "anew")).toMatchObject({
      how: "superseded",
      forced: true,
      warning: "w",
    });
  });

  it("is reviewed once the one look of a review is registered, until a second round makes a dialogue of it", () => {
    const review = { settings: { ...settings, method: "review" as const } };
    expect(facts({ opening: review, rounds: [] })).toMatchObject({ how: "undecided", review: true });
    expect(facts({ opening: review, rounds: [unsigned] })).toMatchObject({ how: "reviewed", review: true });
    expect(facts({ opening: review, rounds: [unsigned, signed] })).toMatchObject({ how: "undecided", review: false });
  });

  it("is closed or reviewed where nothing was decided", () => {
    const close = { verdict_id: "close", recommendation: [], description: ["Nobody moves."] };
    expect(facts({ rounds: [unsigned], verdicts: [{ ...close, verdict_type: "impasse" }] })).toMatchObject({
      how: "closed",
      why: "impasse",
      decided: { words: "", as: "nothing", by: null },
      signed: { text: null },
      judge: { recommendation: null, description: "Nobody moves." },
    });
    expect(facts({ rounds: [unsigned], verdicts: [{ ...close, verdict_type: "reviewed" }] })).toMatchObject({
      how: "reviewed",
      why: "reviewed",
    });
    expect(
      facts({ rounds: [unsigned, signed], verdicts: [{ ...close, round: 0, verdict_type: "impasse" }] }),
    ).toMatchObject({ how: "superseded", superseded_by: "round 1 of the same dialogue" });
  });

  it("is undecided without a final verdict", () => {
    expect(facts({})).toMatchObject({ how: "undecided", verdict: null, rounds: 0, signed: { count: 0, of: 0 } });
    expect(facts({ rounds: [unsigned] })).toMatchObject({ how: "undecided", why: null, decided: { as: "nothing" } });
    const interim = { verdict_id: "interim", verdict_type: "interim" as const, recommendation: ["Leaning to it."] };
    expect(facts({ rounds: [unsigned], verdicts: [interim] })).toMatchObject({
      how: "undecided",
      why: "an interim verdict is not the decision",
      judge: { recommendation: "Leaning to it." },
    });
  });

  it("says what it supersedes", () => {
    expect(facts({ opening: { reopens: "2026-01-01T1200Z-old" }, rounds: [signed], verdicts: [final] })).toMatchObject({
      supersedes: "2026-01-01T1200Z-old",
    });
  });
});

describe("who signed what", () => {
  const round = (more: Partial<RoundRecord>) => roundOf(two, { ...signed, ...more } as never);

  it("is whether the verdict's text is the one that the panel read", () => {
    const verdict = { recommendation: ["Use Postgres. One table. ", ""], seen_by_panel: true };
    const sight = (one: Partial<RoundRecord>, given: Partial<VerdictRecord> = verdict) =>
      facts({ rounds: [round(one)], verdicts: [given] });
    expect(sight({}).signed.text).toBe("shown");
    expect(sight({ proposal_shown: false }).signed.text).toBe("brought");
    const asks = ["a".repeat(64)];
    expect(sight({ proposal_shown: false, asks })).toMatchObject({
      signed: { text: "other" },
      decided: { as: "unknown" },
      judge: { recommendation: "Use Postgres. One table. \n" },
    });
    expect(sight({}, { ...verdict, seen_by_panel: false }).signed.text).toBe("other");
    expect(sight({}, { ...verdict, recommendation: ["Use Postgres.  One table."] }).signed.text).toBe("other");
    const other = sight({}, { recommendation: ["Move to MongoDB."], seen_by_panel: true });
    expect(other.signed.text).toBe("other");
    expect(other.judge.recommendation).toBe("Move to MongoDB.");
    expect(other.decided).toEqual({ words: "Use Postgres.", as: "first_sentence", by: "judge" });
    expect(sight({ proposal: null }, verdict)).toMatchObject({ signed: { text: "other" }, decided: { as: "unknown" } });
  });

  it("is not known where Blue did not ask; older records say nothing of it", () => {
    expect(facts({ rounds: [round({ asks: [] })] }).signed.asked).toBe(false);
    expect(facts({ rounds: [round({ asks: ["a".repeat(64)] })] }).signed.asked).toBe(true);
    expect(facts({ rounds: [round({})] }).signed.asked).toBe(true);
  });

  it("names who did not sign, and why", () => {
    const names = ["Muffin", "Scone", "Donut", "Eclair", "Brioche", "Cupcake"];
    const text = (expert: string, state: RoundRecord["texts"][number]["state"]) => ({
      ...{ expert, state, lines: state === "present" ? ["A text."] : [], provenance: null, others: [] },
    });
    const { signed: given } = facts({
      rounds: [
        roundOf(names, {
          texts: [
            text("Muffin", "present"),
            text("Scone", "present"),
            text("Donut", "absent"),
            text("Eclair", "not_asked"),
            text("Brioche", "incomplete"),
          ],
          signals: [
            { by: "Muffin", line: 1, counted: true, why: null },
            { by: "Scone", line: 1, counted: false, why: "the stance is REJECT" },
          ],
        }),
      ],
    });
    expect(given).toEqual({
      count: 1,
      of: 6,
      by: ["Muffin"],
      not: [
        { expert: "Scone", why: "the stance is REJECT" },
        { expert: "Donut", why: "absent" },
        { expert: "Eclair", why: "not asked" },
        { expert: "Brioche", why: "the draft is incomplete" },
        { expert: "Cupcake", why: "absent" },
      ],
      text: null,
      asked: true,
    });
    expect(facts({ rounds: [roundOf(two, {})] }).signed.not[0]).toEqual({ expert: "Muffin", why: "did not sign" });
  });
});

describe("a tension", () => {
  it("keeps its expert's name, with the author's answer and whose item closed it, worst first", () => {
    const [minor, critical] = [itemOf("T0001", "rows", ["Muffin"]), itemOf("T0002", "keys", ["Scone"])];
    const rounds = [
      roundOf(two, {
        items: [
          { ...minor, severity: "minor" },
          { ...critical, severity: "critical", own_label: "keys leak" },
        ],
        tensions: [eventOf("T0001", "raised"), eventOf("T0002", "raised")],
      }),
      roundOf(two, {
        revisions: [
          { alone: false, lines: ["x"], sheet: ["T0001 refused: too dear", "T0002 resolved: §2"], size: 1, provenance },
        ],
        items: [itemOf("C0101", "fine", ["Muffin"])],
        refs: [{ kind: "RESOLVE", by: "Muffin", from: "C0101", target: "T0001", line: 1 }],
        tensions: [
          eventOf("T0001", "resolved", { actors: ["Judge", "Muffin"], item: "C0101", note: "lives with it" }),
          eventOf("T0002", "addressed"),
        ],
      }),
    ];
    const given = facts({ rounds });
    expect(given.tensions).toEqual([
      {
        ...{ id: "T0002", label: "keys leak", renamed: "keys", severity: "critical", state: "addressed", round: 0 },
        ...{ raised_by: ["Scone"], answer: { answer: "resolved", text: "§2", round: 1 }, closed: null },
      },
      {
        ...{ id: "T0001", label: "rows", severity: "minor", state: "resolved", round: 0, raised_by: ["Muffin"] },
        answer: { answer: "refused", text: "too dear", round: 1 },
        closed: { by: ["Judge", "Muffin"], round: 1, item: "C0101", why: "lives with it" },
      },
    ]);
    expect(given).toMatchObject({ open: ["T0002"], refused: ["T0001"], accepted: [] });
    expect(given.judge.renamed).toEqual([{ id: "T0002", label: "keys leak", renamed: "keys" }]);
  });

  it("that was refused and is open is not among those accepted as such", () => {
    const rounds = [
      roundOf(two, { items: [itemOf("T0001", "rows", ["Muffin"])], tensions: [eventOf("T0001", "raised")] }),
      roundOf(two, { revisions: [{ alone: false, lines: ["x"], sheet: ["T0001 refused: no"], size: 1, provenance }] }),
    ];
    expect(facts({ rounds })).toMatchObject({ refused: [], open: ["T0001"] });
  });

  it.each(ownDialogues)("has the answers of the sheets, as their one reader reads them: %s", (topic) => {
    const records = ownRecords(topic);
    const ledger = foldLedger(records.opening, records.rounds);
    const last = new Map(
      records.rounds.flatMap(({ revisions = [] }) =>
        revisions
          .filter(({ alone }) => !alone)
          .flatMap(({ sheet }) => readSheet(ledger, sheet, answerSheet).answers)
          .map(({ id, answer }) => [id, answer] as const),
      ),
    );
    for (const { id, answer } of verdictFacts(records).tensions) expect(answer?.answer).toBe(last.get(id));
  });
});

it("a perspective that nobody answered is named, with the author's reason where it has one", () => {
  const items = ["P0001", "P0002", "P0003"].map((id) => itemOf(id, `label of ${id}`, ["Muffin"]));
  const sheet = ["P0001 taken: §2", "P0002 not taken: it is dear"];
  const revision = { alone: false, lines: ["Use Postgres."], sheet, provenance, size: 13 } as const;
  const revised = roundOf(two, {
    proposal: ["Use Postgres."],
    revisions: [{ ...revision, lines: [...revision.lines] }],
  });
  const said = facts({ rounds: [roundOf(two, { items }), { ...revised, signals: signalsOf(two) }], verdicts: [{}] });
  const of = { by: ["Muffin"], round: 0 };
  expect(said.not_taken_up).toEqual([
    { id: "P0002", label: "label of P0002", ...of, why: "it is dear" },
    { id: "P0003", label: "label of P0003", ...of, why: null },
  ]);
  expect(said.fresh).toBe(0);
});

describe("who disagrees", () => {
  it("is everybody whose last word is no agreement, what they stated, and words that count nowhere", () => {
    const discarded = [
      { round: 0, discarded_at: "x", reason: "once more", texts: [{ expert: "Scone", lines: ["No."] }] },
    ];
    const minority = {
      verdict_id: "minority",
      verdict_type: "minority" as const,
      recommendation: ["Wait."],
      supporting_experts: [],
    };
    const given = facts({
      rounds: [
        roundOf(two, {
          stances: [{ by: "Muffin", position: "REJECT", confidence: 0.8, text: "Never.", line: 3 }],
          statements: [{ kind: "dissent", by: "Zed", label: "too fast", lines: ["We were not asked."], line: 5 }],
          discarded,
          texts: [
            {
              ...{ expert: "Scone", state: "present", lines: ["a"], provenance: null },
              others: [{ lines: ["b"], provenance }],
            },
          ],
        }),
      ],
      verdicts: [{}, minority],
    });
    expect(given.disagree).toEqual([
      { who: "Muffin", role: "Muffin's role", as: "seated", round: 0, position: "REJECT (0.8)", words: "Never." },
      { who: "Scone", role: "Scone's role", as: "seated", round: 0, position: null, words: "" },
      {
        who: "Zed (guest)",
        role: null,
        as: "dissent",
        round: 0,
        position: null,
        words: "too fast\nWe were not asked.",
      },
      { who: "nobody named", role: null, as: "verdict", round: 0, position: "minority", words: "Wait." },
      { who: "Scone", role: null, as: "set_aside", round: 0, position: null, words: "once more" },
      { who: "Scone", role: null, as: "second_text", round: 0, position: null, words: "" },
    ]);
  });
});

describe("the Judge's words", () => {
  it("are never what was decided, whatever the headline says", () => {
    const verdict = {
      recommendation: ["Use Postgres. One table."],
      seen_by_panel: true,
      headline: "Move the whole ledger to MongoDB",
      decisions: [{ topic: "Store", decision: "MongoDB, sharded; Postgres is dropped" }],
      description: ["All agreed."],
      conditions: ["Soon."],
      vote: "2-0",
      confidence: "high",
      supporting_experts: ["Muffin"],
    };
    const given = facts({ rounds: [signed], verdicts: [verdict] });
    expect(given.decided.words).toBe("Use Postgres.");
    expect(given.judge).toMatchObject({
      headline: "Move the whole ledger to MongoDB",
      topics: verdict.decisions,
      description: "All agreed.",
      conditions: ["Soon."],
      vote: "2-0",
      confidence: "high",
      supporters: ["Muffin"],
      hand: { own_words: 4 },
    });
    const { decided, ...rest } = given;
    expect(JSON.stringify({ decided, ...rest, judge: null, warning: null })).not.toContain("Mongo");
  });

  it("do not count a headline that is the sentence the panel signed", () => {
    const round = roundOf(two, { ...signed, decision: { text: "Use Postgres.", by: "author" } } as never);
    expect(facts({ rounds: [round], verdicts: [{ headline: " Use Postgres. " }] }).judge).toMatchObject({
      headline: null,
      hand: { own_words: 0 },
    });
    expect(facts({ rounds: [round], verdicts: [{ headline: "Use MongoDB." }] }).judge).toMatchObject({
      headline: "Use MongoDB.",
      hand: { own_words: 1 },
    });
  });
});

describe("what it cost and what moved", () => {
  it("counts every run once, and leaves out a time in which nobody could have worked", () => {
    const own = { ...provenance, tokens: 40, seconds: 1.4, model: "large" };
    const text = { expert: "Muffin", state: "present" as const, lines: ["abc"], provenance: own, others: [] };
    const given = facts({
      rounds: [
        roundOf(two, { texts: [text], cross_checks: [{ by: "V", sheet: ["x"], provenance }] }),
        roundOf(two, { revisions: [{ alone: true, lines: ["x"], sheet: [], size: 1, provenance }] }),
      ],
    });
    expect(given.cost).toEqual({
      ...{ experts: 3, author: 1, verifiers: 1, runs: 5, bytes: 17, minutes: 30, tokens: 40, seconds: 1 },
      ...{ known_runs: 1, models: ["large"], only_model: null },
    });
    const at = (created_at: string) => facts({ opening: { created_at }, rounds: [roundOf(two, {})] }).cost.minutes;
    expect(at("2026-03-01T12:29:00Z")).toBeNull();
    expect(at("2026-03-01T12:28:00Z")).toBe(2);
    expect(facts({}).cost).toMatchObject({ minutes: null, tokens: null, seconds: null, runs: 0 });
  });

  it("says where the blind round stood and where the last one", () => {
    const stance = (by: string, position: "REJECT" | "APPROVE") => ({
      by,
      position,
      confidence: null,
      text: "",
      line: 1,
    });
    const rounds = [
      roundOf(two, { stances: two.map((by) => stance(by, "REJECT")) }),
      roundOf(two, { stances: [stance("Muffin", "APPROVE")] }),
    ];
    expect(facts({ rounds }).stood).toEqual({
      blind: { positions: { REJECT: 2 }, majority: "REJECT" },
      final: { positions: { APPROVE: 1, REJECT: 1 }, majority: null },
      moved: 1,
    });
  });
});

it("what the last round recommends and nobody adopted is a suggestion, unless it settles something", () => {
  const round = roundOf(two, {
    proposal: ["Use Postgres. One table."],
    items: ["R0001", "R0002", "R0003"].map((id) => itemOf(id, `do ${id}`, ["Scone"])),
    signals: signalsOf(two),
  });
  const verdict = { recommendation: ["Use Postgres. One table."], seen_by_panel: true };
  const { suggestions } = facts({
    rounds: [round],
    verdicts: [{ ...verdict, recommendations_adopted: ["R0001"], recommendations_rejected: ["R0003"] }],
  });
  expect(suggestions).toEqual([{ id: "R0002", by: ["Scone"], label: "do R0002" }]);
  expect(facts({ rounds: [round], verdicts: [] }).suggestions).toEqual([]);
  expect(verdictFacts(ownRecords("decision-rot")).suggestions.map(({ id }) => id)).toEqual(["R0201", "R0202", "R0203"]);
});

it("what who signed wrote beside the last signature is no part of the decision", () => {
  const say = (by: string, text: string) => ({ by, position: "APPROVE" as const, confidence: null, text, line: 3 });
  const wish = "I would still want a metric.";
  const rounds = [
    roundOf(two, { stances: [say("Muffin", "Not said last.")] }),
    { ...signed, round: 1, stances: [say("Scone", wish), say("Muffin", " "), say("Donut", "A guest.")] },
  ];
  const verdict = { recommendation: ["Use Postgres. One table."], seen_by_panel: true };
  expect(facts({ rounds, verdicts: [verdict] }).added).toEqual([{ by: "Scone", words: wish }]);
  expect(facts({ rounds, verdicts: [] }).added).toEqual([]);
});

it("in brief is how, who signed as two numbers, and what is open", () => {
  expect(brief(facts({ rounds: [unsigned] }))).toEqual({
    how: "undecided",
    signed: { count: 0, of: 2 },
    open: ["T0001"],
  });
});

it.each(ownDialogues)("is what its schema says: %s", (topic) => {
  const given = verdictFacts(ownRecords(topic));
  expect(factsSchema.parse(given)).toEqual(given);
});

describe("what the opening says", () => {
  const opening = (more: NonNullable<Sketch["opening"]>) => facts({ opening: more });

  it("is a review or not, and its question, or its title where it asks none", () => {
    expect(opening({ settings: { ...settings, method: "review" } }).review).toBe(true);
    expect(opening({ settings: { ...settings, method: "dialogue" } }).review).toBe(false);
    expect(opening({ settings }).review).toBe(false);
    expect(opening({ title: "Ledger", question: "Which store?" }).question).toBe("Which store?");
    expect(opening({ title: "Ledger", question: null }).question).toBe("Ledger");
  });

  it("names no dialogue that it supersedes where it goes on itself", () => {
    const { dialogue } = dialogueOf({}).opening;
    expect(opening({ reopens: dialogue }).supersedes).toBeNull();
    expect(opening({}).supersedes).toBeNull();
  });
});

describe("a verdict beside others", () => {
  const of = (sketch: Sketch, shown: number) => {
    const records = dialogueOf(sketch);
    return verdictFacts(records, records.verdicts[shown]);
  };
  const verdict = (verdict_type: VerdictRecord["verdict_type"], more: Partial<VerdictRecord> = {}) => ({
    ...{ verdict_id: verdict_type, verdict_type, recommendation: [`Words of ${verdict_type}.`], ...more },
  });

  it("that closed a round is superseded by a final one on it", () => {
    expect(of({ rounds: [signed], verdicts: [verdict("reviewed"), verdict("final")] }, 0)).toMatchObject({
      how: "superseded",
      superseded_by: "a final verdict on the same round",
      why: null,
    });
  });

  it("is not the decision if it speaks for a minority", () => {
    const { how, why } = of({ rounds: [unsigned], verdicts: [verdict("minority")] }, 0);
    expect([how, why]).toEqual(["undecided", "a minority verdict is not the decision"]);
  });

  it("is opposed by final ones on its round, and by every minority and dissent, not by others", () => {
    const description = ["It is dear.", "And slow."];
    const verdicts = [
      verdict("final", { round: 1 }),
      verdict("final", { round: 0, verdict_id: "old" }),
      verdict("interim"),
      verdict("minority", { round: 0, supporting_experts: [] }),
      verdict("dissent", { description, supporting_experts: ["Muffin", "Scone"] }),
    ];
    const { disagree } = of({ rounds: [signed, signed], verdicts }, 0);
    expect(disagree.filter(({ as }) => as === "verdict")).toEqual([
      ...[
        { who: "nobody named", round: 0, position: "minority", words: "Words of minority." },
        { who: "Muffin, Scone", round: 1, position: "dissent", words: "Words of dissent.\nIt is dear.\nAnd slow." },
      ].map((one) => ({ ...one, role: null, as: "verdict" })),
    ]);
    const undecided = facts({ rounds: [signed], verdicts: [verdict("interim"), verdict("dissent")] });
    expect(undecided.disagree.map(({ position }) => position)).toContain("dissent");
  });
});

it("a statement without a name is its lines, and what was set aside before the verdict counts nowhere", () => {
  const discarded = [
    { round: 0, discarded_at: "x", reason: "the draft was late", texts: [{ expert: "Scone", lines: ["No."] }] },
  ];
  const statements: RoundRecord["statements"] = [
    { kind: "dissent", by: "Muffin", label: null, lines: ["No."], line: 5 },
  ];
  const { disagree } = facts({ rounds: [{ ...signed, statements }], verdicts: [{ discarded }] });
  const one = { role: null, round: 0, position: null };
  expect(disagree).toEqual([
    { ...one, who: "Muffin", as: "dissent", words: "No." },
    { ...one, who: "Scone", as: "set_aside", words: "the draft was late" },
  ]);
});

it("a signature that did not count says so even where nobody wrote why", () => {
  const signals = [{ by: "Scone", line: 1, counted: false, why: null }];
  expect(facts({ rounds: [roundOf(two, { signals })] }).signed.not).toContainEqual({
    expert: "Scone",
    why: "no reason recorded",
  });
});

it("neither what settles an objection nor what the round put to its panel is a suggestion, and only the last round counts", () => {
  const items = ["R0101", "R0102", "R0103"].map((id) => itemOf(id, `do ${id}`, ["Scone"]));
  const tension = [itemOf("T0001", "it loses payments", ["Muffin"])];
  const { suggestions } = facts({
    rounds: [
      roundOf(two, {
        items: [...tension, itemOf("R0001", "do R0001", ["Scone"])],
        tensions: [eventOf("T0001", "raised", { actors: ["Muffin"], item: "T0001" })],
      }),
      {
        ...signed,
        items: [...items, itemOf("P0101", "no recommendation", ["Scone"])],
        refs: [{ kind: "RESOLVE", by: "Scone", from: "R0101", target: "T0001", line: 1 }],
        recommendations: ["R0102"],
      },
    ],
    verdicts: [{ recommendation: ["Use Postgres. One table."], seen_by_panel: true }],
  });
  expect(suggestions.map(({ id }) => id)).toEqual(["R0103"]);
});

it("the Judge's recommendation is shown only where it is not the text that the panel signed", () => {
  const judge = (recommendation: string[]) =>
    facts({ rounds: [signed], verdicts: [{ recommendation, seen_by_panel: true, description: ["One.", "Two."] }] })
      .judge;
  expect(judge(["Use Postgres. One table."])).toMatchObject({ recommendation: null, description: "One.\nTwo." });
  expect(judge(["Use MongoDB.", "Sharded."])).toMatchObject({ recommendation: "Use MongoDB.\nSharded." });
  expect(facts({ rounds: [signed] }).judge).toEqual({
    ...{ recommendation: null, headline: null, topics: [], description: "", conditions: [], vote: null },
    ...{ confidence: null, supporters: [], renamed: [], hand: expect.anything() },
  });
});
