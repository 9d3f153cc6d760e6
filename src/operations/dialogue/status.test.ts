import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { entriesOf } from "../../../test/helpers/asks.ts";
import { type Answer, expectUnchanged, makeDialogue, show, treeOf } from "../../../test/helpers/dialogue.ts";
import { largestDraft } from "../../store/drafts.ts";

describe("dialogue.status", () => {
  it("puts a Judge who lost everything back in the seat, at every step, and changes nothing", async () => {
    const dialogue = await makeDialogue();
    const status = async () => {
      const before = treeOf(dialogue.root);
      const answer = await dialogue.call<Answer & { next: { tool: string } }>("dialogue.status", {
        dialogue_id: dialogue.id,
      });
      expectUnchanged(dialogue.root, before);
      return answer;
    };
    const steps: string[] = [];
    const note = async () => steps.push((await status()).next.tool.replace("blue_dialogue_", ""));
    await note();
    await dialogue.call("dialogue.round-prompt", { dialogue_id: dialogue.id });
    await note();
    dialogue.writeAll({ Muffin: ["[MUFFIN-T0001: cost]\nDear."] });
    await note();
    await dialogue.register();
    await note();
    await dialogue.round({ Muffin: ["[MOVE:CONVERGE]", "[MUFFIN-C0101: so]\n[RE:RESOLVE T0001]\nThus."] });
    await note();
    await dialogue.round({}, { tension_updates: [{ id: "T0001", status: "resolved", via: "C0101" }] });
    await note();
    await dialogue.verdict();
    await note();
    expect(steps).toEqual([
      "round_prompt",
      "round_collect",
      "round_collect",
      "revise",
      "revise",
      "verdict_register",
      "blue_rfc_create",
    ]);
  });

  it("does not say that there are too few objections to tell how many were missed: nobody would act on it", async () => {
    const dialogue = await makeDialogue();
    await dialogue.call("dialogue.round-prompt", { dialogue_id: dialogue.id });
    await dialogue.round({ Muffin: ["[MUFFIN-T0001: cost]\nDear."] });
    const few = async () =>
      (await show("dialogue.status", await dialogue.call("dialogue.status", { dialogue_id: dialogue.id }))).split(
        "Too few to tell how many were missed",
      ).length - 1;
    expect(await few()).toBe(0);
    await dialogue.round({ Muffin: ["[MOVE:CONVERGE]", "[MUFFIN-C0101: so]\n[RE:RESOLVE T0001]\nThus."] });
    await dialogue.round({}, { tension_updates: [{ id: "T0001", status: "resolved", via: "C0101" }] });
    await dialogue.verdict();
    expect(await few()).toBe(0);
  });

  it("says who wrote, who broke off and who did not, and where each draft goes", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeAll({ Cupcake: "[CUPCAKE-P0001: half a", Scone: null });
    const answer = await dialogue.call("dialogue.status", { dialogue_id: dialogue.id });
    expect(answer).toMatchObject({
      state: "open",
      rounds_registered: 0,
      max_rounds: 10,
      open_round: 0,
      head: dialogue.open().head,
      panel: [
        { name: "Muffin", draft: "complete" },
        { name: "Cupcake", draft: "incomplete" },
        { name: "Scone", draft: "missing", draft_file: expect.stringMatching(/scone\/draft\.md$/) },
      ],
    });
    const text = await show("dialogue.status", answer);
    expect(text).toContain("✓ Muffin");
    expect(text).toContain("! Cupcake");
    expect(text).toContain("No round is registered yet.");
  });

  it("says of a draft that it is not started before there are prompts, and of an offered fix that it is one", async () => {
    const dialogue = await makeDialogue();
    const shown = async () =>
      show("dialogue.status", await dialogue.call("dialogue.status", { dialogue_id: dialogue.id }));
    expect(await shown()).toMatch(/· Scone, .*: not started$/m);
    await dialogue.call("dialogue.round-prompt", { dialogue_id: dialogue.id });
    expect(await shown()).toMatch(/· Scone, .*: no draft yet$/m);
    await dialogue.round({
      Muffin: "[MUFFIN-T0001: it leaks | major]\n\n[MUFFIN-R0001: close it]\n[RE:RESOLVE MUFFIN-T0001]\n",
    });
    expect(await shown()).toContain("  T0001 major, fix offered (R0001): it leaks");
  });

  it("lists new perspectives beside the open tensions, and how their count becomes 0", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: "[MUFFIN-P0001: what callers pay]\nMuch.\n\n[MUFFIN-T0001: it leaks]\nHere." });
    const shown = async () =>
      show("dialogue.status", await dialogue.call("dialogue.status", { dialogue_id: dialogue.id }));
    const count = "the next round without a new one makes that 0";
    expect(await shown()).toMatch(/ {2}T0001 open: it leaks\n {2}P0001 new perspective: what callers pay\n {2}A persp/);
    expect(await shown()).toContain(count);
    await dialogue.round({ Muffin: "Nothing new." });
    expect(await shown()).not.toContain("P0001");
    expect(await shown()).not.toContain(count);
  });

  it("names no drafts of another round while the verdict is next", async () => {
    const dialogue = await makeDialogue();
    const shown = async () =>
      show("dialogue.status", await dialogue.call("dialogue.status", { dialogue_id: dialogue.id }));
    expect(await shown()).toContain("open: round 0\n  · Muffin");
    await dialogue.round({ Muffin: "[MOVE:CONVERGE]", Cupcake: "[MOVE:CONVERGE]", Scone: "[MOVE:CONVERGE]" });
    expect(await shown()).toMatch(/^Rounds registered: 1 of at most 10\nVelocity: 0 .*\n.*\n✓ The gate is open/m);
  });

  it("says what a review found: nobody is to sign it", async () => {
    const dialogue = await makeDialogue({ create: { method: "review" } });
    const said = await dialogue.round({ Muffin: "[MUFFIN-T0001: it leaks | major]\nHere." });
    const status = await dialogue.call("dialogue.status", { dialogue_id: dialogue.id });
    for (const text of [await show("dialogue.round-register", said), await show("dialogue.status", status)]) {
      expect(text).toContain("\n1 finding: 1 major\n");
      expect(text).not.toMatch(/signed|missing|Not decided|not started|open: round/);
    }
    expect(await dialogue.call("next")).toMatchObject({ things: [{ why: "1 finding: 1 major" }] });
    expect(await show("dialogue.list", await dialogue.call("dialogue.list"))).toMatch(
      /open {3}1 +1 finding: 1 major$/m,
    );
  });

  it("waits for those who broke off as for those who did not write", async () => {
    const dialogue = await makeDialogue();
    await dialogue.call("dialogue.round-prompt", { dialogue_id: dialogue.id });
    dialogue.writeAll({ Cupcake: "[CUPCAKE-P0001: half a", Scone: null });
    expect(await dialogue.call("dialogue.status", { dialogue_id: dialogue.id })).toMatchObject({
      next: { why: expect.stringContaining("waiting for Cupcake, Scone.") },
    });
  });

  it("names its problems and sends the Judge to verify", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round();
    await dialogue.round();
    rmSync(join(dialogue.root, `.blue/dialogues/${dialogue.id}/round-0/round.json`));
    expect(await dialogue.call("dialogue.status", { dialogue_id: dialogue.id })).toMatchObject({
      state: "damaged",
      problems: expect.arrayContaining([expect.stringContaining("follows a gap")]),
      can_converge: false,
      next: { tool: "blue_dialogue_verify" },
    });
  });

  it("gives a Judge who lost everything the protocol again, and names the proposal the panel was shown", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round();
    await dialogue.call("dialogue.round-prompt", { dialogue_id: dialogue.id, proposal: "Use REST." });
    const status = await dialogue.call<{ proposal: string }>("dialogue.status", {
      dialogue_id: dialogue.id,
      protocol: true,
    });
    expect(status.proposal).toMatch(/round-1-[0-9a-f]{16}\/1\/proposal\.md$/);
    expect(await show("dialogue.status", status)).toContain("Judge");
    expect(await dialogue.call("dialogue.status", { dialogue_id: dialogue.id })).not.toHaveProperty("protocol");
  });

  it.each<[string, (at: string) => void, string]>([
    ["too large", (at) => writeFileSync(at, "x".repeat(largestDraft + 1)), `is larger than ${largestDraft} bytes`],
    ["a link", (at) => symlinkSync("/etc/hostname", at), "symbolic link"],
    ["a folder", (at) => mkdirSync(at), "not a regular file"],
    ["not UTF-8", (at) => writeFileSync(at, Buffer.from([0xff, 0xfe, 0x41])), "not UTF-8"],
  ])(
    "answers though one draft is %s, names it and says what to do; so does collect, and register refuses by name",
    async (_, spoil, why) => {
      const dialogue = await makeDialogue();
      await dialogue.call("dialogue.round-prompt", { dialogue_id: dialogue.id });
      dialogue.writeAll({ Scone: null });
      const path = dialogue.write("Muffin", ["[MOVE:CONVERGE]"]);
      rmSync(join(dialogue.root, path));
      spoil(join(dialogue.root, path));
      const answer = await dialogue.call("dialogue.status", { dialogue_id: dialogue.id });
      expect(answer).toMatchObject({
        panel: [{ draft: "unreadable" }, { draft: "complete" }, { draft: "missing" }],
        problems: [expect.stringContaining(path)],
        next: { tool: "blue_dialogue_round_collect", why: expect.stringContaining("Let the expert write it again") },
      });
      expect(await show("dialogue.status", answer)).toContain(why);
      const collect = await dialogue.call("dialogue.round-collect", { dialogue_id: dialogue.id });
      expect(collect).toMatchObject({ notices: [expect.stringContaining(why)], next: answer.next });
      expect(await dialogue.registerRefused("unmapped_marker", { absent: ["Scone"] })).toMatchObject({ value: path });
    },
  );

  it("answers though a text in the round's own folder or the log of asks cannot be read", async () => {
    const dialogue = await makeDialogue();
    await dialogue.call("dialogue.round-prompt", { dialogue_id: dialogue.id });
    const direct = dialogue.writeInRoundFolder("muffin", "x".repeat(largestDraft + 1));
    const status = () => dialogue.call("dialogue.status", { dialogue_id: dialogue.id });
    expect(await status()).toMatchObject({
      panel: [{ draft: "unreadable" }, { draft: "missing" }, { draft: "missing" }],
      problems: [expect.stringContaining(direct)],
    });
    const text = { dialogue_id: dialogue.id, expert: "Muffin", text: "Words." };
    expect(await dialogue.refused("unmapped_marker", "dialogue.expert-write", text)).toMatchObject({ value: direct });
    rmSync(join(dialogue.root, direct));
    const [entry] = entriesOf(dialogue);
    writeFileSync(join(dialogue.root, entry!), "{");
    expect(await status()).toMatchObject({
      panel: [],
      proposal: null,
      problems: [expect.stringContaining(entry!)],
      next: { tool: "blue_dialogue_round_discard" },
    });
  });

  it("tells of a draft that came after its writer was called absent", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeAll({ Scone: null });
    const path = `${dialogue.write("Scone", ["Late."])}`;
    rmSync(join(dialogue.root, path));
    await dialogue.register({ absent: ["Scone"] });
    expect(await dialogue.call("dialogue.status", { dialogue_id: dialogue.id })).toMatchObject({
      warnings: expect.not.arrayContaining([expect.stringContaining("has written since")]),
    });
    writeFileSync(join(dialogue.root, path), "Late.\n");
    const { warnings } = await dialogue.call<{ warnings: string[] }>("dialogue.status", { dialogue_id: dialogue.id });
    expect(warnings).toContainEqual(expect.stringContaining(`Scone, absent in round 0, has written since: ${path}`));
  });

  it("tells of what anybody wrote after the round was registered, and not of what its record holds", async () => {
    const dialogue = await makeDialogue();
    const key = { dialogue_id: dialogue.id };
    const late = async () => {
      const { warnings } = await dialogue.call<{ warnings: string[] }>("dialogue.status", key);
      return warnings.filter((warning) => warning.includes("is in no record"));
    };
    await dialogue.call("dialogue.say", { ...key, text: "hi" });
    const muffin = dialogue.write("Muffin", "\uFEFF[MOVE:CONVERGE]\r\n\r\n[MUFFIN-S0001: APPROVE | 1]\r\nYes.\r\n\r\n");
    const cupcake = dialogue.write("Cupcake", ["[MOVE:CONVERGE]"]);
    await dialogue.call("dialogue.expert-write", { ...key, expert: "Muffin", text: "And this." });
    dialogue.write("Scone", ["[MOVE:CONVERGE]"]);
    await dialogue.register();
    expect(await late()).toEqual([]);
    const second = cupcake.replace("draft.md", "draft-2.md");
    writeFileSync(join(dialogue.root, second), "On second thoughts: no.\n");
    writeFileSync(join(dialogue.root, muffin), "Never.\n");
    expect(await late()).toEqual([
      expect.stringContaining(`Cupcake has written since round 0 was registered: ${second} `),
      expect.stringContaining(`Muffin has written since round 0 was registered: ${muffin} `),
    ]);
    const folder = join(dialogue.root, dirname(dirname(muffin)));
    rmSync(folder, { recursive: true });
    symlinkSync("/etc", folder);
    const { warnings } = await dialogue.call<{ warnings: string[] }>("dialogue.status", key);
    expect(warnings).toContainEqual(expect.stringContaining("symbolic link"));
  });
});
