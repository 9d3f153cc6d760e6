import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { authorOf } from "../../test/helpers/author.ts";
import { makeDecided } from "../../test/helpers/decided.ts";
import { makeDesk, makeDialogue, show } from "../../test/helpers/dialogue.ts";

interface Answer {
  decisions: {
    id: string;
    standing: string;
    decided: string;
    passage?: string;
    path: string;
    minority: string[];
    accepted: { id: string; why: string }[];
    rejected: { id: string; why: string | null }[];
  }[];
  contradictions: string[];
  nearest?: { id: string; question: string; standing: string; decided: string }[];
}

const create = { title: "Paging of orders", question: "Should orders be paged by offset or by cursor?" };
const muffin = [
  "[MUFFIN-R0001: cursors]\nPage by cursor.",
  "[MUFFIN-R0002: offsets]\nPage by offset.",
  "[MUFFIN-C0001: offsets are slow]\n[RE:OPPOSE MUFFIN-R0002]\nThey scan.",
  "[MOVE:CONVERGE]",
];
const verdict = {
  key_evidence: [],
  headline: "Orders are paged by cursor.",
  recommendations_adopted: ["R0001"],
  recommendations_rejected: ["R0002"],
};

/** A decided design, and an open review of the same file. */
async function makeUploads() {
  const dialogue = await makeDialogue({
    tree: { "docs/uploads.md": "# Uploads\n\nOur servers take the files.\n" },
    create: {
      ...{ title: "Uploads", question: "Is this the way to upload files?" },
      ...{ subject: "docs/uploads.md", rotation: "none" },
    },
  });
  await dialogue.call("dialogue.round-prompt", { dialogue_id: dialogue.id });
  await dialogue.round({
    Muffin: [
      "[MUFFIN-T0001: no receipt | minor]\nNobody is told that it worked. A date in a database would do.",
      "[MUFFIN-P0001: a date in a database]\nIt says when a file came.",
    ],
  });
  const author = authorOf(dialogue);
  await author.rewrite(
    [
      "# Uploads",
      "Browsers send files straight to the object store, up to 2 GB each.",
      "## Access",
      "Each signed URL is valid\nfor 15 minutes. The store checks it.",
      "| what | limit |\n|---|---|\n| size | 2 GB |\n| files a day | no limit |",
      "## Rollout",
      "One tenant at a time.\n",
    ].join("\n\n"),
    "Decision: Browsers send files straight to the object store.\nWhy: Our servers are slow.\nRisk: A URL leaks.\nT0001 refused: the page shows it\n",
  );
  await author.prompt();
  dialogue.write("Muffin", ["[MUFFIN-C0101: fair]\n[RE:RESOLVE T0001]\nFine.", "[MOVE:CONVERGE]"]);
  await dialogue.register({ tension_updates: [{ id: "T0001", status: "resolved", via: "MUFFIN-C0101" }] });
  await author.prompt();
  await dialogue.round();
  await dialogue.call("dialogue.verdict-register", { dialogue_id: dialogue.id });
  await dialogue.call("dialogue.create", {
    ...{ title: "Review of the upload change", subject: "docs/uploads.md", method: "review", panel_size: 3 },
    ...{
      question:
        "Can we roll out the upload change, and is it said how large a file may be: a large one is a large risk?",
    },
    expert_pool: {
      domain: "Uploads",
      experts: [
        { role: "SRE", tier: "core", relevance: 0.9 },
        { role: "Tester", tier: "adjacent", relevance: 0.8 },
        { role: "Writer", tier: "wildcard", relevance: 0.7 },
      ],
    },
  });
  const ask = (question: string) => dialogue.call<Answer>("recall", { questions: [question] });
  return { id: dialogue.id, ask };
}

const adr = (title: string, body: string) => `---\ntitle: ${title}\nstatus: accepted\n---\n\n${body}\n`;
const shop = {
  ".blue/docs/adrs/0001-paging.accepted.md": adr(
    "Orders are paged by cursor",
    "## Context\n\nOffsets scan what they skip.\n\n## Decision\n\nA page of orders begins after a cursor. Offsets are gone.",
  ),
  ".blue/docs/adrs/0002-clocks.accepted.md": adr("Clocks", "## Decision\n\nAll times are stored as UTC."),
  ".blue/docs/adrs/0003-logs.accepted.md": adr("Logs", "## Decision\n\nOne line of JSON for each event."),
};

