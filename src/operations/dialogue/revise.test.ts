import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { entriesOf } from "../../../test/helpers/asks.ts";
import { authorOf } from "../../../test/helpers/author.ts";
import { type Dialogue, makeDialogue, show } from "../../../test/helpers/dialogue.ts";
import { makeContext } from "../../context.ts";
import { boundaryOf, splitAnswer } from "../../pages/prompts/author-answer.ts";
import { toLines } from "../../rules/lines.ts";
import { recount } from "../../rules/round/recount.ts";
import { promptPath } from "../../store/drafts.ts";
import { openDialogue } from "../../store/find-dialogue.ts";
import { controlFiles } from "../../store/revisions.ts";
import { runOperation } from "../run-operation.ts";
import { operation } from "./revise.ts";

const subject = "# Keys\n\nOne key for all.\nNo cache.\n";
const second = "# Keys\n\nOne key for each customer.\nNo cache.\n";
const third = "# Keys\n\nOne key for each customer, rotated monthly.\nNo cache.\n";

const broken = {
  Muffin: ["[MUFFIN-T0001: one key leaks all | critical]\nWhoever has it has everything."],
  Cupcake: ["[CUPCAKE-T0001: slow without a cache | minor]\nEvery call reads the disk."],
};
const sheet = "T0001 resolved: a key for each customer\nT0002 refused: nobody measured it; costs a millisecond\n";

async function opened(create: Record<string, unknown> = {}): Promise<Dialogue> {
  return makeDialogue({ tree: { "keys.md": subject }, create: { subject: "keys.md", rotation: "none", ...create } });
}

/** Round 0 is registered: two tensions are open. */
async function brokenDialogue() {
  const dialogue = await opened();
  await dialogue.call("dialogue.round-prompt", { dialogue_id: dialogue.id });
  await dialogue.round(broken);
  return { dialogue, author: authorOf(dialogue) };
}

const promptOf = (dialogue: Dialogue, expert: string) =>
  readFileSync(join(dialogue.root, promptPath(dialogue.open(), expert)), "utf8");

