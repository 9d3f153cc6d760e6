/** Records are read on every call; hashing is skipped when the bytes are unchanged. So a branch switch between two calls is seen by the second. */
import type * as z from "zod";
import type { SealedRecord } from "./record.ts";

interface Proved {
  bytes: Buffer;
  /** As it was sealed, until somebody reads it. */
  record?: SealedRecord;
  schema?: z.ZodType;
  shaped?: unknown;
}

const mostBytes = 32 * 1024 * 1024;
const memory = new Map<string, Proved>();
let held = 0;

/** What is known about this file, if its bytes are still the same. */
export function recallRecord(absolute: string, bytes: Buffer): Proved | undefined {
  const proved = memory.get(absolute);
  return proved?.bytes.equals(bytes) ? proved : undefined;
}

/** What `bytes` hold, proved and of this shape. All readers share it, so it is frozen. */
export function rememberRecord<T>(absolute: string, bytes: Buffer, schema: z.ZodType, shaped: T): T {
  remember(absolute, { bytes, schema, shaped: frozen(shaped) });
  return shaped;
}

/** `bytes` were made from `record`, which has just been sealed; its shape is checked by the first reader. */
export function rememberSealed(absolute: string, bytes: Buffer, record: SealedRecord): void {
  remember(absolute, { bytes, record });
}

function remember(absolute: string, proved: Proved): void {
  held += proved.bytes.length - (memory.get(absolute)?.bytes.length ?? 0);
  memory.set(absolute, proved);
  if (held <= mostBytes) return;
  memory.clear();
  held = 0;
}

function frozen(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  for (const member of Object.values(value)) if (typeof member === "object") frozen(member);
  return Object.freeze(value);
}
