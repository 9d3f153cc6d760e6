import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { authorOf } from "../../../test/helpers/author.ts";
import { type Answer, type Dialogue, type Input, makeDialogue, show } from "../../../test/helpers/dialogue.ts";
import { recount } from "../../rules/round/recount.ts";
import { judgesHand } from "../../rules/standing.ts";
import { crossCheckFiles } from "../../store/cross-checks.ts";
import { promptPath } from "../../store/drafts.ts";
import { openDialogue } from "../../store/find-dialogue.ts";

const subject = "# Keys\n\nOne key for all.\nNo cache.\n";
const second = "# Keys\n\nOne key for each customer.\nNo cache.\n";
const answers = "T0001 resolved: a key for each customer\nT0002 refused: nobody measured it; costs a millisecond\n";
const sheet = "T0001 confirmed: keys.md line 3, and curl with it read another's order\nT0002 refuted: ran it, 0.2 ms\n";

/** Round 0 is registered: two tensions are open. */
async function brokenDialogue(create: Input = { cross_check: true }) {
  const dialogue = await makeDialogue({
    tree: { "keys.md": subject, "src.md": "The source.\n" },
    create: { subject: "keys.md", sources: ["src.md"], rotation: "none", ...create },
  });
  await dialogue.call("dialogue.round-prompt", { dialogue_id: dialogue.id });
  await dialogue.round({
    Muffin: ["[MUFFIN-T0001: one key leaks all | critical]\nWhoever has it has everything."],
    Cupcake: ["[CUPCAKE-T0001: slow without a cache | minor]\nEvery call reads the disk."],
  });
  const check = (input: Input = {}) =>
    dialogue.call<Answer>("dialogue.cross-check", { dialogue_id: dialogue.id, ...input });
  return { dialogue, author: authorOf(dialogue), check };
}

const filesOf = (dialogue: Dialogue, number = 1) => crossCheckFiles(dialogue.open(), number);
const read = (dialogue: Dialogue, path: string) => readFileSync(join(dialogue.root, path), "utf8");
const write = (dialogue: Dialogue, words: string, number = 1) =>
  writeFileSync(join(dialogue.root, filesOf(dialogue, number).sheet), words);
const nextOf = async (dialogue: Dialogue) =>
  (await dialogue.call("dialogue.status", { dialogue_id: dialogue.id })).next as { tool: string; why: string };

