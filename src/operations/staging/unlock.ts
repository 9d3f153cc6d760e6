import * as z from "zod";
import { BlueError } from "../../errors.ts";
import { unlock } from "../../staging/lock-state.ts";
import { changeLock, findLock, listLocks } from "../../store/locks.ts";
import { defineOperation } from "../operation.ts";
import { defaultOwner, heldBy, lockEntry, lockEntryOf, owner, renderLock, resource } from "./lock-fields.ts";

const said = {
  unlocked: "✓ unlocked",
  left_queue: "✓ left the queue",
  not_held: "✓ nothing to unlock",
} as const;

export const operation = defineOperation({
  name: "staging.unlock",
  summary: "Give a lock back, or give up a place in its queue",
  description:
    "Gives back what `owner` holds; whoever only waits gives up its place. Only the owner can: for everybody else a held lock is refused with `lock_held` (exit 5) and ends by itself. A lock that has expired needs no unlock and answers `not_held`. Locks are of this machine and this project folder only (`.blue/locks/`).",
  effect: "write",
  idempotent: true,
  toolset: "documents",
  input: z.strictObject({ resource, owner }),
  output: z.strictObject({ status: z.enum(["unlocked", "left_queue", "not_held"]), lock: lockEntry }),
  examples: [{ command: "blue staging unlock staging", note: "when you are done" }],
  cli: { positional: ["resource"] },
  run({ resource: name, owner: given }, { project, now, random }) {
    const asking = given ?? defaultOwner();
    if (findLock(project, name) === undefined) throw unknownLock(name, listLocks(project));
    const answer = changeLock(project, random, name, (state) => {
      const at = now();
      return { at, ...unlock(state, asking, at.getTime()) };
    });
    const entry = lockEntryOf(name, answer.state, answer.at);
    if (answer.outcome === "refused")
      throw heldBy(entry, asking, "Only its owner can unlock it; it ends by itself at that time.");
    return { status: answer.outcome, lock: entry };
  },
  render: ({ status, lock }) => [said[status], ...renderLock(lock)].join("\n"),
});

function unknownLock(name: string, here: readonly string[]): BlueError {
  return new BlueError("not_found", `${name} was never locked here`, {
    field: "resource",
    value: name,
    suggestion:
      here.length === 0 ? "There is no lock in this project folder." : `Locks here: ${here.slice(0, 20).join(", ")}.`,
  });
}
