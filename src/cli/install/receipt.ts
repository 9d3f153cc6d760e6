/**
 * What an install wrote, so that an uninstall can give back the same bytes. It names no paths: a receipt that a branch delivered must not point
 * elsewhere.
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
  files: z.record(z.string(), fileReceipt),
  /** Folders that were not there before, from the receipt's own on. */
  folders: z.array(z.string()),
});

export type FileReceipt = z.output<typeof fileReceipt>;
export type Receipt = z.output<typeof receipt>;

export function emptyReceipt(): Receipt {
  return { note: "Written by `blue install`; `blue uninstall` reads it.", format: 1, files: {}, folders: [] };
}

/** Undefined when it says nothing that can be used. */
export function parseReceipt(text: string | undefined): Receipt | undefined {
  if (text === undefined) return undefined;
  try {
    const parsed = receipt.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

export function renderReceipt(value: Receipt): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
