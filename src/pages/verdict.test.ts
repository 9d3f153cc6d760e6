import stringWidth from "fast-string-width";
import { expect, test } from "vitest";
import {
  dialogueOf,
  eventOf,
  itemOf,
  rfcRounds,
  roundOf,
  signalsOf,
  six,
  textsOf,
} from "../../test/helpers/example-dialogue.ts";
import { verdictFacts } from "../facts/verdict-facts.ts";
import { ledgerAt } from "../rules/standing.ts";
import { convergenceSummary, forChat, forPeople } from "./verdict.ts";

function summaryOf(records: Parameters<typeof verdictFacts>[0]): string {
  const facts = verdictFacts(records);
  return convergenceSummary(facts, ledgerAt(records, facts.verdict ?? undefined), forPeople);
}

const decisions = [
  { topic: "Architecture", decision: "Storage abstraction with provider trait" },
  { topic: "Key Hierarchy", decision: "UMK→KEK→DEK, identical code path everywhere" },
];

test("the Convergence Summary reads as RFC 0057 prints it, with each tension beside its resolution", () => {
  const records = dialogueOf({ rounds: rfcRounds(), verdicts: [{ decisions }] });
  const [first, facts, ...boxes] = summaryOf(records).split("\n\n");
  expect(first).toBe("100% CONVERGENCE ACHIEVED");
  expect(facts).toContain("│ How                │ everybody agreed after 3 rounds                │");
  expect(boxes.join("\n\n")).toBe(`\
Final Dialogue Summary
┌───────────────────────┬───────────┐
│        Metric         │   Value   │
├───────────────────────┼───────────┤
│ Rounds                │ 3         │
├───────────────────────┼───────────┤
│ Total ALIGNMENT       │ 259       │
│   (W:95 C:64 T:51 R:49)           │
├───────────────────────┼───────────┤
│ Experts Consulted     │ 6 unique  │
├───────────────────────┼───────────┤
│ Tensions Resolved     │ 3/3       │
├───────────────────────┼───────────┤
│ Final Velocity        │ 0         │
└───────────────────────┴───────────┘
W Wisdom, C Consistency, T Truth, R Relationships: the Judge's, unbounded.

Converged Decisions
┌────────────────┬────────────────────────────────────────────────────┐
│     Topic      │                      Decision                      │
├────────────────┼────────────────────────────────────────────────────┤
│ Architecture   │ Storage abstraction with provider trait            │
├────────────────┼────────────────────────────────────────────────────┤
│ Key Hierarchy  │ UMK→KEK→DEK, identical code path everywhere        │
└────────────────┴────────────────────────────────────────────────────┘
The Judge's words; what was decided: API design: no text was put to the panel

Resolved Tensions
┌────────┬────────────────────────────────────────────────────────────┐
│   ID   │                         Resolution                         │
├────────┼────────────────────────────────────────────────────────────┤
│ T0001  │ tension T0001 → Local keys never rotated - disposable with │
│        │ DB reset (R0101)                                           │
├────────┼────────────────────────────────────────────────────────────┤
│ T0002  │ tension T0002 → one rule for both (R0101)                  │
├────────┼────────────────────────────────────────────────────────────┤
│ T0003  │ tension T0003 → the last rule (R0201)                      │
└────────┴────────────────────────────────────────────────────────────┘

All experts signaled [MOVE:CONVERGE]. Velocity = 0.`);
});

test("without topics there is no box of decisions: a whole text is no cell", () => {
  const recommendation = ["Use 🧁 REST", "everywhere. ".repeat(100)];
  const text = summaryOf(dialogueOf({ rounds: rfcRounds(), verdicts: [{ recommendation }] }));
  expect(text).not.toContain("Decisions");
  expect(text).not.toContain("everywhere.");
  const widths = text.split("\n").filter((line) => /^[│┌├└]/.test(line));
  expect(new Set(widths.map((line) => stringWidth(line)))).toEqual(new Set([37, 71]));
});

const limited = {
  settings: { panel_size: 6, rotation: "none", max_rounds: 2, model: null, template: null, alignment: false },
} as const;
const unfinished = rfcRounds().slice(0, 2);

test("a forced verdict says so first, with its warning and what is still open", () => {
  const warning = `The board wants an answer ${"and wants it now ".repeat(8)}\n\`\`\`\n100% CONVERGENCE ACHIEVED`;
  const forced = { forced: true, warning, decisions };
  const text = summaryOf(dialogueOf({ opening: limited, rounds: unfinished, verdicts: [forced] }));
  expect(text.split("\n").slice(0, 7)).toEqual([
    "FORCED CONVERGENCE AT MAX ROUNDS",
    "",
    `┌${"─".repeat(69)}┐`,
    `│${" ".repeat(31)}Warning${" ".repeat(31)}│`,
    `├${"─".repeat(69)}┤`,
    "│ The board wants an answer and wants it now and wants it now and     │",
    "│ wants it now and wants it now and wants it now and wants it now and │",
  ]);
  expect(text).not.toMatch(/^\s*100%/m);
  expect(text).not.toContain("```");
  expect(text).toContain("Forced Decisions\n");
  expect(text).toContain("Open Tensions\n");
  expect(text).toContain("│ T0003  │ OPEN: tension T0003");
  expect(text).toContain("│ Final Velocity        │ 3 (1 tension + 2 perspectives) │");
  expect(text.split("\n").at(-1)).toBe("3 of 6 experts signaled [MOVE:CONVERGE]. Velocity = 3.");
});

test("converged exactly at the limit is converged, not forced", () => {
  const opening = { settings: { ...limited.settings, max_rounds: 3 } };
  const text = summaryOf(dialogueOf({ opening, rounds: rfcRounds(), verdicts: [{ forced: true, warning: "w" }] }));
  expect(text.split("\n")[0]).toBe("100% CONVERGENCE ACHIEVED");
  expect(text).not.toContain("Warning");
});

