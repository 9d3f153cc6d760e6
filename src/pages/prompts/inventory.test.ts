import { describe, expect, it } from "vitest";
import { opening, panelOf, withRound } from "../../../test/helpers/prompt-dialogue.ts";
import { foldLedger } from "../../rules/ledger.ts";
import type { RoundRecord } from "../../rules/records.ts";
import { inventoryOf, inventoryRoom } from "./inventory.ts";

const long =
  "The proof compares numbers and not sets, so a row that is missing and one that is late cancel out. ".repeat(7);
const path = "/project/inventory.md";
const shown = (records: RoundRecord[], beside = 0) =>
  inventoryOf(foldLedger(opening, records), path, inventoryRoom(beside));
const stance = (who: string) => `[${who}-S0001: HOLD | 0.5]\nNot yet, says ${who}-T0001.`;

/** What the first real panel wrote: 65 tensions that are 38 conflicts, a recommendation for each, evidence beside them. */
function realPanel(): RoundRecord[] {
  const two = (n: number) => String(n).padStart(2, "0");
  const experts = panelOf(5).map(({ name }) => name);
  const drafts = new Map(
    experts.map((name) => {
      const id = (type: string, n: number) => `${name.toUpperCase()}-${type}00${two(n)}`;
      const blocks = Array.from({ length: 13 }, (_, i) => i + 1).flatMap((n) => [
        `[${id("T", n)}: the proof passes with a row missing, case ${n}]\n${long}`,
        ...(n > 8
          ? []
          : [
              `[${id("R", n)}: number the rows of case ${n}]\n[RE:RESOLVE ${id("T", n)}]\nNumber the rows first. ${long}`,
            ]),
        ...(n > 5 ? [] : [`[${id("E", n)}: how case ${n} was run]\n[RE:DEPEND ${id("T", n)}]\n${long}`]),
      ]);
      return [name, [...blocks, stance(name.toUpperCase())].join("\n\n")];
    }),
  );
  const merged = Array.from({ length: 9 }, (_, n) => ({
    local_id: `MUFFIN-T00${two(n + 1)}`,
    merges: ["CUPCAKE", "SCONE", "ECLAIR"].map((who) => `${who}-T00${two(n + 1)}`),
  }));
  return withRound([], drafts, { tensions: merged });
}

describe("the inventory", () => {
  const small = withRound(
    [],
    new Map([
      [
        "Muffin",
        `[MUFFIN-T0001: rows get lost]\nTwo are gone. See MUFFIN-E0001.\n\n[MUFFIN-E0001: a trace]\n[RE:DEPEND MUFFIN-T0001]\nAs run.\n\n${stance("MUFFIN")}`,
      ],
      [
        "Cupcake",
        `[CUPCAKE-R0001: number them, as CUPCAKE-T0001 asks]\n[RE:RESOLVE CUPCAKE-T0001]\nNumber each row. Then compare.\n\n[CUPCAKE-T0001: a row is lost]\nOther words for it.\n\n${stance("CUPCAKE")}`,
      ],
    ]),
    { tensions: [{ local_id: "MUFFIN-T0001", merges: ["CUPCAKE-T0001"], resolution_path: "as CUPCAKE-R0001 says" }] },
  );

  it("shows the words as they were written, and beside them what their IDs were registered as", () => {
    const { brief, full } = shown(small);
    expect(full).toContain("> [RE:DEPEND MUFFIN-T0001]");
    expect(full).toContain("> Two are gone. See MUFFIN-E0001.");
    expect(brief).toContain("R0001 number them, as CUPCAKE-T0001 asks");
    const ids = "MUFFIN-E0001 is E0001, CUPCAKE-R0001 is R0001, CUPCAKE-T0001 is T0001";
    expect(brief).toContain(`IDs in the words above: ${ids}`);
  });

  it("shows an open tension with its leading text and what is offered to resolve it", () => {
    const { brief } = shown(small);
    expect(brief).toContain(
      "- T0001 rows get lost (2 wordings)\n  > Two are gone. See MUFFIN-E0001.\n  To settle it: as CUPCAKE-R0001 says\n  - R0001 number them, as CUPCAKE-T0001 asks: Number each row.",
    );
    expect(brief).not.toContain("Other words for it.");
  });

  it("keeps every wording in the file beside the prompts, also one merged in a later round", () => {
    const later = withRound(
      small,
      new Map([
        ["Muffin", "[MUFFIN-T0101: still lost]\nA third way to say it.\n\n[MUFFIN-S0101: HOLD | 0.5]\nNo."],
        ["Cupcake", "[MOVE:CONVERGE]\n\n[CUPCAKE-S0101: APPROVE | 0.9]\nYes."],
      ]),
      { merged_into: [{ local_id: "MUFFIN-T0101", id: "T0001" }] },
    );
    const { brief, full } = shown(later);
    expect(brief).toContain(path);
    for (const words of ["Two are gone.", "Other words for it.", "A third way to say it."])
      expect(full).toContain(words);
  });

  it("shows the words of a perspective for as long as nothing has taken it up", () => {
    const round = (records: RoundRecord[], text: string) => withRound(records, new Map([["Cupcake", text]]));
    const first = withRound([], new Map([["Muffin", "[MUFFIN-P0001: called by hand]\nThe next method forgets it."]]));
    const three = round(round(first, "[CUPCAKE-E0101: a]\nb"), "[CUPCAKE-E0201: c]\nd");
    expect(shown(three).brief).toContain("### P0001 called by hand\n\n> The next method forgets it.");
    const taken = round(round(first, "[CUPCAKE-E0101: a]\n[RE:SUPPORT P0001]\nb"), "[CUPCAKE-E0201: c]\nd");
    expect(shown(taken).brief).not.toContain("The next method forgets it.");
  });

  it("of a panel that wrote 65 tensions leaves room for a long proposal and still shows every tension with its resolvers", () => {
    const records = realPanel();
    const { brief, full } = shown(records, 11_000);
    const open = [...foldLedger(opening, records).tensions.values()];
    expect(open).toHaveLength(38);
    expect(brief.length).toBeLessThan(13_500);
    expect(full.length).toBeGreaterThan(60_000);
    for (const { id, resolvers } of open) {
      const at = brief.indexOf(`\n- ${id} the proof passes`);
      expect(brief.slice(at).split("\n")[2]).toContain("> The proof compares numbers");
      for (const { item } of resolvers) expect(brief).toContain(`  - ${item} number the rows of case`);
    }
    expect(brief.match(/: Number the rows first\./g)).toHaveLength(40);
  });

  it("never leaves an open tension out, however many there are", () => {
    let records: RoundRecord[] = [];
    for (let round = 0; round < 3; round++) {
      const drafts = panelOf(12).map(({ name }): [string, string] => {
        const tensions = Array.from(
          { length: 12 },
          (_, n) => `[${name.toUpperCase()}-T0${round}${n + 10}: case ${n}]\n${long}`,
        );
        return [name, [...tensions, `[${name.toUpperCase()}-S0${round}01: HOLD | 0.5]\nNo.`].join("\n\n")];
      });
      records = withRound(records, new Map(drafts));
    }
    const { brief } = shown(records);
    const open = foldLedger(opening, records).tensions;
    expect(open.size).toBe(432);
    for (const id of open.keys()) expect(brief).toContain(`- ${id} case`);
  });
});
