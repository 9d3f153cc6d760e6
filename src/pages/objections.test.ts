import { expect, test } from "vitest";
import type { Objection } from "../facts/objections.ts";
import { answerSentence, objectionsTable } from "./objections.ts";

const settled = (id: string, words: string) =>
  ({
    ...{
      id,
      label: `label of ${id}`,
      severity: null,
      state: "resolved",
      round: 0,
      raised_by: ["Muffin"],
      answer: null,
    },
    ...{ also: [], fix: null, line: null, sources: [], closed: { by: ["Scone"], too: [], round: 1, words } },
    said: { by: "Muffin", words: "It breaks.", failing_case: null, test: null, hurt: null, smallest_change: null },
  }) as Objection;

test("a short acceptance is quoted wherever it holds, a long one once and then by the objection it was quoted for", () => {
  const long = "Keys outlive rows, the claim takes expired leases, and finish demands the state: I read all of it.";
  const rows = objectionsTable(
    [settled("T0001", long), settled("T0002", "Fine."), settled("T0003", long), settled("T0004", "Fine.")],
    false,
  ).split("\n");
  expect(rows.slice(2).map((row) => row.split(" | ").at(-1))).toEqual([
    `Scone, round 1: “${long}” |`,
    "Scone, round 1: “Fine.” |",
    "Scone, round 1: the same words as for T0001 |",
    "Scone, round 1: “Fine.” |",
  ]);
});

test("what is wrong stands before its failing case; of several who raised it, another's words are named as theirs", () => {
  const one = settled("T0001", "Fine.");
  const said = { ...one.said, words: "The kernel kills one of them.", failing_case: "the night of the sale." };
  const row = (more: Partial<Objection>) => objectionsTable([{ ...one, said, ...more }], false).split("\n")[2];
  const words = "**Label of T0001.** The kernel kills one of them. Failing case: the night of the sale.";
  expect(row({})).toContain(`| ${words} [T0001](tensions.md#t0001), Muffin |`);
  expect(row({ raised_by: ["Muffin", "Scone"] })).toContain(`| ${words} [T0001](tensions.md#t0001), Muffin, Scone |`);
  expect(row({ raised_by: ["Scone", "Muffin"], round: 1 })).toContain(
    `| ${words} [T0001](tensions.md#t0001), Scone, Muffin (in Muffin's words), round 1 |`,
  );
});

test("an answer is cut at a sentence's end, but for what it refuses or leaves out", () => {
  const long = `Keys live for ever, ${"and so on, ".repeat(30)}it says. The metric is left out.`;
  expect(answerSentence({ as: "fixed", text: long })).toMatch(/^\*\*Fixed\.\*\* Keys live .*…$/);
  expect(answerSentence({ as: "part", text: long })).toMatch(/^\*\*Fixed in part\.\*\* .* The metric is left out\.$/);
  expect(answerSentence({ as: "refused", text: long })).toMatch(/^\*\*Refused\.\*\* .* The metric is left out\.$/);
});

test("of several who raised it, the words of the others stand beside those that say most", () => {
  const one = { ...settled("T0001", "Fixed."), raised_by: ["Muffin", "Scone"] };
  const row = (also: Objection["also"]) =>
    objectionsTable([{ ...one, also }], false)
      .split("\n")
      .at(-1);
  expect(row([{ by: "Scone", words: "The lease is too short." }])).toMatch(
    /^\| \*\*Label of T0001\.\*\* It breaks\. The Judge merged in Scone's: The lease is too short\. \[T0001\]\(tensions\.md#t0001\), Muffin, Scone \|/,
  );
  const three = ["A.", "B.", "C."].map((words) => ({ by: "Scone", words }));
  expect(row(three)).toContain("It breaks. The Judge merged in Scone's: A. The Judge merged in Scone's: B. [T0001]");
});
