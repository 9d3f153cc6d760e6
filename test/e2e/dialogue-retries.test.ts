/** A call that is repeated, by a Judge who lost the answer or by another process, changes nothing and is told what stands. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { draftsFolder } from "../../src/store/drafts.ts";
import {
  type Dialogue,
  deskAt,
  dialogueAt,
  expectUnchanged,
  fourPoints,
  type Input,
  makeDesk,
  makeDialogue,
  poolOf,
  type Registered,
  raisesTension,
  treeOf,
} from "../helpers/dialogue.ts";

const closing = { tension_updates: [{ id: "T0001", status: "resolved", via: "MUFFIN-C0101", note: "as measured" }] };

/** Round 1, registered: Muffin and Cupcake both resolve T0001, Scone sees something twice and something malformed. */
async function registered(): Promise<{ dialogue: Dialogue; judgement: Input; first: Registered }> {
  const dialogue = await makeDialogue();
  await dialogue.round({ Muffin: raisesTension });
  const judgement = {
    round: 1,
    ...fourPoints,
    expert_scores: { muffin: 3, cupcake: 2 },
    summary: "A calm round.",
    proposal: "Cache it.",
    perspectives: [{ local_id: "SCONE-P0101", label: "staleness", merges: ["CUPCAKE-P0101"] }],
    dismissed: [
      { local_id: "SCONE-C0101", reason: "a restatement" },
      { expert: "Scone", line: 6, reason: "refers to nothing" },
    ],
    tension_updates: [...closing.tension_updates, { id: "T0001", owner: "Muffin", resolution_path: "cost model" }],
  };
  const first = await dialogue.round(
    {
      Muffin: ["[MUFFIN-C0101: caching]\n[RE:RESOLVE T0001]\nMeasured."],
      Cupcake: ["[CUPCAKE-C0101: paying]\n[RE:RESOLVE T0001]\nOr pay.", "[CUPCAKE-P0101: caches lie]\nThey do."],
      Scone: ["[SCONE-P0101: caches go stale]\nThey do.", "[SCONE-C0101: as asked]\nYes.\n[RE:SUPPORT P0099]"],
    },
    judgement,
  );
  return { dialogue, judgement, first };
}

