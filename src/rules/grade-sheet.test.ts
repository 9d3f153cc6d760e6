import { describe, expect, it } from "vitest";
import { emptySheet } from "../pages/prompts/grader-prompt.ts";
import { readGrades } from "./grade-sheet.ts";

const asked = { letters: ["A", "B"], number: "0123456789ab" };

const sheet = `# Grading sheet 0123456789ab

Some words of help.

    - critical: "an example": indented, so no defect

## A

- critical: "One key for all": whoever has it has everything
- **Major**: "No cache"
  - seen by running it
- minor: "Keys"

## B

none

## Ranking

1. B: the shortest
2. **A**
`;

const problemsOf = (text: string) => readGrades(text.split("\n"), asked).problems;

describe("a grader's sheet", () => {
  it("gives the defects by severity and the rank of every text", () => {
    expect(readGrades(sheet.split("\n"), asked)).toEqual({
      problems: [],
      grades: [
        { letter: "A", rank: 2, critical: 1, major: 1, minor: 1 },
        { letter: "B", rank: 1, critical: 0, major: 0, minor: 0 },
      ],
    });
  });

  it("that was not filled in grades nothing", () => {
    expect(problemsOf(emptySheet(asked.letters, asked.number)).map(({ message }) => message)).toEqual([
      "A has no defect, and nothing says `none`",
      "B has no defect, and nothing says `none`",
      "A is not ranked",
      "B is not ranked",
      "this is no rank: write `1. A`",
      "this is no rank: write `1. A`",
    ]);
  });

  it.each([
    ["a missing letter", "## B\n\nnone\n", "", { line: 15, message: "B is not graded: its heading `## B` is missing" }],
    ["an unknown letter", "## B", "## B\n\nnone\n\n## C", { line: 18, message: "there is no text C" }],
    ["a letter graded twice", "## B", "## A\n\n## B", { line: 14, message: "A is graded twice" }],
    ["an unranked letter", "\n2. **A**", "", { line: 18, message: "A is not ranked" }],
    ["an unknown letter in the ranking", "2. **A**", "2. D", { line: 21, message: "there is no text D" }],
    ["a letter ranked twice", "2. **A**", "2. B", { line: 21, message: "B is ranked twice" }],
    ["a tie", "2. **A**", "1. A", { line: 21, message: "rank 2 comes here: best first, no ties" }],
    ["a defect without severity", "- minor: ", "- ", { line: 12, message: "this defect has no severity" }],
    ["defects beside `none`", "none", "none\n- minor: x", { line: 14, message: "B has defects, and says `none`" }],
    ["a heading of its own", "- minor", "# comment\n- minor", { line: 12, message: "this heading is none of the" }],
    ["another first line", "# Grading sheet 0", "# Grading sheet 9", { line: 1, message: "it may grade other texts" }],
  ])("with %s is a problem with its line", (_, words, instead, { line, message }) => {
    expect(sheet).toContain(words);
    const problems = problemsOf(sheet.replace(words, instead));
    expect(problems).toContainEqual({ line, message: expect.stringContaining(message) });
  });
});
