/** What the operations on locks share: who asks, for what, and how a lock is shown. */
import { hostname, userInfo } from "node:os";
import * as z from "zod";
import { refuse } from "../../errors.ts";
import type { Holder } from "../../store/locks.ts";

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
  state: z.enum(["held", "expired", "free"]).describe("expired: free, its last owner never gave it back."),
  owner: z.string().nullable().describe("Who holds it, or let it expire."),
  since: z.string().nullable(),
  expires: z.string().nullable(),
});

type LockEntry = z.output<typeof lockEntry>;

export function isHeld(holder: Holder | null, now: Date): holder is Holder {
  return holder !== null && now.getTime() < Date.parse(holder.expires);
}

export function lockEntryOf(name: string, holder: Holder | null, now: Date): LockEntry {
  return {
    resource: name,
    state: isHeld(holder, now) ? "held" : holder === null ? "free" : "expired",
    ...(holder ?? { owner: null, since: null, expires: null }),
  };
}

export function renderLock({ resource: name, state, owner: who, expires }: LockEntry): string {
  const said = {
    held: `held by ${who} until ${expires}`,
    expired: `free; ${who}'s lock expired at ${expires}`,
    free: "free",
  };
  return `  • ${name}: ${said[state]}`;
}

export function refuseHeld(lock: LockEntry, asking: string, suggestion: string): never {
  const who = lock.owner === asking ? `${asking} (that is you)` : lock.owner;
  refuse("lock_held", { resource: lock.resource }, "one_holder", {
    message: `${lock.resource} is locked by ${who} until ${lock.expires}`,
    suggestion,
    context: { lock },
  });
}
