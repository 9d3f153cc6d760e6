import { describe, expect, it } from "vitest";
import { makeDesk, show } from "../../../test/helpers/dialogue.ts";
import type { Entry } from "../../../test/helpers/documents.ts";
import { link } from "../../../test/helpers/project.ts";

describe("rfc.list", () => {
  it("lists what an older Blue wrote beside our own, by number, and follows no link", async () => {
    const desk = makeDesk({
      tree: {
        ".blue/docs/rfcs/0012-x.impl.md":
          "# RFC 0012: Old one\n\n| | |\n|---|---|\n| **Status** | Accepted |\n| **Date** | 2026-01-25 |\n",
        ".blue/docs/rfcs/0049-I-guard.md": "# RFC 0049: Guard\n\n**Status**: Implemented\n**Created**: 2026-02-01\n",
        ".blue/docs/rfcs/0050-new.draft.md": "---\ntitle: New\nstatus: draft\ndate: 2026-02-02\n---\n",
        ".blue/docs/rfcs/README.md": "no document",
        ".blue/docs/rfcs/0051-out.draft.md": link("/etc/passwd"),
      },
    });
    const answer = await desk.call<{ documents: Entry[]; total: number }>("rfc.list");
    expect(answer.documents.map(({ id, title, status, date }) => [id, title, status, date])).toEqual([
      ["RFC 0012", "Old one", "approved", "2026-01-25"],
      ["RFC 0049", "Guard", "implemented", "2026-02-01"],
      ["RFC 0050", "New", "draft", "2026-02-02"],
    ]);
    expect((await desk.call<{ total: number }>("rfc.list", { status: "draft" })).total).toBe(1);
    expect(await show("rfc.list", answer)).toContain("RFC 0049  implemented  2026-02-01  Guard");
    expect(await show("rfc.list", await makeDesk().call("rfc.list"))).toBe("No RFCs.");
  });
});
