/** Records, drafts and documents that say hostile strings wherever they may say anything: what a branch can deliver, whole and with the right hashes. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type * as z from "zod";
import { openingRecord, roundRecord, settlementRecord, verdictRecord } from "../../src/rules/records.ts";
import { encodeRecord, isRecordPath, type RecordBody, sealRecord } from "../../src/store/record.ts";

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Some strings, each in its turn: one forged copy tries them all. */
export class Turns {
  private turn = 0;
  readonly strings: readonly string[];
  constructor(strings: readonly string[]) {
    this.strings = strings;
  }
  next(): string {
    return this.of(this.turn++);
  }
  /** The same for the same number. */
  of(n: number): string {
    return this.strings[n % this.strings.length]!;
  }
}

/**
 * What is replaced by a string: whatever people may say freely; that and the dialogue's own name; the paths of the subject and the sources; those that
 * are cited, in the texts too; the names of experts.
 */
export const whats = ["everything", "dialogue", "subject", "citations", "experts"] as const;
export type What = (typeof whats)[number];

const envelope = ["format", "kind", "self", "prev", "verdict_id"];

/** `record` with strings replaced where it still has the shape of its kind; a second one of the same gets a number behind it. */
function withStrings(record: Json, schema: z.ZodType, turns: Turns, what: What): Json {
  const whole = structuredClone(record) as { kind: string; panel?: { name: string }[]; citations?: { path: string }[] };
  const names = (whole.panel ?? []).map(({ name }) => name);
  const cited = (whole.citations ?? []).map(({ path }) => path);
  let n = 0;
  const textsFor = (key: string, old: string): string[] => {
    if (what === "subject") return key === "path" && whole.kind === "opening" ? [turns.next()] : [];
    if (what === "citations") return [cited.reduce((text, path, i) => text.replaceAll(path, turns.of(i)), old)];
    const expert = names.indexOf(old);
    if (what === "experts") return expert < 0 ? [] : [`${turns.of(expert)}${expert || ""}`];
    if (envelope.includes(key) || (key === "dialogue" && what !== "dialogue")) return [];
    const string = turns.next();
    return [string, `${string}${n++}`];
  };
  const walk = (inside: Json) => {
    if (typeof inside !== "object" || inside === null) return;
    const at = inside as Record<string, Json>;
    for (const [key, before] of Object.entries(at)) {
      if (typeof before !== "string") walk(before);
      else
        for (const text of [...textsFor(key, before), before]) {
          at[key] = text;
          if (schema.safeParse(whole).success) break;
        }
    }
  };
  walk(whole as Json);
  return whole as Json;
}

/** Seals every record of a dialogue anew, one following the other. Its pages go, and the drafts of the round in work answer the new head. */
export function resealWith(root: string, id: string, turns: Turns, what: What): void {
  const reseal = (path: string, schema: z.ZodType, prev: string | null) => {
    const record = withStrings(JSON.parse(readFileSync(path, "utf8")), schema, turns, what) as RecordBody;
    const sealed = sealRecord<RecordBody>({ ...record, prev });
    writeFileSync(path, encodeRecord(sealed));
    return sealed.self;
  };
  const folder = join(root, ".blue/dialogues", id);
  const before = headOf(folder);
  let head = reseal(join(folder, "opening.json"), openingRecord, null);
  let verdict: string | undefined;
  const rounds = readdirSync(folder).filter((name) => name.startsWith("round-"));
  for (const round of rounds.sort()) {
    head = reseal(join(folder, round, "round.json"), roundRecord, head);
    for (const name of readdirSync(join(folder, round)).filter((one) => one.startsWith("verdict-")))
      verdict = reseal(join(folder, round, name), verdictRecord, head);
  }
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !isRecordPath(path)) rmSync(path);
  }
  const drafts = join(root, ".blue/drafts", id);
  for (const name of readdirSync(drafts).filter((one) => one.endsWith(before)))
    renameSync(join(drafts, name), join(drafts, name.replace(before, head.slice(0, 16))));
  const settled = join(root, ".blue/settled", id);
  for (const name of statSync(settled, { throwIfNoEntry: false }) === undefined ? [] : readdirSync(settled))
    reseal(join(settled, name), settlementRecord, verdict!);
}

/** As the folders of drafts carry it. */
function headOf(folder: string): string {
  const rounds = readdirSync(folder).filter((name) => name.startsWith("round-"));
  const last = rounds.length === 0 ? "opening.json" : `round-${rounds.length - 1}/round.json`;
  return (JSON.parse(readFileSync(join(folder, last), "utf8")) as { self: string }).self.slice(0, 16);
}

const free = ["name", "role", "focus", "description", "reason", "expert", "by", "note", "filed_by", "members", "path"];

/** Every JSON file below a folder: all that people or agents may say freely in it. */
export function fillJson(folder: string, turns: Turns): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !entry.name.endsWith(".json")) continue;
    const filled = JSON.stringify(JSON.parse(readFileSync(path, "utf8")), (key, value) =>
      free.includes(key) && typeof value === "string" ? turns.next() : value,
    );
    writeFileSync(path, filled);
  }
}

/** One document of each type, a reminder and a deleted document. */
export function plantDocuments(root: string, turns: Turns): void {
  const names = ["title", "dialogue", "dialogues", "rfc", "source", "source_spike", "superseded_by", "supersedes"];
  const more = ["link", "gate", "postmortem", "plan", "action", "applies_when", "relates", "amends", "command"];
  const header = (status: string) =>
    `---\nstatus: ${status}\n${[...names, ...more].map((name) => `${name}: ${JSON.stringify(turns.next())}`).join("\n")}\n---\n`;
  const line = () => turns.next().replaceAll("\0", "");
  const body = () =>
    `# ${line()}\n\n## Plan\n- [ ] ${line()}\n- [ ] see [it](${line()})\n\n## Action Items\n\n| Item | Owner | RFC |\n|---|---|---|\n| ${line()} | ${line()} | ${line()} |\n`;
  const files = {
    "docs/rfcs/0001-a.draft.md": header("draft") + body(),
    "docs/adrs/0001-a.proposed.md": header("proposed") + body(),
    "docs/prds/0001-a.draft.md": header("draft") + body(),
    "docs/spikes/2026-01-01T0000Z-a.wip.md": header("wip") + body(),
    "docs/audits/2026-01-01T0000Z-a.wip.md": header("wip") + body(),
    "docs/postmortems/2026-01-01T0000Z-a.open.md": header("open") + body(),
    "docs/runbooks/a.active.md": header("active") + body(),
    "docs/decisions/2026-01-01T0000Z-a.recorded.md": header("recorded") + body(),
    "docs/dialogues/2026-01-01T0000Z-a.dialogue.md": body(),
    "reminders/2026-01-01-a.pending.md": header("pending") + body(),
    "trash/2026-01-01T0000Z-b/deleted.json": JSON.stringify({
      ...{ path: turns.next(), title: turns.next(), reason: turns.next(), deleted_at: turns.next() },
    }),
    "trash/2026-01-01T0000Z-b/x": "kept",
  };
  for (const [path, text] of Object.entries(files)) {
    const at = join(root, ".blue", path);
    mkdirSync(dirname(at), { recursive: true });
    writeFileSync(at, text);
  }
}
