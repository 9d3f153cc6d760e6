import { describe, expect, it } from "vitest";
import { composeRounds, opening } from "../../../test/helpers/composed-rounds.ts";
import { panelOf } from "../../../test/helpers/example-dialogue.ts";
import { foldLedger } from "../ledger.ts";
import { toLines } from "../lines.ts";
import { onlyResolver, type RoundRecord } from "../records.ts";
import { composeRound, leftToClose, type RoundMaterial } from "./compose-round.ts";
import type { RoundInput } from "./round-input.ts";

const panel = panelOf(["Muffin", "Scone"]);
const provenance = { source: "draft" as const, filed_by: null, filed_at: null, note: null };
const yes = { Muffin: "Yes.", Scone: "Yes." };

/** The next round over these records. */
function compose(
  records: RoundRecord[],
  texts: Record<string, string>,
  { judged = {}, ...material }: Partial<RoundMaterial> & { judged?: RoundInput } = {},
) {
  const drafts = Object.entries(texts).map(([expert, text]) => ({
    ...{ expert, path: `${expert}.md`, lines: toLines(text), others: [], provenance },
  }));
  return composeRound(
    {
      ...{ ledger: foldLedger(opening, records), round: records.length, panel, drafts, proposal: null, discarded: [] },
      ...{ registeredAt: "2026-03-01T12:30:00Z", checkCitation: () => ({ result: "found", blob: null }), ...material },
    },
    { score: 1, ...judged },
  );
}
const messages = ({ errors }: ReturnType<typeof compose>) => errors.map(({ message }) => message);

describe("the record of a round", () => {
  it("has what was shown and asked, where there was something", () => {
    const revision = { alone: false, lines: ["New."], sheet: [], size: 4, provenance };
    const check = { by: "Eclair", sheet: [], provenance };
    const given = {
      decision: { text: "One key.", by: "judge" as const },
      recommendations: ["R0001"],
      asks: ["a".repeat(64)],
      asked: "sign" as const,
      directives: [{ expert: "Muffin", directive: ["Read §4."], focus: null }],
      played: { runs: [], left_out: [], unreadable: 0 },
    };
    const all = { ...given, proposal: "One.\nTwo.", proposalShown: false, revisions: [revision], crossChecks: [check] };
    expect(compose([], yes, all).body).toMatchObject({
      ...given,
      ...{ proposal: ["One.", "Two."], proposal_shown: false, revisions: [revision], cross_checks: [check] },
      ...{ kind: "round", round: 0, prev: opening.self, dialogue: opening.dialogue },
    });
  });

  it("leaves out what was not", () => {
    const bare = Object.keys(
      compose([], yes, { revisions: [], crossChecks: [], directives: [], proposalShown: false }).body,
    );
    for (const key of ["proposal_shown", "decision", "recommendations", "asks", "revisions", "cross_checks", "asked"])
      expect(bare).not.toContain(key);
    for (const key of ["directives", "past_limit", "played", "later_looks"]) expect(bare).not.toContain(key);
    expect(compose([], yes, { proposal: "One.", proposalShown: true }).body).not.toHaveProperty("proposal_shown");
    expect(compose([], yes, { asks: [] }).body.asks).toEqual([]);
  });

  it("says that it is past the limit once as many rounds are registered", () => {
    const limit = { ...opening, settings: { ...opening.settings, max_rounds: 2 } };
    const at = (round: number) => compose([], yes, { ledger: foldLedger(limit, []), round }).body.past_limit;
    expect([at(1), at(2), at(3)]).toEqual([undefined, true, true]);
  });

  it("keeps a score as a sum where the Judge did not split it", () => {
    const scores = (judged: RoundInput) => compose([], yes, { judged }).body.scores;
    expect(scores({ score: 7, expert_scores: { Muffin: 3 } })).toEqual({
      W: 0,
      C: 0,
      T: 0,
      R: 0,
      total: 7,
      experts: { Muffin: 3 },
    });
    const split = { W: 1, C: 2, T: 3, R: 4 };
    expect(scores({ score_components: split, score: 10 })).toEqual({ ...split, experts: {} });
  });

  it("has a place for everybody who sat, and for a citation what was found and in which item", () => {
    const { body } = compose(
      [],
      { Muffin: "[MUFFIN-E0001: seen]\nOnce.\n[CITE a.md#L1-L2]", Scone: "[CITE b.md]" },
      {
        checkCitation: ({ path }) => ({ result: path === "a.md" ? "found" : "file_missing", blob: null }),
      },
    );
    expect(body.citations).toMatchObject([
      { by: "Muffin", item: "E0001", path: "a.md", from: 1, to: 2, result: "found", line: 3 },
      { by: "Scone", item: null, path: "b.md", from: null, result: "file_missing" },
    ]);
    const absent = compose([], { Muffin: "Yes." }, { judged: { absent: ["Scone"] } });
    expect(absent.body.texts[1]).toEqual({ expert: "Scone", state: "absent", lines: [], provenance: null, others: [] });
  });
});