describe("a round registered twice", () => {
  let dialogue: Dialogue;
  let judgement: Input;
  let first: Registered;
  let tree: Record<string, string>;
  beforeAll(async () => {
    ({ dialogue, judgement, first } = await registered());
    tree = treeOf(dialogue.root);
  });
  const again = (changes: Input = {}) => dialogue.register({ ...judgement, ...changes });

  it("answers already_registered with the same IDs, counts and head, and writes nothing", async () => {
    const second = await again();
    expect(second).toMatchObject({
      status: "already_registered",
      differs: [],
      id_mapping: first.id_mapping,
      head: first.head,
      velocity: first.velocity,
      convergence: first.convergence,
      scoreboard: first.scoreboard,
    });
    expectUnchanged(dialogue.root, tree);
  });

  it("answers the same to another process", async () => {
    const other = dialogueAt(deskAt(dialogue.root), dialogue.id);
    expect(await other.register(judgement)).toMatchObject({ status: "already_registered", differs: [] });
  });

  it.each<[string, Input, string]>([
    ["other scores", { score_components: { W: 2, C: 1, T: 1, R: 1 } }, "scores"],
    ["other expert scores", { expert_scores: { muffin: 4, cupcake: 2 } }, "scores"],
    [
      "another label",
      { perspectives: [{ local_id: "SCONE-P0101", label: "age", merges: ["CUPCAKE-P0101"] }] },
      "labels",
    ],
    ["another summary", { summary: "A wild round." }, "judge.md (stored: round-1/judge.md)"],
    ["another proposal", { proposal: "Pay for it." }, "proposal"],
    [
      "another resolver",
      {
        tension_updates: [
          {
            id: "T0001",
            status: "resolved",
            via: "C0102",
            note: "as measured",
            owner: "Muffin",
            resolution_path: "cost model",
          },
        ],
      },
      "T0001 is resolved by C0101 (“as measured”)",
    ],
    [
      "another note",
      {
        tension_updates: [
          {
            id: "T0001",
            status: "resolved",
            via: "C0101",
            note: "so be it",
            owner: "Muffin",
            resolution_path: "cost model",
          },
        ],
      },
      "T0001 is resolved by C0101 (“as measured”)",
    ],
    ["another owner", { tension_updates: [...closing.tension_updates, { id: "T0001", owner: "Scone" }] }, "owners"],
    [
      "another reason for a dismissal",
      {
        dismissed: [
          { local_id: "SCONE-C0101", reason: "a repetition" },
          { expert: "Scone", line: 6, reason: "refers to nothing" },
        ],
      },
      "dismissals",
    ],
  ])("with %s names what differs, and the record stands", async (_, changes, differs) => {
    const answer = await again(changes);
    expect(answer).toMatchObject({ status: "already_registered", differs: [differs], id_mapping: first.id_mapping });
    expect(answer.scoreboard).toEqual(first.scoreboard);
    expectUnchanged(dialogue.root, tree);
  });

  it("looks at the target first: the head and the digest that were read do not matter then", async () => {
    const { head } = dialogue.open();
    expect(await again({ head })).toMatchObject({ status: "already_registered" });
    expect(await again({ head: "0".repeat(64), digest: "0".repeat(64) })).toMatchObject({
      status: "already_registered",
    });
  });

  it.each<[string, Input, string]>([
    ["another mapping", { perspectives: [{ local_id: "CUPCAKE-P0101" }] }, "the mapping of markers to IDs"],
    ["another dismissal", { dismissed: [{ expert: "Scone", line: 6, reason: "refers to nothing" }] }, "mapping"],
    ["no closing", { tension_updates: [] }, "the tensions closed (stored: T0001 resolved)"],
    ["an acceptance", { tension_updates: [{ id: "T0001", status: "accepted", reason: "so" }] }, "the tensions closed"],
    ["a lie about a count", { velocity: 0 }, "`velocity` is given as 0"],
    ["an unknown resolver", { tension_updates: [{ id: "T0001", status: "resolved", via: "P0101" }] }, "does not say"],
    ["an absence", { absent: ["Scone"] }, "Scone cannot be called absent"],
  ])("with %s is refused by round_taken", async (_, changes, why) => {
    const error = await dialogue.registerRefused("round_taken", { ...judgement, ...changes });
    expect(error.message).toContain(why);
    expect(error.context).toMatchObject({ head: first.head, next_round: 2 });
  });

  it("over another text is refused by round_taken, and over deleted drafts it is the same call", async () => {
    const own = await registered();
    const path = join(
      own.dialogue.root,
      draftsFolder({ ...own.dialogue.open(), round: 1, head: own.dialogue.record(0).self }),
    );
    const draft = join(path, "scone/draft.md");
    writeFileSync(draft, "[MOVE:CONVERGE]\n\n[SCONE-S0101: APPROVE | 1]\nFine.\n");
    const error = await own.dialogue.registerRefused("round_taken", own.judgement);
    expect(error.message).toContain("the experts' texts");
    rmSync(draft);
    expect(await own.dialogue.register(own.judgement)).toMatchObject({ status: "already_registered", differs: [] });
    rmSync(join(own.dialogue.root, ".blue/drafts"), { recursive: true });
    const again = await own.dialogue.register(own.judgement);
    expect(again).toMatchObject({ status: "already_registered", differs: [], id_mapping: own.first.id_mapping });
  });

  it("remembers who was absent and who broke off when the drafts are gone", async () => {
    const own = await makeDialogue();
    const judgement = { round: 0, absent: ["Scone"], incomplete: ["Cupcake"] };
    await own.round(
      { Muffin: ["[MOVE:CONVERGE]"], Cupcake: "[CUPCAKE-P0001: half]\nIt breaks\n\n[CUPCAKE-P0002: o", Scone: null },
      judgement,
    );
    rmSync(join(own.root, ".blue/drafts"), { recursive: true });
    expect(await own.register(judgement)).toMatchObject({ status: "already_registered", differs: [] });
    await own.registerRefused("round_taken", { round: 0 });
  });

  it("is answered also when later rounds stand above it", async () => {
    const own = await registered();
    await own.dialogue.round();
    const answer = await own.dialogue.register(own.judgement);
    expect(answer).toMatchObject({ status: "already_registered", round: 1, velocity: own.first.velocity });
    expect(answer.warnings).toEqual(own.first.warnings.filter((warning) => !warning.includes("muffin/draft.md")));
  });
});

