/** The figure of a blind round, wherever one is summed up. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Dialogue, makeDialogue, poolOf, show } from "../../../test/helpers/dialogue.ts";
import { exported } from "../../../test/helpers/exported.ts";
import { runWords } from "../../../test/helpers/faces.ts";

/** One conflict in words that no other has; two experts who raise it use the same. */
function tension(expert: string, number: number, topic: number): string {
  const words = Array.from({ length: 10 }, (_, i) => `matter${topic}part${i}`).join(" ");
  return `[${expert.toUpperCase()}-T${String(number).padStart(4, "0")}: conflict ${topic} | ${topic === 0 ? "critical" : "minor"}]\n${words}`;
}

function drafts(topics: Record<string, readonly number[]>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(topics).map(([expert, some]) => [expert, some.map((topic, i) => tension(expert, i + 1, topic))]),
  );
}

const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i);
/** Thirteen conflicts: six of them found by two experts. */
const three = drafts({ Muffin: from(0, 6), Cupcake: from(4, 10), Scone: from(8, 12) });
const merges = {
  tensions: [
    ...[1, 2, 3].map((n) => ({ local_id: `MUFFIN-T000${n + 4}`, merges: [`CUPCAKE-T000${n}`] })),
    ...[1, 2, 3].map((n) => ({ local_id: `CUPCAKE-T000${n + 4}`, merges: [`SCONE-T000${n}`] })),
  ],
};
const figure = {
  advice: "open",
  experts: 3,
  found: 13,
  once: 7,
  missed: { low: expect.any(Number), median: expect.any(Number), high: expect.any(Number) },
  one_more: { mean: expect.any(Number), low: expect.any(Number), high: expect.any(Number) },
  two_more: expect.any(Number),
  severities: { critical: { found: 1, once: 1 }, minor: { found: 12, once: 6 } },
};
const words = /^13 objections in the blind round, 7 of them seen by one expert only\. .*\. Your call\.$/m;

async function asked(create = {}): Promise<Dialogue> {
  const dialogue = await makeDialogue({ create });
  await dialogue.call("dialogue.round-prompt", { dialogue_id: dialogue.id });
  return dialogue;
}

const pageOf = ({ root, id }: Dialogue, name: string) =>
  readFileSync(join(root, `.blue/dialogues/${id}/${name}`), "utf8");

describe("what one more look would bring is said", () => {
  it("when the blind round is registered, by status, on its summary, the verdict's page and in the export", async () => {
    const dialogue = await asked();
    const registered = await dialogue.round(three, merges);
    expect(registered.coverage).toMatchObject(figure);
    expect(await show("dialogue.round-register", registered)).toMatch(words);
    const status = await dialogue.call("dialogue.status", { dialogue_id: dialogue.id });
    expect(status.coverage).toEqual(registered.coverage);
    expect(await show("dialogue.status", status)).toMatch(words);
    const summary = pageOf(dialogue, "round-0/round-0.summary.md");
    expect(summary).toContain("## What One More Look Would Bring");
    expect(summary).toMatch(/^13 objections in the blind round, .*\*\*Your call\.\*\*$/m);
    expect(summary).toMatch(/^\| critical \| 1 \| 1 \| less than one \|$/m);
    const { rounds } = await exported(dialogue);
    expect(rounds).toMatchObject([{ coverage: registered.coverage }]);
    await dialogue.round();
    await dialogue.call("dialogue.close", { dialogue_id: dialogue.id, outcome: "abandoned", reason: "enough" });
    expect(pageOf(dialogue, "verdict.md")).toMatch(
      /\| One more look \| 13 objections in the blind round, .* Your call\. \|/,
    );
    expect(pageOf(dialogue, "round-1/round-1.summary.md")).not.toContain("One More Look");
  });

  it("on the page of a review's findings", async () => {
    const dialogue = await asked({ method: "review" });
    await dialogue.round(three, merges);
    await dialogue.call("dialogue.close", { dialogue_id: dialogue.id, outcome: "reviewed", reason: "one look" });
    expect(pageOf(dialogue, "findings.md")).toMatch(
      /^\| One more look \| 13 objections in the blind round, .* Your call\. \|$/m,
    );
  });

  it("only of a round that Blue asked, and never of a later one", async () => {
    const dialogue = await makeDialogue();
    expect((await dialogue.call("dialogue.status", { dialogue_id: dialogue.id })).coverage).toBeNull();
    const registered = await dialogue.round(three, merges);
    expect(registered.coverage).toEqual({ advice: "not blind", not_asked: ["Muffin", "Cupcake", "Scone"] });
    expect(await show("dialogue.round-register", registered)).toContain("Not blind: Blue did not ask for the text of");
    const later = await dialogue.round();
    expect(later).not.toHaveProperty("coverage");
  });
});

