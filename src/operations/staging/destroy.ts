import * as z from "zod";
import { planDestroy } from "../../staging/plan.ts";
import { defineOperation } from "../operation.ts";
import { environmentInput, environmentOutput, placeOf, planAndRun, renderPlan } from "./environment.ts";

export const operation = defineOperation({
  name: "staging.destroy",
  summary: "Plan the end of a staging environment, and with --run take it down",
  description:
    "The counterpart of `staging.create`: the exact argument lists that take the environment `name` down, its data included. It runs them only on the command line and only with `run`; over MCP `run` is refused, because a person does this. Each step runs only if the one before succeeded, so a workspace that is not there takes nothing else down. With CDK `stack` is required; Terraform's workspace `default` is refused.",
  effect: "destructive",
  input: z.strictObject(environmentInput),
  output: z.strictObject(environmentOutput),
  examples: [{ command: "blue staging destroy demo", note: "the plan only; nothing is taken down" }],
  cli: { positional: ["name"] },
  run: (input, context) => planAndRun(input, context, planDestroy),
  render: (out) =>
    [
      out.ran
        ? `✓ ${out.name} is down (${out.kind})`
        : `${out.name} would be taken down by ${out.kind} in ${placeOf(out.path)}:`,
      ...renderPlan(out),
    ].join("\n"),
});
