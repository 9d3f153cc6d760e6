import { expect, test } from "vitest";
import { ownRecords } from "../../test/helpers/own-view.ts";
import { renderDialogue } from "./render-dialogue.ts";

const page = renderDialogue(ownRecords("review-of-docs-play-md")).get("findings.md")!;
const tick = /^- \[ \] (🔴|🟠|⚪) .+ · (T\d{4})$/gmu;

test("a review says first what it counts, that nobody answered, and its facts as a table", () => {
  expect(page).toMatch(
    /^# Review of docs\/play\.md: 34 findings\n\n> \*\*7 critical, 19 major, 8 minor\. Nobody has answered them: this is no decision\.\*\*\n/,
  );
  expect(page).toContain("| How | one blind look by Muffin (Builder), Cupcake (CLI Contract Auditor) and Scone");
  expect(page).toContain("| Found by more than one | 10: 3 by all, 6 by Muffin and Cupcake, 1 by Muffin and Scone |");
});

test("of more than three experts it counts who found the same", () => {
  const six = renderDialogue(ownRecords("review-of-docs-organisation-md")).get("findings.md")!;
  expect(six).toMatch(/\| Found by more than one \| 30: 2 by all(, \d+ by [5432] experts){4} \|/);
});

test("every finding is in the list to tick and in the details, worst first", () => {
  const ticked = [...page.matchAll(tick)];
  expect(ticked.length).toBe(34);
  expect(ticked.map(([, sign]) => sign).join("")).toMatch(/^(?:🔴){7}(?:🟠){19}(?:⚪){8}$/u);
  for (const [, , id] of ticked) expect(page).toContain(`### ${id} `);
});

test("a critical or major finding has its line, its failing case, its test, the smallest fix and who found it in one row", () => {
  expect(page).toContain(
    '| 🔴 | 65 | **Resuming with another runner keeps the dead author and Judge.** All on `claude`, the quota ends in round 1. The engineer follows the page: --resume \\<id\\> --runner anthropic. The experts run (paid), then the Judge is asked on `claude` and the play stops again. T0002 | Resume a plan on A with `--runner B --dry-run`; the lines `author` and `judge` still say A. | "Seats only: give `--author` and `--judge` too if that runner is to be left." | Muffin, Cupcake, Scone (in Cupcake\'s words) |\n',
  );
});

test("the table has twelve rows, every critical finding first, and counts the majors that are only below", () => {
  const table = page.slice(page.indexOf("## Critical and major"), page.indexOf("## Check list"));
  expect([...table.matchAll(/^\| (🔴|🟠) /gmu)].map(([, sign]) => sign).join("")).toBe("🔴".repeat(7) + "🟠".repeat(5));
  expect(table).toContain("\n\n14 more major findings below, each in the list and in full.\n");
});

test("where two experts wrote nearly the same, that stands beside what more than one found", () => {
  const records = structuredClone(ownRecords("review-of-docs-play-md"));
  const [first, second] = records.rounds[0]!.texts;
  second!.lines = first!.lines;
  expect(renderDialogue(records).get("findings.md")).toMatch(
    /\| Found by more than one \| .*\. Muffin and Cupcake wrote nearly the same: one voice may have spoken twice\. \|/,
  );
});

test("a fix is never cut, and what is named as the smallest is not called so twice", () => {
  const row = page.split("\n").find((line) => line.startsWith("| 🔴 | 49 |") && line.includes(" T0022 "))!;
  expect(row).toContain('| Replace "Nothing is spent beyond" by "No stage starts unless');
  expect(row).toContain("also stop `fill` once `meter.wrapUp` is aborted. | Scone |");
  expect(page).not.toContain("Smallest: ");
});

test("no marker is left, and nothing of a dialogue's furniture", () => {
  expect(page).not.toMatch(/\[(?:CITE|RE:|MOVE:)/);
  expect(page).not.toMatch(/Signed by|The gate/);
});

test("verdict.md of a review leads to the findings, and calls nothing unsettled that nobody was asked to settle", () => {
  const verdict = renderDialogue(ownRecords("review-of-docs-play-md")).get("verdict.md")!;
  const screen = verdict.slice(0, verdict.indexOf("<details>"));
  expect(screen).toContain(
    "\nEach finding with its failing case, its test and the smallest fix: [findings.md](findings.md)\n",
  );
  expect(screen).not.toContain("Not settled");
});
