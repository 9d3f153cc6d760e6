/**
 * What people settled of a decision: `.blue/settled/<dialogue>/<name>.json`. The name comes from the content, so a repeated call finds its file, two
 * branches merge without a conflict and a revert takes the settlement along.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { attempt, BlueError } from "../errors.ts";
import { type SettlementRecord, settlementRecord } from "../rules/records.ts";
import { dialoguesFolder } from "./dialogue-ids.ts";
import { listFolder } from "./files.ts";
import { canonicalJson } from "./json.ts";
import { type Rooted, readText } from "./paths.ts";
import { publishRecord } from "./publish.ts";
import { decodeRecord } from "./record.ts";

export const settledFolder = dialoguesFolder.replace("dialogues", "settled");

export interface Settlements {
  settled: (SettlementRecord & { file: string })[];
  /** Files that settle nothing, and why. */
  unusable: { path: string; why: string }[];
}

/** Those that stand on this verdict; a later verdict voids them. */
export function readSettlements(project: Rooted, dialogue: string, verdict: string): Settlements {
  const found: Settlements = { settled: [], unusable: [] };
  const folder = `${settledFolder}/${dialogue}`;
  for (const { name } of listFolder(project.files, join(project.root, folder))) {
    if (!name.endsWith(".json")) continue;
    const path = `${folder}/${name}`;
    const record = attempt(() => decodeRecord(readText(project, path), path));
    const parsed = record instanceof BlueError ? undefined : settlementRecord.safeParse(record);
    if (record instanceof BlueError) found.unusable.push({ path, why: record.message });
    else if (!parsed!.success || parsed!.data.dialogue !== dialogue)
      found.unusable.push({ path, why: "it is not a settlement of this dialogue" });
    else if (name !== nameOf(parsed!.data)) found.unusable.push({ path, why: "its name is not that of its content" });
    else if (parsed!.data.prev !== verdict) found.unusable.push({ path, why: "it stands on another verdict" });
    else found.settled.push({ ...parsed!.data, file: path });
  }
  return found;
}

type SettlementBody = Omit<SettlementRecord, "format" | "self">;

/** The file it stands in, and whether it stood there already. */
export function publishSettlement(
  project: Rooted,
  body: SettlementBody,
  random: (n: number) => Uint8Array,
): { path: string; already: boolean } {
  const path = `${settledFolder}/${body.dialogue}/${nameOf(body)}`;
  return { path, already: publishRecord(project, path, body, random).outcome === "taken" };
}

/** Of what it says; when it was said does not count. A copy under another name would pass for one that a change brings. */
function nameOf(body: SettlementBody & Partial<SettlementRecord>): string {
  const { settled_at: _, format: __, self: ___, ...content } = body;
  return `${createHash("sha256").update(canonicalJson(content)).digest("hex").slice(0, 16)}.json`;
}

/** The dialogue that a file would settle something of, by where it lies. */
export function settledIn(path: string): string | undefined {
  return /^\.blue\/settled\/([^/]+)\/[^/]+\.json$/.exec(path)?.[1];
}
