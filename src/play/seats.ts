/** Who sits where: each member keeps its runner while the plan has it; others get the runner furthest below its count. Pure. */

export interface Choice {
  runner: string;
  /** Null: the runner's own default. */
  model: string | null;
}

export interface SeatPlan extends Choice {
  /** Seats it should have; null: as many as fall to it. */
  count: number | null;
}

export function sameChoice(a: Choice, b: Choice): boolean {
  return a.runner === b.runner && a.model === b.model;
}

/** `before`: what each member ran on last, oldest play first. */
export function assignSeats(
  members: readonly string[],
  plan: readonly SeatPlan[],
  before: ReadonlyMap<string, Choice>,
): Map<string, Choice> {
  const seats = new Map<string, Choice>();
  const taken = new Map(plan.map((one) => [one, 0]));
  const take = (member: string, one: SeatPlan) => {
    seats.set(member, { runner: one.runner, model: one.model });
    taken.set(one, taken.get(one)! + 1);
  };
  for (const member of members) {
    const last = before.get(member);
    const kept = last && plan.find((one) => sameChoice(one, last));
    if (kept !== undefined) take(member, kept);
  }
  const share = (one: SeatPlan) => taken.get(one)! / (one.count ?? 1);
  for (const member of members) {
    if (seats.has(member)) continue;
    take(
      member,
      plan.reduce((least, one) => (share(one) < share(least) ? one : least)),
    );
  }
  return seats;
}
