import { describe, expect, it } from "vitest";
import { makeDesk, show } from "../../../test/helpers/dialogue.ts";

const text =
  "---\nstatus: wip\n---\n\n# Audit: A\n\n- [ ] critical: one\n- [x] **High**: two\n* medium — ~~three~~\n1. low: four (fixed)\n\n| Severity | Finding | Status |\n|---|---|---|\n| Info | five | open |\n| critical | six | resolved |\n\n```\n- [ ] critical: in a fence\n```\n- criticality: no\n";

describe("audit.get", () => {
  it("counts findings by severity from lists and tables, none in a fence", async () => {
    const desk = makeDesk({ tree: { ".blue/docs/audits/2026-01-01T0000Z-a.wip.md": text } });
    const answer = await desk.call<{ findings: { severity: string; open: boolean; line: number }[] }>("audit.get", {
      id: "a",
    });
    expect(answer.findings.map(({ severity, open, line }) => [severity, open, line])).toEqual([
      ["critical", true, 7],
      ["high", false, 8],
      ["medium", false, 9],
      ["low", false, 10],
      ["info", true, 14],
      ["critical", false, 15],
    ]);
    expect(answer).toMatchObject({ counts: { critical: { open: 1, total: 2 }, low: { open: 0, total: 1 } } });
    expect(await show("audit.get", answer)).toContain("2 critical (1 open), 1 high (0 open)");
  });
});
