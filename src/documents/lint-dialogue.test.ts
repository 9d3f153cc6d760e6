import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dialogueChecks, lintDialogueDocument } from "./lint-dialogue.ts";

const wellFormed = `# Alignment Dialogue: Where sessions live

**Date**: 2026-05-04 09:30Z
**Status**: Converged
**Participants**: 💙 Judge, 🧁 Muffin, 🧁 Cupcake, 🧁 Scone

## Expert Panel

| Agent | Role | Tier | Relevance | Emoji |
|-------|------|------|-----------|-------|
| 💙 Judge | Orchestrator | — | — | 💙 |
| 🧁 Muffin | Storage Engineer | Core | 0.90 | 🧁 |
| 🧁 Cupcake | Security Analyst | adjacent | 0.75 | 🧁 |
| 🧁 Scone | Support Lead | Wildcard | 0.4 | 🧁 |

## Alignment Scoreboard

| Round | W | C | T | R | Score | S | Open Tensions | New Perspectives | Velocity | Converge % |
|---|---|---|---|---|---|---|---|---|---|---|
| 0     | 10| 8 | 7 | 5 | **30** | 30 | 1 | 2 | 3 | 0% |
| 1     | 6 | 5 | 5 | 4 | **20** | 50 | 0 | 0 | 0 | 3/3 (100%) |

| Agent | R0 | R1 | Total |
|-------|----|----|-------|
| 🧁 Muffin | 12 | 8 | **20** |
| 🧁 Cupcake | 10 | 7 | **17** |
| 🧁 Scone | 8 | 5 | **13** |

**Total ALIGNMENT:** 50 (W:16 C:13 T:12 R:9)

## Perspectives Inventory

| ID | Agent | Perspective | Round |
|----|-------|-------------|-------|
| P0001 | 🧁 Muffin | One file per session | 0 |
| P0002 | 🧁 Scone | Support must read it | 0 |

## Tensions Tracker

| ID | Tension | Status | Raised | Resolved |
|----|---------|--------|--------|----------|
| T0001 | Secrets in plain files | **Resolved** | R0 | R1 |

## Round 0: Opening Arguments

> Full agent responses: \`.blue/dialogues/2026-05-04T0930Z-sessions/round-0/*.md\`

### 🧁 Muffin

> [MUFFIN-P0001: One file per session] A file is whole or absent.
>
> [MUFFIN-S0001: APPROVE | 0.8] It is simple.

### 🧁 Cupcake (Security Analyst)

[CUPCAKE-T0001: Secrets in plain files]
Anybody who reads the disk reads the tokens.

[CUPCAKE-S0001: HOLD | 0.6] Until the tokens are sealed.

### 🧁 Scone

[SCONE-P0001: Support must read it] \`jq\` is all they have.

[SCONE-S0001: APPROVE | 0.7] As it stands.

### 💙 Judge Summary

One tension is open.

### Round 1 Priorities

1. Seal the tokens

## Round 1: Convergence

### 🧁 Muffin

[MUFFIN-C0101: Seal the tokens alone] [RE:RESOLVE T0001]
The rest stays readable.

\`\`\`mermaid
graph TD; file-->token
\`\`\`

[MOVE:CONVERGE]

[MUFFIN-S0101: APPROVE | 0.9] Settled.

### 🧁 Cupcake

[MOVE:CONVERGE]

[CUPCAKE-S0101: APPROVE | 0.9] Sealed tokens suffice.

### 🧁 Scone

[MOVE:CONVERGE]

[SCONE-S0101: APPROVE | 0.9] Readable enough.

### 💙 Judge Summary

All agree.
`;

const older = `# RFC Dialogue: Cache keys

**Draft**: [cache keys](cache-keys.draft.md)
**Date**: 2026-01-20
**Participants**: 🧁 Muffin | 🧁 Scone | 💙 Judge
**Agents**: 2
**Status**: Converged

---

## Expert Panel

| Agent | Role |
|---|---|
| Muffin 🧁 | Cache Engineer |
| Scone 🧁 | Operator |

## Alignment Scoreboard

| Agent | Wisdom | Consistency | Truth | Relationships | ALIGNMENT |
|-------|--------|-------------|-------|---------------|-----------|
| 🧁 Muffin | 20 | 6 | 6 | 6 | **38** |
| 🧁 Scone  | 18 | 7 | 5 | 6 | **36** |

**Total ALIGNMENT**: 74 points
**Status**: CONVERGED

## Perspectives Inventory

| ID | Perspective | Surfaced By | Consensus |
|----|-------------|-------------|-----------|
| P01 | Keys carry a version | Muffin R0 | 2/2 ✓ |

## Tensions Tracker

| ID | Tension | Raised By | Consensus | Status |
|----|---------|-----------|-----------|--------|
| T1 | Stale keys | Scone R0 | 1/2 raised | ✓ Resolved (R1) |

## Opening Arguments (Round 0)

> All 2 agents responded to the draft independently.

### Muffin 🧁

[PERSPECTIVE P01: Keys carry a version]
Old entries die by themselves.

### Scone 🧁

[TENSION T1: Stale keys stay in memory]

---

## Round 1

### Muffin 🧁

[RESOLVED T1: a time limit of five minutes]

### Scone 🧁

[CONCESSION: the limit is enough]
[CONVERGENCE CONFIRMED]
`;

