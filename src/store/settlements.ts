/** What people settled of a decision: `.blue/settled/<dialogue>/<name>.json`. */
import { type SettlementRecord, settlementRecord } from "../rules/records.ts";
import { publishNamed, readNamed } from "./content-named.ts";
import { dialoguesFolder } from "./dialogue-ids.ts";
import type { Rooted } from "./paths.ts";

export const settledFolder = dialoguesFolder.replace("dialogues", "settled");

export interface Settlements {
  settled: (SettlementRecord & { file: string })[];
  /** Files that settle nothing, and why. */
  unusable: { path: string; why: string }[];
}

/** Those that stand on this verdict; a later verdict voids them. */
export function readSettlements(project: Rooted, dialogue: string, verdict: string): Settlements {
  const { records, unusable } = readNamed(project, `${settledFolder}/${dialogue}`, settlementRecord, (record) => {
    if (record.dialogue !== dialogue) return "it is not a settlement of this dialogue";
    return record.prev === verdict ? undefined : "it stands on another verdict";
  });
  return { settled: records, unusable };
}

/** The file it stands in, and whether it stood there already. */
export function publishSettlement(
  project: Rooted,
  body: Omit<SettlementRecord, "format" | "self">,
  random: (n: number) => Uint8Array,
): { path: string; already: boolean } {
  return publishNamed(project, `${settledFolder}/${body.dialogue}`, body, random);
}

/** The dialogue that a file would settle something of, by where it lies. */
export function settledIn(path: string): string | undefined {
  return /^\.blue\/settled\/([^/]+)\/[^/]+\.json$/.exec(path)?.[1];
}
