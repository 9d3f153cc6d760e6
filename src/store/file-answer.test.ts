import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { authorOf } from "../../test/helpers/author.ts";
import { type Dialogue, expectUnchanged, makeDialogue, treeOf } from "../../test/helpers/dialogue.ts";
import { fromRunner } from "../../test/helpers/played.ts";
import { random } from "../../test/helpers/project.ts";
import type { OpenRound } from "./asks.ts";
import { fileAnswer, fileAuthorAnswer, fileVerifierAnswer } from "./file-answer.ts";

const objection = "[MUFFIN-T0001: who pays]\nNobody said.\n";

async function prompted(): Promise<{ dialogue: Dialogue; attempt: OpenRound }> {
  const dialogue = await makeDialogue();
  await dialogue.call("dialogue.round-prompt", { dialogue_id: dialogue.id });
  return { dialogue, attempt: dialogue.open() };
}

const fileFor = (dialogue: Dialogue, attempt: OpenRound, expert: string, text: string) =>
  fileAnswer(dialogue.project, { ...attempt, expert, text, provenance: fromRunner() }, random);

const warningsOf = async ({ call, id }: Dialogue) =>
  (await call<{ warnings: string[] }>("dialogue.status", { dialogue_id: id })).warnings.join("\n");

describe("the answer of an expert's run", () => {
  it("is its draft, with the run that gave it; the same answer again changes nothing", async () => {
    const { dialogue, attempt } = await prompted();
    const filed = fileFor(dialogue, attempt, "Muffin", objection);
    expect(filed).toEqual({ path: expect.stringMatching(/\/1\/muffin\/draft\.md$/), came: "filed" });
    expect(fileFor(dialogue, attempt, "Muffin", objection)).toEqual(filed);
    for (const name of ["Cupcake", "Scone"]) dialogue.write(name, ["[MOVE:CONVERGE]"]);
    await dialogue.register();
    expect(dialogue.record(0).texts[0]).toMatchObject({ expert: "Muffin", provenance: fromRunner(), others: [] });
    expect(fileFor(dialogue, attempt, "Muffin", objection).came).toBe("filed");
    expect(await warningsOf(dialogue)).not.toContain("draft.md");
  });

  it("stands beside a text that was there first", async () => {
    const { dialogue, attempt } = await prompted();
    dialogue.write("Muffin", ["[MOVE:CONVERGE]"]);
    expect(fileFor(dialogue, attempt, "Muffin", objection)).toEqual({
      path: expect.stringMatching(/muffin\/draft-2\.md$/),
      came: "beside",
    });
    for (const name of ["Cupcake", "Scone"]) dialogue.write(name, ["[MOVE:CONVERGE]"]);
    await dialogue.register();
    expect(dialogue.record(0).texts[0]).toMatchObject({ others: [{ provenance: { source: "runner" } }] });
    expect(dialogue.record(0).signals.find(({ by }) => by === "Muffin")).toMatchObject({ counted: false });
  });

  it("goes to the attempt it answers when that was set aside, and the next record has it there", async () => {
    const { dialogue, attempt } = await prompted();
    const key = { dialogue_id: dialogue.id };
    await dialogue.call("dialogue.round-discard", { ...key, reason: "better words" });
    await dialogue.call("dialogue.round-prompt", key);
    const text = "[MUFFIN-T0001: words of the round before]\nToo late for it.\n";
    const direct = dialogue.writeInRoundFolder("muffin", "A remark in the folder.\n");
    expect(fileFor(dialogue, attempt, "Muffin", text)).toEqual({
      path: expect.stringMatching(/\/1\/muffin\/draft\.md$/),
      came: "filed",
    });
    expect(readFileSync(join(dialogue.root, direct), "utf8")).toBe("A remark in the folder.\n");
    await dialogue.call("dialogue.round-discard", { ...key, reason: "and again" });
    dialogue.writeAll();
    await dialogue.register();
    expect(dialogue.record(0).discarded[0]?.texts).toEqual([{ expert: "Muffin", lines: text.trimEnd().split("\n") }]);
    expect(fileFor(dialogue, attempt, "Muffin", text).came).toBe("filed");
  });

  it("is late when its round was registered without it, and status names it", async () => {
    const { dialogue, attempt } = await prompted();
    await dialogue.round({ Muffin: null }, { absent: ["Muffin"] });
    const { path, came } = fileFor(dialogue, attempt, "Muffin", objection);
    expect(came).toBe("late");
    expect(await warningsOf(dialogue)).toContain(path);
  });

  it("is late when the dialogue was closed", async () => {
    const { dialogue, attempt } = await prompted();
    await dialogue.call("dialogue.close", { dialogue_id: dialogue.id, outcome: "abandoned", reason: "no need" });
    expect(fileFor(dialogue, attempt, "Muffin", objection).came).toBe("late");
  });
});

