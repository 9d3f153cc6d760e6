/**
 * What the Judge's model sees and writes, summed over the recorded dialogue: the arguments and the answers of every tool call, done exactly as
 * `next` says; of an answer its structured content, which is what clients show a model. The floor is reading every draft and writing it once more, which is what a Judge without Blue does to keep a record.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { callByMcp } from "../test/helpers/faces.ts";
import { truth } from "../test/helpers/truth.ts";
import { figure, type Group } from "./figure.ts";
import { makeDesk } from "./folders.ts";
import { writeTexts } from "./panel.ts";

const full = "the Judge's bytes, full texts";
const brief = "the Judge's bytes, brief";
const calls = "the Judge's calls, most in one round";

export const judge: Group = {
  figures: [full, brief, calls],
  async measure(wanted) {
    const drafts = truth.rounds.flatMap((round) => [...round.drafts.values()]);
    const floor = 2 * drafts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    const read = await replay({});
    const skimmed = await replay({ brief: true });
    return [
      figure(full, "bytes", { value: read.bytes, floor }, 0.65),
      figure(brief, "bytes", { value: skimmed.bytes, floor }, 0.4),
      figure(calls, "calls", { value: Math.max(...read.calls), floor: 1 }, 4),
    ].filter(({ name }) => wanted(name));
  },
};

interface Next {
  tool: string;
  arguments: Record<string, unknown>;
}

interface Answer extends Record<string, unknown> {
  next: Next;
}

interface Seat {
  name: string;
  role: string;
}

function seats(panel: readonly Seat[]): string {
  return panel.map(({ name, role }) => `${name}, ${role}`).join("; ");
}

interface Replay {
  bytes: number;
  /** Calls in each round; opening and verdict apart. */
  calls: number[];
}

async function replay(collect: { brief?: boolean }): Promise<Replay> {
  const desk = makeDesk({ git: true });
  const seen: Replay = { bytes: 0, calls: truth.rounds.map(() => 0) };
  let open: number | undefined;
  const call = async (name: string, input: Record<string, unknown>): Promise<Answer> => {
    const result = await callByMcp({ root: desk.root, name, input });
    if (result.isError) throw new Error(`${name}: ${JSON.stringify(result.structuredContent)}`);
    const answer = result.structuredContent as unknown as Answer;
    seen.bytes += Buffer.byteLength(JSON.stringify(input)) + Buffer.byteLength(JSON.stringify(answer));
    if (open !== undefined) seen.calls[open]!++;
    return answer;
  };
  const follow = ({ next }: Answer, tool: string, own: Record<string, unknown>): Promise<Answer> => {
    if (next.tool !== `blue_dialogue_${tool.replaceAll("-", "_")}`)
      throw new Error(`next says ${next.tool}, not ${tool}`);
    const given = Object.entries(next.arguments).filter(([, value]) => !JSON.stringify(value).includes("…"));
    return call(`dialogue.${tool}`, { ...Object.fromEntries(given), ...own });
  };

  let answer = await call("dialogue.create", {
    title: truth.title,
    question: truth.question,
    expert_pool: truth.pool,
    panel_size: 6,
  });
  const dialogue_id = answer.dialogue_id;
  let seated = seats(answer.suggested_panel as Seat[]);
  for (const { round, panel, drafts, judgement } of truth.rounds) {
    open = round;
    if (seats(panel as unknown as Seat[]) !== seated) {
      answer = await call("dialogue.evolve-panel", { dialogue_id, round, panel });
      seated = seats(panel as unknown as Seat[]);
    }
    const { proposal, ...rest } = judgement;
    if (answer.next.tool === "blue_dialogue_revise") {
      // The recorded proposal, as an author writes it: the Judge starts one agent.
      answer = await follow(answer, "revise", {});
      const { folder, open: tensions } = answer;
      const sheet = (tensions as string[]).map((id) => `${id} refused: as recorded`);
      writeFileSync(join(String(folder), "text.md"), String(proposal ?? "Not settled yet."));
      writeFileSync(join(String(folder), "answers.md"), sheet.join("\n"));
    }
    answer = await follow(answer, "round-prompt", round === 0 ? {} : { ask: "everyone" });
    writeTexts(desk, String(dialogue_id), drafts);
    do answer = await follow(answer, "round-collect", collect);
    while (Number(answer.page) < Number(answer.pages));
    answer = await follow(answer, "round-register", rest);
  }
  open = undefined;
  await follow(answer, "verdict-register", { recommendation: truth.rounds.at(-1)!.judgement.proposal });
  return seen;
}
