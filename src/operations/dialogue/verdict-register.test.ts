import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeDialogue, raisesTension, show } from "../../../test/helpers/dialogue.ts";

describe("dialogue.verdict-register", () => {
  it("registers the decision, and verdict.md has its Convergence Summary", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({
      Muffin: [...raisesTension, "[MUFFIN-R0001: cache]\nYes.", "[MUFFIN-E0001: the bill]\nLow."],
    });
    await dialogue.call("dialogue.round-prompt", { dialogue_id: dialogue.id, proposal: "Use REST." });
    await dialogue.round(
      { Muffin: ["[MOVE:CONVERGE]", "[MUFFIN-C0101: both fit]\n[RE:RESOLVE T0001]\nMeasured."] },
      { tension_updates: [{ id: "T0001", status: "resolved", via: "C0101", note: "both fit in the budget" }] },
    );
    const verdict = await dialogue.verdict({
      description: "Two clients.",
      conditions: "measure it",
      vote: "3-0",
      confidence: 0.9,
      decisions: { Transport: "HTTP", Format: "JSON" },
      tensions_resolved: ["T0001"],
      recommendations_adopted: ["R0001"],
      key_evidence: ["e0001"],
      key_claims: ["C0101"],
      supporting_experts: ["muffin", "Scone"],
    });
    expect(verdict).toMatchObject({
      status: "registered",
      round: 1,
      verdict_id: "final",
      decision: true,
      forced: false,
      seen_by_panel: true,
      velocity: { total: 0 },
      convergence: { percent: 100 },
      next: { tool: "blue_rfc_create" },
    });
    expect(JSON.parse(readFileSync(join(dialogue.root, verdict.path as string), "utf8"))).toMatchObject({
      kind: "verdict",
      prev: dialogue.record(1).self,
      recommendation: ["Use REST."],
      conditions: ["measure it"],
      confidence: "0.9",
      decisions: [
        { topic: "Transport", decision: "HTTP" },
        { topic: "Format", decision: "JSON" },
      ],
      key_evidence: ["E0001"],
    });
    const summary = verdict.summary as string;
    for (const part of [
      "100% CONVERGENCE ACHIEVED",
      "Converged Decisions",
      "Transport",
      "T0001",
      "both fit in the budget",
    ]) {
      expect(summary).toContain(part);
    }
    // On the page the facts stand above it.
    const boxes = summary.slice(summary.indexOf("Final Dialogue Summary"));
    expect(readFileSync(join(dialogue.root, `.blue/dialogues/${dialogue.id}/verdict.md`), "utf8")).toContain(
      `100% CONVERGENCE ACHIEVED\n\n${boxes}`,
    );
    expect(await show("dialogue.verdict-register", verdict)).toMatch(
      /^100% CONVERGENCE ACHIEVED[\s\S]*Next: blue rfc create --from-dialogue/,
    );
  });

  it("is about the last round unless it says otherwise; a lesser one may be about an earlier", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round();
    await dialogue.round();
    const early = await dialogue.verdict({ verdict_type: "dissent", round: 0, recommendation: "No." });
    expect(early).toMatchObject({ round: 0, path: expect.stringContaining("round-0/verdict-dissent.json") });
    expect(await show("dialogue.verdict-register", early)).toContain("! This dissent verdict is not the decision.");
    expect(await dialogue.verdict()).toMatchObject({ round: 1 });
  });

  it("refuses a blank recommendation, an unknown type and a name that is no file name", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round();
    await dialogue.verdictRefused("invalid_input", { recommendation: " \n " });
    await dialogue.verdictRefused("invalid_input", { verdict_type: "impasse" });
    await dialogue.verdictRefused("invalid_input", { verdict_id: "a/b" });
  });

  it("refuses a warning that would be recorded nowhere, before and after the verdict is registered", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round();
    const refused = async () =>
      expect(await dialogue.verdictRefused("invalid_input", { warning: "Late." })).toMatchObject({ field: "warning" });
    await refused();
    await dialogue.verdict();
    await refused();
  });

  it("refuses a note that calls a tension accepted which is not", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: raisesTension });
    const note = { verdict_type: "interim", tensions_accepted: ["T0001"] };
    expect(await dialogue.verdictRefused("count_mismatch", note)).toMatchObject({ field: "tensions_accepted" });
  });

  it("without a recommendation decides the last proposal word for word, and needs one where none was shown", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round();
    const key = { dialogue_id: dialogue.id };
    expect(await dialogue.refused("invalid_input", "dialogue.verdict-register", key)).toMatchObject({
      field: "recommendation",
      constraint: "required",
    });
    await dialogue.call("dialogue.round-prompt", { ...key, proposal: "Use REST.\n\nAnd cache it." });
    await dialogue.round();
    const verdict = await dialogue.call("dialogue.verdict-register", key);
    expect(verdict).toMatchObject({ decision: true, seen_by_panel: true });
    const record = JSON.parse(readFileSync(join(dialogue.root, verdict.path as string), "utf8"));
    expect(record.recommendation).toEqual(["Use REST.", "", "And cache it."]);
  });
});
