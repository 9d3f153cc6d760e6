/** The recorded deliberation of examples/headless-play, through the product: broken blind, rewritten, checked by its raisers, rewritten again. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import type { RoundRecord } from "../../src/rules/records.ts";
import { promptPath } from "../../src/store/drafts.ts";
import { authorOf } from "../helpers/author.ts";
import { type Answer, type Dialogue, dialogueAt, makeDesk, type Registered } from "../helpers/dialogue.ts";

const folder = fileURLToPath(new URL("../../examples/headless-play", import.meta.url));
const recorded = (path: string) => readFileSync(join(folder, path), "utf8");
const five = ["Muffin", "Cupcake", "Scone", "Eclair", "Donut"];

/** What the Judge said, without the head and digest of the day. */
function judgement(round: number): Answer {
  const { head: _head, digest: _digest, ...rest } = JSON.parse(recorded(`judge-${round}.json`));
  return rest;
}

async function registerDrafts(dialogue: Dialogue, drafts: string, round: number): Promise<Registered> {
  for (const name of dialogue.panel()) dialogue.write(name, recorded(`${drafts}/${name.toLowerCase()}.md`));
  return dialogue.register(judgement(round));
}

function countBy(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

const tensionsWith = ({ tensions }: RoundRecord, wanted: string) =>
  new Set(tensions.filter(({ change }) => change === wanted).map(({ id }) => id));
const citations = (record: RoundRecord, path: RegExp) =>
  countBy(record.citations.filter((one) => path.test(one.path)).map(({ result }) => result));

describe("the recorded deliberation on headless play", () => {
  let dialogue: Dialogue;
  let author: ReturnType<typeof authorOf>;
  let broken: Registered;
  let first: Answer;
  let check: Answer;
  let checkPrompt: string;
  let checked: Registered;
  let secondPrompt: string;
  let second: Answer;
  let signing: Answer;

  beforeAll(async () => {
    const desk = makeDesk({
      tree: {
        "docs/proposals/headless-play.md": recorded("texts/0-subject.md"),
        "docs/proposals/headless-play-v2.md": recorded("texts/3-panel-rewritten.md"),
      },
    });
    // The sources were files of this repository as it was then; they are not part of the recording.
    const { sources: _sources, ...create } = JSON.parse(recorded("create.json"));
    const { dialogue_id } = await desk.call<{ dialogue_id: string }>("dialogue.create", create);
    dialogue = dialogueAt(desk, dialogue_id);
    author = authorOf(dialogue);
    await author.prompt();
    broken = await registerDrafts(dialogue, "blind-round", 0);
    first = await author.rewrite(recorded("texts/3-panel-rewritten.md"), recorded("texts/3-answers.md"));
    check = await author.prompt();
    checkPrompt = readFileSync(join(dialogue.root, promptPath(dialogue.open(), "Cupcake")), "utf8");
    checked = await registerDrafts(dialogue, "check-round", 1);
    await author.revise();
    secondPrompt = readFileSync(join(dialogue.root, author.files().prompt), "utf8");
    author.write(recorded("texts/4-panel-checked.md"), recorded("texts/4-answers.md"));
    second = await author.revise();
    signing = await author.prompt({ ask: "sign" });
  });

  it("is broken blind by five: 58 tensions written, 43 after merging, every draft read without a problem", () => {
    const { items, merged, texts, dismissed } = dialogue.record(0);
    const raised = items.filter(({ type }) => type === "T");
    expect(raised.length + merged.length).toBe(58);
    expect(raised).toHaveLength(43);
    expect(texts.map(({ expert, state }) => [expert, state])).toEqual(five.map((name) => [name, "present"]));
    expect(dismissed).toEqual([]);
    expect(broken).toMatchObject({ velocity: { total: 43 }, next: { tool: "blue_dialogue_revise" } });
  });

  it("cites 122 places; what is in the recording is found, but for ten whose words the kept subject lacks", () => {
    const [zero, one] = [dialogue.record(0), dialogue.record(1)];
    expect(zero.citations.length + one.citations.length).toBe(122);
    expect(citations(zero, /^docs\/proposals/)).toEqual({ found: 23, found_elsewhere: 29, not_found: 10 });
    expect(citations(one, /^docs\/proposals/)).toEqual({ found: 32 });
    expect(citations(zero, /^(?!docs\/proposals)/)).toEqual({ file_missing: 22 });
    expect(citations(one, /^(?!docs\/proposals)/)).toEqual({ file_missing: 6 });
  });

  it("is rewritten by its author, who answers all 43 in a text of the same size", () => {
    expect(first).toMatchObject({
      status: "written",
      size: { before: 23_916, now: 23_947, max: 29_895 },
      open: { length: 43 },
      // "Refused part: …": settled, and not as it was asked.
      resolved: { length: 38 },
      in_part: { length: 5 },
      refused: [],
      next: { tool: "blue_dialogue_round_prompt" },
    });
  });

  it("is checked by all five, for each has a tension of its own; an answer has closed none of them", () => {
    expect(check).toMatchObject({ ask: "check", not_asked: [], spawn: five.map((expert) => ({ expert })) });
    expect(checkPrompt).toContain("The author: **fixed**");
    expect(checkPrompt).toContain("> §4: no `.git`, ignored or untracked file in the view");
    expect(dialogue.record(1)).toMatchObject({ asked: "check", revisions: [{ alone: false, size: 23_947 }] });
  });

  it("has 29 settled by the check, 14 left or reopened, 13 new: 27 open and no signal", () => {
    const record = dialogue.record(1);
    const settled = tensionsWith(record, "resolved");
    const fresh = tensionsWith(record, "raised");
    const open = second.open as string[];
    expect([settled.size, tensionsWith(record, "reopened").size, fresh.size]).toEqual([29, 11, 13]);
    expect(open.filter((id) => !fresh.has(id))).toHaveLength(14);
    expect(checked).toMatchObject({
      velocity: { open_tensions: 27, total: 27 },
      convergence: { signals: 0, panel_size: 5, missing: five },
    });
  });

  it("shows the author what is left of a reopened tension, in its raiser's words", () => {
    expect(secondPrompt).toContain(
      "Reopened, for what is left:\n\n> [RE:REOPEN T0018]\n> [RE:REOPEN T0004]\n> [CITE docs/proposals/headless-play-v2.md#L23",
    );
    expect(secondPrompt).toContain("> `allow` does not; `permissions.additionalDirectories` does.");
  });

  it("is rewritten again: all 27 are answered, though the sheet goes by the raisers' own IDs", () => {
    expect(second).toMatchObject({
      status: "written",
      size: { before: 23_947, now: 23_928, max: 29_895 },
      open: { length: 27 },
      resolved: { length: 26 },
      in_part: { length: 1 },
      refused: [],
    });
    const inPart = (second.in_part as { id: string }[]).map(({ id }) => id);
    expect([...(second.resolved as string[]), ...inPart].sort()).toEqual(second.open);
  });

  it("can now be signed by everybody; the records hold", async () => {
    expect(signing).toMatchObject({ ask: "sign", not_asked: [], spawn: { length: 5 } });
    expect(await dialogue.call("dialogue.verify", { dialogue_id: dialogue.id })).toMatchObject({ findings: [] });
  });
});
