import { expect, test } from "vitest";
import {
  dialogueOf,
  eventOf,
  itemOf,
  panelOf,
  rfcRounds,
  roundOf,
  signalsOf,
  six,
} from "../../test/helpers/example-dialogue.ts";
import type { RoundRecord } from "../rules/records.ts";
import { ordinal } from "./comparison.ts";
import { renderDialogue } from "./render-dialogue.ts";

const stance = (by: string, position: RoundRecord["stances"][number]["position"], text: string) => ({
  by,
  position,
  confidence: 0.8,
  text,
  line: 9,
});

/** Donut leaves after round 0 on a condition; Muffin comes round; Brioche signals with a reservation. */
const story = () => {
  const text = ["[MUFFIN-E0001: the log]", "The log says so.", "", "[MUFFIN-S0001: HOLD]", "Not yet."];
  const present = { state: "present", provenance: null, others: [] } as const;
  return [
    roundOf(["Muffin", "Donut", "Brioche"], {
      items: [
        {
          ...itemOf("E0001", "the log", ["Muffin"]),
          sources: [{ local_id: "MUFFIN-E0001", expert: "Muffin", line: 1 }],
        },
        itemOf("T0001", "speed or safety", ["Donut"]),
      ],
      texts: ["Muffin", "Donut", "Brioche"].map((expert) => ({ ...present, expert, lines: [...text], others: [] })),
      tensions: [eventOf("T0001", "raised", { actors: ["Donut"], item: "T0001" })],
      stances: [
        { ...stance("Muffin", "HOLD", "Not yet."), line: 4 },
        stance("Donut", "CONDITIONAL", "Only with a second key."),
        stance("Brioche", "APPROVE", "Yes."),
      ],
      citations: [
        {
          by: "Muffin",
          item: "E0001",
          path: "log.txt",
          from: 1,
          to: 1,
          words: "so",
          result: "found",
          blob: null,
          line: 2,
        },
        {
          by: "Muffin",
          item: "E0001",
          path: "gone.txt",
          from: 1,
          to: 1,
          words: "so",
          result: "not_found",
          blob: null,
          line: 2,
        },
      ],
      statements: [{ kind: "dissent", by: "Donut", label: "too fast", lines: ["We were", "not asked."], line: 5 }],
    }),
    roundOf(["Muffin", "Brioche"], {
      proposal: ["Use REST."],
      items: [itemOf("R0101", "a second key", ["Brioche"])],
      refs: [{ kind: "SUPPORT", by: "Muffin", from: null, target: "R0101", line: 1 }],
      texts: ["Muffin", "Brioche"].map((expert) => ({
        ...present,
        expert,
        lines: [`[${expert.toUpperCase()}-R0101: a second key]`, "T0001: Two people turn it. Both stay."],
        others: [],
      })),
      tensions: [eventOf("T0001", "resolved", { item: "R0101", actors: ["Judge", "Brioche"] })],
      stances: [stance("Muffin", "APPROVE", "R0101 settles it."), stance("Brioche", "CONDITIONAL", "If it is tested.")],
      signals: signalsOf(["Muffin", "Brioche"]),
    }),
  ];
};

const verdictPage = (sketch: Parameters<typeof dialogueOf>[0]) => renderDialogue(dialogueOf(sketch)).get("verdict.md")!;

test("a verdict stands beside its price: the Judge's hand, who left, who has reservations, who objected", () => {
  const page = verdictPage({ rounds: story(), verdicts: [{ seen_by_panel: true }] });
  expect(page).toContain("**A final verdict on round 1: in force.**");
  expect(page).toContain("<details><summary>Convergence Summary</summary>\n\n```text\n100% CONVERGENCE ACHIEVED\n");
  expect(page).toContain("> Use REST.\n\nThe panel saw these words");
  expect(page).toContain("- The Judge's hand: 1 expert rotated out; nothing else.");
  expect(page).toContain(
    "- **Not convinced:** **Donut** (Donut's role) left after round 0 unconvinced: CONDITIONAL; **Brioche** (Brioche's role), on the last panel: CONDITIONAL (0.8). Their words are below.",
  );
  expect(page).toContain(
    "**Donut** (Donut's role) left after round 0 unconvinced: CONDITIONAL.\n\n> Only with a second key.",
  );
  expect(page).toContain("**Brioche** (Brioche's role), on the last panel: CONDITIONAL (0.8).\n\n> If it is tested.");
  expect(page).toContain("**Donut**, round 0: dissent “too fast”.\n\n> We were\n> not asked.");
});

