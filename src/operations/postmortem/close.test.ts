import { describe, expect, it } from "vitest";
import { makeDesk, show } from "../../../test/helpers/dialogue.ts";
import { docsIn, readDoc } from "../../../test/helpers/documents.ts";

const path = ".blue/docs/postmortems/2026-01-01T1000Z-lost.open.md";
const text = (rows: string) => `---\nstatus: open\n---\n# Postmortem: Lost\n\n## Action Items\n\n${rows}\n`;

describe("postmortem.close", () => {
  it("closes when every action item is done or has an RFC", async () => {
    const rows =
      "| Action | Status | RFC |\n|---|---|---|\n| a | Done | — |\n| b | ✅ fixed in #12 | |\n| c | open | RFC 0004 |";
    const desk = makeDesk({ tree: { [path]: text(rows) } });
    const closed = await desk.call("postmortem.close", { id: "lost" });
    expect(closed).toMatchObject({ status: "closed", path: path.replace(".open.", ".closed.") });
    expect(readDoc(desk, path.replace(".open.", ".closed."))).toBe(
      text(rows).replace("status: open", "status: closed"),
    );
    expect(await show("postmortem.close", closed)).toContain("closed: Lost");
    expect(await desk.call("postmortem.close", { id: "lost" })).toMatchObject({ status: "closed" });
  });

  it("names the rows that are open, with a way out that works, and changes nothing", async () => {
    const rows = "| Action | Status |\n|---|---|\n| Count | open |\n| Alert | not done |\n| Tell | closed |";
    const desk = makeDesk({ tree: { [path]: text(rows) } });
    const error = await desk.refused("findings_open", "postmortem.close", { id: "lost" });
    expect(error.message).toBe("2 action items are open: 1. Count; 2. Alert");
    expect(error.suggestion).toContain("`blue postmortem action-to-rfc 2026-01-01T1000Z-lost 1`");
    expect(readDoc(desk, path)).toBe(text(rows));
    for (const action of [1, 2]) await desk.call("postmortem.action-to-rfc", { id: "2026-01-01T1000Z-lost", action });
    await desk.call("postmortem.close", { id: "lost" });
    expect(docsIn(desk, "postmortems")).toEqual(["2026-01-01T1000Z-lost.closed.md"]);
  });

  it("does not guess where the table has no status", async () => {
    const desk = makeDesk({ tree: { [path]: text("| Action | Owner |\n|---|---|\n| Count | us |") } });
    expect(await desk.call("postmortem.close", { id: "lost" })).toMatchObject({ status: "closed" });
  });
});
