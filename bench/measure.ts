/** Medians. A subject and its floor take turns, so that a noisy machine hurts both alike. */

export interface Trial<S = void> {
  /** Not counted. */
  setUp?(): S | Promise<S>;
  run(prepared: S): unknown;
  /** Not counted. */
  tearDown?(prepared: S): void | Promise<void>;
}

export interface Turns {
  turns: number;
  warmUp?: number;
  /** No further turn after this time, once five are done. */
  seconds?: number;
}

export async function compare<F, S>(
  floor: Trial<F>,
  subject: Trial<S>,
  turns: Turns,
): Promise<{ value: number; floor: number }> {
  const [floors, subjects] = await inTurns([floor, subject], turns);
  return { value: median(subjects!), floor: median(floors!) };
}

/** The times of each trial, turn by turn. */
export async function inTurns(
  // biome-ignore lint/suspicious/noExplicitAny: each trial knows what it prepares
  trials: readonly Trial<any>[],
  { turns, warmUp = 2, seconds = 20 }: Turns,
): Promise<number[][]> {
  const times: number[][] = trials.map(() => []);
  let deadline = Number.POSITIVE_INFINITY;
  for (let turn = -warmUp; turn < turns; turn++) {
    if (turn === 0) deadline = performance.now() + seconds * 1000;
    if (turn >= 5 && performance.now() > deadline) break;
    // Whoever comes later finds warmer caches or a busier disk; they take that in turns too.
    const order = [...trials.keys()];
    for (const i of turn % 2 === 0 ? order : order.reverse()) {
      const ms = await time(trials[i]!);
      if (turn >= 0) times[i]!.push(ms);
    }
  }
  return times;
}

/** The median of `turns` runs, in milliseconds. */
export async function medianOf<S>(trial: Trial<S>, turns: number): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < turns; turn++) times.push(await time(trial));
  return median(times);
}

async function time<S>(trial: Trial<S>): Promise<number> {
  const prepared = (await trial.setUp?.()) as S;
  const started = performance.now();
  await trial.run(prepared);
  const ms = performance.now() - started;
  await trial.tearDown?.(prepared);
  return ms;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