test("a verdict says what it rests on, with authors, sources and their words", () => {
  const page = verdictPage({ rounds: story(), verdicts: [{ key_evidence: ["E0001"], key_claims: ["C9999"] }] });
  expect(page).toContain(
    "| E0001 | the log | Muffin | key evidence | 1 found, 1 not found | [round-0/muffin.md](round-0/muffin.md) |",
  );
  expect(page).toContain("| C9999 | no such item in the ledger | — | key claim | — | — |");
  expect(page).toContain("- **It rests on** E0001 the log (Muffin); C9999 (no such item in the ledger). 2 citations");
  expect(page).not.toContain("| closed T0001 |"); // tensions.md says that
  const closer = "| R0101 | a second key | Brioche |";
  expect(verdictPage({ rounds: story(), verdicts: [{ recommendations_adopted: ["R0101"] }] })).toContain(
    `${closer} adopted, closed T0001 | none | [round-1/brioche.md](round-1/brioche.md) |`,
  );
  expect(verdictPage({ rounds: story(), verdicts: [{}] })).toContain(`${closer} closed T0001 |`);
  expect(page).toContain("**E0001**, the log (Muffin, round 0):\n\n> [MUFFIN-E0001: the log]\n> The log says so.\n\n");
  expect(page).toContain("2 citations checked: 1 found, 1 not found.");
  expect(page).toContain("| E0001 | Muffin | `gone.txt#L1` | so | not found |");
});

test("a verdict says what its runs took, as far as that is known", () => {
  const rounds = story();
  const own = { source: "draft" as const, filed_by: null, filed_at: null, note: null };
  rounds[0]!.texts![0]!.provenance = { ...own, model: "large", tokens: 40_500, seconds: 61 };
  rounds[1]!.texts![0]!.provenance = { ...own, tokens: 1_500 };
  rounds[1]!.cross_checks = [{ by: "Verifier 1", sheet: [], provenance: { ...own, seconds: 60 } }];
  expect(verdictPage({ rounds, verdicts: [{}] })).toContain(
    "5 expert runs, 1 run of verifiers (1 KB of drafts). Known of 3 of 6 runs: 42,000 tokens, 3 minutes of their time (large).\n",
  );
});

test("a verdict says what deliberation changed since round 0, and what the change cites", () => {
  const page = verdictPage({ rounds: story(), verdicts: [{}] });
  expect(page).toContain(
    "- **What changed:** the blind round 0 brought 1 tension and 0 new perspectives and stood at 1 HOLD, 1 CONDITIONAL, 1 APPROVE. Later rounds added 0 tensions and 0 new perspectives; 1 of 1 tensions were resolved, and 2 of 3 experts changed position.",
  );
  expect(page).toContain(
    "- **Raised by Donut:** T0001 “speed or safety”. Answered by Brioche, R0101 “a second key”: Two people turn it.\n",
  );
  expect(page).toContain("- **It cost** 2 rounds and 5 expert runs (1 KB of drafts).");
  expect(page).toContain("| Muffin, Muffin's role | HOLD (0.8), round 0: Not yet. | APPROVE (0.8), round 1 |\n");
  expect(page).toContain("round 1: R0101 settles it. | R0101 |");
  expect(page).toContain("CONDITIONAL (0.8), round 1: If it is tested. | nothing |");
});

test("words the panel never saw are called that first, also when the record claims otherwise", () => {
  const never = "# Verdict: API design\n\n**The panel never saw these words:**";
  expect(verdictPage({ rounds: story(), verdicts: [{ recommendation: ["Use RPC."], seen_by_panel: true }] })).toContain(
    never,
  );
  expect(verdictPage({ rounds: story(), verdicts: [{ seen_by_panel: false }] })).toContain(never);
});

