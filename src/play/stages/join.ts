/** One more look: while the figure of the blind round says that it pays, somebody of the pool joins it, blind and on the same text. */
import { operation as evolvePanel } from "../../operations/dialogue/evolve-panel.ts";
import { operation as roundCollect } from "../../operations/dialogue/round-collect.ts";
import { runOperation } from "../../operations/run-operation.ts";
import { coverageWords, laterLookWords } from "../../pages/coverage-lines.ts";
import { unseated } from "../../panel/one-more.ts";
import type { Coverage } from "../../rules/coverage.ts";
import type { PanelMember, PoolExpert, RoundRecord } from "../../rules/records.ts";
import { openDialogue } from "../../store/find-dialogue.ts";
import { currentPanel } from "../../store/in-work.ts";
import { allowance } from "../budget.ts";
import type { Player } from "../player.ts";
import { chargedRuns } from "../runs.ts";

interface OneMore {
  expert: PoolExpert;
  panel: PanelMember[];
  coverage: Coverage;
  later_looks: RoundRecord["later_looks"];
}

/** Who joins; undefined: nobody is asked for, it does not pay, nobody is left, or the budget does not carry one more. */
export async function oneMore(player: Player): Promise<OneMore | undefined> {
  const { context, plan } = player;
  if (!plan.until_stop) return undefined;
  const { coverage, later_looks } = await runOperation(roundCollect, { dialogue_id: plan.id }, context);
  if (coverage?.advice !== "add" || why(player) !== undefined) return undefined;
  const { panel, expert } = candidates(player);
  return expert && { expert, panel, coverage, later_looks };
}

/** What keeps a further look that would pay from being taken. */
export function why(player: Player): string | undefined {
  if (candidates(player).expert === undefined) return "the pool has nobody left";
  if (allowance(chargedRuns(player), player.plan.budget, "expert", 1).short !== undefined)
    return "the budget ends here";
  return undefined;
}

function candidates({ context, plan }: Player): { panel: PanelMember[]; expert: PoolExpert | undefined } {
  const dialogue = openDialogue(context.project, { dialogue_id: plan.id });
  const panel = currentPanel(dialogue) ?? [];
  return { panel, expert: unseated(dialogue.loaded.opening.pool, panel)[0] };
}

export async function join(player: Player): Promise<void> {
  const { context, plan, emit } = player;
  const { expert, panel, coverage, later_looks } = (await oneMore(player))!;
  const seats = panel.map(({ name, role, source }) => ({ name, role, source }));
  const joining = { role: expert.role, source: "pool" };
  const { panel: seated } = await runOperation(
    evolvePanel,
    { dialogue_id: plan.id, panel: [...seats, joining] },
    context,
  );
  emit({
    event: "look",
    brought: laterLookWords(later_looks).at(-1) ?? null,
    coverage: coverageWords(coverage),
    joins: seated.at(-1)!.name,
    role: expert.role,
  });
}
