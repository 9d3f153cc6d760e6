import { describe, expect, it, test } from "vitest";
import { dialogueOf, eventOf, itemOf, rfcRounds, roundOf, textsOf } from "../../test/helpers/example-dialogue.ts";
import { foldLedger } from "./ledger.ts";
import { onlyResolver, type Provenance, type RoundRecord, type VerdictRecord } from "./records.ts";
import {
  decisionOf,
  judgesHand,
  lastStanceOf,
  ledgerAt,
  outcomeOf,
  sortedVerdicts,
  standingOf,
  verdictPath,
} from "./standing.ts";

const three = ["Muffin", "Cupcake", "Scone"];
const fold = (...rounds: Parameters<typeof roundOf>[1][]) => {
  const { opening, rounds: records } = dialogueOf({ rounds: rounds.map((round) => roundOf(three, round)) });
  return foldLedger(opening, records);
};

const unfinished = () => rfcRounds().slice(0, 2);

test("a final verdict is the decision only if the gate lets it pass over its round", () => {
  expect(decisionOf(dialogueOf({ rounds: rfcRounds(), verdicts: [{}] })).state).toBe("decided");
  const dialogue = dialogueOf({ rounds: unfinished(), verdicts: [{}] });
  expect(decisionOf(dialogue)).toMatchObject({ state: "refused", verdict: { verdict_id: "final" } });
  expect(standingOf(dialogue.verdicts[0]!, dialogue)).toBe("not in force: its round did not converge");
});

test("a final verdict that lists what was not accepted, or not what was, is refused by the gate", () => {
  const dialogue = dialogueOf({ rounds: rfcRounds(), verdicts: [{ tensions_accepted: ["T0001"] }] });
  expect(decisionOf(dialogue).state).toBe("refused");
  expect(standingOf(dialogue.verdicts[0]!, dialogue)).toContain("accepted unresolved");
});

test("a verdict the gate refuses beside one it lets pass contests nothing, and a closing ends the dialogue over it", () => {
  const earned = { verdict_id: "earned" };
  const beside = { verdict_id: "beside", tensions_accepted: ["T0001"] };
  expect(decisionOf(dialogueOf({ rounds: rfcRounds(), verdicts: [beside, earned] }))).toMatchObject({
    state: "decided",
    verdict: earned,
  });
  const close = { verdict_type: "impasse" as const, verdict_id: "close" };
  expect(decisionOf(dialogueOf({ rounds: unfinished(), verdicts: [{}, close] })).state).toBe("closed");
});

describe("the decision of a dialogue", () => {
  const state = (verdicts: Partial<VerdictRecord>[], rounds = rfcRounds()) =>
    decisionOf(dialogueOf({ rounds, verdicts }));
  const close = { verdict_type: "impasse" as const, verdict_id: "close" };

  it("is open without a verdict, and with one that decides nothing, which is shown", () => {
    expect(state([])).toEqual({ state: "open", verdict: undefined });
    const dissent = { verdict_type: "dissent" as const, verdict_id: "dissent" };
    expect(state([{ verdict_type: "interim", verdict_id: "a", round: 0 }, dissent])).toMatchObject({
      state: "open",
      verdict: dissent,
    });
  });

  it("is contested where two final verdicts earned it on the highest round; the earlier one is shown", () => {
    const [late, early] = [
      { verdict_id: "a", registered_at: "2026-03-02T12:00:00Z" },
      { verdict_id: "b", registered_at: "2026-03-01T12:00:00Z" },
    ];
    expect(state([late, early])).toMatchObject({ state: "contested", verdict: { verdict_id: "b" } });
  });

  it("is superseded by a later round: the last final verdict is shown, not what was said beside it", () => {
    const verdicts = [
      { verdict_id: "first", round: 1 },
      { verdict_id: "then", round: 1 },
      { ...close, round: 0 },
    ];
    expect(state(verdicts)).toMatchObject({ state: "superseded", verdict: { verdict_id: "then" } });
    expect(state([{ ...close, round: 0 }])).toMatchObject({ state: "open", verdict: close });
  });

  it("is closed by the last closing on the highest round, also before the first round", () => {
    const later = { ...close, verdict_type: "abandoned" as const, registered_at: "2026-03-09T12:00:00Z" };
    expect(state([later, close])).toMatchObject({ state: "closed", verdict: { verdict_type: "abandoned" } });
    expect(state([close], [])).toMatchObject({ state: "closed" });
  });
});

