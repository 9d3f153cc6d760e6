/** What several stages need. */
import { join } from "node:path";
import { BlueError } from "../../errors.ts";
import { fileExists } from "../../store/documents.ts";
import type { Player } from "../player.ts";
import type { Ask } from "../runs.ts";
import { fillShelf, type Shelf } from "../shelf.ts";

/** What the runs of one stage may read: what git tracks, and the files of the round that their prompts name. */
export function roundShelf(player: Player, extra: readonly string[]): Ask["shelf"] {
  const { context, room, shelf } = player;
  const there = extra.filter((path) => fileExists(context.project, path));
  const folder = join(room, `master-${Buffer.from(context.random(4)).toString("hex")}`);
  const filled: Shelf = fillShelf(context.project, shelf, there, folder);
  return { ...filled, paths: [...new Set([...shelf.paths, ...there])] };
}

export function errorsOf(error: BlueError): readonly BlueError[] {
  return error.errors ?? [error];
}

export async function tried<T>(work: () => Promise<T>): Promise<T | BlueError> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof BlueError) return thrown;
    throw thrown;
  }
}
