/** A dialogue of experts who write as much as real ones do, the same in every run. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { draftPath } from "../src/store/drafts.ts";
import { openDialogue } from "../src/store/find-dialogue.ts";
import type { Desk } from "./folders.ts";
import { examples } from "./places.ts";

export interface Panel {
  desk: Desk;
  id: string;
  experts: string[];
  /** Words of an item's text. */
  words: number;
  habit: Habit;
}

/**
 * `busy`: seven markers from everyone in every round; each round settles the tensions of the one before. `endless`: the same, but nothing is ever
 * settled. `terse`: one marker from everyone.
 */
export type Habit = "busy" | "endless" | "terse";

export interface PanelOptions {
  experts: number;
  words?: number;
  habit?: Habit;
  maxRounds?: number;
}

export async function openPanel(
  desk: Desk,
  { experts, words = 90, habit = "busy", maxRounds = 20 }: PanelOptions,
): Promise<Panel> {
  const tiers = ["Core", "Adjacent", "Wildcard"];
  const pool = Array.from({ length: experts }, (_, n) => ({
    role: `Engineer of part ${n + 1}`,
    tier: tiers[n % 3],
    relevance: 0.9 - n / 100,
    focus: prose(n, 8),
  }));
  const created = await desk.call<{ dialogue_id: string; suggested_panel: { name: string }[] }>("dialogue.create", {
    title: "Where the truth lives",
    question: prose(1000, 40),
    expert_pool: { domain: "Storage", experts: pool },
    panel_size: experts,
    rotation: "none",
    max_rounds: maxRounds,
  });
  const names = created.suggested_panel.map(({ name }) => name);
  return { desk, id: created.dialogue_id, experts: names, words, habit };
}

/** Everyone writes, the Judge registers. */
export async function playRound(panel: Panel, round: number): Promise<void> {
  writeDrafts(panel, round);
  await panel.desk.call("dialogue.round-register", judgement(panel, round));
}

export async function writePrompts(panel: Panel, round: number): Promise<void> {
  await panel.desk.call("dialogue.round-prompt", {
    dialogue_id: panel.id,
    round,
    ...(round === 0 ? {} : { proposal: prose(2000, 120) }),
  });
}

export function writeDrafts({ desk, id, experts, words, habit }: Panel, round: number): void {
  writeTexts(desk, id, new Map(experts.map((expert, seat) => [expert, draftOf(expert, seat, round, words, habit)])));
}

/** Expert → draft, put where that expert's prompt of the open round says. */
export function writeTexts({ project, root }: Desk, id: string, drafts: ReadonlyMap<string, string>): void {
  const open = openDialogue(project, { dialogue_id: id }).next;
  for (const [expert, text] of drafts) {
    const path = join(root, draftPath(open, expert));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

export function judgement({ id, experts, habit }: Panel, round: number): Record<string, unknown> {
  const seats = habit === "terse" ? experts.slice(0, Math.floor(experts.length / 3)) : experts;
  const closes = round === 0 || habit === "endless" ? [] : seats.map((_, seat) => closing(experts, seat, round, habit));
  return {
    dialogue_id: id,
    round,
    score_components: { W: 30, C: 20, T: 18, R: 12 },
    expert_scores: Object.fromEntries(experts.map((name, seat) => [name, 10 + (seat % 5)])),
    summary: prose(3000 + round, 80),
    tension_updates: closes,
  };
}

/** The tension raised at this seat in the round before, by what its owner (terse: the next third of the table) now recommends. */
function closing(experts: readonly string[], seat: number, round: number, habit: Habit): object {
  const by = experts[habit === "terse" ? seat + Math.floor(experts.length / 3) : seat]!;
  return { id: `T${two(round - 1)}${two(seat + 1)}`, status: "resolved", via: `${by.toUpperCase()}-R${two(round)}01` };
}

function draftOf(expert: string, seat: number, round: number, words: number, habit: Habit): string {
  const blocks: string[] = [];
  const counts: Record<string, number> = {};
  const add = (type: string, refs = "") => {
    counts[type] = (counts[type] ?? 0) + 1;
    const seed = (round * 100 + seat) * 20 + blocks.length;
    const id = `${expert.toUpperCase()}-${type}${two(round)}${two(counts[type])}`;
    blocks.push(`[${id}: ${prose(seed + 7, 9)}]\n${refs}${prose(seed, words)}.`);
  };
  const tension = (at: number) => (round === 0 ? "" : `[RE:RESOLVE T${two(round - 1)}${two(at + 1)}]\n`);
  const third = 4;
  if (habit === "terse") {
    if (seat < third) add("T");
    else if (seat < 2 * third) add("R", tension(seat - third));
    else add("P");
  } else {
    const support = round === 0 ? "" : `[RE:SUPPORT P${two(round - 1)}${two(seat + 1)}]\n`;
    add("P");
    add("T");
    add("R", tension(seat));
    add("R");
    add("E");
    add("C", support);
    add("C");
  }
  const stance = `[${expert.toUpperCase()}-S${two(round)}01: CONDITIONAL | 0.7]\n${prose(seat, 15)}.`;
  return `${[...blocks, stance].join("\n\n")}\n`;
}

function two(n: number): string {
  return String(n).padStart(2, "0");
}

let vocabulary: string[] | undefined;

/** Words of a real document, in short runs as they stand there. */
export function prose(seed: number, words: number): string {
  vocabulary ??= readFileSync(join(examples, "panel-on-subject/subject.md"), "utf8").match(/[a-zA-Z]{2,}/g)!;
  const out: string[] = [];
  let state = (seed * 2654435761 + 12345) >>> 0;
  while (out.length < words) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const at = state % (vocabulary.length - 12);
    out.push(...vocabulary.slice(at, at + 4 + ((state >>> 28) % 8)));
  }
  return out.slice(0, words).join(" ");
}
