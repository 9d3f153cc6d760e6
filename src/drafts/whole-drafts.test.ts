/** Whole drafts in the styles that models really write: the older dialect, the same translated, and the current markers with decoration. */
import { describe, expect, it } from "vitest";
import { read, said } from "../../test/helpers/said.ts";

const headed = `# Muffin — Round 1 (Storage)

## T03: one index or two — RESOLVED

Scone wants one index per team. One index with a team column does the same:

\`\`\`yaml
index:
  - [TENSION T99: not a marker]
\`\`\`

[RESOLVED T03: One index, a team column, no second file.]

---

## T09: who may delete

Nobody has said. It is not for this round.

[ACKNOWLEDGED T09: Future work.]

---

- **T01, T02**: resolved before
- **T03**: resolved above

[MOVE:CONVERGE]
`;

const blocks = `[PERSPECTIVE P01: Deleting is the rare case]
Four deletes in a year, by my count.

[TENSION T01: Who restores]
Nobody is named.

[CONCESSION: Scone is right about the cost]
I had the wrong price list.

[REFINEMENT on T07]
Only for the first team.

[RESOLVED SCONE R0-T02]
The column is indexed.

[REFINEMENT: Sharpening what I said before]
Once more.

[MOVE:CONVERGE]

---
`;

const decorated = `🧁 **Muffin here.** My view, in short:

1. [MUFFIN-P0101: Deleting is rare]
   Four in a year.
2. **[MUFFIN-R0101: Name who restores]** [RE:RESOLVE T0001]
   - One name per team.
   - [CITE docs/teams.md#L4 "one owner"]

🧁 [MUFFIN-E0101: The price list is of May] It says so on top. [RE:SUPPORT P0002]

**Moves:** [MOVE:CONCEDE R0003] [MOVE:CONVERGE]

**Stance:** [MUFFIN-S0101: APPROVE | 85%]
I can live with it.
`;

describe("a draft", () => {
  it("with headings and prose, whose markers close each section", () => {
    const draft = read(headed);
    expect(said(draft)).toBe(
      "note 9; R0101: One index, a team column, no second file.; RESOLVE T03 in R0101; R0102: Future work.; ADDRESS T09 in R0102; CONVERGE in R0102",
    );
    expect(draft.outside).toMatchObject([
      { line: 1, text: expect.stringContaining("Scone wants one index per team.") },
    ]);
    expect(draft).toMatchObject({ converge: { line: 27 }, incomplete: false, problems: [] });
  });

  it("of blocks in the older dialect, as written and with its items translated", () => {
    const moves =
      "CONCEDE (Scone is right about the cost); REFINE T07; R0101: The column is indexed.; RESOLVE SCONE-T0002 in R0101; note 16; CONVERGE";
    expect(said(read(blocks))).toBe(`P0101: Deleting is the rare case; T0101: Who restores; ${moves}`);
    const translated = blocks.replace("PERSPECTIVE P01", "MUFFIN-P0101").replace("TENSION T01", "MUFFIN-T0101");
    const unplaced = (draft: unknown) => JSON.stringify(draft, (key, value) => (key === "span" ? undefined : value));
    expect(unplaced(read(translated))).toEqual(unplaced(read(blocks)));
    expect(read(blocks).outside.map(({ line, text }) => `${line} ${text}`)).toEqual([
      "8 I had the wrong price list.",
      "11 Only for the first team.",
      "16 [REFINEMENT: Sharpening what I said before]\nOnce more.",
    ]);
  });

  it("with numbers, emoji and bold words before its markers", () => {
    const draft = read(decorated);
    expect(said(draft)).toBe(
      "P0101: Deleting is rare; R0101: Name who restores; RESOLVE T0001 in R0101; cites docs/teams.md 4-4 one owner in R0101; E0101: The price list is of May; SUPPORT P0002 in E0101; CONCEDE R0003 in E0101; CONVERGE in E0101; APPROVE 0.85",
    );
    expect(draft.items.map(({ words }) => words)).toEqual([
      ["   Four in a year."],
      ["   - One name per team.", '   - [CITE docs/teams.md#L4 "one owner"]'],
      ["It says so on top."],
    ]);
    expect(draft.stance?.text).toBe("I can live with it.");
  });
});
