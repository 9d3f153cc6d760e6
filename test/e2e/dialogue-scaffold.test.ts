/** `--scaffold`: the input of a call, filled in as far as Blue knows it, edited and given back. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Dialogue, type Input, makeDesk, makeDialogue, raisesTension } from "../helpers/dialogue.ts";
import { callByCli, callByMcp, runWords } from "../helpers/faces.ts";

async function scaffold(root: string, ...words: string[]): Promise<Input> {
  const { code, out, err } = await runWords(root, ["dialogue", ...words, "--scaffold"]);
  expect(code, out + err).toBe(0);
  return JSON.parse(out) as Input;
}

/** Given back as it is: what only the caller can say is named, field by field. */
async function leftOpen({ root }: Pick<Dialogue, "root">, name: string, input: Input): Promise<string[]> {
  const { answer } = await callByCli({ root, name, input });
  const errors = (answer.errors ?? [answer]) as { field: string; constraint: string }[];
  expect(errors.map(({ constraint }) => constraint)).toEqual(errors.map(() => "no_placeholder"));
  return errors.map(({ field }) => field);
}

const scores = { score_components: { W: 3, C: 2, T: 2, R: 1 }, summary: "They agree on the cost." };
const long = "Caching every listing page costs memory on each of the twelve replicas we pay for.";

