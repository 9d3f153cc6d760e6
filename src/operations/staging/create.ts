import * as z from "zod";
import { dayOf } from "../../documents/natural-date.ts";
import { takeDuration } from "../../staging/duration.ts";
import { planCreate } from "../../staging/plan.ts";
import { nextCall, nextSchema, renderNext } from "../next-call.ts";
import { defineOperation } from "../operation.ts";
import { environmentInput, environmentOutput, placeOf, planAndRun, renderPlan } from "./environment.ts";

export const operation = defineOperation({
  name: "staging.create",
  summary: "Plan a staging environment, and with --run bring it up",
  description:
    "Finds out how this project brings up an environment (CDK, Terraform, Pulumi, docker compose; several need `kind`) and answers with the plan: the exact argument lists, in order. It runs them only on the command line and only with `run`; over MCP `run` is refused, because a person runs a deployment. Each step runs only if the one before succeeded; the tools' output goes to stderr. `ttl` is told to tools that have a place for it (Terraform where the variable is declared); nothing takes the environment down by itself.",
  effect: "write",
  input: z.strictObject({
    ...environmentInput,
    ttl: z.string().trim().optional().describe("How long it is meant to live: `4h`, `2d`."),
  }),
  output: z.strictObject({
    ...environmentOutput,
    ttl: z.string().nullable(),
    expires: z.string().nullable().describe("When the ttl is over, counted from now."),
    next: nextSchema.nullable(),
  }),
  examples: [
    { command: "blue staging create demo", note: "the plan only" },
    { command: "blue staging create demo --kind terraform --ttl 2d --run", note: "bring it up" },
  ],
  cli: { positional: ["name"] },
  async run(input, context) {
    const length = input.ttl === undefined ? undefined : takeDuration(input.ttl, "ttl", "365d");
    const planned = await planAndRun(input, context, planCreate);
    const expires = length === undefined ? null : new Date(context.now().getTime() + length);
    const reminder = { title: `Take down the staging environment ${input.name}`, due: expires && dayOf(expires) };
    return {
      ...planned,
      ttl: input.ttl ?? null,
      expires: expires?.toISOString() ?? null,
      next:
        planned.ran && expires !== null
          ? nextCall("reminder.create", reminder, "So that somebody takes it down when its time is over.")
          : null,
    };
  },
  render: (out) =>
    [
      out.ran
        ? `✓ ${out.name} is up (${out.kind})`
        : `${out.name} would come up by ${out.kind} in ${placeOf(out.path)}:`,
      ...renderPlan(out),
      ...(out.next === null ? [] : [renderNext(out.next)]),
    ].join("\n"),
});
