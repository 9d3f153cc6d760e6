import { describe, expect, it } from "vitest";
import { ownRecords } from "../../../test/helpers/own-view.ts";
import { scanDraft } from "../../drafts/scan-draft.ts";
import { perhapsMerges, proposedMerges, type Wording, wordingsOf, wordsOf } from "./proposed-merges.ts";

const scanned = (expert: string, lines: readonly string[]) => ({
  ...{ expert, state: "present" as const, file: undefined, member: true },
  draft: scanDraft(lines, { expert, round: 0 }),
});

const { texts, mapping } = ownRecords("where-truth-lives").rounds[0]!;
const recorded = wordingsOf(texts.map(({ expert, lines }) => scanned(expert, lines)));

function written(expert: string, text: string, type = "T"): Wording {
  return { localId: `${expert}-${type}0001`, expert, type, label: "", text };
}

const case1 = "A late order carries yesterday's stamp and slips behind the cursor of the nightly export";
const case2 = "Behind the nightly export's cursor slips whatever late order is stamped yesterday";

describe("proposed merges", () => {
  it("never join claims by which two experts accept an answer, however alike their words are", () => {
    const claim = (expert: string, marker: string) =>
      scanned(expert, [`[${expert.toUpperCase()}-C0001: settled, read in the new text]`, marker, case1]);
    const [one, other] = ["Muffin", "Scone"];
    expect(proposedMerges(wordingsOf([claim(one!, ""), claim(other!, "")]))).toHaveLength(1);
    const resolving = ["[RE:RESOLVE T0001]", "[RE:RESOLVE T0002]"];
    expect(wordingsOf([claim(one!, resolving[0]!), claim(other!, resolving[1]!)])).toEqual([]);
  });

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
    const between = [written("A", case1), written("B", case2), written("C", case1)];
    expect(proposedMerges(between)).toEqual([["A-T0001", "B-T0001", "C-T0001"]]);
    const all = proposedMerges(recorded).flat();
    expect(new Set(all).size).toBe(all.length);
  });

  it("join whom a text is most like, where it is like two of one expert", () => {
    const near = { ...written("A", case1), localId: "A-T0002" };
    const farther = written("A", "A late order carries yesterday's stamp and slips behind nobody of the whole team");
    const rest = ["tokens leak through the logs of a proxy that nobody owns", "imports stop every checkout today"];
    const all = [farther, near, written("B", case2), ...rest.map((text, i) => written(`E${i}`, text))];
    expect(proposedMerges([farther, ...all.slice(2)])).toEqual([["A-T0001", "B-T0001"]]);
    expect(proposedMerges(all)).toEqual([["A-T0002", "B-T0001"]]);
  });

  it("count a label for more than words of the text", () => {
    const [one, other] = ["nobody saw where seven foxes went", "eight blue ducks swim over there"];
    const labelled = (label: string) => [
      { ...written("A", `${one} stale cursor`), label },
      { ...written("B", `${other} stale cursor`), label },
      written("C", "tokens leak through the logs of a proxy"),
    ];
    expect(proposedMerges(labelled(""))).toEqual([]);
    expect(proposedMerges(labelled("stale cursor"))).toEqual([["A-T0001", "B-T0001"]]);
  });

  it("need eight different words on each side", () => {
    const seven = "late orders slip behind the nightly cursor";
    expect(proposedMerges([written("A", seven), written("B", seven)])).toEqual([]);
    const eight = `${seven} unseen`;
    expect(proposedMerges([written("A", eight), written("B", eight)])).toEqual([["A-T0001", "B-T0001"]]);
  });

  it("are sought among the first 800 items only", () => {
    const blank = Array.from({ length: 799 }, (_, i) => written(`E${i}`, "Nobody said."));
    const pair = [written("A", case1), written("B", case2)];
    expect(proposedMerges([...blank.slice(1), ...pair])).toEqual([["A-T0001", "B-T0001"]]);
    expect(proposedMerges([...blank, ...pair])).toEqual([]);
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

  it("are tensions: other items are not put beside each other once more", () => {
    expect(
      perhapsMerges(
        panel.map((one) => ({ ...one, type: "R" })),
        [],
      ),
    ).toEqual([]);
  });

  it("are not many because few experts wrote much: experts are counted, not items", () => {
    const two = panel.map((one, i) => ({ ...one, expert: i === 0 ? "Muffin" : "Scone" }));
    expect(perhapsMerges(two, [])).toEqual([]);
  });
});

describe("the words that are compared", () => {
  it("are small, without markers, and without the endings of longer words", () => {
    expect(wordsOf("[RE:SUPPORT T0001] Orders, ordered: ORDERING an order")).toEqual([
      ...["order", "order", "order", "an", "order"],
    ]);
    expect(wordsOf("desire logs über_2")).toEqual(["desire", "logs", "über_2"]);
    expect(wordsOf("… [MUFFIN-T0001: keys leak]")).toEqual([]);
  });

  it("are those of an item's label and of the lines below it", () => {
    const lines = ["[MUFFIN-T0001: keys leak | critical]", "They lie in", "every log."];
    expect(wordingsOf([scanned("Muffin", lines), { ...scanned("Scone", []), draft: undefined }])).toEqual([
      { localId: "MUFFIN-T0001", expert: "Muffin", type: "T", label: "keys leak", text: "They lie in every log." },
    ]);
  });
});
