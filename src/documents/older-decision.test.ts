import { expect, it } from "vitest";
import { olderDecision } from "./older-decision.ts";

it("the last heading that names a decision says what was decided; tables, code and questions do not", () => {
  const text = [
    "# Paging",
    "## Round 0: Recommendation",
    "Let us page by offset for now.",
    "## Converged Recommendation",
    "| Expert | Stance |",
    "|---|---|",
    "```",
    "page by number of the page",
    "```",
    "How should orders be paged?",
    "> 1. **Orders are paged** by cursor.",
  ].join("\n");
  expect(olderDecision(text)).toBe("Orders are paged by cursor.");
  expect(olderDecision("# Paging\n\nNothing is said of what came of it.\n")).toBeUndefined();
});
