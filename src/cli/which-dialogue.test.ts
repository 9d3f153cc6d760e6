import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { authorOf } from "../../test/helpers/author.ts";
import { deskAt, makeDialogue, treeOf } from "../../test/helpers/dialogue.ts";
import { callByMcp, runWords } from "../../test/helpers/faces.ts";
import { initGit, makeFolder } from "../../test/helpers/project.ts";
import { registry } from "../operations/registry.generated.ts";
import { exitCodes } from "./exit-codes.ts";
import { extraCommands } from "./extra-commands.ts";

/** A dialogue on `keys`, and others by their titles. */
async function dialogues(...titles: string[]) {
  const dialogue = await makeDialogue();
  const desk = deskAt(dialogue.root);
  const ids = [dialogue.id];
  for (const [i, title] of titles.entries()) {
    desk.clock.now += (i + 1) * 3_600_000;
    ids.push((await desk.call<{ dialogue_id: string }>("dialogue.create", { title })).dialogue_id);
  }
  return { dialogue, desk, ids };
}

const run = (root: string, ...words: string[]) =>
  runWords(root, words, { entries: [...registry, ...extraCommands], isTTY: true });

describe("without an id", () => {
  test("reading is about the only dialogue, decided or not", async () => {
    const { dialogue } = await dialogues();
    await dialogue.round({ Muffin: "[MOVE:CONVERGE]", Cupcake: "[MOVE:CONVERGE]", Scone: "[MOVE:CONVERGE]" });
    await dialogue.verdict();
    const { code, out } = await run(dialogue.root, "dialogue", "status");
    expect({ code, first: out.split("\n")[0] }).toEqual({ code: 0, first: expect.stringContaining(dialogue.id) });
  });

  test("reading is about the newest open one, which the first line names", async () => {
    const { dialogue, ids } = await dialogues("Webhook delivery", "Billing keys");
    const status = await run(dialogue.root, "dialogue", "status");
    expect(status.out.split("\n")[0]).toContain(ids[2]);
    const context = await run(dialogue.root, "dialogue", "round-context");
    expect(context.out.split("\n")[0]).toBe(`• ${ids[2]}, the newest of 3 open dialogues`);
    expect(JSON.parse((await run(dialogue.root, "--json", "dialogue", "status")).out)).toMatchObject({
      dialogue_id: ids[2],
    });
  });

  test("writing is about the only open one, and refused where there are two", async () => {
    const { dialogue, ids } = await dialogues("Webhook delivery");
    const before = treeOf(dialogue.root);
    const two = await run(dialogue.root, "dialogue", "round-prompt");
    expect({ code: two.code, err: two.err }).toEqual({
      code: 2,
      err: `✗ Which dialogue? 2 are open (--id)\n  Name one, its first letters are enough: ${ids[1]}, ${ids[0]}.\n`,
    });
    expect(treeOf(dialogue.root)).toMatchObject(before);
    await dialogue.round({ Muffin: "[MOVE:CONVERGE]", Cupcake: "[MOVE:CONVERGE]", Scone: "[MOVE:CONVERGE]" });
    await dialogue.verdict();
    const said = await run(dialogue.root, "dialogue", "say", "--text", "Too dear.");
    expect(said.out.split("\n")[0]).toContain(ids[1]);
    const saved = await run(dialogue.root, "dialogue", "export", "--format", "csv");
    expect(saved.out.split("\n")[0]).toContain(ids[1]);
  });

  test("what ends, decides or discards is never guessed", async () => {
    const { dialogue } = await dialogues();
    for (const words of [
      ["close", "--outcome", "impasse", "--reason", "none will move"],
      ["verdict", "--recommendation", "one key"],
      ["round-discard", "--reason", "wrong prompt"],
      ["reopen", "--because", "new facts"],
      ["apply", "--write"],
    ]) {
      const { code, err } = await run(dialogue.root, "dialogue", ...words);
      expect({ words, code, err }).toMatchObject({
        code: 2,
        err: expect.stringMatching(/`--id` is required: .*\bis never guessed\n {2}Name one, .*-api-design \(open\)/),
      });
    }
    expect((await run(makeFolder({}), "dialogue", "close", "--reason", "none")).err).toContain("no dialogues here yet");
    const two = await dialogues("Webhook delivery");
    await two.desk.call("dialogue.close", { dialogue_id: two.ids[1], outcome: "impasse", reason: "none will move" });
    expect((await run(two.dialogue.root, "dialogue", "verdict")).err).toContain(
      `enough: ${two.ids[0]} (open), ${two.ids[1]} (closed).`,
    );
    const guessing = registry.filter(({ cli }) => cli.openDialogue).map(({ name }) => name.replace("dialogue.", ""));
    expect(guessing.toSorted()).toEqual(
      "cross-check evolve-panel expert-create expert-write export get revise round-collect round-context round-prompt round-register sample-panel save say status".split(
        " ",
      ),
    );
    expect(registry.filter(({ cli, effect }) => cli.openDialogue && effect === "destructive")).toEqual([]);
  });

  test("apply shows the newest decided text that is not applied, and status says that it waits", async () => {
    const opened = "# Keys\n\nEvery service has its own key.\n";
    const dialogue = await makeDialogue({
      tree: { "docs/keys.md": opened },
      create: { subject: "docs/keys.md", max_rounds: 2 },
    });
    initGit(dialogue.root);
    expect(await run(dialogue.root, "dialogue", "apply")).toMatchObject({
      code: exitCodes.notFound,
      err: expect.stringContaining("No decided text is waiting to be applied"),
    });
    await dialogue.call("dialogue.round-prompt", { dialogue_id: dialogue.id });
    await dialogue.round({ Muffin: ["[MUFFIN-T0001: many keys]\nNobody turns them."] });
    const author = authorOf(dialogue);
    await author.rewrite("# Keys\n\nOne key is shared, and turned every month.\n", "T0001 resolved: one key\n");
    await author.prompt({ ask: "sign" });
    await dialogue.round(
      { Muffin: ["[MUFFIN-C0101: settled]\n[RE:RESOLVE T0001]\nRead.", "[MOVE:CONVERGE]"] },
      { tension_updates: [{ id: "T0001", status: "resolved", via: "MUFFIN-C0101" }] },
    );
    await dialogue.call("dialogue.verdict-register", { dialogue_id: dialogue.id });
    const command = `blue dialogue apply --id ${dialogue.id}`;
    const { out: status } = await run(dialogue.root, "status");
    expect(status).toContain(
      `! docs/keys.md does not have the text that ${dialogue.id} decided: \`${command}\` shows it.`,
    );
    expect(status).toContain(`Next: ${command}`);
    const shown = await run(dialogue.root, "dialogue", "apply");
    expect(shown.out.split("\n")[0]).toBe(`• ${dialogue.id}, the newest decided text that is not applied yet`);
    expect(shown.out).toContain("+One key is shared");
    await run(dialogue.root, "dialogue", "apply", dialogue.id, "--write");
    expect((await run(dialogue.root, "status")).out).not.toContain("apply");
    expect((await run(dialogue.root, "dialogue", "apply")).code).toBe(exitCodes.notFound);
  });

  test("a scaffold only reads, also of what ends a dialogue; with none open it is about the newest", async () => {
    const { dialogue, ids } = await dialogues("Webhook delivery");
    const scaffold = await run(dialogue.root, "dialogue", "verdict", "--scaffold");
    expect(JSON.parse(scaffold.out)).toMatchObject({ dialogue_id: ids[1] });
    for (const dialogue_id of ids)
      await dialogue.call("dialogue.close", { dialogue_id, outcome: "abandoned", reason: "Asked elsewhere." });
    const { out } = await run(dialogue.root, "dialogue", "status");
    expect(out.split("\n")[0]).toContain(ids[1]);
  });

  test("a model names its dialogue", async () => {
    const { dialogue } = await dialogues();
    const answer = await callByMcp({ root: dialogue.root, name: "dialogue.status", input: {} });
    expect(answer).toMatchObject({ isError: true });
    expect(JSON.stringify(answer)).toContain("`dialogue_id` is required");
  });

  test("where there is none, or none is open, it says so", async () => {
    const { dialogue, desk } = await dialogues();
    const other = await desk.call<{ dialogue_id: string }>("dialogue.create", { title: "Billing keys" });
    for (const dialogue_id of [dialogue.id, other.dialogue_id])
      await desk.call("dialogue.close", { dialogue_id, outcome: "impasse", reason: "none will move" });
    expect((await run(dialogue.root, "dialogue", "round-prompt")).err).toContain("Which dialogue? None is open");
    expect(await run(makeFolder({}), "dialogue", "status")).toMatchObject({
      code: 3,
      err: "✗ There are no dialogues here yet\n  Open one: `blue dialogue create --scaffold` prints what it takes.\n",
    });
  });

  test("a report is of the open one too", async () => {
    const { dialogue } = await dialogues();
    writeFileSync(join(dialogue.root, `.blue/dialogues/${dialogue.id}/CONVERGED.md`), "All agreed.\n");
    const { err } = await run(dialogue.root, "dialogue", "report");
    expect(err).toContain(`.blue/dialogues/${dialogue.id}/CONVERGED.md`);
  });
});

