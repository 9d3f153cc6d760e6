import * as z from "zod";
import { environmentKinds } from "../../staging/environment-kind.ts";
import { openEnvironmentFolder } from "../../store/environment-folder.ts";
import { findLock, listLocks } from "../../store/locks.ts";
import { defineOperation } from "../operation.ts";
import { folderField, placeOf } from "./environment.ts";
import { lockEntry, lockEntryOf, renderLock } from "./lock-fields.ts";

const mostLocks = 50;

export const operation = defineOperation({
  name: "staging.status",
  summary: "Who holds which lock and what can be brought up here",
  description:
    "Every lock of this project folder on this machine with owner, since and expiry, held ones first, and the environments that `staging.create` could bring up from `path`. Writes nothing. Another clone or machine has locks of its own.",
  effect: "read",
  input: z.strictObject({ path: folderField }),
  output: z.strictObject({
    locks: z.array(lockEntry).describe(`At most ${mostLocks}.`),
    total: z.int(),
    unreadable: z.array(z.strictObject({ resource: z.string(), why: z.string() })),
    environments: z.array(z.strictObject({ kind: z.enum(environmentKinds), files: z.array(z.string()) })),
    path: z.string(),
  }),
  examples: [{ command: "blue staging status", note: "before you take a lock" }],
  run({ path: asked }, { project, now }) {
    const { path, kinds } = openEnvironmentFolder(project, asked);
    const at = now();
    const unreadable: { resource: string; why: string }[] = [];
    const order = ["held", "expired", "free"];
    const locks = listLocks(project)
      .flatMap((name) => {
        try {
          return [lockEntryOf(name, findLock(project, name) ?? null, at)];
        } catch (thrown) {
          unreadable.push({ resource: name, why: (thrown as Error).message });
          return [];
        }
      })
      .sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
    return {
      locks: locks.slice(0, mostLocks),
      total: locks.length,
      unreadable,
      environments: kinds.map(({ kind, files }) => ({ kind, files: files.slice(0, 10) })),
      path,
    };
  },
  render: ({ locks, total, unreadable, environments, path }) =>
    [
      total === 0 ? "No locks." : "Locks of this machine:",
      ...locks.map(renderLock),
      ...(total > locks.length ? [`  and ${total - locks.length} more`] : []),
      ...unreadable.map(({ resource, why }) => `✗ ${resource}: ${why}`),
      environments.length === 0 ? `Nothing to bring up from ${placeOf(path)}.` : `To bring up from ${placeOf(path)}:`,
      ...environments.map(({ kind, files }) => `  • ${kind} (${files.join(", ")})`),
    ].join("\n"),
});
