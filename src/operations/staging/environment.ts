/** What `create` and `destroy` share: what they take, choosing the tool, and running a plan or only showing it. */
import * as z from "zod";
import type { Context } from "../../context.ts";
import { refuse } from "../../errors.ts";
import { shellWord } from "../../safe-text.ts";
import { environmentKinds, kindHints } from "../../staging/environment-kind.ts";
import type { Plan, PlanRequest } from "../../staging/plan.ts";
import { type EnvironmentFolder, openEnvironmentFolder, terraformVariables } from "../../store/environment-folder.ts";
import { runTool } from "../../store/external-tools.ts";
import type { Host } from "../../store/programs.ts";

export const folderField = z
  .string()
  .trim()
  .min(1)
  .default(".")
  .describe("A folder of the project; its root unless given.");

/** A folder as a sentence has it. */
export function placeOf(path: string): string {
  return path === "." ? "the project's root" : path;
}

export const environmentInput = {
  name: z
    .string()
    .trim()
    .regex(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/, "must be a name of lower-case letters, digits and hyphens")
    .max(40)
    .describe("The environment: compose project, Terraform workspace, Pulumi stack, CDK context `name`."),
  kind: z.enum(environmentKinds).optional().describe("Which tool, where several would do."),
  stack: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9][\w./-]*$/, "must start with a letter or digit and hold no spaces or wildcards")
    .max(200)
    .optional()
    .describe("CDK: the stack. Pulumi: its stack, Terraform: its workspace, where that is not the name."),
  path: folderField,
  run: z.boolean().default(false).describe("Run the plan instead of only showing it; on the command line only."),
};

export const environmentOutput = {
  name: z.string(),
  kind: z.enum(environmentKinds),
  path: z.string(),
  stack: z.string().nullable(),
  ran: z.boolean(),
  steps: z.array(
    z.strictObject({ command: z.array(z.string()).describe("Tool and arguments."), exit_code: z.int().nullable() }),
  ),
  notes: z.array(z.string()),
};

interface Asked {
  name: string;
  kind?: PlanRequest["kind"] | undefined;
  stack?: string | undefined;
  ttl?: string | undefined;
  path: string;
  run: boolean;
}

export async function planAndRun(
  asked: Asked,
  { project, face, signal }: Context,
  plan: (request: PlanRequest) => Plan,
) {
  const { name, stack, ttl, run } = asked;
  if (run && face !== "cli")
    refuse("invalid_input", { run: true }, "command_line_only", {
      message: "`run`: a person runs this, on the command line",
      suggestion: "Call without `run` for the plan and show it to the user.",
    });
  const folder = openEnvironmentFolder(project, asked.path);
  const kind = chooseKind(folder, asked.kind);
  const { steps, notes } = plan({ kind, name, stack, ttl, variables: terraformVariables(project, folder) });
  if (run) await runAll({ root: project.root, env: process.env }, steps, folder.absolute, signal);
  return {
    name,
    kind,
    path: folder.path,
    stack: stack ?? null,
    ran: run,
    steps: steps.map((command) => ({ command, exit_code: run ? 0 : null })),
    notes,
  };
}

function chooseKind({ path, kinds }: EnvironmentFolder, asked: PlanRequest["kind"] | undefined): PlanRequest["kind"] {
  const found = kinds.map(({ kind }) => kind);
  const listed = kinds.map(({ kind, files }) => `${kind} (${files.slice(0, 3).join(", ")})`).join(", ");
  if (asked !== undefined && !found.includes(asked))
    refuse("invalid_input", { kind: asked }, "detected", {
      message: `\`kind\`: there is nothing of ${asked} in ${placeOf(path)}`,
      suggestion: found.length === 0 ? `Give as \`path\` a folder with ${kindHints}.` : `Found: ${listed}.`,
    });
  if (found.length === 0)
    refuse("not_found", { path }, "exists", {
      message: `Nothing in ${placeOf(path)} says how to bring up an environment`,
      suggestion: `Give as \`path\` a folder with ${kindHints}.`,
    });
  if (asked === undefined && found.length > 1)
    refuse("invalid_input", "kind", "one_kind", {
      message: `\`kind\`: ${placeOf(path)} has several: ${listed}`,
      suggestion: `Say which: ${found.join(", ")}.`,
      context: { kinds: found },
    });
  return asked ?? found[0]!;
}

/** Stops at the first step that fails: the next ones rely on it. */
async function runAll(host: Host, steps: readonly string[][], cwd: string, signal: AbortSignal): Promise<void> {
  for (const [done, command] of steps.entries()) {
    signal.throwIfAborted();
    const code = await runTool(host, command, cwd, signal);
    if (code === 0) continue;
    if (code === undefined)
      refuse("not_found", { kind: command[0] }, "installed", {
        message: `${command[0]} is not installed, or not on the PATH`,
        suggestion: `Install ${command[0]}, or run the plan where it is.`,
      });
    // The command is not named: no message holds one that takes something down.
    refuse("io_error", {}, "exit_code_0", {
      message: `Step ${done + 1} of ${steps.length} (${command[0]}) ended with exit code ${code}`,
      value: code,
      suggestion: "The steps after it were not begun. See above what it printed.",
      context: { exit_code: code, tool: command[0], step: done + 1, steps: steps.length },
    });
  }
}

function commandLine(command: readonly string[]): string {
  return command.map(shellWord).join(" ");
}

export function renderPlan({
  ran,
  steps,
  notes,
}: {
  ran: boolean;
  steps: readonly { command: readonly string[] }[];
  notes: readonly string[];
}): string[] {
  return [
    ...steps.map(({ command }) => `  ${commandLine(command)}`),
    ...notes.map((note) => `! ${note}`),
    ...(ran ? [] : ["Nothing was run. With --run it is."]),
  ];
}