/** The document with one thing changed. */
function changed(from: string | RegExp, to: string, text = wellFormed): string {
  const other = text.replace(from, to);
  if (other === text) throw new Error(`nothing to change: ${from}`);
  return other;
}

function issuesOf(text: string, check?: string) {
  return lintDialogueDocument(text).issues.filter((issue) => check === undefined || issue.check === check);
}

/** Exactly one issue, of this check; the line is told by what stands on it. */
function expectOne(text: string, check: string, severity: string, message: RegExp, on?: string) {
  const issues = issuesOf(text);
  expect(issues).toEqual([expect.objectContaining({ check, severity, message: expect.stringMatching(message) })]);
  if (on !== undefined) expect(text.split("\n")[(issues[0]?.line ?? 0) - 1]).toContain(on);
  if (severity === "info") expect(issues[0]?.weight).toBe(0);
  else expect(issues[0]?.weight).toBeGreaterThan(0);
}

describe("the score", () => {
  test("a well-formed document has nothing to object to", () => {
    expect(lintDialogueDocument(wellFormed)).toEqual({ score: 1, issues: [] });
  });

  test("a document of the older dialect loses little for being old", () => {
    const { score, issues } = lintDialogueDocument(older);
    expect(issues.map(({ check }) => check)).toEqual(["scoreboard"]);
    expect(score).toBeGreaterThan(0.97);
  });

  test("an empty document has none", () => {
    for (const text of ["", "\n\n", "no dialogue at all"]) expect(lintDialogueDocument(text).score).toBe(0);
  });

  test("the score is what the issues leave of 1", () => {
    const text = changed("**Date**", "**When**", changed("| 0     | 10|", "| 0     | 11|"));
    const { score, issues } = lintDialogueDocument(text);
    expect(issues.length).toBeGreaterThan(1);
    expect(score).toBeCloseTo(1 - issues.reduce((sum, { weight }) => sum + weight, 0), 3);
  });

  test("no check takes more than its own weight", () => {
    const rows = Array.from({ length: 50 }, (_, n) => `| ${n} | 1 | 1 | 1 | 1 | 9 | 9 | 9 | 9 | 9 | 50% |`).join("\n");
    const issues = issuesOf(changed(/\| 0 {5}\| 10.*\n.*\n/, `${rows}\n`), "scoreboard_arithmetic");
    const all = dialogueChecks.reduce((sum, { weight }) => sum + weight, 0);
    const own = dialogueChecks.find(({ name }) => name === "scoreboard_arithmetic")!.weight;
    expect(issues.length).toBeGreaterThan(50);
    expect(issues.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(own / all, 3);
  });

  test("errors come first, then warnings, then notes, each in the order of the document", () => {
    const text = changed("| 0.90 |", "| 9 |", changed("| **17** |", "| **18** |", changed("T:12", "T:13")));
    const said = changed("Readable enough.", "Readable, as [RE:SUPPORT P0001] says.", text);
    expect(issuesOf(said).map(({ severity, check }) => `${severity} ${check}`)).toEqual([
      "error scoreboard_arithmetic",
      "error scoreboard_arithmetic",
      "warning expert_panel",
      "info markers",
    ]);
    const [first, second] = issuesOf(said);
    expect(first!.line).toBeLessThan(second!.line!);
  });

  test("line ends, a byte order mark, spacing and emphasis change nothing", () => {
    const spaced = wellFormed.replace(/^\|(.*)\|$/gm, (_, row: string) => `| ${row.split("|").join("   | ")}`);
    for (const text of [wellFormed.replaceAll("\n", "\r\n"), `\uFEFF${wellFormed}`, spaced]) {
      expect(lintDialogueDocument(text)).toEqual({ score: 1, issues: [] });
    }
  });

  test("any text is judged, whatever it holds", () => {
    const pieces = wellFormed.split(/(?<=\n)/).map((line) => fc.constant(line));
    const noise = fc.constantFrom(
      "```\n",
      "| |\n",
      "|---|\n",
      "## Round 3\n",
      "# \n",
      "> ",
      "[MOVE:",
      "\0",
      "**Status**:\n",
      "<!--",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(...pieces, noise, fc.string()), { maxLength: 60 }), (parts) => {
        const { score, issues } = lintDialogueDocument(parts.join(""));
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
        for (const { line } of issues) expect(line === null || line >= 1).toBe(true);
      }),
    );
  });

  test("issues without end are counted, not listed", () => {
    const rows = Array.from({ length: 500 }, (_, n) => `| P${n}x | x | x | 0 |`).join("\n");
    const twice = Array.from({ length: 500 }, () => "| P0009 | x | x | 0 |").join("\n");
    const { issues } = lintDialogueDocument(changed(/\| P0001/, `${rows}\n${twice}\n| P0001`));
    expect(issues.length).toBe(201);
    expect(issues.at(-1)).toMatchObject({ check: "issues", message: expect.stringMatching(/^\d+ more issues/) });
  });
});

