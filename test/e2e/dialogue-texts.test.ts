/** Nothing an expert wrote is dropped: filed, second, set aside or malformed, it is in the record, and the Judge's hand counts it. */
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { draftsFolder } from "../../src/store/drafts.ts";
import { entriesOf } from "../helpers/asks.ts";
import { type Answer, type Dialogue, makeDialogue, poolOf } from "../helpers/dialogue.ts";
import { exported } from "../helpers/exported.ts";
import { runGit } from "../helpers/project.ts";

describe("what experts write", () => {
  it("is recorded word for word with its stances, statements, moves and citations", async () => {
    const dialogue = await makeDialogue({ tree: { "docs/cost.md": "one\nCosts are low.\nthree\n" } });
    const text = [
      "Some words first.",
      "",
      '[MUFFIN-E0001: the bill] [CITE docs/cost.md#L2 "Costs are low."] [CITE docs/none.md "gone"]',
      "It is low.",
      "",
      "[DISSENT]",
      "I object to the hurry.",
      "",
      "[MINORITY VERDICT: wait a year]",
      "Two of us would wait.",
      "",
      "[MOVE:REQUEST a cost model]",
      "",
      "[MUFFIN-S0001: REJECT | confidence 0.85]",
      "Not this year.",
      "",
    ].join("\n");
    await dialogue.round({ Muffin: text });
    expect(dialogue.record(0)).toMatchObject({
      texts: [{ expert: "Muffin", state: "present", lines: text.trimEnd().split("\n") }, {}, {}],
      statements: [
        { kind: "dissent", by: "Muffin", label: null, lines: ["I object to the hurry."] },
        {
          kind: "minority_verdict",
          by: "Muffin",
          label: "wait a year",
          lines: expect.arrayContaining(["Two of us would wait."]),
        },
      ],
      stances: expect.arrayContaining([
        expect.objectContaining({ by: "Muffin", position: "REJECT", confidence: 0.85, text: "Not this year." }),
      ]),
      citations: [
        {
          by: "Muffin",
          item: "E0001",
          path: "docs/cost.md",
          result: "found",
          blob: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
        { by: "Muffin", item: "E0001", path: "docs/none.md", result: "file_missing", blob: null },
      ],
    });
    expect(dialogue.record(0).moves).toContainEqual(
      expect.objectContaining({ kind: "REQUEST", topic: "a cost model" }),
    );
    expect(await exported(dialogue)).toMatchObject({
      statements: [{ round: 0, kind: "dissent" }, { kind: "minority_verdict" }],
    });
  });

  it("counts as filed in the Judge's hand when the Judge filed it, and a second text is kept beside the first", async () => {
    const dialogue = await makeDialogue();
    const file = (expert: string, text: string, note?: string) =>
      dialogue.call("dialogue.expert-write", { dialogue_id: dialogue.id, expert, text, ...(note && { note }) });
    dialogue.writeAll({ Scone: null, Muffin: ["[MUFFIN-T0001: no]\nNo."] });
    expect(
      await file("scone", "[MOVE:CONVERGE]\n\n[SCONE-S0001: APPROVE | 1]\nYes.\n", "answered in its message"),
    ).toMatchObject({
      expert: "Scone",
      beside: false,
      complete: true,
    });
    const beside = await file("Muffin", "[MOVE:CONVERGE]\n\n[MUFFIN-S0001: APPROVE | 1]\nYes.\n");
    expect(beside).toMatchObject({ beside: true });
    const registered = await dialogue.register();
    expect(registered).toMatchObject({ convergence: { missing: ["Muffin"] }, velocity: { open_tensions: 1 } });
    const [muffin, , scone] = dialogue.record(0).texts;
    expect(muffin).toMatchObject({
      provenance: { source: "draft" },
      others: [
        {
          lines: ["[MOVE:CONVERGE]", "", "[MUFFIN-S0001: APPROVE | 1]", "Yes."],
          provenance: { source: "expert_write" },
        },
      ],
    });
    expect(scone).toMatchObject({
      provenance: { source: "expert_write", filed_by: "Judge", note: "answered in its message" },
    });
    expect(await exported(dialogue)).toMatchObject({ judges_hand: { filed: 2 } });
    expect(readFileSync(join(dialogue.root, `.blue/dialogues/${dialogue.id}/round-0/muffin.md`), "utf8")).toContain(
      "not counted",
    );
  });

  it("in the round's own folder counts as a draft, and a text filed for them never takes its place", async () => {
    const dialogue = await makeDialogue();
    await dialogue.call("dialogue.round-prompt", { dialogue_id: dialogue.id });
    dialogue.writeAll({ Muffin: null });
    dialogue.writeInRoundFolder("muffin", "[MUFFIN-T0001: no]\nNo.\n\n[MUFFIN-S0001: REJECT | 1]\nNo.\n");
    const status = await dialogue.call("dialogue.status", { dialogue_id: dialogue.id });
    expect(status).toMatchObject({
      state: "open",
      problems: [],
      panel: [{ name: "Muffin", draft: "complete" }, {}, {}],
    });
    expect(status.next).toMatchObject({ tool: "blue_dialogue_round_collect" });
    const { dialogues } = await dialogue.call<{ dialogues: Answer[] }>("dialogue.list");
    expect(dialogues).toMatchObject([{ state: "open" }]);
    const filed = await dialogue.call("dialogue.expert-write", {
      dialogue_id: dialogue.id,
      expert: "Muffin",
      text: "[MOVE:CONVERGE]\n\n[MUFFIN-S0001: APPROVE | 1]\nYes.\n",
    });
    expect(filed).toMatchObject({ beside: true });
    const registered = await dialogue.register();
    expect(registered).toMatchObject({ velocity: { open_tensions: 1 }, convergence: { missing: ["Muffin"] } });
    expect(dialogue.record(0).texts[0]).toMatchObject({
      lines: ["[MUFFIN-T0001: no]", "No.", "", "[MUFFIN-S0001: REJECT | 1]", "No."],
      provenance: { source: "adopted" },
      others: [{ provenance: { source: "expert_write" } }],
    });
    expect(await exported(dialogue)).toMatchObject({ judges_hand: { filed: 1 } });
    const { findings } = await dialogue.call<{ findings: unknown[] }>("dialogue.verify", { dialogue_id: dialogue.id });
    expect(findings).toEqual([]);
  });

  it("in the round's own folder does not count when its author is not on the panel, or git tracks it", async () => {
    const dialogue = await makeDialogue({ git: true });
    await dialogue.call("dialogue.round-prompt", { dialogue_id: dialogue.id });
    dialogue.writeAll({ Muffin: null });
    const misplaced = dialogue.writeInRoundFolder("eclair", "[ECLAIR-S0001: APPROVE | 1]\nYes.\n");
    const error = await dialogue.registerRefused("unregistered_files", { absent: ["Muffin"] });
    expect(error).toMatchObject({ value: misplaced });
    rmSync(join(dialogue.root, misplaced));
    const path = dialogue.writeInRoundFolder("muffin", "[MUFFIN-S0001: APPROVE | 1]\nYes.\n");
    runGit(dialogue.root, "add", path);
    const tracked = await dialogue.registerRefused("unregistered_files");
    expect(tracked).toMatchObject({ value: path, constraint: "untracked_drafts" });
    expect((await dialogue.call("dialogue.status", { dialogue_id: dialogue.id })).problems).toHaveLength(1);
    runGit(dialogue.root, "rm", "--cached", "-q", path);
    expect((await dialogue.register()).status).toBe("registered");
  });

  it("does not count where another repository may have brought it: a submodule at or above the drafts or the asks", async () => {
    const dialogue = await makeDialogue({ git: true });
    dialogue.writeAll();
    const places = [".blue", ".blue/drafts", `.blue/drafts/${dialogue.id}`, ".blue/asks", `.blue/asks/${dialogue.id}`];
    for (const path of places) {
      runGit(dialogue.root, "update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},${path}`);
      const error = await dialogue.registerRefused("unregistered_files");
      expect(error).toMatchObject({ value: path, constraint: expect.stringMatching(/^untracked_(drafts|asks)$/) });
      expect(error.suggestion).toContain("is to be a plain folder");
      runGit(dialogue.root, "update-index", "--force-remove", path);
    }
    // Of a text in the round's own folder, also one above that folder.
    dialogue.writeAll({ Muffin: null });
    dialogue.writeInRoundFolder("muffin", "[MOVE:CONVERGE]\n\n[MUFFIN-S0001: APPROVE | 1]\nYes.\n");
    const own = `.blue/dialogues/${dialogue.id}`;
    for (const path of [".blue/dialogues", own, `${own}/round-0`]) {
      runGit(dialogue.root, "update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},${path}`);
      const error = await dialogue.registerRefused("unregistered_files");
      expect(error).toMatchObject({ value: path, constraint: "untracked_drafts" });
      runGit(dialogue.root, "update-index", "--force-remove", path);
    }
    expect((await dialogue.register()).status).toBe("registered");
  });

  it("in the round's own folder counts also where Blue did not ask, and the record says so", async () => {
    const dialogue = await makeDialogue();
    const direct = dialogue.writeInRoundFolder("muffin", "[MOVE:CONVERGE]\n\n[MUFFIN-S0001: APPROVE | 1]\nYes.\n");
    dialogue.writeAll({ Muffin: null });
    const before = Date.now() / 1000 - 60;
    utimesSync(join(dialogue.root, direct), before, before);
    const older = { value: direct, constraint: "answers_the_round" };
    expect(await dialogue.registerRefused("unregistered_files")).toMatchObject(older);
    dialogue.writeInRoundFolder("muffin", "[MOVE:CONVERGE]\n\n[MUFFIN-S0001: APPROVE | 1]\nYes.\n");
    expect(await dialogue.register()).toMatchObject({ convergence: { signals: 3 } });
    expect(dialogue.record(0)).toMatchObject({ asks: [], texts: [{ provenance: { source: "adopted" } }, {}, {}] });
    const page = `.blue/dialogues/${dialogue.id}/round-0/judge.md`;
    expect(readFileSync(join(dialogue.root, page), "utf8")).toContain("Blue did not ask this panel");
  });

  it("in the round's own folder counts only as an answer to what Blue asked: newer, and not after a discard", async () => {
    const dialogue = await makeDialogue();
    const key = { dialogue_id: dialogue.id };
    const [now, before] = [Date.now() / 1000, Date.now() / 1000 - 60];
    await dialogue.call("dialogue.round-prompt", key);
    const direct = dialogue.writeInRoundFolder("muffin", "[MOVE:CONVERGE]\n\n[MUFFIN-S0001: APPROVE | 1]\nYes.\n");
    dialogue.writeAll({ Muffin: null });
    const stale = { value: direct, constraint: "answers_the_round" };
    utimesSync(join(dialogue.root, direct), before, before);
    expect(await dialogue.registerRefused("unregistered_files")).toMatchObject(stale);
    const { path } = await dialogue.call<{ path: string }>("dialogue.expert-write", {
      ...key,
      expert: "Muffin",
      text: "No.",
    });
    expect(readFileSync(join(dialogue.root, path), "utf8")).toBe("No.");
    expect(path).toMatch(/muffin\/draft\.md$/);
    utimesSync(join(dialogue.root, direct), now + 60, now + 60);
    expect((await dialogue.call<{ problems: string[] }>("dialogue.status", key)).problems).toEqual([]);
    await dialogue.call("dialogue.round-discard", { ...key, reason: "other words" });
    await dialogue.call("dialogue.round-prompt", key);
    dialogue.writeInRoundFolder("muffin", "[MOVE:CONVERGE]\n");
    utimesSync(join(dialogue.root, direct), now + 60, now + 60);
    dialogue.writeAll({ Muffin: null });
    expect(await dialogue.registerRefused("unregistered_files")).toMatchObject(stale);
  });

  it("in the round's own folder never answers another head: a switch of branches feeds no round", async () => {
    const dialogue = await makeDialogue({ git: true });
    const commit = (branch: string, from = "HEAD") => {
      runGit(dialogue.root, "checkout", "-q", "-b", branch, from);
      runGit(dialogue.root, "add", "-A");
      runGit(dialogue.root, "commit", "-qm", branch);
    };
    const lay = () => ["muffin", "cupcake", "scone"].map((name) => dialogue.writeInRoundFolder(name, signs));
    const go = (branch: string) => runGit(dialogue.root, "checkout", "-q", branch);
    commit("opened");
    await dialogue.round({ Muffin: ["[MUFFIN-R0001: rest]\nUse it."] });
    commit("one");
    go("opened");
    await dialogue.round({ Muffin: ["[MUFFIN-R0001: rpc]\nUse it."] });
    commit("two", "opened");
    go("one");
    const laid = lay();
    await pass();
    const stale = { errors: laid.sort().map((value) => ({ value, constraint: "answers_the_round" })) };
    for (const branch of ["two", "one"]) {
      go(branch);
      expect(await dialogue.registerRefused("unregistered_files")).toMatchObject(stale);
    }
    await dialogue.call("dialogue.round-prompt", { dialogue_id: dialogue.id });
    go("two");
    lay();
    await pass();
    go("one");
    expect(await dialogue.registerRefused("unregistered_files")).toMatchObject(stale);
    lay();
    expect(await dialogue.register()).toMatchObject({ convergence: { signals: 3 } });
  });

  it("in the round's own folder counts after a discard if it is newer and nobody was prompted; what lay there is kept aside", async () => {
    const dialogue = await makeDialogue({ create: { rotation: "none" } });
    await dialogue.round();
    const key = { dialogue_id: dialogue.id };
    dialogue.writeInRoundFolder("muffin", "[MUFFIN-T0101: old words]\nNo.\n");
    await pass();
    await dialogue.call("dialogue.round-discard", { ...key, reason: "wrong subject" });
    const direct = dialogue.writeInRoundFolder("muffin", signs);
    dateAfter(dialogue, `.blue/dialogues/${dialogue.id}/round-0/round.json`, direct);
    dialogue.writeAll({ Muffin: null });
    const stale = { value: direct, constraint: "answers_the_round" };
    expect(await dialogue.registerRefused("unregistered_files")).toMatchObject(stale);
    dialogue.writeInRoundFolder("muffin", signs);
    expect(await dialogue.register()).toMatchObject({ velocity: { open_tensions: 0 }, convergence: { signals: 3 } });
    expect(dialogue.record(1)).toMatchObject({
      asks: [],
      discarded: [{ texts: [{ expert: "Muffin", lines: ["[MUFFIN-T0101: old words]", "No."] }] }],
    });
  });

  it("in the round's own folder does not count when it lay there before its author was seated; who sat already stays", async () => {
    const dialogue = await makeDialogue({ experts: 2, create: { expert_pool: poolOf(3), rotation: "graduated" } });
    const lay = () => ["muffin", "cupcake", "scone"].map((name) => dialogue.writeInRoundFolder(name, signs));
    const seat = (...names: string[]) =>
      dialogue.call("dialogue.evolve-panel", {
        dialogue_id: dialogue.id,
        panel: names.map((name, i) => ({ name, role: `Expert ${i + 1}`, source: "pool" })),
      });
    await dialogue.round();
    const [, , direct] = lay();
    await pass();
    const stranger = await dialogue.registerRefused("unregistered_files");
    expect(stranger).toMatchObject({ value: direct, constraint: "writer_is_seated" });
    await seat("Muffin", "Cupcake", "Scone");
    const early = await dialogue.registerRefused("unregistered_files");
    expect(early).toMatchObject({ value: direct, constraint: "answers_the_round" });
    expect(early.errors).toBeUndefined();
    dialogue.writeInRoundFolder("scone", signs);
    expect(await dialogue.register()).toMatchObject({ convergence: { signals: 3, panel_size: 3 } });
  });

  it("in the round's own folder before Blue asked is recorded, and no signal in it counts", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeInRoundFolder("muffin", signs);
    await pass();
    const asked = await dialogue.call<{ warnings: string[] }>("dialogue.round-prompt", { dialogue_id: dialogue.id });
    expect(asked.warnings).toContainEqual(expect.stringContaining("Muffin wrote before Blue asked"));
    dialogue.writeAll({ Muffin: null });
    expect(await dialogue.register()).toMatchObject({ convergence: { signals: 2, missing: ["Muffin"] } });
    expect(dialogue.record(0).texts[0]).toMatchObject({ provenance: { source: "adopted", unasked: true } });
  });

  it("is refused when git tracks the drafts", async () => {
    const dialogue = await makeDialogue({ git: true });
    dialogue.writeAll();
    runGit(dialogue.root, "add", "-f", `${draftsFolder(dialogue.open())}/muffin/draft.md`);
    await dialogue.registerRefused("unregistered_files");
    await dialogue.refused("unregistered_files", "dialogue.expert-write", {
      dialogue_id: dialogue.id,
      expert: "Muffin",
      text: "[MUFFIN-S0001: APPROVE | 1]\nYes.",
    });
  });

  it("for another head is not read: a switched branch cannot feed its drafts to this one", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeAll({ Muffin: ["[MUFFIN-T0001: no]\nNo."] });
    const other = dialogue.open();
    expect(draftsFolder({ ...other, head: "f".repeat(64) })).not.toBe(draftsFolder(other));
    await dialogue.register();
    const { panel } = await dialogue.call<{ panel: { draft: string }[] }>("dialogue.status", {
      dialogue_id: dialogue.id,
    });
    expect(panel.map(({ draft }) => draft)).toEqual(["missing", "missing", "missing"]);
  });

  it("may be said by a guest: the tension counts, the signal does not", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeAll();
    await dialogue.call("dialogue.say", {
      dialogue_id: dialogue.id,
      text: "[GUEST-T0001: who pays]\nNobody has priced it.\n\n[MOVE:CONVERGE]\n",
    });
    const registered = await dialogue.register({ panel_size: 3, converge_signals: 3, open_tensions: 1 });
    expect(registered).toMatchObject({
      id_mapping: { "GUEST-T0001": "T0001" },
      convergence: { signals: 3, panel_size: 3 },
    });
    await dialogue.verdictRefused("velocity_not_zero");
  });

  it("with a malformed marker or a reference to nothing blocks until corrected or dismissed, and is then in the Judge's hand", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeAll({ Scone: ["[SCONE-P001: three digits]\nSo.", "[SCONE-P0002: fine]\n[RE:SUPPORT P0042]\nSo."] });
    const error = await dialogue.registerRefused("unmapped_marker");
    expect(error.errors).toMatchObject([
      {
        error_code: "unmapped_marker",
        context: { expert: "Scone", line: 1, path: expect.stringContaining("scone/draft.md") },
      },
      { error_code: "target_not_found", context: { line: 5 } },
    ]);
    const half = [{ expert: "Scone", line: 1, reason: "three digits" }];
    await dialogue.registerRefused("target_not_found", { dismissed: half });
    await dialogue.registerRefused("invalid_input", { dismissed: [...half, { expert: "Scone", reason: "no line" }] });
    await dialogue.register({ dismissed: [...half, { expert: "scone", line: 5, reason: "refers to nothing" }] });
    expect(dialogue.record(0).dismissed).toEqual([
      { local_id: null, expert: "Scone", line: 1, reason: "three digits" },
      { local_id: null, expert: "Scone", line: 5, reason: "refers to nothing" },
    ]);
    expect(await exported(dialogue)).toMatchObject({ judges_hand: { dismissed: 2 } });
  });

  it("with a tension that only the eye can read is refused, whatever signal stands beside it", async () => {
    const dialogue = await makeDialogue();
    for (const [line, tension] of [
      [4, "Words.\n\n[MOVE:CONVERGE]\n[\u200bMUFFIN-T0001: who pays]\nNobody."],
      [1, "［MUFFIN T0001: who pays］\nNobody.\n\n[MOVE:CONVERGE]"],
      [3, "[MOVE:CONVERGE]\n\n• [MUFFIN-\u04220001: who pays]\nNobody."],
      [3, "[MOVE:CONVERGE]\n\nMUFFIN-T0001 — who pays"],
    ] as const) {
      dialogue.writeAll({ Muffin: [tension] });
      const error = await dialogue.registerRefused("unmapped_marker");
      expect(error, tension).toMatchObject({
        message: expect.stringContaining(`muffin/draft.md:${line}: `),
        value: line,
        context: { expert: "Muffin", line },
      });
    }
    dialogue.writeAll({ Muffin: ["[\u200bMUFFIN-T0001: who pays]\nNobody."] });
    await dialogue.register({ dismissed: [{ expert: "Muffin", line: 1, reason: "said again by Scone" }] });
    expect(dialogue.record(0)).toMatchObject({
      items: [],
      dismissed: [{ expert: "Muffin", line: 1, reason: "said again by Scone" }],
    });
  });
});

