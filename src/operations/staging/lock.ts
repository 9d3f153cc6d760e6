import * as z from "zod";
import { BlueError } from "../../errors.ts";
import { day } from "../../staging/duration.ts";
import { lock, longestQueue } from "../../staging/lock-state.ts";
import { changeLock } from "../../store/locks.ts";
import { nextCall, nextSchema, renderNext } from "../next-call.ts";
import { defineOperation } from "../operation.ts";
import { defaultOwner, heldBy, lockEntry, lockEntryOf, owner, renderLock, resource } from "./lock-fields.ts";
import { takeDuration } from "./take-duration.ts";

const longestLock = 7 * day;

export const operation = defineOperation({
  name: "staging.lock",
  summary: "Take a named lock for a while, or a place in its queue",
  description:
    "Takes `resource` for `owner` until `duration` has passed. One holder at a time: a held lock is refused with `lock_held` (exit 5), also to its own owner, unless `queue` takes a place in the queue; then the answer says the position, and the same call again, once the lock is free, takes it. A free lock is kept ten minutes for the head of its queue, then for the next. A lock survives crashes and ends by `staging.unlock` or by itself, never before its time. Locks are of this machine and this project folder only (`.blue/locks/`, ignored by git): another clone or machine does not see them.",
  effect: "write",
  idempotent: false,
  toolset: "documents",
  input: z.strictObject({
    resource,
    owner,
    duration: z.string().trim().default("1h").describe("`30m`, `2h`, `1h30m`; at most 7d."),
    queue: z.boolean().default(false).describe("When it is held: take a place in the queue."),
  }),
  output: z.strictObject({
    status: z.enum(["held", "queued"]),
    asked_by: z.string(),
    position: z.int().nullable().describe("In the queue, from 1."),
    lock: lockEntry,
    next: nextSchema,
  }),
  examples: [
    { command: "blue staging lock staging --duration 2h", note: "nobody else until then" },
    { command: "blue staging lock staging --queue", note: "wait for a turn" },
  ],
  cli: { positional: ["resource"] },
  run({ resource: name, owner: given, duration, queue }, { project, now, random }) {
    const length = takeDuration(duration, "duration", longestLock);
    const asking = given ?? defaultOwner();
    const token = Buffer.from(random(12)).toString("hex");
    const answer = changeLock(project, random, name, (state) => {
      const at = now();
      return { at, ...lock(state, { owner: asking, token, now: at.getTime(), duration: length, queue }) };
    });
    const entry = lockEntryOf(name, answer.state, answer.at);
    if (answer.outcome === "refused")
      throw heldBy(entry, asking, "Wait for it, or take a place in the queue with `queue`.");
    if (answer.outcome === "queue_full")
      throw new BlueError("lock_held", `${longestQueue} wait for ${name} already`, {
        field: "queue",
        constraint: `at most ${longestQueue}`,
        suggestion: "Come back when it is shorter.",
      });
    const call = { resource: name, ...(given === undefined ? {} : { owner: given }) };
    return {
      status: answer.outcome,
      asked_by: asking,
      position: answer.outcome === "queued" ? answer.position : null,
      lock: entry,
      next:
        answer.outcome === "held"
          ? nextCall("staging.unlock", call, "When you are done; otherwise it ends by itself.")
          : nextCall("staging.lock", { ...call, duration, queue: true }, "Again when it is free: nobody calls you."),
    };
  },
  render: ({ status, asked_by, position, lock: entry, next }) =>
    [
      status === "held" ? `✓ locked for ${asked_by}` : `! ${asked_by} waits, number ${position} in the queue`,
      ...renderLock(entry),
      renderNext(next),
    ].join("\n"),
});
