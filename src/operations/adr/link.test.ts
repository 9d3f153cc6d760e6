import { describe, expect, it } from "vitest";
import { makeDesk, show } from "../../../test/helpers/dialogue.ts";
import { docsIn, type Entry, readDoc } from "../../../test/helpers/documents.ts";

const adr = (status: string, more = "") => `---\nstatus: ${status}\n${more}---\n# ADR: X\n`;
const folder = ".blue/docs/adrs";

describe("adr.link", () => {
  it("writes amends and relates into both headers, once", async () => {
    const desk = makeDesk({
      tree: {
        [`${folder}/0001-a.accepted.md`]: adr("accepted", "amended_by:\n  - 0003-c.proposed.md\n"),
        [`${folder}/0002-b.accepted.md`]: "# ADR 0002: B\n\n| | |\n|---|---|\n| **Status** | Accepted |\n",
        [`${folder}/0003-c.proposed.md`]: adr("proposed"),
      },
    });
    for (const _ of [1, 2]) {
      await desk.call("adr.link", { id: 2, relation: "amends", to: 1 });
      await desk.call("adr.link", { id: 2, relation: "relates", to: 3 });
      await desk.call("adr.link", { id: 3, relation: "relates", to: 2 });
    }
    expect(readDoc(desk, `${folder}/0001-a.accepted.md`)).toBe(
      adr("accepted", "amended_by:\n  - 0003-c.proposed.md\n  - 0002-b.accepted.md\n"),
    );
    expect(readDoc(desk, `${folder}/0002-b.accepted.md`)).toContain(
      "| **Amends** | 0001-a.accepted.md |\n| **Relates To** | 0003-c.proposed.md |\n",
    );
    expect(readDoc(desk, `${folder}/0003-c.proposed.md`)).toBe(adr("proposed", "relates_to: 0002-b.accepted.md\n"));
    const { findings } = await desk.call<{ findings: object[] }>("adr.audit");
    expect(findings).toMatchObject([
      {
        check: "one_sided",
        path: `${folder}/0003-c.proposed.md`,
        fix: "`blue adr link 0003 amends 0001` writes both sides.",
      },
    ]);
    await desk.call("adr.link", { id: "0003", relation: "amends", to: "0001" });
    expect(await desk.call("adr.audit")).toMatchObject({ findings: [] });
  });

  it("gives the older one its status and name when the newer is accepted", async () => {
    const desk = makeDesk({
      tree: { [`${folder}/0001-a.accepted.md`]: adr("accepted"), [`${folder}/0002-b.accepted.md`]: adr("accepted") },
    });
    const answer = await desk.call<Entry>("adr.link", { id: 2, relation: "supersedes", to: 1 });
    expect(answer).toMatchObject({ id: "ADR 0002", to: { path: `${folder}/0001-a.superseded.md` }, warnings: [] });
    expect(readDoc(desk, `${folder}/0002-b.accepted.md`)).toContain("supersedes: 0001-a.superseded.md\n");
    expect(readDoc(desk, `${folder}/0001-a.superseded.md`)).toContain("superseded_by: 0002-b.accepted.md\n");
    expect(await desk.call("adr.audit")).toMatchObject({ findings: [] });
    expect(await show("adr.link", answer)).toContain("✓ ADR 0002 supersedes ADR 0001");
    await desk.call("adr.link", { id: 2, relation: "supersedes", to: 1 });
    await desk.refused("invalid_status_transition", "adr.link", { id: 1, relation: "supersedes", to: 2 });
    await desk.call("adr.create", { title: "C", status: "accepted" });
    const error = await desk.refused("invalid_status_transition", "adr.link", { id: 3, relation: "supersedes", to: 1 });
    expect(error.message).toBe("ADR 0001 is superseded already by 0002-b.accepted.md");
  });

  it("leaves the older one in force while the newer is only proposed", async () => {
    const desk = makeDesk({
      tree: { [`${folder}/0001-a.accepted.md`]: adr("accepted"), [`${folder}/0002-b.proposed.md`]: adr("proposed") },
    });
    const answer = await desk.call("adr.link", { id: 2, relation: "supersedes", to: 1 });
    expect(answer).toMatchObject({ warnings: ["ADR 0001 stays in force until ADR 0002 is accepted"] });
    await desk.call("adr.status", { id: 2, status: "accepted" });
    expect(docsIn(desk, "adrs")).toEqual(["0001-a.superseded.md", "0002-b.accepted.md"]);
  });

  it("refuses one decision with itself, and a relation that is none", async () => {
    const desk = makeDesk({ tree: { [`${folder}/0001-a.accepted.md`]: adr("accepted") } });
    expect((await desk.refused("invalid_input", "adr.link", { id: 1, relation: "relates", to: 1 })).field).toBe("to");
    expect((await desk.refused("not_found", "adr.link", { id: 1, relation: "relates", to: 7 })).field).toBe("to");
    expect((await desk.refused("invalid_input", "adr.link", { id: 1, relation: "likes", to: 1 })).field).toBe(
      "relation",
    );
  });
});
