/** Over a damaged record nobody knows which round is the last: whoever would write refuses by name. What only looks strange stops nobody. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { draftsFolder } from "../../src/store/drafts.ts";
import { codesOf, type Dialogue, edit, type Input, makeDialogue } from "../helpers/dialogue.ts";
import { runGit } from "../helpers/project.ts";

const panel = ["Muffin", "Cupcake", "Scone"].map((name) => ({ name, source: "retained" }));
const stance = "[MUFFIN-S0201: HOLD | 0.5]\nNot yet.\n";
const transcript = JSON.stringify({
  type: "assistant",
  message: { role: "assistant", content: [{ type: "text", text: stance }] },
});

const writers: [name: string, input: Input][] = [
  ["dialogue.evolve-panel", { panel }],
  ["dialogue.sample-panel", {}],
  ["dialogue.expert-create", { role: "Auditor", reason: "T0001" }],
  ["dialogue.round-prompt", { proposal: "Use REST." }],
  ["dialogue.expert-write", { expert: "Muffin", text: stance }],
  ["dialogue.say", { text: "Who pays?" }],
  ["extract-dialogue", { file_path: "muffin.jsonl", expert: "Muffin" }],
  ["dialogue.verdict-register", { verdict_type: "interim", recommendation: "Leaning." }],
  ["dialogue.round-discard", { reason: "once more" }],
  ["dialogue.close", { outcome: "abandoned", reason: "broken" }],
  ["dialogue.round-register", { round: 2, score_components: { W: 1, C: 1, T: 1, R: 1 } }],
];

async function twoRounds(git = false): Promise<Dialogue> {
  const dialogue = await makeDialogue({ git, tree: { "muffin.jsonl": `${transcript}\n` } });
  for (const _ of [0, 1]) await dialogue.round();
  return dialogue;
}

describe("a damaged record", () => {
  it.each(writers)("refuses %s by name", async (name, input) => {
    const dialogue = await twoRounds();
    const path = `.blue/dialogues/${dialogue.id}/round-1/round.json`;
    edit(dialogue.root, path, (text) => text.replace('"W": 1', '"W": 2'));
    const error = await dialogue.refused("record_damaged", name, { dialogue_id: dialogue.id, ...input });
    expect(codesOf(error)).toEqual(["record_damaged"]);
    expect(error.message).toContain(path);
    rmSync(join(dialogue.root, path));
    writeFileSync(join(dialogue.root, `.blue/dialogues/${dialogue.id}/opening.json`), "{}");
    await dialogue.refused("record_damaged", name, { dialogue_id: dialogue.id, ...input });
  });

  it("that git has and the disk lacks refuses a note as well", async () => {
    const dialogue = await twoRounds(true);
    runGit(dialogue.root, "add", "-A");
    rmSync(join(dialogue.root, `.blue/dialogues/${dialogue.id}/round-1`), { recursive: true });
    const error = await dialogue.verdictRefused("record_damaged", { verdict_type: "interim" });
    expect(error.message).toContain("round-1/round.json is tracked by git and missing from the disk");
  });
});

describe("an opening that is gone", () => {
  it("is missing, and no older Blue's dialogue, while a page made from it is left", async () => {
    const dialogue = await makeDialogue();
    rmSync(join(dialogue.root, `.blue/dialogues/${dialogue.id}/opening.json`));
    const error = await dialogue.verdictRefused("record_damaged");
    expect(error.message).toContain("/dialogue.md says that it was made from it");
  });
});

describe("a strange file", () => {
  it.each(writers.slice(0, -1))("does not refuse %s", async (name, input) => {
    const dialogue = await twoRounds();
    const folder = `.blue/dialogues/${dialogue.id}`;
    writeFileSync(join(dialogue.root, folder, "round-0/notes.md"), "mine");
    if (name === "dialogue.round-discard") dialogue.write("Muffin", stance); // something to set aside
    expect(await dialogue.call(name, { dialogue_id: dialogue.id, ...input })).toBeDefined();
    const { problems } = await dialogue.call<{ problems: string[] }>("dialogue.status", { dialogue_id: dialogue.id });
    expect(problems).toContainEqual(expect.stringContaining("round-0/notes.md"));
    expect(draftsFolder(dialogue.open())).toContain("round-2-");
  });
});