describe("round-register --scaffold", () => {
  it("lists every marker, proposes merges, names what closes a tension, and leaves the scores to the Judge", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: raisesTension });
    dialogue.writeAll({
      Muffin: [`[MUFFIN-P0101: cache memory per replica]\n${long}`, "[MUFFIN-C0101: it is cheap]\nIt is."],
      Cupcake: [`[CUPCAKE-P0101: memory of the cache on replicas]\n${long}`],
      Scone: ["[SCONE-R0101: cache]\n[RE:RESOLVE T0001] Cache it.", "[MOVE:CONVERGE]"],
    });
    const collected = await runWords(dialogue.root, ["--text", "dialogue", "round-collect", dialogue.id]);
    expect(collected.out).toContain("fill in or delete every `…` and `<…>`, and give the file back by --input.");
    const { digest } = await dialogue.call<{ digest: string }>("dialogue.round-collect", { dialogue_id: dialogue.id });
    const filled = await scaffold(dialogue.root, "round-register", dialogue.id);
    expect(filled).toEqual({
      $schema: expect.stringMatching(/^file:.*\/schemas\/dialogue\.round-register\.json$/),
      dialogue_id: dialogue.id,
      round: 1,
      digest,
      score_components: {
        ...{ W: "<Wisdom from 0>", C: "<Consistency from 0>", T: "<Truth from 0>", R: "<Relationships from 0>" },
      },
      summary: "…",
      tension_updates: [{ id: "T0001", via: "SCONE-R0101" }],
      perspectives: [{ local_id: "MUFFIN-P0101", label: "cache memory per replica", merges: ["<CUPCAKE-P0101>"] }],
      recommendations: [{ local_id: "SCONE-R0101", label: "cache" }],
      claims: [{ local_id: "MUFFIN-C0101", label: "it is cheap" }],
    });
    expect(await leftOpen(dialogue, "dialogue.round-register", filled)).toEqual([
      "score_components.W",
      "score_components.C",
      "score_components.T",
      "score_components.R",
      "summary",
      "perspectives.0.merges.0",
    ]);
    const perspectives = [{ local_id: "MUFFIN-P0101", merges: ["CUPCAKE-P0101"] }];
    const input = { ...filled, ...scores, perspectives };
    const { answer } = await callByCli({ root: dialogue.root, name: "dialogue.round-register", input });
    expect(answer).toMatchObject({ status: "registered", velocity: { open_tensions: 0, new_perspectives: 1 } });
  });

  it("of several resolvers names the raiser's own, and closes nothing that this round raises", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: raisesTension });
    dialogue.writeAll({
      Muffin: ["[MUFFIN-R0101: cache]\n[RE:RESOLVE T0001] Cache it.", "[MUFFIN-T0101: staleness]\nStale."],
      Scone: ["[SCONE-R0101: queue]\n[RE:RESOLVE T0001] Queue it.\n[RE:RESOLVE MUFFIN-T0101] And poll."],
    });
    expect(await scaffold(dialogue.root, "round-register", dialogue.id)).toMatchObject({
      tension_updates: [{ id: "T0001", via: "MUFFIN-R0101" }],
    });
  });

  it("of several resolvers lets the Judge choose where none is the raiser's", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: raisesTension });
    dialogue.writeAll({
      Cupcake: ["[CUPCAKE-R0101: cache]\n[RE:RESOLVE T0001] Cache it."],
      Scone: ["[SCONE-R0101: queue]\n[RE:RESOLVE T0001] Queue it."],
    });
    expect(await scaffold(dialogue.root, "round-register", dialogue.id)).toMatchObject({
      tension_updates: [{ id: "T0001", via: "<CUPCAKE-R0101 | SCONE-R0101>" }],
    });
  });

  it("lists a proposed merge once, and under one type only", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeAll({
      Muffin: [`[MUFFIN-T0001: cache memory]\n${long}`, `[MUFFIN-R0001: cache memory]\n${long}`],
      Cupcake: [`[CUPCAKE-T0001: cache memory]\n${long}`],
      Scone: [`[SCONE-T0001: cache memory]\n${long}`, `[SCONE-P0001: cache memory]\n${long}`],
    });
    const { tensions, recommendations, perspectives } = await scaffold(dialogue.root, "round-register", dialogue.id);
    expect(tensions).toEqual([
      { local_id: "MUFFIN-T0001", label: "cache memory", merges: ["<CUPCAKE-T0001>", "<SCONE-T0001>"] },
    ]);
    expect([recommendations, perspectives]).toEqual([
      [{ local_id: "MUFFIN-R0001", label: "cache memory" }],
      [{ local_id: "SCONE-P0001", label: "cache memory" }],
    ]);
  });

  it("brings what cannot stand with the decision that goes on without it, and collect says it first", async () => {
    const dialogue = await makeDialogue();
    dialogue.write("Muffin", ["[MUFFIN-Q0001: what is this]\nUnknown.", "[MOVE:CONVERGE]"]);
    dialogue.write("Cupcake", "[CUPCAKE-P0001: cut");
    dialogue.write("Scone", ["[MOVE:CONVERGE]"]);
    const key = { dialogue_id: dialogue.id };
    const { next } = await dialogue.call<{ next: { why: string; arguments: Input } }>("dialogue.round-collect", key);
    expect(next.why).toMatch(/^First put right in the drafts: Muffin, line 1; Cupcake, which ends inside a marker\./);
    const filled = await scaffold(dialogue.root, "round-register", dialogue.id);
    expect(filled).toMatchObject(next.arguments);
    expect(filled).toMatchObject({
      dismissed: [{ expert: "Muffin", line: 1, reason: "…" }],
      incomplete: ["Cupcake"],
    });
    const dismissed = [{ expert: "Muffin", line: 1, reason: "no such type" }];
    const { answer } = await callByCli({
      root: dialogue.root,
      name: "dialogue.round-register",
      input: { ...filled, ...scores, dismissed },
    });
    expect(answer).toMatchObject({ status: "registered" });
  });

  it("is refused for a round that is not open", async () => {
    const dialogue = await makeDialogue();
    const { code, err } = await runWords(
      dialogue.root,
      ["dialogue", "round-register", dialogue.id, "--round", "3", "--scaffold"],
      { isTTY: true },
    );
    expect({ code, err }).toMatchObject({ code: 6, err: expect.stringContaining("The open round is 0.") });
  });
});

