/**
 * What an install wrote, so that an uninstall can give back the same bytes. Its names are only compared with those of the files that Blue writes: a
 * receipt that a branch delivered must not point elsewhere.
 */
import { createHash } from "node:crypto";
import * as z from "zod";

export const receiptName = "blue-install.json";

const fileReceipt = z.strictObject({
  /** Of the file as the install left it. */
  sha256: z.string(),
  /** There was no such file before. */
  created: z.boolean(),
  /** Null when the original bytes are not known: then only our pieces can be taken out. */
  inserted: z.array(z.strictObject({ at: z.int().min(0), text: z.string() })).nullable(),
  parts: z.array(z.string()),
  made: z.array(z.string()),
});

const receipt = z.strictObject({
  note: z.string(),
  format: z.literal(1),
  /** Agent → the files of its set-up; several may share one. */
  agents: z.record(z.string(), z.array(z.string())),
  files: z.record(z.string(), fileReceipt),
  /** Folders that were not there before. */
  folders: z.array(z.string()),
});

export type FileReceipt = z.output<typeof fileReceipt>;
export type Receipt = z.output<typeof receipt>;

/** What it says; of one that says nothing that can be used, nothing. */
export function parseReceipt(text: string | undefined): Receipt {
  const note = "Written by `blue install`; `blue uninstall` reads it.";
  const empty: Receipt = { note, format: 1, agents: {}, files: {}, folders: [] };
  if (text === undefined) return empty;
  try {
    const parsed = receipt.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : empty;
  } catch {
    return empty;
  }
}

/** Undefined when nothing is left to say. */
export function renderReceipt(value: Receipt): string | undefined {
  return Object.keys(value.agents).length === 0 ? undefined : `${JSON.stringify(value, null, 2)}\n`;
}

/** The files that other agents need too. */
export function sharedWithOthers({ agents }: Receipt, agent: string): Set<string> {
  const others = Object.entries(agents).filter(([name]) => name !== agent);
  return new Set(others.flatMap(([, files]) => files));
}

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
