/** Every runner, in the order in which one is looked for; and what `--runner` says about them. */
import { refuse } from "../../errors.ts";
import { safeLine } from "../../safe-text.ts";
import type { Host } from "../../store/programs.ts";
import { type ApiSettings, modelPattern, runnerNamePattern, type UserConfig } from "../../store/user-config.ts";
import { anthropicRunner } from "./anthropic.ts";
import type { ApiOptions } from "./api-runner.ts";
import { claudeRunner } from "./claude.ts";
import { codexRunner } from "./codex.ts";
import { ollamaRunner } from "./ollama.ts";
import { openaiRunner } from "./openai.ts";
import { openCodeRunner } from "./opencode.ts";
import type { Runner } from "./runner.ts";
import { templateRunner } from "./template.ts";

export type { Host };

const apis: Record<ApiSettings["kind"], (options: ApiOptions) => Runner> = {
  anthropic: anthropicRunner,
  openai: openaiRunner,
  ollama: ollamaRunner,
};
const programs = ["claude", "codex", "opencode"];

/** The first that is found is the default, and the default Judge the first of those that is `structured`. */
export function listRunners(host: Host, { runners, prices }: UserConfig): Runner[] {
  const { env } = host;
  const own = (kind: ApiSettings["kind"]) => makeApi(kind, kind);
  const theirs = Object.keys(runners)
    .filter((name) => !Object.hasOwn(apis, name) && !programs.includes(name))
    .sort();
  return [
    claudeRunner(host),
    own("anthropic"),
    own("openai"),
    own("ollama"),
    codexRunner(host, codexSettings()),
    openCodeRunner(host),
    ...theirs.flatMap((name) => makeTheirs(name)),
  ];

  function makeApi(name: string, kind: ApiSettings["kind"]): Runner {
    return apis[kind]({ env, name, settings: runners[name] as ApiSettings | undefined, prices });
  }

  function makeTheirs(name: string): Runner[] {
    const settings = runners[name]!;
    const { kind } = settings;
    if (kind === "command") return [templateRunner(host, name, settings)];
    return kind === "anthropic" || kind === "openai" || kind === "ollama" ? [makeApi(name, kind)] : [];
  }

  function codexSettings() {
    const settings = runners.codex;
    return settings?.kind === "codex" ? { args: settings.args, env: settings.env } : {};
  }
}

export interface PlannedRunner {
  runner: string;
  /** Null: the runner's own default. */
  model: string | null;
  /** Seats it should have; null: as many as fall to it. */
  count: number | null;
}

/** `claude:2,ollama/qwen3:8b:2`: a last colon with digits alone is the count. Whether there are such runners is not asked here. */
export function parseRunnerPlan(text: string, field = "runner"): PlannedRunner[] {
  const plan = text.split(",").map((part) => parsePlanned(part.trim(), field));
  const twice = plan.find((one, i) => plan.findIndex((other) => sameRunner(one, other)) !== i);
  if (twice !== undefined) refusePlan(text, field, `names ${nameOf(twice)} twice; give it one count`);
  return plan;
}

function parsePlanned(part: string, field: string): PlannedRunner {
  const [, named = "", digits] = /^(.*?)(?::(\d+))?$/.exec(part)!;
  const slash = named.indexOf("/");
  const runner = slash < 0 ? named : named.slice(0, slash);
  const model = slash < 0 ? null : named.slice(slash + 1);
  if (!runnerNamePattern.test(runner)) refusePlan(part, field, "must begin with a runner's name");
  if (model !== null && !modelPattern.test(model))
    refusePlan(
      part,
      field,
      "has a model whose name is none: letters, digits and . _ : / @ -, beginning with a letter or digit",
    );
  const count = digits === undefined ? null : Number(digits);
  if (count !== null && (count < 1 || count > 99)) refusePlan(part, field, "has a count that is not between 1 and 99");
  return { runner, model, count };
}

function sameRunner(a: PlannedRunner, b: PlannedRunner): boolean {
  return a.runner === b.runner && a.model === b.model;
}

function nameOf({ runner, model }: PlannedRunner): string {
  return model === null ? runner : `${runner}/${model}`;
}

function refusePlan(value: string, field: string, why: string): never {
  const shown = safeLine(value).slice(0, 200);
  refuse("invalid_input", { [field]: shown }, "runner_plan", {
    message: `\`${field}\`: \`${shown}\` ${why}`,
    suggestion:
      "Write <runner>[/<model>][:<count>], several separated by commas, as in claude:2,ollama/qwen3:8b:2. `blue llm providers` lists the runners.",
  });
}
