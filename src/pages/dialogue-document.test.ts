import { expect, test } from "vitest";
import { dialogueOf, rfcRounds, roundOf, six } from "../../test/helpers/example-dialogue.ts";
import { renderDialogueDocument } from "./dialogue-document.ts";

test("a saved dialogue has the sections and lines of RFC 0023", () => {
  const text = renderDialogueDocument(dialogueOf({ rounds: rfcRounds(), verdicts: [{ conditions: ["test it"] }] }));
  expect(text.split("\n").slice(0, 6)).toEqual([
    "# Alignment Dialogue: API design",
    "",
    "**Draft**: Dialogue `2026-03-01T1200Z-api-design`",
    "**Date**: 2026-03-01 12:00Z",
    "**Status**: Converged",
    `**Participants**: ${six.map((name) => `🧁 ${name}`).join(" | ")} | 💙 Judge`,
  ]);
  const headings = text.split("\n").filter((line) => line.startsWith("## "));
  expect(headings).toEqual([
    "## Expert Pool",
    "## Expert Panel",
    "## Alignment Scoreboard",
    "## Perspectives Inventory",
    "## Tensions Tracker",
    "## Round 0: Opening Arguments",
    "## Round 1",
    "## Round 2",
    "## Converged Recommendation",
  ]);
  expect(text).toContain("| 💙 Judge | Orchestrator | — | — | 💙 |\n| 🧁 Muffin | Muffin's role | Core | 0.90 | 🧁 |");
  expect(text).toContain("| P0001 | 🧁 Muffin | perspective 1 | 0 |");
  expect(text).toContain("| T0001 | tension T0001 | **Resolved** | R0 | R1 |");
  expect(text).toContain("### 🧁 Muffin\n\n> A text.\n");
  expect(text).toContain(
    "No text was put to the panel.\n\n### The Judge's Own Words\n\n> Use REST.\n\n#### Condition 1\n\n> test it\n",
  );
  expect(text).toContain("Full texts: `.blue/dialogues/2026-03-01T1200Z-api-design/round-0/`.");
});

test("a saved dialogue says honestly what state it is in", () => {
  const status = (sketch: Parameters<typeof dialogueOf>[0]) =>
    /\*\*Status\*\*: (.*)/.exec(renderDialogueDocument(dialogueOf(sketch)))![1];
  const rounds = rfcRounds();
  const close = { verdict_type: "impasse" as const, verdict_id: "close", recommendation: [], description: ["why"] };
  expect(status({})).toBe("In Progress");
  expect(status({ rounds: rounds.slice(0, 2) })).toBe("In Progress");
  expect(status({ rounds: rounds.slice(0, 2), verdicts: [{}] })).toBe("Open, refused");
  expect(status({ rounds, verdicts: [close] })).toBe("Impasse");
  expect(status({ rounds: [...rounds, roundOf(six, {})], verdicts: [{ round: 2 }] })).toBe("In Progress");
  expect(status({ rounds, verdicts: [{}, { verdict_id: "b" }] })).toBe("Open, contested");
});

test("absent experts and guests have their place in the rounds", () => {
  const round = roundOf(["Muffin", "Scone"], {
    texts: [
      { expert: "Muffin", state: "absent", lines: [], provenance: null, others: [] },
      { expert: "Scone", state: "present", lines: ["## heading", "x"], provenance: null, others: [] },
      { expert: "Visitor", state: "present", lines: ["hello"], provenance: null, others: [] },
    ],
  });
  const text = renderDialogueDocument(dialogueOf({ rounds: [round] }));
  expect(text).toContain(
    "### 🧁 Muffin\n\nAbsent.\n\n### 🧁 Scone\n\n> ## heading\n> x\n\n### 🧁 Visitor (guest)\n\n> hello\n",
  );
  expect(text).toContain("🧁 Muffin | 🧁 Scone | 🧁 Visitor (guest) | 💙 Judge");
});
