import { describe, expect, test } from "vitest";
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
import { ownRecords } from "../../test/helpers/own-view.ts";
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

test("a verdict is shown with its price: the Judge's hand, who left, who has reservations, who objected", () => {
  const page = verdictPage({ rounds: story(), verdicts: [{ seen_by_panel: true }] });
  expect(page).toContain("| How | everybody agreed after 2 rounds |\n");
  expect(page).toMatch(
    /^# API design: agreed by 2 AI experts\n\n\*REST or RPC\?\* [^\n]*\n\n> \*\*Use REST\.\*\*[\s\S]*\| Signed by \|[\s\S]*\n## \d objections?: .*\n[\s\S]*<details>/,
  );
  expect(page).toContain("<details><summary>Convergence Summary</summary>\n\n```text\n100% CONVERGENCE ACHIEVED\n");
  expect(page).toContain("> **Use REST.** (the first sentence of the text, which is the Judge's)\n");
  expect(page).toContain("| Signed by | Muffin and Brioche, 2 of 2 AI experts, this exact text |\n");
  expect(page).toContain("| The Judge's own words | who supports it; what it decided alone: 1 expert rotated out |\n");
  expect(page).toContain(
    "| Still disagree | Donut, Donut's role, left after round 0: CONDITIONAL “Only with a second key.”; Brioche, Brioche's role: CONDITIONAL (0.8) “If it is tested.”; Donut, dissent in round 0: “too fast We were not asked.” |\n",
  );
  expect(page).toContain("**Donut, Donut's role, left after round 0: CONDITIONAL**\n\n> Only with a second key.");
  expect(page).toContain("**Brioche, Brioche's role: CONDITIONAL (0.8)**\n\n> If it is tested.");
  expect(page).toContain("**Donut, dissent in round 0:**\n\n> too fast\n> We were\n> not asked.");
});

test("a verdict says what it rests on, with authors, sources and their words", () => {
  const page = verdictPage({ rounds: story(), verdicts: [{ key_evidence: ["E0001"], key_claims: ["C9999"] }] });
  expect(page).toContain(
    "| E0001 | the log | Muffin | key evidence | 1 found, 1 not found | [round-0/muffin.md](round-0/muffin.md) |",
  );
  expect(page).toContain("| C9999 | no such item in the ledger | — | key claim | — | — |");
  expect(page).toContain(
    "| Rests on | 1 passage in log.txt, found; 1 passage in gone.txt was cited in the debate, 1 not found (E0001) |\n",
  );
  expect(page).not.toContain("| settles T0001 |"); // the objections say that
  const closer = "| R0101 | a second key | Brioche |";
  expect(verdictPage({ rounds: story(), verdicts: [{ recommendations_adopted: ["R0101"] }] })).toContain(
    `${closer} adopted, settles T0001 | none | [round-1/brioche.md](round-1/brioche.md) |`,
  );
  const unnamed = verdictPage({ rounds: story(), verdicts: [{}] });
  expect(unnamed).not.toContain("settles T0001");
  expect(page).toContain("<summary>What it rests on: 2 items; 1 quotation not found</summary>");
  expect(unnamed).toContain("<summary>What settled the objections: 1 quotation not found</summary>");
  expect(page).toContain(
    "**E0001**, the log (Muffin, round 0):\n\n> [MUFFIN-E0001: the log]\n>\n> The log says so.\n\n",
  );
  expect(page).toContain("| E0001 | Muffin | `gone.txt#L1` | so | not found |");
});

test("a verdict says what its runs took, as far as that is known", () => {
  const rounds = story();
  const own = { source: "draft" as const, filed_by: null, filed_at: null, note: null };
  rounds[0]!.texts![0]!.provenance = { ...own, model: "large", tokens: 40_500, seconds: 61 };
  rounds[1]!.texts![0]!.provenance = { ...own, tokens: 1_500 };
  rounds[1]!.cross_checks = [{ by: "Verifier 1", sheet: [], provenance: { ...own, seconds: 60 } }];
  expect(verdictPage({ rounds, verdicts: [{}] })).toContain(
    "| Cost | 5 expert runs, 1 verifier run, 1 h; 42,000 tokens, known of 3 runs of 6 (large) |\n",
  );
});