describe("the beginning of a name", () => {
  test("is enough where only one has it, of a topic or an id", async () => {
    const { dialogue, ids } = await dialogues("Webhook delivery", "Webhook retries");
    for (const asked of ["webhook-d", ids[1]!.slice(0, -3)]) {
      const { out } = await run(dialogue.root, "--json", "dialogue", "status", asked);
      expect(JSON.parse(out)).toMatchObject({ dialogue_id: ids[1] });
    }
  });

  test("that two share names both", async () => {
    const { dialogue, ids } = await dialogues("Webhook delivery", "Webhook retries");
    const { code, err } = await run(dialogue.root, "dialogue", "status", "web");
    expect(code).toBe(2);
    expect(err).toContain(`web names 2 dialogues: ${ids[1]}, ${ids[2]}`);
  });

  test("does not hide the one that has exactly this name", async () => {
    const { dialogue, ids } = await dialogues("Webhook", "Webhook retries");
    const { out } = await run(dialogue.root, "--json", "dialogue", "status", "webhook");
    expect(JSON.parse(out)).toMatchObject({ dialogue_id: ids[1] });
  });

  test("is not taken for a folder", async () => {
    const { dialogue, desk } = await dialogues("Webhook delivery");
    expect(dialogue.id).not.toContain("webhook");
    const refused = await desk.refused("not_found", "dialogue.status", { output_dir: ".blue/dialogues/webhook" });
    expect(refused.message).toBe("There is no dialogue webhook");
  });
});

