import { describe, expect, it } from "vitest";
import { openingBody } from "../../../test/helpers/records.ts";
import { extendLedger, foldLedger, type Ledger } from "../ledger.ts";
import { toLines } from "../lines.ts";
import type { OpeningRecord, PanelMember, RoundRecord } from "../records.ts";
import { composeRound } from "./compose-round.ts";
import type { RoundInput } from "./round-input.ts";

const opening = { ...openingBody(), format: 1, self: "0".repeat(64) } as OpeningRecord;
const unset = { tier: null, relevance: null, focus: null, description: null, model: null, reason: null };
const panel = ["Muffin", "Scone"].map((name): PanelMember => ({ ...unset, name, role: name, source: "pool" }));
const own = { source: "draft", filed_by: null, filed_at: null, note: null } as const;

type Texts = Partial<Record<"Muffin" | "Scone", string>>;

function compose(ledger: Ledger, texts: Texts, input: Partial<RoundInput> = {}) {
  const drafts = panel.map(({ name }) => ({
    expert: name,
    path: `${name}.md`,
    lines: toLines(texts[name as "Muffin"] ?? "[MOVE:CONVERGE]"),
    provenance: own,
    others: [],
  }));
  const material = { ledger, round: ledger.records.length, panel, drafts, proposal: null, discarded: [] };
  const check = {
    registeredAt: "2026-03-01T12:30:00Z",
    checkCitation: () => ({ result: "found", blob: null }) as const,
  };
  return composeRound({ ...material, ...check }, { score_components: { W: 1, C: 1, T: 1, R: 1 }, ...input });
}

function after(ledger: Ledger, texts: Texts, input: Partial<RoundInput> = {}): Ledger {
  const { body, errors } = compose(ledger, texts, input);
  expect(errors).toEqual([]);
  return extendLedger(ledger, { ...body, format: 1, self: "1".repeat(64) } as RoundRecord);
}

const raised = () => after(foldLedger(opening, []), { Muffin: "[MUFFIN-T0001: cost]\nDear." });
const offered = () => after(raised(), { Scone: "[SCONE-R0101: cache it]\n[RE:RESOLVE T0001]\nCheap." });
const update = (one: NonNullable<RoundInput["tension_updates"]>[number]) => ({ tension_updates: [one] });

/** What is refused, as field, code, rule, message and advice. */
function refusals(ledger: Ledger, texts: Texts, input: Partial<RoundInput>) {
  return compose(ledger, texts, input).errors.map(({ field, value, code, constraint, message, suggestion }) => ({
    field,
    value,
    code,
    constraint,
    message,
    suggestion,
  }));
}

