import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeContext } from "../../src/context.ts";
import { registry } from "../../src/operations/registry.generated.ts";
import { runOperation } from "../../src/operations/run-operation.ts";
import { findProject } from "../../src/store/project.ts";
import { makeFolder } from "../helpers/project.ts";
import { truth } from "../helpers/truth.ts";

type Call = (name: string, input: Record<string, unknown>) => Promise<Record<string, unknown>>;

function direct(root: string): Call {
  const project = findProject({ flag: root, env: {} });
  return async (name, input) => {
    const operation = await registry.find((one) => one.name === name)!.load();
    return (await runOperation(operation, input, makeContext(project), { checkOutput: true })) as Record<
      string,
      unknown
    >;
  };
}

async function replay(root: string, call: Call): Promise<void> {
  const created = await call("dialogue.create", {
    title: truth.title,
    question: truth.question,
    expert_pool: truth.pool,
    panel_size: 6,
  });
  const id = created.dialogue_id as string;
  for (const round of truth.rounds) {
    await call("dialogue.evolve-panel", { dialogue_id: id, round: round.round, panel: round.panel });
    const context = await call("dialogue.round-context", { dialogue_id: id, round: round.round });
    for (const { name, draft_file } of context.experts as { name: string; draft_file: string | null }[]) {
      if (draft_file === null) continue;
      mkdirSync(dirname(join(root, draft_file)), { recursive: true });
      writeFileSync(join(root, draft_file), round.drafts.get(name.toLowerCase())!);
    }
    const registered = await call("dialogue.round-register", {
      dialogue_id: id,
      round: round.round,
      ...round.judgement,
    });
    const expected = truth.expected.rounds[round.round]!;
    expect(registered.id_mapping).toEqual(round.mapping);
    expect(registered.velocity).toEqual({
      open_tensions: expected.open_tensions,
      new_perspectives: expected.new_perspectives,
      total: expected.velocity,
    });
    expect(registered.convergence).toMatchObject({
      signals: expected.signals,
      panel_size: expected.panel_size,
      ...(expected.missing ? { missing: expected.missing } : {}),
    });
    expect(registered.can_converge).toBe(expected.can_converge);
    expect((registered.scoreboard as { score: number }).score).toBe(expected.score);
  }
  const exported = await call("dialogue.export", { dialogue_id: id });
  expect(exported.totals).toMatchObject({
    rounds: 6,
    alignment: truth.expected.totals.alignment,
    experts_consulted: 8,
    tensions_resolved: 13,
  });
  expect(exported.judges_hand).toMatchObject(truth.expected.judges_hand);
  expect((exported.left_unconvinced as { expert: string }[]).map(({ expert }) => expert)).toEqual(
    truth.expected.left_unconvinced,
  );
  const verdict = await call("dialogue.verdict-register", {
    dialogue_id: id,
    recommendation: truth.rounds[5]!.judgement.proposal as string,
  });
  expect(verdict).toMatchObject({ status: "registered", decision: true, seen_by_panel: false });
}

describe("the recorded dialogue", () => {
  it("gives exactly the expected numbers and IDs", async () => {
    const root = makeFolder();
    await replay(root, direct(root));
  });
});