test("verdicts are in the order of rounds, then of registration, then of their names; those before any round come first", () => {
  const at = (verdict_id: string, round: number | null, registered_at = "2026-03-01T12:00:00Z") =>
    ({ verdict_id, round, registered_at }) as VerdictRecord;
  const sorted = [
    at("z", null, "2026-03-09T12:00:00Z"),
    at("late", 2, "2026-03-08T12:00:00Z"),
    at("b", 10, "2026-03-01T12:00:00Z"),
    at("c", 10, "2026-03-01T12:00:00Z"),
    at("a", 10, "2026-03-02T12:00:00Z"),
  ];
  const ids = (verdicts: VerdictRecord[]) => sortedVerdicts(verdicts).map(({ verdict_id }) => verdict_id);
  expect(ids(sorted)).toEqual(["z", "late", "b", "c", "a"]);
  expect(ids(sorted.toReversed())).toEqual(["z", "late", "b", "c", "a"]);
});

test("a list says of each verdict how it stands", () => {
  const close = { verdict_type: "impasse" as const, verdict_id: "close" };
  const standings = (verdicts: Partial<VerdictRecord>[], rounds = rfcRounds()) => {
    const dialogue = dialogueOf({ rounds, verdicts });
    return dialogue.verdicts.map((verdict) => standingOf(verdict, dialogue));
  };
  expect(standings([{}, { verdict_type: "minority", verdict_id: "m" }])).toEqual(["in force", "not the decision"]);
  expect(standings([{ round: 1 }])).toEqual(["superseded: round 2 is registered"]);
  expect(standings([{ ...close, round: 1 }])).toEqual(["superseded: round 2 is registered"]);
  expect(standings([close])).toEqual(["the dialogue is closed"]);
  expect(standings([close], [])).toEqual(["the dialogue is closed"]);
  expect(standings([{}, close])).toEqual(["in force", "not in force: a final verdict stands"]);
  expect(standings([{}, { verdict_id: "other" }])).toEqual([
    "contested: another final verdict stands on the same round",
    "contested: another final verdict stands on the same round",
  ]);
});

test("a verdict lies in its round's folder under its name, a closing under one name for all", () => {
  const path = (verdict: Partial<VerdictRecord>, rounds = rfcRounds()) =>
    verdictPath(dialogueOf({ rounds, verdicts: [verdict] }).verdicts[0]!);
  expect(path({ verdict_id: "final" })).toBe("round-2/verdict-final.json");
  expect(path({ verdict_type: "impasse", verdict_id: "given-up" })).toBe("round-2/verdict-close.json");
  expect(path({ verdict_type: "impasse" }, [])).toBe("verdict-close.json");
});

test("the ledger of a verdict holds the rounds up to its own: none where it was given before the first", () => {
  const dialogue = dialogueOf({ rounds: rfcRounds() });
  const roundsAt = (round: number | null) => ledgerAt(dialogue, { round }).rounds.map((one) => one.round);
  expect(roundsAt(1)).toEqual([0, 1]);
  expect(roundsAt(2)).toEqual([0, 1, 2]);
  expect(roundsAt(null)).toEqual([]);
  expect(ledgerAt(dialogue, undefined).rounds).toHaveLength(3);
  const known = foldLedger(dialogue.opening, dialogue.rounds);
  expect(ledgerAt(dialogue, { round: 2 }, known)).toBe(known);
  expect(ledgerAt(dialogue, { round: 1 }, known).rounds).toHaveLength(2);
});

