import { expect, it } from "vitest";
import { askedQuestion, decidedSentence, olderDecision } from "./older-decision.ts";

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

it("of a dialogue, not how its panel got there, nor a marker, unless nothing else is said", () => {
  const text = [
    "## Final Consensus",
    "1. **Page by cursor** and never by offset",
    "## Convergence Status",
    "All three tensions are resolved.",
    "## Round 3: Resolution",
    "- [RESOLVED T01]: cursors it is then",
  ].join("\n");
  expect(olderDecision(text)).toBe("Page by cursor and never by offset");
});

const rfc = (text: string) => decidedSentence({ type: "rfc", text });

it("of a document, the sentence in which it says what it does, not the problem before it", () => {
  expect(rfc("# Pages\n\n## Summary\n\nDeep pages are slow. This RFC pages orders\nby cursor. More follows.\n")).toBe(
    "This RFC pages orders by cursor.",
  );
  expect(rfc("# Pages\n\n## Summary\n\nOrders are paged\nby cursor from now on. More follows.\n")).toBe(
    "Orders are paged by cursor from now on.",
  );
});

it("of a document without a decision or a summary, what it proposes", () => {
  expect(rfc("# Pages\n\n## Problem\n\nThey are all slow.\n\n## Proposed Solution\n\nPage orders by cursor.\n")).toBe(
    "Page orders by cursor.",
  );
});

it("a few words bring the next sentence along, and what opens a list its first item", () => {
  expect(rfc("## Decision\n\n**Delete boldly. Git remembers.**\n\nDead code is weight.\n")).toBe(
    "Delete boldly. Git remembers.",
  );
  expect(rfc("## Decision\n\nEnforce one strict workflow:\n\n1. ~~Ask first~~\n2. Draft, then approve.\n")).toBe(
    "Enforce one strict workflow: Draft, then approve.",
  );
});

it("of a spike, its answer and its question", () => {
  const text =
    "# Spike\n\n## Question\n\nWhy is it slow? Since when?\n\n## Findings\n\nMany were looked at.\n\n## Conclusion\n\nThe report locks the table.\n";
  expect(decidedSentence({ type: "spike", text })).toBe("The report locks the table.");
  expect(askedQuestion({ text })).toBe("Why is it slow?");
});
