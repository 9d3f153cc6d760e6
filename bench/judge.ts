/**
 * What the Judge's model sees and writes, summed over two recorded dialogues: the arguments and the answers of every tool call, the protocol among them,
 * done as `next` says; of an answer its structured content, which is what clients show a model. The recorded merges are made, and of every round ten items
 * are read in full. The floor is reading every draft and writing it once more, which is what a Judge without Blue does to keep a record.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { scanDraft } from "../src/drafts/scan-draft.ts";
import { toLines } from "../src/rules/lines.ts";
import { callByMcp } from "../test/helpers/faces.ts";
import { citedFiles, house, together } from "../test/helpers/house.ts";
import { truth } from "../test/helpers/truth.ts";
import { figure, type Group } from "./figure.ts";
import { type Desk, makeDesk } from "./folders.ts";
import { writeTexts } from "./panel.ts";

/** Items that the Judge reads in full, each round. */
const texts = 10;

const dialogues = [
  ["where truth lives", replayTruth],
  ["a simpler house", replayHouse],
] as const;
const few = {
  most: 0.4,
  why: "the Judge's tokens are the user's money; the author reads every word, so the Judge need not",
};
const fewCalls = { most: 4, why: "a model thinks before each call: prompt, collect, texts, register" };
const bytesOf = (name: string) => `the Judge's bytes, ${name}`;
const callsOf = (name: string) => `the Judge's calls, most in one round, ${name}`;

export const judge: Group = {
  figures: dialogues.flatMap(([name]) => [bytesOf(name), callsOf(name)]),
  async measure(wanted) {
    const found = [];
    for (const [name, replay] of dialogues) {
      const { bytes, drafts, calls } = await replay();
      found.push(figure(bytesOf(name), "bytes", { value: bytes, floor: 2 * drafts }, few));
      found.push(figure(callsOf(name), "calls", { value: Math.max(...calls), floor: 1 }, fewCalls));
    }
    return found.filter(({ name }) => wanted(name));
  },
};

interface Next {
  tool: string;
  arguments: Record<string, unknown>;
}

interface Answer extends Record<string, unknown> {
  next: Next;
}

/** What one Judge saw and wrote. */
class Sitting {
  bytes = 0;
  /** Of the drafts alone. */
  drafts = 0;
  /** Calls in each round, and of the verdict; the opening apart. */
  calls: number[] = [];
  readonly desk: Desk;

  constructor(tree: Record<string, string> = {}) {
    this.desk = makeDesk({ git: true });
    for (const [path, text] of Object.entries(tree)) this.write(join(this.desk.root, path), text);
  }

  async call(name: string, input: Record<string, unknown>): Promise<Answer> {
    const result = await callByMcp({ root: this.desk.root, name, input });
    if (result.isError) throw new Error(`${name}: ${JSON.stringify(result.structuredContent)}`);
    const answer = result.structuredContent as unknown as Answer;
    this.bytes += Buffer.byteLength(JSON.stringify(input)) + Buffer.byteLength(JSON.stringify(answer));
    if (this.calls.length > 0) this.calls.push(this.calls.pop()! + 1);
    return answer;
  }

