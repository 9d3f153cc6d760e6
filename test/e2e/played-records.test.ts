/** A dialogue whose texts come from runs: what the records, the pages and the export say of it, and what a repeated call makes of it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { BlueError } from "../../src/errors.ts";
import { promptsOf } from "../../src/rules/ask-log.ts";
import type { Played, Provenance } from "../../src/rules/records.ts";
import { recount } from "../../src/rules/round/recount.ts";
import { fileAnswer } from "../../src/store/file-answer.ts";
import { openDialogue } from "../../src/store/find-dialogue.ts";
import { asksOf } from "../helpers/asks.ts";
import { type Answer, type Dialogue, draftOf, fourPoints, makeDialogue } from "../helpers/dialogue.ts";
import { fromRunner, otherRunOf, playedOf, textRunOf } from "../helpers/played.ts";
import { random } from "../helpers/project.ts";

type Drafts = Record<string, string | readonly string[]>;

/** Everybody's text comes from a run that was sent its prompt; who is not named agrees. */
function answerAll(dialogue: Dialogue, drafts: Drafts = {}, provenance: Provenance = fromRunner()): void {
  for (const expert of dialogue.panel()) answer(dialogue, expert, drafts[expert] ?? ["[MOVE:CONVERGE]"], provenance);
}

function answer(dialogue: Dialogue, expert: string, draft: Drafts[string], provenance: Provenance): void {
  const text = draftOf(expert, dialogue.open().round, draft);
  const [asked] = promptsOf(asksOf(dialogue), expert);
  const run = { ...provenance.run!, ...(asked && { prompt_sha256: asked.answer_sha256 }) };
  fileAnswer(dialogue.project, { ...dialogue.open(), expert, text, provenance: { ...provenance, run } }, random);
}

const register = (dialogue: Dialogue, play: Played | undefined, judgement: Answer = {}) =>
  dialogue.call(
    "dialogue.round-register",
    { dialogue_id: dialogue.id, round: dialogue.open().round, ...fourPoints, ...judgement },
    { play },
  );

const page = ({ root, id }: Dialogue, name: string) =>
  readFileSync(join(root, `.blue/dialogues/${id}/${name}`), "utf8");

describe("a round of runs", () => {
  it("is recorded with the runs, and what a run wrote is not counted as filed by the Judge", async () => {
    const dialogue = await makeDialogue();
    answerAll(dialogue);
    const play = playedOf({
      runs: [otherRunOf(), otherRunOf({ purpose: "expert", seat: "Scone", ended: "crashed", shown: ["I thi"] })],
      left_out: ["close T0009"],
    });
    await register(dialogue, play);
    expect(dialogue.record(0)).toMatchObject({ played: play, texts: [{ provenance: fromRunner() }, {}, {}] });
    expect(page(dialogue, "round-0/muffin.md")).toContain(
      "From a run of its own (claude 2.1.325, model opus) at 2026-02-03T14:23:00.000Z.",
    );
    expect(page(dialogue, "round-0/judge.md")).toContain(
      "## Broken Off, Not Counted\n\nScone, ended as crashed:\n\n> I thi",
    );
    expect(page(dialogue, "round-0/round-0.summary.md")).toContain(
      "Decided by the Judge alone: nothing. The player's: 1 refused wish of the Judge left out, 1 run without an answer, 1 of them seen by a person; nothing else.",
    );
    expect(await dialogue.call("dialogue.verify", { dialogue_id: dialogue.id })).toMatchObject({ findings: [] });
  });

  it("says which run was not confined, and which text was cut", async () => {
    const dialogue = await makeDialogue();
    answerAll(dialogue, {}, fromRunner({ cut: true, run: textRunOf({ confined: false, model: null, version: null }) }));
    await register(dialogue, playedOf());
    expect(page(dialogue, "round-0/scone.md")).toContain("(claude, model not told, not confined)");
    expect(page(dialogue, "round-0/scone.md")).toContain("It was cut at its output limit, and no signal in it counts.");
  });

  it("counts no signal of a text that was cut, however whole it looks", async () => {
    const dialogue = await makeDialogue();
    answerAll(dialogue, {}, fromRunner({ cut: true }));
    const { signals } = await dialogue.call<{ signals: Answer[] }>("dialogue.round-collect", {
      dialogue_id: dialogue.id,
    });
    const cut = { counted: false, why: "the text was cut at its output limit" };
    expect(signals).toMatchObject([cut, cut, cut]);
    expect(await register(dialogue, playedOf())).toMatchObject({ convergence: { signals: 0 }, can_converge: false });
    expect(dialogue.record(0).signals).toMatchObject([cut, cut, cut]);
    const rounds = [
      {
        ...dialogue.record(0),
        signals: dialogue.record(0).signals.map((one) => ({ ...one, counted: true, why: null })),
      },
    ];
    const { opening } = openDialogue(dialogue.project, { dialogue_id: dialogue.id }).loaded;
    expect(recount(opening, rounds).join()).toContain("Muffin's signal in line 1 counts; the texts do not");
  });

  it("has what cannot be read dismissed by code, and that is not the Judge's hand", async () => {
    const dialogue = await makeDialogue();
    answerAll(dialogue, {
      Muffin: ["[MUFFIN-T00: who pays]\nNobody said.", "[MOVE:CONVERGE]"],
      Scone: ["[RE:SUPPORT P9999]", "[MOVE:CONVERGE]"],
    });
    const { problems } = await dialogue.call<{ problems: { expert: string; line: number }[] }>(
      "dialogue.round-collect",
      { dialogue_id: dialogue.id },
    );
    expect(problems).toHaveLength(2);
    const [unread, dangling] = problems.map(({ expert, line }) => ({ expert, line }));
    const dismissed = [
      { ...unread, reason: "unreadable" },
      { ...dangling, reason: "refers to nothing" },
    ];
    const tooMany = await register(dialogue, playedOf({ unreadable: 2 }), { dismissed }).catch((thrown) => thrown);
    expect(tooMany).toBeInstanceOf(BlueError);
    expect(tooMany).toMatchObject({ code: "count_mismatch", field: "played" });
    await register(dialogue, playedOf({ unreadable: 1 }), { dismissed });
    expect(dialogue.record(0).signals.find(({ by }) => by === "Muffin")).toMatchObject({ counted: false });
    expect(page(dialogue, "round-0/round-0.summary.md")).toContain(
      "1 dismissed; nothing else. The player's: 1 unreadable line dismissed; nothing else.",
    );
  });

  it("has a digest that covers where its texts come from", async () => {
    const digestOf = async (provenance: Provenance) => {
      const dialogue = await makeDialogue();
      answerAll(dialogue, {}, provenance);
      return (await dialogue.call<{ digest: string }>("dialogue.round-collect", { dialogue_id: dialogue.id })).digest;
    };
    const own = (digest: string) => digest.split("-").slice(1);
    const [whole, again, cut] = [
      await digestOf(fromRunner()),
      await digestOf(fromRunner()),
      await digestOf(fromRunner({ cut: true })),
    ];
    expect(own(again!)).toEqual(own(whole!));
    expect(own(cut!)).not.toEqual(own(whole!));
  });
});

