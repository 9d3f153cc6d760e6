/**
 * A lock as a value: who holds it until when, and who waits. Every change is a pure function from one state to the next, so the disk has to
 * decide only one thing: whose change came first.
 *
 * A lock that becomes free belongs to the head of its queue for ten minutes, then to the next one for ten, and when all of them have let their
 * time pass to whoever comes.
 */
import * as z from "zod";
import { minute } from "./duration.ts";

const time = z.iso.datetime();

export const lockState = z.strictObject({
  holder: z
    .strictObject({ owner: z.string(), token: z.string(), since: time, expires: time })
    .nullable()
    .describe("The last one who took it and did not give it back; perhaps expired."),
  freed: time.nullable().describe("Without a holder: since when the head of the queue may take it."),
  queue: z.array(z.strictObject({ owner: z.string(), since: time })),
});

export type LockState = z.output<typeof lockState>;
type Waiter = LockState["queue"][number];

export const neverLocked: LockState = { holder: null, freed: null, queue: [] };
export const headPatience = 10 * minute;
export const longestQueue = 100;

/** The state as it counts at `now`: an expired holder is none, and those at the head whose time has passed are gone. */
export function settle({ holder, freed, queue }: LockState, now: number): LockState {
  if (holder !== null && now < Date.parse(holder.expires)) return { holder, freed: null, queue };
  const since = holder?.expires ?? freed;
  if (since === null) return { holder: null, freed: null, queue };
  // A clock that went back gives nobody less time than was said.
  const passed = Math.max(0, Math.floor((now - Date.parse(since)) / headPatience));
  const gone = Math.min(passed, queue.length);
  return { holder: null, freed: iso(Date.parse(since) + gone * headPatience), queue: queue.slice(gone) };
}

/** Until when a free lock is kept for the head of its queue. */
export function keptUntil({ holder, freed, queue }: LockState): string | null {
  return holder !== null || freed === null || queue.length === 0 ? null : iso(Date.parse(freed) + headPatience);
}

export interface LockRequest {
  owner: string;
  /** Names this one call: the same call again is not a second holder. */
  token: string;
  now: number;
  duration: number;
  /** Take a place in the queue rather than be refused. */
  queue: boolean;
}

/** What follows, and whether it differs from what was there. */
interface Change {
  state: LockState;
  changed: boolean;
}

export type LockAnswer = Change &
  (
    | { outcome: "held" }
    /** `position` from 1. */
    | { outcome: "queued"; position: number }
    | { outcome: "refused" | "queue_full" }
  );

export function lock(before: LockState, { owner, token, now, duration, queue }: LockRequest): LockAnswer {
  const state = settle(before, now);
  if (state.holder?.token === token && state.holder.owner === owner) return { outcome: "held", state, changed: false };
  const head = state.queue[0];
  if (state.holder === null && (head === undefined || head.owner === owner)) {
    const holder = { owner, token, since: iso(now), expires: iso(now + duration) };
    return { outcome: "held", state: { holder, freed: null, queue: without(state.queue, owner) }, changed: true };
  }
  if (!queue) return { outcome: "refused", state, changed: false };
  const standing = state.queue.findIndex((one) => one.owner === owner);
  if (standing !== -1) return { outcome: "queued", position: standing + 1, state, changed: false };
  if (state.queue.length >= longestQueue) return { outcome: "queue_full", state, changed: false };
  const waiting = [...state.queue, { owner, since: iso(now) }];
  return { outcome: "queued", position: waiting.length, state: { ...state, queue: waiting }, changed: true };
}

export interface UnlockAnswer extends Change {
  outcome: "unlocked" | "left_queue" | "not_held" | "refused";
}

/** Only the owner gives a lock back; an owner that only waits gives up its place. */
export function unlock(before: LockState, owner: string, now: number): UnlockAnswer {
  const state = settle(before, now);
  if (state.holder?.owner === owner)
    return { outcome: "unlocked", state: { holder: null, freed: iso(now), queue: state.queue }, changed: true };
  const place = state.queue.findIndex((one) => one.owner === owner);
  if (place !== -1) {
    // Who is head now has ten minutes of its own.
    const freed = state.holder === null && place === 0 ? iso(now) : state.freed;
    return { outcome: "left_queue", state: { ...state, freed, queue: without(state.queue, owner) }, changed: true };
  }
  return { changed: false, outcome: state.holder === null ? "not_held" : "refused", state };
}

function without(queue: readonly Waiter[], owner: string): Waiter[] {
  return queue.filter((one) => one.owner !== owner);
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
