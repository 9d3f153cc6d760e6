/** Git is there and cannot say what it tracks: then nobody knows whether a round is missing or a branch delivered a draft, and nothing is decided. */
import { spawnSync } from "node:child_process";
import { rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it, vi } from "vitest";
import { draftsFolder } from "../../src/store/drafts.ts";
import { type Answer, type Dialogue, deskAt, dialogueAt, makeDialogue } from "../helpers/dialogue.ts";
import { makeTools } from "../helpers/fake-tools.ts";
import { runGit } from "../helpers/project.ts";

const entry = fileURLToPath(new URL("../../dist/blue.js", import.meta.url));

afterEach(() => {
  vi.unstubAllEnvs();
});

/** The real git, told to take every folder for another user's. Blue does not hand that variable on. */
const gitOfAnotherUser = `export GIT_TEST_ASSUME_DIFFERENT_OWNER=1; PATH='${process.env.PATH}' exec git "$@"`;

const failures: [string, (root: string) => void, RegExp, RegExp][] = [
  ["its index is gone", (root) => rmSync(join(root, ".git/index"), { force: true }), /there is no index/, /git reset/],
  ["its index is cut", (root) => truncateSync(join(root, ".git/index"), 40), /index/, /git status/],
  [
    "the folder is another user's",
    () => {
      vi.stubEnv("GIT_CONFIG_GLOBAL", "/dev/null");
      vi.stubEnv("GIT_CONFIG_NOSYSTEM", "1");
      vi.stubEnv("PATH", makeTools({ git: gitOfAnotherUser }).env.PATH);
    },
    /dubious ownership in repository at '\//,
    /safe\.directory/,
  ],
  ["the program is missing", () => vi.stubEnv("PATH", "/nonexistent"), /no git program/, /Install git/],
];

/** From a new process: nothing is remembered. */
const fresh = ({ root, id }: Dialogue) => dialogueAt(deskAt(root), id);

/** Round 0 converged, round 1 did not; both are committed, and round 1 is gone from the disk with its drafts. */
async function lostRound(): Promise<Dialogue> {
  const dialogue = await makeDialogue({ experts: 2, git: true });
  await dialogue.round();
  await dialogue.round({ Muffin: ["[MUFFIN-T0101: a doubt]\nNot yet."] });
  runGit(dialogue.root, "add", "-A");
  runGit(dialogue.root, "commit", "-q", "-m", "two rounds");
  rmSync(join(dialogue.root, `.blue/dialogues/${dialogue.id}/round-1`), { recursive: true });
  rmSync(join(dialogue.root, ".blue/drafts"), { recursive: true });
  return dialogue;
}

describe.each(failures)("when git cannot say because %s", (_, fail, words, fix) => {
  it("a verdict and a round are refused, and so is a closing: a round may be missing", async () => {
    const dialogue = await lostRound();
    await fresh(dialogue).verdictRefused("record_damaged");
    fail(dialogue.root);
    const error = await fresh(dialogue).verdictRefused("io_error");
    expect(error).toMatchObject({ field: "git", constraint: "git_answers" });
    expect(error.message).toMatch(words);
    expect(error.suggestion).toMatch(fix);
    await fresh(dialogue).registerRefused("io_error");
    await fresh(dialogue).refused("io_error", "dialogue.close", {
      ...{ dialogue_id: dialogue.id, outcome: "impasse", reason: "nobody moves" },
    });
  });

  it("verify finds it, and exits 6 on the command line", async () => {
    const dialogue = await lostRound();
    fail(dialogue.root);
    const { findings } = await fresh(dialogue).call<{ findings: Answer[] }>("dialogue.verify");
    expect(findings).toContainEqual(
      expect.objectContaining({ kind: "record", message: expect.stringMatching(words), path: null }),
    );
    const { BLUE_PROJECT: __, CLAUDE_PROJECT_DIR: ___, ...env } = process.env;
    const { status, stdout } = spawnSync(process.execPath, [entry, "dialogue", "verify", "--json"], {
      ...{ cwd: dialogue.root, env, encoding: "utf8" },
    });
    expect(stdout).toMatch(words);
    expect(status).toBe(6);
  });

  it("status, get and list still answer, and show it", async () => {
    const dialogue = await lostRound();
    fail(dialogue.root);
    const key = { dialogue_id: dialogue.id };
    const shown = expect.stringMatching(words);
    expect(await fresh(dialogue).call("dialogue.status", key)).toMatchObject({
      ...{ state: "damaged", can_converge: false, problems: [shown], rounds_registered: 1 },
      next: { tool: "blue_dialogue_verify", why: shown },
    });
    expect(await fresh(dialogue).call("dialogue.get", key)).toMatchObject({
      ...{ state: "damaged", can_converge: false, next: { why: shown } },
    });
    expect(await fresh(dialogue).call("dialogue.list")).toMatchObject({
      dialogues: [{ state: "damaged" }],
      next: { tool: "blue_dialogue_verify", why: shown },
    });
    expect(await fresh(dialogue).call("status")).toMatchObject({ dialogues: [{ problems: [shown] }] });
  });

  it("drafts are not believed: a branch may have delivered them", async () => {
    const dialogue = await makeDialogue({ experts: 2, git: true });
    dialogue.writeAll();
    runGit(dialogue.root, "add", "-f", draftsFolder(dialogue.open()));
    fail(dialogue.root);
    await fresh(dialogue).registerRefused("io_error");
    await fresh(dialogue).refused("io_error", "dialogue.expert-write", {
      ...{ dialogue_id: dialogue.id, expert: "Muffin", text: "[MUFFIN-S0001: APPROVE | 1]\nYes." },
    });
  });

  it("a text in the round's own folder does not count", async () => {
    const dialogue = await makeDialogue({ experts: 2, git: true });
    await dialogue.round();
    dialogue.writeAll({ Muffin: null });
    const path = dialogue.writeInRoundFolder("muffin", "[MOVE:CONVERGE]\n[MUFFIN-S0101: APPROVE | 1]\nYes.\n");
    runGit(dialogue.root, "add", "-f", path);
    fail(dialogue.root);
    await fresh(dialogue).registerRefused("io_error");
    await fresh(dialogue).refused("io_error", "dialogue.round-collect", { dialogue_id: dialogue.id });
  });

  it("without a repository nothing is asked of git", async () => {
    const dialogue = await makeDialogue({ experts: 2 });
    if (fix.source !== "git status") fail(dialogue.root);
    await dialogue.round();
    expect(await dialogue.verdict()).toMatchObject({ decision: true });
    expect(await fresh(dialogue).call("dialogue.verify")).toMatchObject({ findings: [] });
  });
});
