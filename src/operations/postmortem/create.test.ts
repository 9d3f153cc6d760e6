import { describe, expect, it } from "vitest";
import { makeDesk, show } from "../../../test/helpers/dialogue.ts";
import { type Entry, readDoc } from "../../../test/helpers/documents.ts";

describe("postmortem.create", () => {
  it("writes timeline, causes and a table of action items", async () => {
    const desk = makeDesk();
    const made = await desk.call<Entry>("postmortem.create", {
      title: "Lost orders",
      severity: "sev1",
      impact: "One audit.",
      timeline: ["14:02 alert"],
      causes: ["no count"],
      actions: ["Count | accounting | 2026-03-01", "Alert"],
    });
    expect(made.path).toBe(".blue/docs/postmortems/2026-02-03T1423Z-lost-orders.open.md");
    expect(readDoc(desk, made.path)).toContain(
      "## Timeline\n\n- 14:02 alert\n\n## Causes\n\n- no count\n\n## Action Items\n\n| # | Action | Owner | Due | Status | RFC |\n|---|--------|-------|-----|--------|-----|\n| 1 | Count | accounting | 2026-03-01 | open | — |\n| 2 | Alert | — | — | open | — |\n",
    );
    expect(await show("postmortem.create", made)).toContain("blue postmortem action-to-rfc");
    expect(await show("postmortem.create", made)).toContain("  severity: sev1\n");
    const again = await desk.call<Entry>("postmortem.create", { title: "Lost orders" });
    expect(await show("postmortem.create", again)).toContain(`! ${made.path} has the same title`);
    for (const severity of ["SEV1", "Sev-1", "P1", "1", 1, "critical"])
      expect(await desk.call("postmortem.create", { title: "Y", severity })).toMatchObject({ severity: "sev1" });
    expect(await desk.call("postmortem.create", { title: "Y", severity: "low" })).toMatchObject({ severity: "sev4" });
    await desk.refused("invalid_input", "postmortem.create", { title: "X", severity: "sev5" });
    expect((await desk.refused("invalid_input", "postmortem.create", { title: "X", severity: "bad" })).field).toBe(
      "severity",
    );
  });
});
