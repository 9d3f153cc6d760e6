import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Dialogue, makeDialogue } from "../../test/helpers/dialogue.ts";
import { draftsFolder } from "./drafts.ts";
import { openDialogue } from "./find-dialogue.ts";
import { findLate, readInbox } from "./inbox.ts";
import { readSetAside } from "./set-aside.ts";

function inboxOf({ project, id }: Dialogue) {
  const dialogue = openDialogue(project, { dialogue_id: id });
  const texts = readInbox(project, dialogue, dialogue.asks().panel ?? dialogue.loaded.rounds.at(-1)!.panel);
  return { ...texts, setAside: readSetAside(project, dialogue.next), late: findLate(project, dialogue.loaded) };
}

function put(dialogue: Dialogue, name: string, bytes: string | Buffer): string {
  const path = `${draftsFolder(dialogue.open())}/${name}`;
  mkdirSync(dirname(join(dialogue.root, path)), { recursive: true });
  writeFileSync(join(dialogue.root, path), bytes);
  return path;
}

describe("the inbox of a round", () => {
  it("holds the panel's texts in its order, wherever they lie, then guests'", async () => {
    const dialogue = await makeDialogue();
    await dialogue.call("dialogue.say", { dialogue_id: dialogue.id, as: "Brioche", text: "May I?" });
    await dialogue.call("dialogue.round-prompt", { dialogue_id: dialogue.id });
    const direct = dialogue.writeInRoundFolder("muffin", "No.\n");
    const drafts = ["Scone", "Cupcake"].map((expert) => dialogue.write(expert, "Yes.\n"));
    const { texts, misplaced } = inboxOf(dialogue);
    expect(texts.map(({ expert }) => expert)).toEqual(["Muffin", "Cupcake", "Scone", "Brioche"]);
    expect(texts.map(({ path }) => path)).toEqual([direct, ...drafts.reverse(), expect.stringContaining("brioche")]);
    expect(texts.map(({ provenance }) => provenance.source)).toEqual(["adopted", "draft", "draft", "guest"]);
    expect(misplaced).toEqual([]);
  });

  it("keeps a second text beside the first, and takes the same words once", async () => {
    const dialogue = await makeDialogue();
    await dialogue.call("dialogue.round-prompt", { dialogue_id: dialogue.id });
    dialogue.write("Muffin", "One.\n");
    put(dialogue, "muffin/draft-2.md", "Two.\n");
    put(dialogue, "muffin/draft-3.md", "\uFEFFOne.\r\n");
    dialogue.writeInRoundFolder("muffin", "Two.\n");
    expect(inboxOf(dialogue).texts).toMatchObject([{ lines: ["One."], others: [{ lines: ["Two."] }] }]);
  });

  it("names what does not count as it lies, with whose it is where that is known", async () => {
    const dialogue = await makeDialogue();
    const unreadable = put(dialogue, "cupcake/draft.md", Buffer.from([0xff, 0xfe]));
    const answer = put(dialogue, "muffin/answer.md", "No.\n");
    const notes = put(dialogue, "notes.md", "No.\n");
    const stranger = put(dialogue, "eclair/draft.md", "No.\n");
    const direct = dialogue.writeInRoundFolder("donut", "No.\n");
    const { texts, misplaced } = inboxOf(dialogue);
    expect(texts).toEqual([]);
    expect(misplaced.map(({ path, expert, why }) => [path, expert, why])).toEqual([
      [unreadable, "Cupcake", "unreadable"],
      [answer, "Muffin", "place"],
      [notes, undefined, "place"],
      [direct, "Donut", "author"],
      [stranger, "Eclair", "author"],
    ]);
  });

  it("keeps what was set aside, and what came after its round was registered", async () => {
    const dialogue = await makeDialogue();
    dialogue.write("Muffin", "No.\n");
    await dialogue.call("dialogue.round-discard", { dialogue_id: dialogue.id, reason: "wrong subject" });
    await dialogue.call("dialogue.sample-panel", { dialogue_id: dialogue.id });
    expect(inboxOf(dialogue)).toMatchObject({
      texts: [],
      setAside: [{ kept: { reason: "wrong subject", texts: [{ expert: "Muffin", lines: ["No."] }] } }],
      late: [],
    });
    dialogue.writeAll({ Scone: null });
    const late = `${draftsFolder(dialogue.open())}/scone/draft.md`;
    await dialogue.register({ absent: ["Scone"] });
    mkdirSync(dirname(join(dialogue.root, late)), { recursive: true });
    writeFileSync(join(dialogue.root, late), "But.\n");
    expect(inboxOf(dialogue)).toMatchObject({
      setAside: [],
      late: [{ path: late, expert: "Scone", round: 0, absent: true }],
    });
  });
});
