import { describe, expect, it } from "vitest";
import { makeDesk, show } from "../../../test/helpers/dialogue.ts";
import { type Entry, readDoc } from "../../../test/helpers/documents.ts";

describe("decision.create", () => {
  it("records a note on one page", async () => {
    const desk = makeDesk();
    const made = await desk.call<Entry>("decision.create", {
      title: "Two spaces",
      decision: "Two.",
      rationale: "The default.",
      alternatives: ["tabs"],
      decided_by: ["us"],
    });
    expect(readDoc(desk, made.path)).toBe(
      "---\ntitle: Two spaces\nstatus: recorded\ndate: 2026-02-03\ndecided_by: [us]\n---\n\n# Decision: Two spaces\n\n## Decision\n\nTwo.\n\n## Rationale\n\nThe default.\n\n## Alternatives\n\n- tabs\n",
    );
    expect(await show("decision.create", made)).toContain("recorded: Two spaces");
    expect((await desk.refused("invalid_input", "decision.create", { title: "X" })).field).toBe("decision");
  });
});
