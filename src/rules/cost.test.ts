import { describe, expect, it } from "vitest";
import { dialogueOf, roundOf, textsOf } from "../../test/helpers/example-dialogue.ts";
import { costOf } from "./cost.ts";
import type { Provenance, RoundRecord } from "./records.ts";
import { runsOf } from "./written.ts";

const own: Provenance = { source: "draft", filed_by: null, filed_at: null, note: null };
const text = (expert: string, provenance: Partial<Provenance> = {}, lines = ["A text."]) => ({
  ...textsOf([expert])[0]!,
  lines,
  provenance: { ...own, ...provenance },
});
const recordsOf = (...rounds: Partial<RoundRecord>[]) =>
  dialogueOf({ rounds: rounds.map((round) => roundOf(["Muffin", "Scone"], round)) }).rounds;

const run: NonNullable<Provenance["run"]> = {
  ...{ runner: "api", version: null, asked: null, model: "small", confined: true, endpoint: null, shelf_sha256: null },
  ...{ prompt_sha256: "a".repeat(64), answer_sha256: "b".repeat(64), unwrapped: false, masked: 0, tools: {} },
  ...{ tokens: { input: 900, cached: 5000, output: 100 }, usd: null, seconds: 20 },
};

describe("what a dialogue cost", () => {
  it("counts every run by what it wrote as: experts, also those set aside, the author, verifiers", () => {
    const records = recordsOf(
      { discarded: [{ round: 0, discarded_at: "", reason: "", texts: [{ expert: "Scone", lines: ["Set aside."] }] }] },
      {
        texts: [text("Muffin"), { ...text("Scone"), state: "absent", lines: [], provenance: null }],
        revisions: [{ alone: false, lines: ["New."], sheet: [], size: 4, provenance: own }],
        cross_checks: [{ by: "Eclair", sheet: ["T0001 refuted: ran it"], provenance: own }],
      },
    );
    expect(costOf(records)).toMatchObject({ rounds: 2, experts: 4, author: 1, verifiers: 1, runs: 6 });
    expect(runsOf(records)).toBe(6);
    expect(runsOf(records, "expert")).toBe(4);
    expect(runsOf(records, "author")).toBe(1);
  });

  it("counts no run for a second text under one name", () => {
    const twice = {
      ...text("Muffin", { tokens: 10 }),
      others: [{ lines: ["Again."], provenance: { ...own, tokens: 7 } }],
    };
    expect(costOf(recordsOf({ texts: [twice] }))).toMatchObject({
      experts: 1,
      runs: 1,
      known: { runs: 1, tokens: 10 },
    });
  });

  it("counts the bytes of the experts' drafts alone, line ends between lines included", () => {
    const [record] = recordsOf({
      texts: [text("Muffin", {}, ["é", "b"])],
      revisions: [{ alone: false, lines: ["A long new text."], sheet: [], size: 16, provenance: own }],
    });
    expect(costOf([record!]).bytes).toBe(4);
  });

  it("sums tokens and seconds over the runs that say them, and says of how many", () => {
    const records = recordsOf({
      texts: [text("Muffin", { tokens: 300, model: "small" }), text("Scone", { seconds: 4.5, model: "large" })],
      revisions: [
        {
          alone: false,
          lines: ["New."],
          sheet: [],
          size: 4,
          provenance: { ...own, tokens: 20, seconds: 1, model: "small" },
        },
      ],
      cross_checks: [{ by: "Eclair", sheet: [], provenance: { ...own, model: "unknown cost" } }],
    });
    expect(costOf(records).known).toEqual({ runs: 3, tokens: 320, seconds: 5.5, models: ["small", "large"] });
  });

  it("believes a played run before a hook: what it read and wrote, without what came from a cache", () => {
    const played = text("Muffin", { tokens: 1, model: "the hook's", run });
    expect(costOf(recordsOf({ texts: [played] })).known).toEqual({
      runs: 1,
      tokens: 1000,
      seconds: 20,
      models: ["small"],
    });
    const silent = text("Muffin", { run: { ...run, model: null, tokens: null } });
    expect(costOf(recordsOf({ texts: [silent] })).known).toEqual({ runs: 1, tokens: 0, seconds: 20, models: [] });
  });
});