describe("one more look, while the blind round is open", () => {
  interface Collected {
    digest: string;
    coverage: Record<string, unknown> & { advice: string; one_more: { mean: number } };
    proposed_merges: string[][];
    next: { tool: string; why: string; arguments: { panel: { name?: string; role: string; source: string }[] } };
  }
  /** Nineteen conflicts, three found twice: somebody else would bring several. */
  const sparse = drafts({ Muffin: from(0, 6), Cupcake: from(6, 13), Scone: from(12, 18) });

  const collect = (dialogue: Dialogue) =>
    dialogue.call<Collected>("dialogue.round-collect", { dialogue_id: dialogue.id });

  it("is advised by collect with the proposed merges, before the Judge's own", async () => {
    const dialogue = await asked();
    dialogue.writeAll(sparse);
    const out = await collect(dialogue);
    expect(out.proposed_merges).toHaveLength(3);
    expect(out.coverage).toMatchObject({ advice: "add", experts: 3, found: 19, once: 16 });
    expect(await show("dialogue.round-collect", out)).toMatch(
      /Before your merging\n {2}19 objections in the blind round, 16 of them/,
    );
    expect(out.next.tool).toBe("blue_dialogue_evolve_panel");
    expect(out.next.why).toContain("A further look pays.");
    expect(out.next.arguments.panel).toHaveLength(4);
    expect((await dialogue.register({ digest: out.digest, merge: "proposed" })).coverage).toEqual(out.coverage);
  });

  it("joins blind, on the same text, disturbs no draft, and is recorded as predicted and brought", async () => {
    const dialogue = await asked({ expert_pool: poolOf(4), panel_size: 3 });
    dialogue.writeAll(sparse);
    const first = await collect(dialogue);
    const [, , , more] = first.next.arguments.panel;
    expect(more).toMatchObject({ source: "pool" });
    const scaffold = await runWords(dialogue.root, ["dialogue", "evolve-panel", dialogue.id, "--scaffold"]);
    expect(JSON.parse(scaffold.out).panel[3]).toEqual(more);
    const joined = await dialogue.call("dialogue.evolve-panel", { ...first.next.arguments });
    expect(joined.next).toMatchObject({ tool: "blue_dialogue_round_prompt" });
    const prompted = await dialogue.call("dialogue.round-prompt", { dialogue_id: dialogue.id });
    expect(prompted).toMatchObject({
      written: ["Muffin", "Cupcake", "Scone"],
      spawn: [{ expert: "Eclair" }],
      ask: "everyone",
    });
    const late = drafts({ Eclair: [0, 1, 19, 20, 21, 22] });
    dialogue.write("Eclair", late.Eclair!);
    const second = await collect(dialogue);
    expect(second.coverage).toMatchObject({ experts: 4, found: 23 });
    const registered = await dialogue.register({ merge: "proposed" });
    const look = { expert: "Eclair", predicted: first.coverage.one_more, brought: 4 };
    expect(registered).toMatchObject({ later_looks: [look], coverage: { experts: 4, found: 23 } });
    expect(registered.next).not.toMatchObject({ tool: "blue_dialogue_evolve_panel" });
    expect(dialogue.record(0).later_looks).toEqual([look]);
    expect((await exported(dialogue)).rounds).toMatchObject([{ later_looks: [look] }]);
    expect(pageOf(dialogue, "round-0/round-0.summary.md")).toMatch(
      /Eclair joined later: about \d+ new \(\d+ to \d+\) predicted, 4 came\./,
    );
    expect(await dialogue.call("dialogue.verify", { dialogue_id: dialogue.id })).toMatchObject({ findings: [] });
  });

  it("takes nobody off once a draft exists", async () => {
    const dialogue = await asked({ expert_pool: poolOf(4), panel_size: 3 });
    dialogue.writeAll(sparse);
    const { next } = await collect(dialogue);
    const panel = next.arguments.panel.slice(1);
    await dialogue.refused("panel_mismatch", "dialogue.evolve-panel", { dialogue_id: dialogue.id, panel });
  });

  it("has no figure, and is not advised, over a text that Blue did not ask for", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeAll(sparse);
    const out = await collect(dialogue);
    expect(out.coverage).toEqual({ advice: "not blind", not_asked: ["Muffin", "Cupcake", "Scone"] });
    expect(out.next.tool).toBe("blue_dialogue_round_register");
  });
});
