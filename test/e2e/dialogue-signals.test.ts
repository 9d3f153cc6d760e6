/** A signal counts only when its author objects nowhere: not in a line that cannot be read, not in a second text, and not by another name for an old ID. */
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Dialogue, makeDialogue, treeOf } from "../helpers/dialogue.ts";

const uncounted = (dialogue: Dialogue, round = 0) =>
  dialogue
    .record(round)
    .signals.filter(({ counted }) => !counted)
    .map(({ by, why }) => `${by}: ${why}`);

describe("a dismissed line", () => {
  it.each([
    ["a tension of another round", "[MUFFIN-T0101: keys leak]"],
    ["a tension of another expert", "[CUPCAKE-T0001: keys leak]"],
    ["a reopening of nothing", "[RE:REOPEN T0707]"],
    ["a tension in foreign letters", "[MUFFIN-\u04220001: keys leak]"],
    ["a reopening in two words", "[RE:RE-OPEN T0001]"],
    ["a tension inside a reference", "[RE:SUPPORT P0001 [MUFFIN-T0001: keys leak]]"],
  ])("that is %s costs its author's signal", async (_, marker) => {
    const dialogue = await makeDialogue();
    dialogue.writeAll({ Muffin: [`${marker}\nThey do.`, "[MOVE:CONVERGE]"] });
    const { signals } = await dialogue.call<{ signals: { expert: string; why: string }[] }>("dialogue.round-collect", {
      dialogue_id: dialogue.id,
    });
    const { why } = signals.find(({ expert }) => expert === "Muffin")!;
    expect(signals).toContainEqual({ expert: "Muffin", counted: false, why });
    expect(why).toMatch(/^T0707 is reopened$|^line 1: .*MUFFIN|^line 1: .*CUPCAKE|^line 1: \[RE:/);
    const dismissed = [{ expert: "Muffin", line: 1, reason: "a slip" }];
    expect(await dialogue.register({ dismissed })).toMatchObject({
      convergence: { missing: ["Muffin"] },
      can_converge: false,
    });
    expect(uncounted(dialogue)).toEqual([`Muffin: ${why}`]);
    await dialogue.verdictRefused("convergence_not_unanimous");
  });

  it("that raises nothing leaves the signal", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeAll({ Muffin: ["[RE:SUPPORT P0707]\nYes.", "[MOVE:CONVERGE]"] });
    const dismissed = [{ expert: "Muffin", line: 1, reason: "refers to nothing" }];
    expect(await dialogue.register({ dismissed })).toMatchObject({ can_converge: true });
  });
});

describe("an expert's own ID of an earlier round", () => {
  it("is the item it became: reopening by it reopens, opposing by it keeps a resolver from closing", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: ["[MUFFIN-T0001: keys leak]\nThey do."] });
    await dialogue.round({ Cupcake: ["[CUPCAKE-R0101: rotate them]\n[RE:RESOLVE T0001]\nDaily.", "[MOVE:CONVERGE]"] });
    dialogue.writeAll({ Muffin: ["[RE:OPPOSE CUPCAKE-R0101]\nToo rare.", "[MOVE:CONVERGE]"] });
    await dialogue.registerRefused("no_resolver", {
      tension_updates: [{ id: "T0001", status: "resolved", via: "R0101" }],
    });
    await dialogue.register();
    const agrees = ["[RE:SUPPORT R0101]\nDaily will do.", "[MOVE:CONVERGE]"];
    await dialogue.round({ Muffin: agrees }, { tension_updates: [{ id: "T0001", status: "resolved", via: "R0101" }] });
    const reopened = await dialogue.round({ Muffin: ["[RE:REOPEN MUFFIN-T0001]\nHourly.", "[MOVE:CONVERGE]"] });
    expect(reopened).toMatchObject({ velocity: { open_tensions: 1 }, convergence: { missing: ["Muffin"] } });
    expect(dialogue.record(4).refs).toContainEqual(expect.objectContaining({ kind: "REOPEN", target: "T0001" }));
  });
});