describe("an author", () => {
  it("polishes the subject alone before round 0, twice, and the panel breaks what came out", async () => {
    const dialogue = await opened();
    const author = authorOf(dialogue);
    expect((await dialogue.call("dialogue.status", { dialogue_id: dialogue.id })).next).toMatchObject({
      tool: "blue_dialogue_revise",
    });
    const asked = await author.revise({ alone: true });
    expect(asked).toMatchObject({
      status: "asked",
      alone: true,
      revision: 1,
      size: { before: 34, max: 12_000 },
      next: { tool: "blue_dialogue_revise", arguments: { another: true } },
    });
    expect(readFileSync(join(dialogue.root, author.files().prompt), "utf8")).toContain("Attack it in passes");
    author.write(second, "major: one key leaks all; a key each\n");
    expect(await author.revise()).toMatchObject({
      status: "written",
      next: { tool: "blue_dialogue_revise", arguments: { another: true } },
    });
    expect(await author.rewrite(third, "", { another: true })).toMatchObject({
      revision: 2,
      next: { tool: "blue_dialogue_round_prompt" },
    });
    await author.prompt();
    expect(promptOf(dialogue, "Muffin")).toContain("> One key for each customer, rotated monthly.");
    await dialogue.round(broken);
    expect(dialogue.record(0)).toMatchObject({
      proposal: third.trimEnd().split("\n"),
      revisions: [
        { alone: true, lines: second.trimEnd().split("\n"), sheet: ["major: one key leaks all; a key each"] },
        { alone: true, lines: third.trimEnd().split("\n"), sheet: [] },
      ],
    });
  });

  it("is waited for, also where somebody files an expert's text meanwhile", async () => {
    const dialogue = await opened();
    const author = authorOf(dialogue);
    await author.revise();
    const text = "[MUFFIN-T0001: one key leaks all]\nWhoever has it has everything.";
    await dialogue.call("dialogue.expert-write", { dialogue_id: dialogue.id, expert: "Muffin", text });
    const { next } = await dialogue.call("dialogue.status", { dialogue_id: dialogue.id });
    expect(next).toMatchObject({ tool: "blue_dialogue_revise" });
    author.write(second, "");
    expect(await author.revise()).toMatchObject({ status: "written", next: { tool: "blue_dialogue_round_prompt" } });
  });

  it("is asked in two forms, and a run's one message is both parts", async () => {
    const alone = await opened();
    const polisher = authorOf(alone);
    const asked = await polisher.revise();
    const polish = readFileSync(join(alone.root, polisher.files().answerPrompt), "utf8");
    expect(polish).toContain("Then what you found, one line each, worst first");
    expect(polish).toContain(`    ${boundaryOf(asked.head as string)}\n`);
    expect(polish).toContain("> One key for all.");
    const { dialogue, author } = await brokenDialogue();
    const { head } = await author.revise();
    const prompt = readFileSync(join(dialogue.root, author.files().answerPrompt), "utf8");
    expect(prompt).toContain("Then one line for each open tension (T0001, T0002)");
    expect(prompt).toContain(`    ${boundaryOf(head as string)}\n`);
    expect(prompt).toContain("> One key for all.");
    for (const part of [dialogue.root, "file tool", "text.md"]) expect(prompt).not.toContain(part);
    const parts = splitAnswer(head as string, `${sheet}\n${boundaryOf(head as string)}\n${second}`)!;
    author.write(parts.text, parts.sheet);
    expect(await author.revise()).toMatchObject({ status: "written", resolved: ["T0001"], refused: [{ id: "T0002" }] });
  });

  it("who writes the first text is given everything the panel wrote", async () => {
    const dialogue = await makeDialogue({ create: { rotation: "none" } });
    await dialogue.call("dialogue.round-prompt", { dialogue_id: dialogue.id });
    await dialogue.round(broken);
    const author = authorOf(dialogue);
    await author.revise();
    const prompt = readFileSync(join(dialogue.root, author.files().answerPrompt), "utf8");
    expect(prompt).toContain("There is no text yet: write the first one from this.");
    expect(prompt).toContain("> > Every call reads the disk.");
  });

  it("rewrites, the raisers check, everybody signs: the decision is the author's text, which all have read", async () => {
    const { dialogue, author } = await brokenDialogue();
    const asked = await author.revise();
    expect(asked).toMatchObject({
      status: "asked",
      alone: false,
      spawn: { expert: "Author" },
      next: { tool: "blue_dialogue_round_prompt" },
    });
    await dialogue.refused("draft_missing", "dialogue.round-prompt", { dialogue_id: dialogue.id });
    const prompt = readFileSync(join(dialogue.root, author.files().prompt), "utf8");
    expect(prompt.indexOf("T0001 one key leaks all (critical")).toBeGreaterThan(0);
    expect(prompt).toContain("> Whoever has it has everything.");
    expect(prompt).not.toContain("Muffin");
    expect(prompt).toContain("A `minor` tension is refused unless");
    expect(prompt).toContain("# Cut: what went, if the text grew");
    author.write(second, sheet);
    expect(await author.revise()).toMatchObject({
      status: "written",
      resolved: ["T0001"],
      refused: [{ id: "T0002" }],
      next: { tool: "blue_dialogue_round_prompt", why: expect.not.stringContaining("refused every tension") },
    });

    const prompted = await author.prompt();
    expect(prompted).toMatchObject({
      ask: "check",
      not_asked: ["Scone"],
      proposal: { resolved: ["T0001"], refused: ["T0002"] },
    });
    expect(await show("dialogue.round-prompt", prompted)).toContain("refused, the author says: T0002\n");
    const check = promptOf(dialogue, "Muffin");
    expect(check).toContain("> +One key for each customer.");
    expect(check).toContain("> Whoever has it has everything.");
    expect(check).toContain("The author: **fixed**");
    expect(check).not.toContain("slow without a cache");
    const cite = `[CITE .blue/dialogues/${dialogue.id}/round-1/proposal.md#L3 "One key for each customer"]`;
    dialogue.write("Muffin", [`[MUFFIN-C0101: settled]\n[RE:RESOLVE T0001]\n${cite}`, "[MOVE:CONVERGE]"]);
    dialogue.write("Cupcake", ["[CUPCAKE-C0101: fair]\n[RE:RESOLVE T0002]\nIt convinces.", "[MOVE:CONVERGE]"]);
    const closings = [
      { id: "T0001", status: "resolved", via: "MUFFIN-C0101" },
      { id: "T0002", status: "resolved", via: "CUPCAKE-C0101" },
    ];
    const checked = await dialogue.register({ tension_updates: closings });
    expect(checked).toMatchObject({
      velocity: { total: 0 },
      convergence: { signals: 2, panel_size: 3, missing: ["Scone"] },
      can_converge: false,
    });
    expect(dialogue.record(1)).toMatchObject({
      asked: "check",
      proposal: second.trimEnd().split("\n"),
      revisions: [{ alone: false, sheet: sheet.trimEnd().split("\n"), size: 44 }],
      texts: [{}, {}, { expert: "Scone", state: "not_asked" }],
      citations: [{ result: "found" }],
    });
    expect(checked.next).toMatchObject({ tool: "blue_dialogue_round_prompt" });

    expect(await author.prompt()).toMatchObject({ ask: "sign", not_asked: [] });
    const signed = await dialogue.round();
    expect(signed).toMatchObject({ can_converge: true, next: { tool: "blue_dialogue_verdict_register" } });
    await dialogue.call("dialogue.verdict-register", {
      dialogue_id: dialogue.id,
      headline: "A key for each customer.",
    });
    const { loaded } = openDialogue(dialogue.project, { dialogue_id: dialogue.id });
    expect(loaded.verdicts[0]).toMatchObject({
      headline: "A key for each customer.",
      recommendation: second.trimEnd().split("\n"),
      seen_by_panel: true,
    });
    expect(await dialogue.call("dialogue.verify", { dialogue_id: dialogue.id })).toMatchObject({ findings: [] });
  });

  it("who refuses everything is checked like any other; a text beyond the size is refused with the figure", async () => {
    const { dialogue, author } = await brokenDialogue();
    const written = await author.rewrite(subject, "T0001, T0002 refused: not worth it");
    expect(written).toMatchObject({ resolved: [], refused: [{ id: "T0001" }, { id: "T0002" }] });
    const { tool, why } = written.next as { tool: string; why: string };
    expect(tool).toBe("blue_dialogue_round_prompt");
    expect(why).toMatch(/refused every tension: .* directive .*; accept .*; or end it \(`blue dialogue close`\)/);
    author.write("x".repeat(12_001), sheet);
    const error = await dialogue.refused("invalid_input", "dialogue.revise", { dialogue_id: dialogue.id });
    expect(error).toMatchObject({
      constraint: "max_size",
      message: "The text has 12001 characters; it may have 12000",
    });
  });

  it("who fixed something in part is quoted so wherever its answers are shown", async () => {
    const { dialogue, author } = await brokenDialogue();
    const answers = `${sheet.split("\n")[1]}\nT0001 resolved: in part: a key for each customer. No rotation.\n`;
    const written = await author.rewrite(second, answers);
    expect(written).toMatchObject({
      resolved: [],
      in_part: [{ id: "T0001", what: "a key for each customer. No rotation." }],
      refused: [{ id: "T0002" }],
    });
    expect(await show("dialogue.revise", written)).toContain(
      "\n  fixed in part: T0001: a key for each customer. No rotation.\n  refused: T0002: ",
    );
    const prompted = await author.prompt();
    expect(prompted).toMatchObject({ proposal: { resolved: [], in_part: ["T0001"], refused: ["T0002"] } });
    expect(await show("dialogue.round-prompt", prompted)).toContain("\n  fixed in part, the author says: T0001\n");
    expect(promptOf(dialogue, "Muffin")).toContain(
      "The author: **fixed in part**\n\n> a key for each customer. No rotation.\n",
    );
    dialogue.write("Muffin", ["[MUFFIN-C0101: settled]\n[RE:RESOLVE T0001]"]);
    dialogue.write("Cupcake", ["[CUPCAKE-C0101: fair]\n[RE:RESOLVE T0002]"]);
    await dialogue.register({
      tension_updates: [
        { id: "T0001", status: "resolved", via: "MUFFIN-C0101" },
        { id: "T0002", status: "resolved", via: "CUPCAKE-C0101" },
      ],
    });
    const page = (path: string) => readFileSync(join(dialogue.root, ".blue/dialogues", dialogue.id, path), "utf8");
    expect(page("tensions.md")).toContain("2 resolved (1 of them refused, 1 fixed in part)");
    for (const path of ["tensions.md", "round-1/round-1.summary.md"])
      expect(page(path)).toMatch(
        /T0001.* \| .* \| FIXED IN PART, accepted as such \|[\s\S]* \| REFUSED, accepted as such \|/,
      );
    expect(page("tensions.md")).toContain(
      "\n\nThe author: **Fixed in part.** A key for each customer. No rotation.\n\n",
    );
    const shown = await dialogue.call("dialogue.get", { dialogue_id: dialogue.id });
    expect(await show("dialogue.get", shown)).toContain("T0001 one key leaks all (fixed in part, and accepted as such");
  });

  it("who returned its words instead of files has them filed by the Judge, which is counted", async () => {
    const { dialogue, author } = await brokenDialogue();
    const key = { dialogue_id: dialogue.id, filed_text: second, filed_answers: sheet };
    await dialogue.refused("invalid_input", "dialogue.revise", key);
    await author.revise();
    await dialogue.refused("invalid_input", "dialogue.revise", { ...key, filed_answers: "T0001 refused: no" });
    expect(await author.revise({ filed_text: second, filed_answers: sheet })).toMatchObject({ status: "written" });
    await dialogue.refused("drafts_changed", "dialogue.revise", { ...key, filed_text: third });
    await author.prompt();
    dialogue.write("Muffin", ["[RE:RESOLVE T0001]"]);
    dialogue.write("Cupcake", ["[RE:RESOLVE T0002]"]);
    await dialogue.register();
    expect(dialogue.record(1).revisions).toMatchObject([{ provenance: { source: "expert_write", filed_by: "Judge" } }]);
  });
});

