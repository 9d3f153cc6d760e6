/** What `doctor` says about the index. Nothing is made, repaired or thrown away here. */
import { randomBytes } from "node:crypto";
import { BlueError } from "../../errors.ts";
import type { Project } from "../project.ts";
import { getDriver } from "../sqlite/find-driver.ts";
import { differences } from "./differences.ts";
import { indexFile, inspectIndexFiles, refuseTracked } from "./index-files.ts";
import { withIndexLock } from "./index-lock.ts";
import { migrations, schemaVersion } from "./migrations.ts";
import {
  asUnavailable,
  closeOpened,
  type IndexOptions,
  isSuspect,
  openStanding,
  type Surroundings,
} from "./open-index.ts";
import { recall } from "./refresh.ts";
import type { Scan } from "./scan.ts";

export interface IndexAge {
  exists: boolean;
  /** The highest migration applied. */
  schema?: number;
  /** When it last took something in. */
  refreshedAt?: string;
  /** How many files have been added, changed or removed since. */
  stale?: number;
  /** Why it cannot be used as it stands. */
  problem?: BlueError;
}

export async function indexAge(project: Project, scan: Scan, options: IndexOptions = {}): Promise<IndexAge> {
  let exists = true;
  try {
    const standing = inspectIndexFiles(project);
    exists = standing.exists;
    await refuseTracked(project);
    if (standing.journal) throw unusable("has a rollback journal beside it, which Blue never leaves there");
    if (!exists) return { exists };
    return await measure(project, scan, options);
  } catch (thrown) {
    const problem = isSuspect(thrown) ? unusable("is damaged") : asUnavailable(thrown);
    if (problem instanceof BlueError) return { exists, problem };
    throw problem;
  }
}

async function measure(project: Project, scan: Scan, options: IndexOptions): Promise<IndexAge> {
  const around: Surroundings = {
    project,
    driver: options.driver ?? (await getDriver()),
    migrations: options.migrations ?? migrations,
    now: options.now ?? (() => new Date()),
    random: options.random ?? randomBytes,
  };
  const opened = withIndexLock(project, around.driver, () => openStanding(around));
  if (opened === undefined) return { exists: false };
  if (opened === "not ours") throw unusable("is damaged, or was not made here");
  try {
    const { database } = opened;
    const schema = schemaVersion(database, around.migrations);
    let stale = 0;
    for (const { kind } of differences(project, database, scan, around.now(), false)) {
      if (kind === "added" || kind === "changed" || kind === "removed") stale++;
    }
    const refreshedAt = recall(database, "refreshed_at");
    return { exists: true, schema, stale, ...(refreshedAt === undefined ? {} : { refreshedAt }) };
  } finally {
    closeOpened(around, opened);
  }
}

function unusable(why: string): BlueError {
  return new BlueError("index_unavailable", `The index ${indexFile} ${why}`, {
    field: "index",
    value: indexFile,
    constraint: "integrity",
    suggestion:
      "The next call that needs the index throws it away and makes it again from the files; `blue sync` does it now.",
  });
}
