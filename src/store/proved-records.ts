/**
 * Records whose bytes were proved before in this process. A file is still read on every call; only proving the very same bytes a second time is
 * left out. Nothing is answered from here without those bytes, so a branch switch between two calls is seen by the second.
 */
import type * as z from "zod";
import type { SealedRecord } from "./record.ts";

interface Proved {
  bytes: Buffer;
  /** As sealed or decoded, until its shape is known. */
  record: SealedRecord | undefined;
  schema?: z.ZodType;
  shaped?: unknown;
}

const mostBytes = 32 * 1024 * 1024;
const memory = new Map<string, Proved>();
let held = 0;

/** What these bytes under this name were proved to hold. */
export function recallRecord(absolute: string, bytes: Buffer): Proved | undefined {
  const proved = memory.get(absolute);
  if (proved === undefined || !proved.bytes.equals(bytes)) return undefined;
  // Whoever is asked for stays longest.
  memory.delete(absolute);
  memory.set(absolute, proved);
  return proved;
}

/** `record` is what `bytes` decode to, with its hash proved or just computed. */
export function rememberRecord(absolute: string, bytes: Buffer, record: SealedRecord): Proved {
  const proved: Proved = { bytes, record };
  forget(absolute);
  memory.set(absolute, proved);
  held += bytes.length;
  for (const oldest of memory.keys()) {
    if (held <= mostBytes) break;
    forget(oldest);
  }
  return proved;
}

/** The record in its shape. It is shared by all who read it, so nobody can change it. */
export function rememberShape<T>(proved: Proved, schema: z.ZodType, shaped: T): T {
  proved.record = undefined;
  proved.schema = schema;
  proved.shaped = frozen(shaped);
  return shaped;
}

function forget(absolute: string): void {
  held -= memory.get(absolute)?.bytes.length ?? 0;
  memory.delete(absolute);
}

function frozen(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  for (const member of Object.values(value)) if (typeof member === "object") frozen(member);
  return Object.freeze(value);
}
