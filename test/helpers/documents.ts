/** Documents in a project of the test's own: planted as text, read back as text. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Desk } from "./dialogue.ts";

export interface Entry extends Record<string, unknown> {
  id: string;
  path: string;
  status: string;
  title: string;
  number: number | null;
}

export function readDoc(desk: Desk, path: string): string {
  return readFileSync(join(desk.root, path), "utf8");
}

export function docExists(desk: Desk, path: string): boolean {
  return existsSync(join(desk.root, path));
}

export function docsIn(desk: Desk, folder: string): string[] {
  const at = join(desk.root, ".blue/docs", folder);
  return existsSync(at) ? readdirSync(at).sort() : [];
}

/** An RFC as a person may have it: a comment in the header, odd spacing, a section of their own. */
export function handEdited(title = "Hand made", status = "draft", extra = ""): string {
  return `---\ntitle: ${title}   # keep me\nstatus: ${status}\ndate: 2026-01-01\n\n# our own key\nteam: [blue,  green]\n${extra}---\n\n# RFC 0001: ${title}\n\n## Problem\n\nSlow.  \n\n## Proposal\n\nFaster.\n\n\n## Our own section\n\n* kept\t\n`;
}
