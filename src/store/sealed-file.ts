/** A sealed file of one shape, proved whole and unchanged. */
import { join } from "node:path";
import type * as z from "zod";
import { findFile, type Rooted } from "./paths.ts";
import { recallRecord, rememberRecord } from "./proved-records.ts";
import { damagedRecord, decodeRecord } from "./record.ts";

/** Refuses what is missing, damaged or of another shape. `remember`: it will be read again in this process. */
export function readSealed<S extends z.ZodType>(
  project: Rooted,
  path: string,
  schema: S,
  remember: boolean,
): z.output<S> {
  const bytes = findFile(project, path, "record");
  if (bytes === undefined) throw damagedRecord(path, "is gone");
  const absolute = join(project.root, path);
  const known = recallRecord(absolute, bytes);
  if (known?.schema === schema) return known.shaped as z.output<S>;
  const parsed = schema.safeParse(known?.record ?? decodeRecord(bytes.toString("utf8"), path));
  if (parsed.success) return remember ? rememberRecord(absolute, bytes, schema, parsed.data) : parsed.data;
  const { path: at, message } = parsed.error.issues[0]!;
  throw damagedRecord(path, `does not have the shape of its kind (${at.join(".")}: ${message})`);
}