describe("an author who lies", () => {
  it("cannot pass a tension over, or claim a resolution over an unchanged text: neither by revise nor by the prompts", async () => {
    const { dialogue, author } = await brokenDialogue();
    await author.revise();
    author.write(second, "T0001 resolved: a key each\n");
    const key = { dialogue_id: dialogue.id };
    expect((await dialogue.refused("invalid_input", "dialogue.revise", key)).message).toContain("no line for T0002");
    await dialogue.refused("invalid_input", "dialogue.round-prompt", key);
    author.write(subject, sheet);
    const error = await dialogue.refused("invalid_input", "dialogue.round-prompt", key);
    expect(error.message).toBe("Answer sheet, line 1: T0001 cannot be resolved: the text did not change.");
  });

  it("cannot change the text after the panel read it: what was shown is registered, and the change is named", async () => {
    const { dialogue, author } = await brokenDialogue();
    await author.rewrite(second, sheet);
    await author.prompt();
    author.write(third, sheet);
    dialogue.write("Muffin", ["[RE:RESOLVE T0001]"]);
    dialogue.write("Cupcake", ["[RE:RESOLVE T0002]"]);
    await dialogue.refused("drafts_changed", "dialogue.revise", { dialogue_id: dialogue.id });
    const named = "The author's text or answers changed after they were shown; the new words are not in this round.";
    const { notices } = await dialogue.call("dialogue.round-collect", { dialogue_id: dialogue.id });
    expect(notices).toContain(named);
    const { warnings } = await dialogue.register();
    expect(warnings).toContain(named);
    expect(dialogue.record(1)).toMatchObject({ proposal: toLines(second), revisions: [{ lines: toLines(second) }] });
  });

  it("may write on where the round starts again: the next attempt shows the new words", async () => {
    const { dialogue, author } = await brokenDialogue();
    await author.rewrite(second, sheet);
    await author.prompt();
    author.write(third, sheet);
    await dialogue.call("dialogue.round-discard", { dialogue_id: dialogue.id, reason: "the author wrote on" });
    await author.prompt();
    expect(promptOf(dialogue, "Muffin")).toContain("rotated monthly");
  });

  it("closes nothing by its answers, and does not speak for an expert", async () => {
    const { dialogue, author } = await brokenDialogue();
    const words = `${second}\n[MUFFIN-C0101: settled]\n[RE:RESOLVE T0001]\n[MOVE:CONVERGE]\n`;
    await author.rewrite(words, sheet);
    await author.prompt();
    dialogue.write("Muffin", ["Not sure yet."]);
    dialogue.write("Cupcake", ["Nor am I."]);
    await dialogue.registerRefused("no_resolver", {
      tension_updates: [{ id: "T0001", status: "resolved", via: "MUFFIN-C0101" }],
    });
    expect(await dialogue.register()).toMatchObject({ velocity: { total: 2 }, convergence: { signals: 0 } });
    const error = await dialogue.refused("invalid_input", "dialogue.evolve-panel", {
      dialogue_id: dialogue.id,
      round: 2,
      panel: ["Author", "Muffin"].map((name) => ({ name, role: `${name}'s role`, source: "created" })),
    });
    expect(error).toMatchObject({ field: "panel.0.name", constraint: "expert_name" });
  });

  it("in a resealed record is found when it is counted again", async () => {
    const { dialogue, author } = await brokenDialogue();
    await author.rewrite(second, sheet);
    await author.prompt();
    await dialogue.round({ Scone: null });
    const { opening, rounds } = openDialogue(dialogue.project, { dialogue_id: dialogue.id }).loaded;
    const [first, last] = rounds;
    const forged = { ...last!, revisions: [{ ...last!.revisions![0]!, sheet: ["T0001 resolved: a key each"] }] };
    expect(recount(opening, [first!, forged])).toEqual(["round 1: The answer sheet has no line for T0002"]);
  });
});

