/** What the operations on locks share: who asks, for what, and how a lock is shown. */
import { hostname, userInfo } from "node:os";
import * as z from "zod";
import { BlueError } from "../../errors.ts";
import { keptUntil, type LockState, settle } from "../../staging/lock-state.ts";

export const resource = z
  .string()
  .trim()
  .regex(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/, "must be a name of lower-case letters, digits and hyphens")
  .max(60)
  .describe("What is locked, by a name of your own: `staging`, `orders-db`.");

export const owner = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, "must be one line without control characters")
  .optional()
  .describe("Who asks; user@host unless given. Several agents of one user give each its own.");

/** Who runs this, as the system knows them. */
export function defaultOwner(): string {
  let user = process.env.USER ?? process.env.USERNAME ?? "";
  try {
    user = userInfo().username;
  } catch {} // a user id without a name, as in some containers
  return `${user || `uid-${process.getuid?.() ?? "unknown"}`}@${hostname()}`.slice(0, 100);
}

export const lockEntry = z.strictObject({
  resource: z.string(),
  state: z
    .enum(["held", "kept", "expired", "free"])
    .describe("kept: free, but for the head of the queue only; expired: free, its last owner never gave it back."),
  owner: z.string().nullable().describe("Who holds it, or let it expire."),
  since: z.string().nullable(),
  expires: z.string().nullable(),
  kept_until: z.string().nullable().describe("Until when the head of the queue alone may take it."),
  queue: z.array(z.strictObject({ position: z.int(), owner: z.string(), since: z.string() })),
});

export type LockEntry = z.output<typeof lockEntry>;

export function lockEntryOf(name: string, stored: LockState, now: Date): LockEntry {
  const state = settle(stored, now.getTime());
  const kept = keptUntil(state);
  const last = stored.holder;
  return {
    resource: name,
    state: state.holder !== null ? "held" : kept !== null ? "kept" : last !== null ? "expired" : "free",
    owner: last?.owner ?? null,
    since: last?.since ?? null,
    expires: last?.expires ?? null,
    kept_until: kept,
    queue: state.queue.map((one, i) => ({ position: i + 1, ...one })),
  };
}

export function renderLock(lock: LockEntry): string[] {
  const who = {
    held: `held by ${lock.owner} until ${lock.expires}`,
    kept: `free, kept for ${lock.queue[0]?.owner} until ${lock.kept_until}`,
    expired: `free; ${lock.owner}'s lock expired at ${lock.expires}`,
    free: "free",
  }[lock.state];
  return [
    `  • ${lock.resource}: ${who}`,
    ...lock.queue.map((one) => `      ${one.position}. ${one.owner}, since ${one.since}`),
  ];
}

export function heldBy(entry: LockEntry, asking: string, suggestion: string): BlueError {
  const who = entry.owner === asking ? `${asking} (that is you)` : entry.owner;
  const message =
    entry.state === "held"
      ? `${entry.resource} is locked by ${who} until ${entry.expires}`
      : `${entry.resource} is free, but kept for ${entry.queue[0]?.owner}, who waited for it, until ${entry.kept_until}`;
  return new BlueError("lock_held", message, {
    field: "resource",
    value: entry.resource,
    constraint: "one_holder",
    suggestion,
    context: { lock: entry },
  });
}
