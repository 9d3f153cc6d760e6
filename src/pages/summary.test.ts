import { expect, test } from "vitest";
import { dialogueOf, eventOf, itemOf, roundOf, signalsOf, six } from "../../test/helpers/example-dialogue.ts";
import { renderDialogue } from "./render-dialogue.ts";

const raised = (id: string, label: string) => ({
  item: itemOf(id, label, ["Muffin"]),
  event: eventOf(id, "raised", { actors: ["Muffin"], item: id }),
});
const income = raised("T0001", "Income mandate conflict");
const concentration = raised("T0002", "Concentration risk");
const growth = raised("T0003", "Growth vs. income");
const opening = roundOf(six, {
  items: [income.item, concentration.item, growth.item],
  tensions: [income.event, concentration.event, growth.event],
  owners: [
    { id: "T0001", owner: "Muffin", resolution_path: "Covered call analysis next round" },
    { id: "T0002", owner: "Scone", resolution_path: null },
  ],
});
const accepting = roundOf(six, {
  tensions: [eventOf("T0003", "accepted", { note: "Fundamental tradeoff, mitigated by position sizing" })],
});

const summary = (rounds: Parameters<typeof dialogueOf>[0]["rounds"], n: number) =>
  renderDialogue(dialogueOf({ rounds: rounds! })).get(`round-${n}/round-${n}.summary.md`)!;

test("a round summary has the form of RFC 0057 §3", () => {
  const second = roundOf(six, {
    items: [
      itemOf("P0201", "Options overlay strategy", ["Cupcake"]),
      itemOf("P0202", "Tax-loss harvesting window", ["Donut"]),
      itemOf("C0201", "two caps suffice", ["Scone"]),
    ],
    tensions: [eventOf("T0002", "resolved", { item: "C0201", note: "Diversification accepted" })],
    signals: signalsOf(["Muffin", "Cupcake", "Scone"]),
  });
  const text = summary([opening, accepting, second], 2);
  expect(text).toMatch(
    /^# Round 2\n\n- 0 objections raised, 1 closed, 1 open: T0001\.\n- Left to settle \(the velocity\): 3, that is 1 open objection and 2 new perspectives\.\n- No verdict yet: Donut, Eclair and Brioche did not sign; Muffin, Cupcake and Scone did\.\n- Decided by the Judge alone: nothing\.\n- No source is cited\.\n\n## Still Open\n\n.*\n.*\n\| T0001 .*\n\n## Closed in This Round\n\n.*\n.*\n\| T0002 /,
  );
  expect(summary([opening], 0)).toMatch(
    /^# Round 0\n\n- 3 objections raised, 0 closed, 3 open: .*\n- .*\n- No verdict yet: nobody has signed\.\n- .*\n- .*\n\n## Still Open\n/,
  );
  const rest = text.slice(text.indexOf("## Velocity Components"));
  expect(rest.slice(0, rest.indexOf("\n\n</details>"))).toBe(`\
## Velocity Components

### Open Tensions: 1
| ID | Label | Status | Owner | Resolution Path |
|----|-------|--------|-------|-----------------|
| T0001 | Income mandate conflict | OPEN | Muffin | Covered call analysis next round |
| T0002 | Concentration risk | RESOLVED | Scone | Diversification accepted (C0201) |

### New Perspectives This Round: 2
| ID | Label | Contributor |
|----|-------|-------------|
| P0201 | Options overlay strategy | Cupcake |
| P0202 | Tax-loss harvesting window | Donut |

### Convergence Signals: 3/6 (50%)
| Expert | Signal |
|--------|--------|
| Muffin | \`[MOVE:CONVERGE]\` ✓ |
| Cupcake | \`[MOVE:CONVERGE]\` ✓ |
| Scone | \`[MOVE:CONVERGE]\` ✓ |
| Donut | — |
| Eclair | — |
| Brioche | — |

## Velocity: 3 (1 tension + 2 perspectives)
## Converge %: 50%
## Convergence Blocked: Yes (velocity > 0, converge < 100%)`);
});