describe("a check", () => {
  it("waits for nobody who was not asked, and takes them in when they write all the same", async () => {
    const { dialogue, author } = await brokenDialogue();
    await author.rewrite(second, sheet);
    await author.prompt();
    dialogue.write("Muffin", ["[RE:RESOLVE T0001]"]);
    const status = await dialogue.call("dialogue.status", { dialogue_id: dialogue.id });
    expect(status).toMatchObject({
      panel: [{ draft: "complete" }, { draft: "missing" }, { name: "Scone", draft: "not_asked" }],
      next: { tool: "blue_dialogue_round_collect", why: expect.stringContaining("waiting for Cupcake.") },
    });
    dialogue.write("Cupcake", ["[RE:RESOLVE T0002]"]);
    dialogue.write("Scone", ["[SCONE-T0101: and who rotates them | major]\nNobody."]);
    expect(await dialogue.register()).toMatchObject({ velocity: { open_tensions: 3 } });
    expect(dialogue.record(1).texts.map(({ state }) => state)).toEqual(["present", "present", "present"]);
  });

  it("is not begun before the author has written, except with words of the Judge's own, and the record says so", async () => {
    const { dialogue, author } = await brokenDialogue();
    await author.revise();
    const key = { dialogue_id: dialogue.id };
    await dialogue.refused("draft_missing", "dialogue.round-prompt", key);
    expect(await author.prompt({ proposal: "One key, and hope.", ask: "everyone" })).toMatchObject({ ask: "everyone" });
    await dialogue.refused("drafts_changed", "dialogue.round-prompt", { ...key, ask: "check" });
    await dialogue.round();
    expect(dialogue.record(1)).toMatchObject({ proposal: ["One key, and hope."] });
    expect(dialogue.record(1).revisions).toBeUndefined();
  });

  it("after a reopening shows author and raiser, beside the old words, the failing case that is left", async () => {
    const { dialogue, author } = await brokenDialogue();
    await author.rewrite(second, sheet);
    await author.prompt();
    dialogue.write("Muffin", ["[MUFFIN-E0101: the old key still opens]\n[RE:REOPEN T0001]\nNobody revoked it."]);
    dialogue.write("Cupcake", ["[RE:RESOLVE T0002]"]);
    await dialogue.register();
    await author.rewrite(third, "T0001 resolved: rotated\nT0002 refused: as before\n");
    const left = "Reopened, for what is left:\n\n> [RE:REOPEN T0001]\n> Nobody revoked it.";
    expect(readFileSync(join(dialogue.root, author.files().prompt), "utf8")).toContain(left);
    await author.prompt({ ask: "check" });
    const raiser = promptOf(dialogue, "Muffin");
    expect(raiser).toContain(`> Whoever has it has everything.\n\n${left}\n\nThe author: **fixed**`);
    expect(promptOf(dialogue, "Cupcake")).not.toContain(left);
  });

  it("that cannot say what the panel was shown refuses, and a discard starts it again", async () => {
    const { dialogue, author } = await brokenDialogue();
    await author.rewrite(second, sheet);
    await author.prompt();
    writeFileSync(join(dialogue.root, entriesOf(dialogue).at(-1)!), "{");
    dialogue.write("Muffin", ["[RE:RESOLVE T0001]"]);
    await dialogue.registerRefused("record_damaged");
    await dialogue.call("dialogue.round-discard", { dialogue_id: dialogue.id, reason: "the log is torn" });
    expect(await author.prompt()).toMatchObject({ ask: "check", proposal: { path: "proposal.md" } });
  });
});

