import { operation as create } from "../../operations/dialogue/create.ts";
import { operation as samplePanel } from "../../operations/dialogue/sample-panel.ts";
import { runOperation } from "../../operations/run-operation.ts";
import { readText } from "../../store/paths.ts";
import { designPool } from "../judge/pool.ts";
import type { Player } from "../player.ts";

/** Opens the dialogue under the id of the plan. */
export async function open(player: Player): Promise<void> {
  const { plan, context } = player;
  const subject = plan.subject === null ? null : readText(context.project, plan.subject, "subject");
  const pool =
    plan.template !== null
      ? { template: plan.template }
      : { expert_pool: plan.pool ?? (await designPool(player, subject)) };
  const created = await runOperation(
    create,
    {
      title: plan.topic.slice(0, 200),
      question: plan.question ?? plan.topic,
      ...(plan.constraint === null ? {} : { constraint: plan.constraint }),
      ...pool,
      panel_size: plan.panel_size,
      rotation: plan.rotation,
      max_rounds: plan.max_rounds,
      ...(plan.method === "review" ? { method: plan.method } : {}),
      ...(plan.max_size === null ? {} : { max_size: plan.max_size }),
      ...(plan.cross_check ? { cross_check: true } : {}),
      ...(plan.subject === null ? {} : { subject: plan.subject }),
      ...(plan.rfc === null ? {} : { rfc: plan.rfc }),
      sources: plan.sources,
      output_dir: `.blue/dialogues/${plan.id}`,
    },
    { ...context, ifTaken: "refuse" },
  );
  for (const message of created.warnings) player.emit({ event: "warning", message });
}

export async function seatPanel(player: Player): Promise<void> {
  await runOperation(samplePanel, { dialogue_id: player.plan.id }, player.context);
}