describe("drafts set aside", () => {
  it("enter the next record word for word and are counted, however often and wherever they lay", async () => {
    const dialogue = await makeDialogue();
    const discard = (reason: string) => dialogue.call("dialogue.round-discard", { dialogue_id: dialogue.id, reason });
    dialogue.writeAll({ Scone: ["[SCONE-T0001: no]\nNo."] });
    expect(await discard("wrong subject")).toMatchObject({ round: 0, discarded: ["cupcake", "muffin", "scone"] });
    await dialogue.refused("not_found", "dialogue.round-discard", { dialogue_id: dialogue.id, reason: "again" });
    await dialogue.call("dialogue.sample-panel", { dialogue_id: dialogue.id });
    dialogue.write("Muffin", ["[MUFFIN-T0001: no]\nNo."]);
    dialogue.writeInRoundFolder("muffin", "[MUFFIN-T0002: never]\nNo.\n");
    dialogue.writeInRoundFolder("cupcake", "[CUPCAKE-T0001: no]\nNo.\n");
    expect(await discard("wrong again")).toMatchObject({ discarded: ["cupcake", "muffin"] });
    await dialogue.call("dialogue.sample-panel", { dialogue_id: dialogue.id });
    await dialogue.round();
    const { discarded } = dialogue.record(0);
    expect(discarded).toMatchObject([
      { round: 0, reason: "wrong subject", texts: [{ expert: "Cupcake" }, { expert: "Muffin" }, { expert: "Scone" }] },
      {
        reason: "wrong again",
        texts: [
          { expert: "Cupcake", lines: ["[CUPCAKE-T0001: no]", "No."] },
          { expert: "Muffin", lines: expect.arrayContaining(["[MUFFIN-T0001: no]"]) },
          { expert: "Muffin", lines: ["[MUFFIN-T0002: never]", "No."] },
        ],
      },
    ]);
    expect(await dialogue.call("dialogue.get", { dialogue_id: dialogue.id })).toMatchObject({
      state: "open",
      judges_hand: { discarded: 6 },
    });
  });

  it("before a verdict enter the verdict and its Judge's hand, in every answer and on its face", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round();
    dialogue.writeAll({ Scone: ["[SCONE-T0101: wait]\nNo."] });
    await dialogue.verdictRefused("unregistered_files");
    await dialogue.call("dialogue.round-discard", { dialogue_id: dialogue.id, reason: "we were done" });
    const verdict = await dialogue.verdict();
    expect(verdict).toMatchObject({ judges_hand: { discarded: 3 } });
    const record = JSON.parse(readFileSync(join(dialogue.root, verdict.path as string), "utf8")) as {
      discarded: Answer[];
    };
    expect(record.discarded).toMatchObject([{ reason: "we were done", texts: [{}, {}, { expert: "Scone" }] }]);
    expect(await dialogue.call("dialogue.get", { dialogue_id: dialogue.id })).toMatchObject({
      judges_hand: { discarded: 3 },
    });
    expect(await dialogue.call("dialogue.export", { dialogue_id: dialogue.id })).toMatchObject({
      judges_hand: { discarded: 3 },
    });
    expect(readFileSync(join(dialogue.root, `.blue/dialogues/${dialogue.id}/verdict.md`), "utf8")).toContain(
      "3 drafts set aside",
    );
  });

  it("that are no text, or too long, can be set aside and stand in nobody's way", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeAll();
    const folder = join(dialogue.root, draftsFolder(dialogue.open()));
    writeFileSync(join(folder, "muffin/draft.md"), Buffer.from([0xff, 0xfe, 0x00, 0x41]));
    writeFileSync(join(folder, "scone/draft.md"), "x".repeat(1024 * 1024 + 1));
    const key = { dialogue_id: dialogue.id };
    expect(await dialogue.registerRefused("unmapped_marker")).toMatchObject({
      value: expect.stringContaining("muffin/draft.md"),
    });
    expect(await dialogue.call("dialogue.get", key)).toMatchObject({
      next: { tool: "blue_dialogue_round_collect", why: expect.stringContaining("muffin/draft.md is not UTF-8 text") },
    });
    expect(await dialogue.call("dialogue.round-discard", { ...key, reason: "not text" })).toMatchObject({
      discarded: ["cupcake", "muffin", "scone"],
    });
    await dialogue.call("dialogue.sample-panel", key);
    expect((await dialogue.round()).status).toBe("registered");
    expect(dialogue.record(0).discarded).toMatchObject([
      { texts: [{ expert: "Cupcake" }, { expert: "Muffin" }, { lines: [expect.stringContaining("is larger than")] }] },
    ]);
  });

  it("of a million blank lines are refused before they are filed, and set aside they fit into the record", async () => {
    const dialogue = await makeDialogue();
    const key = { dialogue_id: dialogue.id };
    const blank = `[MOVE:CONVERGE]${"\n".repeat(1024 * 1024 - 100)}x`;
    const text = { ...key, expert: "Muffin", text: blank };
    expect(await dialogue.refused("invalid_input", "dialogue.expert-write", text)).toMatchObject({ field: "text" });
    dialogue.writeAll({ Muffin: blank, Scone: blank });
    expect((await dialogue.registerRefused("unmapped_marker")).message).toContain("too many lines");
    for (const reason of ["too long", "too long again"]) {
      await dialogue.call("dialogue.round-discard", { ...key, reason });
      dialogue.writeAll({ Muffin: blank, Scone: blank });
    }
    dialogue.writeAll();
    expect((await dialogue.register()).status).toBe("registered");
    const kept = dialogue
      .record(0)
      .discarded.flatMap(({ texts }) => texts.map(({ expert, lines }) => [expert, lines[0]]));
    expect(kept).toEqual([
      ["Cupcake", expect.any(String)],
      ["Muffin", expect.stringMatching(/^\(\d+ bytes, more than the record can hold: .*1\/muffin\/draft\.md\)$/)],
      ["Scone", expect.stringMatching(/^\(\d+ bytes, more than the record can hold/)],
    ]);
  });

  it("are stored once: the same words twice, and by the record that ends or goes on, not by a note between", async () => {
    const dialogue = await makeDialogue();
    const key = { dialogue_id: dialogue.id };
    await dialogue.round();
    for (const reason of ["wrong", "wrong again"]) {
      dialogue.writeAll({ Scone: ["[SCONE-T0101: wait]\nNo."] });
      await dialogue.call("dialogue.round-discard", { ...key, reason });
    }
    const note = await dialogue.verdict({ verdict_type: "interim" });
    const final = await dialogue.verdict();
    const discarded = ({ path }: Answer) =>
      JSON.parse(readFileSync(join(dialogue.root, path as string), "utf8")).discarded as { texts: unknown[] }[];
    expect(discarded(note)).toEqual([]);
    expect(discarded(final).map(({ texts }) => texts.length)).toEqual([3, 0]);
  });

  it("are kept even when the entry that ended their attempt cannot be read; a discard goes on from there", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeAll({ Scone: ["[SCONE-T0001: no]\nNo."] });
    await dialogue.call("dialogue.round-discard", { dialogue_id: dialogue.id, reason: "wrong subject" });
    writeFileSync(join(dialogue.root, entriesOf(dialogue).at(-1)!), "{ torn");
    await dialogue.refused("record_damaged", "dialogue.sample-panel", { dialogue_id: dialogue.id });
    await dialogue.call("dialogue.round-discard", { dialogue_id: dialogue.id, reason: "the log is torn" });
    await dialogue.call("dialogue.sample-panel", { dialogue_id: dialogue.id });
    await dialogue.round();
    expect(dialogue.record(0).discarded).toMatchObject([
      { round: 0, reason: "(the reason cannot be read)", texts: [{}, {}, { expert: "Scone" }] },
      { round: 0, reason: "the log is torn", texts: [] },
    ]);
  });
});

