/** The recorded dialogue, played again through any face: what it answers, in the form of `expected.json`. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type TruthRound, truth } from "./truth.ts";

export type TruthCall = (name: string, input: Record<string, unknown>) => Promise<Record<string, unknown>>;

export interface ReplayedTruth {
  /** As `expected.json` has it. */
  counts: typeof truth.expected;
  /** As the rounds' `mapping.json` have it. */
  mappings: Record<string, string>[];
  verdict: Record<string, unknown>;
}

interface Registered {
  id_mapping: Record<string, string>;
  scoreboard: { score: number };
  velocity: { open_tensions: number; new_perspectives: number; total: number };
  convergence: { signals: number; panel_size: number; missing: string[] };
  can_converge: boolean;
}

export async function replayTruth(root: string, call: TruthCall): Promise<ReplayedTruth> {
  const created = await call("dialogue.create", {
    title: truth.title,
    question: truth.question,
    expert_pool: truth.pool,
    panel_size: 6,
  });
  const key = { dialogue_id: created.dialogue_id };
  const registered: Registered[] = [];
  for (const round of truth.rounds) {
    await call("dialogue.evolve-panel", { ...key, round: round.round, panel: round.panel });
    const { panel } = (await call("dialogue.status", key)) as { panel: { draft_file: string }[] };
    writeDrafts(join(root, dirname(dirname(panel[0]!.draft_file))), round);
    const answer = await call("dialogue.round-register", { ...key, round: round.round, ...round.judgement });
    // A model is told the mapping in short; the record holds all of it.
    const record = join(root, ".blue/dialogues", String(created.dialogue_id), `round-${round.round}/round.json`);
    const { mapping } = JSON.parse(readFileSync(record, "utf8")) as { mapping: Record<string, string> };
    registered.push({ ...(answer as unknown as Registered), id_mapping: mapping });
  }
  const { totals, judges_hand, left_unconvinced } = (await call("dialogue.export", key)) as {
    totals: Record<string, unknown>;
    judges_hand: Record<string, number>;
    left_unconvinced: { expert: string }[];
  };
  const recommendation = truth.rounds.at(-1)!.judgement.proposal;
  const verdict = await call("dialogue.verdict-register", { ...key, recommendation });
  const pick = <T>(from: Record<string, T>, names: string[]) =>
    Object.fromEntries(names.map((name) => [name, from[name]!]));
  const { alignment, rounds, experts_consulted, tensions, tensions_resolved } = totals;
  return {
    counts: {
      rounds: registered.map(({ scoreboard, velocity, convergence, can_converge }, round) => ({
        round,
        score: scoreboard.score,
        open_tensions: velocity.open_tensions,
        new_perspectives: velocity.new_perspectives,
        velocity: velocity.total,
        signals: convergence.signals,
        panel_size: convergence.panel_size,
        can_converge,
        ...(truth.expected.rounds[round]?.missing === undefined ? {} : { missing: convergence.missing }),
      })),
      totals: {
        rounds,
        alignment,
        experts_consulted,
        tension_markers: registered.flatMap(({ id_mapping }) =>
          Object.keys(id_mapping).filter((id) => /-T\d+$/.test(id)),
        ).length,
        tensions,
        tensions_resolved,
      },
      judges_hand: pick(judges_hand, ["merged", "dismissed", "accepted"]),
      left_unconvinced: left_unconvinced.map(({ expert }) => expert),
    },
    mappings: registered.map(({ id_mapping }) => id_mapping),
    verdict,
  };
}

function writeDrafts(folder: string, { panel, drafts }: TruthRound): void {
  for (const { name } of panel as { name: string }[]) {
    const draft = join(folder, name.toLowerCase(), "draft.md");
    mkdirSync(dirname(draft), { recursive: true });
    writeFileSync(draft, drafts.get(name.toLowerCase())!);
  }
}
