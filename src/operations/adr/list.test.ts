import { describe, expect, it } from "vitest";
import { makeDesk } from "../../../test/helpers/dialogue.ts";
import type { Entry } from "../../../test/helpers/documents.ts";

describe("adr.list", () => {
  it("lists decisions with the status their header says, also MADR's superseded by", async () => {
    const desk = makeDesk({
      tree: {
        ".blue/docs/adrs/0004-evidence.accepted.md":
          "# ADR 0004: Evidence\n\n| | |\n|---|---|\n| **Status** | Accepted |\n| **Date** | 2026-01-20 |\n",
        ".blue/docs/adrs/0005-x.superseded.md": "---\nstatus: superseded by ADR-0009\n---\n# X\n",
      },
    });
    const { documents } = await desk.call<{ documents: Entry[] }>("adr.list");
    expect(documents.map(({ id, title, status }) => [id, title, status])).toEqual([
      ["ADR 0004", "Evidence", "accepted"],
      ["ADR 0005", "X", "superseded"],
    ]);
  });
});
