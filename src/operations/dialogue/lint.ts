import * as z from "zod";
import { lintDialogueDocument } from "../../documents/lint-dialogue.ts";
import { refuse } from "../../errors.ts";
import { readText } from "../../store/paths.ts";
import { defineOperation } from "../operation.ts";

export const operation = defineOperation({
  name: "dialogue.lint",
  summary: "Check the format of a .dialogue.md document",
  description:
    "Checks a saved dialogue document, in both marker dialects. Answers with a score from 0 to 1 and the issues; exits 6 on errors.",
  effect: "read",
  keepsEmptyLists: true,
  toolset: "dialogue",
  input: z.strictObject({ file_path: z.string().describe("A `.dialogue.md` document of the project.") }),
  output: z.strictObject({
    file_path: z.string(),
    score: z.number(),
    issues: z.array(
      z.strictObject({
        check: z.string(),
        severity: z.enum(["error", "warning", "info"]),
        message: z.string(),
        line: z.int().nullable(),
        weight: z.number(),
      }),
    ),
  }),
  examples: [
    {
      command: "blue dialogue lint .blue/docs/dialogues/2026-02-03T1423Z-webhook-delivery.dialogue.md",
      note: "one document",
    },
  ],
  cli: { positional: ["file_path"] },
  run({ file_path }, { project }) {
    if (!file_path.endsWith(".md")) {
      refuse("invalid_input", { file_path }, "markdown", {
        message: "`file_path` must be a Markdown document",
        suggestion: "Give a `.dialogue.md` file.",
      });
    }
    return { file_path, ...lintDialogueDocument(readText(project, file_path, "file_path")) };
  },
  hasFindings: ({ issues }) => issues.some(({ severity }) => severity === "error"),
  render: ({ file_path, score, issues }) =>
    [
      `${issues.some(({ severity }) => severity === "error") ? "✗" : "✓"} ${file_path}: ${Math.round(score * 100)}%`,
      ...issues.map(
        ({ severity, message, line, check }) =>
          `  ${severity}${line === null ? "" : ` line ${line}`}: ${message} (${check})`,
      ),
    ].join("\n"),
});
