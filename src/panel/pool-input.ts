/** The expert pool as the Judge designs it. Everything wrong with it is reported at once; what is only unwise is a warning. */
import * as z from "zod";
import { type BlueError, refusal } from "../errors.ts";
import { type PoolExpert, tiers } from "../rules/records.ts";
import { findTier, roleKey, tidyLine } from "./roles.ts";

export const smallestPool = 3;

export const expertPool = z.strictObject({
  domain: z.string().nullish().describe("For example `System Architecture`."),
  question: z.string().nullish().describe("What the panel is to decide."),
  experts: z
    .array(
      z.strictObject({
        role: z.string().describe("Unique in the pool."),
        tier: z.string().describe("Core (essential), Adjacent (adds depth) or Wildcard (fresh or contrary)."),
        relevance: z.number().describe("0 to 1, usually 0.20 to 0.95: the higher, the likelier to be drawn."),
        focus: z.string().nullish().describe("What this expert looks at, in one line."),
        description: z.string().nullish(),
        model: z.string().nullish(),
        name: z.string().nullish().describe("Ignored: Blue gives names."),
      }),
    )
    .describe("At least 3; 8 to 24 serve well, about 30% Core, 40% Adjacent, 30% Wildcard."),
});

export type ExpertPoolInput = z.output<typeof expertPool>;

export interface NormalisedPool {
  domain: string | null;
  question: string | null;
  /** In the order given; a pool only if `errors` is empty. */
  pool: PoolExpert[];
  warnings: string[];
  errors: BlueError[];
}

export function normalisePool(input: ExpertPoolInput, field = "expert_pool"): NormalisedPool {
  const errors: BlueError[] = [];
  const pool: PoolExpert[] = [];
  const seen = new Map<string, number>();
  const refuse = (at: string, message: string, value: unknown, constraint: string, suggestion: string) =>
    errors.push(
      refusal("invalid_input", { [at]: value }, constraint, { message: `\`${at}\`: ${message}`, suggestion }),
    );

  const { experts } = input;
  if (experts.length < smallestPool) {
    const add = smallestPool - experts.length;
    refuse(
      `${field}.experts`,
      `a pool has at least ${smallestPool} experts, this one has ${experts.length}`,
      experts.length,
      "min_experts",
      `Add ${add === 1 ? "one" : add} more; 8 to 24 serve well.`,
    );
  }
  for (const [i, expert] of experts.entries()) {
    const at = `${field}.experts.${i}`;
    const role = tidyLine(expert.role);
    const key = roleKey(role);
    const first = seen.get(key);
    if (role === "") refuse(`${at}.role`, "is empty", expert.role, "role", "Say what this expert is.");
    else if (first === undefined) seen.set(key, i);
    else {
      const fix = "Give each expert a role of its own; capitals and spaces make no difference.";
      refuse(`${at}.role`, `${role} is expert ${first} already`, role, "unique_role", fix);
    }
    const tier = findTier(expert.tier);
    if (tier === undefined) {
      const said = JSON.stringify(expert.tier);
      refuse(`${at}.tier`, `${said} is not a tier`, expert.tier, "tier", `Use ${tiers.join(", ")}.`);
    }
    const { relevance } = expert;
    if (!(relevance >= 0 && relevance <= 1)) {
      const fix = relevance >= 10 && relevance <= 100 ? `Perhaps ${relevance / 100}.` : "0.20 to 0.95 is usual.";
      refuse(`${at}.relevance`, `${relevance} is not between 0 and 1`, relevance, "relevance", fix);
    }
    pool.push({
      role,
      tier: tier ?? "Adjacent",
      relevance,
      focus: lineOrNull(expert.focus),
      description: expert.description?.trim() || null,
      model: lineOrNull(expert.model),
    });
  }
  return {
    domain: lineOrNull(input.domain),
    question: input.question?.trim() || null,
    pool,
    warnings: errors.length > 0 ? [] : findWarnings(input, pool),
    errors,
  };
}

function findWarnings({ experts }: ExpertPoolInput, pool: readonly PoolExpert[]): string[] {
  const warnings: string[] = [];
  if (!pool.some(({ tier }) => tier === "Core"))
    warnings.push("The pool has no Core expert: nobody on it is essential to the question.");
  if (!pool.some(({ tier }) => tier === "Wildcard"))
    warnings.push(
      "The pool has no Wildcard: add a contrarian or someone from another field, or agreement may come too easily.",
    );
  if (new Set(pool.map(({ relevance }) => relevance)).size === 1)
    warnings.push(`Every expert has relevance ${pool[0]?.relevance}: within a tier the draw is even.`);
  if (experts.some(({ name }) => name?.trim()))
    warnings.push("Names in the pool are ignored: Blue gives pastry names when experts are seated.");
  return warnings;
}

function lineOrNull(text: string | null | undefined): string | null {
  return tidyLine(text ?? "") || null;
}