test("a final verdict came about by converging, or was forced at the limit with a warning; else it is refused", () => {
  const outcome = (verdict: Partial<VerdictRecord>, rounds: Partial<RoundRecord>[], max_rounds = 2) => {
    const dialogue = dialogueOf({ rounds, verdicts: [verdict] });
    const opening = { ...dialogue.opening, settings: { ...dialogue.opening.settings, max_rounds } };
    return outcomeOf(dialogue.verdicts[0]!, foldLedger(opening, dialogue.rounds));
  };
  const forced = { forced: true, warning: "T0003 is open" };
  expect(outcome({}, rfcRounds())).toBe("converged");
  expect(outcome(forced, unfinished())).toBe("forced");
  expect(outcome({ ...forced, warning: null }, unfinished())).toBe("refused");
  expect(outcome(forced, unfinished(), 3)).toBe("refused");
  expect(outcome({}, unfinished())).toBe("refused");
  // What converged was not forced, whatever the record says.
  expect(outcome(forced, rfcRounds(), 9)).toBe("converged");
});

test("a last stance is the last one taken, by a member while seated or by a guest", () => {
  const stance = (by: string, position: "APPROVE" | "HOLD") => ({ by, position, confidence: null, text: "", line: 1 });
  const { rounds } = dialogueOf({
    rounds: [
      roundOf(three, { stances: [stance("Scone", "HOLD"), stance("scone", "APPROVE"), stance("Muffin", "HOLD")] }),
      roundOf(["Muffin", "Cupcake"], { stances: [stance("Scone", "HOLD")] }),
    ],
  });
  expect(lastStanceOf(rounds, "Scone", "member")).toMatchObject({ position: "APPROVE", round: 0 });
  expect(lastStanceOf(rounds, "Scone", "guest")).toMatchObject({ position: "HOLD", round: 1 });
  expect(lastStanceOf(rounds, "Cupcake", "member")).toBeNull();
});

