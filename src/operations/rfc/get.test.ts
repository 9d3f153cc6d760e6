import { describe, expect, it } from "vitest";
import { makeDesk, show } from "../../../test/helpers/dialogue.ts";
import { handEdited } from "../../../test/helpers/documents.ts";

const tree = {
  ".blue/docs/rfcs/0001-hand-made.draft.md": handEdited(),
  ".blue/docs/rfcs/0002-a.draft.md": "---\nstatus: draft\n---\n",
  ".blue/docs/rfcs/0002-b.draft.md": "# RFC 0002: B\n",
};

describe("rfc.get", () => {
  it.each([
    1,
    "1",
    "0001",
    "RFC 0001",
    "rfc-1",
    "hand-made",
    "0001-hand-made",
    "0001-hand-made.draft.md",
    ".blue/docs/rfcs/0001-hand-made.draft.md",
    "hand",
  ])("finds it by %j", async (id) => {
    const answer = await makeDesk({ tree }).call("rfc.get", { id });
    expect(answer).toMatchObject({
      id: "RFC 0001",
      title: "Hand made",
      text: handEdited(),
      truncated: false,
      fields: { team: ["blue", "green"] },
    });
    expect(await show("rfc.get", answer)).toContain("## Our own section");
  });

  it("reads as a page: no front matter, no title twice, what is not written said so", async () => {
    const desk = makeDesk();
    await desk.call("rfc.create", {
      title: "Where flags live",
      problem:
        "```md\n<!-- kept -->\n[a](b.md)\n|---|\n```\n\n|   |   |\n|---|:-:|\n| How | signed |\n\nSee [the other](../adrs/0001-a.md), `[c](d.md)`, [page](https://example.com/).",
    });
    expect(await show("rfc.get", await desk.call("rfc.get", { id: 1 }))).toBe(
      [
        "RFC 0001: Where flags live",
        "  draft, 2026-02-03",
        "  .blue/docs/rfcs/0001-where-flags-live.draft.md",
        "",
        "## Problem",
        "",
        "```md",
        "<!-- kept -->",
        "[a](b.md)",
        "|---|",
        "```",
        "",
        "┌─────┬────────┐",
        "│ How │ signed │",
        "└─────┴────────┘",
        "",
        "See the other, `[c](d.md)`, [page](https://example.com/).",
        "",
        "## Proposal",
        "",
        "(not written yet)",
        "",
        "## Alternatives",
        "",
        "(not written yet)",
      ].join("\n"),
    );
    expect(await show("rfc.get", await makeDesk({ tree }).call("rfc.get", { id: 1 }))).toContain("  team: blue, green");
  });

  it("draws a table as a box that fits every terminal: long cells wrap, a bar in a cell ends none", async () => {
    const desk = makeDesk();
    const long = "Ten points of law for one case that a reader can be told of in a single line of the page";
    await desk.call("rfc.create", {
      title: "Tables",
      problem: `| What remains | |\n|---|---|\n| **Open** | a \\| b |\n| Left | [${long}](a.md) |\nand on`,
    });
    const shown = await show("rfc.get", await desk.call("rfc.get", { id: 1 }));
    const rows = shown.split("\n").filter((line) => /^[│┌├└]/.test(line));
    expect(rows.join("\n")).toContain("│ What remains │ ");
    expect(rows.join("\n")).toContain("│ Open         │ a | b ");
    expect(rows).toContainEqual(expect.stringMatching(/^│ Left {9}│ Ten points of law .* │$/));
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([80]));
    expect(shown).toContain("┘\nand on");
  });

  it("shows bold words without their stars and a quoted table as a box in its quotation; code stays as it is", async () => {
    const desk = makeDesk();
    const code = "`**kept**` and 2 ** 3 ** 4";
    await desk.call("rfc.create", {
      title: "Signed",
      problem: `**Wait.** ${code}\n\n> **Claim:** once\n>\n> | What | When |\n> |---|---|\n> | **rows** | daily |\n>\n> done`,
    });
    const shown = await show("rfc.get", await desk.call("rfc.get", { id: 1 }));
    expect(shown).toContain(`Wait. ${code}\n\n> Claim: once\n>\n> ┌──────┬───────┐\n`);
    expect(shown).toContain("\n> │ rows │ daily │\n> └──────┴───────┘\n>\n> done\n");
  });

  it("names both files when a number is not unique, and what there is when none is", async () => {
    const desk = makeDesk({ tree });
    expect((await desk.refused("invalid_input", "rfc.get", { id: 2 })).message).toContain("0002-b.draft.md");
    expect((await desk.refused("not_found", "rfc.get", { id: 9 })).suggestion).toContain("RFC 0002");
    await desk.refused("not_found", "rfc.get", { id: "../../../etc/passwd" });
  });
});