  /** What `next` names, with what only the Judge can say. */
  follow({ next }: Answer, tool: string, own: Record<string, unknown>): Promise<Answer> {
    if (next.tool !== `blue_dialogue_${tool.replaceAll("-", "_")}`)
      throw new Error(`next says ${next.tool}, not ${tool}`);
    const given = Object.entries(next.arguments).filter(([, value]) => !JSON.stringify(value).includes("…"));
    return this.call(`dialogue.${tool}`, { ...Object.fromEntries(given), ...own });
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  /** The Judge starts one agent, who writes. */
  author({ task }: Answer, text: string, sheet: string): void {
    const [, folder] = /^Read (.*)\/prompt\.md and/.exec((task as { prompt: string }).prompt)!;
    this.write(join(folder!, "text.md"), text);
    this.write(join(folder!, "answers.md"), sheet);
  }

  /** The experts write, the Judge reads and registers. */
  async judge(
    prompted: Answer,
    dialogue: string,
    drafts: ReadonlyMap<string, string>,
    judgement: Record<string, unknown>,
  ): Promise<Answer> {
    writeTexts(this.desk, dialogue, drafts);
    this.drafts += [...drafts.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    let answer = await this.follow(prompted, "round-collect", { texts });
    while (Number(answer.page) < Number(answer.pages)) answer = await this.follow(answer, "round-collect", {});
    const judged = { ...judgement, ...merging(judgement, answer) };
    if (answer.next.tool === "blue_dialogue_round_register") return this.follow(answer, "round-register", judged);
    // One more look is advised; the recorded Judge went on without.
    const { round, digest } = answer;
    return this.call("dialogue.round-register", { dialogue_id: dialogue, round, digest, ...judged });
  }
}

/** Where the recorded merges are those that are proposed, the Judge says so. */
function merging({ merge = [] }: Record<string, unknown>, { proposed_merges = [] }: Answer): object {
  const same =
    (merge as string[]).length > 0 &&
    isDeepStrictEqual(new Set(merge as string[]), new Set(proposed_merges as string[]));
  return same ? { merge: "proposed" } : {};
}

interface Seat {
  name: string;
  role: string;
  source: string;
}

function seats(panel: readonly Seat[]): string {
  return panel.map(({ name, role }) => `${name}, ${role}`).join("; ");
}

/** What the pool or an earlier panel knows of somebody need not be said again. */
function seatOf({ name, role, source, ...more }: Seat): object {
  if (source === "retained") return { name, source };
  return { name, role, source, ...(source === "pool" ? {} : more) };
}

/** A Judge sends the labels that differ from the expert's own. */
function withoutOwnLabels(
  judgement: Record<string, unknown>,
  drafts: ReadonlyMap<string, string>,
  round: number,
): Record<string, unknown> {
  const items = [...drafts].flatMap(([expert, text]) => scanDraft(toLines(text), { expert, round }).items);
  const own = new Map(items.map(({ localId, label }) => [localId, label]));
  const short = ({ label, ...entry }: Record<string, unknown>) =>
    label === undefined || own.get(String(entry.local_id)) === label ? entry : { ...entry, label };
  const told = Object.entries(judgement).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map(short) : value,
  ]);
  return Object.fromEntries(told);
}

async function replayTruth(): Promise<Sitting> {
  const sitting = new Sitting();
  const { title, question, pool: expert_pool } = truth;
  let answer = await sitting.call("dialogue.create", { title, question, expert_pool, panel_size: 6 });
  const dialogue = String(answer.dialogue_id);
  let seated = seats(answer.suggested_panel as Seat[]);
  for (const { round, panel, drafts, judgement } of truth.rounds) {
    sitting.calls.push(0);
    const { proposal, tension_updates, ...rest } = withoutOwnLabels(judgement, drafts, round);
    const closings = together(tension_updates as Parameters<typeof together>[0]);
    if (answer.next.tool === "blue_dialogue_revise") {
      // The recorded proposal, as an author writes it.
      answer = await sitting.follow(answer, "revise", {});
      const sheet = (answer.open as string[]).map((id) => `${id} refused: as recorded`);
      sitting.author(answer, String(proposal ?? "Not settled yet."), sheet.join("\n"));
    }
    const wanted = panel as unknown as Seat[];
    const changed = seats(wanted) !== seated ? { panel: wanted.map(seatOf) } : {};
    seated = seats(wanted);
    answer = await sitting.follow(answer, "round-prompt", { ...(round === 0 ? {} : { ask: "everyone" }), ...changed });
    answer = await sitting.judge(answer, dialogue, drafts, { ...rest, tension_updates: closings });
  }
  sitting.calls.push(0);
  await sitting.follow(answer, "verdict-register", { recommendation: truth.rounds.at(-1)!.judgement.proposal });
  return sitting;
}

async function replayHouse(): Promise<Sitting> {
  const { create, subject, rounds, verdict } = house;
  const sitting = new Sitting({ ...citedFiles(), [subject.path]: subject.text });
  let answer = await sitting.call("dialogue.create", create);
  const dialogue = String(answer.dialogue_id);
  for (const { round, text, sheet, ask, drafts, judgement } of rounds) {
    sitting.calls.push(0);
    answer = await sitting.follow(answer, "revise", {});
    sitting.author(answer, text, sheet);
    // `next` would have the Judge read the author's answers; the text goes on to the panel as it is.
    const asked = { dialogue_id: dialogue, round, ...(ask === undefined ? {} : { ask }) };
    answer = await sitting.call("dialogue.round-prompt", asked);
    answer = await sitting.judge(answer, dialogue, drafts(dialogue), { ...judgement, round });
  }
  sitting.calls.push(0);
  await sitting.follow(answer, "verdict-register", { ...verdict, dialogue_id: dialogue });
  return sitting;
}