describe("a cross-check", () => {
  it("comes after the blind round; author and raiser read it, the record keeps it, and it closes nothing", async () => {
    const { dialogue, author, check } = await brokenDialogue();
    expect(await nextOf(dialogue)).toMatchObject({ tool: "blue_dialogue_cross_check" });
    const asked = await check();
    expect(asked).toMatchObject({
      status: "asked",
      open: ["T0001", "T0002"],
      spawn: [{ expert: "Verifier 1", prompt_file: "1/prompt.md", draft_file: "1/sheet.md" }],
      next: { tool: "blue_dialogue_cross_check" },
    });
    const prompt = read(dialogue, filesOf(dialogue).prompt);
    for (const part of ["> Whoever has it has everything.", "T0002 slow without a cache", "src.md", "Try to refute"])
      expect(prompt).toContain(part);
    expect(prompt).not.toMatch(/Muffin|Cupcake/i);
    expect(read(dialogue, filesOf(dialogue).before)).toBe(subject);
    const answer = read(dialogue, filesOf(dialogue).answerPrompt);
    for (const part of ["> One key for all.", "\n- src.md\n", "Your last message is the sheet", "(T0001, T0002)"])
      expect(answer).toContain(part);
    for (const part of [dialogue.root, "file tool", "sheet.md"]) expect(answer).not.toContain(part);
    expect((await nextOf(dialogue)).why).toContain("Verifiers were asked");
    write(dialogue, sheet);
    expect(await check()).toMatchObject({
      status: "written",
      found: [
        { id: "T0001", answer: "confirmed", by: "Verifier 1" },
        { id: "T0002", answer: "refuted", evidence: "ran it, 0.2 ms" },
      ],
      spawn: [],
      next: { tool: "blue_dialogue_revise" },
    });

    await author.rewrite(second, answers);
    const shown = "Verifier 1, who raised none of it: **refuted**\n\n> ran it, 0.2 ms";
    expect(read(dialogue, author.files().prompt)).toContain(shown);
    await dialogue.refused("drafts_changed", "dialogue.cross-check", { dialogue_id: dialogue.id });
    await author.prompt();
    const raiser = read(dialogue, promptPath(dialogue.open(), "Cupcake"));
    expect(raiser).toContain(shown);
    expect(raiser).not.toContain("curl");

    // Refuted by the verifier, refused by the author: it stays open until a panel member resolves it.
    dialogue.write("Muffin", ["Still reading."]);
    dialogue.write("Cupcake", ["Still reading."]);
    await dialogue.registerRefused("no_resolver", { tension_updates: [{ id: "T0002", status: "resolved" }] });
    expect(await dialogue.register()).toMatchObject({ velocity: { open_tensions: 2 } });
    expect(dialogue.record(1)).toMatchObject({
      cross_checks: [{ by: "Verifier 1", sheet: sheet.trimEnd().split("\n"), provenance: { source: "draft" } }],
    });
    expect(read(dialogue, `.blue/dialogues/${dialogue.id}/round-1/answers.md`)).toContain("> T0002 refuted: ran it");
    expect(await dialogue.call("dialogue.verify", { dialogue_id: dialogue.id })).toMatchObject({ findings: [] });
  });

  it("is offered only where the dialogue was opened with it", async () => {
    const { dialogue, check } = await brokenDialogue({});
    expect(await nextOf(dialogue)).toMatchObject({ tool: "blue_dialogue_revise" });
    expect(await check()).toMatchObject({ status: "asked" });
  });

  it("that nobody wrote holds up nothing: the author is asked without it", async () => {
    const { dialogue, author, check } = await brokenDialogue();
    await check();
    await author.rewrite(second, answers);
    await author.prompt();
    await dialogue.round({ Scone: null });
    expect(dialogue.record(1).cross_checks).toBeUndefined();
  });

  it("by two asks each apart, and waits for both", async () => {
    const { dialogue, check } = await brokenDialogue();
    expect((await check({ verifiers: 2 })).spawn).toHaveLength(2);
    write(dialogue, sheet);
    expect(await check()).toMatchObject({ status: "asked", spawn: [{ expert: "Verifier 2" }] });
    write(dialogue, "T0001, T0002 unproven: nothing here runs\n", 2);
    const read = await check();
    expect(read.status).toBe("written");
    expect((await show("dialogue.cross-check", read)).split("\n").slice(0, 5)).toEqual([
      "✓ The open tensions are cross-checked; nothing is closed by it",
      "  T0001 confirmed: keys.md line 3, and curl with it read another's order (Verifier 1)",
      "  T0002 refuted: ran it, 0.2 ms (Verifier 1)",
      "  T0001 unproven: nothing here runs (Verifier 2)",
      "  T0002 unproven: nothing here runs (Verifier 2)",
    ]);
    await dialogue.refused("invalid_input", "dialogue.cross-check", { dialogue_id: dialogue.id, verifiers: 3 });
  });

  it("is refused with its line where it passes a tension over, names none that is open, or shows no evidence", async () => {
    const { dialogue, check } = await brokenDialogue();
    await check();
    const refused = async (words: string) => {
      write(dialogue, words);
      await dialogue.refused("invalid_input", "dialogue.revise", { dialogue_id: dialogue.id });
      return (await dialogue.refused("invalid_input", "dialogue.cross-check", { dialogue_id: dialogue.id })).message;
    };
    expect(await refused("T0001 confirmed: read it\n")).toBe("The sheet of Verifier 1 has no line for T0002");
    expect(await refused(`${sheet}T0009 refuted: read it\n`)).toBe(
      "Sheet of Verifier 1, line 3: T0009 is not an open tension.",
    );
    expect(await refused("T0001 confirmed\nT0002 refuted: ran it\n")).toBe(
      "Sheet of Verifier 1, line 1: T0001 is confirmed without a word.",
    );
    expect(await refused("T0001 resolved: no\nT0001, T0002 refuted: ran it\n")).toBe(
      "Sheet of Verifier 1, line 1: “T0001 resolved: no” is no answer.",
    );
  });

  it("needs an open tension, and a verifier who was asked before its words are filed", async () => {
    const empty = await makeDialogue();
    await empty.refused("invalid_input", "dialogue.cross-check", { dialogue_id: empty.id });
    const { dialogue, author, check } = await brokenDialogue();
    const filed = { dialogue_id: dialogue.id, filed_text: sheet };
    await dialogue.refused("invalid_input", "dialogue.cross-check", filed);
    await check();
    await dialogue.refused("invalid_input", "dialogue.cross-check", { ...filed, verifier: 2 });
    await dialogue.refused("invalid_input", "dialogue.cross-check", { ...filed, filed_text: "T0001 refuted: no" });
    expect(await check({ filed_text: sheet })).toMatchObject({ status: "written" });
    expect(await check({ filed_text: sheet })).toMatchObject({ status: "written" });
    await dialogue.refused("drafts_changed", "dialogue.cross-check", {
      ...filed,
      filed_text: "T0001, T0002 refuted: no",
    });
    await author.rewrite(second, answers);
    await author.prompt();
    await dialogue.round({ Scone: null });
    expect(dialogue.record(1).cross_checks).toMatchObject([{ provenance: { filed_by: "Judge" } }]);
    const { ledger } = openDialogue(dialogue.project, { dialogue_id: dialogue.id });
    expect(judgesHand(ledger).filed).toBe(0);
  });

  it("in a resealed record is found when it is counted again", async () => {
    const { dialogue, author, check } = await brokenDialogue();
    await check();
    write(dialogue, sheet);
    await author.rewrite(second, answers);
    await author.prompt();
    await dialogue.round({ Scone: null });
    const { opening, rounds } = openDialogue(dialogue.project, { dialogue_id: dialogue.id }).loaded;
    const [first, last] = rounds;
    const forged = { ...last!, cross_checks: [{ ...last!.cross_checks![0]!, sheet: ["T0001 refuted: no"] }] };
    expect(recount(opening, [first!, forged])).toEqual(["round 1: The sheet of Verifier 1 has no line for T0002"]);
  });
});
