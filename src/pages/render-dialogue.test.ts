import { expect, test } from "vitest";
import {
  dialogueOf,
  eventOf,
  itemOf,
  rfcRounds,
  roundOf,
  signalsOf,
  six,
} from "../../test/helpers/example-dialogue.ts";
import { openingBody } from "../../test/helpers/records.ts";
import type { RoundRecord } from "../rules/records.ts";
import { dialogueFileNames, exportNames } from "./page-names.ts";
import { renderDialogue, renderRound, roundFileNames } from "./render-dialogue.ts";

test("a dialogue without rounds shows its pool, its opening and that nothing is registered", () => {
  const files = renderDialogue(dialogueOf({}));
  expect([...files.keys()]).toEqual(["expert-pool.json", "dialogue.md", "scoreboard.md", "tensions.md"]);
  const overview = files.get("dialogue.md")!;
  expect(overview.split("\n").at(-2)).toContain(
    "from `opening.json` (self 0000000000000000…). Out of date if that file has another self, or if there is any `round-K/`.",
  );
  expect(overview).toContain("**Where it stands:** Not decided yet: no round is registered.");
  expect(overview).toContain(
    "### Question\n\n> REST or RPC?\n\n### Background\n\n> We have two clients.\n>\n> One is old.\n",
  );
  expect(files.get("tensions.md")).toContain("No tension was raised.");
});

test("the overview says what state the dialogue is in, how velocity went and who sat when", () => {
  const document = { path: "docs/rfc.md", sha256: "a".repeat(64) };
  const [first, second, third] = rfcRounds();
  const smaller = { ...third!, panel: third!.panel!.slice(0, 5) };
  const records = dialogueOf({ opening: { subject: document }, rounds: [first!, second!, smaller], verdicts: [{}] });
  const overview = renderDialogue(records).get("dialogue.md")!;
  expect(overview).toContain(
    "**Question:** REST or RPC?\n\n**Where it stands:** API design: no text was put to the panel (the panel never saw the verdict's text, left and still disagree: ",
  );
  expect(overview).toContain(
    "```text\nLeft to settle after each round (the velocity): open objections █ and new perspectives ░\n\nround 0  0/6 signed  3 + 8  ███░░░░░░░░\nround 1  3/6 signed  1 + 2  █░░\nround 2  5/5 signed      0\n```",
  );
  expect(overview).toContain("| Muffin | Muffin's role | Core | 0–2 | none |");
  expect(overview).toContain("| Brioche | Brioche's role | Core | 0–1 | none |");
  expect(overview).toContain("| left: Brioche |");
  expect(overview).toContain("[Round 1](round-1/round-1.summary.md)");
  expect(overview).toContain("[Cupcake](round-1/cupcake.md)");
  expect(overview).toContain(`| subject | \`docs/rfc.md\` | \`${"a".repeat(64)}\` |`);
  expect(overview).toContain("| Panel size | 2; 5 in round 2 |");
  expect(overview).toContain("| Max rounds | 10 |");
  expect(overview.split("\n").at(-2)).toContain("from `round-2/verdict-final.json`");
});

test("the overview says what was decided once, with one full stop, and where the rest is", () => {
  const two = ["Muffin", "Scone"];
  const signed = {
    signals: signalsOf(two),
    stances: two.map((by) => ({ by, position: "APPROVE" as const, confidence: null, text: "", line: 1 })),
  };
  const decided = (text: string) =>
    renderDialogue(
      dialogueOf({
        rounds: [roundOf(two, { ...signed, proposal: ["A text."], decision: { text, by: "author" } })],
        verdicts: [{ recommendation: ["A text."], seen_by_panel: true }],
      }),
    ).get("dialogue.md")!;
  for (const sentence of ["Held by reference.", "Held by reference"]) {
    const page = decided(sentence);
    expect(page).toContain(
      "**Where it stands:** Held by reference. Why, what remains and what it rests on: [verdict.md]",
    );
    expect(page.split("Held by reference")).toHaveLength(2);
  }
});