describe("a perspective is new", () => {
  const first = composeRounds(panel, [{ texts: { ...yes, Muffin: "[MUFFIN-P0001: verbs]\nPlain." } }]);
  const fresh = (text: string, scone = "Yes.", judged: RoundInput = {}) =>
    compose(first, { Muffin: text, Scone: scone }, { judged }).body.items.map(({ new: isNew }) => isNew);

  it("unless its own marker refines one of an earlier round", () => {
    expect(fresh("[MUFFIN-P0101: nouns]\nPlain.")).toEqual([true]);
    expect(fresh("[MUFFIN-P0101: nouns]\n[RE:REFINE P0001]\nPlain.")).toEqual([false]);
    expect(fresh("[MUFFIN-P0101: nouns]\n[RE:SUPPORT P0001]\nPlain.")).toEqual([true]);
    expect(fresh("[MUFFIN-P0101: a]\nA.\n[MUFFIN-P0102: b]\n[RE:REFINE P0001]\nB.")).toEqual([true, false]);
    expect(fresh("[MUFFIN-P0101: a]\nA.\n[MUFFIN-P0102: b]\n[RE:REFINE MUFFIN-P0101]\nB.")).toEqual([true, true]);
  });

  it("unless every marker that it was made of does", () => {
    const merged = { perspectives: [{ local_id: "MUFFIN-P0101", merges: ["SCONE-P0101"] }] };
    const refines = (name: string) => `[${name}-P0101: finer]\n[RE:REFINE P0001]\nSo.`;
    expect(fresh(refines("MUFFIN"), refines("SCONE"), merged)).toEqual([false]);
    expect(fresh(refines("MUFFIN"), "[SCONE-P0101: finer]\nSo.", merged)).toEqual([true]);
  });

  it("and nothing else ever is", () => {
    expect(fresh("[MUFFIN-R0101: do it]\nNow.")).toEqual([false]);
  });
});

