/**
 * Which settlements count where no change is asked about: those that came together with what they settle. What still stood in the commit that brought
 * the file, and was taken away only since, was settled in advance, and that settles nothing. A file that is not committed, or lies where there is no
 * git, belongs to the change under way: it counts.
 */
import { rotWords, sameRot } from "../../rules/rot-reasons.ts";
import { findBringing } from "../../store/git.ts";
import { compareTrees } from "../../store/git-trees.ts";
import type { Project } from "../../store/project.ts";
import { type Settlements, settledFolder } from "../../store/settlements.ts";
import type { DecisionInForce, LoadedDecisions } from "./decision.ts";
import { isSettled, type KeyedFinding } from "./finding.ts";
import { judgeChange } from "./judge-change.ts";

export interface SettledHere {
  settled: Settlements["settled"];
  /** What was settled in advance, by which file. */
  early: { path: string; why: string }[];
}

/** `found`: what speaks against each decision. Git is asked only where something of it was settled. */
export function makeSettledHere(project: Project, loaded: LoadedDecisions) {
  let bringing: Map<string, string> | undefined;
  return (decision: DecisionInForce, found: readonly KeyedFinding[]): SettledHere => {
    const counts: SettledHere = { settled: [], early: [] };
    for (const settlement of decision.settlements.settled) {
      if (!found.some((one) => isSettled([settlement], one))) continue;
      bringing ??= findBringing(project, settledFolder);
      const commit = bringing.get(settlement.file);
      const since = commit === undefined ? [] : takenSince(project, loaded, decision, commit);
      const isEarly = (key: (typeof settlement.settled)[number]) => since.some((one) => sameRot(one.key!, key));
      counts.settled.push({ ...settlement, settled: settlement.settled.filter((key) => !isEarly(key)) });
      for (const key of settlement.settled.filter(isEarly))
        counts.early.push({ path: settlement.file, why: `${rotWords(key)} still stood when it was settled` });
    }
    return counts;
  };
}

function takenSince(project: Project, loaded: LoadedDecisions, decision: DecisionInForce, commit: string) {
  const { found } = judgeChange(project, { ...loaded, decisions: [decision] }, compareTrees(project, commit));
  return (found.get(decision) ?? []).filter(({ state, key }) => key !== null && state !== "touched");
}