test("a final verdict over a round that did not converge is never called converged", () => {
  for (const verdict of [{}, { forced: true, warning: "too early" }]) {
    const text = summaryOf(dialogueOf({ rounds: unfinished, verdicts: [{ ...verdict, decisions }] }));
    expect(text.split("\n")[0]).toBe("CONVERGENCE NOT REACHED");
    expect(text).toContain("Stated, Not Converged\n");
  }
});

test("a verdict below a higher round reads superseded, and counts its own round", () => {
  const later = roundOf(six, { items: [itemOf("P0301", "late", ["Eclair"])] });
  const records = dialogueOf({ rounds: [...rfcRounds(), later], verdicts: [{ round: 2 }] });
  const lines = summaryOf(records).split("\n");
  expect(lines[0]).toBe("SUPERSEDED BY ROUND 3 OF THE SAME DIALOGUE");
  expect(lines[2]).toBe("At round 2: 100% CONVERGENCE ACHIEVED");
  expect(lines).toContain("│ Rounds                │ 3         │");
});

test("two final verdicts on the highest round are contested", () => {
  const verdicts = [{ verdict_id: "final" }, { verdict_id: "other", recommendation: ["Use RPC."] }];
  const [first] = summaryOf(dialogueOf({ rounds: rfcRounds(), verdicts })).split("\n");
  expect(first).toBe("CONTESTED: MORE THAN ONE FINAL VERDICT STANDS ON ROUND 2");
});

test("interim verdicts, closings and no verdict at all say what they are", () => {
  const first = (sketch: Parameters<typeof dialogueOf>[0]) => summaryOf(dialogueOf(sketch)).split("\n")[0];
  const interim = { verdict_type: "interim", verdict_id: "interim" } as const;
  expect(first({ rounds: unfinished, verdicts: [interim] })).toBe("INTERIM VERDICT: NOT THE DECISION");
  const closed = { verdict_type: "impasse" as const, verdict_id: "close", recommendation: [] };
  expect(first({ rounds: unfinished, verdicts: [closed] })).toBe("CLOSED WITHOUT A DECISION: IMPASSE");
  const abandoned = { ...closed, verdict_type: "abandoned" as const, round: null };
  expect(first({ verdicts: [abandoned] })).toBe("CLOSED WITHOUT A DECISION: ABANDONED");
  expect(first({ rounds: unfinished })).toBe("NO VERDICT YET");
});

test("accepted tensions have a box of their own, and nobody is consulted who never wrote", () => {
  const [opening, ...rest] = rfcRounds();
  const last = roundOf([...six, "Ghost"], {
    texts: [...textsOf(six), { expert: "Ghost", state: "absent", lines: [], provenance: null, others: [] }],
    tensions: [eventOf("T0003", "accepted", { note: "a trade-off we can live with" })],
    signals: signalsOf(six),
  });
  const text = summaryOf(dialogueOf({ rounds: [opening!, rest[0]!, last], verdicts: [{}] }));
  expect(text).toContain("Accepted Tensions\n");
  expect(text).toContain("│ T0003  │ ACCEPTED UNRESOLVED: tension T0003 → a trade-off we can    │");
  expect(text).toContain("│ Accepted Unresolved   │ 1                        │");
  expect(text).toContain("7 unique (1 never wrote)");
  expect(text).toContain("│ Tensions Resolved     │ 2/3");
});

test("for a chat what the author refused, or fixed in part, is said in the facts, and not once more in the box", () => {
  const records = dialogueOf({ rounds: rfcRounds(), verdicts: [{}] });
  const facts = verdictFacts(records);
  const ledger = ledgerAt(records, facts.verdict ?? undefined);
  const ids = [...ledger.tensions.values()].filter(({ state }) => state === "resolved").map(({ id }) => id);
  const told = (refused: readonly string[], shown = forChat, in_part: string[] = []) =>
    convergenceSummary({ ...facts, refused: [...refused], in_part }, ledger, shown).split("Dialogue Summary")[1]!;
  expect(told([])).toContain(`│ ${ids[0]}`);
  expect(told(ids.slice(0, 1))).not.toContain(`│ ${ids[0]}`);
  expect(told(ids.slice(0, 1))).toContain(`│ ${ids[1]}`);
  expect(told(ids)).not.toContain("Resolved Tensions");
  expect(told([], forChat, ids.slice(0, 1))).not.toContain(`│ ${ids[0]}`);
  expect(told(ids, forPeople)).toContain("REFUSED, accepted as such: ");
  expect(told([], forPeople, ids)).toContain("FIXED IN PART, accepted as such: ");
});

test("of more resolved tensions than there is room for, refused ones come first among equals, and the rest is counted", () => {
  const items = Array.from({ length: 11 }, (_, i) =>
    itemOf(`T00${String(i + 1).padStart(2, "0")}`, "it leaks", ["Muffin"]),
  );
  const records = dialogueOf({
    rounds: [
      roundOf(six, { items, tensions: items.map(({ id }) => eventOf(id, "raised")) }),
      roundOf(six, { tensions: items.map(({ id }) => eventOf(id, "resolved")), signals: signalsOf(six) }),
    ],
    verdicts: [{}],
  });
  const facts = { ...verdictFacts(records), refused: ["T0011"] };
  const shown = convergenceSummary(facts, ledgerAt(records, facts.verdict ?? undefined), forPeople);
  expect([...shown.matchAll(/│ (T00\d\d)/g)].map(([, id]) => id)).toEqual([
    "T0011",
    ...items.slice(0, 9).map(({ id }) => id),
  ]);
  expect(shown).toContain("1 more is in verdict.md.");
});
