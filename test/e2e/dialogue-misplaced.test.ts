/** A text that lies where Blue does not read is named, and nothing is registered over it; what lies in its place is read, whatever its number. */
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { draftsFolder } from "../../src/store/drafts.ts";
import { type Dialogue, makeDialogue, show } from "../helpers/dialogue.ts";

const objection = "[MUFFIN-T0001: no]\nNo.\n\n[MUFFIN-S0001: REJECT | 1]\nNo.\n";

function lay(dialogue: Dialogue, name: string, text = objection): string {
  const path = `${draftsFolder(dialogue.open())}/${name}`;
  mkdirSync(dirname(join(dialogue.root, path)), { recursive: true });
  writeFileSync(join(dialogue.root, path), text);
  return path;
}

describe("what a file browser leaves in the open round's folder", () => {
  it("keeps nobody from registering, nor from deciding", async () => {
    const dialogue = await makeDialogue();
    const folder = (round: number) => join(dialogue.root, `.blue/dialogues/${dialogue.id}/round-${round}`);
    mkdirSync(join(folder(0), "untitled folder"), { recursive: true });
    writeFileSync(join(folder(0), ".DS_Store"), "\0Bud1");
    await dialogue.round();
    mkdirSync(folder(1));
    writeFileSync(join(folder(1), ".DS_Store"), "\0Bud1");
    await dialogue.verdict();
    expect(await dialogue.call("dialogue.status", { dialogue_id: dialogue.id })).toMatchObject({
      state: "decided",
      problems: [],
    });
  });
});

describe("a text by the name of a draft", () => {
  it("is read without those before it, in the order of its number", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeAll({ Muffin: null });
    lay(dialogue, "muffin/draft-10.md", "[MOVE:CONVERGE]\n\n[MUFFIN-S0001: APPROVE | 1]\nYes.\n");
    lay(dialogue, "muffin/draft-3.md");
    await dialogue.registerRefused("panel_mismatch", { absent: ["Muffin"] });
    expect(await dialogue.register()).toMatchObject({ convergence: { missing: ["Muffin"] } });
    expect(dialogue.record(0).texts[0]).toMatchObject({
      lines: ["[MUFFIN-T0001: no]", "No.", "", "[MUFFIN-S0001: REJECT | 1]", "No."],
      others: [{ lines: ["[MOVE:CONVERGE]", "", "[MUFFIN-S0001: APPROVE | 1]", "Yes."] }],
    });
  });

  it("stays the first when another is filed beside it", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeAll({ Muffin: null });
    lay(dialogue, "muffin/draft-3.md");
    const filed = await dialogue.call("dialogue.expert-write", {
      dialogue_id: dialogue.id,
      expert: "Muffin",
      text: "[MOVE:CONVERGE]\n\n[MUFFIN-S0001: APPROVE | 1]\nYes.\n",
    });
    expect(filed).toMatchObject({ beside: true, path: expect.stringContaining("muffin/draft-4.md") });
    expect(await dialogue.register()).toMatchObject({ velocity: { open_tensions: 1 } });
  });

  it("keeps a verdict from standing, whatever its number", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round();
    const path = lay(dialogue, "muffin/draft-3.md");
    expect((await dialogue.verdictRefused("unregistered_files")).value).toEqual([path]);
  });
});

/** Elsewhere `Muffin/` and `muffin/` are one folder. */
const tellsCase = process.platform === "linux";

describe("a misplaced text", () => {
  it.each([
    "muffin/answer.md",
    "muffin/Draft.md",
    "muffin/draft.markdown",
    "muffin/final/draft.md",
    ...(tellsCase ? ["Muffin/draft.md"] : []),
    "muffin.md",
    "MUFFIN.MD",
  ])("%s is named by collect and refused by register, and its writer is not absent", async (name) => {
    const dialogue = await makeDialogue();
    const key = { dialogue_id: dialogue.id };
    await dialogue.call("dialogue.round-prompt", key);
    dialogue.writeAll({ Muffin: null });
    const path = lay(dialogue, name);
    const collected = await dialogue.call("dialogue.round-collect", key);
    expect(collected).toMatchObject({ missing: ["Muffin"], next: { why: expect.stringContaining(path) } });
    expect((collected.notices as string[])[0]).toContain(`${path} may be an expert's text`);
    expect(await show("dialogue.round-collect", collected)).toContain(`! ${path} may be an expert's text`);
    const error = await dialogue.registerRefused("unregistered_files", { absent: ["Muffin"] });
    expect(error).toMatchObject({ value: path, constraint: "texts_in_place" });
    expect(error.suggestion).toContain("Rename it to draft.md in the expert's own folder");

    const own = join(dialogue.root, draftsFolder(dialogue.open()), "muffin/draft.md");
    renameSync(join(dialogue.root, path), `${own}.tmp`);
    renameSync(`${own}.tmp`, own);
    expect(await dialogue.register()).toMatchObject({ velocity: { open_tensions: 1 } });
  });

  it("through a linked folder is refused like any other", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeAll({ Muffin: null });
    mkdirSync(join(dialogue.root, "elsewhere"));
    writeFileSync(join(dialogue.root, "elsewhere/draft.md"), objection);
    const path = `${draftsFolder(dialogue.open())}/muffin`;
    symlinkSync(join(dialogue.root, "elsewhere"), join(dialogue.root, path));
    expect(await dialogue.registerRefused("unregistered_files", { absent: ["Muffin"] })).toMatchObject({ value: path });
    rmSync(join(dialogue.root, path));
    expect(await dialogue.register({ absent: ["Muffin"] })).toMatchObject({ status: "registered" });
  });

  it("keeps a verdict from standing, and set aside it enters the next record", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round();
    const path = lay(dialogue, "muffin/answer.md", "I object.");
    expect((await dialogue.verdictRefused("unregistered_files")).value).toEqual([path]);
    const aside = { dialogue_id: dialogue.id, reason: "written to the wrong place" };
    expect(await dialogue.call("dialogue.round-discard", aside)).toMatchObject({ discarded: ["muffin"] });
    await dialogue.round();
    expect(dialogue.record(1).discarded).toMatchObject([{ texts: [{ expert: "Muffin", lines: ["I object."] }] }]);
  });

  it("is not what Blue itself writes there", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: ["[MUFFIN-P0001: cost]\nDear."] });
    await dialogue.call("dialogue.round-prompt", { dialogue_id: dialogue.id, proposal: "Use REST." });
    dialogue.writeAll();
    expect(await dialogue.call("dialogue.round-collect", { dialogue_id: dialogue.id })).toMatchObject({ notices: [] });
    expect(await dialogue.register()).toMatchObject({ status: "registered" });
  });
});
