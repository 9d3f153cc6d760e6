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

  it("is read however it is set: more spaces, emphasis, other list signs, small and large, and the word “text”", () => {
    const set = [
      "# Grading sheet 0123456789ab ",
      ...["##  Text  A:", "", "-  **critical**: x", "* major: y", "+ MINOR: z", ""],
      ...["### text **B** ", "", "-  **None**", ""],
      ...["##  ranking, best first", "", "1)  Text  B", "2. text **A**: longer"],
    ];
    expect(readGrades(set, asked)).toEqual(readGrades(sheet.split("\n"), asked));
    for (const none of ["- none", "*None*", "none, nothing at all"])
      expect(problemsOf(sheet.replace("none", none))).toEqual([]);
  });

  it("may say more between its lines, which is no heading, no defect and no rank", () => {
    const more = sheet
      .replace("none", "none\n\nLike § # 3, which is a - major: thing of its own.")
      .replace("1. B", "Ranked by what 2. A breaks:\n\n1. B");
    expect(readGrades(more.split("\n"), asked)).toEqual(readGrades(sheet.split("\n"), asked));
  });

  it("ranks more than nine texts too", () => {
    const letters = Array.from("ABCDEFGHIJ");
    const many = [
      "# Grading sheet 1",
      ...letters.flatMap((letter) => [`## ${letter}`, "none"]),
      ...["## Ranking", ...letters.map((letter, i) => `${i + 1}. ${letter}`)],
    ];
    const { grades, problems } = readGrades(many, { letters, number: "1" });
    expect(problems).toEqual([]);
    expect(grades.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it("that is empty is no sheet, and gives nobody a defect", () => {
    const { grades, problems } = readGrades([], asked);
    expect(problems.filter(({ line }) => line === 1).map(({ message }) => message)).toEqual([
      "the first line is not `# Grading sheet 0123456789ab`: it may grade other texts",
    ]);
    const nothing = { rank: 0, critical: 0, major: 0, minor: 0 };
    expect(grades).toEqual(asked.letters.map((letter) => ({ letter, ...nothing })));
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
    ["a defect without severity", "- minor: ", "- ", { line: 12, message: "begin with critical, major, minor" }],
    ["defects beside `none`", "none", "none\n- minor: x", { line: 14, message: "B has defects, and says `none`" }],
    ["a heading of its own", "- minor", "# comment\n- minor", { line: 12, message: "this heading is none of the" }],
    ["a letter and more in a heading", "## B", "## B remarks", { line: 14, message: "this heading is none of the" }],
    ["another first line", "# Grading sheet 0", "# Grading sheet 9", { line: 1, message: "it may grade other texts" }],
  ])("with %s is a problem with its line", (_, words, instead, { line, message }) => {
    expect(sheet).toContain(words);
    const problems = problemsOf(sheet.replace(words, instead));
    expect(problems).toContainEqual({ line, message: expect.stringContaining(message) });
  });
});
