/**
 * Records that people add beside the dialogues, each in a file that is named by what it says: a repeated call finds its file, two branches merge without a
 * conflict, and a revert takes the record along.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import type * as z from "zod";
import { attempt, BlueError } from "../errors.ts";
import { listFolder } from "./files.ts";
import { canonicalJson } from "./json.ts";
import { type Rooted, readText } from "./paths.ts";
import { publishRecord } from "./publish.ts";
import { decodeRecord, type RecordBody } from "./record.ts";

export interface ContentNamed<T> {
  records: (T & { file: string })[];
  /** Files that say nothing, and why. */
  unusable: { path: string; why: string }[];
}

/** `findFault`: why a record that can be read does not belong here. */
export function readNamed<T extends RecordBody>(
  project: Rooted,
  folder: string,
  schema: z.ZodType<T>,
  findFault: (record: T) => string | undefined,
): ContentNamed<T> {
  const found: ContentNamed<T> = { records: [], unusable: [] };
  for (const { name } of listFolder(project.files, join(project.root, folder))) {
    if (!name.endsWith(".json")) continue;
    const path = `${folder}/${name}`;
    const record = attempt(() => decodeRecord(readText(project, path), path));
    const parsed = record instanceof BlueError ? undefined : schema.safeParse(record);
    const why =
      record instanceof BlueError
        ? record.message
        : !parsed!.success
          ? "it is not such a record"
          : (findFault(parsed!.data) ??
            (name === nameOf(parsed!.data) ? undefined : "its name is not that of its content"));
    if (why === undefined) found.records.push({ ...parsed!.data!, file: path });
    else found.unusable.push({ path, why });
  }
  return found;
}

/** The file it stands in, and whether it stood there already. */
export function publishNamed(
  project: Rooted,
  folder: string,
  body: RecordBody,
  random: (n: number) => Uint8Array,
): { path: string; already: boolean } {
  const path = `${folder}/${nameOf(body)}`;
  return { path, already: publishRecord(project, path, body, random).outcome === "taken" };
}

/** Of what it says; at which hour of the day it was said does not count. A copy under another name would pass for a new one. */
function nameOf(body: RecordBody): string {
  const { settled_at: _, format: __, self: ___, found_at, ...content } = body;
  const day = typeof found_at === "string" ? { found_on: found_at.slice(0, 10) } : {};
  return `${createHash("sha256")
    .update(canonicalJson({ ...content, ...day } as Parameters<typeof canonicalJson>[0]))
    .digest("hex")
    .slice(0, 16)}.json`;
}
