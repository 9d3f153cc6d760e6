import * as z from "zod";
import { refuse } from "../../errors.ts";
import { changeLock, findLock, listLocks } from "../../store/locks.ts";
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
  name: "staging.unlock",
  summary: "Give a lock back",
  description:
    "Gives back what `owner` holds. Only the owner can: for everybody else a held lock is refused with `lock_held` (exit 5) and ends by itself. A lock that has expired needs no unlock and answers `not_held`. Locks are of this machine and this project folder only (`.blue/locks/`).",
  effect: "write",
  idempotent: true,
  input: z.strictObject({ resource, owner }),
  output: z.strictObject({ status: z.enum(["unlocked", "not_held"]), lock: lockEntry }),
  examples: [{ command: "blue staging unlock staging", note: "when you are done" }],
  cli: { positional: ["resource"] },
  run({ resource: name, owner: given }, { project, now, random }) {
    const asking = given ?? defaultOwner();
    const at = now();
    if (findLock(project, name) === undefined) refuseUnknown(name, listLocks(project));
    let status: "unlocked" | "not_held" = "unlocked";
    const after = changeLock(project, random, name, (holder) => {
      if (!isHeld(holder, at)) {
        status = "not_held";
        return holder;
      }
      if (holder.owner === asking) return null;
      return refuseHeld(
        lockEntryOf(name, holder, at),
        asking,
        "Only its owner can unlock it; it ends by itself at that time.",
      );
    });
    return { status, lock: lockEntryOf(name, after, at) };
  },
  render: ({ status, lock }) =>
    [status === "unlocked" ? "✓ unlocked" : "✓ nothing to unlock", renderLock(lock)].join("\n"),
});

function refuseUnknown(name: string, here: readonly string[]): never {
  refuse("not_found", { resource: name }, "exists", {
    message: `${name} was never locked here`,
    suggestion:
      here.length === 0 ? "There is no lock in this project folder." : `Locks here: ${here.slice(0, 20).join(", ")}.`,
  });
}