describe("a verdict registered twice", () => {
  const input = {
    recommendation: "Use REST.",
    description: "Two clients, one old.",
    conditions: ["measure it"],
    vote: "3-0",
    confidence: 0.9,
    decisions: { Transport: "HTTP", Format: "JSON" },
    supporting_experts: ["Muffin"],
  };

  it("answers already_registered, also under another time, another head and a begun next round", async () => {
    const dialogue = await makeDialogue();
    const { head } = dialogue.open();
    await dialogue.round();
    const first = await dialogue.verdict(input);
    const tree = treeOf(dialogue.root);
    dialogue.clock.now += 3_600_000;
    const second = await dialogue.verdict(input);
    expect(second).toMatchObject({ ...first, status: "already_registered" });
    expect(await dialogue.verdict({ ...input, head, round: 0, verdict_id: "Final" })).toMatchObject({
      status: "already_registered",
    });
    expectUnchanged(dialogue.root, tree);
    dialogue.write("Muffin", ["[MUFFIN-T0101: no]\nNo."]);
    expect(await dialogue.verdict(input)).toMatchObject({ status: "already_registered" });
  });

  it.each(Object.keys(input).map((field) => [field] as const))(
    "with another %s is refused by verdict_exists",
    async (field) => {
      const dialogue = await makeDialogue();
      await dialogue.round();
      await dialogue.verdict(input);
      const other: Input = { ...input, [field]: field === "decisions" ? { Transport: "gRPC" } : "another" };
      if (field === "supporting_experts") other[field] = ["Scone"];
      await dialogue.verdictRefused("verdict_exists", other);
    },
  );

  it("is answered on its round when a later one stands above it, forced as it was", async () => {
    const dialogue = await makeDialogue({ create: { max_rounds: 2 } });
    await dialogue.round({ Muffin: raisesTension });
    await dialogue.round({ Muffin: ["[MUFFIN-C0101: caching]\n[RE:RESOLVE T0001]\nMeasured."] });
    const forced = { ...input, round: 1, forced: true, warning: "T0001 is open." };
    await dialogue.verdict(forced);
    await dialogue.round({}, { tension_updates: [{ id: "T0001", status: "resolved", via: "C0101" }] });
    expect(await dialogue.verdict(forced)).toMatchObject({ status: "already_registered", forced: true, round: 1 });
    expect(await dialogue.verdict({ ...input, round: 2 })).toMatchObject({ status: "registered", forced: false });
  });

  it("is closed twice as it is decided twice", async () => {
    const dialogue = await makeDialogue();
    const close = (changes: Input = {}) =>
      dialogue.call("dialogue.close", { dialogue_id: dialogue.id, outcome: "impasse", reason: "no way", ...changes });
    expect(await close()).toMatchObject({ status: "closed" });
    const tree = treeOf(dialogue.root);
    expect(await close()).toMatchObject({ status: "already_closed" });
    expectUnchanged(dialogue.root, tree);
    const key = { dialogue_id: dialogue.id, reason: "no way" };
    await dialogue.refused("verdict_exists", "dialogue.close", { ...key, outcome: "abandoned" });
    await dialogue.refused("verdict_exists", "dialogue.close", { ...key, outcome: "impasse", reason: "another" });
  });
});

