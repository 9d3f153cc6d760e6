/** The recorded six-round dialogue of examples/dialogue-truth, as the calls a Judge makes. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../examples/dialogue-truth", import.meta.url));

interface Judge {
  score_components: { W: number; C: number; T: number; R: number };
  expert_scores: Record<string, number>;
  register?: Record<string, { id: string; label: string; local_ids: string[] }[]>;
  closes: { id: string; via: string }[];
  summary: string;
  proposal?: string;
}

export interface TruthRound {
  round: number;
  panel: Record<string, unknown>[];
  /** Expert → draft, as written. */
  drafts: Map<string, string>;
  /** What `round_register` takes, dialogue and round apart. */
  judgement: Record<string, unknown>;
  mapping: Record<string, string>;
}

export interface ExpectedRound {
  round: number;
  score: number;
  open_tensions: number;
  new_perspectives: number;
  velocity: number;
  signals: number;
  panel_size: number;
  can_converge: boolean;
  missing?: string[];
}

export const truth = {
  title: "Where does the truth of a dialogue live?",
  question: readFileSync(join(folder, "question.md"), "utf8"),
  pool: json<Record<string, unknown>>("expert-pool.json"),
  expected: json<{
    rounds: ExpectedRound[];
    totals: Record<string, unknown>;
    judges_hand: Record<string, number>;
    left_unconvinced: string[];
  }>("expected.json"),
  rounds: [0, 1, 2, 3, 4, 5].map(readRound),
};

function readRound(round: number): TruthRound {
  const { experts } = json<{ experts: Record<string, unknown>[] }>(`round-${round}/panel.json`);
  const judge = json<Judge>(`round-${round}/judge.json`);
  const names = readdirSync(join(folder, `round-${round}`)).filter(
    (name) => name.endsWith(".md") && name !== "inventory.md",
  );
  const lists = Object.entries(judge.register ?? {}).map(([list, items]) => [
    list,
    items.map(({ label, local_ids: [local_id, ...merges] }) => ({
      local_id,
      label,
      ...(merges.length > 0 ? { merges } : {}),
    })),
  ]);
  return {
    round,
    panel: experts,
    drafts: new Map(
      names.map((name) => [name.replace(".md", ""), readFileSync(join(folder, `round-${round}`, name), "utf8")]),
    ),
    judgement: {
      score_components: judge.score_components,
      expert_scores: judge.expert_scores,
      summary: judge.summary,
      ...(judge.proposal === undefined ? {} : { proposal: judge.proposal }),
      ...Object.fromEntries(lists),
      tension_updates: judge.closes.map(({ id, via }) => ({ id, status: "resolved", via })),
    },
    mapping: json<{ id_mapping: Record<string, string> }>(`round-${round}/mapping.json`).id_mapping,
  };
}

function json<T>(path: string): T {
  return JSON.parse(readFileSync(join(folder, path), "utf8")) as T;
}