test("a verdict says what deliberation changed since round 0, and what the change cites", () => {
  const page = verdictPage({ rounds: story(), verdicts: [{}] });
  expect(page).toContain(
    "The blind round 0 brought 1 objection and 0 new perspectives and stood at 1 HOLD, 1 CONDITIONAL, 1 APPROVE. Later rounds added 0 objections and 0 new perspectives; 2 of 3 experts changed position.",
  );
  expect(page).toMatch(
    /\| \*\*Speed or safety\.\*\* The log says so\..* \[T0001\]\(tensions\.md#t0001\), Donut \| Brioche, round 1: “Two people turn it\. Both stay\.” \|\n/,
  );
  expect(page).toContain("| Cost | 5 expert runs, 1 h; tokens not recorded |\n");
  expect(page).toContain(
    "| Muffin, Muffin's role | HOLD (0.8): Not yet. | APPROVE (0.8), signed: R0101 settles it. | R0101 |\n",
  );
  expect(page).toContain("CONDITIONAL (0.8), signed: If it is tested. | nothing |");
});

test("words the panel never saw are the Judge's, also when the record claims otherwise", () => {
  const never = "| Signed by | Muffin and Brioche, 2 of 2 AI experts; the panel never saw the verdict's text |\n";
  const claimed = verdictPage({ rounds: story(), verdicts: [{ recommendation: ["Use RPC."], seen_by_panel: true }] });
  expect(claimed).toContain(never);
  expect(claimed).toContain("> **Use REST.** (the first sentence of the text");
  expect(claimed).toContain("### The verdict's text (the panel never saw it)\n\n> Use RPC.\n");
  expect(claimed).toContain("| The Judge's own words | the verdict's text, who supports it;");
  expect(verdictPage({ rounds: story(), verdicts: [{ seen_by_panel: false }] })).toContain(never);
});

test("conditions, description, warning and vote are the Judge's words, quoted and counted", () => {
  const verdict = {
    headline: "Use RPC.",
    decisions: [{ topic: "Store", decision: "MongoDB" }],
    conditions: ["test it", "twice\nat least"],
    description: ["Because."],
    vote: "2-0",
    confidence: "strong",
  };
  const page = verdictPage({ rounds: story(), verdicts: [{ ...verdict, seen_by_panel: true }] });
  const [, own] = page.split("<details><summary>The Judge's own words, which nobody signed</summary>");
  expect(own).toContain("**Headline:** Use RPC.\n\n| Topic | As the Judge sums it up |");
  expect(own).toContain("| Store | MongoDB |\n\n### Description\n\n> Because.\n");
  expect(own).toContain("### Condition 1\n\n> test it\n\n### Condition 2\n\n> twice\n> at least\n");
  expect(own).toContain("- Vote: 2-0\n- Confidence: strong\n");
  expect(page).toContain(
    "| The Judge's own words | a headline, 1 topic, a description, 2 conditions, the vote, the confidence, who supports it;",
  );
  const rounds = [roundOf(["Muffin", "Scone"], {})];
  const settings = { ...dialogueOf({}).opening.settings, max_rounds: 1 };
  expect(
    verdictPage({ opening: { settings }, rounds, verdicts: [{ forced: true, warning: "mind the gap" }] }),
  ).toContain("### Warning\n\n> mind the gap\n");
});

test("minority verdicts and rival final verdicts are shown with the decision, and all verdicts are listed", () => {
  const minority = {
    verdict_id: "minority",
    verdict_type: "minority" as const,
    recommendation: ["Wait."],
    supporting_experts: ["Brioche"],
  };
  const page = verdictPage({ rounds: story(), verdicts: [{}, minority] });
  expect(page).toContain("**a minority verdict on round 1, supported by Brioche:**\n\n> Wait.");
  expect(page).toContain(
    "| `round-1/verdict-final.json` | final | 2026-03-01T13:00:00Z | everybody agreed after 2 rounds | Use REST. (",
  );
  expect(page).toContain(
    "| `round-1/verdict-minority.json` | minority | 2026-03-01T13:00:00Z | not decided after 2 rounds; a minority verdict is not the decision | nothing; the Judge's words: Wait. |",
  );
  const contested = verdictPage({
    rounds: story(),
    verdicts: [{}, { verdict_id: "other", recommendation: ["Use RPC."] }],
  });
  expect(contested).toContain("| How | contested: there is another final verdict on round 1 |\n");
  expect(contested).toContain("**a final verdict on round 1, supported by Muffin, Scone:**\n\n> Use RPC.");
});

test("superseded, interim, impasse and abandoned are said in the first lines", () => {
  const head = (sketch: Parameters<typeof dialogueOf>[0]) => verdictPage(sketch).split("\n").slice(0, 11).join("\n");
  const superseded = head({ rounds: [...rfcRounds(), roundOf(six, {})], verdicts: [{ round: 2 }] });
  expect(superseded).toMatch(/^# API design: superseded\n/);
  expect(superseded).toContain("| How | superseded by round 3 of the same dialogue |");
  const interim = { verdict_type: "interim" as const, verdict_id: "interim" };
  expect(head({ rounds: rfcRounds(), verdicts: [interim] })).toContain(
    "| How | not decided after 3 rounds; an interim verdict is not the decision |",
  );
  const close = {
    verdict_type: "impasse" as const,
    verdict_id: "close",
    recommendation: [],
    description: ["Nobody moves."],
  };
  const closed = { rounds: rfcRounds(), verdicts: [close] };
  expect(head(closed)).toContain("| How | closed as impasse after 3 rounds |");
  expect(verdictPage(closed)).toContain("## Reason (the Judge's words)\n\n> Nobody moves.\n");
  expect(verdictPage(closed)).not.toContain("The panel never saw");
  const abandoned = { ...close, verdict_type: "abandoned" as const, round: null };
  expect(head({ verdicts: [abandoned] })).toContain("| How | closed as abandoned after 0 rounds |");
  expect(verdictPage({ verdicts: [abandoned] })).not.toMatch(/What changed|Who stood where/);
  expect(renderDialogue(dialogueOf({ rounds: rfcRounds() })).has("verdict.md")).toBe(false);
});

test("where everyone approves and nobody left, the page says that nobody disagreed", () => {
  const round = roundOf(["Muffin", "Scone"], {
    panel: panelOf(["Muffin", "Scone"]),
    stances: [stance("Muffin", "APPROVE", "Yes."), stance("Scone", "ABSTAIN", "Not mine.")],
    signals: signalsOf(["Muffin", "Scone"]),
  });
  const page = verdictPage({ rounds: [round], verdicts: [{}] });
  expect(page).toContain("| Still disagree | nobody |\n");
  expect(page).not.toContain("Who disagreed");
});

test("a closing without its raiser's own RESOLVE is named until the raiser agrees in a later round", () => {
  const raised = roundOf(["Muffin", "Scone"], {
    items: [itemOf("T0001", "speed or safety", ["Scone"])],
    tensions: [eventOf("T0001", "raised", { actors: ["Scone"], item: "T0001" })],
  });
  const closed = { tensions: [eventOf("T0001", "resolved", { item: "R0101" })] };
  const names = (...later: ReturnType<typeof roundOf>[]) =>
    verdictPage({ rounds: [raised, ...later], verdicts: [{}] }).includes(
      "**Not answered by its raiser:** closed without the raiser's own RESOLVE: T0001 by R0101.",
    );
  const without = ["Muffin", "Eclair"];
  const signed = { signals: signalsOf(["Muffin", "Scone", "Eclair"]) };
  expect(names(roundOf(without, closed))).toBe(true);
  expect(names(roundOf(without, closed), roundOf(without, signed))).toBe(true);
  expect(names(roundOf(["Muffin", "Scone"], closed), roundOf(["Muffin", "Scone"], { signals: [] }))).toBe(true);
  expect(names(roundOf(["Muffin", "Scone"], closed), roundOf(["Muffin", "Scone"], signed))).toBe(false);
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
    "**Not answered by its raiser:** accepted unresolved: T0001, T0003; closed without the raiser's own RESOLVE: T0002 by R0001.",
  );
  expect(screen).toContain("**Closed over a standing objection:** T0002 by R0001, which Expert1 opposed.");
  expect(screen).toContain("| Still open | T0004: a conflict; T0005: a conflict;");
  expect(screen).toContain("; 29 more; accepted unresolved by the Judge: T0001 a conflict (why not);");
  expect(screen).toContain("\n\nTwo blind graders ranked the decided text 1st and 1st of 2, and the control,");
  expect(screen).toContain("35 more objections below.");
  for (const name of many) expect(page).toContain(`| ${name}, ${name}'s role`);
});

/** One author, three objections: fixed, fixed in part, refused. */
const answered = () => {
  const two = ["Muffin", "Scone"];
  const ids = ["T0001", "T0002", "T0003"];
  const severity = { T0001: "minor", T0002: "major", T0003: "critical" } as const;
  const subject = ["# Queue", "", "**Claim** takes a job.", "", "**Retention** rows go after a week."];
  const text = [
    "# Queue",
    "",
    "**Claim** takes a job, or one whose lease ended.",
    "",
    "**Retention** rows go after a week.",
  ];
  return {
    opening: { subject: { path: "docs/queue.md", sha256: "a".repeat(64), lines: subject } },
    rounds: [
      roundOf(two, {
        items: ids.map((id) => ({ ...itemOf(id, `objection ${id}`, ["Muffin"]), severity: severity[id as "T0001"] })),
        tensions: ids.map((id) => eventOf(id, "raised", { actors: ["Muffin"], item: id })),
      }),
      roundOf(two, {
        proposal: text,
        decision: { text: "Jobs are claimed by lease.", by: "author" as const },
        revisions: [
          {
            alone: false,
            lines: text,
            sheet: [
              "Decision: Jobs are claimed by lease.",
              "T0001 refused: Claim stays as it is: the table is small; costs a vacuum setting later",
              "T0002 resolved: in part, Claim takes expired leases. Not taken: the sweeper",
              "T0003 resolved: Claim, the lease ends by itself",
            ],
            size: 10,
            provenance: { source: "draft" as const, filed_by: null, filed_at: null, note: null },
          },
        ],
        items: [itemOf("C0101", "settled", ["Muffin"])],
        texts: [
          {
            ...{ expert: "Muffin", state: "present" as const, provenance: null, others: [] },
            lines: ["[MUFFIN-C0101: settled]", "T0001: I can live with it. T0003: a worker that dies is replaced."],
          },
        ],
        tensions: ids.map((id) => eventOf(id, "resolved", { item: "C0101", actors: ["Judge", "Muffin"] })),
        signals: signalsOf(two),
      }),
    ],
    verdicts: [{ recommendation: text, seen_by_panel: true }],
  } satisfies Parameters<typeof dialogueOf>[0];
};

test("each objection reads raised, answered, accepted by whom, worst first; a refusal never reads as settled", () => {
  const page = verdictPage(answered());
  expect(page).toContain("> **Jobs are claimed by lease.** (the AI author's sentence, signed with the text)\n");
  expect(page).toContain("[docs/queue.md](../../../docs/queue.md) · 2026-03-01");
  const rows = page.split("\n").filter((line) => /^\| (?:🔴|🟠|⚪)/u.test(line));
  expect(rows.map((row) => row.split(" | ").slice(2).join(" | "))).toEqual([
    "**Fixed.** Claim, the lease ends by itself | Muffin, round 1 |",
    // Its item speaks of the other two by their IDs, so its words are of those.
    "**Fixed in part.** Claim takes expired leases. Not taken: the sweeper | Muffin, round 1 |",
    "**Refused.** Claim stays as it is: the table is small; costs a vacuum setting later | Muffin, round 1: “I can live with it.” |",
  ]);
  expect(page).toContain(
    "| Refused | objection T0001 (T0001, accepted by Muffin); the author: “Claim stays as it is: the table is small; costs a vacuum setting later” |\n| Fixed in part | objection T0002 (T0002, accepted by Muffin); the author: “Not taken: the sweeper” |\n",
  );
  expect(page).not.toMatch(/settled \(C0101\)(?![^<]*<\/details>)/);
});

test("what changed is listed by block, with the objections answered there; a refusal is beside no change", () => {
  expect(verdictPage(answered())).toContain(
    "## What changed against docs/queue.md\n\nExcerpts, 11 words before, 16 after; every changed line is folded below. In brackets: the objections whose answers name that part.\n\n- **Claim** (T0003) takes a job, or one whose lease ended.\n\n## 3 objections: 1 fixed, 1 fixed in part, 1 refused\n",
  );
});

test("no critical objection is left out of the first screen, however many there are", () => {
  const ids = Array.from({ length: 30 }, (_, i) => `T00${String(i + 1).padStart(2, "0")}`);
  const critical = ids.slice(15);
  const round = roundOf(["Muffin"], {
    items: ids.map((id) => ({
      ...itemOf(id, "x", ["Muffin"]),
      severity: critical.includes(id) ? "critical" : "minor",
    })),
    tensions: ids.map((id) => eventOf(id, "raised", { actors: ["Muffin"], item: id })),
  });
  const settings = { ...dialogueOf({}).opening.settings, max_rounds: 1 };
  const page = verdictPage({ opening: { settings }, rounds: [round], verdicts: [{ forced: true, warning: "w" }] });
  const screen = page.slice(0, page.indexOf("<details>"));
  for (const id of critical)
    expect(screen).toContain(` [${id}](tensions.md#${id.toLowerCase()}), Muffin | **Still open** |`);
  expect(screen).not.toContain("⚪");
  expect(screen).toContain("🔴 critical · 15 more objections below.");
});

test("what blind graders found is on the page of the verdict they graded, and on no other", () => {
  const sketch = { rounds: story(), verdicts: [{}], comparison: {} };
  const page = verdictPage(sketch);
  expect(page).toContain(
    "| Text | Letter | Runs | Critical/major/minor by grader | Rank |\n|------|--------|------|--------------------------------|------|\n| control: the subject, revised by one agent alone | B | 2 | 0/1/12 · 0/1/12 | 2, 2 |\n| **the Judge's words in the verdict: the decision** | A | 9 | 0/1/12 · 0/1/12 | 1, 1 |",
  );
  for (const words of ["### The sheet of grader 2\n\n> ## A\n> - major: slow", "> Use both.", "> major: slow"])
    expect(page).toContain(words);
  expect(verdictPage({ ...sketch, comparison: { prev: "c".repeat(64) } })).not.toContain("grader");
});

test("what the signers added is quoted as no part of the decision, and without an author none is explained", () => {
  const page = verdictPage({ rounds: story(), verdicts: [{}] });
  expect(page).toContain(
    "\n| Said while signing, not part of the decision | Brioche: “If it is tested.”, and suggests “a second key”: “T0001: Two people turn it.” (R0101); Muffin: “R0101 settles it.” |\n",
  );
  expect(page).toContain(
    "\n*Muffin, Donut and Brioche are AI experts; the Judge is the coding agent that ran the dialogue. No signature here is a person's.*\n",
  );
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

describe("the page of a rewritten text", () => {
  const page = renderDialogue(ownRecords("decision-rot")).get("verdict.md")!;

  test("names its sections, what is gone, and no number of smaller changes", () => {
    const [, part = ""] = /## What changed against docs\/proposals\/decision-rot\.md: (.*?)\n\n## /s.exec(page) ?? [];
    expect(part).toMatch(
      /^rewritten, 2169 words before, 2867 after\n\n<details>.*\n\nIts parts now: \*\*Definitions\*\* \(T.*\); \*\*The nightly list.*; Shown, and exit codes\.\n\n/,
    );
    expect(part.match(/\*\*[^*]+\*\*/g)).toHaveLength(8);
    expect(part).toContain("\n\nParts of the old text that no answer names: Settlements, Algorithm");
  });

  test("begins as the text does, and has the Judge's headline among the Judge's words", () => {
    expect(page).toContain(
      "\n> The signed text begins: Two questions, two rules. A pull request is judged by what it does to the main branch:",
    );
    expect(page).toContain("by naming it.\n>\n> **Decision rot, as rewritten: 32 objections settled, ");
    expect(page).toContain("\n\n**Headline:** A decision rots when ");
  });

  test("has what the last round suggested, as no part of the decision", () => {
    expect(page).toContain(
      "| Said while signing, not part of the decision | Cupcake: “My six tensions are settled where I could run git against them, and the one gap left is a clause that can be added while building.”, and suggests “several bases in a shallow clone",
    );
  });

  test("says who its names are, and how many objections come with a test", () => {
    expect(page).toContain(
      "\n*Muffin, Cupcake and Scone are AI experts; the Judge is the coding agent that ran the dialogue; the author is the AI run that rewrote the text between rounds. No signature here is a person's.*\n",
    );
    expect(page).toMatch(
      /<summary>How to test \d+ of 32 objections<\/summary>\n\nEach shows a failure of an earlier text, and may name what is gone since\./,
    );
  });

  test("has everybody's stance in every round, with their words", () => {
    expect(page).toMatch(
      /\| Expert \| Round 0: stance \(confidence\) \| Round 1: .*? \| Round 2: .*? \| Named when it changed \|\n.*\n\| Muffin, Builder \| CONDITIONAL \(0\.8\): .* \| CONDITIONAL \(0\.85\): .* \| APPROVE \(0\.82\), signed: /,
    );
  });
});
