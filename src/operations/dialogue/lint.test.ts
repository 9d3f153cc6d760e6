import { describe, expect, it } from "vitest";
import { makeDesk, show } from "../../../test/helpers/dialogue.ts";
import { operation } from "./lint.ts";

describe("dialogue.lint", () => {
  it("answers with a score and the issues, and finds errors in a document that is none", async () => {
    const desk = makeDesk({ tree: { "docs/empty.dialogue.md": "# Nothing\n" } });
    const answer = await desk.call<{ score: number; issues: { severity: string }[] }>("dialogue.lint", {
      file_path: "docs/empty.dialogue.md",
    });
    expect(answer.score).toBeGreaterThanOrEqual(0);
    expect(answer.score).toBeLessThan(1);
    expect(answer.issues.length).toBeGreaterThan(0);
    expect(operation.hasFindings!(answer as never)).toBe(true);
    expect(await show("dialogue.lint", answer)).toMatch(/^✗ docs\/empty\.dialogue\.md: \d+%/);
  });

  it("refuses what is no Markdown, what is not there and what lies outside", async () => {
    const desk = makeDesk({ tree: { "a.json": "{}" } });
    await desk.refused("invalid_input", "dialogue.lint", { file_path: "a.json" });
    const missing = await desk.refused("not_found", "dialogue.lint", { file_path: "none.dialogue.md" });
    expect(missing).toMatchObject({ field: "file_path", suggestion: "Give its path from the project's root." });
    await desk.refused("path_outside_project", "dialogue.lint", { file_path: "../x.dialogue.md" });
    await desk.refused("invalid_input", "dialogue.lint", {});
  });
});
