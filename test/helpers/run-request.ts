/** A run's request with everything a test does not care about filled in, and a clock that needs no time. */
import type { RunEvent, RunRequest } from "../../src/play/runners/runner.ts";
import { type Clock, makeThrottle, type Throttle } from "../../src/play/throttle.ts";
import { makeFolder } from "./project.ts";

export function makeRequest(said: Partial<RunRequest> = {}): RunRequest & { events: RunEvent[] } {
  const events: RunEvent[] = [];
  return {
    purpose: "expert",
    name: "Muffin",
    prompt: "Break this.",
    model: "scripted:1b",
    shelf: null,
    schema: null,
    scratch: makeFolder(),
    share: { tokens: 1_000_000, usd: null },
    timeoutMs: 60_000,
    idleMs: 30_000,
    signal: new AbortController().signal,
    wrapUp: new AbortController().signal,
    begin: async () => {},
    onEvent: (event) => events.push(event),
    events,
    ...said,
  };
}

export interface FastThrottle extends Throttle {
  /** Every wait, in milliseconds. */
  waits: number[];
}

/** Waits pass at once, and the clock knows them. */
export function fastThrottle(): FastThrottle {
  const waits: number[] = [];
  let passed = 0;
  const clock: Clock = {
    now: () => performance.now() + passed,
    async sleep(ms) {
      waits.push(Math.round(ms));
      passed += ms;
    },
  };
  return { ...makeThrottle(clock), waits };
}