describe("closing by the count", () => {
  const raised = composeRounds(panel, [
    { texts: { ...yes, Muffin: "[MUFFIN-T0001: cost]\nDear.\n[MUFFIN-T0002: late]\nSo." } },
  ]);
  const one = { Muffin: "[MUFFIN-C0101: measured]\n[RE:RESOLVE T0001]\nYes.", Scone: "Yes." };
  const states = (judged: RoundInput, texts: Record<string, string> = one) => {
    const composed = compose(raised, texts, { judged });
    return { open: composed.body.counts.open_tensions, errors: composed.errors.length, composed };
  };

  it("closes what only one item resolves, when the count after it was sent as a number or as IDs", () => {
    expect(states({ open_tensions: 1 })).toMatchObject({ open: ["T0002"], errors: 0 });
    expect(states({ open_tensions: ["t0002"] })).toMatchObject({ open: ["T0002"], errors: 0 });
    const { tensions } = states({ open_tensions: 1 }).composed.body;
    expect(tensions.at(-1)).toMatchObject({ id: "T0001", change: "resolved", item: "C0101", note: onlyResolver });
  });

  it("closes nothing by any other count, or without one", () => {
    expect(states({})).toMatchObject({ open: ["T0001", "T0002"], errors: 0 });
    expect(states({ open_tensions: 2 })).toMatchObject({ open: ["T0001", "T0002"], errors: 0 });
    expect(states({ open_tensions: ["T0001"] })).toMatchObject({ open: ["T0001", "T0002"], errors: 1 });
    expect(states({ open_tensions: 0 })).toMatchObject({ open: ["T0001", "T0002"], errors: 1 });
  });

  it("leaves it to the Judge who closes something by name", () => {
    const both = { ...one, Scone: "[SCONE-C0101: fast]\n[RE:RESOLVE T0002]\nYes." };
    const closing = { tension_updates: [{ id: "T0002", status: "resolved" as const, via: "C0102" }] };
    expect(states(closing, both)).toMatchObject({ open: ["T0001"], errors: 0 });
  });

  it("is offered where a registration closed nothing and could have", () => {
    const left = (judged: RoundInput, texts: Record<string, string> = one) =>
      leftToClose(judged, states(judged, texts).composed.ledger);
    expect(left({})).toEqual([
      "Closed nothing: T0001 (by C0101) could close. Say so with `open_tensions`: 1 (it closes what only one item resolves) or with `tension_updates`, in the call that registers the round; now it takes the next one.",
    ]);
    const two = { ...one, Scone: "[SCONE-C0101: cached]\n[RE:RESOLVE T0001]\nYes." };
    expect(left({}, two)).toEqual([
      "Closed nothing: T0001 (by C0101 or C0102) could close. Say so with `tension_updates`, in the call that registers the round; now it takes the next one.",
    ]);
    expect(left({ open_tensions: 2 })).toEqual([]);
    const both = { ...one, Scone: "[SCONE-C0101: fast]\n[RE:RESOLVE T0002]\nYes." };
    expect(left({ tension_updates: [{ id: "T0002", status: "resolved", via: "C0102" }] }, both)).toEqual([]);
    expect(left({ tension_updates: [{ id: "T0002", status: "accepted", reason: "cheap" }] })).toEqual([]);
    expect(left({ tension_updates: [{ id: "T0001", owner: "Scone" }] })).toHaveLength(1);
    expect(left({}, yes)).toEqual([]);
    expect(left({ tension_updates: [{ id: "T0001", status: "resolved", via: "C0101" }] })).toEqual([]);
  });
});

describe("what is told with the round", () => {
  it("names a signal that does not count, where a count that was sent differs", () => {
    const texts = { ...yes, Muffin: "[MOVE:CONVERGE]\n[MUFFIN-T0001: cost]\nDear." };
    const [error] = compose([], texts, { judged: { converge_signals: 1 } }).errors;
    expect(JSON.stringify(error)).toContain(
      "Muffin, line 1: the signal does not count: MUFFIN-T0001 raises a tension.",
    );
  });

  it("refuses a player who claims more unreadable lines than were dismissed as such", () => {
    const texts = { ...yes, Scone: "[SCONE-T: broken]" };
    const dismissed = (reason: string) => ({ dismissed: [{ expert: "Scone", line: 1, reason }] });
    const played = { runs: [], left_out: [], unreadable: 1 };
    expect(messages(compose([], texts, { judged: dismissed("unreadable"), played }))).toEqual([]);
    expect(messages(compose([], texts, { judged: dismissed("typo"), played }))).toEqual([
      "The player says that it dismissed 1 unreadable lines; there are 0",
    ]);
  });

  it("keeps what was set aside before it, and no words of a Judge who wrote none", () => {
    const discarded = [{ round: 0, discarded_at: "", reason: "again", texts: [{ expert: "Scone", lines: ["No."] }] }];
    expect(compose([], yes, { discarded }).body).toMatchObject({ discarded, judge: [] });
  });

  it("keeps the faults that a line is to blame for apart from the others", () => {
    const { errors, faults } = compose([], { Muffin: "[RE:RESOLVE T0009]" });
    expect(errors.length).toBeGreaterThan(faults.length);
    expect(faults).toHaveLength(1);
  });
});