describe("one look", () => {
  it("ends with its findings: a closing record, and the author may go on from there", async () => {
    const dialogue = await opened({ method: "review" });
    await dialogue.refused("round_not_registered", "dialogue.close", {
      dialogue_id: dialogue.id,
      outcome: "reviewed",
      reason: "done",
    });
    const registered = await dialogue.round(broken);
    expect(registered.next).toMatchObject({ tool: "blue_dialogue_close", arguments: { outcome: "reviewed" } });
    const closed = await dialogue.call("dialogue.close", {
      dialogue_id: dialogue.id,
      outcome: "reviewed",
      reason: "one key leaks all",
    });
    expect(closed).toMatchObject({ next: { tool: "blue_dialogue_revise" } });
    expect(await authorOf(dialogue).revise()).toMatchObject({ status: "asked", alone: false });
  });
});

describe("a control", () => {
  const control = (dialogue: Dialogue, input: Record<string, unknown> = {}) =>
    dialogue.call("dialogue.revise", { dialogue_id: dialogue.id, control: true, ...input });

  it("revises the subject as it was, within the same size, and is told nothing of the panel", async () => {
    const { dialogue, author } = await brokenDialogue();
    writeFileSync(join(dialogue.root, "keys.md"), "Changed since.\n");
    await author.rewrite(second, sheet);
    const asked = await control(dialogue);
    expect(asked).toMatchObject({
      status: "asked",
      alone: true,
      size: { before: 34, max: 12_000 },
      open: [],
      spawn: { role: "Reviser" },
      next: { tool: "blue_dialogue_revise", arguments: { control: true } },
    });
    const files = controlFiles(dialogue.id);
    expect(asked.folder).toBe(join(dialogue.root, files.folder));
    expect(readFileSync(join(dialogue.root, files.before), "utf8")).toBe(subject);
    const prompt = readFileSync(join(dialogue.root, files.prompt), "utf8");
    expect(prompt).toContain("Attack it in passes");
    expect(prompt).not.toMatch(/panel|expert|tension|T0001|leaks|Muffin|Judge|each customer/i);

    writeFileSync(join(dialogue.root, files.text), "x".repeat(12_001));
    expect(
      await dialogue.refused("invalid_input", "dialogue.revise", { dialogue_id: dialogue.id, control: true }),
    ).toMatchObject({ constraint: "max_size" });
    writeFileSync(join(dialogue.root, files.text), third);
    expect(await control(dialogue)).toMatchObject({ status: "written", size: { now: 61 }, spawn: null });
    expect(await author.prompt()).toMatchObject({ ask: "check" });
    await dialogue.round({ Scone: null });
    expect(JSON.stringify(dialogue.record(1))).not.toContain("rotated monthly");
  });

  it("may be filed by the Judge, and needs a subject", async () => {
    const dialogue = await opened();
    await dialogue.refused("invalid_input", "dialogue.revise", {
      ...{ dialogue_id: dialogue.id, control: true, filed_text: third },
    });
    await control(dialogue);
    expect(await control(dialogue, { filed_text: third })).toMatchObject({ status: "written" });
    const another = { dialogue_id: dialogue.id, control: true, another: true };
    expect(await dialogue.refused("invalid_input", "dialogue.revise", another)).toMatchObject({ field: "control" });
    const bare = await makeDialogue();
    expect(
      await bare.refused("invalid_input", "dialogue.revise", { dialogue_id: bare.id, control: true }),
    ).toMatchObject({ field: "control", constraint: "has_subject" });
  });

  it("that the opening asked for is the first step, once; the status names it while it is missing", async () => {
    const dialogue = await opened({ control: true });
    const status = () =>
      dialogue.call<{ next: unknown; warnings: string[] }>("dialogue.status", { dialogue_id: dialogue.id });
    const warning = expect.stringContaining("The control that was asked for has not written yet");
    expect(await status()).toMatchObject({ next: { arguments: { control: true } } });
    await control(dialogue);
    const after = await status();
    expect(after).toMatchObject({ next: { tool: "blue_dialogue_revise", arguments: { dialogue_id: dialogue.id } } });
    expect(after.next).not.toHaveProperty("arguments.control");
    expect(after.warnings).toContainEqual(warning);
    await dialogue.round();
    expect(await dialogue.verdict()).toMatchObject({ next: { tool: "blue_dialogue_compare" } });
    writeFileSync(join(dialogue.root, controlFiles(dialogue.id).text), third);
    expect((await status()).warnings).not.toContainEqual(warning);
  });

  it("that nobody started is asked for again before the comparison", async () => {
    const dialogue = await opened({ control: true });
    await dialogue.round();
    expect(await dialogue.verdict()).toMatchObject({
      next: { tool: "blue_dialogue_revise", arguments: { control: true } },
    });
  });
});

