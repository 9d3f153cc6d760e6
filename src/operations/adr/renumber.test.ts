import { describe, expect, it } from "vitest";
import { makeDesk } from "../../../test/helpers/dialogue.ts";
import { readDoc } from "../../../test/helpers/documents.ts";

describe("adr.renumber", () => {
  it("changes file, title and the headers of other decisions; what only says the number is named", async () => {
    const desk = makeDesk({
      tree: {
        ".blue/docs/adrs/0002-a.accepted.md": "---\nstatus: accepted\n---\n# ADR 0002: A\n",
        ".blue/docs/adrs/0002-b.superseded.md":
          "---\nstatus: superseded by ADR-0003\nsuperseded_by: 0003-c.accepted.md\n---\n# ADR 0002: B\n",
        ".blue/docs/adrs/0003-c.accepted.md":
          "---\nstatus: accepted\nsupersedes: 0002-b.superseded.md\n---\n# ADR-0002 — C\n",
      },
    });
    const answer = await desk.call("adr.renumber", { id: "0002-b.superseded.md" });
    expect(answer).toMatchObject({
      id: "ADR 0004",
      relinked: [".blue/docs/adrs/0003-c.accepted.md"],
      mentions: [
        { path: ".blue/docs/adrs/0002-a.accepted.md", line: 4 },
        { path: ".blue/docs/adrs/0003-c.accepted.md", line: 5 },
      ],
    });
    expect(readDoc(desk, ".blue/docs/adrs/0003-c.accepted.md")).toContain("supersedes: 0004-b.superseded.md\n");
    expect(await desk.call("adr.audit")).toMatchObject({ findings: [{ check: "number" }] });
    expect((await desk.refused("invalid_input", "adr.renumber", { id: 3, to: 2 })).message).toBe(
      "0002 is taken by .blue/docs/adrs/0002-a.accepted.md",
    );
  });

  it("puts a title right that says another number than the file, also under its own", async () => {
    const path = ".blue/docs/adrs/0003-c.accepted.md";
    const desk = makeDesk({ tree: { [path]: "---\nstatus: accepted\n---\n# ADR 0001: C\n" } });
    expect(await desk.call("lint")).toMatchObject({
      findings: [{ fix: `\`blue adr renumber ${path} --to 3\` puts the title right.` }],
    });
    await desk.call("adr.renumber", { id: path, to: 3 });
    expect(readDoc(desk, path)).toBe("---\nstatus: accepted\n---\n# ADR 0003: C\n");
  });
});
