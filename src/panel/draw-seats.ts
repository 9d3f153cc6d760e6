/**
 * Who is seated by lot. The tiers share the seats 33/42/25, and a part of a seat is the chance of one; from four seats on a Wildcard has one for
 * certain. Within its tier an expert is drawn by relevance, and a seat of Core nearly always goes to the most relevant.
 */
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import type { RandomGenerator } from "pure-rand/types/RandomGenerator";
import { type Tier, tiers } from "../rules/records.ts";

/** Of a hundred seats. */
const tierShare: Readonly<Record<Tier, number>> = { Core: 33, Adjacent: 42, Wildcard: 25 };
const nearlyAlways = 0.95;

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
  const seats = seatsByTier(size, random);
  const seated = [...kept];
  const left = new Set(waiting);
  while (seated.length < size && left.size > 0) {
    const tier = leastFilled(seats, seated, [...left]);
    const drawn = drawOne(
      [...left].filter((expert) => expert.tier === tier),
      tier,
      random,
    );
    seated.push(drawn);
    left.delete(drawn);
  }
  return seated;
}

/** Whole seats that add up to `size`: one lot rounds all tiers, so that over many draws each has its share. */
function seatsByTier(size: number, random: RandomGenerator): Map<Tier, number> {
  const lot = Math.floor(uniformFloat64(random) * 100);
  let share = 0;
  let given = 0;
  return new Map(
    tiers.map((tier) => {
      share += tierShare[tier];
      const upTo = Math.floor((size * share + lot) / 100);
      const seats = upTo - given;
      given = upTo;
      return [tier, seats];
    }),
  );
}

/** A tier that runs out passes its seats on. Of equals the last, so that the only seat left is a Wildcard's. */
function leastFilled(
  seats: ReadonlyMap<Tier, number>,
  seated: readonly Drawable[],
  waiting: readonly Drawable[],
): Tier {
  let least: { tier: Tier; filled: number } | undefined;
  for (const tier of tiers) {
    if (!waiting.some((expert) => expert.tier === tier)) continue;
    const own = seats.get(tier)!;
    const filled = own === 0 ? Infinity : seated.filter((expert) => expert.tier === tier).length / own;
    if (least === undefined || filled <= least.filled) least = { tier, filled };
  }
  return least!.tier;
}

/** Relevance 0 is drawn only when everyone else of the tier sits. */
function drawOne<E extends Drawable>(experts: readonly E[], tier: Tier, random: RandomGenerator): E {
  const most = Math.max(...experts.map(({ relevance }) => relevance));
  const first = tier === "Core" && uniformFloat64(random) < nearlyAlways;
  const drawable = experts.filter(({ relevance }) => (first ? relevance === most : relevance > 0 || most === 0));
  let left = uniformFloat64(random) * drawable.reduce((sum, expert) => sum + weight(expert), 0);
  for (const expert of drawable) {
    left -= weight(expert);
    if (left < 0) return expert;
  }
  return drawable.at(-1)!;
}

const weight = ({ relevance }: Drawable) => relevance || 1;
