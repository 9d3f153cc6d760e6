import { expect, test } from "vitest";
import { ownRecords } from "../../test/helpers/own-view.ts";
import { renderDialogue } from "./render-dialogue.ts";

const page = renderDialogue(ownRecords("review-of-docs-play-md")).get("findings.md")!;
const tick = /^- \[ \] (🔴|🟠|⚪) .+ · (T\d{4})$/gmu;

test("a review says first what it counts, that nobody answered, and its facts as a table", () => {
  expect(page).toMatch(
    /^# Review of docs\/play\.md: 34 findings\n\n> \*\*7 critical, 19 major, 8 minor\. Nobody has answered them: this is no decision\.\*\*\n/,
  );
  expect(page).toContain("| How | one blind look by Muffin (Builder), Cupcake (CLI Contract Auditor), Scone");
  expect(page).toContain("| Found by more than one | 10: 6 by Cupcake and Muffin,");
});

test("every finding stands in the list to tick and in the details, worst first", () => {
  const ticked = [...page.matchAll(tick)];
  expect(ticked.length).toBe(34);
  expect(ticked.map(([, sign]) => sign).join("")).toMatch(/^(?:🔴){7}(?:🟠){19}(?:⚪){8}$/u);
  for (const [, , id] of ticked) expect(page).toContain(`### ${id} `);
});

test("a critical finding has its line, its test, the smallest fix and who found it in one row", () => {
  expect(page).toContain(
    '| 65 | **Resuming with another runner keeps the dead author and Judge.** T0002 | Resume a plan on A with `--runner B --dry-run`; the lines `author` and `judge` still say A. | "Seats only: give `--author` and `--judge` too if that runner is to be left." | Muffin, Cupcake, Scone |\n',
  );
});

test("no marker is left, and nothing of a dialogue's furniture", () => {
  expect(page).not.toMatch(/\[(?:CITE|RE:|MOVE:)/);
  expect(page).not.toMatch(/Signed by|The gate/);
});
