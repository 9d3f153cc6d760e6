/** Who plays: the runners of a plan, found and asked for one sentence before anything is written in the project. */
import * as z from "zod";
import { BlueError, refusal, refuse } from "../errors.ts";
import { listRuns } from "../store/play-state.ts";
import type { UserConfig } from "../store/user-config.ts";
import type { PlayPlan } from "./plan.ts";
import type { Player } from "./player.ts";
import { type Host, listRunners, parseRunnerPlan } from "./runners/index.ts";
import type { Found, Runner } from "./runners/runner.ts";
import { type Ask, Halted, runAll } from "./runs.ts";
import { type Choice, sameChoice } from "./seats.ts";

export interface RunnerQuestion {
  host: Host;
  config: UserConfig;
  /** As the command line says it. */
  asked: { seats?: string | undefined; judge?: string | undefined; author?: string | undefined };
}

type Runners = Map<string, { runner: Runner; found: Found }>;

/** Fills in what the plan leaves open, and finds everybody it names. Nothing is called but the programs' own `--version`. */
export async function findRunners(
  plan: PlayPlan,
  { host, config, asked }: RunnerQuestion,
): Promise<{ plan: PlayPlan; runners: Runners }> {
  const all = listRunners(host, config);
  const runners: Runners = new Map();
  const find = async (name: string, field: string) => {
    const there = runners.get(name);
    if (there !== undefined) return there;
    const runner = all.find((one) => one.name === name);
    if (runner === undefined)
      return refuse("invalid_input", { [field]: name }, "known_runner", {
        message: `\`${field}\`: there is no runner ${name}`,
        suggestion: `There are ${all.map((one) => one.name).join(", ")}; others can be named in your own configuration (docs/config.md).`,
      });
    const found = await runner.find();
    if ("unusable" in found) throw unavailable(`${name} cannot be used: ${found.unusable}`, found.fix);
    runners.set(name, { runner, found });
    return { runner, found };
  };
  const seats =
    plan.seats.length > 0 ? plan.seats : [{ runner: await firstUsable(all, runners), model: null, count: null }];
  for (const { runner } of seats) await find(runner, "runner");
  const first = { runner: seats[0]!.runner, model: seats[0]!.model };
  const author =
    asked.author !== undefined ? oneOf(asked.author, "author") : plan.author.runner === "" ? first : plan.author;
  await find(author.runner, "author");
  const judge =
    asked.judge !== undefined
      ? oneOf(asked.judge, "judge")
      : plan.judge.runner !== ""
        ? plan.judge
        : await defaultJudge(seats, all, runners);
  const { runner: chair } = await find(judge.runner, "judge");
  if (!chair.structured)
    throw unavailable(`${judge.runner} cannot judge: it does not answer in a given form`, "Name another with --judge.");
  const free = [...runners.values()].filter(({ found }) => !found.confined).map(({ runner }) => runner.name);
  if (free.length > 0 && !plan.allow_unconfined)
    throw unavailable(
      `It was not measured on this system that ${free.join(" and ")} cannot read or write outside the files ${free.length === 1 ? "it is" : "they are"} given`,
      "Name another runner; or, if you trust what it reads, give --allow-unconfined. The record then says so.",
    );
  const unpriced = [...seats, author, judge].find((choice) => plan.budget.usd !== null && !isPriced(choice));
  if (unpriced !== undefined)
    refuse("invalid_input", { budget_usd: plan.budget.usd }, "priced", {
      message: `\`--budget-usd\`: the price of a run of ${unpriced.runner}${unpriced.model === null ? "" : `/${unpriced.model}`} is not known`,
      suggestion:
        "Name the model (--runner anthropic/<model>) and give its price in your configuration (`prices`, docs/config.md); or use --budget-tokens.",
    });
  return { plan: { ...plan, seats, author, judge }, runners };

  /** Claude Code reports dollars; for an API they are reckoned from the user's prices. */
  function isPriced({ runner, model }: Choice): boolean {
    if (runner === "claude") return true;
    return runners.get(runner)!.runner.kind === "api" && model !== null && config.prices[model] !== undefined;
  }
}

/** Everybody runs on this machine, and nobody says that it costs anything: there is nothing to ask before. */
export function costsNothing({ seats, author, judge }: PlayPlan, runners: Runners, { prices }: UserConfig): boolean {
  return [...seats, author, judge].every((choice) => {
    const { local = false, model } = runners.get(choice.runner)!.found;
    const named = choice.model ?? model;
    // Ollama runs models with this ending elsewhere.
    return local && named !== undefined && !/[:-]cloud$/.test(named) && prices[named] === undefined;
  });
}