describe("the header", () => {
  test("a missing title is an error", () => {
    expectOne(changed("# Alignment Dialogue: Where sessions live\n", ""), "title", "error", /no title/);
  });

  test("a title is read below front matter and a generated notice, and not below other text", () => {
    expect(issuesOf(`---\nid: 7\n---\n${wellFormed}`)).toEqual([]);
    expect(issuesOf(`> Generated by Blue.\n\n${wellFormed}`)).toEqual([]);
    expectOne(`Hello.\n\n${wellFormed}`, "title", "warning", /above the title/, "Hello.");
  });

  test("a title of another form and a second title are told", () => {
    expectOne(changed("# Alignment Dialogue: ", "# "), "title", "warning", /does not read/);
    expectOne(changed("### Round 1 Priorities", "# Priorities"), "title", "warning", /second title/, "# Priorities");
  });

  test("a missing date, one in another form and one that never was are told", () => {
    expectOne(changed(/\*\*Date\*\*.*\n/, ""), "date", "warning", /no date/);
    expectOne(changed("2026-05-04 09:30Z", "4 May 2026"), "date", "warning", /YYYY-MM-DD/, "4 May");
    expectOne(changed("2026-05-04 09:30Z", "2026-02-30"), "date", "warning", /not a date/, "02-30");
  });

  test("a missing status and one that means nothing are told", () => {
    expectOne(changed(/\*\*Status\*\*.*\n/, ""), "status", "warning", /what state the dialogue is in/);
    expectOne(
      changed("**Status**: Converged", "**Status**: Fine"),
      "status",
      "warning",
      /none that Blue knows/,
      "Fine",
    );
  });

  test("a status that another line contradicts is told, unless that line is struck out", () => {
    const open = changed("**Status**: Converged", "**Status**: In Progress");
    expect(issuesOf(open)).toEqual([]);
    expectOne(`${open}\n## Status\n\n**CONVERGED** - done.\n`, "status", "warning", /says converged/, "In Progress");
    expect(issuesOf(`${open}\n## Status\n\n~~CONVERGED~~ - still open.\n`)).toEqual([]);
  });

  test("the header may be a table", () => {
    const table =
      "| | |\n|---|---|\n| **Date** | 2026-05-04 |\n| **Status** | Converged |\n| **Participants** | 💙 Judge, 🧁 Muffin, 🧁 Cupcake, 🧁 Scone |\n";
    expect(issuesOf(changed(/\*\*Date[\s\S]*?Scone\n/, table))).toEqual([]);
  });
});

describe("participants", () => {
  const line = "**Participants**: 💙 Judge, 🧁 Muffin, 🧁 Cupcake, 🧁 Scone";

  test.each([
    "**Participants:** Muffin | Cupcake | Scone | Judge",
    "Participants: 🧁 Muffin | 🧁 Cupcake | 🧁 Scone | 💙 Judge",
    "Muffin | Cupcake | Scone | Judge",
    "**Participants**: 💙 Judge, 🧁 Muffin (Storage Engineer), Cupcake 🧁, 🧁 Scone",
  ])("%s names them too", (other) => {
    expect(issuesOf(changed(line, other))).toEqual([]);
  });

  test("a missing line is told, and one that only counts the experts weighs half", () => {
    const none = changed(`${line}\n`, "");
    expectOne(none, "participants", "warning", /no line of participants/);
    const counted = changed(line, "**Experts**: 3");
    expectOne(counted, "participants", "warning", /does not name them/, "**Experts**");
    expect(issuesOf(counted)[0]!.weight * 2).toBeCloseTo(issuesOf(none)[0]!.weight, 3);
  });

  test("a line without the Judge, with one expert, with a name twice or an emoji missing is told", () => {
    expectOne(changed("💙 Judge, 🧁 M", "🧁 M"), "participants", "warning", /do not name the 💙 Judge/);
    expectOne(changed("🧁 Scone\n", "🧁 Scone, 🧁 scone\n"), "participants", "warning", /scone named twice/);
    expectOne(changed("🧁 Cupcake, ", "Cupcake, "), "participants", "warning", /emoji.*Cupcake/);
    const alone = issuesOf(changed(line, "**Participants**: 💙 Judge, 🧁 Muffin"), "participants");
    expect(alone).toEqual([
      expect.objectContaining({ severity: "error", message: expect.stringMatching(/two experts/) }),
    ]);
  });
});