describe("the Judge's hand", () => {
  it("counts what the Judge decided by itself, over all rounds", () => {
    const [text] = textsOf(["Muffin"]);
    const filed = { source: "expert_write" as const, filed_by: "Judge", filed_at: null, note: null };
    const own = { ...filed, source: "draft" as const, filed_by: null };
    const ledger = fold(
      {
        merged: [{ local_id: "SCONE-P0001", into: "P0001" }],
        dismissed: [{ local_id: null, expert: "Scone", line: 3, reason: "typo" }],
        discarded: [
          {
            round: 0,
            discarded_at: "",
            reason: "",
            texts: [
              { expert: "Muffin", lines: [] },
              { expert: "Scone", lines: [] },
            ],
          },
        ],
        texts: [
          {
            ...text!,
            provenance: filed,
            others: [
              { lines: [], provenance: { ...filed, source: "transcript" } },
              { lines: [], provenance: own },
            ],
          },
          { ...text!, expert: "Cupcake", state: "absent", provenance: null },
          { ...text!, expert: "Scone", state: "incomplete", provenance: { ...own, source: "adopted" } },
          { ...text!, expert: "Guest", provenance: { ...own, source: "guest" } },
        ],
      },
      {
        tensions: [eventOf("T0001", "accepted"), eventOf("T0002", "resolved")],
        merged: [{ local_id: "SCONE-P0101", into: "P0001" }],
      },
    );
    expect(judgesHand(ledger)).toEqual({
      merged: 2,
      renamed: 0,
      own_words: 0,
      dismissed: 1,
      discarded: 2,
      accepted: 1,
      filed: 2,
      guests: 1,
      absent: 1,
      incomplete: 1,
      rotated_out: 0,
    });
  });

  it("counts a guest's text under a member's name as a guest's", () => {
    const [text] = textsOf(["Muffin"]);
    const texts = [{ ...text!, provenance: { ...text!.provenance!, source: "guest" as const } }];
    expect(judgesHand(fold({ texts }))).toMatchObject({ guests: 1, filed: 0 });
  });

  it("has the player's hand beside it where a dialogue was played", () => {
    const played = { runs: [], left_out: ["a merge"], unreadable: 0 };
    expect(judgesHand(fold({ played }))).toHaveProperty("player");
  });

  it("counts who was rotated out, round by round", () => {
    const { opening, rounds } = dialogueOf({
      rounds: [roundOf(three, {}), roundOf(["Muffin", "Scone"], {}), roundOf(["Muffin", "Eclair"], {})],
    });
    expect(judgesHand(foldLedger(opening, rounds)).rotated_out).toBe(2);
    expect(judgesHand(foldLedger(opening, rounds), { since: 2 }).rotated_out).toBe(1);
  });

  it("counts what Blue proposed and what the Judge left to the only resolver apart, and names neither where there is none", () => {
    const merged = [
      { local_id: "SCONE-P0001", into: "P0001", proposed: true as const },
      { local_id: "SCONE-P0002", into: "P0001" },
    ];
    const tensions = [eventOf("T0001", "resolved", { note: onlyResolver }), eventOf("T0002", "resolved")];
    expect(judgesHand(fold({ merged, tensions }))).toMatchObject({ merged: 2, proposed: 1, only_resolver: 1 });
    expect(Object.keys(judgesHand(fold({})))).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/proposed|only_resolver|guests|player/)]),
    );
  });

  it("counts no line as dismissed by the Judge that a player could not read", () => {
    const line = { local_id: null, expert: "Scone", line: 3, reason: "unreadable" };
    const played = { runs: [], left_out: [], unreadable: 1 };
    expect(judgesHand(fold({ dismissed: [line, { ...line, line: 4, reason: "typo" }], played }))).toMatchObject({
      dismissed: 1,
    });
  });

  it("counts items that it calls otherwise than their experts", () => {
    const items = [
      { ...itemOf("P0001", "verbs, said twice", ["Scone"]), own_label: "verbs" },
      itemOf("P0002", "nouns", ["Scone"]),
      itemOf("P0003", "adverbs", ["Scone"]),
    ];
    expect(judgesHand(fold({ items })).renamed).toBe(1);
  });

  it("counts whoever somebody else filed for, an author's rewrite too, but not what an agent or a guest brought itself", () => {
    const [text] = textsOf(["Muffin"]);
    const by = (source: Provenance["source"]) => ({ source, filed_by: null, filed_at: null, note: null });
    const texts = (["draft", "adopted", "runner", "hook"] as const).map((source) => ({
      ...text!,
      provenance: by(source),
    }));
    const revisions = [{ alone: false, lines: ["New."], sheet: [], size: 4, provenance: by("expert_write") }];
    expect(judgesHand(fold({ texts, revisions }))).toMatchObject({ filed: 2 });
  });

  describe("at a verdict", () => {
    const own = (verdict: Partial<VerdictRecord>, decision?: string) => {
      const round = decision === undefined ? {} : { decision: { text: decision, by: "author" as const } };
      const { opening, rounds, verdicts } = dialogueOf({ rounds: [roundOf(three, round)], verdicts: [verdict] });
      return judgesHand(foldLedger(opening, rounds), { verdict: verdicts[0]! });
    };

    it("counts the Judge's own words: headline, topics, description, conditions", () => {
      expect(own({}).own_words).toBe(0);
      expect(own({ description: ["", "  "] }).own_words).toBe(0);
      const topics = [{ topic: "Keys", decision: "One each." }];
      const all = { headline: "One key each.", decisions: topics, description: ["So."], conditions: ["a", "b"] };
      expect(own(all as Partial<VerdictRecord>).own_words).toBe(5);
    });

    it("takes a headline that is the signed sentence for no word of the Judge's", () => {
      expect(own({ headline: " One key each. " }, "One key each.").own_words).toBe(0);
      expect(own({ headline: "Two keys each." }, "One key each.").own_words).toBe(1);
    });

    it("counts what was set aside between the last round and it", () => {
      const discarded = [{ round: 1, discarded_at: "", reason: "", texts: [{ expert: "Scone", lines: [] }] }];
      expect(own({ discarded }).discarded).toBe(1);
      expect(own({}).discarded).toBe(0);
    });
  });
});
