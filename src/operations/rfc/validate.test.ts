import { describe, expect, it } from "vitest";
import { makeDesk, show } from "../../../test/helpers/dialogue.ts";
import { handEdited } from "../../../test/helpers/documents.ts";

interface Answer {
  valid: boolean;
  findings: { check: string; severity: string; message: string; line: number | null }[];
}

describe("rfc.validate", () => {
  it("finds nothing in a sound one", async () => {
    const desk = makeDesk({ tree: { ".blue/docs/rfcs/0001-hand-made.draft.md": handEdited() } });
    const answer = await desk.call<Answer>("rfc.validate", { id: 1 });
    expect(answer).toMatchObject({ valid: true, findings: [] });
    expect(await show("rfc.validate", answer)).toBe("✓ RFC 0001 is in order");
  });

  it("names everything that is wrong at once, with the line", async () => {
    const text =
      "---\nstatus: implemented\nsource_spike: gone\ndialogue: gone\n---\n\n# RFC 0009: X\n\n## Problem\n\n<!-- hint -->\n\n[a](nowhere.md)\n\n## Plan\n\n- [ ] open\n\n```mermaid\ngraph\n";
    const desk = makeDesk({
      tree: { ".blue/docs/rfcs/0001-x.draft.md": text, ".blue/docs/rfcs/0001-y.draft.md": "---\nstatus: draft\n---\n" },
    });
    const { valid, findings } = await desk.call<Answer>("rfc.validate", { id: ".blue/docs/rfcs/0001-x.draft.md" });
    expect(valid).toBe(false);
    expect(findings.map(({ check, line }) => [check, line]).sort()).toEqual(
      [
        ["content", null],
        ["dialogue", 1],
        ["link", 1],
        ["link", 13],
        ["mermaid", 19],
        ["number", 7],
        ["number", null],
        ["plan", null],
        ["status", 1],
      ].sort(),
    );
  });
});
