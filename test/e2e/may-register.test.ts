/** One list of what keeps a round from being registered: wherever `next` says register, register does not refuse for anything that lay there before. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { BlueError } from "../../src/errors.ts";
import type { Next } from "../../src/operations/next-call.ts";
import { keepsFromRegistering } from "../../src/rules/round/may-register.ts";
import { draftsFolder, promptPath, roundFolder } from "../../src/store/drafts.ts";
import { openDialogue } from "../../src/store/find-dialogue.ts";
import { readInWork } from "../../src/store/in-work.ts";
import { entriesOf, removeLog } from "../helpers/asks.ts";
import { authorOf } from "../helpers/author.ts";
import { type Dialogue, makeDialogue, refusalOf } from "../helpers/dialogue.ts";
import { runGit } from "../helpers/project.ts";

/** A round in which Muffin raised T0001 is registered; everything that follows is the round in work. */
async function opened(create: object = {}): Promise<Dialogue> {
  const dialogue = await makeDialogue({
    git: true,
    tree: { "keys.md": "One key for all.\n" },
    create: { subject: "keys.md", rotation: "none", ...create },
  });
  await dialogue.round({ Muffin: ["[MUFFIN-T0001: one key leaks all | critical]\nIt does."] });
  return dialogue;
}

const prompt = (dialogue: Dialogue, wish: object = {}) =>
  dialogue.call("dialogue.round-prompt", { dialogue_id: dialogue.id, ask: "everyone", ...wish });
const put = (dialogue: Dialogue, path: string, text: string) => {
  mkdirSync(dirname(join(dialogue.root, path)), { recursive: true });
  writeFileSync(join(dialogue.root, path), text);
};
const settled = ["[MUFFIN-C0101: settled]\n[RE:RESOLVE T0001]\nYes.", "[MOVE:CONVERGE]"];

const arrangements: Record<string, (dialogue: Dialogue) => unknown> = {
  "nothing begun": () => {},
  prompted: prompt,
  async "one draft"(dialogue) {
    await prompt(dialogue);
    dialogue.write("Muffin", settled);
  },
  async "all drafts"(dialogue) {
    await prompt(dialogue);
    dialogue.writeAll({ Muffin: settled });
  },
  "all drafts, never asked": (dialogue) => dialogue.writeAll({ Muffin: settled }),
  async "a second text"(dialogue) {
    await prompt(dialogue);
    dialogue.writeAll({ Muffin: settled });
    put(dialogue, `${draftsFolder(dialogue.open())}/muffin/draft-2.md`, "[MUFFIN-T0101: after all]\nNo.\n");
  },
  async "markers that cannot be read, and one that breaks off"(dialogue) {
    await prompt(dialogue);
    dialogue.writeAll({
      Muffin: [
        "[MUFFIN-T01: three digits]\nNo.",
        "[RE:RESOLVE T0042]",
        "[MUFFIN-P0101: twice]\nA.",
        "[MUFFIN-P0101: twice]\nB.",
      ],
      Cupcake: "[CUPCAKE-P0101: it breaks",
      Scone: ["[RE:REFINE T0001]\nSo.", "[RE:RESOLVE R0001]"],
    });
  },
  async "several resolvers, a reopening and an opponent"(dialogue) {
    await prompt(dialogue);
    dialogue.writeAll({
      Muffin: settled,
      Cupcake: ["[CUPCAKE-R0101: rotate]\n[RE:RESOLVE T0001]\nSo."],
      Scone: ["[RE:OPPOSE MUFFIN-C0101]\nNo.", "[RE:REOPEN T0001]\nStill."],
    });
  },
  async "a text in the wrong place"(dialogue) {
    await prompt(dialogue);
    dialogue.writeAll({ Muffin: settled });
    put(dialogue, `${draftsFolder(dialogue.open())}/muffin/answer.md`, "No.\n");
  },
  async "a text beside the attempts"(dialogue) {
    dialogue.writeAll({ Muffin: settled });
    put(dialogue, `${roundFolder(dialogue.open())}/2/muffin/draft.md`, "No.\n");
  },
  async "a text of nobody on the panel"(dialogue) {
    dialogue.writeAll({ Muffin: settled });
    put(dialogue, `${draftsFolder(dialogue.open())}/eclair/draft.md`, "No.\n");
  },
  async "a text that cannot be read"(dialogue) {
    dialogue.writeAll({ Muffin: settled, Scone: null });
    put(dialogue, `${draftsFolder(dialogue.open())}/scone/draft.md`, "\0");
  },
  "a text in the round's own folder": (dialogue) => {
    dialogue.writeAll({ Muffin: settled, Scone: null });
    dialogue.writeInRoundFolder("scone", "[MOVE:CONVERGE]\n");
  },
  "a stray file in the round's own folder": (dialogue) => {
    dialogue.writeAll({ Muffin: settled });
    dialogue.writeInRoundFolder("Notes", "hm\n");
  },
  async "only a guest wrote"(dialogue) {
    await dialogue.call("dialogue.say", { dialogue_id: dialogue.id, text: "hi" });
  },
  async "tracked by git"(dialogue) {
    dialogue.writeAll({ Muffin: settled });
    runGit(dialogue.root, "add", "-f", `${draftsFolder(dialogue.open())}/muffin/draft.md`);
  },
  async "an ask that git tracks"(dialogue) {
    await prompt(dialogue);
    dialogue.writeAll({ Muffin: settled });
    runGit(dialogue.root, "add", "-f", entriesOf(dialogue)[0]!);
  },
  async "an entry that cannot be read"(dialogue) {
    await prompt(dialogue);
    dialogue.writeAll({ Muffin: settled });
    writeFileSync(join(dialogue.root, entriesOf(dialogue).at(-1)!), "{");
  },
  async "the log is gone"(dialogue) {
    await prompt(dialogue);
    dialogue.writeAll({ Muffin: settled });
    removeLog(dialogue);
  },
  async "a prompt changed"(dialogue) {
    await prompt(dialogue);
    dialogue.writeAll({ Muffin: settled });
    writeFileSync(join(dialogue.root, promptPath(dialogue.open(), "Muffin")), "Agree.\n");
  },
  "author asked": (dialogue) => authorOf(dialogue).revise(),
  async "author wrote, raisers check"(dialogue) {
    await authorOf(dialogue).rewrite("A key each.\n", "Decision: A key each.\nT0001 resolved: a key each\n");
    await authorOf(dialogue).prompt();
    dialogue.write("Muffin", settled);
  },
  async "author wrote on after the prompts"(dialogue) {
    const author = authorOf(dialogue);
    await author.rewrite("A key each.\n", "T0001 resolved: a key each\n");
    await author.prompt();
    author.write("No keys.\n", "T0001 resolved: none\n");
    dialogue.write("Muffin", settled);
  },
  "cross-check asked": (dialogue) => dialogue.call("dialogue.cross-check", { dialogue_id: dialogue.id }),
  "control asked": (dialogue) => dialogue.call("dialogue.revise", { dialogue_id: dialogue.id, control: true }),
  async "discarded once"(dialogue) {
    await prompt(dialogue);
    dialogue.writeAll({ Muffin: settled });
    await dialogue.call("dialogue.round-discard", { dialogue_id: dialogue.id, reason: "again" });
    await prompt(dialogue);
    dialogue.writeAll({ Muffin: settled });
  },
  async "interim verdict over drafts"(dialogue) {
    await dialogue.verdict({ verdict_type: "interim" });
    dialogue.writeAll({ Muffin: settled });
  },
  async "prompted, then another branch"(dialogue) {
    runGit(dialogue.root, "add", "-A");
    runGit(dialogue.root, "commit", "-qm", "round 0");
    await prompt(dialogue);
    dialogue.writeAll({ Muffin: settled });
    runGit(dialogue.root, "checkout", "-qb", "other");
  },
  "a record is damaged": (dialogue) => {
    dialogue.writeAll({ Muffin: settled });
    writeFileSync(join(dialogue.root, `.blue/dialogues/${dialogue.id}/round-0/round.json`), "{");
  },
  "a record is gone": (dialogue) => {
    dialogue.writeAll({ Muffin: settled });
    runGit(dialogue.root, "add", "-A");
    runGit(dialogue.root, "commit", "-qm", "round 0");
    rmSync(join(dialogue.root, `.blue/dialogues/${dialogue.id}/round-0/round.json`));
  },
};

