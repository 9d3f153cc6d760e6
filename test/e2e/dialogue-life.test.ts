/** What becomes of tensions, items, texts, panels and verdicts as rounds go by; only experts move a tension, and nothing they wrote is lost. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { draftsFolder } from "../../src/store/drafts.ts";
import {
  type Answer,
  type Dialogue,
  dialogueAt,
  expectUnchanged,
  type Input,
  makeDesk,
  makeDialogue,
  poolOf,
  raisesTension,
  treeOf,
} from "../helpers/dialogue.ts";
import { runGit } from "../helpers/project.ts";

const resolves = (round: string) => `[MUFFIN-C${round}01: caching]\n[RE:RESOLVE T0001]\nMeasured.`;
const close = (via: string, note?: string) => ({
  tension_updates: [{ id: "T0001", status: "resolved", via, ...(note && { note }) }],
});

interface Exported {
  tensions: { id: string; status: string; events: Answer[]; resolvers: Answer[]; owner: string | null }[];
  perspectives: { id: string; derived: string[]; new: boolean }[];
  [key: string]: unknown;
}

async function exported(dialogue: Dialogue): Promise<Exported> {
  const { path } = await dialogue.call<{ path: string }>("dialogue.export", { dialogue_id: dialogue.id });
  return JSON.parse(readFileSync(join(dialogue.root, path), "utf8")) as Exported;
}

function layStraight(dialogue: Dialogue, name: string, text: string): string {
  const path = `.blue/dialogues/${dialogue.id}/round-${dialogue.open().round}/${name}.md`;
  mkdirSync(dirname(join(dialogue.root, path)), { recursive: true });
  writeFileSync(join(dialogue.root, path), text);
  return path;
}

describe("a tension", () => {
  it("is raised, addressed, resolved, reopened and resolved again, each an event with its cause", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: raisesTension });
    await dialogue.round({ Scone: ["[SCONE-P0101: a thought]\n[RE:ADDRESS T0001]\nPerhaps."] });
    expect((await exported(dialogue)).tensions[0]).toMatchObject({ status: "addressed" });
    await dialogue.round({ Muffin: [resolves("02")] }, close("MUFFIN-C0201", "both fit"));
    expect((await exported(dialogue)).tensions[0]).toMatchObject({ status: "resolved" });
    const reopened = await dialogue.round({ Scone: ["[SCONE-E0301: it broke]\n[RE:REOPEN T0001]\nSee the log."] });
    expect(reopened.velocity.open_tensions).toBe(1);
    await dialogue.round({ Cupcake: ["[RE:ADDRESS T0001]", "[MOVE:CONVERGE]"] });
    expect((await exported(dialogue)).tensions[0]).toMatchObject({ status: "reopened" });
    await dialogue.round({ Muffin: [resolves("05")] }, close("C0501"));

    const [tension] = (await exported(dialogue)).tensions;
    expect(tension).toMatchObject({ status: "resolved", resolvers: [{ item: "C0201" }, { item: "C0501" }] });
    const events = tension!.events.map(({ round, change, actors, item, note }) => ({
      round,
      change,
      actors,
      item,
      note,
    }));
    expect(events).toEqual([
      { round: 0, change: "raised", actors: ["Muffin"], item: "T0001", note: null },
      { round: 1, change: "addressed", actors: ["Scone"], item: "P0101", note: null },
      { round: 2, change: "addressed", actors: ["Muffin"], item: "C0201", note: "offers a resolution" },
      { round: 2, change: "resolved", actors: ["Judge", "Muffin"], item: "C0201", note: "both fit" },
      { round: 3, change: "reopened", actors: ["Scone"], item: "E0301", note: null },
      { round: 4, change: "addressed", actors: ["Cupcake"], item: null, note: null },
      { round: 5, change: "addressed", actors: ["Muffin"], item: "C0501", note: "offers a resolution" },
      { round: 5, change: "resolved", actors: ["Judge", "Muffin"], item: "C0501", note: null },
    ]);
  });

  it("may be kept open though it has a resolver, and closed by it rounds later", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: raisesTension });
    const kept = await dialogue.round(
      { Muffin: [resolves("01")] },
      { tension_updates: [{ id: "T0001", status: "open" }] },
    );
    expect(kept.velocity.open_tensions).toBe(1);
    const context = await dialogue.call("dialogue.round-context", { dialogue_id: dialogue.id });
    expect(context.open_tensions).toMatchObject([{ id: "T0001", state: "addressed", resolvers: ["C0101"] }]);
    const closed = await dialogue.round({}, close("c0101."));
    expect(closed).toMatchObject({ velocity: { total: 0 }, can_converge: true });
  });

  it("raised by several and merged is one, with all who raised it", async () => {
    const dialogue = await makeDialogue();
    const registered = await dialogue.round(
      { Muffin: ["[MUFFIN-T0001: cost]\nDear."], Scone: ["[SCONE-T0001: price]\nDear."] },
      { tensions: [{ local_id: "SCONE-T0001", merges: ["MUFFIN-T0001"], label: "what it costs" }] },
    );
    expect(registered).toMatchObject({
      id_mapping: { "SCONE-T0001": "T0001", "MUFFIN-T0001": "T0001" },
      velocity: { open_tensions: 1 },
      convergence: { missing: ["Muffin", "Scone"] },
    });
    expect((await exported(dialogue)).tensions[0]).toMatchObject({
      label: "what it costs",
      events: [{ change: "raised", actors: ["Scone", "Muffin"] }],
    });
  });

  it("stays open when the expert who raised it is rotated out, and the verdict says who left unconvinced", async () => {
    const dialogue = await makeDialogue({ create: { max_rounds: 2 } });
    await dialogue.round({
      Scone: ["[SCONE-T0001: who pays]\nNobody.", "[SCONE-S0001: CONDITIONAL | 0.4]\nOnly if somebody pays."],
      Muffin: ["[MOVE:CONVERGE]", "[MUFFIN-S0001: HOLD | 0.5]\nI wait."],
    });
    await dialogue.call("dialogue.evolve-panel", {
      dialogue_id: dialogue.id,
      panel: ["Muffin", "Cupcake"].map((name) => ({ name, source: "retained" })),
    });
    const { velocity, convergence } = await dialogue.round();
    expect({ velocity, convergence }).toMatchObject({ velocity: { open_tensions: 1 }, convergence: { percent: 100 } });
    await dialogue.verdictRefused("velocity_not_zero");
    const verdict = await dialogue.verdict({ forced: true, warning: "Nobody pays yet." });
    expect(verdict).toMatchObject({
      forced: true,
      judges_hand: { rotated_out: 1 },
      left_unconvinced: [
        { expert: "Scone", last_round: 0, position: "CONDITIONAL", condition: "Only if somebody pays." },
      ],
    });
    expect(readFileSync(join(dialogue.root, `.blue/dialogues/${dialogue.id}/verdict.md`), "utf8")).toContain(
      "Only if somebody pays.",
    );
  });

  it("accepted unresolved counts no more, stands on the verdict with its reason, and an expert may reopen it", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: raisesTension });
    const accepted = await dialogue.round(
      {},
      { tension_updates: [{ id: "T0001", status: "accepted", reason: "a trade-off" }] },
    );
    expect(accepted).toMatchObject({ velocity: { total: 0 }, can_converge: true });
    expect(accepted.next).toMatchObject({
      tool: "blue_dialogue_verdict_register",
      arguments: { tensions_accepted: ["T0001"] },
    });
    const verdict = await dialogue.verdict({ tensions_accepted: ["T0001"] });
    expect(verdict).toMatchObject({ judges_hand: { accepted: 1 } });
    expect(verdict.summary).toMatch(/T0001.*ACCEPTED UNRESOLVED/);
    expect((await exported(dialogue)).tensions[0]).toMatchObject({ status: "accepted_unresolved" });
    const reopened = await dialogue.round({ Scone: ["[SCONE-E0201: it matters]\n[RE:REOPEN T0001]\nSee."] });
    expect(reopened.velocity.open_tensions).toBe(1);
    await dialogue.verdictRefused("velocity_not_zero");
  });

  it("has an owner and a path of resolution as the Judge says, until the Judge says otherwise", async () => {
    const dialogue = await makeDialogue();
    const own = (owner: string, resolution_path?: string) => ({
      tension_updates: [{ id: "T0001", owner, ...(resolution_path && { resolution_path }) }],
    });
    const first = await dialogue.round({ Muffin: raisesTension }, own("Muffin", "cost model next round"));
    expect(first.warnings.filter((warning) => warning.includes("no owner"))).toEqual([]);
    await dialogue.round({}, own("Scone"));
    const status = await dialogue.call("dialogue.status", { dialogue_id: dialogue.id });
    expect(status.open_tensions).toMatchObject([{ id: "T0001", owner: "Scone" }]);
    const summary = readFileSync(
      join(dialogue.root, `.blue/dialogues/${dialogue.id}/round-1/round-1.summary.md`),
      "utf8",
    );
    expect(summary).toMatch(/\| T0001 \| .* \| OPEN \| Scone \| cost model next round \|/);
  });
});

describe("an item", () => {
  it("has the status that experts and the verdict in force give it", async () => {
    const dialogue = await makeDialogue();
    const items = Array.from({ length: 9 }, (_, i) => `[MUFFIN-R000${i + 1}: item ${i + 1}]\nSo.`);
    await dialogue.round({ Muffin: items });
    await dialogue.round(
      {
        Muffin: ["[MUFFIN-R0101: mine, better]\n[RE:REFINE R0002]\nSo.", "[MOVE:CONCEDE R0007]", "[RE:OPPOSE R0009]"],
        Scone: [
          "[SCONE-R0101: yours, better]\n[RE:REFINE R0001] [RE:SUPPORT R0003] [RE:OPPOSE R0004]\nSo.",
          "[MOVE:CHALLENGE R0005]\n[MOVE:DEFEND R0006]\n[MOVE:CONCEDE R0008]",
          "[SCONE-R0102: again]\nSo.",
        ],
      },
      { merged_into: [{ local_id: "SCONE-R0102", id: "R0003" }] },
    );
    await dialogue.round();
    const statuses = async () => {
      const { items: all } = await dialogue.call<{ items: { id: string; status: string[] }[] }>("dialogue.get", {
        dialogue_id: dialogue.id,
      });
      return Object.fromEntries(all.map(({ id, status }) => [id, status.join(" ")]));
    };
    const derived = {
      R0001: "refined",
      R0002: "amended",
      R0003: "supported merged",
      R0004: "opposed",
      R0005: "challenged",
      R0006: "defended",
      R0007: "withdrawn",
      R0008: "conceded",
      R0009: "withdrawn",
      R0101: "",
      R0102: "",
    };
    expect(await statuses()).toEqual(derived);
    await dialogue.verdict({ recommendations_adopted: ["R0101"], recommendations_rejected: ["R0102"] });
    expect(await statuses()).toEqual({ ...derived, R0101: "adopted", R0102: "rejected" });
    await dialogue.round();
    expect(await statuses()).toEqual(derived);
  });

  it("is no new perspective when it refines or is merged into an earlier one, and is one when any part of it is new", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: ["[MUFFIN-P0001: cost]\nDear.", "[MUFFIN-P0002: speed]\nSlow."] });
    const registered = await dialogue.round(
      {
        Muffin: ["[MUFFIN-P0101: cost, finer]\n[RE:REFINE P0001]\nDear at first."],
        Cupcake: ["[CUPCAKE-P0101: speed, finer]\n[RE:REFINE P2]\nSlow at first.", "[CUPCAKE-P0102: taste]\nBland."],
        Scone: ["[SCONE-P0101: cost again]\nDear.", "[SCONE-P0102: speed, too]\nSlow.\n[RE:REFINE MUFFIN-P0101]"],
      },
      {
        perspectives: [{ local_id: "CUPCAKE-P0101", merges: ["CUPCAKE-P0102"] }],
        merged_into: [{ local_id: "SCONE-P0101", id: "P0001" }],
        new_perspectives: ["P0101", "P0103"],
      },
    );
    expect(registered).toMatchObject({
      id_mapping: {
        "CUPCAKE-P0101": "P0101",
        "CUPCAKE-P0102": "P0101",
        "SCONE-P0101": "P0001",
        "MUFFIN-P0101": "P0102",
        "SCONE-P0102": "P0103",
      },
      velocity: { new_perspectives: 2 },
    });
    const { perspectives } = await exported(dialogue);
    expect(perspectives.filter((one) => one.new).map(({ id }) => id)).toEqual(["P0001", "P0002", "P0101", "P0103"]);
  });

  it("gets its ID by the Judge's list, then by panel and order of appearance", async () => {
    const dialogue = await makeDialogue();
    const { id_mapping } = await dialogue.round(
      {
        Muffin: ["[MUFFIN-P0001: a]\nSo.", "[MUFFIN-P0002: b]\nSo.", "[MUFFIN-E0001: e]\nSo."],
        Cupcake: ["[CUPCAKE-P0009: c]\nSo."],
        Scone: ["[SCONE-P0001: d]\nSo.", "[SCONE-C0001: so]\nSo."],
      },
      { perspectives: [{ local_id: "scone-p0001" }, { local_id: "MUFFIN-P0002", label: " relabelled " }] },
    );
    expect(id_mapping).toEqual({
      "SCONE-P0001": "P0001",
      "MUFFIN-P0002": "P0002",
      "MUFFIN-P0001": "P0003",
      "CUPCAKE-P0009": "P0004",
      "MUFFIN-E0001": "E0001",
      "SCONE-C0001": "C0001",
    });
    expect(dialogue.record(0).items.map(({ label }) => label)).toEqual(["d", "relabelled", "a", "e", "c", "so"]);
  });

  it("listed twice is refused, wherever the second place is", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeAll({ Muffin: ["[MUFFIN-P0001: a]\nSo.", "[MUFFIN-P0002: b]\nSo."] });
    const twice: Input[] = [
      { perspectives: [{ local_id: "MUFFIN-P0001" }, { local_id: "MUFFIN-P0001" }] },
      { perspectives: [{ local_id: "MUFFIN-P0001", merges: ["MUFFIN-P0001"] }] },
      { perspectives: [{ local_id: "MUFFIN-P0001" }], dismissed: [{ local_id: "MUFFIN-P0001", reason: "no" }] },
      { dismissed: [1, 2].map((n) => ({ local_id: "MUFFIN-P0002", reason: `no ${n}` })) },
    ];
    for (const judgement of twice) {
      expect(await dialogue.registerRefused("invalid_input", judgement)).toMatchObject({
        constraint: "one_place_per_marker",
      });
    }
  });
});

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

  it("counts as filed in the Judge's hand when the Judge filed it, and a second text stands beside the first", async () => {
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

  it("straight into the round's folder is adopted as a draft, and a text filed for them never takes its place", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeAll({ Muffin: null });
    layStraight(dialogue, "muffin", "[MUFFIN-T0001: no]\nNo.\n\n[MUFFIN-S0001: REJECT | 1]\nNo.\n");
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

  it("straight into the round's folder is a stranger's when no panel member has that name, or git tracks it", async () => {
    const dialogue = await makeDialogue({ git: true });
    dialogue.writeAll({ Muffin: null });
    const stray = layStraight(dialogue, "eclair", "[ECLAIR-S0001: APPROVE | 1]\nYes.\n");
    const error = await dialogue.registerRefused("unregistered_files", { absent: ["Muffin"] });
    expect(error).toMatchObject({ value: stray });
    rmSync(join(dialogue.root, stray));
    const path = layStraight(dialogue, "muffin", "[MUFFIN-S0001: APPROVE | 1]\nYes.\n");
    runGit(dialogue.root, "add", path);
    const tracked = await dialogue.registerRefused("unregistered_files");
    expect(tracked).toMatchObject({ value: path, constraint: "untracked_drafts" });
    expect((await dialogue.call("dialogue.status", { dialogue_id: dialogue.id })).problems).toHaveLength(1);
    runGit(dialogue.root, "rm", "--cached", "-q", path);
    expect((await dialogue.register()).status).toBe("registered");
  });

  it("is nobody's word when git tracks the drafts", async () => {
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
    layStraight(dialogue, "muffin", "[MUFFIN-T0002: never]\nNo.\n");
    layStraight(dialogue, "cupcake", "[CUPCAKE-T0001: no]\nNo.\n");
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

  it("are kept even when their note cannot be read", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeAll({ Scone: ["[SCONE-T0001: no]\nNo."] });
    await dialogue.call("dialogue.round-discard", { dialogue_id: dialogue.id, reason: "wrong subject" });
    const note = Object.keys(treeOf(dialogue.root)).find((path) => path.endsWith("discarded.json"))!;
    writeFileSync(join(dialogue.root, note), "{ torn");
    await dialogue.call("dialogue.sample-panel", { dialogue_id: dialogue.id });
    await dialogue.round();
    expect(dialogue.record(0).discarded).toMatchObject([{ round: 0, texts: [{}, {}, { expert: "Scone" }] }]);
  });
});

describe("the proposal", () => {
  it("makes a verdict seen by the panel when it is, word for word, the last round's", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({}, { proposal: "Use REST,\nand measure it." });
    const unseen = await dialogue.verdict({ verdict_type: "interim", recommendation: "Use RPC." });
    expect(unseen).toMatchObject({ seen_by_panel: false, decision: false });
    const seen = await dialogue.verdict({ recommendation: " Use REST, and  measure it.\n" });
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

  it("never shown is said on the verdict's face", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round();
    const verdict = await dialogue.verdict();
    expect(verdict).toMatchObject({ seen_by_panel: false });
    expect((verdict.warnings as string[])[0]).toContain("The panel never saw these words");
  });
});

describe("the panel from round to round", () => {
  const roles = (answer: Answer) => (answer.panel as { role: string }[]).map(({ role }) => role).sort();
  const draw = (dialogue: Dialogue, input: Input = {}) =>
    dialogue.call("dialogue.sample-panel", { dialogue_id: dialogue.id, ...input });
  const open = (rotation: string) =>
    makeDialogue({ experts: 5, create: { rotation, expert_pool: poolOf(15), panel_size: 5 } });

  it("none: stays", async () => {
    const dialogue = await open("none");
    const first = dialogue.panel();
    await dialogue.round();
    const drawn = await draw(dialogue);
    expect(dialogue.panel()).toEqual(first);
    expect((drawn.panel as Answer[]).every(({ source }) => source === "retained")).toBe(true);
  });

  it("wildcards: Core and Adjacent stay, the Wildcards are drawn anew", async () => {
    const dialogue = await open("wildcards");
    await dialogue.round();
    const before = dialogue.record(0).panel;
    const kept = before.filter(({ tier }) => tier !== "Wildcard").map(({ role }) => role);
    const wild = new Set<string>();
    for (let round = 1; round < 6; round++) {
      const { panel } = (await draw(dialogue)) as { panel: { role: string; tier: string; source: string }[] };
      expect(
        panel
          .filter(({ tier }) => tier !== "Wildcard")
          .map(({ role }) => role)
          .sort(),
      ).toEqual([...kept].sort());
      for (const { role, tier } of panel) if (tier === "Wildcard") wild.add(role);
      await dialogue.round();
    }
    expect(wild.size).toBeGreaterThan(before.length - kept.length);
  });

  it("full: everyone is drawn anew, and a role that returns keeps its name", async () => {
    const dialogue = await open("full");
    const names = new Map<string, string>();
    const panels = new Set<string>();
    for (let round = 0; round < 5; round++) {
      const drawn = await draw(dialogue);
      panels.add(roles(drawn).join());
      await dialogue.round();
      for (const { name, role } of dialogue.record(round).panel) {
        expect(names.get(role) ?? name).toBe(name);
        names.set(role, name);
      }
    }
    expect(panels.size).toBeGreaterThan(1);
    expect(new Set(names.values()).size).toBe(names.size);
  });

  it("graduated: the Judge decides; without a word the last panel stays, as retained", async () => {
    const dialogue = await open("graduated");
    const first = dialogue.panel();
    await dialogue.round();
    await dialogue.round();
    expect(dialogue.record(1).panel.map(({ name }) => name)).toEqual(first);
    expect(dialogue.record(1).panel.every(({ source }) => source === "retained")).toBe(true);
    const drawn = await draw(dialogue, { retain: ["Muffin"], exclude: ["Cupcake"] });
    expect((drawn.panel as Answer[]).map(({ name }) => name)).toContain("Muffin");
    expect((drawn.panel as Answer[]).map(({ name }) => name)).not.toContain("Cupcake");
  });

  it("a name and a role belong together once a round is registered", async () => {
    const dialogue = await open("graduated");
    await dialogue.round();
    const [muffin, cupcake] = dialogue.record(0).panel;
    const evolve = (panel: Answer[]) =>
      dialogue.refused("panel_mismatch", "dialogue.evolve-panel", { dialogue_id: dialogue.id, panel });
    await evolve([
      { name: "Muffin", role: cupcake!.role, source: "retained" },
      { name: "Cupcake", role: muffin!.role, source: "retained" },
    ]);
    await evolve([
      { name: "Muffin", role: "Somebody new", source: "created" },
      { name: "Cupcake", source: "retained" },
    ]);
  });
});

describe("a dialogue that ends", () => {
  it("converged exactly at the limit is converged, not forced", async () => {
    const dialogue = await makeDialogue({ create: { max_rounds: 2 } });
    await dialogue.round();
    await dialogue.round();
    const verdict = await dialogue.verdict({ forced: true });
    expect(verdict).toMatchObject({ forced: false });
    expect(verdict.summary).toContain("100% CONVERGENCE ACHIEVED");
  });

  it("forced at the limit says so with its warning", async () => {
    const dialogue = await makeDialogue({ create: { max_rounds: 2 } });
    await dialogue.round({ Muffin: raisesTension });
    const last = await dialogue.round();
    expect(last.warnings).toContainEqual(expect.stringContaining("The limit of 2 rounds is reached"));
    const verdict = await dialogue.verdict({ forced: true, warning: "T0001 is open; we ship." });
    expect(verdict).toMatchObject({ forced: true, decision: true });
    expect(verdict.summary).toMatch(/FORCED CONVERGENCE AT MAX ROUNDS[\s\S]*T0001 is open; we ship\./);
    expect(await dialogue.call("dialogue.get", { dialogue_id: dialogue.id })).toMatchObject({ state: "decided" });
  });

  it("a lesser verdict is no decision, stands beside the final one, and needs no gate", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: raisesTension });
    for (const verdict_type of ["interim", "minority", "dissent"]) {
      const noted = await dialogue.verdict({ verdict_type, recommendation: `${verdict_type} words` });
      expect(noted).toMatchObject({ decision: false, verdict_id: verdict_type, status: "registered" });
      expect(noted.summary).toContain(`${verdict_type.toUpperCase()} VERDICT: NOT THE DECISION`);
    }
    expect(await dialogue.verdict({ verdict_type: "minority", verdict_id: "of-two", round: 0 })).toMatchObject({
      status: "registered",
    });
    expect(await dialogue.call("dialogue.get", { dialogue_id: dialogue.id })).toMatchObject({ state: "open" });
    await dialogue.round({ Muffin: [resolves("01")] }, close("C0101"));
    await dialogue.round();
    await dialogue.verdict({ verdict_type: "dissent" });
    const decided = await dialogue.verdict();
    expect(decided).toMatchObject({ decision: true, next: { tool: "blue_dialogue_export" } });
    expect(await dialogue.call("dialogue.status", { dialogue_id: dialogue.id })).toMatchObject({
      state: "decided",
      next: { tool: "blue_dialogue_export" },
    });
    const late = await dialogue.verdict({ verdict_type: "minority", recommendation: "Too late." });
    expect(late).toMatchObject({ decision: false, next: { tool: "blue_dialogue_export" } });
    expect(late.summary).toContain("MINORITY VERDICT: NOT THE DECISION");
  });

  it("a round after the verdict supersedes it, everywhere", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round();
    await dialogue.verdict();
    const key = { dialogue_id: dialogue.id };
    expect(await dialogue.call("dialogue.get", key)).toMatchObject({
      state: "decided",
      verdicts: [{ in_force: true, superseded: false }],
    });
    await dialogue.round({ Scone: ["[SCONE-T0101: new facts]\nSee."] });
    expect(await dialogue.call("dialogue.get", key)).toMatchObject({
      state: "open",
      verdicts: [{ in_force: false, superseded: true }],
    });
    expect((await dialogue.call("dialogue.verify", key)).findings).toMatchObject([
      { kind: "superseded", path: `.blue/dialogues/${dialogue.id}/round-0/verdict-final.json` },
    ]);
    expect(readFileSync(join(dialogue.root, `.blue/dialogues/${dialogue.id}/verdict.md`), "utf8")).toMatch(
      /SUPERSEDED/i,
    );
    expect((await exported(dialogue)).verdicts).toMatchObject([{ in_force: false, superseded: true }]);
    await dialogue.verdictRefused("velocity_not_zero");
  });

  it.each(["impasse", "abandoned"])("closed as %s is no decision; a later round opens it again", async (outcome) => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: raisesTension });
    const key = { dialogue_id: dialogue.id };
    const closed = await dialogue.call("dialogue.close", {
      ...key,
      outcome,
      reason: "two mandates exclude each other",
    });
    expect(closed).toMatchObject({
      status: "closed",
      outcome,
      path: expect.stringContaining("round-0/verdict-close.json"),
    });
    expect(await dialogue.call("dialogue.status", key)).toMatchObject({
      state: "closed",
      next: { tool: "blue_dialogue_export" },
    });
    expect(readFileSync(join(dialogue.root, `.blue/dialogues/${dialogue.id}/verdict.md`), "utf8")).toContain(
      "two mandates exclude each other",
    );
    await dialogue.verdictRefused("velocity_not_zero");
    await dialogue.round();
    expect(await dialogue.call("dialogue.status", key)).toMatchObject({ state: "open" });
  });

  it("closed before any round has no round, and round 0 supersedes it", async () => {
    for (const create of [{}, { expert_pool: undefined, panel_size: undefined }]) {
      const dialogue = await makeDialogue({ create });
      const key = { dialogue_id: dialogue.id };
      await dialogue.call("dialogue.close", { ...key, outcome: "abandoned", reason: "no longer needed" });
      expect(await dialogue.call("dialogue.status", key)).toMatchObject({
        state: "closed",
        next: { tool: "blue_dialogue_export" },
      });
      expect(await dialogue.call("dialogue.export", key)).toMatchObject({
        totals: { rounds: 0, convergence_achieved: false },
      });
      if (dialogue.panel().length === 0) continue;
      await dialogue.round();
      const { findings } = await dialogue.call<{ findings: Answer[] }>("dialogue.verify", key);
      expect(findings).toMatchObject([
        {
          kind: "superseded",
          path: `.blue/dialogues/${dialogue.id}/verdict-close.json`,
          message: expect.not.stringContaining("null"),
        },
      ]);
    }
  });

  it("is not closed over damaged records: nobody knows where it stands", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round();
    await dialogue.round();
    rmSync(join(dialogue.root, `.blue/dialogues/${dialogue.id}/round-0/round.json`));
    await dialogue.refused("record_damaged", "dialogue.close", {
      dialogue_id: dialogue.id,
      outcome: "abandoned",
      reason: "broken",
    });
  });
});

describe("a dialogue of an older Blue", () => {
  const legacy = "2026-01-25T1200Z-api-versioning";
  const document = [
    "# Alignment Dialogue: API versioning",
    "",
    "**Participants**: 🧁 Muffin | 🧁 Cupcake | 💙 Judge",
    "",
    "## Round 1",
    "",
    "### Muffin 🧁",
    "",
    "[PERSPECTIVE P01: Versions in the path]",
    "They are seen.",
    "",
    "[TENSION T01: Path or header]",
    "[RESOLVED T01 by Cupcake]",
    "[CONVERGENCE CONFIRMED]",
    "",
  ].join("\n");
  const tree = {
    [`.blue/dialogues/${legacy}/dialogue.md`]: document,
    [`.blue/dialogues/${legacy}/round-0/muffin.md`]: "[PERSPECTIVE P01: Versions in the path]\nThey are seen.\n",
    [`.blue/dialogues/${legacy}/scoreboard.md`]: "| Agent | W |\n|---|---|\n",
    ".blue/docs/dialogues/2026-01-25-api-versioning.dialogue.md": document,
  };

  it("is listed, read, linted and verified", async () => {
    const desk = makeDesk({ tree });
    const before = treeOf(desk.root);
    expect(await desk.call("dialogue.list")).toMatchObject({
      dialogues: [{ dialogue_id: legacy, state: "legacy", rounds: 0, title: null }],
    });
    expect(await desk.call("status")).toMatchObject({ counts: { legacy: 1, damaged: 0 } });
    const got = await desk.call("dialogue.get", { dialogue_id: "api-versioning" });
    expect(got).toMatchObject({
      state: "legacy",
      files: ["dialogue.md", "round-0/muffin.md", "scoreboard.md"],
      convergence_blockers: ["It has no records; read its files."],
    });
    const file_path = ".blue/docs/dialogues/2026-01-25-api-versioning.dialogue.md";
    expect(await desk.call("dialogue.lint", { file_path })).toMatchObject({ file_path, score: expect.any(Number) });
    expect(await desk.call("dialogue.verify", { dialogue_id: legacy })).toMatchObject({ findings: [] });
    expectUnchanged(desk.root, before);
  });

  it.each<[string, Input]>([
    ["round-register", { round: 0, score_components: { W: 1, C: 1, T: 1, R: 1 } }],
    ["verdict-register", { recommendation: "Use the path." }],
    [
      "evolve-panel",
      {
        panel: [
          { role: "A", source: "created" },
          { role: "B", source: "created" },
        ],
      },
    ],
    ["sample-panel", {}],
    ["expert-create", { role: "C", reason: "T01" }],
    ["expert-write", { expert: "Muffin", text: "Yes." }],
    ["round-discard", { reason: "no" }],
    ["close", { outcome: "abandoned", reason: "old" }],
    ["export", {}],
    ["save", {}],
  ])("is never continued: %s refuses", async (operation, input) => {
    const desk = makeDesk({ tree });
    const error = await desk.refused("invalid_input", `dialogue.${operation}`, { dialogue_id: legacy, ...input });
    expect(error).toMatchObject({ constraint: "has_records", value: legacy });
  });

  it("does not stand in the way of a new one", async () => {
    const desk = makeDesk({ tree });
    const { dialogue_id } = await desk.call<{ dialogue_id: string }>("dialogue.create", {
      title: "API versioning",
      template: "general",
      sources: [`.blue/dialogues/${legacy}/dialogue.md`],
    });
    expect((await dialogueAt(desk, dialogue_id).round()).status).toBe("registered");
  });
});
