/** What is said of a verdict, face by face: every face that shows all lines holds each of them, every list the one line, and none calls the Judge's words decided. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeContext } from "../../src/context.ts";
import { verdictFacts } from "../../src/facts/verdict-facts.ts";
import { checkMarkdown } from "../../src/operations/checked-change/markdown.ts";
import { newVerdict } from "../../src/operations/checked-change/new-verdict.ts";
import { listForPage } from "../../src/operations/web/dialogue-list.ts";
import { viewForPage } from "../../src/operations/web/dialogue-view.ts";
import { convergenceSummary, forChat, forPeople } from "../../src/pages/verdict.ts";
import { verdictLine, verdictLines } from "../../src/pages/verdict-lines.ts";
import { openDialogue } from "../../src/store/find-dialogue.ts";
import { type Dialogue, show } from "../helpers/dialogue.ts";
import { exported } from "../helpers/exported.ts";
import { verdictCast } from "../helpers/verdict-cast.ts";

/** Words as a reader sees them, whatever a face escapes or wraps. */
function plain(text: string): string {
  return text
    .replaceAll("&#8203;", "")
    .replaceAll("&amp;", "&")
    .replace(/[\\*│┃]/g, "")
    .replace(/\s+/g, " ");
}

const nothing = {
  ...{
    against: null,
    dialogues: [],
    not_proved: [],
    documents: [],
    damage: [],
    decisions: [],
    settled: [],
    set_aside: [],
    verdicts: [],
  },
  ...{ notes: [], warnings: [], fails: false },
};

const startsWith = (words: string) => new RegExp(`^${plain(words).replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`);

const recordsOf = ({ project, id }: Dialogue) => openDialogue(project, { dialogue_id: id }).loaded;
const fileOf = ({ root, id }: Dialogue, name: string) => readFileSync(join(root, ".blue/dialogues", id, name), "utf8");

/** The check of a change that brings this verdict. */
function checkedWith(dialogue: Dialogue) {
  const records = recordsOf(dialogue);
  return { ...nothing, verdicts: [newVerdict(records, records.path, records.verdicts, null)] };
}

async function created(dialogue: Dialogue, name: string): Promise<string> {
  const { path } = await dialogue.call<{ path: string }>(name, { from_dialogue: dialogue.id });
  return readFileSync(join(dialogue.root, path), "utf8");
}

async function shown(dialogue: Dialogue, name: string, input: object = {}): Promise<string> {
  return show(name, await dialogue.call(name, { ...input }));
}

function summaryOf({ project, id }: Dialogue, as: typeof forPeople): string {
  const { loaded, ledger } = openDialogue(project, { dialogue_id: id });
  return convergenceSummary(verdictFacts(loaded), ledger, as);
}

/** Each cell on a line of its own, however many it takes in its box. */
function withoutBoxes(text: string): string {
  const cellsOf = (row: string) => {
    const lines = row.split("\n").map((line) => line.split("│").slice(1, -1));
    return (lines[0] ?? []).map((_, column) => lines.map((line) => line[column]?.trim() ?? "").join(" ")).join(": ");
  };
  return text
    .split(/^[┌├└].*$/m)
    .map((row) => (row.trim().startsWith("│") ? cellsOf(row.trim()) : row))
    .join("\n");
}

/** Those that print every line. */
const whole: Record<string, (dialogue: Dialogue) => Promise<string>> = {
  "verdict.md": async (dialogue) => fileOf(dialogue, "verdict.md"),
  "the terminal": (dialogue) => shown(dialogue, "dialogue.get", { dialogue_id: dialogue.id }),
  "the pull request comment": async (dialogue) => checkMarkdown(checkedWith(dialogue)),
  "check in a terminal": (dialogue) => show("check", checkedWith(dialogue)),
  "the Convergence Summary in a terminal": async (dialogue) => withoutBoxes(summaryOf(dialogue, forPeople)),
  "the Convergence Summary in a chat": async (dialogue) => summaryOf(dialogue, forChat),
  "the saved dialogue": async (dialogue) => {
    await dialogue.call("dialogue.export", { dialogue_id: dialogue.id, format: "md" });
    return fileOf(dialogue, "dialogue-export.md");
  },
  "an RFC": (dialogue) => created(dialogue, "rfc.create"),
  "an ADR": (dialogue) => created(dialogue, "adr.create"),
  "the page": async (dialogue) => {
    const { lines } = await viewForPage(dialogue.id, makeContext(dialogue.project));
    return lines.map(({ name, words }) => `${name}: ${words}`).join("\n");
  },
};

/** Those that print the one line. */
const brief: Record<string, (dialogue: Dialogue) => Promise<string>> = {
  "dialogue.md": async (dialogue) => fileOf(dialogue, "dialogue.md"),
  decisions: (dialogue) => shown(dialogue, "decisions"),
  recall: (dialogue) => shown(dialogue, "recall", { questions: ["API design REST RPC"] }),
  list: (dialogue) => shown(dialogue, "dialogue.list"),
  "the page's list": async (dialogue) => (await listForPage(dialogue.project)).dialogues[0]!.line ?? "",
};

