import { describe, expect, it } from "vitest";
import { makeDesk, show } from "../../../test/helpers/dialogue.ts";
import { type Entry, readDoc } from "../../../test/helpers/documents.ts";

const path = ".blue/docs/postmortems/2026-01-01T1000Z-lost.open.md";
const text = (rows: string) =>
  `---\ntitle: Lost\nstatus: open\n---\n\n## Impact\n\nBig.\n\n## Action Items\n\n${rows}\n\n## After\n`;

describe("postmortem.action-to-rfc", () => {
  it("creates the RFC, links the row, and changes no other byte", async () => {
    const rows = "| # | Action | Owner | RFC |\n|---|---|---|---|\n| 1 | Count \\| compare | us |   |\n|2|Alert|-|—|";
    const desk = makeDesk({ tree: { [path]: text(rows) } });
    const made = await desk.call<Entry>("postmortem.action-to-rfc", { id: "lost", action: "count" });
    expect(made).toMatchObject({ id: "RFC 0001", title: "Count | compare", postmortem: path });
    expect(readDoc(desk, path)).toBe(
      text(rows.replace("us |   |", "us | [RFC 0001](../rfcs/0001-count-compare.draft.md) |")),
    );
    expect(readDoc(desk, made.path)).toContain("postmortem: 2026-01-01T1000Z-lost.open.md\n");
    expect(readDoc(desk, made.path)).toContain("action item 1: Count | compare\n\nBig.");
    await desk.call("postmortem.action-to-rfc", { id: "lost", action: 2, title: "Alerting" });
    expect(readDoc(desk, path)).toContain("|2|Alert|-|[RFC 0002](../rfcs/0002-alerting.draft.md)|");
    expect(
      (await desk.refused("invalid_input", "postmortem.action-to-rfc", { id: "lost", action: 2 })).message,
    ).toContain("has an RFC already");
    expect(
      (await desk.refused("not_found", "postmortem.action-to-rfc", { id: "lost", action: 3 })).suggestion,
    ).toContain("2. Alert");
    expect(await show("postmortem.action-to-rfc", made)).toContain(`linked in ${path}`);
    expect(await desk.call("lint")).toMatchObject({ errors: 0 });
  });

  it("says it in the action where the table has no column for it", async () => {
    const desk = makeDesk({ tree: { [path]: text("| What | Who |\n|---|---|\n| Alert | us |") } });
    await desk.call("postmortem.action-to-rfc", { id: "lost", action: 1 });
    expect(readDoc(desk, path)).toContain("| Alert ([RFC 0001](../rfcs/0001-alert.draft.md)) | us |");
    await desk.refused("invalid_input", "postmortem.action-to-rfc", { id: "lost", action: 1 });
    const none = makeDesk({ tree: { [path]: text("nothing") } });
    expect(
      (await none.refused("not_found", "postmortem.action-to-rfc", { id: "lost", action: 1 })).suggestion,
    ).toContain("no table");
  });
});
