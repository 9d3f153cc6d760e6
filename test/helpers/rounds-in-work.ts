/** Rounds in work, each as somebody may find it: what every verb answers there is held by the tests that go through all of them. */
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { draftsFolder, promptPath, roundFolder } from "../../src/store/drafts.ts";
import { entriesOf, removeLog } from "./asks.ts";
import { authorOf } from "./author.ts";
import { type Dialogue, deskAt, dialogueAt, makeDialogue } from "./dialogue.ts";
import { makeFolder, runGit } from "./project.ts";

/** A round in which Muffin raised T0001 is registered; everything that follows is the round in work. */
async function opened(git: boolean): Promise<Dialogue> {
  const dialogue = await makeDialogue({
    git,
    tree: { "keys.md": "One key for all.\n" },
    create: { subject: "keys.md", rotation: "none" },
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

async function decided(dialogue: Dialogue): Promise<void> {
  await dialogue.round(
    { Muffin: settled },
    { tension_updates: [{ id: "T0001", status: "resolved", via: "MUFFIN-C0101" }] },
  );
  await dialogue.verdict();
}

type Arrange = (dialogue: Dialogue) => unknown;

const arrangements: Record<string, Arrange> = {
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
  "author wrote": (dialogue) => authorOf(dialogue).rewrite("A key each.\n", "T0001 resolved: a key each\n"),
  async "check asked"(dialogue) {
    await authorOf(dialogue).rewrite("A key each.\n", "T0001 resolved: a key each\n");
    await authorOf(dialogue).prompt();
  },
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
  decided,
  async "decided, and prompted on"(dialogue) {
    await decided(dialogue);
    await prompt(dialogue);
  },
  async "decided with an unreadable panel"(dialogue) {
    await decided(dialogue);
    await dialogue.call("dialogue.sample-panel", { dialogue_id: dialogue.id });
    writeFileSync(join(dialogue.root, entriesOf(dialogue).at(-1)!), "{");
  },
  "a record is damaged": (dialogue) => {
    dialogue.writeAll({ Muffin: settled });
    writeFileSync(join(dialogue.root, `.blue/dialogues/${dialogue.id}/round-0/round.json`), "{");
  },
};

/** Where git has a part in it. */
const inGit: Record<string, Arrange> = {
  async "tracked by git"(dialogue) {
    dialogue.writeAll({ Muffin: settled });
    runGit(dialogue.root, "add", "-f", `${draftsFolder(dialogue.open())}/muffin/draft.md`);
  },
  async "an ask that git tracks"(dialogue) {
    await prompt(dialogue);
    dialogue.writeAll({ Muffin: settled });
    runGit(dialogue.root, "add", "-f", entriesOf(dialogue)[0]!);
  },
  /** Both branches have a round 1 of their own; what was asked after the one is not asked after the other. */
  async "prompted, then another branch"(dialogue) {
    const git = (...args: string[]) => runGit(dialogue.root, ...args);
    const commit = () => {
      git("add", "-A");
      git("commit", "-qm", "a round");
    };
    commit();
    git("checkout", "-qb", "other");
    await dialogue.round({ Muffin: ["On the other."] });
    commit();
    git("checkout", "-q", "-");
    await dialogue.round({ Muffin: ["On this one."] });
    commit();
    await prompt(dialogue);
    dialogue.writeAll({ Muffin: settled });
    git("checkout", "-q", "other");
  },
  "a record is gone": (dialogue) => {
    dialogue.writeAll({ Muffin: settled });
    runGit(dialogue.root, "add", "-A");
    runGit(dialogue.root, "commit", "-qm", "round 0");
    rmSync(join(dialogue.root, `.blue/dialogues/${dialogue.id}/round-0/round.json`));
  },
};

/** Each by its name, made anew with every call. */
export const roundsInWork: [string, () => Promise<Dialogue>][] = Object.entries({ ...arrangements, ...inGit }).map(
  ([name, arrange]) => [
    name,
    async () => {
      const dialogue = await opened(name in inGit);
      await arrange(dialogue);
      return dialogue;
    },
  ],
);

const own = fileURLToPath(new URL("../../.blue/dialogues", import.meta.url));

/** This project's own dialogues as they ended, each copied into a project in which nothing else is. */
export const recordedDialogues: typeof roundsInWork = readdirSync(own)
  .filter((id) => !id.startsWith("."))
  .map((id) => [
    id.replace(/^[\dT-]+Z-/, ""),
    async () => {
      const root = makeFolder();
      cpSync(join(own, id), join(root, ".blue/dialogues", id), { recursive: true });
      return dialogueAt(deskAt(root), id);
    },
  ]);

/** What only a Judge can say, in place of every `…` and every choice. */
export function judged(value: unknown, field = ""): unknown {
  if (typeof value === "string" && ["W", "C", "T", "R"].includes(field)) return 1;
  if (value === "…") return "As they wrote.";
  if (typeof value === "string") return /^<(\S+)/.exec(value)?.[1] ?? value;
  if (Array.isArray(value)) return value.map((one) => judged(one));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, judged(one, name)]));
}
