import * as z from "zod";
import { takeDuration } from "../../staging/duration.ts";
import { changeLock } from "../../store/locks.ts";
import { nextCall, nextSchema, renderNext } from "../next-call.ts";
import { defineOperation } from "../operation.ts";
import {
  defaultOwner,
  isHeld,
  lockEntry,
  lockEntryOf,
  owner,
  refuseHeld,
  renderLock,
  resource,
} from "./lock-fields.ts";

export const operation = defineOperation({
  name: "staging.lock",
  summary: "Take a named lock for a while",
  description:
    "Takes `resource` for `owner` until `duration` has passed. One holder at a time: a held lock is refused with `lock_held` (exit 5), also to its own owner. A lock survives crashes and ends by `staging.unlock` or by itself, never before its time. Locks are of this machine and this project folder only (`.blue/locks/`, ignored by git): another clone or machine does not see them.",
  effect: "write",
  input: z.strictObject({
    resource,
    owner,
    duration: z.string().trim().default("1h").describe("`30m`, `2h`, `1h30m`; at most 7d."),
  }),
  output: z.strictObject({ status: z.literal("held"), lock: lockEntry, next: nextSchema }),
  examples: [{ command: "blue staging lock staging --duration 2h", note: "nobody else until then" }],
  cli: { positional: ["resource"] },
  run({ resource: name, owner: given, duration }, { project, now, random }) {
    const length = takeDuration(duration, "duration", "7d");
    const asking = given ?? defaultOwner();
    const at = now();
    const taken = { owner: asking, since: at.toISOString(), expires: new Date(at.getTime() + length).toISOString() };
    changeLock(project, random, name, (holder) => {
      if (!isHeld(holder, at)) return taken;
      return refuseHeld(lockEntryOf(name, holder, at), asking, "Wait until it is given back or that time has come.");
    });
    const call = { resource: name, ...(given === undefined ? {} : { owner: given }) };
    return {
      status: "held" as const,
      lock: lockEntryOf(name, taken, at),
      next: nextCall("staging.unlock", call, "When you are done; otherwise it ends by itself."),
    };
  },
  render: ({ lock, next }) => [`✓ locked for ${lock.owner}`, renderLock(lock), renderNext(next)].join("\n"),
});