describe("recall of one decision and an open review of its file", () => {
  it("quotes the decided words that answer, each question its own, and only counts a refusal that is not about it", async () => {
    const { id, ask } = await makeUploads();
    const valid = await ask("how long is the signed URL valid");
    expect(valid.decisions[0]).toMatchObject({ id, passage: "Access: Each signed URL is valid for 15 minutes." });
    expect(await show("recall", valid)).toContain(
      '\n    "Access: Each signed URL is valid for 15 minutes."\n    risk: A URL leaks.\n    not shown, with no word of the question: 1 refused objection\n',
    );
    expect((await ask("is there a limit of files per day")).decisions[0]).toMatchObject({
      id,
      passage: "files a day · no limit",
      refused: [],
    });
    expect((await ask("do uploads give a receipt")).decisions[0]).toMatchObject({ id, refused: [{ id: "T0001" }] });
  });

  it("says of a word that is only in an expert's aside that it is the closest", async () => {
    const { id, ask } = await makeUploads();
    expect(await ask("which database do we use")).toMatchObject({ decisions: [], nearest: [{ id }] });
    expect(await show("recall", await ask("which colour has the logo"))).toBe("Nothing was decided about this.");
  });

  it("names the decision before the open review, and beside it where the review alone fits", async () => {
    const { id, ask } = await makeUploads();
    const both = await ask("how do browsers upload files in the upload change");
    expect(both.decisions.map(({ standing }) => standing)).toEqual(["in force", "open"]);
    const rollout = await ask("how do we roll out the upload change");
    expect(rollout).toMatchObject({ decisions: [{ standing: "open" }], nearest: [{ id, standing: "in force" }] });
    const review = await ask("how large may a large file be: is the large risk said");
    expect(review).toMatchObject({ decisions: [{ standing: "open" }], nearest: [{ id }] });
    expect(await show("recall", review)).toMatch(
      /^- .*\n.*\nNo decision says this in these words; the closest:\n✓ .*\n {4}".*files? .*"\n/,
    );
    expect((await ask("how large may a file be")).decisions[0]).toMatchObject({
      id,
      passage: "Uploads: Browsers send files straight to the object store, up to 2 GB each.",
    });
  });
});

