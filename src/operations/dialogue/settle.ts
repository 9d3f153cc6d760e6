import * as z from "zod";
import { attempt, BlueError, refuse, throwAll } from "../../errors.ts";
import { sameRot } from "../../rules/rot-reasons.ts";
import { openDialogue } from "../../store/find-dialogue.ts";
import { compareTrees } from "../../store/git-trees.ts";
import type { Project } from "../../store/project.ts";
import { publishSettlement } from "../../store/settlements.ts";
import { type DecisionInForce, type LoadedDecisions, loadDecisions } from "../decisions-in-force/decision.ts";
import type { KeyedFinding } from "../decisions-in-force/finding.ts";
import { judgeChange } from "../decisions-in-force/judge-change.ts";
import { judgeHere } from "../decisions-in-force/judge-here.ts";
import { nextCall, nextSchema, renderNext } from "../next-call.ts";
import { defineOperation } from "../operation.ts";
import { dialogueKey, namedDialogueFlags } from "./support/dialogue-key.ts";

export const operation = defineOperation({
  name: "dialogue.settle",
  summary: "Say that a decision holds although something it rests on changed",
  description:
    "Records, with a reason, that named citations or items no longer count against the decision: somebody changed them on purpose, or did what was decided. `items` are citations as `blue decisions` names them (`R0109.1`), an item for all of its that are rotted or unclear now, or `subject`; what is unchanged cannot be settled. The file lies in `.blue/settled/` and belongs in the same change; a reviewer sees it there. A later verdict voids it.",
  effect: "write",
  idempotent: true,
  input: z.strictObject({
    ...dialogueKey,
    items: z.array(z.string().min(1)).default([]).describe("What is settled: `R0109.1`, `R0204`, `subject`."),
    reason: z.string().trim().min(1).describe("Why the decision holds all the same."),
  }),
  output: z.strictObject({
    dialogue_id: z.string(),
    path: z.string(),
    status: z.enum(["settled", "already_settled"]),
    settled: z.array(z.string()),
    next: nextSchema,
  }),
  examples: [
    {
      command: "blue dialogue settle orders-pagination --items R0109.1,R0204 --reason 'clocks: now one database'",
      note: "in the change that made it so",
    },
  ],
  cli: namedDialogueFlags,
  run({ items, reason, ...key }, { project, now, random }) {
    const dialogue = openDialogue(project, key);
    throwAll([...dialogue.problems]);
    const dialogue_id = dialogue.loaded.id;
    const loaded = loadDecisions(project);
    const decision = loaded.decisions.find(({ id }) => id === dialogue_id);
    if (decision?.verdict == null)
      refuse("dialogue_not_decided", { dialogue_id }, "verdict_in_force", {
        message: `${dialogue_id} has no verdict in force, so there is nothing to settle`,
        suggestion: "`blue decisions` lists what is in force.",
      });
    const { open, base } = findOpen(project, loaded, decision);
    const names = items
      .flatMap((item) => item.split(","))
      .map((item) => item.trim())
      .filter((item) => item !== "");
    const found = names.flatMap((name) => {
      const own = open.filter(({ id, key, state }) => id === name || (key!.item === name && state !== "touched"));
      return own.length > 0 ? own : refuseName(open, name);
    });
    if (found.length === 0) refuseName(open, undefined);
    const keys = found.map((one) => one.key!);
    const settled = keys.filter((one, i) => keys.findIndex((other) => sameRot(one, other)) === i);
    const { path, already } = publishSettlement(
      project,
      {
        kind: "settlement",
        prev: decision.verdict.self,
        dialogue: dialogue_id,
        settled_at: now().toISOString(),
        base,
        reason,
        settled,
      },
      random,
    );
    return {
      dialogue_id,
      path,
      status: already ? ("already_settled" as const) : ("settled" as const),
      settled: [...new Set(found.map(({ id }) => id))],
      next: nextCall("decisions", {}, "Shows what is left."),
    };
  },
  render: ({ path, status, settled, next }) =>
    [
      `✓ ${status === "settled" ? "Settled" : "Already settled"}: ${settled.join(", ")}`,
      `  ${path}`,
      renderNext(next),
    ].join("\n"),
});

/** What speaks against it here, or only beside the main branch: a pull request sees more than the tree alone. */
function findOpen(project: Project, loaded: LoadedDecisions, decision: DecisionInForce) {
  const here = judgeHere(project, [decision], loaded).get(decision) ?? [];
  // Without a main branch to compare with, what is here is all.
  const compared = attempt(() => compareTrees(project, ""));
  if (compared instanceof BlueError) return { open: here.filter(({ key }) => key !== null), base: null };
  const change = attempt(() => judgeChange(project, { ...loaded, decisions: [decision] }, compared));
  const there = change instanceof BlueError ? [] : [...change.found.values()].flat();
  return { open: [...here, ...there].filter(({ key }) => key !== null), base: compared.bases[0]!.commit };
}

function refuseName(open: readonly KeyedFinding[], name: string | undefined): never {
  const there = [...new Set(open.map(({ id }) => id))];
  refuse(name === undefined ? "invalid_input" : "not_found", { items: name ?? [] }, "named", {
    message:
      name === undefined
        ? "`items` is empty: what is settled is always named"
        : `\`items\`: nothing to settle is named ${name}`,
    suggestion:
      there.length === 0
        ? "Nothing is rotted, unclear or touched here or by this change, and what is unchanged needs no settling."
        : `What can be settled: ${there.join(", ")}.`,
    context: { items: there },
  });
}
