/** A dialogue as its export tells it, and the rounds that make one worth exporting. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Answer, Dialogue } from "./dialogue.ts";

export interface Exported {
  tensions: { id: string; status: string; events: Answer[]; resolvers: Answer[]; owner: string | null }[];
  perspectives: { id: string; derived: string[]; new: boolean }[];
  [key: string]: unknown;
}

export async function exported(dialogue: Dialogue): Promise<Exported> {
  const { path } = await dialogue.call<{ path: string }>("dialogue.export", { dialogue_id: dialogue.id });
  return JSON.parse(readFileSync(join(dialogue.root, path), "utf8")) as Exported;
}

/** Muffin resolves T0001 in the round with these two digits. */
export const resolves = (round: string) => `[MUFFIN-C${round}01: caching]\n[RE:RESOLVE T0001]\nMeasured.`;

export const close = (via: string, note?: string) => ({
  tension_updates: [{ id: "T0001", status: "resolved", via, ...(note && { note }) }],
});
