/**
 * Who is seated by lot. Core experts are what the question cannot do without, so they sit first, up to two thirds of the seats. For the rest, seat by
 * seat, the tier that is owed most (33/42/25) draws one of its experts by relevance; a tier that runs out passes its seats on.
 */
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import type { RandomGenerator } from "pure-rand/types/RandomGenerator";
import { type Tier, tiers } from "../rules/records.ts";

/** Of a hundred seats. */
const tierShare: Readonly<Record<Tier, number>> = { Core: 33, Adjacent: 42, Wildcard: 25 };

export interface Drawable {
  tier: Tier;
  relevance: number;
}

/** `kept` and as many of `waiting` as there are seats left. */
export function drawSeats<E extends Drawable>(
  size: number,
  kept: readonly E[],
  waiting: readonly E[],
  random: RandomGenerator,
): E[] {
  const seated = [...kept];
  let relevant = waiting.filter(({ relevance }) => relevance > 0);
  // Relevance 0 is seated only when everyone else is.
  let others = waiting.filter(({ relevance }) => !(relevance > 0));
  while (seated.length < size) {
    if (relevant.length === 0) [relevant, others] = [others, []];
    const tier = mostOwed(size, seated, relevant);
    if (tier === undefined) break;
    const drawn = drawOne(
      relevant.filter((expert) => expert.tier === tier),
      random,
    );
    seated.push(drawn);
    relevant = relevant.filter((expert) => expert !== drawn);
  }
  return seated;
}

/** The seats Core takes before the others are asked: the other tiers are to be heard too. */
export const coreSeats = (size: number) => Math.floor((size * 2) / 3);

/** Of equally owed tiers the first, so that Core goes before Adjacent and Adjacent before Wildcard. */
function mostOwed(size: number, seated: readonly Drawable[], waiting: readonly Drawable[]): Tier | undefined {
  let most: { tier: Tier; owed: number } | undefined;
  for (const tier of tiers) {
    if (!waiting.some((expert) => expert.tier === tier)) continue;
    const has = seated.filter((expert) => expert.tier === tier).length;
    const owed = tier === "Core" && has < coreSeats(size) ? Infinity : size * tierShare[tier] - 100 * has;
    if (most === undefined || owed > most.owed) most = { tier, owed };
  }
  return most?.tier;
}

function drawOne<E extends Drawable>(experts: readonly E[], random: RandomGenerator): E {
  const total = experts.reduce((sum, { relevance }) => sum + relevance, 0);
  const weigh = ({ relevance }: E) => (total > 0 ? relevance / total : 1 / experts.length);
  let left = uniformFloat64(random);
  for (const expert of experts) {
    left -= weigh(expert);
    if (left < 0) return expert;
  }
  return experts.at(-1)!;
}
