/** What registering a round asks of the disk and of git, its rows in the database included. The limits only go down. */
import { renameSync, symlinkSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { makeContext } from "../../src/context.ts";
import { registry } from "../../src/operations/registry.generated.ts";
import { runOperation } from "../../src/operations/run-operation.ts";
import { draftsFolder } from "../../src/store/drafts.ts";
import { type Files, nodeFiles } from "../../src/store/files.ts";
import { openDialogue } from "../../src/store/find-dialogue.ts";
import { getTracked } from "../../src/store/git.ts";
import { indexRounds } from "../../src/store/index/project-index.ts";
import { findProject } from "../../src/store/project.ts";
import {
  type Dialogue,
  deskAt,
  expectUnchanged,
  fourPoints,
  makeDialogue,
  refusalOf,
  treeOf,
} from "../helpers/dialogue.ts";
import { makeTools, withTools } from "../helpers/fake-tools.ts";
import { traceFiles } from "../helpers/faults.ts";
import { makeFolder, runGit } from "../helpers/project.ts";

const cited = ["docs/design.md", "src/queue.ts"];

/** Round 1 of twelve experts, prompted and written, each with citations; round 0 is registered, so this process has read the records. */
async function writtenRound(git: boolean): Promise<Dialogue> {
  const tree = { "docs/design.md": "# Queue\n\nOne queue for all.\n", "src/queue.ts": "export const one = 1;\n" };
  const dialogue = await makeDialogue({ experts: 12, git, tree, create: { rotation: "none" } });
  const drafts = (round: number) =>
    Object.fromEntries(
      dialogue
        .panel()
        .map((name) => [
          name,
          [
            `[${name.toUpperCase()}-P0${round}01: cost]\nDear.\n[CITE docs/design.md#L3 "One queue for all."]`,
            `[${name.toUpperCase()}-T0${round}01: cost against ${name}]\nHard.\n[CITE src/queue.ts#L1 "export const one"]`,
          ],
        ]),
    );
  await dialogue.round(drafts(0));
  await dialogue.call("dialogue.round-prompt", { dialogue_id: dialogue.id, round: 1, proposal: "One queue for all." });
  dialogue.writeAll(drafts(1));
  return dialogue;
}

async function registerWith(files: Files, { root, id }: Dialogue): Promise<unknown> {
  const operation = await registry.find(({ name }) => name === "dialogue.round-register")!.load();
  const input = { dialogue_id: id, round: 1, ...fourPoints };
  return runOperation(operation, input, makeContext(deskAt(root, files).project));
}

describe.each([
  ["in git", true],
  ["without git", false],
])("registering 12 experts %s", (_, git) => {
  test("looks at 180 paths at most, lists no folder of drafts twice and reads no draft or cited file twice", async () => {
    const dialogue = await writtenRound(git);
    const attempt = draftsFolder(dialogue.open());
    const folders = dialogue.panel().map((name) => `${attempt}/${name.toLowerCase()}`);
    const texts = [...folders.map((folder) => `${folder}/draft.md`), ...cited];
    const { calls, ...files } = traceFiles(undefined, { ...nodeFiles, fsync: () => {} });
    await registerWith(files, dialogue);

    const opened = new Map<unknown, unknown>();
    const listed: string[] = [];
    const read: string[] = [];
    for (const { name, args, result } of calls) {
      if (name === "open") opened.set(result, args[0]);
      if (name === "readdir") listed.push(relative(dialogue.root, String(args[0])));
      if (name === "read") read.push(relative(dialogue.root, String(opened.get(args[0]))));
    }
    expect(listed.filter((path) => path.startsWith(attempt)).sort()).toEqual([attempt, ...folders].sort());
    expect(read.filter((path) => texts.includes(path)).sort()).toEqual(texts.sort());
    const looks = () => calls.filter(({ name }) => name === "lstat").length;
    const all = looks();
    const { project } = deskAt(dialogue.root, files);
    const after = openDialogue(deskAt(dialogue.root).project, { dialogue_id: dialogue.id });
    await indexRounds(project, after);
    const forTheDatabase = looks() - all;
    expect(all).toBeLessThanOrEqual(180);
    expect(forTheDatabase).toBeLessThanOrEqual(18);
  });
});

test("registering starts git twice: it trusts whoever owns the repository, and what it tracks of all that is asked", async () => {
  const dialogue = await writtenRound(true);
  const tools = makeTools({ git: `PATH='${process.env.PATH}' exec git "$@"` });
  await withTools(tools, () => registerWith(nodeFiles, dialogue));
  const asked = tools.calls().map(({ words }) => ["rev-parse", "ls-files"].find((word) => words.includes(word)));
  expect(asked).toEqual(["rev-parse", "ls-files"]);
});

test("before the first add git is asked once, and again when there is an index", async () => {
  const root = makeFolder({ "a.md": "" });
  runGit(root, "init", "-q");
  const project = findProject({ flag: root, env: {} });
  const tools = makeTools({ git: `PATH='${process.env.PATH}' exec git "$@"` });
  await withTools(tools, async () => {
    expect([getTracked(project, "a.md"), getTracked(project, "a.md")]).toEqual([[], []]);
    const asked = tools.calls().length;
    expect(getTracked(project, "a.md")).toEqual([]);
    expect(tools.calls()).toHaveLength(asked);
    runGit(root, "add", "a.md");
    expect(getTracked(project, "a.md")).toEqual(["a.md"]);
  });
});

test("an expert's folder that becomes a link while the round is read refuses it, and nothing is written", async () => {
  const dialogue = await writtenRound(false);
  const outside = makeFolder({ "draft.md": "[MUFFIN-P0101: forged]\nForged words.\n" });
  const folder = join(dialogue.root, draftsFolder(dialogue.open()), "muffin");
  const moved = `${dialogue.root}-moved`;
  const before = treeOf(dialogue.root);
  const files: Files = {
    ...nodeFiles,
    readdir(path) {
      const entries = nodeFiles.readdir(path);
      if (path === folder) {
        renameSync(folder, moved);
        symlinkSync(outside, folder);
      }
      return entries;
    },
  };
  const refusal = await refusalOf(registerWith(files, dialogue));
  expect(refusal).toMatchObject({ error_code: "io_error", constraint: "folder_stays" });
  renameSync(folder, `${outside}/link`);
  renameSync(moved, folder);
  expectUnchanged(dialogue.root, before);
});