describe("a decided dialogue", () => {
  const signed = { Muffin: "[MOVE:CONVERGE]", Cupcake: "[MOVE:CONVERGE]", Scone: "[MOVE:CONVERGE]" };
  async function decided() {
    const dialogue = await opened();
    await dialogue.round(signed);
    await dialogue.verdict();
    return dialogue;
  }

  it("is opened again only by who says so", async () => {
    const dialogue = await decided();
    const refused = await dialogue.refused("input_needed", "dialogue.revise", { dialogue_id: dialogue.id });
    expect(refused).toMatchObject({ field: "reopen" });
    expect(refused.message).toBe(
      `${dialogue.id} is decided. A rewrite opens it again: once round 1 is registered, its verdict is no longer in force`,
    );
    const again = await dialogue.call("dialogue.revise", { dialogue_id: dialogue.id, reopen: true });
    expect(again).toMatchObject({ status: "asked", reopens: true, round: 1 });
    expect((await show("dialogue.revise", again)).split("\n").slice(0, 3)).toEqual([
      "! The decided dialogue is open again, for round 1.",
      "✓ Wrote the prompt for the author, who rewrites the text for round 1; the answer is not there yet. Start an agent in the project's folder with this line:",
      expect.stringMatching(/^Read \.blue\/drafts\/\S+\/revision\/1\/prompt\.md and follow it exactly\.$/),
    ]);
    // It was asked for: the next call reads what is there, and opens nothing.
    const read = await dialogue.call("dialogue.revise", { dialogue_id: dialogue.id });
    expect(read).toMatchObject({ reopens: false });
  });

  it("asks a person at a terminal", async () => {
    const dialogue = await decided();
    const answering = (answer: boolean | undefined) =>
      runOperation(
        operation,
        { dialogue_id: dialogue.id },
        makeContext(dialogue.project, { confirm: async () => answer }),
      );
    await expect(answering(false)).rejects.toMatchObject({ code: "input_needed", message: "Nothing was opened again" });
    await expect(answering(undefined)).rejects.toMatchObject({ code: "input_needed", field: "reopen" });
    await expect(answering(true)).resolves.toMatchObject({ reopens: true });
  });

  it("is not asked about by a control, which opens nothing", async () => {
    const dialogue = await decided();
    const asked = await dialogue.call("dialogue.revise", { dialogue_id: dialogue.id, control: true });
    expect(asked).toMatchObject({ status: "asked", reopens: false });
  });
});