describe("a refusal at the terminal", () => {
  test.each([
    ["search", [""], "✗ `<questions>` is required\n"],
    ["review", [], "✗ `--file` is required\n"],
    ["completion", [], "✗ `--shell` is required: one of bash, zsh, fish\n"],
    ["dialogue create", ["--title", "Keys", "--template", "genral"], "Did you mean `general`? "],
    [
      "dialogue create",
      ["--title", "Keys", "--template", "security"],
      '`--template`: "security" is none of infrastructure, product, ml, governance, general\n',
    ],
    ["dialogue close", ["keys", "--reason", "none will move"], "`--outcome` is required: "],
    ["list", [], "Did you mean one of `blue dialogue list`, `blue rfc list`, "],
    ["create", [], "Did you mean one of `blue dialogue create`, "],
  ])("of blue %s %j names what is missing or meant", async (command, words, said) => {
    const { dialogue } = await dialogues();
    const { code, err } = await run(dialogue.root, ...command.split(" "), ...words);
    expect({ code, err }).toEqual({ code: exitCodes.usage, err: expect.stringContaining(said) });
  });

  test.each([
    ["review nope.md --yes", "✗ There is no file nope.md\n"],
    ["dialogue create --title Keys --subject nope.md", "✗ There is no file nope.md (--subject)\n"],
  ])("of blue %s names a file as it was typed", async (words, said) => {
    const { dialogue } = await dialogues();
    const { code, err } = await run(dialogue.root, ...words.split(" "));
    expect({ code, err }).toEqual({ code: exitCodes.notFound, err: expect.stringContaining(said) });
  });

  test("a second verdict names the first in one short line", async () => {
    const { dialogue } = await dialogues();
    await dialogue.round({ Muffin: "[MOVE:CONVERGE]", Cupcake: "[MOVE:CONVERGE]", Scone: "[MOVE:CONVERGE]" });
    await dialogue.verdict({ recommendation: "One key is shared. ".repeat(200) });
    const { code, err } = await run(dialogue.root, "dialogue", "verdict", dialogue.id, "--recommendation", "Another");
    expect(code).toBe(exitCodes.conflict);
    expect(err).toContain("already has the verdict final: One key is shared.");
    expect(Math.max(...err.split("\n").map((line) => line.length))).toBeLessThan(260);
  });
});