test("conditions, description, warning and vote are the Judge's words and quoted", () => {
  const verdict = {
    conditions: ["test it", "twice\nat least"],
    description: ["Because."],
    vote: "2-0",
    confidence: "strong",
  };
  const page = verdictPage({ rounds: story(), verdicts: [{ ...verdict, warning: "mind the gap" }] });
  expect(page).toContain(
    "### Condition 1 (the Judge's words)\n\n> test it\n\n### Condition 2 (the Judge's words)\n\n> twice\n> at least\n",
  );
  expect(page).toContain("### Description\n\n> Because.\n\n### Warning\n\n> mind the gap\n");
  expect(page).toContain(
    "- **Only the Judge says,** and the panel was not asked: 2 conditions (test it · twice at least); the vote (2-0); the confidence (strong);",
  );
});

test("minority verdicts and rival final verdicts are shown with the decision, and all verdicts are listed", () => {
  const minority = {
    verdict_id: "minority",
    verdict_type: "minority" as const,
    recommendation: ["Wait."],
    supporting_experts: ["Brioche"],
  };
  const page = verdictPage({ rounds: story(), verdicts: [{}, minority] });
  expect(page).toContain("**A minority verdict**, `round-1/verdict-minority.json`, supported by Brioche.\n\n> Wait.");
  expect(page).toContain("| `round-1/verdict-final.json` | final | 2026-03-01T13:00:00Z | in force | Use REST. |");
  expect(page).toContain(
    "| `round-1/verdict-minority.json` | minority | 2026-03-01T13:00:00Z | not the decision | Wait. |",
  );
  const contested = verdictPage({
    rounds: story(),
    verdicts: [{}, { verdict_id: "other", recommendation: ["Use RPC."] }],
  });
  expect(contested).toContain(
    "**A final verdict on round 1: contested: another final verdict stands on the same round.**",
  );
  expect(contested).toContain(
    "**A final verdict**, `round-1/verdict-other.json`, supported by Muffin, Scone.\n\n> Use RPC.",
  );
});

test("superseded, interim, impasse and abandoned stand in the first lines", () => {
  const head = (sketch: Parameters<typeof dialogueOf>[0]) => verdictPage(sketch).split("\n").slice(0, 8).join("\n");
  const superseded = head({ rounds: [...rfcRounds(), roundOf(six, {})], verdicts: [{ round: 2 }] });
  expect(superseded).toContain("**A final verdict on round 2: superseded: round 3 is registered.**");
  const interim = { verdict_type: "interim" as const, verdict_id: "interim" };
  expect(head({ rounds: rfcRounds(), verdicts: [interim] })).toContain(
    "**An interim verdict on round 2: not the decision.**",
  );
  const close = {
    verdict_type: "impasse" as const,
    verdict_id: "close",
    recommendation: [],
    description: ["Nobody moves."],
  };
  const closed = { rounds: rfcRounds(), verdicts: [close] };
  expect(head(closed)).toContain("**Closed as impasse on round 2: the dialogue is closed.**");
  expect(verdictPage(closed)).toContain("## Reason\n\n> Nobody moves.\n");
  expect(verdictPage(closed)).not.toContain("The panel never saw");
  const abandoned = { ...close, verdict_type: "abandoned" as const, round: null };
  expect(head({ verdicts: [abandoned] })).toContain(
    "**Closed as abandoned before the first round: the dialogue is closed.**",
  );
  expect(verdictPage({ verdicts: [abandoned] })).not.toMatch(/Why|Nobody disagrees/);
  expect(renderDialogue(dialogueOf({ rounds: rfcRounds() })).has("verdict.md")).toBe(false);
});

test("where everyone approves and nobody left, the page says that nobody disagreed", () => {
  const round = roundOf(["Muffin", "Scone"], {
    panel: panelOf(["Muffin", "Scone"]),
    stances: [stance("Muffin", "APPROVE", "Yes."), stance("Scone", "ABSTAIN", "Not mine.")],
    signals: signalsOf(["Muffin", "Scone"]),
  });
  const page = verdictPage({ rounds: [round], verdicts: [{}] });
  expect(page).toContain("- **Nobody disagrees at the end:** every last stance agrees.");
  expect(page).not.toContain("Who disagreed");
});

