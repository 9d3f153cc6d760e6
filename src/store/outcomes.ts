/**
 * How a decision fared, as people found it later: `.blue/outcomes/<decision>/<name>.json`, as many as time brings. Like a settlement it is named by its
 * content and quotes the verdict it is about. It moves no head, and nothing that is in force depends on it.
 */
import { join } from "node:path";
import { type OutcomeRecord, outcomeRecord } from "../rules/records.ts";
import { type ContentNamed, publishNamed, readNamed } from "./content-named.ts";
import { dialoguesFolder } from "./dialogue-ids.ts";
import { listFolder } from "./files.ts";
import type { Rooted } from "./paths.ts";

const outcomesFolder = dialoguesFolder.replace("dialogues", "outcomes");

/** Of which decisions there is any. */
export function listOutcomes(project: Rooted): string[] {
  return listFolder(project.files, join(project.root, outcomesFolder)).map(({ name }) => name);
}

export interface Outcomes {
  /** The latest first. */
  outcomes: (OutcomeRecord & { file: string })[];
  unusable: ContentNamed<OutcomeRecord>["unusable"];
}

/** Of one decision; of a dialogue only those about this verdict. `decision`: a dialogue's folder, or a document's name in small letters. */
export function readOutcomes(project: Rooted, decision: string, verdict: string | null): Outcomes {
  const { records, unusable } = readNamed(project, `${outcomesFolder}/${decision}`, outcomeRecord, (record) =>
    record.decision === decision ? undefined : "it is not about this decision",
  );
  const own = records.filter(({ prev }) => prev === verdict);
  return { outcomes: own.sort((a, b) => b.found_at.localeCompare(a.found_at)), unusable };
}

export function publishOutcome(
  project: Rooted,
  body: Omit<OutcomeRecord, "format" | "self">,
  random: (n: number) => Uint8Array,
): { path: string; already: boolean } {
  return publishNamed(project, `${outcomesFolder}/${body.decision}`, body, random);
}