describe("the Judge closes a tension", () => {
  it("by the one item that resolves it, named by its global or its local ID, with the note or the reason", () => {
    for (const via of ["R0101", "r0101.", "SCONE-R0101"]) {
      const { body } = compose(offered(), {}, update({ id: "T0001", status: "resolved", via, note: "so" }));
      expect(body.tensions).toEqual([
        { id: "T0001", change: "resolved", actors: ["Judge", "Scone"], item: "R0101", note: "so" },
      ]);
      expect(body.counts.open_tensions).toEqual([]);
    }
    const { body } = compose(offered(), {}, update({ id: "T0001", status: "resolved", via: "R0101", reason: "why" }));
    expect(body.tensions[0]!.note).toBe("why");
    expect(
      compose(offered(), {}, update({ id: "T0001", status: "resolved", via: "R0101" })).body.tensions[0]!.note,
    ).toBeNull();
  });

  it("in the round that offers the resolver, too", () => {
    const texts = { Scone: "[SCONE-R0101: cache it]\n[RE:RESOLVE T0001]\nCheap." };
    const { body, errors } = compose(
      raised(),
      texts,
      update({ id: "MUFFIN-T0001", status: "resolved", via: "SCONE-R0101" }),
    );
    expect(errors).toEqual([]);
    expect(body.tensions).toEqual([
      { id: "T0001", change: "addressed", actors: ["Scone"], item: "R0101", note: "offers a resolution" },
      { id: "T0001", change: "resolved", actors: ["Judge", "Scone"], item: "R0101", note: null },
    ]);
  });

  it("never without a resolver that stands", () => {
    const close = (via?: string) => update({ id: "T0001", status: "resolved", ...(via === undefined ? {} : { via }) });
    const refused = (ledger: Ledger, input: Partial<RoundInput>) => refusals(ledger, {}, input)[0];
    expect(refused(raised(), close("T0001"))).toEqual({
      field: "tension_updates.0",
      value: "T0001",
      code: "no_resolver",
      constraint: "resolver_exists",
      message: "T0001 cannot be closed: no item resolves it",
      suggestion: "An expert must write an item with [RE:RESOLVE T0001].",
    });
    expect(refused(offered(), close())).toMatchObject({
      code: "no_resolver",
      constraint: "resolver_named",
      message: "Closing T0001 needs `via`: the one item that resolves it",
      suggestion: "Items that resolve it: R0101.",
    });
    expect(refused(offered(), close("T0001"))).toMatchObject({
      constraint: "resolver_named",
      message: "T0001 does not say that it resolves T0001",
    });
    const opposed = after(offered(), { Muffin: "[RE:OPPOSE R0101]\nNo." });
    expect(refused(opposed, close("R0101"))).toMatchObject({
      code: "no_resolver",
      constraint: "resolver_stands",
      message: "T0001 cannot be closed by R0101: Muffin opposes it",
      suggestion: "An expert must write an item with [RE:RESOLVE T0001].",
    });
  });

  it("never in the round that raises or reopens it", () => {
    const raising = {
      Muffin: "[MUFFIN-T0001: cost]\nDear.",
      Scone: "[SCONE-R0001: cache it]\n[RE:RESOLVE MUFFIN-T0001]\nCheap.",
    };
    const close = update({ id: "MUFFIN-T0001", status: "resolved", via: "SCONE-R0001" });
    expect(refusals(foldLedger(opening, []), raising, close)).toEqual([
      {
        field: "tension_updates.0",
        value: "MUFFIN-T0001",
        code: "invalid_status_transition",
        constraint: "panel_has_seen_it",
        message: "T0001 is raised in this round and cannot be closed in it",
        suggestion: "Let the panel answer it in the next round.",
      },
    ]);
    const reopening = { Muffin: "[RE:REOPEN T0001]\nNot enough." };
    for (const status of ["resolved", "accepted"] as const)
      expect(
        refusals(offered(), reopening, update({ id: "T0001", status, via: "R0101", reason: "so" }))[0],
      ).toMatchObject({
        code: "invalid_status_transition",
        constraint: "dispute_wins",
        message: "T0001 is reopened by a draft of this round",
      });
  });

  it("may accept it unresolved, with a reason that is not blank", () => {
    const accept = (one: object) => update({ id: "T0001", status: "accepted", ...one });
    for (const said of [{ reason: " a trade-off " }, { note: "a trade-off" }])
      expect(compose(raised(), {}, accept(said)).body.tensions).toEqual([
        { id: "T0001", change: "accepted", actors: ["Judge"], item: null, note: "a trade-off" },
      ]);
    for (const said of [{}, { reason: "  " }])
      expect(refusals(raised(), {}, accept(said))).toEqual([
        {
          field: "tension_updates.0",
          value: "T0001",
          code: "invalid_input",
          constraint: "acceptance_reason",
          message: "Accepting T0001 unresolved needs a `reason`",
          suggestion: "Say why the trade-off is acceptable; it is shown on the verdict.",
        },
      ]);
  });
});

describe("several tensions in one update", () => {
  const text =
    "[MUFFIN-T0001: a word | minor]\nOdd.\n\n[MUFFIN-T0002: a comma | minor]\nOdd.\n\n[MUFFIN-T0003: a leak | major]\nBad.\n\n[MUFFIN-T0004: a smell]\nHm.";
  const several = () => after(foldLedger(opening, []), { Muffin: text });

  it("are accepted with one reason when all of them are minor", () => {
    const { body, errors } = compose(
      several(),
      {},
      update({ id: "T0001, MUFFIN-T0002", status: "accepted", reason: "wording" }),
    );
    expect(errors).toEqual([]);
    expect(body.tensions).toEqual(
      ["T0001", "T0002"].map((id) => ({ id, change: "accepted", actors: ["Judge"], item: null, note: "wording" })),
    );
    expect(body.counts.open_tensions).toEqual(["T0003", "T0004"]);
  });

  it("are refused where one is anything but minor, or the status is another", () => {
    const accept = update({ id: "T0001, T0003, T0004", status: "accepted", reason: "wording" });
    expect(refusals(several(), {}, accept)).toEqual([
      {
        field: "tension_updates.0",
        value: "T0003",
        code: "invalid_input",
        constraint: "minor_together",
        message: "T0003 (major) needs an update of its own: together only minor tensions are accepted",
        suggestion: "Name it alone, with its own reason.",
      },
      expect.objectContaining({ value: "T0004", message: expect.stringContaining("T0004 (without a severity)") }),
    ]);
    expect(refusals(several(), {}, update({ id: "T0001, T0002", owner: "Muffin" }))).toMatchObject([
      { value: "T0001", constraint: "minor_together" },
      { value: "T0002", constraint: "minor_together" },
    ]);
  });

  it("are closed by the one item that resolves them, each checked by itself", () => {
    const drafts = { Scone: "[SCONE-C0101: all right]\n[RE:RESOLVE T0001] [RE:RESOLVE T0003]\nRead and tried." };
    const { body, errors } = compose(several(), drafts, update({ id: "T0001, T0003", via: "SCONE-C0101" }));
    expect(errors).toEqual([]);
    expect(body.tensions.filter(({ change }) => change === "resolved")).toMatchObject([
      { id: "T0001", item: "C0101" },
      { id: "T0003", item: "C0101" },
    ]);
    expect(refusals(several(), drafts, update({ id: "T0001, T0002", via: "SCONE-C0101" }))).toMatchObject([
      { field: "tension_updates.0", value: "T0002", code: "no_resolver" },
    ]);
  });
});