describe("what a player did", () => {
  async function decided(play: Played | undefined): Promise<Dialogue> {
    const dialogue = await makeDialogue();
    await dialogue.call("dialogue.round-prompt", { dialogue_id: dialogue.id, proposal: "Use REST." });
    answerAll(dialogue);
    await register(dialogue, play);
    await dialogue.call(
      "dialogue.verdict-register",
      { dialogue_id: dialogue.id, recommendation: "Use REST." },
      { play },
    );
    return dialogue;
  }

  it("does not make a repeated call another act", async () => {
    const dialogue = await decided(playedOf());
    const other = playedOf({ runs: [] });
    const round = { dialogue_id: dialogue.id, round: 0, ...fourPoints };
    const verdict = { dialogue_id: dialogue.id, recommendation: "Use REST." };
    for (const play of [other, undefined]) {
      expect(await dialogue.call("dialogue.round-register", round, { play })).toMatchObject({
        status: "already_registered",
        differs: [],
      });
      expect(await dialogue.call("dialogue.verdict-register", verdict, { play })).toMatchObject({
        status: "already_registered",
      });
    }
    expect(dialogue.record(0).played).toEqual(playedOf());
  });

  it("cannot be said by a caller", async () => {
    const dialogue = await makeDialogue();
    answerAll(dialogue);
    await dialogue.registerRefused("invalid_input", { played: playedOf() });
    await dialogue.register();
    expect(dialogue.record(0)).not.toHaveProperty("played");
  });

  it("is on the closing and in the export, with what all of it cost", async () => {
    const dialogue = await decided(playedOf());
    expect(page(dialogue, "verdict.md")).toContain("**One model in every seat and in the chair:** opus.");
    await dialogue.call("dialogue.export", { dialogue_id: dialogue.id });
    const exported = JSON.parse(page(dialogue, "dialogue.json"));
    expect(exported).toMatchObject({
      usage: { runs: 5, tokens: { input: 4000, cached: 600, output: 350 }, usd: 0.75 },
      rounds: [{ played: playedOf() }],
      verdicts: [{ played: playedOf() }],
      judges_hand: { filed: 0, player: { failed: 0 } },
    });
    const closed = await makeDialogue();
    const closing = { dialogue_id: closed.id, outcome: "abandoned", reason: "no need" };
    await closed.call("dialogue.close", closing, { play: playedOf() });
    expect(JSON.parse(page(closed, "verdict-close.json"))).toMatchObject({ played: playedOf() });
  });

  it("ends with who is not settled on its verdict; a dialogue that was not played says nothing of it", async () => {
    const forced = async (play: Played | undefined) => {
      const dialogue = await makeDialogue({ create: { max_rounds: 2 } });
      for (const round of [0, 1]) {
        await dialogue.call("dialogue.round-prompt", { dialogue_id: dialogue.id, proposal: "Use REST." });
        answerAll(dialogue, { Muffin: `[MUFFIN-S0${round}01: APPROVE | 0.9]\nYes.\n\n[MUFFIN-T9: who pays]\n` });
        const { problems } = await dialogue.call<{ problems: { expert: string; line: number }[] }>(
          "dialogue.round-collect",
          { dialogue_id: dialogue.id },
        );
        const dismissed = problems.map(({ expert, line }) => ({ expert, line, reason: "unreadable" }));
        await register(dialogue, play && { ...play, unreadable: dismissed.length }, { dismissed });
      }
      await dialogue.verdict({ forced: true, warning: "Muffin gave no signal." });
      return page(dialogue, "verdict.md");
    };
    const words = "**Not settled:** Muffin (round 1: a line could not be read and was dismissed).";
    expect(await forced(playedOf())).toContain(words);
    expect(await forced(undefined)).not.toContain("Not settled");
  });

  it("has no warning of one model where two sat", async () => {
    const dialogue = await makeDialogue();
    await dialogue.call("dialogue.round-prompt", { dialogue_id: dialogue.id, proposal: "Use REST." });
    const other = fromRunner({ run: textRunOf({ model: "qwen3" }) });
    answer(dialogue, "Muffin", ["[MOVE:CONVERGE]"], other);
    answerAll(dialogue);
    await register(dialogue, playedOf());
    await dialogue.verdict();
    expect(page(dialogue, "verdict.md")).not.toContain("One model");
  });
});