describe("recall", () => {
  it("says what was decided about a question, what was turned down and why", async () => {
    const decided = await makeDecided({ create, muffin, verdict });
    await decided.call("dialogue.verdict-register", {
      dialogue_id: decided.id,
      verdict_type: "minority",
      recommendation: "Offsets are good enough for short lists.",
    });
    const answer = await decided.call<Answer>("recall", { questions: ["paging of orders: offset?"] });
    expect(answer.decisions).toMatchObject([
      {
        id: decided.id,
        standing: "in force",
        decided: expect.stringMatching(
          /^Paging of orders: no text is on record \(the panel never saw the verdict's text, /,
        ),
        minority: [
          expect.stringMatching(/^a minority verdict on round 0.*: Offsets are good enough for short lists\.$/),
        ],
        rejected: [{ id: "R0002", why: "C0001 offsets are slow" }],
      },
    ]);
    const shown = await show("recall", answer);
    expect(shown).toContain("rejected: R0002 offsets: C0001 offsets are slow");
    expect(answer.contradictions).toEqual([]);
  });

  it("says what spoke against a decision: what its author refused, and what may go wrong", async () => {
    const dialogue = await makeDialogue({
      tree: { "keys.md": "# Keys\n\nOne key for all.\n" },
      create: { subject: "keys.md", rotation: "none" },
    });
    await dialogue.call("dialogue.round-prompt", { dialogue_id: dialogue.id });
    await dialogue.round({ Muffin: ["[MUFFIN-T0001: slow without a cache | minor]\nEvery call reads the disk."] });
    const author = authorOf(dialogue);
    const sheet =
      "Decision: Each customer has a key.\nWhy: One key leaks all.\nRisk: A key is lost.\nT0001 refused: nobody measured it; it costs a millisecond\n";
    await author.rewrite("# Keys\n\nOne key for each customer.\n", sheet);
    await author.prompt();
    dialogue.write("Muffin", ["[MUFFIN-C0101: fair]\n[RE:RESOLVE T0001]\nIt convinces.", "[MOVE:CONVERGE]"]);
    await dialogue.register({ tension_updates: [{ id: "T0001", status: "resolved", via: "MUFFIN-C0101" }] });
    await author.prompt();
    await dialogue.round();
    await dialogue.call("dialogue.verdict-register", { dialogue_id: dialogue.id });
    const answer = await dialogue.call<Answer>("recall", { questions: ["a key for each customer, and a cache"] });
    const why = "nobody measured it; it costs a millisecond";
    expect(answer.decisions).toMatchObject([
      { risk: "A key is lost.", refused: [{ id: "T0001", label: "slow without a cache", why }], accepted: [] },
    ]);
    expect(await show("recall", answer)).toContain(
      `\n    risk: A key is lost.\n    refused: T0001 slow without a cache: ${why}\n`,
    );
    const other = await dialogue.call<Answer>("recall", { questions: ["a key for each customer"] });
    expect(other.decisions).toMatchObject([{ refused: [], left_out: { refused: 1, rejected: 0 } }]);
    expect(await show("recall", other)).toContain(
      "\n    not shown, with no word of the question: 1 refused objection\n",
    );
  });

  it("names the page of an open dialogue that is there", async () => {
    const open = await makeDialogue({ create });
    const { decisions } = await open.call<Answer>("recall", { questions: ["paging of orders"] });
    expect(decisions).toMatchObject([{ standing: "open", path: `.blue/dialogues/${open.id}/dialogue.md` }]);
    expect(existsSync(join(open.root, decisions[0]!.path))).toBe(true);
  });

  it("cuts a long minority verdict between characters", async () => {
    const decided = await makeDecided({ create, muffin, verdict });
    await decided.call("dialogue.verdict-register", {
      dialogue_id: decided.id,
      verdict_type: "minority",
      recommendation: `x${"🧁".repeat(300)}`,
    });
    const { decisions } = await decided.call<Answer>("recall", { questions: ["paging of orders"] });
    expect(decisions[0]!.minority[0]).toMatch(/: x(?:🧁){50,}…$/u);
  });

  it("names what contradicts: an RFC that was rejected takes its decision along", async () => {
    const decided = await makeDecided({ create, muffin, verdict });
    decided.change(
      ".blue/docs/rfcs/0001-orders.rejected.md",
      `---\ntitle: Orders\nstatus: rejected\ndialogue: ${decided.id}\n---\n\nPaging of orders by cursor.\n`,
    );
    const { decisions, contradictions } = await decided.call<Answer>("recall", { questions: ["paging of orders"] });
    expect(decisions[0]!.standing).toBe("overruled: RFC 0001 is rejected");
    expect(contradictions).toEqual([`${decided.id} no longer holds (overruled: RFC 0001 is rejected)`]);
  });

  it("says of a decision whose RFC is being done that it is under way, as `decisions` does", async () => {
    const decided = await makeDecided({ create, muffin, verdict });
    const rfc = (id: string) => `---\ntitle: Orders\nstatus: wip\n${id}---\n\nPaging of orders by cursor.\n`;
    decided.change(".blue/docs/rfcs/0001-orders.wip.md", rfc(`dialogue: ${decided.id}\n`));
    decided.change(".blue/docs/rfcs/0002-plain.wip.md", rfc(""));
    const { decisions } = await decided.call<Answer>("recall", { questions: ["paging of orders"] });
    expect(decisions.map(({ standing }) => standing)).toEqual(["under way", "under way"]);
    const listed = await decided.call("decisions");
    expect(await show("decisions", listed)).toMatch(/^0 in force/m);
  });

  it("is empty where nothing was decided, and refuses what names nothing", async () => {
    const desk = makeDesk({
      tree: { ".blue/docs/adrs/0001-time.accepted.md": "---\ntitle: Time\nstatus: accepted\n---\n\nUse calendars.\n" },
    });
    expect(await show("recall", await desk.call("recall", { questions: ["xyzzy"] }))).toBe(
      "Nothing was decided about this.",
    );
    expect((await desk.call<Answer>("recall", { questions: ["which calendars"] })).decisions).toMatchObject([
      { id: "ADR 0001", standing: "in force" },
    ]);
    const refused = await desk.refused("invalid_input", "recall", { questions: ["is it so?", "and why?"] });
    expect(refused.field).toBe("questions");
    await desk.refused("invalid_input", "recall", { questions: [] });
    await desk.refused("invalid_input", "recall", {
      questions: ["a", "b", "c", "d", "e", "f"].map((one) => `time ${one}`),
    });
  });

  it("does not show what only shares a word with the question as if it were about it, and names it as near", async () => {
    const desk = makeDesk({ tree: shop });
    const answer = await desk.call<Answer>("recall", {
      questions: ["Which oven bakes bread for the canteen, and how many orders of flour does it take each week?"],
    });
    expect(answer.decisions).toEqual([]);
    expect(answer.nearest).toMatchObject([{ id: "ADR 0001", question: "Orders are paged by cursor" }]);
    expect(await show("recall", answer)).toBe(
      [
        "No decision says this in these words; the closest:",
        "✓ ADR 0001  in force  A page of orders begins after a cursor.",
        "    .blue/docs/adrs/0001-paging.accepted.md",
      ].join("\n"),
    );
  });

  it("finds any form of a word, and where another word of the question is nowhere says what was decided as the closest", async () => {
    const decided = await makeDecided({
      create: { title: "Product pages", question: "How long are product pages cached?" },
      muffin: ["[MUFFIN-R0001: fifteen]\nProduct pages are cached for 15 minutes.", "[MOVE:CONVERGE]"],
      verdict: { key_evidence: [], headline: "15 minutes", recommendations_adopted: ["R0001"] },
    });
    const ask = async (question: string) => decided.call<Answer>("recall", { questions: [question] });
    for (const question of ["how long do we cache", "caching of a product page"])
      expect((await ask(question)).decisions.map(({ id }) => id)).toEqual([decided.id]);
    const near = await ask("cache lifetime");
    expect(near).toMatchObject({ decisions: [], nearest: [{ id: decided.id, standing: "in force" }] });
    expect(await show("recall", near)).toMatch(
      /^No decision says this in these words; the closest:\n✓ \S+ {2}in force, 2026-02-03 {2}Product pages: .*\n {4}\S+verdict\.md$/,
    );
    expect(await show("recall", await ask("payroll abroad"))).toBe("Nothing was decided about this.");
  });

  it("several wordings find what the first alone does not, and say the decided sentence", async () => {
    const desk = makeDesk({ tree: shop });
    const alone = await desk.call<Answer>("recall", { questions: ["how do customers browse their history"] });
    expect(alone.decisions).toEqual([]);
    const { decisions, nearest } = await desk.call<Answer>("recall", {
      questions: ["how do customers browse their history", "long lists are slow", "cursor or offset for order pages"],
    });
    expect(decisions[0]).toMatchObject({ id: "ADR 0001", decided: "A page of orders begins after a cursor." });
    expect(nearest).toBeUndefined();
  });

  it("knows what a spike found out, behind the decision that has the same words", async () => {
    const spike = (question: string, rest: string) => `# Spike\n\n## Question\n\n${question}\n${rest}`;
    const desk = makeDesk({
      tree: {
        ".blue/docs/spikes/2026-02-01T1000Z-cache.done.md": spike(
          "Why is the cache cold?",
          "\n## Outcome\n\nThe cache is emptied at night.\n",
        ),
        ".blue/docs/spikes/2026-02-03T1000Z-mail.wip.md": spike("Who reads bounced mail?", ""),
        ".blue/docs/rfcs/0001-cache.approved.md":
          '---\ntitle: The cold cache\nstatus: approved\nsuperseded_by: "[RFC 0002](./0002-cache.draft.md)"\n---\n\n# RFC 0001: The cold cache\n\n## Decision\n\nThe cache is warmed each morning.\n',
      },
    });
    const { decisions } = await desk.call<Answer>("recall", { questions: ["why is the cache cold"] });
    expect(decisions).toMatchObject([
      { id: "RFC 0001", standing: "superseded by RFC 0002", decided: "The cache is warmed each morning." },
      { standing: "found out, not decided", decided: "The cache is emptied at night." },
    ]);
    const open = await desk.call<Answer>("recall", { questions: ["bounced mail"] });
    expect(open.decisions).toMatchObject([
      { standing: "open", decided: "Who reads bounced mail? (no answer is written down)" },
    ]);
  });

  it("says of an older dialogue without a verdict what the document saved of it says", async () => {
    const desk = makeDesk({
      tree: {
        ".blue/dialogues/2026-02-01T1000Z-cache-eviction/round-0.summary.md":
          "# Round 0\n\nWhich entries of the cache go first?\n",
        ".blue/docs/dialogues/2026-02-01T1000Z-cache-eviction.dialogue.recorded.md":
          "# Eviction of the cache\n\n## Key Decisions\n\n1. Evict the **oldest** entries first.\n",
      },
    });
    const { decisions } = await desk.call<Answer>("recall", { questions: ["entries of the cache"] });
    expect(decisions).toMatchObject([
      {
        decided: "Evict the oldest entries first.",
        path: ".blue/docs/dialogues/2026-02-01T1000Z-cache-eviction.dialogue.recorded.md",
      },
    ]);
  });

  it("knows the dialogues of an older Blue, in its folders and in its documents, and says that nobody proved them", async () => {
    const desk = makeDesk({
      tree: {
        ".blue/dialogues/2026-02-01T1000Z-cache-eviction/verdict.md":
          "# Verdict\n\n## Recommendation\n\nEvict the oldest entries of the cache first.\n",
        ".blue/docs/dialogues/2026-02-02T1000Z-cache-size.dialogue.recorded.md":
          "# Alignment Dialogue: Size of the cache\n\n## Converged Recommendation\n\nThe cache holds a thousand entries.\n",
      },
    });
    const { decisions } = await desk.call<Answer>("recall", { questions: ["entries of the cache"] });
    expect(decisions.map(({ decided }) => decided).sort()).toEqual([
      "Evict the oldest entries of the cache first.",
      "The cache holds a thousand entries.",
    ]);
    expect(new Set(decisions.map(({ standing }) => standing))).toEqual(new Set(["of an older Blue, not proved"]));
  });
});