describe("the proposal", () => {
  it("makes a verdict seen by the panel when it is, word for word, the last round's", async () => {
    const dialogue = await makeDialogue();
    await dialogue.call("dialogue.round-prompt", {
      dialogue_id: dialogue.id,
      proposal: "Use REST,\nand measure it.",
    });
    await dialogue.round();
    const unseen = await dialogue.verdict({ verdict_type: "interim", recommendation: "Use REST, and measure it." });
    expect(unseen).toMatchObject({ seen_by_panel: false, decision: false });
    const seen = await dialogue.verdict({ recommendation: "Use REST, \r\nand measure it.\n\n" });
    expect(seen).toMatchObject({ seen_by_panel: true, decision: true });
    expect(seen.warnings).not.toContainEqual(expect.stringContaining("never saw"));
  });

  it("is what the prompts showed; the call cannot replace it afterwards", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round();
    await dialogue.call("dialogue.round-prompt", { dialogue_id: dialogue.id, proposal: "Use REST." });
    dialogue.writeAll();
    expect(await dialogue.registerRefused("invalid_input", { proposal: "Use RPC." })).toMatchObject({
      field: "proposal",
    });
    await dialogue.register();
    expect(dialogue.record(1).proposal).toEqual(["Use REST."]);
    expect(await dialogue.verdict()).toMatchObject({ seen_by_panel: true });
  });

  it("that came with the registration is shown as the Judge's word", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({}, { proposal: "Use REST." });
    expect(dialogue.record(0)).toMatchObject({ proposal: ["Use REST."], proposal_shown: false });
    const verdict = await dialogue.verdict({ recommendation: "Use REST." });
    expect(verdict).toMatchObject({ seen_by_panel: false, decision: true });
    expect((verdict.warnings as string[])[0]).toContain("That the panel saw these words is the Judge's word");
    const page = (path: string) => readFileSync(join(dialogue.root, ".blue/dialogues", dialogue.id, path), "utf8");
    expect(page("verdict.md")).toContain("3 of 3 AI experts; that they read this text is the Judge's word");
    expect(page("verdict.md")).not.toContain("word for word");
    expect(page("round-0/judge.md")).toContain("that the panel was shown it is the Judge's word");
    expect(page("round-0/proposal.md")).toContain("the text that came with the registration of round 0, line for line");
    await dialogue.call("dialogue.export", { dialogue_id: dialogue.id, format: "md" });
    expect(page("dialogue-export.md")).toContain("### Proposal, which came with the registration\n");
  });

  it("that is the subject is its words as they were when the dialogue was opened", async () => {
    const dialogue = await makeDialogue({ tree: { "design.md": "# Design\n" }, create: { subject: "design.md" } });
    await dialogue.round();
    await dialogue.call("dialogue.round-prompt", { dialogue_id: dialogue.id });
    await dialogue.round();
    writeFileSync(join(dialogue.root, "design.md"), "# The opposite\n");
    const verdict = await dialogue.verdict({ recommendation: dialogue.record(1).proposal!.join("\n") });
    expect(dialogue.record(1).proposal).toEqual(["# Design"]);
    expect(verdict).toMatchObject({ seen_by_panel: true });
  });

  it("never shown is said on the verdict's face", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round();
    const verdict = await dialogue.verdict();
    expect(verdict).toMatchObject({ seen_by_panel: false });
    expect((verdict.warnings as string[])[0]).toContain("The panel never saw these words");
  });
});

const signs = "[MOVE:CONVERGE]\n";

/** Longer than a tick of the disk's clock. */
const pass = () => new Promise((resolve) => setTimeout(resolve, 25));

/** Gives a file a time just after another one's. */
function dateAfter({ root }: Dialogue, other: string, path: string): void {
  const after = statSync(join(root, other)).mtimeMs / 1000 + 0.002;
  utimesSync(join(root, path), after, after);
}