test("however much is on record, the first screen has at most 60 lines", () => {
  const many = Array.from({ length: 30 }, (_, i) => `Expert${i}`);
  const ids = Array.from({ length: 40 }, (_, i) => `T00${String(i + 1).padStart(2, "0")}`);
  const long = ["# Title", "", ...Array.from({ length: 80 }, (_, i) => `- point ${i} ${"of many words ".repeat(30)}`)];
  const first = roundOf(many, {
    items: [...ids.map((id) => itemOf(id, "a conflict", many)), itemOf("R0001", "a way out", ["Expert0"])],
    tensions: ids.map((id) => eventOf(id, "raised", { actors: many, item: id })),
    refs: [{ kind: "OPPOSE", by: "Expert1", from: null, target: "R0001", line: 3 }],
    stances: many.map((by) => stance(by, "REJECT", "Never. ".repeat(50))),
  });
  const last = roundOf(many.slice(2), {
    tensions: [
      eventOf("T0001", "accepted", { note: "why\nnot" }),
      eventOf("T0002", "resolved", { item: "R0001" }),
      eventOf("T0003", "accepted", { note: "later" }),
    ],
    texts: many.slice(2).map((expert) => ({ expert, state: "absent", lines: [], provenance: null, others: [] })),
  });
  const page = verdictPage({
    opening: { title: "t".repeat(300), question: "q\n".repeat(500) },
    rounds: [first, last],
    verdicts: [
      {
        recommendation: long,
        description: long,
        conditions: long,
        vote: "v\n".repeat(90),
        confidence: "c",
        warning: "w\n".repeat(90),
        forced: true,
        decisions: long.map((topic) => ({ topic, decision: topic })),
        key_evidence: ids,
        supporting_experts: many,
      },
    ],
    comparison: {},
  });
  const screen = page.slice(0, page.indexOf("<details>"));
  expect(screen.split("\n").length).toBeLessThanOrEqual(60);
  expect(screen).toContain(
    "**In the last round,** accepted unresolved: T0001, T0003; closed without the raiser's own RESOLVE: T0002 by R0001.",
  );
  expect(screen).toContain("**Closed over a standing objection:** T0002 by R0001, which Expert1 opposed.");
  expect(screen).toContain(
    "**Open:** T0004 a conflict; T0005 a conflict; T0006 a conflict; 34 more in [tensions.md](tensions.md).",
  );
  expect(screen).toContain("\n\nTwo blind graders ranked the decided text 1st and 1st of 2, and the control,");
  expect(screen).toMatch(/; \d+ more experts below\./);
  for (const name of many) expect(page).toContain(`| ${name}, ${name}'s role`);
});

test("what blind graders found stands on the page of the verdict they graded, and on no other", () => {
  const sketch = { rounds: story(), verdicts: [{}], comparison: {} };
  const page = verdictPage(sketch);
  expect(page).toContain(
    "| Text | Letter | Runs | Critical/major/minor by grader | Rank |\n|------|--------|------|--------------------------------|------|\n| control: the subject, revised by one agent alone | B | 2 | 0/1/12 · 0/1/12 | 2, 2 |\n| **the Judge's words in the verdict: the decision** | A | 9 | 0/1/12 · 0/1/12 | 1, 1 |",
  );
  for (const words of ["### The sheet of grader 2\n\n> ## A\n> - major: slow", "> Use both.", "> major: slow"])
    expect(page).toContain(words);
  expect(verdictPage({ ...sketch, comparison: { prev: "c".repeat(64) } })).not.toContain("grader");
});

test.each([
  [1, "1st"],
  [2, "2nd"],
  [3, "3rd"],
  [4, "4th"],
  [11, "11th"],
  [22, "22nd"],
])("rank %i is the %s", (rank, word) => {
  expect(ordinal(rank)).toBe(word);
});