/** One runner has no count, so a model's tag may be digits alone. */
function oneOf(text: string, field: string): Choice {
  const [one, ...more] = parseRunnerPlan(`${text}:1`, field);
  if (more.length === 0) return { runner: one!.runner, model: one!.model };
  return refuse("invalid_input", { [field]: text }, "one_runner", {
    message: `\`${field}\` is one runner, with a model where you like`,
    suggestion: `For example --${field} claude.`,
  });
}

async function firstUsable(all: readonly Runner[], runners: Runners): Promise<string> {
  const missing: string[] = [];
  let unconfined: string | undefined;
  for (const runner of all) {
    const found = await runner.find();
    if ("unusable" in found) missing.push(`${runner.name}: ${found.unusable}. ${found.fix}`);
    else if (!found.confined) unconfined ??= runner.name;
    else {
      runners.set(runner.name, { runner, found });
      return runner.name;
    }
  }
  // The caller is told why it is not taken by itself.
  if (unconfined !== undefined) return unconfined;
  throw unavailable("No agent, no key and no model server was found", missing.map((line) => `- ${line}`).join("\n"));
}

async function defaultJudge(seats: readonly Choice[], all: readonly Runner[], runners: Runners): Promise<Choice> {
  const seated = seats.find(({ runner }) => runners.get(runner)?.runner.structured);
  if (seated !== undefined) return { runner: seated.runner, model: seated.model };
  for (const runner of all) {
    if (!runner.structured) continue;
    const found = await runner.find();
    if ("unusable" in found) continue;
    runners.set(runner.name, { runner, found });
    return { runner: runner.name, model: null };
  }
  throw unavailable(
    "None of the runners can judge: that takes answers in a given form",
    "Name one that can, with --judge.",
  );
}

function unavailable(message: string, suggestion: string): BlueError {
  return refusal("runner_unavailable", "runner", "usable", { message, suggestion });
}

const smallJudgement = z.strictObject({ ready: z.boolean(), word: z.string() });

/** One sentence from everybody who was never heard in this play. */
export async function preflight(player: Player): Promise<void> {
  const { plan, state } = player;
  const heard = listRuns(state)
    .filter(({ ended }) => ended?.kind === "answer")
    .map(({ started }) => ({ runner: started.runner, model: started.model }));
  const everybody = [...plan.seats.map(({ runner, model }) => ({ runner, model })), plan.author, plan.judge];
  const silent = everybody.filter(
    (choice, i) =>
      !heard.some((one) => sameChoice(one, choice)) && everybody.findIndex((one) => sameChoice(one, choice)) === i,
  );
  if (silent.length === 0) return;
  player.emit({ event: "stage", stage: "preflight", round: null, words: "asks each runner for one word" });
  const asks = silent.map((choice): Ask => {
    const isJudge = sameChoice(choice, plan.judge);
    return {
      purpose: "preflight",
      seat: choice.model === null ? choice.runner : `${choice.runner}/${choice.model}`,
      choice,
      prompt: isJudge
        ? "This is a test before a longer task. Answer that you are ready (ready: true), with one word of your choice."
        : "This is a test before a longer task. Answer with the one word: ready.",
      round: 0,
      head: "",
      attempt: 1,
      shelf: null,
      schema: isJudge ? (z.toJSONSchema(smallJudgement, { target: "draft-7" }) as Record<string, unknown>) : null,
    };
  });
  try {
    const outcomes = await runAll(player, asks);
    for (const [i, outcome] of outcomes.entries()) {
      const isJudge = sameChoice(asks[i]!.choice, plan.judge);
      const answers = outcome.kind === "answer" && (!isJudge || smallJudgement.safeParse(parsed(outcome.text)).success);
      if (!answers)
        throw unavailable(
          `${asks[i]!.seat} did not answer a test${isJudge ? " in the form it was given" : ""}`,
          "Name another runner.",
        );
    }
  } catch (thrown) {
    if (thrown instanceof Halted || !(thrown instanceof BlueError) || thrown.code !== "runner_failed") throw thrown;
    throw unavailable(thrown.message, "Nothing was written in the project. Put that right, or name another runner.");
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
