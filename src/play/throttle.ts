/**
 * A server that has too much to do closes for everybody here: when one run is told to come back later, all that ask the same server wait.
 */

/** Time, so that tests need not pass it. */
export interface Clock {
  /** Milliseconds that only go forward. */
  now(): number;
  /** Rejects when `signal` is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const realClock: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const stop = () => {
        clearTimeout(timer);
        reject(signal.reason);
      };
      const timer = setTimeout(() => {
        signal.removeEventListener("abort", stop);
        resolve();
      }, ms);
      signal.addEventListener("abort", stop, { once: true });
    }),
};

export interface Throttle {
  clock: Clock;
  /** Milliseconds until the server may be asked. */
  wait(origin: string): number;
  /** Resolves once the server may be asked. */
  enter(origin: string, signal: AbortSignal): Promise<void>;
  /** Nobody asks it for so long. */
  close(origin: string, ms: number): void;
}

export function makeThrottle(clock: Clock = realClock): Throttle {
  const opens = new Map<string, number>();
  return {
    clock,
    wait: waitFor,
    async enter(origin, signal) {
      // Another run may have closed it again meanwhile.
      for (let wait = waitFor(origin); wait > 0; wait = waitFor(origin)) await clock.sleep(wait, signal);
    },
    close(origin, ms) {
      opens.set(origin, Math.max(opens.get(origin) ?? 0, clock.now() + ms));
    },
  };

  function waitFor(origin: string): number {
    return Math.max(0, (opens.get(origin) ?? 0) - clock.now());
  }
}

export const mostTries = 8;

/** How long to wait after the `n`th try failed, from 1: a second, doubled each time, at most a minute; never less than the server asked for. */
export function backoff(n: number, askedMs = 0): number {
  return Math.max(Math.min(1000 * 2 ** (n - 1), 60_000), askedMs);
}

/** `Retry-After` and OpenAI's `retry-after-ms`, in milliseconds. */
export function askedWait(headers: Record<string, string> | undefined, now: Date): number | undefined {
  const exact = Number(headers?.["retry-after-ms"]);
  if (Number.isFinite(exact) && exact >= 0) return exact;
  const said = headers?.["retry-after"];
  if (said === undefined) return undefined;
  const ms = /^\s*\d+(?:\.\d+)?\s*$/.test(said) ? Number(said) * 1000 : Date.parse(said) - now.getTime();
  return Number.isFinite(ms) ? Math.max(ms, 0) : undefined;
}
