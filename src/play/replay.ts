/**
 * Replays a recorded dialogue through the real operations, into a project of its own: nothing is shown that was not computed here. Only the experts'
 * words and the Judge's decisions come from the recording.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Context } from "../context.ts";
import { BlueError } from "../errors.ts";
import { operation as create } from "../operations/dialogue/create.ts";
import { operation as evolvePanel } from "../operations/dialogue/evolve-panel.ts";
import { operation as roundPrompt } from "../operations/dialogue/round-prompt.ts";
import { operation as roundRegister } from "../operations/dialogue/round-register.ts";
import type { ScoreRow } from "../operations/dialogue/support/counts.ts";
import { operation as verdictRegister } from "../operations/dialogue/verdict-register.ts";
import { runOperation } from "../operations/run-operation.ts";
import { judgementOf } from "../rules/round/judgement.ts";
import { createInput, type Recording, verdictInput } from "./recording.ts";

export type ReplayEvent =
  | { kind: "created"; dialogue_id: string; path: string; panel: { name: string; role: string }[] }
  | { kind: "registered"; round: number; scoreboard: ScoreRow }
  | { kind: "refused"; round: number; reasons: string[] }
  /** The gate would open, and the Judge went on all the same. */
  | { kind: "went on"; round: number }
  | { kind: "verdict"; round: number; summary: string };

/** `pause` is waited for before each draft and before the round is registered, for a person who watches the files. */
export async function* replay(
  recording: Recording,
  context: Context,
  pause: () => Promise<void> = async () => {},
): AsyncGenerator<ReplayEvent> {
  const created = await runOperation(create, createInput(recording), context);
  const id = created.dialogue_id;
  const panel = recording.rounds[0]!.panel.map(({ name, role }) => ({ name, role }));
  yield { kind: "created", dialogue_id: id, path: created.output_dir, panel };
  for (const record of recording.rounds) {
    const { round } = record;
    await runOperation(evolvePanel, { dialogue_id: id, round, panel: record.panel }, context);
    const proposal =
      round > 0 && record.proposal !== null
        ? { proposal: record.proposal.join("\n") }
        : round > 0
          ? { proposal: "The answer as discussed so far." }
          : {};
    const prompted = await runOperation(roundPrompt, { dialogue_id: id, round, ...proposal }, context);
    for (const { expert, draft_file } of prompted.spawn) {
      const text = record.texts.find((one) => one.expert === expert);
      if (text === undefined || text.lines.length === 0) continue;
      await pause();
      const file = join(prompted.folder, draft_file);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `${text.lines.join("\n")}\n`);
    }
    await pause();
    const registered = await runOperation(roundRegister, { dialogue_id: id, round, ...judgementOf(record) }, context);
    yield { kind: "registered", round, scoreboard: registered.scoreboard };
    if (recording.verdict === undefined) continue;
    const last = round === recording.rounds.length - 1;
    if (!last && registered.can_converge) {
      yield { kind: "went on", round };
      continue;
    }
    try {
      const verdict = await runOperation(
        verdictRegister,
        {
          dialogue_id: id,
          round,
          ...(last ? verdictInput(recording.verdict) : { recommendation: "Are we there yet?" }),
        },
        context,
      );
      yield { kind: "verdict", round, summary: verdict.summary };
    } catch (thrown) {
      if (!(thrown instanceof BlueError)) throw thrown;
      yield { kind: "refused", round, reasons: (thrown.errors ?? [thrown]).map(({ message }) => message) };
    }
  }
}