test("the overview of an open dialogue follows RFC 0057's decision tree", () => {
  const stands = (sketch: Parameters<typeof dialogueOf>[0]) =>
    /\*\*Where it stands:\*\* (.*)/.exec(renderDialogue(dialogueOf(sketch)).get("dialogue.md")!)![1];
  const rounds = rfcRounds();
  const settings = {
    panel_size: 6,
    rotation: "none" as const,
    max_rounds: 2,
    model: null,
    template: null,
    alignment: false,
  };
  expect(stands({ rounds: rounds.slice(0, 2) })).toBe(
    "Not decided yet: 1 tension open, 2 new perspectives, 3 of 6 signed. Missing: Donut, Eclair, Brioche. Another round is needed.",
  );
  expect(stands({ opening: { settings }, rounds: rounds.slice(0, 2) })).toBe(
    "Not decided yet: 1 tension open, 2 new perspectives, 3 of 6 signed. Missing: Donut, Eclair, Brioche. All 2 rounds are registered: a final verdict must be forced, with a warning, or the dialogue closed.",
  );
  expect(stands({ rounds })).toBe(
    "Not decided yet: 0 tensions open, 0 new perspectives, 6 of 6 signed: ready for a verdict. Round 2 converged; no final verdict on it is registered.",
  );
  expect(
    stands({ opening: { settings }, rounds: rounds.slice(0, 2), verdicts: [{ forced: true, warning: "w" }] }),
  ).toContain("(forced, 3 of 6 signed, the panel never saw the verdict's text, T0003 open");
  expect(stands({ rounds: [...rounds, roundOf(six, {})], verdicts: [{ round: 2 }] })).toContain(
    "(superseded by round 3 of the same dialogue",
  );
});

test("tensions.md tells every tension's life and the one item that closed it", () => {
  const rounds = [
    roundOf(six, {
      items: [itemOf("T0001", "speed or safety", ["Scone"]), itemOf("T0002", "open end", ["Muffin"])],
      tensions: [
        eventOf("T0001", "raised", { actors: ["Scone"], item: "T0001" }),
        eventOf("T0002", "raised", { item: "T0002" }),
      ],
      owners: [{ id: "T0002", owner: "Muffin", resolution_path: "ask the users" }],
    }),
    roundOf(six, {
      items: [itemOf("R0101", "both", ["Donut", "Eclair"])],
      refs: [{ kind: "RESOLVE", by: "Donut", from: "R0101", target: "T0001", line: 2 }],
      tensions: [
        eventOf("T0001", "addressed", { actors: ["Donut"], item: "R0101", note: "offers a resolution" }),
        eventOf("T0001", "addressed", { actors: ["Eclair"], item: "R0101" }),
        eventOf("T0001", "resolved", { actors: ["Judge", "Donut"], item: "R0101" }),
      ],
    }),
  ];
  const text = renderDialogue(dialogueOf({ rounds })).get("tensions.md")!;
  expect(text).toContain("2 tensions: 1 open, 1 resolved.");
  expect(text).toContain(
    "| [T0001](#t0001) | speed or safety | Scone | RESOLVED | settled by Donut, Eclair, round 1 | — |",
  );
  expect(text).toContain("| [T0002](#t0002) | open end | Muffin | OPEN | ask the users | Muffin |");
  expect(text).toContain(
    '<details><summary>T0001: speed or safety</summary>\n\n<a id="t0001"></a>\n\nAs Scone put it in round 0:\n\n> A text.\n\nFix offered by Donut, Eclair: both (R0101). “A text.”\n\nSettled by Donut, Eclair in R0101: “both”: “A text.”\n\nRound 0: raised by Scone. Round 1: fix offered by Donut (R0101); addressed by Eclair (R0101); closed by Judge, Donut (R0101).\n\n</details>\n',
  );
  expect(text).toContain(
    '<details><summary>T0002: open end</summary>\n\n<a id="t0002"></a>\n\nAs Muffin put it in round 0:\n\n> A text.\n\nNo item says that it resolves it.',
  );
});

test("answers.md has a title, and what the author cut is no heading", () => {
  const provenance = { source: "draft", filed_by: null, filed_at: null, note: null } as const;
  const sheet = ["T0001 resolved: Keys", "# Cut: the history", "# Not cut"];
  const rounds = [
    roundOf(six, {}),
    roundOf(six, { revisions: [{ alone: false, lines: ["New."], sheet, size: 4, provenance }] }),
  ];
  const text = renderDialogue(dialogueOf({ rounds })).get("round-1/answers.md")!;
  expect(text).toContain("\n\n| Raised | The author |\n|--------|------------|\n| T0001 | **Fixed.** Keys |\n\n");
  expect(text).toContain(
    "> T0001 resolved: Keys\n>\n> Cut: the history\n> # Not cut\n\n</details>\n\n<!-- Generated by Blue",
  );
});

