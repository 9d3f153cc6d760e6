import { describe, expect, it } from "vitest";
import { makeDesk, show } from "../../../test/helpers/dialogue.ts";

describe("adr.get", () => {
  it("shows what refers to it: by header, by link, in words", async () => {
    const desk = makeDesk({
      tree: {
        ".blue/docs/adrs/0004-evidence.accepted.md": "---\nstatus: accepted\n---\n# ADR 0004: Evidence\n",
        ".blue/docs/rfcs/0001-a.draft.md": "---\nstatus: draft\nadrs: [0004 (Evidence), ADR 0004]\n---\n",
        ".blue/docs/rfcs/0002-b.draft.md": "---\nstatus: draft\n---\n\nsee [it](../adrs/0004-evidence.accepted.md)\n",
        ".blue/docs/rfcs/0003-c.draft.md": "---\nstatus: draft\n---\n\n\nas ADR-4 says; not ADR 0040\n",
        ".blue/docs/rfcs/0005-d.draft.md": "---\nstatus: draft\n---\nADR 0040\n",
      },
    });
    const answer = await desk.call("adr.get", { id: "0004" });
    expect(answer).toMatchObject({
      referred_by: [
        { path: ".blue/docs/rfcs/0001-a.draft.md", line: 1, how: "header", field: "adrs" },
        { path: ".blue/docs/rfcs/0002-b.draft.md", line: 5, how: "link" },
        { path: ".blue/docs/rfcs/0003-c.draft.md", line: 6, how: "mention" },
      ],
    });
    expect(await show("adr.get", answer)).toContain(".blue/docs/rfcs/0001-a.draft.md:1 (adrs)");
  });
});