describe("the expert panel", () => {
  test("a missing panel is told, and half of it is there when another table has the roles", () => {
    const none = changed(/## Expert Panel[\s\S]*?\n\n(?=## A)/, "");
    expectOne(none, "expert_panel", "warning", /no Expert Panel/);
    const roles = changed("| Agent | R0 | R1 | Total |\n|---", "| Agent | R0 | R1 | Total | Role |\n|---|---", none);
    expectOne(roles, "expert_panel", "warning", /Roles are only in this table/, "| Role |");
  });

  test("a panel that is no table is told", () => {
    expectOne(
      changed(/\| Agent \| Role[\s\S]*?\n\n/, "Muffin, Cupcake, Scone\n\n"),
      "expert_panel",
      "warning",
      /is not a table/,
    );
  });

  test("rows with a wrong tier, relevance, role or emoji are told", () => {
    const told = (from: string, to: string, message: RegExp) =>
      expectOne(changed(from, to), "expert_panel", "warning", message, to);
    told("| Core |", "| Inner |", /no tier/);
    told("| 0.90 |", "| 90% |", /relevance/);
    told("| 0.90 |", "| 1.2 |", /relevance/);
    told("| Storage Engineer |", "| |", /no role/);
    told(
      "| 🧁 Muffin | Storage Engineer | Core | 0.90 | 🧁 |",
      "| Muffin | Storage Engineer | Core | 0.90 | |",
      /without 🧁/,
    );
    const [nobody] = issuesOf(changed("| 🧁 Muffin | Storage", "| | Storage"));
    expect(nobody).toMatchObject({ check: "expert_panel", message: expect.stringMatching(/has no name/) });
  });

  test("one column is enough to show the emoji", () => {
    expect(issuesOf(changed("| 🧁 Muffin | Storage", "| Muffin | Storage"))).toEqual([]);
  });

  test("a member who is no participant is a fault, a participant without a seat is not", () => {
    expectOne(
      changed(/\| 🧁 Scone \| Support.*\n/, "$&| 🧁 Eclair | Lawyer | Core | 0.5 | 🧁 |\n"),
      "expert_panel",
      "warning",
      /Panel member Eclair missing/,
      "**Participants**",
    );
    expectOne(changed(/\| 🧁 Scone \| Support.*\n/, ""), "expert_panel", "info", /Participant Scone not on the panel/);
  });
});

describe("the scoreboard", () => {
  const table = /\| Round \| W[\s\S]*?\n\n/;

  test("a missing scoreboard is an error", () => {
    const text = changed(/## Alignment Scoreboard[\s\S]*?\n\n(?=## P)/, "");
    expect(issuesOf(text, "scoreboard")).toEqual([expect.objectContaining({ severity: "error", line: null })]);
    expect(issuesOf(text, "scoreboard_arithmetic")).toEqual([]);
  });

  test("a scoreboard without the four dimensions is an error", () => {
    const positions = "| Expert | Position | Confidence |\n|---|---|---|\n| Muffin | yes | 0.9 |\n\n";
    const text = changed(table, positions);
    expectOne(text, "scoreboard", "warning", /by expert/);
    const points = /\| Agent \| R0[\s\S]*?\n\n/;
    expectOne(text.replace(points, ""), "scoreboard", "error", /four dimensions/);
  });

  test("the total is that of the board above it, or of all boards together", () => {
    const board = (title: string, score: number) =>
      `## ${title}\n\n| Agent | Wisdom | Consistency | Truth | Relationships | **Total** |\n|---|---|---|---|---|---|\n| 🧁 Muffin | ${score} | 1 | 1 | 1 | **${score + 3}** |\n\n`;
    const both = (total: number) =>
      `# Alignment Dialogue: x\n\n${board("Alignment Scoreboard", 2)}${board("Final Alignment Scoreboard", 5)}**Total ALIGNMENT**: ${total} / 20\n`;
    expect(issuesOf(both(8), "scoreboard_arithmetic")).toEqual([]);
    expect(issuesOf(both(13), "scoreboard_arithmetic")).toEqual([]);
    expect(issuesOf(both(9), "scoreboard_arithmetic")).toMatchObject([
      { severity: "error", message: "The scores add up to 8, and the total says 9." },
    ]);
  });

  test("a bonus may be in the score or beside it", () => {
    const board = (score: number, total: number) =>
      `# Alignment Dialogue: x\n\n## Alignment Scoreboard\n\n| Agent | W | C | T | R | Novelty Bonus | Total |\n|---|---|---|---|---|---|---|\n| Muffin | 1 | 1 | 1 | 1 | +3 | ${score} |\n\n**Total ALIGNMENT**: ${total}\n`;
    expect(issuesOf(board(7, 7), "scoreboard_arithmetic")).toEqual([]);
    expect(issuesOf(board(4, 7), "scoreboard_arithmetic")).toEqual([]);
    expect(issuesOf(board(9, 9), "scoreboard_arithmetic")).toMatchObject([
      { severity: "error", message: "Row Muffin: 1 + 1 + 1 + 1 + 3 = 7, and the score says 9." },
    ]);
  });

  test("a final board replaces what the first one says of its rounds", () => {
    const final = table.exec(wellFormed)![0];
    const text = changed(/\n\| 1 {5}\| 6.*\n/, "\n").replace("## Persp", `## Final Scoreboard\n\n${final}## Persp`);
    expect(issuesOf(text, "open_tensions")).toEqual([]);
    expect(issuesOf(text, "round_order")).toEqual([]);
  });

  test("a scoreboard without a heading and missing columns are told", () => {
    expectOne(changed("## Alignment Scoreboard", "## Numbers"), "scoreboard", "warning", /no heading/);
    expectOne(changed("| Velocity |", "| Speed |"), "scoreboard", "warning", /no column Velocity/);
  });

  test("dimensions that do not add up to the score are an error", () => {
    const text = changed("| 1     | 6 | 5 |", "| 1     | 7 | 5 |").replace("W:16", "W:17");
    expectOne(
      text,
      "scoreboard_arithmetic",
      "error",
      /Row 1: 7 \+ 5 \+ 5 \+ 4 = 21, and the score says 20/,
      "| 1     |",
    );
  });

  test("a running sum that is wrong is an error", () => {
    expectOne(
      changed("**20** | 50 |", "**20** | 51 |"),
      "scoreboard_arithmetic",
      "error",
      /add up to 50, and the table says 51/,
    );
  });

  test("a velocity that is not open plus new is an error", () => {
    expectOne(
      changed("| 1 | 2 | 3 | 0% |", "| 1 | 2 | 2 | 0% |"),
      "scoreboard_arithmetic",
      "error",
      /1 open \+ 2 new = 3, and the velocity says 2/,
    );
  });

  test("totals that are wrong are errors, each named", () => {
    expectOne(changed("50 (W:16", "51 (W:16"), "scoreboard_arithmetic", "error", /add up to 50, and the total says 51/);
    expectOne(
      changed("T:12", "T:13"),
      "scoreboard_arithmetic",
      "error",
      /column T adds up to 12, and the total says 13/,
    );
    const row = (score: number) =>
      changed("| 3/3 (100%) |\n", `| 3/3 (100%) |\n| **Total** | 16 | 13 | 12 | 9 | **${score}** | | | | | |\n`);
    expect(issuesOf(row(50))).toEqual([]);
    expectOne(row(49), "scoreboard_arithmetic", "error", /row of totals says 49/, "**Total**");
  });

  test("a total in any spelling is read", () => {
    for (const total of [
      "**Total ALIGNMENT**: 50 (CONVERGED)",
      "Total ALIGNMENT = 50 points",
      "- **Total Alignment:** **50**",
    ]) {
      expect(issuesOf(changed(/\*\*Total ALIGNMENT.*/, total))).toEqual([]);
      const wrong = total.replace("50", "1,050");
      expectOne(changed(/\*\*Total ALIGNMENT.*/, wrong), "scoreboard_arithmetic", "error", /says 1050/, "1,050");
    }
  });

  test("a cell that is no number is told, a row that is still to come is not", () => {
    expectOne(
      changed("| 6 | 5 | 5 | 4 |", "| six | 5 | 5 | 4 |").replace("W:16 ", ""),
      "scoreboard_arithmetic",
      "warning",
      /no number in column W/,
    );
    const coming = changed("| 3/3 (100%) |\n", "| 3/3 (100%) |\n| 2 | | | | | — | | | | | |\n");
    expect(issuesOf(coming, "scoreboard_arithmetic")).toEqual([]);
  });

  test("an expert's points that do not add up are an error, a round that the table by expert lacks is told", () => {
    expectOne(
      changed("| **17** |", "| **18** |"),
      "scoreboard_arithmetic",
      "error",
      /Cupcake: the rounds add up to 17/,
      "Cupcake",
    );
    const short = changed(
      /\| Agent \| R0[\s\S]*?\n\n/,
      "| Agent | R0 | Total |\n|---|---|---|\n| 🧁 Muffin | 30 | **30** |\n\n",
    );
    expectOne(short, "scoreboard_arithmetic", "warning", /lacks round 1/, "| Agent | R0 |");
    const less = changed("| 🧁 Scone | 8 | 5 | **13** |", "| 🧁 Scone | 7 | 5 | **12** |");
    expectOne(less, "scoreboard_arithmetic", "info", /round 0 the experts together have 29/);
  });

  test("scores by expert add up too", () => {
    expectOneMore(
      changed("| 18 | 7 | 5 | 6 | **36** |", "| 18 | 7 | 5 | 6 | **37** |", older).replace("74 points", "75 points"),
      /18 \+ 7 \+ 5 \+ 6 = 36/,
    );
    expectOneMore(changed("74 points", "75 points", older), /add up to 74, and the total says 75/);
  });

  function expectOneMore(text: string, message: RegExp) {
    expect(issuesOf(text, "scoreboard_arithmetic")).toEqual([
      expect.objectContaining({ severity: "error", message: expect.stringMatching(message) }),
    ]);
  }

  test("a converge % outside 0 to 100 is an error, in the table and in the text", () => {
    expectOne(changed("| 3 | 0% |", "| 3 | -5% |"), "converge_percent", "error", /-5/);
    expectOne(changed("| 3 | 0% |", "| 3 | 104% |"), "converge_percent", "error", /between 0 and 100/);
    expectOne(changed("| 3 | 0% |", "| 3 | some |"), "converge_percent", "warning", /not a percentage/);
    expectOne(
      changed("### Round 1 Priorities", "### Round 0 Convergence: ~175%"),
      "converge_percent",
      "error",
      /175/,
      "~175%",
    );
    expect(issuesOf(changed("### Round 1 Priorities", "### Round 0 Convergence: ~75%"))).toEqual([]);
  });
});

describe("perspectives and tensions", () => {
  test("missing sections are told, and ones that only resemble them weigh less", () => {
    const inventory = changed(/## Perspectives Inventory[\s\S]*?\n\n(?=## )/, "");
    expectOne(inventory, "perspectives_inventory", "warning", /no section/);
    const alike = changed("## Perspectives Inventory", "## Key Perspectives");
    expectOne(alike, "perspectives_inventory", "warning", /give it that title/, "## Key");
    expect(issuesOf(alike)[0]!.weight).toBeLessThan(issuesOf(inventory)[0]!.weight);
    expectOne(changed(/## Tensions Tracker[\s\S]*?\n\n(?=## )/, ""), "tensions_tracker", "warning", /no section/);
    expectOne(changed("## Tensions Tracker", "## Tensions"), "tensions_tracker", "warning", /give it that title/);
  });

  test("an ID listed twice is an error, and what is no ID is told", () => {
    expectOne(changed("| P0002 |", "| P0001 |"), "perspectives_inventory", "error", /listed on line \d+ already/);
    const own = changed("| P0001 |", "| P01 |").replace("| P0002 |", "| P01 |");
    expect(issuesOf(own, "perspectives_inventory")).toEqual([]);
    const twice = own.replace("🧁 Scone | Support must", "🧁 Muffin | Support must");
    expectOne(twice, "perspectives_inventory", "error", /already/);
    expectOne(changed("| P0002 |", "| second |"), "perspectives_inventory", "warning", /Not an ID: second/);
    expectOne(changed("| T0001 | S", "| P0001 | S"), "tensions_tracker", "warning", /Not an ID: P0001; write T01/);
  });

  test("an inventory that lists less than the scoreboard counts is told", () => {
    expectOne(changed(/\| P0002.*\n/, ""), "perspectives_inventory", "warning", /Round 0 counts 2 .* lists 1/);
    const none = changed(/\| ID \| Agent[\s\S]*?\n\n/, "None.\n\n");
    expectOne(none, "perspectives_inventory", "warning", /lists nothing; the scoreboard counts 2/);
    expect(issuesOf(changed(/\| P0002.*\n/, "$&| P0101 | 🧁 Scone | A refinement | 1 |\n"))).toEqual([]);
  });

  test("a tracker that disagrees with the scoreboard is told", () => {
    const text = changed("| **Resolved** | R0 | R1 |", "| **Resolved** | R0 | R0 |");
    expectOne(
      text,
      "tensions_tracker",
      "warning",
      /After round 0 the tracker has 0 open tensions, and the scoreboard says 1/,
    );
  });

  test("a tracker without statuses, or with one that means nothing, is told", () => {
    expectOne(
      changed("| Tension | Status |", "| Tension | Mood |"),
      "tensions_tracker",
      "warning",
      /does not say the status/,
    );
    expectOne(changed("| **Resolved** |", "| Blue |"), "tensions_tracker", "warning", /status of T0001 is none of/);
  });

  test("a list serves as well as a table", () => {
    const listed = changed(/\| ID \| Tension[\s\S]*?\n\n/, "- [x] **T0001**: Secrets in plain files\n\n");
    expect(issuesOf(listed, "open_tensions")).toEqual([]);
    expect(issuesOf(listed.replace("[x]", "[ ]"), "open_tensions")).toEqual([
      expect.objectContaining({ severity: "error", message: expect.stringMatching(/T0001 is open/) }),
    ]);
  });

  test.each(["Open", "Reopened", "Addressed", "Unresolved"])(
    "a tension that is %s under a converged status is an error",
    (status) => {
      const [issue] = issuesOf(changed("| **Resolved** | R0 | R1 |", `| **${status}** | R0 | — |`), "open_tensions");
      expect(issue).toMatchObject({
        severity: "error",
        message: `The status is converged, and T0001 is ${status.toLowerCase()}.`,
      });
    },
  );

  test.each(["Accepted unresolved", "Deferred"])(
    "a tension that is %s under a converged status is a decision",
    (status) => {
      const issues = issuesOf(changed("| **Resolved** | R0 | R1 |", `| **${status}** | R0 | — |`));
      expect(issues.filter(({ weight }) => weight > 0)).toEqual([]);
    },
  );

  test("an open tension is no fault while the dialogue goes on", () => {
    const text = changed("| **Resolved** | R0 | R1 |", "| Open | R0 | — |").replace(
      "Status**: Converged",
      "Status**: In Progress",
    );
    expect(issuesOf(text, "open_tensions")).toEqual([]);
  });

  test("velocity or signals left over under a converged status are errors, and only told when it was forced", () => {
    const text = changed("| 0 | 0 | 0 | 3/3 (100%) |", "| 0 | 1 | 1 | 2/3 (66%) |");
    const messages = issuesOf(text, "open_tensions").map(({ severity, message }) => `${severity}: ${message}`);
    expect(messages).toEqual([
      "error: The status is converged, and the last round's velocity is 1.",
      "error: The status is converged, and the last round's converge % is 66.",
    ]);
    const forced = text.replace("**Status**: Converged", "**Status**: Converged (forced at the limit)");
    expect(issuesOf(forced, "open_tensions").map(({ severity }) => severity)).toEqual(["info", "info"]);
  });

  test("without a tracker the markers say what is open", () => {
    const text = changed(/## Tensions Tracker[\s\S]*?(?=## O)/, "", older);
    expect(issuesOf(text, "open_tensions")).toEqual([]);
    expect(issuesOf(text.replace("[RESOLVED T1", "[REFINEMENT T1"), "open_tensions")).toEqual([
      expect.objectContaining({ severity: "error", message: "The status is converged, and nothing resolves T01." }),
    ]);
  });
});

describe("rounds", () => {
  const third = "\n## Round 3\n\n### 🧁 Muffin\n\nMore.\n";
  const unscored = changed(/\| 0 {5}\|.*\n.*\n/, "").replace(/\| Agent \| R0[\s\S]*?Total AL.*\n\n/, "");

  test("a gap, a repeated round and a wrong order are errors", () => {
    const told = (text: string, message: RegExp) =>
      expect(issuesOf(text, "round_order")[0]).toMatchObject({
        severity: "error",
        message: expect.stringMatching(message),
      });
    told(unscored + third, /Round 2 missing before this section/);
    told(unscored + third.replace("3", "1"), /second section for round 1/);
    told(unscored + third.replace("3", "2") + third.replace("3", "0"), /second section for round 0/);
    told(changed("## Round 0: Opening Arguments", "## Round 2: Opening Arguments", unscored), /Rounds 0 and 1 missing/);
    told(changed("| 1     | 6", "| 2     | 6"), /Round 1 missing before this scoreboard row/);
  });

  test("rounds that count from 1 are told", () => {
    const text = changed("## Round 0", "## Round A", unscored);
    expect(issuesOf(text, "round_order")).toEqual([
      expect.objectContaining({ severity: "warning", message: expect.stringMatching(/count from 0/) }),
    ]);
  });

  test("a round on the scoreboard without a section, and a section without a row, are told", () => {
    expectOne(wellFormed + third.replace("3", "2"), "round_order", "warning", /Round 2 not on the scoreboard/);
    const text = changed(/## Round 1: [\s\S]*/, "");
    expect(issuesOf(text, "round_order")).toEqual([
      expect.objectContaining({ severity: "warning", message: expect.stringMatching(/Round 1 scored/) }),
    ]);
  });

  test("a scored document without any round is an error, a scaffold is not", () => {
    const text = changed(/## Round 0[\s\S]*/, "");
    expect(issuesOf(text, "round_order")[0]).toMatchObject({ severity: "error" });
    const scaffold = "# Alignment Dialogue: New\n\n**Date**: 2026-05-04\n**Status**: Draft\n";
    expect(issuesOf(scaffold, "round_order")).toEqual([]);
  });

  test("a contribution without its emoji is told, one without a name is none", () => {
    const text = changed("### 🧁 Cupcake (Sec", "### Cupcake (Sec");
    expectOne(
      text,
      "contributions",
      "warning",
      /Round 0: 🧁 is missing before the contribution of Cupcake/,
      "### Cupcake",
    );
  });

  test("speakers in bold count where no heading names one", () => {
    const bold = wellFormed.replace(/^### 🧁 (\w+).*$/gm, "**🧁 $1 (Expert):**");
    expect(issuesOf(bold)).toEqual([]);
    const bare = wellFormed.replace(/^### 🧁 (\w+).*$/gm, "**Expert 3 (Architect):**");
    expect(issuesOf(bare, "contributions").map(({ message }) => message)).toEqual([
      expect.stringMatching(/Round 0: .*Expert 3, Expert 3 and Expert 3/),
      expect.stringMatching(/Round 1/),
    ]);
  });

  test("a heading inside a text is no contribution of another", () => {
    expect(issuesOf(changed("Anybody who reads", "#### Scone\n\nAnybody who reads"))).toEqual([]);
    expect(issuesOf(changed("### Round 1 Priorities", "### Muffin keeps the floor"))).toEqual([]);
  });

  test("a name is read whole: what follows it does not cut it short", () => {
    const text = changed("### 🧁 Muffin\n", "### 🧁 Muffin, on files\n");
    expect(issuesOf(text)).toEqual([]);
  });

  test("a speaker who is no participant is told", () => {
    const text = changed("### 🧁 Scone\n\n[MOVE", "### 🧁 Eclair\n\n[MOVE").replace("SCONE-S01", "ECLAIR-S01");
    expectOne(text, "contributions", "warning", /Speaker Eclair missing/, "### 🧁 Eclair");
  });

  test("a round in which nobody speaks must say where the texts are", () => {
    const silent = changed(/(## Round 1: Convergence\n)[\s\S]*?(?=### 💙)/, "$1\n");
    const kept = changed(
      /(## Round 1: Convergence\n)[\s\S]*?(?=### 💙)/,
      "$1\n> Full agent responses: `round-1/*.md`\n\n",
    );
    const voted = changed(
      /(## Round 1: Convergence\n)[\s\S]*?(?=### 💙)/,
      "$1\n| Expert | Vote |\n|---|---|\n| 🧁 Muffin | B |\n\n",
    );
    expectOne(silent, "contributions", "warning", /Round 1: no expert speaks/, "## Round 1");
    expect(issuesOf(kept)).toEqual([]);
    expect(issuesOf(voted)).toEqual([]);
  });

  test("that the experts ran apart must be said somewhere", () => {
    const text = changed(/> Full agent responses.*\n/, "");
    expectOne(text, "background_agents", "warning", /ran apart/);
    for (const said of [
      "Spawned with `run_in_background: true`.",
      "> All 3 agents answered in parallel.",
      "Three background agents.",
    ]) {
      expect(issuesOf(changed("### 🧁 Muffin", `${said}\n\n### 🧁 Muffin`, text))).toEqual([]);
    }
  });
});

describe("markers and fences", () => {
  test("a marker that cannot be read is told with its line and its fix, in a quoted text too", () => {
    expectOne(
      changed("[RE:RESOLVE T0001]", "[RE:SETTLE T0001]"),
      "markers",
      "warning",
      /^Muffin: \[RE:SETTLE T0001\] is not a valid marker/,
      "[RE:SETTLE",
    );
    expectOne(
      changed("> [MUFFIN-P0001", "> [MUFFIN-P001"),
      "markers",
      "warning",
      /not a valid marker/,
      "> [MUFFIN-P001:",
    );
    const [, unlabelled] = issuesOf(changed("[TENSION T1: Stale keys stay in memory]", "[TENSION T1]", older));
    expect(unlabelled).toMatchObject({ check: "markers", message: expect.stringMatching(/^Scone: .*valid marker/) });
  });

  test("a marker of another expert or round is told, one in mid-sentence is mentioned", () => {
    expectOne(changed("[SCONE-P0001:", "[MUFFIN-P0001:"), "markers", "warning", /not Scone's/);
    expectOne(changed("[SCONE-P0001:", "[SCONE-P0101:"), "markers", "warning", /not of round 0/);
    expectOne(changed("Readable enough.", "Readable, as [RE:SUPPORT P0001] says."), "markers", "info", /in a sentence/);
  });

  test("the Judge's text is held to no expert's numbers, only to what can be read", () => {
    expect(
      issuesOf(changed("All agree.", "[MUFFIN-C0101: Seal the tokens alone] won.\n\n- [ ] write it down")),
    ).toEqual([]);
    expectOne(changed("All agree.", "[RE:RESOLVE]"), "markers", "warning", /valid marker/, "[RE:RESOLVE]");
  });

  test("a document without markers is not measured by them", () => {
    const text = wellFormed.replace(/^(?:> )?\[[A-Z].*\n/gm, "");
    expect(issuesOf(text)).toEqual([]);
  });

  test("a fence or diagram that nothing closes is an error", () => {
    expect(issuesOf(changed("token\n```\n", "token\n"), "fences")).toEqual([
      expect.objectContaining({ severity: "error", message: expect.stringMatching(/mermaid diagram/) }),
    ]);
    expectOne(`${wellFormed}\n\`\`\`ts\nconst x = 1;\n`, "fences", "error", /code fence/, "```ts");
  });

  test("a fence left open in a quoted text hides nothing and is only told", () => {
    expectOne(
      changed("> [MUFFIN-S0001", "> [MUFFIN-S0001: APPROVE | 0.8] Yes.\n>\n> ```\n> code\n\n[MUFFIN-S0002"),
      "fences",
      "warning",
      /quoted text/,
      "> ```",
    );
  });

  test("tables, headings and markers in code are none", () => {
    const code =
      "\n```\n## Round 7\n| Round | W | C | T | R | Score |\n|---|---|---|---|---|---|\n| 0 | 1 | 1 | 1 | 1 | 9 |\n```\n";
    expect(issuesOf(wellFormed + code)).toEqual([]);
  });
});

test("a hostile document comes to an end", () => {
  const parts = [
    "|".repeat(200_000),
    "## Round 1\n".repeat(10_000),
    "### Muffin\n".repeat(10_000),
    "| a | b |\n|---|---|\n".repeat(10_000),
    `**Participants**: ${"🧁 A, ".repeat(20_000)}`,
    `| Round | W | C | T | R | Score |\n|-|-|-|-|-|-|\n${"| 0 | 1 | 1 | 1 | 1 | 9 |\n".repeat(10_000)}`,
    "**Total ALIGNMENT**: 9\n".repeat(10_000),
    "- T01\n".repeat(10_000),
    "[".repeat(200_000),
    " ".repeat(300_000),
  ];
  const { score, issues } = lintDialogueDocument(parts.join("\n\n"));
  expect(score).toBeLessThan(0.5);
  expect(issues.length).toBe(201);
});