test("an expert's copy quotes the text and says how it was filed; second texts follow, not counted", () => {
  const filed = {
    source: "expert_write",
    filed_by: "the Judge",
    filed_at: "2026-03-01T12:20:00Z",
    note: "no file came",
  } as const;
  const texts: RoundRecord["texts"] = [
    {
      expert: "Muffin",
      state: "incomplete",
      lines: ["# Mine", "", "<!-- hidden"],
      provenance: filed,
      others: [{ lines: ["later"], provenance: { ...filed, source: "transcript", note: null } }],
    },
    { expert: "Scone", state: "absent", lines: [], provenance: null, others: [] },
    { expert: "Visitor", state: "present", lines: ["hello"], provenance: { ...filed, source: "guest" }, others: [] },
  ];
  const files = renderDialogue(dialogueOf({ rounds: [roundOf(["Muffin", "Scone"], { texts })] }));
  expect(files.has("round-0/scone.md")).toBe(false);
  const muffin = files.get("round-0/muffin.md")!;
  expect(muffin).toContain(
    "incomplete, and no signal in it counts. Filed for the expert by the Judge at 2026-03-01T12:20:00Z (no file came). Only the first of 2 texts is counted.",
  );
  expect(muffin).toContain(
    "\n\n> # Mine\n>\n> &lt;!-- hidden\n\n## Text 2, not counted\n\nTaken from the expert's transcript",
  );
  expect(files.get("round-0/visitor.md")).toContain("**Visitor**, a guest, not on the panel.");
});

test("judge.md keeps the Judge's words and what was set aside, and links the text", () => {
  const discarded = [
    {
      round: 0,
      discarded_at: "2026-03-01T12:10:00Z",
      reason: "wrong sources",
      texts: [{ expert: "Scone", lines: ["gone"] }],
    },
  ];
  const files = renderDialogue(
    dialogueOf({ rounds: [roundOf(six, { proposal: ["Use REST."], judge: ["Calm."], discarded })] }),
  );
  const text = files.get("round-0/judge.md")!;
  expect(text).toContain(
    "The proposal ([proposal.md](proposal.md)) was put before the panel. 1 draft set aside before this round, kept below.",
  );
  expect(files.get("round-0/proposal.md")).toMatch(/^> Use REST\.\n\n<!-- Generated by Blue: /);
  expect(text).toContain("## The Judge's Words\n\n> Calm.\n");
  expect(text).toContain("The Judge's reason: wrong sources\n\n### Scone\n\n> gone\n");
});

test("the names of a round's files need the round alone, and no name leaves the folder or takes another's", () => {
  const names = ["Muffin", "../../etc/x", "Judge", "judge", "日本", "x".repeat(5_000)];
  const { rounds } = dialogueOf({ rounds: [roundOf(names, {})] });
  const round = rounds[0]!;
  expect([...roundFileNames(round)]).toEqual([
    "panel.json",
    "muffin.md",
    "etc-x.md",
    "judge-2.md",
    "judge-3.md",
    "expert.md",
    `${"x".repeat(100)}.md`,
    "judge.md",
    "round-0.summary.md",
  ]);
  const files = renderDialogue(dialogueOf({ rounds: [roundOf(names, {})] }));
  const below = [...files.keys()].filter((path) => path.startsWith("round-0/")).map((path) => path.slice(8));
  expect(new Set(below)).toEqual(roundFileNames(round));
  expect(new Set(renderRound(round).keys())).toEqual(roundFileNames(round));
});

test.each<[string, Parameters<typeof dialogueOf>[0]]>([
  ["before the first round", {}],
  ["open", { rounds: rfcRounds().slice(0, 1) }],
  ["decided", { rounds: rfcRounds(), verdicts: [{}] }],
  [
    "a review",
    { opening: { settings: { ...openingBody().settings, method: "review" } }, rounds: rfcRounds().slice(0, 1) },
  ],
  ["a review before its round", { opening: { settings: { ...openingBody().settings, method: "review" } } }],
])("the pages beside the rounds have the names that the folder's reader expects: %s", (_, sketch) => {
  const records = dialogueOf(sketch);
  const beside = [...renderDialogue(records).keys()].filter((path) => !path.includes("/"));
  expect(new Set([...beside, ...Object.values(exportNames)])).toEqual(dialogueFileNames(records));
});
