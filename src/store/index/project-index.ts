/** The index of a project as everyone uses it: opened, brought up to date, asked, closed. */

import type { Project } from "../project.ts";
import { decodeRecord, type SealedRecord } from "../record.ts";
import type { Database, DriverInfo } from "../sqlite/database.ts";
import { dialogueExtractor } from "./dialogue-tables.ts";
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
export const projectScan: Scan = { ...records, extractors: [...records.extractors, dialogueExtractor(decode)] };

/** Asks the index after bringing it up to date with the files. */
export function queryIndex<T>(project: Project, question: (database: Database) => T): Promise<T> {
  return withIndex(project, (index) => askIndex(index, projectScan, question));
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
