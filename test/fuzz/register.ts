/** One call of the Judge in the fuzzer's project: whatever the drafts and the judgement are, the records stay whole. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeContext } from "../../src/context.ts";
import { BlueError } from "../../src/errors.ts";
import { registry } from "../../src/operations/registry.generated.ts";
import { runOperation } from "../../src/operations/run-operation.ts";
import { listDialogueIds } from "../../src/store/dialogue-ids.ts";
import { draftPath } from "../../src/store/drafts.ts";
import { openDialogue } from "../../src/store/find-dialogue.ts";
import { findProject } from "../../src/store/project.ts";

interface Collected {
  present: string[];
  missing: string[];
  incomplete: string[];
  problems: { expert: string; line: number }[];
}

export async function registerRound(
  root: string,
  drafts: readonly (string | null)[],
  change: (judgement: object) => unknown,
): Promise<void> {
  const project = findProject({ flag: root, env: {} });
  async function call<T>(name: string, input: unknown): Promise<T> {
    const operation = await registry.find((one) => one.name === name)!.load();
    return (await runOperation(operation, input, makeContext(project), { checkOutput: true })) as T;
  }
  if (!listDialogueIds(project).some((id) => id.endsWith("-fuzzed"))) await call("dialogue.create", opening);
  const find = () => openDialogue(project, { dialogue_id: "fuzzed" });
  const { loaded, next, asks } = find();
  const experts = (asks().panel ?? loaded.rounds.at(-1)!.panel).map(({ name }) => name);
  for (const [seat, expert] of experts.entries()) {
    const path = join(root, draftPath(next, expert));
    mkdirSync(dirname(path), { recursive: true });
    const own = `[${expert.toUpperCase()}-$1${String(next.round).padStart(2, "0")}$2`;
    const text = drafts[seat]?.replace(/\[[A-Z]+-([A-Z])\d\d(\d\d)/g, own);
    if (text !== undefined) writeFileSync(path, text);
  }
  let registered = 1;
  try {
    const collected = await call<Collected>("dialogue.round-collect", { dialogue_id: "fuzzed" });
    await call("dialogue.round-register", change(honest(next.round, collected)));
  } catch (thrown) {
    if (!(thrown instanceof BlueError) || thrown.code === "internal_error") throw thrown;
    registered = 0;
  }
  const { problems, rounds } = find().loaded;
  if (problems.length > 0) throw new Error(`problems: ${JSON.stringify(problems)}`);
  if (rounds.length !== loaded.rounds.length + registered) throw new Error(`${rounds.length} rounds`);
  if (registered === 0) return;
  const { findings } = await call<{ findings: unknown[] }>("dialogue.verify", { dialogue_id: "fuzzed" });
  if (findings.length > 0) throw new Error(`verify: ${JSON.stringify(findings)}`);
}

/** What a Judge sends who sets aside whatever cannot be read. */
function honest(round: number, { present, missing, incomplete, problems }: Collected): object {
  return {
    ...{ dialogue_id: "fuzzed", round, summary: "What happened." },
    score_components: { W: 3, C: 2, T: 1, R: 1 },
    expert_scores: Object.fromEntries(present.map((name) => [name, 1])),
    ...{ absent: missing, incomplete },
    dismissed: problems.map(({ expert, line }) => ({ expert, line, reason: "Nobody can read it." })),
    tension_updates: [],
  };
}

const opening = {
  ...{ title: "Fuzzed", question: "What breaks?", rotation: "none", panel_size: 3, max_rounds: 99 },
  expert_pool: {
    domain: "Fuzz",
    experts: ["One", "Two", "Three"].map((role) => ({ role, tier: "Core", relevance: 0.9, focus: "all" })),
  },
};