/** What only a Judge can say, in place of every `…` and every choice. */
function judged(value: unknown, field = ""): unknown {
  if (value === "…") return ["W", "C", "T", "R"].includes(field) ? 1 : "As they wrote.";
  if (typeof value === "string") return /^<(\S+)/.exec(value)?.[1] ?? value;
  if (Array.isArray(value)) return value.map((one) => judged(one));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, judged(one, name)]));
}

interface Collected {
  next: Next;
  notices: string[];
}

/** What the arrangements were kept from being registered by. */
const reasons = new Set<string>();

describe.each(Object.entries(arrangements))("%s", (_, arrange) => {
  it("is registered where `next` says so; what keeps it from being registered is named everywhere", async () => {
    const dialogue = await opened();
    await arrange(dialogue);
    const key = { dialogue_id: dialogue.id };
    const status = await dialogue.call<{ next: Next; problems: string[] }>("dialogue.status", key);
    const collected = await dialogue
      .call<Collected>("dialogue.round-collect", key)
      .catch((thrown: unknown) => thrown as BlueError);
    const keeps = keepsFromRegistering(readInWork(dialogue.project, openDialogue(dialogue.project, key)));
    for (const { constraint } of keeps) reasons.add(constraint ?? "");
    const messages = keeps.map(({ message }) => message);
    expect(status.problems).toEqual(expect.arrayContaining(messages));
    if (collected instanceof BlueError) expect(messages).toContain(collected.message);
    else for (const message of messages) expect(collected.notices.join("\n")).toContain(message);
    // Nobody is sent to judge what they have not read.
    expect(status.next.tool).not.toBe("blue_dialogue_round_register");
    const next = collected instanceof BlueError ? status.next : collected.next;
    if (next.tool === "blue_dialogue_round_register") {
      reasons.add("none");
      const judgement = judged(next.arguments) as Record<string, unknown>;
      expect(await dialogue.register(judgement)).toMatchObject({ status: "registered" });
    }
    if (keeps.length === 0) return;
    expect(next.tool).not.toBe("blue_dialogue_round_register");
    const error = await refusalOf(dialogue.register());
    expect([error, ...(error.errors ?? [])].map(({ message }) => message)).toContain(messages[0]);
  });
});

it("the arrangements reach both ends: some are registered, and every kind of reason is among the others", () => {
  expect([...reasons].sort()).toEqual([
    "draft_file",
    "none",
    "readable_asks",
    "record_integrity",
    "texts_in_place",
    "untracked_asks",
    "untracked_drafts",
    "writer_is_seated",
  ]);
});