describe("verdict --scaffold", () => {
  it("holds the proposal and what was settled, and can be given back as it is", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: ["[MUFFIN-T0001: cost against speed]\nWe cannot have both."] });
    await dialogue.call("dialogue.round-prompt", { dialogue_id: dialogue.id, proposal: "Use REST.\n\nCache it." });
    dialogue.writeAll();
    await dialogue.register({ tension_updates: [{ id: "T0001", status: "accepted", reason: "cheap enough" }] });
    const filled = await scaffold(dialogue.root, "verdict", dialogue.id);
    expect(filled).toMatchObject({ round: 1, recommendation: "Use REST.\n\nCache it.", tensions_accepted: ["T0001"] });
    const { answer } = await callByCli({ root: dialogue.root, name: "dialogue.verdict-register", input: filled });
    expect(answer).toMatchObject({ status: "registered", decision: true, seen_by_panel: true });
  });

  it("at the limit forces, and asks what a reader must know", async () => {
    const dialogue = await makeDialogue({ create: { max_rounds: 2 } });
    await dialogue.round({ Muffin: raisesTension });
    await dialogue.round({ Muffin: ["Not yet."] });
    const filled = await scaffold(dialogue.root, "verdict", dialogue.id);
    expect(await leftOpen(dialogue, "dialogue.verdict-register", filled)).toEqual(["recommendation", "warning"]);
  });
});

describe("create --scaffold", () => {
  it("is a dialogue to fill in, with what was given and what the project sets", async () => {
    const desk = makeDesk({ tree: { ".blue/config.yaml": "max_rounds: 6\n", "a.md": "# A\n" } });
    const filled = await scaffold(desk.root, "create", "--title", "Caching");
    expect(filled).toMatchObject({ title: "Caching", max_rounds: 6, rotation: "graduated" });
    const { experts } = filled.expert_pool as { experts: { role: string }[] };
    const open = await leftOpen(desk, "dialogue.create", filled);
    expect(open.slice(0, 4)).toEqual(["question", "subject", "expert_pool.domain", "expert_pool.experts.0.role"]);
    const pool = { domain: "APIs", experts: experts.map((one, i) => ({ ...one, role: `Expert ${i}`, focus: "cost" })) };
    const input = { ...filled, question: "Cache?", subject: "a.md", expert_pool: pool };
    const { answer } = await callByCli({ root: desk.root, name: "dialogue.create", input });
    expect(answer).toMatchObject({ status: "created", pool_size: 8 });
  });

  it("keeps a template that was asked for", async () => {
    const { root } = makeDesk();
    const filled = await scaffold(root, "create", "--template", "general");
    expect(filled).toMatchObject({ template: "general" });
    expect(filled).not.toHaveProperty("expert_pool");
  });
});