describe("the answer of an author's run", () => {
  const text = "# Keys\n\nOne key for each customer.\n";
  const sheet = "T0001 resolved: a key for each customer\n";

  async function asked() {
    const dialogue = await makeDialogue({
      tree: { "keys.md": "# Keys\n\nOne key.\n" },
      create: { subject: "keys.md", rotation: "none" },
    });
    await dialogue.call("dialogue.round-prompt", { dialogue_id: dialogue.id });
    await dialogue.round({ Muffin: ["[MUFFIN-T0001: one key leaks all]\nAll of it."] });
    const author = authorOf(dialogue);
    const { revision } = await author.revise();
    const { attempt: _, ...key } = dialogue.open();
    const file = (words: { text: string; sheet: string }) =>
      fileAuthorAnswer(
        dialogue.project,
        { ...key, number: revision as number, ...words, provenance: fromRunner() },
        random,
      );
    return { dialogue, author, file };
  }

  it("is filed in its two parts, until the panel is shown the text", async () => {
    const { dialogue, author, file } = await asked();
    expect(file({ text, sheet })).toBe("filed");
    expect(file({ text, sheet })).toBe("filed");
    expect(await author.revise()).toMatchObject({ status: "written", resolved: ["T0001"] });
    expect(file({ text: "# Other\n", sheet })).toBe("taken");
    await author.prompt();
    expect(file({ text, sheet })).toBe("late");
    await dialogue.round({ Muffin: ["[MUFFIN-C0101: settled]\n[RE:RESOLVE T0001]\nRead.", "[MOVE:CONVERGE]"] });
    expect(dialogue.record(1).revisions).toMatchObject([{ provenance: { source: "runner" } }]);
    const page = readFileSync(join(dialogue.root, `.blue/dialogues/${dialogue.id}/round-1/answers.md`), "utf8");
    expect(page).toContain("; from a run of its own (claude 2.1.325, model opus).");
  });

  it("is refused with all that is wrong with it, and the author answers again", async () => {
    const { dialogue, author, file } = await asked();
    const before = treeOf(dialogue.root);
    expect(() => file({ text, sheet: "T0009 resolved: nothing\n" })).toThrow("T0009 is not an open tension");
    expectUnchanged(dialogue.root, before);
    expect(file({ text, sheet })).toBe("filed");
    expect(await author.revise()).toMatchObject({ status: "written", resolved: ["T0001"] });
  });

  it("never takes the place of what an author wrote itself", async () => {
    const { dialogue, author, file } = await asked();
    author.write("# Mine\n", "");
    expect(file({ text, sheet })).toBe("taken");
    expect(existsSync(join(dialogue.root, author.files().sheet))).toBe(false);
  });
});

describe("the answer of a verifier's run", () => {
  const sheet = "T0001 confirmed: line 3 says so\n";

  it("is its sheet, until the author is asked", async () => {
    const dialogue = await makeDialogue({
      tree: { "keys.md": "# Keys\n\nOne key.\n" },
      create: { subject: "keys.md", rotation: "none" },
    });
    await dialogue.call("dialogue.round-prompt", { dialogue_id: dialogue.id });
    await dialogue.round({ Muffin: ["[MUFFIN-T0001: one key leaks all]\nAll of it."] });
    const check = () => dialogue.call("dialogue.cross-check", { dialogue_id: dialogue.id });
    await check();
    const { attempt: _, ...key } = dialogue.open();
    const file = (words: string) =>
      fileVerifierAnswer(dialogue.project, { ...key, number: 1, sheet: words, provenance: fromRunner() }, random);
    expect(() => file("It holds.\n")).toThrow("no line for T0001");
    expect(file(sheet)).toBe("filed");
    expect(file(sheet)).toBe("filed");
    expect(await check()).toMatchObject({ status: "written", found: [{ id: "T0001", answer: "confirmed" }] });
    expect(file("T0001 refuted: no\n")).toBe("taken");
    await authorOf(dialogue).revise();
    expect(file(sheet)).toBe("late");
  });
});
