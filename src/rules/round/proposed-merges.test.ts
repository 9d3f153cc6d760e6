import { describe, expect, it } from "vitest";
import { truth } from "../../../test/helpers/truth.ts";
import { scanDraft } from "../../drafts/scan-draft.ts";
import { toLines } from "../lines.ts";
import { perhapsMerges, proposedMerges, type Wording } from "./proposed-merges.ts";

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

describe("proposed merges", () => {
  it("of the recorded round are, nine times in ten, what the Judge merged", () => {
    const pairs = proposedMerges(recorded).flatMap((group) =>
      group.flatMap((a, i) => group.slice(i + 1).map((b): [string, string] => [a, b])),
    );
    const merged = pairs.filter(([a, b]) => mapping[a] === mapping[b]);
    expect(pairs.length).toBeGreaterThanOrEqual(12);
    expect(merged.length / pairs.length).toBeGreaterThanOrEqual(0.9);
  });

  it("are found by rare words, in whatever order they stand", () => {
    expect(proposedMerges([written("A", case1), written("B", case2)])).toEqual([["A-T0001", "B-T0001"]]);
  });

  it("are of one type", () => {
    expect(proposedMerges([written("A", case1), written("B", case2, "E")])).toEqual([]);
  });

  it("never hold two of one expert, also not through a third", () => {
    expect(proposedMerges([written("A", case1), written("A", case2)])).toEqual([]);
    const again = { ...written("A", case2), localId: "A-T0002" };
    expect(proposedMerges([written("A", case1), written("B", case1), again])).toEqual([["A-T0001", "B-T0001"]]);
  });

  it("are not what only shares everyone's words, or hardly has any", () => {
    const others = ["tokens leak through logs", "totals belong to no instant", "imports stop every checkout"];
    const common = "the list of orders that a client of the public interface reads page by page shows that";
    expect(proposedMerges(others.map((words, i) => written(`E${i}`, `${common} ${words}`)))).toEqual([]);
    expect(proposedMerges([written("A", "Nobody said."), written("B", "Nobody said.")])).toEqual([]);
  });

  it("name each marker once, in the order they were written", () => {
    const four = ["A", "B", "C", "D"].map((expert) => written(expert, case1));
    expect(proposedMerges(four)).toEqual([["A-T0001", "B-T0001", "C-T0001", "D-T0001"]]);
    const all = proposedMerges(recorded).flat();
    expect(new Set(all).size).toBe(all.length);
  });

  it("do not make a group of a chain of neighbours", () => {
    const [left, right] = ["late orders slip behind the nightly cursor", "tokens leak into logs of every proxy here"];
    const chain = [written("A", left), written("B", `${left} ${right}`), written("C", right)];
    expect(proposedMerges(chain).map(({ length }) => length)).toEqual([2]);
  });
});

describe("tensions that stand alone", () => {
  const said = [
    case1,
    "Of last month's orders the nightly export has skipped one in every hundred",
    "tokens leak through the logs of a proxy that nobody owns",
    "totals on the first page belong to no instant at all",
    "imports stop every checkout while they hold the table",
    "a client that retries pays twice for one basket today",
  ];
  const panel = said.map((text, i) => written(`E${i}`, text));

  it("are put beside each other once more from six experts on", () => {
    const proposed = proposedMerges(panel);
    expect(proposed).toEqual([]);
    expect(perhapsMerges(panel, proposed)).toEqual([["E0-T0001", "E1-T0001"]]);
    expect(perhapsMerges(panel.slice(0, 5), proposed)).toEqual([]);
  });

  it("are not what is proposed already", () => {
    expect(perhapsMerges(panel, [["E0-T0001", "E2-T0001"]])).toEqual([]);
  });
});
