/** What `doctor` says about the index. Nothing is made or thrown away. */
import { BlueError } from "../../errors.ts";
import { findStatus } from "../files.ts";
import type { Project } from "../project.ts";
import { getDriver } from "../sqlite/find-driver.ts";
import { borrowIndex, discardScratch, hasJournal, indexPath, isOurs, makeScratch, whyNotKept } from "./index-file.ts";
import type { IndexOptions } from "./project-index.ts";
import { findChanges, knownSources, noCounts } from "./refresh.ts";

export interface IndexState {
  exists: boolean;
  /** Why it is not used as it stands. */
  problem?: string;
  /** How many dialogues and documents have changed since it was made. */
  stale?: number;
}

export async function inspectIndex(project: Project, options: IndexOptions = {}): Promise<IndexState> {
  const { driver = await getDriver(), now = () => new Date() } = options;
  const exists = findStatus(project.files, indexPath(project)) !== undefined;
  const problem = whyNotKept(project) ?? (hasJournal(project) ? "a journal lies beside it" : undefined);
  if (problem !== undefined) return { exists, problem };
  if (!exists) return { exists };
  const scratch = makeScratch(project);
  try {
    if (!borrowIndex(project, scratch)) return { exists: true, problem: "it is not a regular file" };
    const database = driver.open(scratch, true);
    try {
      if (!isOurs(project, scratch, database))
        return { exists: true, problem: "it was made elsewhere, by another version, or changed since" };
      const counts = noCounts();
      for (const _ of findChanges(project, knownSources(database), now(), counts));
      return { exists: true, stale: counts.added + counts.changed + counts.removed };
    } finally {
      database.close();
    }
  } catch (thrown) {
    if (thrown instanceof BlueError) throw thrown;
    return { exists: true, problem: (thrown as Error).message };
  } finally {
    discardScratch(project, scratch);
  }
}
