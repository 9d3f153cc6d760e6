/** The index of a project as everyone uses it: opened, brought up to date, asked, closed. */

import { docsFolder } from "../../documents/document-types.ts";
import { findFile } from "../paths.ts";
import type { Project } from "../project.ts";
import { decodeRecord, type SealedRecord } from "../record.ts";
import type { Database, DriverInfo } from "../sqlite/database.ts";
import { getDriver } from "../sqlite/find-driver.ts";
import { dialogueExtractor } from "./dialogue-tables.ts";
import { documentExtractor } from "./document-tables.ts";
import { migrate, migrations } from "./migrations.ts";
import { type Index, openIndex } from "./open-index.ts";
import { askIndex, type RefreshCounts, refreshIndex } from "./refresh.ts";
import { recordScan, type Scan } from "./scan.ts";

/** Both extractors read the same file one after the other; it is proved once. */
function decodeOnce(): typeof decodeRecord {
  let last: { text: string; path: string; record: SealedRecord } | undefined;
  return (text, path) => {
    if (last?.path !== path || last.text !== text) last = { text, path, record: decodeRecord(text, path) };
    return last.record;
  };
}

const decode = decodeOnce();
const records = recordScan(decode);
export const projectScan: Scan = {
  folders: [...records.folders, docsFolder],
  extractors: [...records.extractors, dialogueExtractor(decode), documentExtractor],
};

/** Asks the index after bringing it up to date with the files. */
export async function queryIndex<T>(project: Project, question: (database: Database) => T): Promise<T> {
  const index = keepsIndex(project) ? await openIndex(project) : await openInMemory(project);
  try {
    return await askIndex(index, projectScan, question);
  } finally {
    index.close();
  }
}

/** Where Blue has never written, asking a question leaves nothing behind: a file of ours would show up in git as somebody's. */
function keepsIndex(project: Project): boolean {
  return findFile(project, ".blue/.gitignore")?.toString("utf8").includes("blue.db") === true;
}

async function openInMemory(project: Project): Promise<Index> {
  const driver = await getDriver();
  const database = driver.open(":memory:");
  const now = () => new Date();
  migrate(database, migrations, now);
  return {
    project,
    driver: { name: driver.name, sqliteVersion: driver.sqliteVersion },
    migrations,
    now,
    use: async (work) => work(database),
    startOver: async () => {},
    close: () => database.close(),
  };
}

export function updateIndex(project: Project, rebuild: boolean): Promise<RefreshCounts & { driver: DriverInfo }> {
  return withIndex(
    project,
    async (index) => {
      const counts = await refreshIndex(index, projectScan);
      return { ...counts, driver: index.driver };
    },
    rebuild,
  );
}

async function withIndex<T>(project: Project, work: (index: Index) => Promise<T>, fresh = false): Promise<T> {
  const index = await openIndex(project, { fresh });
  try {
    return await work(index);
  } finally {
    index.close();
  }
}