describe("evolve-panel --scaffold", () => {
  const experts = [
    { role: "API Architect", tier: "Core", relevance: 0.95, focus: "boundaries" },
    { role: "Client Developer", tier: "Adjacent", relevance: 0.9, focus: "what callers see" },
    { role: "Cost Analyst", tier: "Wildcard", relevance: 0.1, focus: "money, bills" },
    { role: "Lawyer", tier: "Wildcard", relevance: 0.05, focus: "contracts" },
  ];
  const opened = (create: Input = {}) =>
    makeDialogue({ create: { expert_pool: { experts }, panel_size: 2, ...create } });
  const money = (dialogue: Dialogue) => {
    const [first] = dialogue.panel();
    return { [first!]: [`[${first!.toUpperCase()}-T0001: who pays]\nThe money for it.`] };
  };

  it("seats whoever of the pool could settle what is open, and the advice after a round says so", async () => {
    const dialogue = await opened();
    const seated = ["API Architect", "Client Developer"];
    const panel = seated.map((role) => ({ role, source: "pool" }));
    await dialogue.call("dialogue.evolve-panel", { dialogue_id: dialogue.id, panel });
    const { next } = (await dialogue.round(money(dialogue))) as unknown as { next: { tool: string; why: string } };
    expect(next.tool).toBe("blue_dialogue_revise");
    expect(next.why).toContain(
      "Who could settle what is open:\n  T0001: Cost Analyst, in the pool, the nearest\nTo seat them first: `blue dialogue evolve-panel`.",
    );
    const { structuredContent } = await callByMcp({
      root: dialogue.root,
      name: "dialogue.status",
      input: { dialogue_id: dialogue.id },
    });
    expect(structuredContent).toHaveProperty(
      "next.why",
      expect.stringContaining("first: `blue_dialogue_evolve_panel`."),
    );
    const filled = await scaffold(dialogue.root, "evolve-panel", dialogue.id);
    const file = join(dialogue.root, "panel.json");
    writeFileSync(file, JSON.stringify(filled));
    const { out } = await runWords(dialogue.root, ["--json", "dialogue", "evolve-panel", "--input", file]);
    const answer = JSON.parse(out) as { panel: { role: string }[]; next: { why: string } };
    expect(answer.panel.map(({ role }) => role)).toEqual([...seated, "Cost Analyst"]);
    expect(answer.next.why).toMatch(/T0001: \w+, Cost Analyst, the nearest\n/);
  });

  it("names who raised it where nobody is near, and somebody new once that one has left the panel", async () => {
    const dialogue = await opened();
    const seated = ["API Architect", "Client Developer"].map((role) => ({ role, source: "pool" }));
    await dialogue.call("dialogue.evolve-panel", { dialogue_id: dialogue.id, panel: seated });
    const [first, second] = dialogue.panel();
    const zebra = { [first!]: [`[${first!.toUpperCase()}-T0001: zebra]\nQuagga.`] };
    expect(await dialogue.round(zebra)).toMatchObject({
      next: { why: expect.stringContaining(`T0001: ${first}, who raised it\n`) },
    });
    const panel = [
      { name: second, source: "retained" },
      { role: "Lawyer", source: "pool" },
    ];
    expect(await dialogue.call("dialogue.evolve-panel", { dialogue_id: dialogue.id, panel })).toMatchObject({
      next: { why: expect.stringContaining("T0001: nobody yet: call a new expert\n") },
    });
  });

  it("says what could close a tension already instead of who could settle it", async () => {
    const dialogue = await opened();
    const name = dialogue.panel()[0]!.toUpperCase();
    const settled = `[${name}-T0001: zebra]\nQuagga.\n\n[${name}-R0001: horse]\n[RE:RESOLVE ${name}-T0001] A horse.`;
    expect(await dialogue.round({ [dialogue.panel()[0]!]: [settled] })).toMatchObject({
      next: { why: expect.stringContaining("T0001: could be closed by R0001\n") },
    });
  });

  it("gives no such advice where the panel rotates by itself, and names an owner first", async () => {
    const fixed = await opened({ rotation: "none" });
    expect((await fixed.round(money(fixed))).next).not.toHaveProperty(
      "why",
      expect.stringContaining("Who could settle"),
    );
    const owned = await opened();
    const [, owner] = owned.panel();
    const [first] = owned.panel();
    const tensions = [{ local_id: `${first!.toUpperCase()}-T0001`, owner }];
    expect(await owned.round(money(owned), { tensions })).toMatchObject({
      next: { why: expect.stringContaining(`T0001: ${owner}, its owner\n`) },
    });
  });
});

describe("an error of the command line", () => {
  it("names the flag that brings a nested field, and how to see what it takes", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeAll();
    const words = ["dialogue", "round-register", dialogue.id, "--round", "0"];
    const { code, err } = await runWords(dialogue.root, words, { isTTY: true });
    expect(code).toBe(2);
    expect(err).toContain("`score_components` is required");
    expect(err).toContain("(--input; --scaffold prints what it takes)");
    expect(err).not.toContain("--score-components");
    const seat = await runWords(dialogue.root, ["dialogue", "evolve-panel", dialogue.id], { isTTY: true });
    expect(seat.err).toContain("(--panel; --scaffold prints what it takes)");
  });
});