it("a perspective is shown to the author and the panel until somebody answers it, and named on the verdict", async () => {
  const dialogue = await opened({ rotation: "graduated" });
  const author = authorOf(dialogue);
  await dialogue.call("dialogue.round-prompt", { dialogue_id: dialogue.id });
  const raised = "[MUFFIN-P0001: called by hand]\nThe next method forgets it.\n\n[MUFFIN-P0002: dear]\nIt costs.";
  await dialogue.round({ ...broken, Muffin: [...broken.Muffin, raised] });
  await author.revise();
  const words = "### P0001 called by hand\n\n> The next method forgets it.";
  expect(readFileSync(join(dialogue.root, author.files().prompt), "utf8")).toContain(words);
  author.write(second, `${sheet}P0002 not taken: it is paid for\n`);
  const { next } = await author.revise();
  expect(next).toMatchObject({ tool: "blue_dialogue_round_prompt", why: expect.not.stringContaining("T000") });
  await author.prompt();
  expect(promptOf(dialogue, "Cupcake")).toContain(`${words}\n\nThe author has not answered it.`);
  expect(promptOf(dialogue, "Cupcake")).toContain("The author: **not taken**\n\n> it is paid for");
  const said = (name: string, id: string) => [`[${name}-C0101: settled]\n[RE:RESOLVE ${id}]\nRead.`, "[MOVE:CONVERGE]"];
  dialogue.write("Muffin", said("MUFFIN", "T0001"));
  dialogue.write("Cupcake", said("CUPCAKE", "T0002"));
  const closings = [
    { id: "T0001", status: "resolved", via: "MUFFIN-C0101" },
    { id: "T0002", status: "resolved", via: "CUPCAKE-C0101" },
  ];
  await dialogue.register({ tension_updates: closings });
  await author.prompt();
  await dialogue.round();
  expect(await dialogue.call("dialogue.status", { dialogue_id: dialogue.id })).toMatchObject({ can_converge: true });
  await dialogue.verdict({ recommendation: undefined });
  expect(readFileSync(join(dialogue.root, `.blue/dialogues/${dialogue.id}/verdict.md`), "utf8")).toContain(
    "| Remarks not taken up | Muffin: called by hand (P0001, nobody answered); Muffin: dear (P0002, the author: “it is paid for”) |",
  );
});