describe("a panel seated twice", () => {
  const names = (...all: string[]) => all.map((name) => ({ name, source: "retained" }));

  it("is the same panel, and `replaces` may echo the one before or the one it made", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round();
    const input = { dialogue_id: dialogue.id, panel: names("Muffin", "Cupcake"), replaces: dialogue.panel() };
    const first = await dialogue.call("dialogue.evolve-panel", input);
    expect(first).toMatchObject({ left: ["Scone"] });
    const tree = treeOf(dialogue.root);
    expect(await dialogue.call("dialogue.evolve-panel", input)).toMatchObject({ panel: first.panel });
    expectUnchanged(dialogue.root, tree);
  });

  it("is refused by panel_mismatch when another call changed it meanwhile", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round();
    const replaces = dialogue.panel();
    await dialogue.call("dialogue.evolve-panel", { dialogue_id: dialogue.id, panel: names("Muffin", "Cupcake") });
    const error = await dialogue.refused("panel_mismatch", "dialogue.evolve-panel", {
      dialogue_id: dialogue.id,
      panel: names("Cupcake", "Scone"),
      replaces,
    });
    expect(error).toMatchObject({ field: "replaces", constraint: "same_panel" });
  });

  it("is drawn the same way twice", async () => {
    const dialogue = await makeDialogue({ create: { expert_pool: poolOf(9), panel_size: 4 }, experts: 4 });
    const draw = (input: Input = {}) => dialogue.call("dialogue.sample-panel", { dialogue_id: dialogue.id, ...input });
    const first = await draw();
    const tree = treeOf(dialogue.root);
    expect(await draw({ preview: true })).toMatchObject({ panel: first.panel, seated: false });
    expect(await draw()).toMatchObject({ panel: first.panel, seated: true });
    expectUnchanged(dialogue.root, tree);
  });
});

describe("a dialogue opened twice", () => {
  it("in the same minute gets -2, and -3", async () => {
    const desk = makeDesk();
    const ids: unknown[] = [];
    for (const _ of [1, 2, 3]) {
      const { dialogue_id } = await desk.call("dialogue.create", { title: "NVIDIA Investment", template: "general" });
      ids.push(dialogue_id);
    }
    const id = "2026-02-03T1423Z-nvidia-investment";
    expect(ids).toEqual([id, `${id}-2`, `${id}-3`]);
  });

  it("under one output_dir gets -2 as well, also beside a legacy folder", async () => {
    const desk = makeDesk({ tree: { ".blue/dialogues/old-one/dialogue.md": "# Old" } });
    const open = (name: string) =>
      desk.call("dialogue.create", { title: "NVIDIA", output_dir: `.blue/dialogues/${name}`, template: "general" });
    expect(await open("nvidia-investment")).toMatchObject({ dialogue_id: "nvidia-investment" });
    expect(await open("nvidia-investment/")).toMatchObject({ dialogue_id: "nvidia-investment-2" });
    expect(await open("old-one")).toMatchObject({ dialogue_id: "old-one-2" });
  });
});

describe("a text filed twice", () => {
  it("is filed once, and a second one stands beside it", async () => {
    const dialogue = await makeDialogue();
    const file = (text: string) =>
      dialogue.call("dialogue.expert-write", { dialogue_id: dialogue.id, expert: "Muffin", text });
    const first = await file("[MOVE:CONVERGE]\n\n[MUFFIN-S0001: APPROVE | 1]\nYes.\n");
    const tree = treeOf(dialogue.root);
    expect(await file("[MOVE:CONVERGE]\n\n[MUFFIN-S0001: APPROVE | 1]\nYes.\n")).toMatchObject({
      path: first.path,
      beside: false,
    });
    expectUnchanged(dialogue.root, tree);
    expect(await file("[MUFFIN-S0001: REJECT | 1]\nNo.\n")).toMatchObject({ beside: true });
  });
});
