import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeDecided } from "../../../test/helpers/decided.ts";
import { makeDialogue, show } from "../../../test/helpers/dialogue.ts";

describe("dialogue.outcome", () => {
  it("says how a decision fared, as often as there is something to say, and changes nothing in force", async () => {
    const decided = await makeDecided({ git: false });
    const key = { dialogue_id: decided.id };
    const before = await decided.call("dialogue.status", key);
    const said = await decided.call("dialogue.outcome", { ...key, outcome: "held", because: "no incident" });
    expect(said).toMatchObject({ status: "recorded", decision: decided.id });
    const again = await decided.call("dialogue.outcome", { ...key, outcome: "held", because: "no incident" });
    expect(again).toMatchObject({ status: "already_recorded", path: said.path });
    await decided.call("dialogue.outcome", { ...key, outcome: "failed", because: "clocks drifted" });
    expect(readdirSync(join(decided.root, ".blue/outcomes", decided.id))).toHaveLength(2);
    expect(await decided.call("dialogue.status", key)).toEqual(before);
    const { decisions } = await decided.call<{ decisions: { outcomes: object[]; health: string }[] }>("decisions", {});
    expect(decisions).toMatchObject([{ health: "sound", outcomes: [{}, { because: expect.any(String) }] }]);
    const counted = await decided.call("decisions", { outcomes: true });
    expect(counted.fared).toMatchObject({ decisions: 1, without: 0, by_way: [{ too_few: true }] });
    const words = await show("decisions", counted);
    expect(words).toMatch(/^1 decision with an outcome, 0 without\n\nBy how sure the signers were\n {2}/);
    expect(words).toMatch(
      /^By how it was decided\n {2}unanimous +0 of 1 held, 0 changed, 1 failed {2}\(too few to mean anything\)$/m,
    );
    const recalled = await decided.call<{ decisions: object[] }>("recall", { questions: [before.title as string] });
    expect(recalled.decisions).toMatchObject([{ outcomes: [{}, {}] }]);
    const [, first, second] = (await show("recall", recalled)).split("\n");
    expect(first).toMatch(/^ {4}decided [\d-]{10}, failed [\d-]{10}: clocks drifted$/);
    expect(second).toMatch(/^ {4}decided [\d-]{10}, held [\d-]{10}: no incident$/);
  });

  it("is not taken from a file that somebody changed, nor for what is not decided", async () => {
    const decided = await makeDecided({ git: false });
    const key = { dialogue_id: decided.id };
    const { path } = await decided.call<{ path: string }>("dialogue.outcome", {
      ...key,
      outcome: "failed",
      because: "x",
    });
    const file = join(decided.root, path);
    writeFileSync(file, readFileSync(file, "utf8").replace('"failed"', '"held"'));
    const { fared, warnings } = await decided.call<{ fared: object; warnings: string[] }>("decisions", {
      outcomes: true,
    });
    expect(fared).toMatchObject({ decisions: 0, without: 1 });
    expect(warnings).toEqual([expect.stringMatching(/says nothing: .*hash/)]);
    const open = await makeDialogue();
    const refused = await open.refused("dialogue_not_decided", "dialogue.outcome", {
      dialogue_id: open.id,
      outcome: "held",
      because: "x",
    });
    expect(refused.message).toContain("no final verdict");
  });

  it("is asked for by a reminder on the day that the verdict names, once however often it is repeated", async () => {
    const dialogue = await makeDialogue({ experts: 2 });
    await dialogue.round({}, { proposal: "Use REST." });
    const verdict = { dialogue_id: dialogue.id, recommendation: "Use REST.", ask_again: "2099-03-01" };
    await dialogue.refused("invalid_input", "dialogue.verdict-register", { ...verdict, ask_again: "yesterday" });
    await dialogue.call("dialogue.verdict-register", verdict);
    expect(await dialogue.call("dialogue.verdict-register", verdict)).toMatchObject({ status: "already_registered" });
    const { future } = await dialogue.call<{ future: object[] }>("reminder.list", {});
    expect(future).toMatchObject([{ due: "2099-03-01", link: `.blue/dialogues/${dialogue.id}/verdict.md` }]);
  });
});
