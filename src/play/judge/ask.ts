/** Asking the Judge: an answer in a given shape, asked for again once when it does not parse, and kept so that the same question is never paid twice. */
import * as z from "zod";
import { refuse } from "../../errors.ts";
import { findJudgement, keepJudgement, writeStateFile } from "../../store/play-state.ts";
import { judgeSeat, type Player } from "../player.ts";
import { type Ask, runAll } from "../runs.ts";
import { sha256 } from "../sha256.ts";

export interface Question<T> {
  purpose: "judge" | "pool";
  /** What it is about: an answer kept under the same key is the answer. */
  key: string;
  prompt: string;
  schema: z.ZodType<T>;
  round: number;
  head: string;
}

export async function askJudge<T>(
  player: Player,
  { purpose, key, prompt, schema, round, head }: Question<T>,
): Promise<T> {
  const kept = findJudgement(player.state, key, schema);
  if (kept !== undefined) return kept;
  const ask: Ask = {
    purpose,
    seat: judgeSeat,
    choice: player.plan.judge,
    prompt,
    round,
    head,
    attempt: 1,
    shelf: null,
    schema: z.toJSONSchema(schema, { target: "draft-7" }) as Record<string, unknown>,
  };
  const first = await answerTo(player, ask, schema);
  const answer = "value" in first ? first : await answerTo(player, { ...ask, prompt: again(prompt, first) }, schema);
  if ("value" in answer) {
    keepJudgement(player.state, key, answer.value, player.context.random);
    return answer.value;
  }
  const path = writeStateFile(player.state, `judge-${key}.txt`, answer.text, player.context.random);
  return refuse("judge_unusable", { judge: player.plan.judge.runner }, "parses", {
    message: `The Judge answered twice in a form that cannot be read: ${answer.issues[0]}`,
    suggestion: `Its words are in ${path}. Resume with another \`--judge\`.`,
  });
}

type Answer<T> = { value: T } | { text: string; issues: string[] };

async function answerTo<T>(player: Player, ask: Ask, schema: z.ZodType<T>): Promise<Answer<T>> {
  const [outcome] = await runAll(player, [ask]);
  if (outcome!.kind !== "answer")
    refuse("runner_failed", { judge: ask.choice.runner }, "answers", {
      message: `The Judge ${outcome!.why}`,
      suggestion: "Resume with another `--judge`.",
    });
  const { text } = outcome!;
  const json = findJson(text);
  if (json === undefined) return { text, issues: ["it is not JSON"] };
  const parsed = schema.safeParse(json);
  if (parsed.success) return { value: parsed.data };
  return { text, issues: parsed.error.issues.map(({ path, message }) => `${path.join(".") || "answer"}: ${message}`) };
}

/** The answer, or the one object that is in it. */
function findJson(text: string): unknown {
  for (const part of [text, text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)]) {
    try {
      return JSON.parse(part);
    } catch {}
  }
  return undefined;
}

function again(prompt: string, { text, issues }: { text: string; issues: string[] }): string {
  return [
    prompt,
    "",
    "## Your answer was not usable",
    "",
    ...issues.slice(0, 20).map((issue) => `- ${issue}`),
    "",
    "You answered:",
    "",
    ...text
      .slice(0, 8000)
      .split("\n")
      .map((line) => `> ${line}`),
    "",
    "Answer again, whole, in the shape that was asked for.",
  ].join("\n");
}

export function keyOf(...parts: readonly string[]): string {
  return sha256(parts.join("\n")).slice(0, 24);
}
