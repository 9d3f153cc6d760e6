/** How a dialogue ends: converged, forced, noted, closed, and opened again by a later round. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Answer, makeDialogue, raisesTension } from "../helpers/dialogue.ts";
import { close, exported, resolves } from "../helpers/exported.ts";

describe("a dialogue that ends", () => {
  it("converged exactly at the limit is converged, not forced", async () => {
    const dialogue = await makeDialogue({ create: { max_rounds: 2 } });
    await dialogue.round();
    await dialogue.round();
    const verdict = await dialogue.verdict({ forced: true });
    expect(verdict).toMatchObject({ forced: false });
    expect(verdict.summary).toContain("100% CONVERGENCE ACHIEVED");
  });

  it("forced at the limit says so with its warning", async () => {
    const dialogue = await makeDialogue({ create: { max_rounds: 2 } });
    await dialogue.round({ Muffin: raisesTension });
    const last = await dialogue.round();
    expect(last.warnings).toContainEqual(expect.stringContaining("The limit of 2 rounds is reached"));
    const verdict = await dialogue.verdict({ forced: true, warning: "T0001 is open; we ship." });
    expect(verdict).toMatchObject({ forced: true, decision: true });
    expect(verdict.summary).toMatch(/FORCED CONVERGENCE AT MAX ROUNDS[\s\S]*T0001 is open; we ship\./);
    expect(await dialogue.call("dialogue.get", { dialogue_id: dialogue.id })).toMatchObject({ state: "decided" });
  });

  it("a round past the limit is registered, with a warning and a word in its record", async () => {
    const dialogue = await makeDialogue({ create: { max_rounds: 2 } });
    await dialogue.round({ Muffin: raisesTension });
    const last = await dialogue.round();
    expect(last.warnings).not.toContainEqual(expect.stringContaining("past the limit"));
    const past = await dialogue.round();
    expect(past.warnings).toContainEqual(expect.stringContaining("Round 2 is past the limit of 2 rounds"));
    const recorded = (round: number) =>
      JSON.parse(
        readFileSync(join(dialogue.root, ".blue/dialogues", dialogue.id, `round-${round}/round.json`), "utf8"),
      );
    expect(recorded(2)).toMatchObject({ past_limit: true });
    expect(recorded(1)).not.toHaveProperty("past_limit");
    expect(await dialogue.call("dialogue.verify", { dialogue_id: dialogue.id })).toMatchObject({ findings: [] });
  });

  it("a lesser verdict is no decision, stands beside the final one, and needs no gate", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: raisesTension });
    for (const verdict_type of ["interim", "minority", "dissent"]) {
      const noted = await dialogue.verdict({ verdict_type, recommendation: `${verdict_type} words` });
      expect(noted).toMatchObject({ decision: false, verdict_id: verdict_type, status: "registered" });
      expect(noted.summary).toContain(`${verdict_type.toUpperCase()} VERDICT: NOT THE DECISION`);
    }
    expect(await dialogue.verdict({ verdict_type: "minority", verdict_id: "of-two", round: 0 })).toMatchObject({
      status: "registered",
    });
    expect(await dialogue.call("dialogue.get", { dialogue_id: dialogue.id })).toMatchObject({ state: "open" });
    await dialogue.round({ Muffin: [resolves("01")] }, close("C0101"));
    await dialogue.round();
    await dialogue.verdict({ verdict_type: "dissent" });
    const decided = await dialogue.verdict();
    expect(decided).toMatchObject({ decision: true, next: { tool: "blue_rfc_create" } });
    expect(await dialogue.call("dialogue.status", { dialogue_id: dialogue.id })).toMatchObject({
      state: "decided",
      next: { tool: "blue_rfc_create" },
    });
    const late = await dialogue.verdict({ verdict_type: "minority", recommendation: "Too late." });
    expect(late).toMatchObject({ decision: false, next: { tool: "blue_rfc_create" } });
    expect(late.summary).toContain("MINORITY VERDICT: NOT THE DECISION");
  });

  it("a round after the verdict supersedes it, everywhere", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round();
    await dialogue.verdict();
    const key = { dialogue_id: dialogue.id };
    expect(await dialogue.call("dialogue.get", key)).toMatchObject({
      state: "decided",
      verdicts: [{ in_force: true, superseded: false }],
    });
    await dialogue.round({ Scone: ["[SCONE-T0101: new facts]\nSee."] });
    expect(await dialogue.call("dialogue.get", key)).toMatchObject({
      state: "open",
      verdicts: [{ in_force: false, superseded: true }],
    });
    expect((await dialogue.call("dialogue.verify", key)).findings).toMatchObject([
      { kind: "superseded", path: `.blue/dialogues/${dialogue.id}/round-0/verdict-final.json` },
    ]);
    expect(readFileSync(join(dialogue.root, `.blue/dialogues/${dialogue.id}/verdict.md`), "utf8")).toMatch(
      /SUPERSEDED/i,
    );
    expect((await exported(dialogue)).verdicts).toMatchObject([{ in_force: false, superseded: true }]);
    await dialogue.verdictRefused("velocity_not_zero");
  });

  it("a note on the way is never superseded, and verify has nothing to find", async () => {
    const dialogue = await makeDialogue();
    const key = { dialogue_id: dialogue.id };
    await dialogue.round();
    for (const verdict_type of ["interim", "minority", "dissent"])
      await dialogue.verdict({ verdict_type, recommendation: "Leaning." });
    await dialogue.round();
    await dialogue.verdict();
    expect((await dialogue.call("dialogue.verify", key)).findings).toEqual([]);
    await dialogue.round();
    expect(await dialogue.call("dialogue.verify", key)).toMatchObject({
      findings: [{ kind: "superseded" }],
      next: { why: "Nothing is damaged; what is named no longer decides." },
    });
  });

  it.each(["impasse", "abandoned"])("closed as %s is no decision; a later round opens it again", async (outcome) => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: raisesTension });
    const key = { dialogue_id: dialogue.id };
    const closed = await dialogue.call("dialogue.close", {
      ...key,
      outcome,
      reason: "two mandates exclude each other",
    });
    expect(closed).toMatchObject({
      status: "closed",
      outcome,
      path: expect.stringContaining("round-0/verdict-close.json"),
    });
    expect(await dialogue.call("dialogue.status", key)).toMatchObject({
      state: "closed",
      next: { tool: "blue_dialogue_export" },
    });
    expect(readFileSync(join(dialogue.root, `.blue/dialogues/${dialogue.id}/verdict.md`), "utf8")).toContain(
      "two mandates exclude each other",
    );
    await dialogue.verdictRefused("velocity_not_zero");
    await dialogue.round();
    expect(await dialogue.call("dialogue.status", key)).toMatchObject({ state: "open" });
  });

  it("closed before any round has no round, and round 0 supersedes it", async () => {
    for (const create of [{}, { expert_pool: undefined, panel_size: undefined }]) {
      const dialogue = await makeDialogue({ create });
      const key = { dialogue_id: dialogue.id };
      await dialogue.call("dialogue.close", { ...key, outcome: "abandoned", reason: "no longer needed" });
      expect(await dialogue.call("dialogue.status", key)).toMatchObject({
        state: "closed",
        next: { tool: "blue_dialogue_export" },
      });
      expect(await dialogue.call("dialogue.export", key)).toMatchObject({
        totals: { rounds: 0, convergence_achieved: false },
      });
      if (dialogue.panel().length === 0) continue;
      await dialogue.round();
      const { findings } = await dialogue.call<{ findings: Answer[] }>("dialogue.verify", key);
      expect(findings).toMatchObject([
        {
          kind: "superseded",
          path: `.blue/dialogues/${dialogue.id}/verdict-close.json`,
          message: expect.not.stringContaining("null"),
        },
      ]);
    }
  });

  it("is not closed over damaged records: nobody knows where it stands", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round();
    await dialogue.round();
    rmSync(join(dialogue.root, `.blue/dialogues/${dialogue.id}/round-0/round.json`));
    await dialogue.refused("record_damaged", "dialogue.close", {
      dialogue_id: dialogue.id,
      outcome: "abandoned",
      reason: "broken",
    });
  });
});