describe("a second text", () => {
  const beside = (dialogue: Dialogue, text: string) =>
    writeFileSync(join(dialogue.root, dirname(dialogue.write("Muffin", ["[MOVE:CONVERGE]"])), "draft-2.md"), text);

  it.each([
    ["raises a tension", "[MUFFIN-T0001: keys leak]\nThey do.\n", "MUFFIN-T0001 raises a tension"],
    ["reopens one", "[RE:REOPEN T0001]\n", "T0001 is reopened"],
    ["dissents", "[DISSENT]\nI object.\n", "line 1 is a dissent"],
    ["takes the signal back", "[MUFFIN-S0001: REJECT | 0.9]\nNo.\n", "the stance is REJECT"],
    ["says something like it", "[MUFFIN-T0909: keys leak]\n", "line 1: MUFFIN-T0909 is not of round 0"],
    [
      "rejects with a slip",
      "[MUFFIN-S0001: REJECT - no]\n",
      "line 1: [MUFFIN-S0001: REJECT - no] is not a valid marker",
    ],
    [
      "rejects and then approves",
      "[MUFFIN-S0001: REJECT | 0.9]\nNo.\n\n[MUFFIN-S0002: APPROVE | 0.9]\nYes.\n",
      "the stance is REJECT",
    ],
  ])("that %s costs the signal, and the Judge is told", async (_, text, objection) => {
    const dialogue = await makeDialogue();
    dialogue.writeAll();
    beside(dialogue, text);
    const { notices } = await dialogue.call<{ notices: string[] }>("dialogue.round-collect", {
      dialogue_id: dialogue.id,
    });
    const told = expect.stringMatching(/Muffin has a second text, .* it objects$/);
    expect(notices).toContainEqual(told);
    const registered = await dialogue.register();
    expect(registered).toMatchObject({ convergence: { missing: ["Muffin"] }, can_converge: false });
    expect(registered.warnings).toContainEqual(told);
    expect(registered.warnings).toContain(`Muffin's signal does not count: in a second text: ${objection}.`);
    expect(uncounted(dialogue)).toEqual([`Muffin: in a second text: ${objection}`]);
  });

  it.each([
    ["REJECT | 0.9", "the stance is REJECT"],
    ["HOLD", "the stance is HOLD"],
  ])("beside the signal is not needed: a stance of %s in the same text costs it", async (stance, why) => {
    const dialogue = await makeDialogue();
    dialogue.writeAll({ Muffin: `[MOVE:CONVERGE]\n\n[MUFFIN-S0001: ${stance}]\nNo.\n` });
    expect(await dialogue.register()).toMatchObject({ convergence: { missing: ["Muffin"] }, can_converge: false });
    expect(uncounted(dialogue)).toEqual([`Muffin: ${why}`]);
  });

  it("that agrees or says nothing stands beside the first, and the verdict's page names it", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeAll();
    beside(dialogue, "My draft is written.\n\n[MUFFIN-S0001: APPROVE | 0.9]\nYes.\n");
    const registered = await dialogue.register();
    expect(registered).toMatchObject({ can_converge: true });
    expect(registered.warnings).toContainEqual(
      expect.stringMatching(/a second text, kept beside this one and not counted$/),
    );
    await dialogue.verdict();
    const page = readFileSync(join(dialogue.root, ".blue/dialogues", dialogue.id, "verdict.md"), "utf8");
    expect(page).toContain("**Muffin, round 0: a second text, kept in their file and not counted**");
    expect(page).toContain("| Still disagree | nobody; 1 second text not counted |");
  });
});

describe("a draft that the Judge set aside", () => {
  it("is named on the verdict's page, which then does not say that nobody objected", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeAll({ Muffin: ["[MUFFIN-T0001: keys leak]\nThey do."] });
    await dialogue.call("dialogue.round-discard", { dialogue_id: dialogue.id, round: 0, reason: "once more" });
    await dialogue.call("dialogue.sample-panel", { dialogue_id: dialogue.id, round: 0 });
    await dialogue.round();
    await dialogue.verdict();
    const page = readFileSync(join(dialogue.root, ".blue/dialogues", dialogue.id, "verdict.md"), "utf8");
    expect(page).toContain("**Muffin wrote a draft for round 0 that the Judge set aside. The reason:**\n\n> once more");
    expect(page).toContain("| Still disagree | nobody; 3 drafts set aside by the Judge |");
  });
});

describe("a label that the Judge gave", () => {
  it("stands beside its author's own, wherever a reader meets the tension", async () => {
    const dialogue = await makeDialogue();
    const own = "Private keys leak to every client";
    await dialogue.round(
      { Muffin: [`[MUFFIN-T0001: ${own}]\nThey do.`], Scone: ["[SCONE-T0001: cost]\nHigh."] },
      {
        tensions: [
          { local_id: "MUFFIN-T0001", label: "Wording of section 3" },
          { local_id: "SCONE-T0001", label: "cost" },
        ],
      },
    );
    expect(dialogue.record(0).items).toMatchObject([
      { label: "Wording of section 3", own_label: own },
      { label: "cost" },
    ]);
    expect(dialogue.record(0).items[1]).not.toHaveProperty("own_label");
    const page = (path: string) => readFileSync(join(dialogue.root, ".blue/dialogues", dialogue.id, path), "utf8");
    const both = `${own} (the Judge calls it “Wording of section 3”)`;
    for (const path of ["tensions.md", "round-0/round-0.summary.md"]) expect(page(path)).toContain(both);
    expect(page("round-0/round-0.summary.md")).toContain("1 item renamed; nothing else.");
    const { items } = await dialogue.call<{ items: object[] }>("dialogue.get", { dialogue_id: dialogue.id });
    expect(items[0]).toMatchObject({ label: own, renamed: "Wording of section 3" });
  });

  it("is not what later prompts, the list of what is open and the verdict call the tension", async () => {
    const dialogue = await makeDialogue({ create: { max_rounds: 2 } });
    const own = "the ledger loses committed payments";
    await dialogue.round(
      { Muffin: [`[MUFFIN-T0001: ${own} | critical]\nIt does.`] },
      { tensions: [{ local_id: "MUFFIN-T0001", label: "spelling of a column name" }] },
    );
    const key = { dialogue_id: dialogue.id };
    await dialogue.call("dialogue.round-prompt", { ...key, proposal: "Use REST." });
    const drafts = treeOf(join(dialogue.root, ".blue/drafts"));
    const shown = Object.entries(drafts).filter(([path]) => path.endsWith(".md"));
    expect(shown.some(([, text]) => text.includes(own))).toBe(true);
    for (const [path, text] of shown) expect(text, path).not.toContain("spelling of a column name");
    expect(await dialogue.call("dialogue.status", key)).toMatchObject({ open_tensions: [{ label: own }] });
    await dialogue.round({}, { tension_updates: [] });
    await dialogue.verdict({ forced: true, warning: "T0001 is open." });
    const verdict = readFileSync(join(dialogue.root, ".blue/dialogues", dialogue.id, "verdict.md"), "utf8");
    expect(verdict).toContain(`| Still open | T0001 critical: ${own} |`);
    expect(verdict).toContain(`**T${own.slice(1)}.**`);
    expect(verdict).not.toContain("spelling of a column name");
  });
});
