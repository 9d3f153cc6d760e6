/** A folder of an older Blue is listed, read, linted and verified, and never registered to. */
import { describe, expect, it } from "vitest";
import { dialogueAt, expectUnchanged, type Input, makeDesk, treeOf } from "../helpers/dialogue.ts";

describe("a dialogue of an older Blue", () => {
  const legacy = "2026-01-25T1200Z-api-versioning";
  const document = [
    "# Alignment Dialogue: API versioning",
    "",
    "**Participants**: 🧁 Muffin | 🧁 Cupcake | 💙 Judge",
    "",
    "## Round 1",
    "",
    "### Muffin 🧁",
    "",
    "[PERSPECTIVE P01: Versions in the path]",
    "They are seen.",
    "",
    "[TENSION T01: Path or header]",
    "[RESOLVED T01 by Cupcake]",
    "[CONVERGENCE CONFIRMED]",
    "",
  ].join("\n");
  const tree = {
    [`.blue/dialogues/${legacy}/dialogue.md`]: document,
    [`.blue/dialogues/${legacy}/round-0/muffin.md`]: "[PERSPECTIVE P01: Versions in the path]\nThey are seen.\n",
    [`.blue/dialogues/${legacy}/scoreboard.md`]: "| Agent | W |\n|---|---|\n",
    ".blue/docs/dialogues/2026-01-25-api-versioning.dialogue.md": document,
  };

  it("is listed, read, linted and verified", async () => {
    const desk = makeDesk({ tree });
    const before = treeOf(desk.root);
    expect(await desk.call("dialogue.list")).toMatchObject({
      dialogues: [{ dialogue_id: legacy, state: "legacy", rounds: 1, title: "api versioning" }],
    });
    expect(await desk.call("status")).toMatchObject({ counts: { legacy: 1, damaged: 0 } });
    const got = await desk.call("dialogue.get", { dialogue_id: "api-versioning" });
    expect(got).toMatchObject({
      state: "legacy",
      files: ["dialogue.md", "round-0/muffin.md", "scoreboard.md"],
      experts: ["Muffin"],
      convergence_blockers: ["It was written by an older Blue and has no records: it can be read, not continued."],
    });
    const file_path = ".blue/docs/dialogues/2026-01-25-api-versioning.dialogue.md";
    expect(await desk.call("dialogue.lint", { file_path })).toMatchObject({ file_path, score: expect.any(Number) });
    expect(await desk.call("dialogue.verify", { dialogue_id: legacy })).toMatchObject({
      verified: 0,
      not_proved: 1,
      findings: [],
    });
    expectUnchanged(desk.root, before);
  });

  it.each<[string, Input]>([
    ["round-register", { round: 0, score_components: { W: 1, C: 1, T: 1, R: 1 } }],
    ["verdict-register", { recommendation: "Use the path." }],
    [
      "evolve-panel",
      {
        panel: [
          { role: "A", source: "created" },
          { role: "B", source: "created" },
        ],
      },
    ],
    ["sample-panel", {}],
    ["expert-create", { role: "C", reason: "T01" }],
    ["expert-write", { expert: "Muffin", text: "Yes." }],
    ["round-discard", { reason: "no" }],
    ["close", { outcome: "abandoned", reason: "old" }],
    ["export", {}],
    ["save", {}],
  ])("is never continued: %s refuses", async (operation, input) => {
    const desk = makeDesk({ tree });
    const error = await desk.refused("invalid_input", `dialogue.${operation}`, { dialogue_id: legacy, ...input });
    expect(error).toMatchObject({ constraint: "has_records", value: legacy });
  });

  it("does not stand in the way of a new one", async () => {
    const desk = makeDesk({ tree });
    const { dialogue_id } = await desk.call<{ dialogue_id: string }>("dialogue.create", {
      title: "API versioning",
      template: "general",
      sources: [`.blue/dialogues/${legacy}/dialogue.md`],
    });
    expect((await dialogueAt(desk, dialogue_id).round()).status).toBe("registered");
  });
});
