/** What a reviewer with two minutes finds in verdict.md, of a dialogue about an ordinary design document. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { type Desk, makeDesk } from "../helpers/dialogue.ts";

const { ordinaryTree, playOrdinary, risk, sentence, why } = await import(
  new URL("../helpers/ordinary.mjs", import.meta.url).href
);

interface Recalled {
  decisions: { decided: string; passage?: string; refused: { id: string }[] }[];
}

describe("verdict.md of a dialogue about an ordinary design document", () => {
  let page: string;
  let screen: string;
  let call: Desk["call"];
  let folder: string;
  beforeAll(async () => {
    const desk = makeDesk({ tree: ordinaryTree });
    const { root } = desk;
    call = desk.call;
    folder = join(root, ".blue/drafts");
    const id = await playOrdinary({ root, call });
    page = readFileSync(join(root, ".blue/dialogues", id, "verdict.md"), "utf8");
    screen = page.slice(0, page.indexOf("<details>"));
  });

  const row = (words: string) => screen.split("\n").find((line) => line.includes(words)) ?? "";

  it("says on the first screen what was decided, by whom, what was refused and who still disagrees", () => {
    expect(screen).toContain(
      `\n> **${sentence}**\n>\n> **Why:** ${why}\n>\n> **Risk:** ${risk}\n>\n> (the AI author's sentences, signed with the text)\n\n`,
    );
    expect(screen).toMatch(
      /^# Job queue: agreed by 3 AI experts, on a changed text\n\n\*Is this queue safe to charge cards with\?\* · \[docs\/job-queue\.md\].*\n/,
    );
    expect(screen).toContain(
      "\n\n[The decided text](round-2/proposal.md). The dialogue itself does not change `docs/job-queue.md`: `blue dialogue apply` writes it there.\n\n",
    );
    for (const [name, words] of [
      ["Signed by", "Muffin, Cupcake and Scone, 3 of 3 AI experts, this exact text"],
      [
        "Refused",
        "done rows bloat the table (T0002, accepted by Muffin); the author: “24 million narrow rows are fine for us; it may cost us a vacuum setting later.”",
      ],
      [
        "Fixed in part",
        "nobody sees a stalled sweeper (T0008, accepted by Scone); the author: “Claim: there is no sweeper, since the claim takes expired leases. The metric is left out.”",
      ],
      ["Still disagree", "nobody"],
    ])
      expect(screen).toContain(`\n| ${name} | ${words} |\n`);
  });

  it("is recalled by what a question asks, in the words of the decided text", async () => {
    const ask = async (question: string) => (await call<Recalled>("recall", { questions: [question] })).decisions;
    expect(await ask("how long are done jobs kept")).toMatchObject([
      {
        decided: expect.stringContaining(sentence),
        passage: "Retention. Done jobs are deleted after 7 days; keys are not.",
      },
    ]);
    expect(await ask("is a vacuum setting needed")).toMatchObject([{ refused: [{ id: "T0002" }] }]);
    expect(await ask("which colour has the logo")).toEqual([]);
  });

  it("is found by its sentence, its reason and an author's answer", async () => {
    const find = async (question: string) => {
      const { hits } = await call<{ hits: { id: string }[] }>("search", { questions: [question], limit: 1 });
      return hits[0]!.id.split(" ").slice(1).join(" ");
    };
    expect(await find("SQS would be one more system to run")).toBe("final verdict");
    expect(await find("vacuum setting later")).toBe("final verdict, what it settled");
  });

  it("is of experts who read the author's answers, also in a round that asks everybody", () => {
    const prompts = readdirSync(folder, { recursive: true, encoding: "utf8" });
    const prompt = prompts.find((path) => /round-1-\w+\/1\/scone\/prompt\.md$/.test(path))!;
    const text = readFileSync(join(folder, prompt), "utf8");
    const [, own = ""] = text.split("## Your own tensions, and what the author says to each");
    expect(own).toContain("The author: **fixed in part**\n\n> Claim: there is no sweeper");
    expect(text).toContain("Gone, though nobody had spoken of it: “After 5 attempts a job is `failed`.”");
  });

  it("says in one place what remains", () => {
    const [, remains = ""] = /\n\| Where it stands \|.*?\n\|[-|]+\n(.*?)\n\n/s.exec(screen) ?? [];
    expect(remains.split("\n").map((line) => line.split(" | ")[0]?.slice(2))).toEqual([
      "Signed by",
      "In the blind first round",
      "Still open",
      "Refused",
      "Fixed in part",
      "Remarks not taken up",
      "Still disagree",
      "Said while signing, not part of the decision",
      "One more look",
      "Rests on",
    ]);
  });

  it("says why: each objection, the worst first, what the author answered, and who accepted that, in which words unless it was fixed", () => {
    const rows = screen.split("\n").filter((line) => /^\| (?:🔴|🟠|⚪)/u.test(line));
    expect(rows.map((line) => line.split(" ")[1])).toEqual(["🔴", "🔴", "🟠", "🟠", "🟠", "🟠", "🟠", "🟠", "⚪"]);
    expect(row("The provider forgets keys")).toMatch(
      /a second time\. \[T0004\]\(tensions\.md#t0004\), Cupcake \| \*\*Fixed\.\*\* Effects: a `charges` row .* \| Cupcake, round 1 \|$/,
    );
    // Both raised it, and both accept the answer.
    expect(row("Sweeper races the worker")).toMatch(
      /\[T0001\]\(tensions\.md#t0001\), Muffin, Scone \| .* \| Muffin, Scone, round 1 \|/,
    );
    expect(row("Done rows bloat the table")).toMatch(
      / \| \*\*Refused\.\*\* 24 million .* \| Muffin, round 1: “I can live with the vacuum default at this size\.” \|$/,
    );
  });

  it("says what changed, block by block in whole sentences, with the objections answered there", () => {
    const [, part = ""] = /## What changed against docs\/job-queue\.md(.*?)\n\n## /s.exec(screen) ?? [];
    expect(part).toContain("\n\nExcerpts, 293 words before, 372 after; ");
    const [, ...rows] = part.split("\n- ");
    for (const line of rows) expect(line).toMatch(/^\*\*[A-Z]\w+\*\* \((?:T\d{4}(?:, )?)+\):? .*\.$/);
    // A reader of the text would look for it elsewhere: only the code has it.
    expect(row("**Claim**")).toMatch(
      /there is no sweeper\. In the code: .*60 seconds'` → .*120 seconds'`; `= 'ready'` → `IN \('ready', 'running'\)`\.$/,
    );
    // No answer speaks of it: a reader of the page alone would not know.
    expect(screen).toContain(
      "\n\n**Dropped without discussion:** “After 5 attempts a job is `failed`.”; also the section Alternatives. (By comparing words; sentences that an objection quotes are in the diff below.)\n\n",
    );
  });

  it("has neither the document's metadata line nor Markdown that is not read, no row of dashes, no settled ID", () => {
    expect(screen).not.toMatch(/Status: proposal|```|^\|(?: — \|)+$|settled \([A-Z]\d{4}\)|\[RE:/m);
    expect(screen.split("\n").length).toBeLessThanOrEqual(60);
  });
});
