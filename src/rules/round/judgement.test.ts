import { expect, test } from "vitest";
import { composeRounds } from "../../../test/helpers/composed-rounds.ts";
import { panelOf } from "../../../test/helpers/example-dialogue.ts";
import { judgementOf } from "./judgement.ts";
import type { RoundInput } from "./round-input.ts";

const panel = panelOf(["Muffin", "Scone", "Eclair"]);

test("what the Judge handed in is found again in the record: texts, lists, merges, what was dismissed and decided", () => {
  const first: Partial<RoundInput> = {
    score_components: undefined,
    score: 7,
    expert_scores: { Muffin: 3 },
    summary: "Two lines\nof the Judge.",
    absent: ["Eclair"],
    incomplete: [],
    perspectives: [{ local_id: "SCONE-P0001", label: "verbs, said twice", merges: ["MUFFIN-P0001"] }],
    dismissed: [
      { local_id: "MUFFIN-E0001", reason: "hearsay" },
      { expert: "Scone", line: 5, reason: "Nobody can read it." },
    ],
    tension_updates: [{ id: "T0001", owner: "Scone", resolution_path: "measure it" }],
  };
  const second: Partial<RoundInput> = {
    absent: [],
    incomplete: ["Eclair"],
    merged_into: [{ local_id: "MUFFIN-T0101", id: "T0001" }],
    tension_updates: [{ id: "T0002", status: "accepted", reason: "cheap" }],
  };
  const third: Partial<RoundInput> = {
    tension_updates: [{ id: "T0001", status: "resolved", via: "C0201", note: "by measuring" }],
  };
  const records = composeRounds(panel, [
    {
      texts: {
        Muffin: "[MUFFIN-P0001: verbs]\nPlain.\n[MUFFIN-T0001: cost]\nDear.\n[MUFFIN-E0001: seen]\nOnce.",
        Scone: "[SCONE-P0001: verbs too]\nYes.\n[SCONE-T0001: late | minor]\nSo.\n[SCONE-T: broken]",
        Bob: "[BOB-P0001: and th",
      },
      judged: first,
    },
    {
      texts: {
        Muffin: "[MUFFIN-T0101: cost again]\nStill.",
        Scone: "Yes.",
        Eclair: "Yes.\n[ECLAIR-R0101: and th",
      },
      judged: second,
    },
    {
      texts: { Muffin: "Yes.", Scone: "[SCONE-C0201: measured]\n[RE:RESOLVE T0001]\nYes.", Eclair: "Yes." },
      judged: third,
    },
  ]);
  const [one, two, three] = records.map(judgementOf);
  const { score_components: _, ...given } = first;
  expect(one).toMatchObject({ ...given, merged_into: [] });
  expect(one).not.toHaveProperty("score_components");
  expect(one!.tensions).toEqual([
    { local_id: "MUFFIN-T0001", label: "cost", merges: [] },
    { local_id: "SCONE-T0001", label: "late", merges: [] },
  ]);
  expect(two).toMatchObject({ ...second, score_components: { W: 1, C: 1, T: 1, R: 1 } });
  expect(two).not.toHaveProperty("score");
  expect(three).toMatchObject(third);
});