describe.each(verdictCast)("$name", ({ make, line, holds, judges = [] }) => {
  it("is said in one line and in ten", async () => {
    const facts = verdictFacts(recordsOf(await make()));
    expect(verdictLine(facts)).toContain(line);
    for (const [key, words] of Object.entries(holds))
      expect(verdictLines(facts).find((one) => one.key === key)!.words).toContain(words);
    for (const words of judges) expect(verdictLine(facts)).not.toContain(words);
  });

  it.each(Object.keys(whole))("has every line on %s", async (face) => {
    const dialogue = await make();
    const facts = verdictFacts(recordsOf(dialogue));
    const text = plain(await whole[face]!(dialogue));
    for (const { name, words } of verdictLines(facts)) expect(text, name).toContain(plain(words));
    // Wherever a face answers one of these questions, it gives the same answer.
    const lines = verdictLines(facts).filter(({ key }) => ["signed", "disagree", "supersedes", "rests"].includes(key));
    for (const { name, words } of lines)
      for (const after of text.split(name).slice(1)) expect(after.replace(/^[\s|:]+/, "")).toMatch(startsWith(words));
    for (const { id, label } of facts.tensions.filter((one) => facts.refused.includes(one.id)))
      expect(text).not.toContain(`${id} ${label} (resolved`);
  });

  it.each(Object.keys(brief))("has its one line in %s, and none of the Judge's words", async (face) => {
    const dialogue = await make();
    const text = plain(await brief[face]!(dialogue));
    expect(text).toContain(plain(verdictLine(verdictFacts(recordsOf(dialogue)))));
    for (const words of judges) expect(text).not.toContain(words);
  });

  it.each(["rfc.create", "adr.create"])("decides with %s nothing that the Judge alone said", async (name) => {
    const [, decision = ""] =
      /\n## Decision(?: Outcome)?\n([\s\S]*?)\n## /.exec(await created(await make(), name)) ?? [];
    expect(decision).toContain("| How |");
    for (const words of judges) expect(plain(decision)).not.toContain(words);
  });

  it("has its facts in the export and in the JSON of `dialogue get`", async () => {
    const dialogue = await make();
    const facts = JSON.parse(JSON.stringify(verdictFacts(recordsOf(dialogue))));
    expect((await exported(dialogue)).facts).toEqual(facts);
    expect(await dialogue.call("dialogue.get", { dialogue_id: dialogue.id })).toMatchObject({ facts });
  });
});

describe("a decision that another dialogue decided anew", () => {
  it("is superseded, and the new one says what it supersedes, on every face that knows both", async () => {
    const [{ make }] = verdictCast.filter(({ name }) => name === "no citation") as [(typeof verdictCast)[number]];
    const old = await make();
    const key = { dialogue_id: old.id };
    const { dialogue_id } = await old.call<{ dialogue_id: string }>("dialogue.reopen", { ...key, because: "it grew" });
    await old.call("dialogue.round-prompt", { dialogue_id, proposal: "Use SQLite. One file." });
    const { dialogueAt } = await import("../helpers/dialogue.ts");
    const anew = dialogueAt(old, dialogue_id);
    await anew.round();
    await anew.verdict({ recommendation: "Use SQLite. One file." });
    expect(await show("dialogue.get", await old.call("dialogue.get", key))).toContain(`superseded by ${dialogue_id}`);
    expect(await show("dialogue.get", await old.call("dialogue.get", { dialogue_id }))).toContain(
      `Supersedes: ${old.id}`,
    );
    expect(await shown(old, "dialogue.list")).toContain(`(superseded by ${dialogue_id})`);
    expect(await shown(old, "decisions")).toContain(`supersedes ${old.id}`);
    expect(await shown(old, "recall", { questions: ["API design"] })).toContain(`superseded by ${dialogue_id}`);
    expect(fileOf(anew, "verdict.md")).toContain(`| Supersedes | ${old.id} |`);
    const { lines } = await viewForPage(old.id, makeContext(old.project));
    expect(lines[1]!.words).toContain(`superseded by ${dialogue_id}`);
  });
});

describe("a review", () => {
  it("counts its findings by severity, and asks nobody for a signature", async () => {
    const { makeDialogue } = await import("../helpers/dialogue.ts");
    const dialogue = await makeDialogue({
      experts: 2,
      tree: { "docs/queue.md": "# Queue\n\nOne.\n" },
      create: { subject: "docs/queue.md", method: "review" },
    });
    await dialogue.round({
      Muffin: ["[MUFFIN-T0001: it loses rows | critical]\nIt does.", "[MUFFIN-T0002: a typo | minor]\nHere."],
    });
    const key = { dialogue_id: dialogue.id };
    await dialogue.call("dialogue.close", { ...key, outcome: "reviewed", reason: "One look." });
    const text = await show("dialogue.get", await dialogue.call("dialogue.get", key));
    expect(text).toContain("Decided: 2 findings: 1 critical, 1 minor");
    expect(text).toContain("How: reviewed in 1 round; a review decides nothing");
    expect(text).toContain("Signed by: nobody was asked to sign a review");
    expect(await shown(dialogue, "dialogue.list")).toContain("2 findings: 1 critical, 1 minor");
  });
});

it("lists that agents read stay short: a dialogue is at most 700 bytes of one", async () => {
  const [first] = verdictCast;
  const dialogue = await first!.make();
  const { dialogues } = await dialogue.call<{ dialogues: object[] }>("dialogue.list");
  expect(JSON.stringify(dialogues[0]).length).toBeLessThanOrEqual(700);
  const { decisions } = await dialogue.call<{ decisions: object[] }>("decisions");
  expect(JSON.stringify(decisions[0]).length).toBeLessThanOrEqual(900);
});
