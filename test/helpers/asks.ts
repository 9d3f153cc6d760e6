/** The log of asks under somebody's hand: read, forged with a new seal, cut, or taken away. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AttemptEntry } from "../../src/rules/ask-log.ts";
import type { PanelMember } from "../../src/rules/records.ts";
import { roundLog } from "../../src/store/asks.ts";
import { openDialogue } from "../../src/store/find-dialogue.ts";
import { encodeRecord, type RecordBody, sealRecord } from "../../src/store/record.ts";
import type { Dialogue } from "./dialogue.ts";

export function asksOf(dialogue: Pick<Dialogue, "project" | "id">) {
  return openDialogue(dialogue.project, { dialogue_id: dialogue.id }).asks();
}

/** The entries of the open round's attempts, in order, from the project's root. */
export function entriesOf(dialogue: Dialogue): string[] {
  const { folder } = roundLog(dialogue.open());
  const order = (name: string) => name.split(/\D+/).map(Number);
  return readdirSync(join(dialogue.root, folder))
    .filter((name) => /^\d+-\d+\.json$/.test(name))
    .sort((a, b) => order(a)[0]! - order(b)[0]! || order(a)[1]! - order(b)[1]!)
    .map((name) => `${folder}/${name}`);
}

/** Changes an entry and seals it anew, as somebody with a shell could. */
export function forgeEntry<Kind extends AttemptEntry["kind"]>(
  dialogue: Dialogue,
  kind: Kind,
  change: (entry: Extract<AttemptEntry, { kind: Kind }>) => object,
): void {
  const read = (path: string) => JSON.parse(readFileSync(join(dialogue.root, path), "utf8")) as AttemptEntry;
  const path = entriesOf(dialogue).findLast((one) => read(one).kind === kind)!;
  const entry = read(path) as Extract<AttemptEntry, { kind: Kind }>;
  const forged = sealRecord({ ...entry, ...change(entry) } as unknown as RecordBody);
  writeFileSync(join(dialogue.root, path), encodeRecord(forged));
}

export function forgePanel(dialogue: Dialogue, change: (panel: PanelMember[]) => object[]): void {
  forgeEntry(dialogue, "panel", ({ panel }) => ({ panel: change(panel) }));
}

export function removeLog(dialogue: Dialogue): void {
  rmSync(join(dialogue.root, roundLog(dialogue.open()).folder), { recursive: true });
}