describe("a status that is not the Judge's to give", () => {
  it("is refused: only experts open, address and reopen; saying that it is open changes nothing", () => {
    const say = (status: "open" | "addressed" | "reopened" | "resolved") =>
      update({ id: "T0001", status, ...(status === "resolved" ? { via: "R0101" } : {}) });
    expect(compose(offered(), {}, say("open"))).toMatchObject({ errors: [], body: { tensions: [] } });
    expect(compose(offered(), {}, say("addressed"))).toMatchObject({ errors: [], body: { tensions: [] } });
    expect(refusals(offered(), {}, say("reopened"))[0]).toMatchObject({
      code: "invalid_status_transition",
      constraint: "tension_lifecycle",
      message: "T0001 is addressed; only experts can make it reopened",
      suggestion: "Only an expert's marker can do that, for example [RE:REOPEN T0001].",
    });
    const closed = after(offered(), {}, say("resolved"));
    for (const status of ["open", "addressed", "reopened"] as const)
      expect(refusals(closed, {}, say(status))[0]!.message).toBe(
        `T0001 is resolved; only experts can make it ${status}`,
      );
    expect(refusals(closed, {}, say("resolved"))[0]).toMatchObject({
      message: "T0001 is already resolved",
      suggestion: "Leave it out.",
    });
  });

  it("is refused twice for one tension, and for what is no tension or unknown", () => {
    const twice = [
      { id: "T0001", status: "open" as const },
      { id: "MUFFIN-T0001", status: "accepted" as const, reason: "so" },
    ];
    expect(refusals(raised(), {}, { tension_updates: twice })).toMatchObject([
      {
        field: "tension_updates.1",
        code: "invalid_input",
        constraint: "one_status",
        message: "T0001 gets two statuses in one call",
        suggestion: "Say one.",
      },
    ]);
    expect(refusals(offered(), {}, update({ id: "R0101", status: "open" }))).toMatchObject([
      {
        code: "invalid_entity_type",
        constraint: "tension",
        message: "R0101 is not a tension",
        suggestion: "Only tensions have a status.",
      },
    ]);
    expect(refusals(offered(), {}, update({ id: "T0909", status: "open" }))).toMatchObject([
      {
        code: "target_not_found",
        constraint: "known_tension",
        message: "There is no tension T0909",
        suggestion: "Name it by its global ID, or by its marker.",
      },
    ]);
  });
});

describe("who settles a tension, and how,", () => {
  it("is kept where it is said, with the list or with an update", () => {
    const listed = { tensions: [{ local_id: "MUFFIN-T0001", owner: "Scone" }, { local_id: "MUFFIN-T0002" }] };
    const texts = { Muffin: "[MUFFIN-T0001: cost]\nDear.\n\n[MUFFIN-T0002: time]\nLong." };
    expect(compose(foldLedger(opening, []), texts, listed).body.owners).toEqual([
      { id: "T0001", owner: "Scone", resolution_path: null },
    ]);
    expect(compose(raised(), {}, update({ id: "T0001", resolution_path: "measure" })).body.owners).toEqual([
      { id: "T0001", owner: null, resolution_path: "measure" },
    ]);
    expect(compose(raised(), {}, update({ id: "T0001", status: "open" })).body.owners).toEqual([]);
  });

  it("is not lost in silence: words that no event carries are refused with their field", () => {
    const lost = (one: object, status?: "open" | "accepted") =>
      refusals(raised(), {}, update({ id: "T0001", ...(status === undefined ? {} : { status }), ...one }));
    expect(lost({ note: "later" })).toEqual([
      {
        field: "tension_updates.0.note",
        value: "later",
        code: "invalid_input",
        constraint: "heard_with_status",
        message: "`note` of T0001 would be lost: it goes with a tension that closes",
        suggestion:
          "Say `status` (`resolved` or `accepted`) too; what is still to be done goes into `resolution_path`, anything else into `summary`.",
      },
    ]);
    expect(lost({ reason: "later" }, "open")).toMatchObject([{ field: "tension_updates.0.reason" }]);
    expect(lost({ via: "R0101", reason: "so" }, "accepted")).toMatchObject([
      { field: "tension_updates.0.via", suggestion: "Say `status`: `resolved` too, or leave it out." },
    ]);
  });
});

describe("what experts do to a tension", () => {
  it("is an event each: raised, raised again, addressed, offered a resolution, reopened while open", () => {
    const texts = {
      Muffin: "[RE:REOPEN T0001]\nStill.",
      Scone: "[SCONE-T0101: cost again]\nDear.\n\n[SCONE-P0101: a view]\n[RE:ADDRESS T0001]\nPartly.",
    };
    const { body } = compose(raised(), texts, { merged_into: [{ local_id: "SCONE-T0101", id: "T0001" }] });
    expect(body.tensions).toEqual([
      { id: "T0001", change: "raised", actors: ["Scone"], item: null, note: "raised again as SCONE-T0101" },
      { id: "T0001", change: "reopened", actors: ["Muffin"], item: null, note: null },
      { id: "T0001", change: "addressed", actors: ["Scone"], item: "P0101", note: null },
    ]);
  });
});
