/**
 * A record is one JSON file, written once and never changed. `self` is the SHA-256 of its parsed value in canonical form, so it may be
 * reindented but not changed; `prev` is the `self` of the record it follows.
 */
import { createHash } from "node:crypto";
import { type BlueError, refusal, refuse } from "../errors.ts";
import { canonicalJson, type Json, JsonError, parseJson } from "./json.ts";

/** The highest record format this version writes and reads. */
export const recordFormat = 1;

/** The last five are entries of the log of asks (`rules/ask-log.ts`). */
export const recordKinds = [
  ...(["opening", "round", "verdict", "comparison", "settlement", "outcome"] as const),
  ...(["panel", "ask", "aside", "request", "package"] as const),
] as const;
export type RecordKind = (typeof recordKinds)[number];

export function isRecordPath(path: string): boolean {
  return /\/(?:opening|round|comparison|verdict-[a-z0-9-]+)\.json$/.test(path);
}

export interface Envelope {
  format: number;
  kind: RecordKind;
  self: string;
  prev: string | null;
}

export type RecordBody = { kind: RecordKind; prev: string | null } & Record<string, unknown>;
export type SealedRecord<B extends RecordBody = RecordBody> = B & Envelope;

export function sealRecord<B extends RecordBody>(body: B): SealedRecord<B> {
  // A changed copy of a record still carries the old seal, which must not stay.
  const { kind, prev, format: _, self: __, ...rest } = body as B & Partial<Envelope>;
  const unsealed = { format: recordFormat, kind, prev, ...rest };
  return { format: recordFormat, kind, self: selfOf(unsealed), prev, ...rest } as unknown as SealedRecord<B>;
}

/** Two spaces and one value a line: the form a diff reads best. */
export function encodeRecord(record: SealedRecord): string {
  return `${JSON.stringify(record, null, 2)}\n`;
}

/** `what` goes on from the path: "is missing", "is damaged: …". */
export function damagedRecord(path: string, what: string): BlueError {
  return refusal("record_damaged", { record: path }, "record_integrity", {
    message: `${path} ${what}`,
    suggestion: "Restore it, never edit it: `blue dialogue verify` names the commit that has it whole.",
    context: { path },
  });
}

/** The record in `text`, proved whole and unchanged. `path` names it in the refusal. */
export function decodeRecord(text: string, path: string): SealedRecord {
  const damaged = (why: string) => damagedRecord(path, `is damaged: ${why}`);
  let value: Json;
  try {
    value = parseJson(text);
  } catch (thrown) {
    if (thrown instanceof JsonError) throw damaged(thrown.message);
    throw thrown;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw damaged("it is not an object");
  const { format, kind, prev } = value;
  if (typeof format !== "number" || !Number.isInteger(format) || format < 1) throw damaged("it has no `format`");
  if (format > recordFormat) {
    refuse("unknown_format", { format }, "record_format", {
      message: `${path} has format ${format}; this Blue reads up to ${recordFormat}`,
      suggestion: "Upgrade Blue (`npm install -g blue-align@latest`); the record was written by a newer version.",
      context: { path },
    });
  }
  if (!recordKinds.includes(kind as RecordKind)) throw damaged("it has no known `kind`");
  if (prev !== null && typeof prev !== "string") throw damaged("it has no `prev`");
  if (typeof value.self !== "string" || selfOf(value) !== value.self)
    throw damaged("its `self` is not the hash of its content");
  return value as unknown as SealedRecord;
}

function selfOf(record: object): string {
  const { self: _, ...rest } = record as { self?: unknown };
  return createHash("sha256").update(canonicalJson(rest)).digest("hex");
}
