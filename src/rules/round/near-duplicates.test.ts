import { describe, expect, it } from "vitest";
import { truth } from "../../../test/helpers/truth.ts";
import { scanDraft } from "../../drafts/scan-draft.ts";
import { toLines } from "../lines.ts";
import { nearDuplicates, type Wording } from "./near-duplicates.ts";

const { drafts, mapping } = truth.rounds[0]!;
const recorded = [...drafts].flatMap(([expert, text]) =>
  scanDraft(toLines(text), { expert, round: 0 }).items.map(
    (item): Wording => ({ ...item, expert, text: item.text.join("\n") }),
  ),
);

function written(expert: string, text: string, type = "T"): Wording {
  return { localId: `${expert}-${type}0001`, expert, type, label: "", text };
}

const case1 = "A late order carries yesterday's stamp and slips behind the cursor of the nightly export";
const case2 = "Behind the nightly export's cursor slips whatever late order is stamped yesterday";

describe("near-duplicates", () => {
  it("of the recorded round are, nine times in ten, what the Judge merged", () => {
    const pairs = nearDuplicates(recorded);
    const merged = pairs.filter(({ a, b }) => mapping[a] === mapping[b]);
    expect(pairs.length).toBeGreaterThanOrEqual(12);
    expect(merged.length / pairs.length).toBeGreaterThanOrEqual(0.85);
  });

  it("are found by rare words, in whatever order they stand", () => {
    expect(nearDuplicates([written("A", case1), written("B", case2)])).toEqual([{ a: "A-T0001", b: "B-T0001" }]);
  });

  it("are of one type and of two experts", () => {
    expect(nearDuplicates([written("A", case1), written("B", case2, "E")])).toEqual([]);
    expect(nearDuplicates([written("A", case1), written("A", case2)])).toEqual([]);
  });

  it("are not what only shares everyone's words, or hardly has any", () => {
    const others = ["tokens leak through logs", "totals belong to no instant", "imports stop every checkout"];
    const common = "the list of orders that a client of the public interface reads page by page shows that";
    expect(nearDuplicates(others.map((words, i) => written(`E${i}`, `${common} ${words}`)))).toEqual([]);
    expect(nearDuplicates([written("A", "Nobody said."), written("B", "Nobody said.")])).toEqual([]);
  });

  it("name a group by the pairs that join it, and are twenty at most", () => {
    const four = ["A", "B", "C", "D"].map((expert) => written(expert, case1));
    expect(nearDuplicates(four)).toHaveLength(3);
    const same = Array.from({ length: 60 }, (_, i) => written(`E${i}`, case1));
    expect(nearDuplicates(same)).toHaveLength(20);
  });
});
