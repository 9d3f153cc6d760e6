import { describe, expect, it } from "vitest";
import { makeDesk, show } from "../../../test/helpers/dialogue.ts";

describe("adr.graph", () => {
  it("draws what the headers say from either side, once, and what texts only cite", async () => {
    const desk = makeDesk({
      tree: {
        ".blue/docs/adrs/0001-a.superseded.md": "---\nstatus: superseded by ADR-0002\n---\n# ADR 0001: A\n",
        ".blue/docs/adrs/0002-b.accepted.md":
          "---\nstatus: accepted\nsupersedes: 0001-a.superseded.md\nrelates_to: [ADR 0003, RFC 0001]\n---\n# ADR 0002: B\n\nUnlike ADR 0001.\n",
        ".blue/docs/adrs/0003-c.accepted.md":
          '# ADR 0003: "C"] %%{init}%% <b>\n\n**Status:** Accepted\n**Relates To:** ADR 0002\n**Amended By:** [ADR 0004](0004-d.proposed.md)\n',
        ".blue/docs/adrs/0004-d.proposed.md": "---\nstatus: proposed\n---\n# ADR 0004: D\n\nSee ADR 0001.\n",
      },
    });
    const answer = await desk.call<{ mermaid: string }>("adr.graph");
    expect(answer).toMatchObject({
      edges: [
        { kind: "supersedes", from: "ADR 0002", to: "ADR 0001" },
        { kind: "relates", from: "ADR 0002", to: "ADR 0003" },
        { kind: "amends", from: "ADR 0004", to: "ADR 0003" },
        { kind: "cites", from: "ADR 0004", to: "ADR 0001" },
      ],
    });
    expect(await show("adr.graph", answer)).toBe(
      `flowchart LR
  adr0001["ADR 0001: A"]:::past
  adr0002["ADR 0002: B"]
  adr0003["ADR 0003: #34;C#34;#93; #37;#37;#123;init#125;#37;#37; #60;b#62;"]
  adr0004["ADR 0004: D"]:::proposed
  adr0002 -->|supersedes| adr0001
  adr0002 --- adr0003
  adr0004 -->|amends| adr0003
  adr0004 -.-> adr0001
  classDef proposed stroke-dasharray: 5 4
  classDef past fill:#eee,stroke:#aaa,color:#777`,
    );
  });

  it("keeps two decisions of one number apart", async () => {
    const desk = makeDesk({
      tree: { ".blue/docs/adrs/0001-a.accepted.md": "# A\n", ".blue/docs/adrs/0001-b.accepted.md": "# B\n" },
    });
    const { mermaid } = await desk.call<{ mermaid: string }>("adr.graph");
    expect(mermaid).toContain('  adr0001["ADR 0001: A"]\n  adr0001_1["ADR 0001: B"]');
  });
});
