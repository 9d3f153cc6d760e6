import { describe, expect, it } from "vitest";
import { dialogueOf, roundOf, textsOf } from "../../test/helpers/example-dialogue.ts";
import type { RoundRecord } from "./records.ts";
import { lastAsked, uncounted } from "./uncounted.ts";

const three = ["Muffin", "Cupcake", "Scone"];
const records = (...rounds: Partial<RoundRecord>[]) => ({
  records: dialogueOf({ rounds: rounds.map((round) => roundOf(three, round)) }).rounds,
});
const scones = (text: Partial<RoundRecord["texts"][number]>): Partial<RoundRecord> => {
  const [muffin, cupcake, scone] = textsOf(three);
  return { texts: [muffin!, cupcake!, { ...scone!, ...text }] };
};
const from = (facts: object) => ({ provenance: { ...textsOf(["Scone"])[0]!.provenance!, ...facts } });
/** Something in Scone's text was read. */
const read = { stances: [{ by: "scone", position: "APPROVE" as const, confidence: null, text: "", line: 1 }] };
const what = (round: Partial<RoundRecord>) => uncounted(records(round), "Scone").map((one) => one.what);

describe("what of an expert's text did not count", () => {
  it("is nothing where something in it could be read and nothing was dismissed, and before anything was asked", () => {
    expect(what(read)).toEqual([]);
    expect(uncounted({ records: [] }, "Scone")).toEqual([]);
    expect(uncounted(records(read), "Eclair")).toEqual([]);
    expect(uncounted(records({ texts: [] }), "Scone")).toEqual([]);
  });

  it("is all of it: absent, broken off, cut, answering no prompt; several at once", () => {
    expect(uncounted(records(scones({ state: "absent", lines: [], provenance: null })), "Scone")).toEqual([
      { round: 0, what: "absent" },
    ]);
    expect(what({ ...read, ...scones({ state: "incomplete" }) })).toEqual(["incomplete"]);
    expect(what({ ...read, ...scones(from({ cut: true })) })).toEqual(["cut"]);
    expect(what({ ...read, ...scones(from({ unasked: true })) })).toEqual(["unasked"]);
    expect(what(scones({ state: "incomplete", ...from({ cut: true }) }))).toEqual(["incomplete", "cut", "unmarked"]);
  });

  it.each<[string, Partial<RoundRecord>]>([
    ["an item", { mapping: { "SCONE-P0001": "P0001" } }],
    ["a reference", { refs: [{ kind: "SUPPORT", by: "Scone", from: null, target: "P0001", line: 1 }] }],
    ["a move", { moves: [{ kind: "CONVERGE", by: "Scone", from: null, targets: [], topic: null, line: 1 }] }],
    ["a stance", read],
    ["a dissent", { statements: [{ kind: "dissent", by: "Scone", label: null, lines: ["No."], line: 1 }] }],
    ["a signal", { signals: [{ by: "Scone", line: 1, counted: false, why: "it objects" }] }],
    [
      "a citation",
      {
        citations: [
          { by: "Scone", item: null, path: "a", from: 1, to: 1, words: null, result: "found", blob: null, line: 1 },
        ],
      },
    ],
  ])("is not called unmarked for %s, which nobody else's makes up for", (_, round) => {
    expect(what(round)).toEqual([]);
    expect(uncounted(records(round), "Muffin")).toEqual([{ round: 0, what: "unmarked" }]);
  });

  it("is each line the Judge dismissed, with its words, and whether anybody could read it", () => {
    const dismissed = [
      { local_id: null, expert: "scone", line: 2, reason: "typo" },
      { local_id: "SCONE-E0001", expert: "Scone", line: 3, reason: "hearsay" },
      { local_id: null, expert: "Muffin", line: 1, reason: "another's" },
      { local_id: null, expert: "Scone", line: 9, reason: "beyond" },
    ];
    const round = { ...scones({ lines: ["Hello.", "[SCONE-T: fatal]", "[SCONE-E0001: seen]"] }), dismissed };
    expect(uncounted(records(round), "Scone")).toEqual([
      { round: 0, what: "dismissed", dismissed: { line: 2, words: "[SCONE-T: fatal]", reason: "typo", unread: true } },
      {
        ...{ round: 0, what: "dismissed" },
        dismissed: { line: 3, words: "[SCONE-E0001: seen]", reason: "hearsay", unread: false },
      },
      { round: 0, what: "dismissed", dismissed: { line: 9, words: "", reason: "beyond", unread: true } },
    ]);
  });

  it("is of the last round in which they sat and were asked", () => {
    const asked = scones({ state: "absent", lines: [], provenance: null });
    const left = { ...asked, panel: roundOf(["Muffin", "Cupcake"], {}).panel! };
    const notAsked = scones({ state: "not_asked", lines: [], provenance: null });
    expect(lastAsked(records(read, asked, notAsked), "scone")?.round).toBe(1);
    expect(lastAsked(records(read, asked, left), "Scone")?.round).toBe(1);
    expect(lastAsked(records(notAsked), "Scone")).toBeUndefined();
    expect(uncounted(records(read, asked, notAsked), "Scone")).toEqual([{ round: 1, what: "absent" }]);
  });
});
