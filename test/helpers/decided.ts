/** A project with one decision that rests on cited words, and changes to it as people make them. */
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Answer, type Dialogue, type Draft, deskAt, dialogueAt, type Input, makeDialogue } from "./dialogue.ts";
import { initGit, makeFolder, runGit, type Tree } from "./project.ts";

export const schemaLines = [
  "-- orders",
  "create table orders (",
  "  created_at timestamptz not null, -- set by four application servers, clocks within 150 ms",
  "  id bigint primary key",
  ");",
];
export const schemaPath = "src/schema.sql";
export const clocks = "set by four application servers, clocks within 150 ms";

export interface Decided extends Dialogue {
  commit(message?: string): void;
  change(path: string, lines: readonly string[] | string): void;
  move(from: string, to: string): void;
  remove(path: string): void;
  decisions(input?: Input): Promise<Decisions>;
}

export interface Decisions extends Answer {
  decisions: { id: string; standing: string; health: string; settled: number; findings: Found[] }[];
  superseded: { id: string; by: string }[];
  counts: Record<"rotted" | "unclear" | "touched" | "sound" | "unchecked" | "settled", number>;
  against: {
    commit: string;
    guessed: boolean;
    marks_only: number;
    not_known: string[];
    settled: { reason: string }[];
    set_aside: { id: string; became: string; why: string }[];
  } | null;
  warnings: string[];
  fails: boolean;
}

export interface Found {
  state: string;
  reason: string;
  id: string;
  path: string | null;
  line: number | null;
  words: string | null;
  why: string;
}

export interface DecidedOptions {
  tree?: Tree;
  /** What Muffin's evidence E0001 cites, `path#L1-L2 "words"`. */
  cites?: readonly string[];
  muffin?: Draft;
  verdict?: Input;
  /** Further input of `dialogue.create`. */
  create?: Input;
  git?: boolean;
}

const made = new Map<string, Promise<{ root: string; id: string }>>();

/** E0001 is the key evidence of a final verdict; with git, everything is committed on `main`. Deliberated once, then copied. */
export async function makeDecided(options: DecidedOptions = {}): Promise<Decided> {
  const key = JSON.stringify(options);
  const known = await made.get(key);
  // Folders go when their test file ends; the next file makes its own.
  const template = known !== undefined && existsSync(known.root) ? made.get(key)! : deliberate(options);
  made.set(key, template);
  const { root, id } = await template;
  const copy = makeFolder();
  cpSync(root, copy, { recursive: true, verbatimSymlinks: true });
  return decidedAt(copy, id);
}

async function deliberate(options: DecidedOptions): Promise<{ root: string; id: string }> {
  const cites = options.cites ?? [`${schemaPath}#L3 "${clocks}"`];
  const dialogue = await makeDialogue({
    tree: { [schemaPath]: text(schemaLines), ".gitignore": "*.log\n", ...options.tree },
    create: options.create ?? {},
  });
  const evidence = `[MUFFIN-E0001: clocks drift]\nThey do.\n${cites.map((cite) => `[CITE ${cite}]`).join("\n")}`;
  await dialogue.round({ Muffin: options.muffin ?? [evidence, "[MOVE:CONVERGE]"] });
  await dialogue.verdict({ key_evidence: ["E0001"], ...options.verdict });
  if (options.git !== false) initGit(dialogue.root);
  return dialogue;
}

/** The same decision in this folder, which may be a clone of another. */
export function decidedAt(root: string, id: string): Decided {
  const dialogue = dialogueAt(deskAt(root), id);
  return {
    ...dialogue,
    commit: (message = "change") => {
      runGit(root, "add", "-A");
      runGit(root, "commit", "-q", "--allow-empty", "-m", message);
    },
    change: (path, lines) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), typeof lines === "string" ? lines : text(lines));
    },
    move: (from, to) => {
      mkdirSync(dirname(join(root, to)), { recursive: true });
      renameSync(join(root, from), join(root, to));
    },
    remove: (path) => rmSync(join(root, path)),
    decisions: (input = {}) => dialogue.call<Decisions>("decisions", input),
  };
}

export function text(lines: readonly string[]): string {
  return `${lines.join("\n")}\n`;
}
