import { describe, expect, it } from "vitest";
import { dialogueOf, itemOf, roundOf } from "../../test/helpers/example-dialogue.ts";
import { ownDialogues, ownRecords } from "../../test/helpers/own-view.ts";
import { foldLedger } from "./ledger.ts";
import { ownLabels } from "./own-label.ts";

/** A round of Muffin alone with one item on the first line of its text. */
function labelled(line: string, label: string, { id = "T0001", own }: { id?: string; own?: string } = {}) {
  const item = { ...itemOf(id, label, ["Muffin"]), ...(own === undefined ? {} : { own_label: own }) };
  const provenance = { source: "draft", filed_by: null, filed_at: null, note: null } as const;
  const texts = [{ expert: "Muffin", state: "present" as const, lines: [line, "They do."], provenance, others: [] }];
  return dialogueOf({ rounds: [roundOf(["Muffin", "Scone"], { texts, items: [item] })] });
}

const ownLabel = (...given: Parameters<typeof labelled>) => [...ownLabels(labelled(...given).rounds[0]!).values()][0];

describe("the label that is quoted as an expert's", () => {
  it.each(ownDialogues)("stands in its marker's line: every item of %s", (topic) => {
    const { opening, rounds } = ownRecords(topic);
    const { items, records } = foldLedger(opening, rounds);
    expect(items.size).toBeGreaterThan(20);
    for (const { id, label, sources } of items.values()) {
      const { expert, line, round } = sources[0]!;
      const text = records[round]!.texts.find((one) => one.expert === expert)!;
      expect(text.lines[line - 1], id).toContain(label);
    }
  });

  it("is the one in `own_label` where a round has any, and then every other label of the round", () => {
    expect(ownLabel("[MUFFIN-T0001: something else]", "spelling", { own: "keys leak" })).toBe("keys leak");
    const { rounds } = labelled("[MUFFIN-T0001: something else]", "spelling", { own: "keys leak" });
    rounds[0]!.items.push(itemOf("T0002", "cost", ["Muffin"]));
    expect(ownLabels(rounds[0]!).get("T0002")).toBe("cost");
  });

  it.each([
    ["a plain marker", "[MUFFIN-T0001: the ledger loses payments]", "the ledger loses payments"],
    ["a severity", "[MUFFIN-T0001: the ledger loses payments | critical]", "the ledger loses payments"],
    ["an escaped bar", "[MUFFIN-T0001: the ledger loses payments \\| critical]", "the ledger loses payments"],
    ["emphasis and words behind it", "**[MUFFIN-T0001: keys leak]** to everybody", "keys leak"],
    ["lower case and a typographic dash", "[muffin–T0001: keys leak]", "keys leak"],
    ["full-width brackets and colon", "【MUFFIN-T0001：keys leak】", "keys leak"],
    ["brackets of its own", "[MUFFIN-T0001: a[0] leaks | minor] [RE:SUPPORT T0002]", "a[0] leaks"],
    ["two spaces", "[MUFFIN-T0001:  keys  leak]", "keys leak"],
    ["a severity in capitals", "[MUFFIN-T0001: keys leak | Critical]", "keys leak"],
    ["escaped brackets", "\\[MUFFIN-T0001: keys leak\\]", "keys leak"],
    ["a backslash of its own", "[MUFFIN-T0001: C:\\keys leaks]", "C:\\keys leaks"],
    ["emphasis around the ID", "[**MUFFIN-T0001**: keys leak]", "keys leak"],
    ["a space before the colon", "[MUFFIN-T0001 : keys leak]", "keys leak"],
    ["no brackets", "MUFFIN-T0001: keys leak", "keys leak"],
  ])("is read from the marker's line in an older round: %s", (_, line, own) => {
    expect(ownLabel(line, "spelling of a column name")).toBe(own);
    expect(ownLabel(line, own)).toBe(own);
  });

  it("keeps the words behind a bar that are no severity, and those of an item that has none", () => {
    expect(ownLabel("[MUFFIN-T0001: reads | writes]", "x")).toBe("reads | writes");
    expect(ownLabel("[MUFFIN-P0001: reads | minor ]", "x", { id: "P0001" })).toBe("reads | minor");
  });

  it("is whole, where the record's says only how it begins", () => {
    expect(ownLabel("[MUFFIN-T0001: keys leak]", "keys")).toBe("keys leak");
    expect(ownLabel("[MUFFIN-T0001: keep them apart]", "keys le…")).toBe("keep them apart");
  });

  it("is what the reader of drafts made of it: a bracket in code ends nothing, a long label was cut", () => {
    expect(ownLabel("[MUFFIN-T0001: `a]` leaks | major]", "`a]` leaks")).toBe("`a]` leaks");
    expect(ownLabel(`[MUFFIN-T0001: ${"long ".repeat(80)}]`, `${"long ".repeat(20)}lo…`)).toBe(
      `${"long ".repeat(20)}lo…`,
    );
  });

  it("is the record's where the item has no marker of its own", () => {
    expect(ownLabel("[TENSION T01: keys leak]", "cost")).toBe("cost");
    expect(ownLabel("[RE:RESOLVE T0001] by MUFFIN-T0001", "Resolves T0001")).toBe("Resolves T0001");
    expect(ownLabel("[RE:RESOLVE T0001] by MUFFIN-T0001, see: keys", "cost")).toBe("cost");
    expect(ownLabel("Of the keys: they leak", "cost")).toBe("cost");
    expect(ownLabel("", "cost")).toBe("cost");
    const { rounds } = labelled("[MUFFIN-T0001: keys leak]", "cost");
    expect(ownLabels({ items: rounds[0]!.items, texts: [] }).get("T0001")).toBe("cost");
  });
});

describe("an item that the Judge calls otherwise", () => {
  it("keeps its expert's label, in items and tensions, and the Judge's stands beside it", () => {
    const { opening, rounds } = labelled("[MUFFIN-T0001: keys leak | critical]", "spelling");
    const { items, tensions } = foldLedger(opening, rounds);
    expect(items.get("T0001")).toMatchObject({ label: "keys leak", renamed: "spelling" });
    expect(tensions.get("T0001")).toMatchObject({ label: "keys leak", renamed: "spelling" });
  });

  it("is not called renamed where both say the same", () => {
    const { opening, rounds } = labelled("[MUFFIN-T0001: keys leak | critical]", "keys leak");
    expect(foldLedger(opening, rounds).tensions.get("T0001")).not.toHaveProperty("renamed");
  });
});
