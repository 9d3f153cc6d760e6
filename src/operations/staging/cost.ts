import * as z from "zod";
import { type BlueError, refusal } from "../../errors.ts";
import { readInfracost } from "../../staging/infracost.ts";
import { openEnvironmentFolder } from "../../store/environment-folder.ts";
import { runInfracost } from "../../store/external-tools.ts";
import { defineOperation } from "../operation.ts";
import { table } from "../text/table.ts";
import { folderField, placeOf } from "./environment.ts";

const args = ["breakdown", "--path", ".", "--format", "json"];
const howToGetIt =
  "Install infracost (https://www.infracost.io/docs/) and sign in with `infracost auth login`; then repeat this.";
const mostProjects = 50;

export const operation = defineOperation({
  name: "staging.cost",
  summary: "What the infrastructure costs in a month, by infracost",
  description:
    "Runs `infracost breakdown` in `path` and answers with the monthly cost, in all and per project. Where infracost is not installed the answer is `available: false` and says how to get it; that is not an error.",
  effect: "read",
  input: z.strictObject({ path: folderField }),
  output: z.strictObject({
    available: z.boolean(),
    path: z.string(),
    monthly: z.number().nullable().describe("null where the price depends on use."),
    currency: z.string().nullable(),
    projects: z.array(z.strictObject({ name: z.string(), monthly: z.number().nullable() })),
    how: z.string().nullable().describe("How to get the figures, where they are not available."),
  }),
  examples: [{ command: "blue staging cost --path infra", note: "of one folder" }],
  cli: { positional: ["path"] },
  async run({ path: asked }, { project, signal }) {
    const { path, absolute } = openEnvironmentFolder(project, asked);
    const answer = await runInfracost({ root: project.root, env: process.env }, args, absolute, signal);
    signal.throwIfAborted();
    if (answer === "not_installed")
      return { available: false, path, monthly: null, currency: null, projects: [], how: howToGetIt };
    if ("failed" in answer) throw failed(`infracost failed: ${answer.failed}`);
    const cost = readInfracost(answer.stdout);
    if (cost === undefined) throw failed("infracost answered without a total (`totalMonthlyCost`)");
    return { available: true, path, ...cost, projects: cost.projects.slice(0, mostProjects), how: null };
  },
  render({ available, path, monthly, currency, projects, how }) {
    if (!available) return `! No figures: infracost is not installed.\n  ${how}`;
    const shown = (sum: number | null) => (sum === null ? "depends on use" : `${sum.toFixed(2)} ${currency}`);
    return [
      `${placeOf(path)}: ${shown(monthly)} a month`,
      ...(projects.length > 1
        ? [
            table(
              ["Project", { heading: "A month", align: "right" }],
              projects.map((one) => [one.name, shown(one.monthly)]),
            ),
          ]
        : []),
    ].join("\n");
  },
});

function failed(message: string): BlueError {
  return refusal("io_error", {}, "infracost", {
    message,
    suggestion: `Run \`infracost ${args.join(" ")}\` yourself to see all of it.`,
  });
}