test("a tension accepted unresolved is said so, with its reason and without an owner", () => {
  const row =
    "| T0003 | Growth vs. income | ACCEPTED UNRESOLVED | — | Fundamental tradeoff, mitigated by position sizing |";
  const text = summary([opening, accepting], 1);
  expect(text).toContain(row);
  expect(text).toContain("- Accepted unresolved: T0003 (Fundamental tradeoff, mitigated by position sizing).");
  expect(summary([opening, accepting, roundOf(six, {})], 2)).not.toContain("T0003");
});

test("a tension reopened in a round is open in its summary again", () => {
  const closing = roundOf(six, { tensions: [eventOf("T0001", "resolved", { item: "T0001" })] });
  const reopening = roundOf(six, { tensions: [eventOf("T0001", "reopened", { actors: ["Scone"] })] });
  expect(summary([opening, closing], 1)).toContain("| T0001 | Income mandate conflict | RESOLVED |");
  expect(summary([opening, closing, roundOf(six, {})], 2)).not.toContain("| T0001 |");
  expect(summary([opening, closing, reopening], 2)).toMatch(
    /\| T0001 \| Income mandate conflict \| OPEN \|.*reopened in round 2/,
  );
});

test("signals that do not count and experts who did not speak say why", () => {
  const round = roundOf(["Muffin", "Scone", "Eclair"], {
    signals: [
      { by: "Muffin", line: 7, counted: false, why: "the draft raises a tension" },
      { by: "Scone", line: 1, counted: true, why: null },
    ],
    texts: [
      { expert: "Muffin", state: "present", lines: ["x"], provenance: null, others: [] },
      { expert: "Scone", state: "present", lines: ["x"], provenance: null, others: [] },
      { expert: "Eclair", state: "absent", lines: [], provenance: null, others: [] },
    ],
  });
  const text = summary([round], 0);
  expect(text).toContain("### Convergence Signals: 1/3 (33%)");
  expect(text).toContain("| Muffin | — (`[MOVE:CONVERGE]` on line 7 does not count: the draft raises a tension) |");
  expect(text).toContain("| Eclair | — (absent) |");
  expect(text).toContain("## Convergence Blocked: Yes (converge < 100%)");
});

test("the Judge's hand of a round counts that round alone and names what it did", () => {
  const first = roundOf(six, { merged: [{ local_id: "SCONE-P0001", into: "P0001" }] });
  const second = roundOf(["Muffin", "Scone"], {
    merged: [{ local_id: "SCONE-P0101", into: "P0001" }],
    dismissed: [{ local_id: null, expert: "Scone", line: 14, reason: "refers to nothing" }],
    signals: signalsOf(["Muffin", "Scone"]),
  });
  const text = summary([first, second], 1);
  expect(text).toContain("1 item merged into another, 1 dismissed, 4 experts rotated out; nothing else.");
  expect(text).toContain("- Merged: SCONE-P0101 into P0001.\n- Dismissed: Scone, line 14 (refers to nothing).");
  expect(text).toContain("- Rotated out: Cupcake, Donut, Eclair, Brioche.");
  expect(text).toContain("## Convergence Blocked: No");
});

test("citations that were not found are listed, and those found are counted", () => {
  const citation = { by: "Muffin", item: "E0001", from: 3, to: 4, words: "the words", blob: null, line: 2 };
  const round = roundOf(["Muffin", "Scone"], {
    citations: [
      { ...citation, path: "a.md", result: "found" },
      { ...citation, path: "b.md", result: "not_found" },
      { ...citation, path: "c|d.md", result: "file_missing", to: null },
    ],
  });
  const text = summary([round], 0);
  expect(text).toContain("3 citations checked: 1 found, 1 not found, 1 file missing.");
  expect(text).toContain("| E0001 | Muffin | `b.md#L3-L4` | the words | not found |");
  expect(text).toContain("| E0001 | Muffin | c\\|d.md#L3 | the words | file missing |");
  expect(text).not.toContain("a.md");
});
