import { join, relative } from "node:path";
import * as z from "zod";
import { refuse, throwAll } from "../../errors.ts";
import { type VerifierPlace, verifierPrompt } from "../../pages/prompts/verifier-prompt.ts";
import { toLines } from "../../rules/lines.ts";
import { checkSheet, checksOf, crossCheckErrors } from "../../rules/round/cross-check.ts";
import { standingDecision, standingText } from "../../rules/round/revision.ts";
import { roundLog } from "../../store/asks.ts";
import { countCrossChecks, crossCheckFiles, verifierName } from "../../store/cross-checks.ts";
import { crossChecksFolder } from "../../store/drafts.ts";
import { type OpenDialogue, openDialogue } from "../../store/find-dialogue.ts";
import type { Project } from "../../store/project.ts";
import { countRevisions, fileWords, refuseWritten, writeRequest } from "../../store/revisions.ts";
import { nextCall, nextSchema, renderNext } from "../next-call.ts";
import { defineOperation } from "../operation.ts";
import { dialogueFlags, dialogueKey } from "./support/dialogue-key.ts";
import { nextStep } from "./support/next-step.ts";
import { refuseDamaged } from "./support/open-round.ts";
import { checkedCrossChecks } from "./support/shown-material.ts";
import { promptLine, spawnLine, spawnSchema, taskFor, taskSchema } from "./support/spawn.ts";

const verifier = z.int().min(1).max(2);

export const operation = defineOperation({
  name: "dialogue.cross-check",
  summary: "Have others try to refute the open tensions before the author answers",
  description:
    "After a round, before the author is asked: the first call writes the prompts of one or two verifiers, who raised nothing, and answers with `spawn` lines. When they are done, the same call reads their sheets, a line per open tension (confirmed, refuted or unproven, with evidence), and says whether they can be used. Author and raisers are shown them. They close nothing.",
  effect: "write",
  idempotent: true,
  toolset: "maintenance",
  input: z.strictObject({
    ...dialogueKey,
    verifiers: verifier.optional().describe("How many; default 1."),
    filed_text: z
      .string()
      .min(1)
      .optional()
      .describe("Only a sheet that a verifier returned instead of writing its file."),
    verifier: verifier.optional().describe("Whose `filed_text` is; default 1."),
  }),
  output: z.strictObject({
    dialogue_id: z.string(),
    round: z.int(),
    head: z.string(),
    status: z.enum(["asked", "written"]),
    open: z.array(z.string()).describe("The tensions that want a line."),
    found: z.array(
      z.strictObject({ id: z.string(), answer: z.enum(checkSheet.words), by: z.string(), evidence: z.string() }),
    ),
    folder: z.string(),
    task: taskSchema,
    spawn: z.array(spawnSchema).describe("Who has not written yet; start all of them in one message."),
    next: nextSchema,
  }),
  examples: [
    { command: "blue dialogue cross-check webhook-delivery", note: "ask one verifier; again when it is done" },
    { command: "blue dialogue cross-check webhook-delivery --verifiers 2", note: "ask two" },
  ],
  cli: dialogueFlags,
  run(input, { project, random, now }) {
    const dialogue = openDialogue(project, input);
    const { loaded, ledger, next } = dialogue;
    refuseDamaged(dialogue);
    const open = ledger.rounds.at(-1)?.open ?? [];
    refuseWrongTime(project, dialogue, open);
    const asked = countCrossChecks(project, next);
    if (input.filed_text !== undefined) {
      const number = input.verifier ?? 1;
      if (number > asked) refuseUnasked(number);
      const { sheet } = crossCheckFiles(next, number);
      refuseWritten(project, sheet, input.filed_text);
      const provenance = {
        source: "expert_write",
        filed_by: "Judge",
        filed_at: now().toISOString(),
        note: null,
      } as const;
      const by = verifierName(number);
      throwAll(crossCheckErrors(ledger, [{ by, sheet: toLines(input.filed_text), provenance }]));
      fileWords(project, sheet, { text: input.filed_text, provenance }, random);
    }
    const crossChecks = checkedCrossChecks(project, dialogue);
    const wanted = Math.max(asked, input.verifiers ?? 1);
    const absolute = (path: string) => join(project.root, path);
    const text = standingText(ledger, []);
    const decision = standingDecision(ledger, [], text);
    const isWritten = (number: number) => crossChecks.some(({ by }) => by === verifierName(number));
    for (let number = 1; number <= wanted; number++) {
      if (isWritten(number)) continue;
      const files = crossCheckFiles(next, number);
      const promptFor = (place: VerifierPlace, named: (path: string) => string) => {
        const sources = loaded.opening.sources.map(({ path }) => named(path));
        return verifierPrompt({ ledger, name: verifierName(number), decision, sources, place });
      };
      const textFile = text === null ? null : absolute(files.before);
      const make = () => ({
        text: promptFor({ kind: "file", textFile, sheet: absolute(files.sheet) }, absolute),
        answer_text: promptFor({ kind: "answer", text }, (path) => path),
        before: text,
      });
      writeRequest(project, { log: roundLog(next), of: "verifier", number }, files, make, random);
    }
    const folder = crossChecksFolder(next);
    const waiting = Array.from({ length: wanted }, (_, i) => i + 1).filter((number) => !isWritten(number));
    return {
      dialogue_id: loaded.id,
      round: next.round,
      head: next.head,
      status: waiting.length > 0 ? ("asked" as const) : ("written" as const),
      open,
      found: checksOf(ledger, crossChecks).map(({ id, answer, by, text: evidence }) => ({ id, answer, by, evidence })),
      folder: absolute(folder),
      task: taskFor("🔍 <expert> checks the tensions"),
      spawn: waiting.map((number) => {
        const { prompt, sheet } = crossCheckFiles(next, number);
        const files = { prompt: relative(folder, prompt), draft: relative(folder, sheet) };
        const who = { name: verifierName(number), role: "Verifier", model: null };
        return spawnLine(who, loaded.opening.settings.model, files);
      }),
      next:
        waiting.length > 0
          ? nextCall(
              "dialogue.cross-check",
              { dialogue_id: loaded.id },
              "When all have answered: read what they wrote.",
            )
          : nextStep(project, dialogue),
    };
  },
  render: (out) =>
    [
      out.status === "asked"
        ? `✓ ${out.spawn.length} to start in the project's folder: try to refute ${out.open.join(", ")}`
        : "✓ The open tensions are cross-checked; nothing is closed by it",
      ...out.found.map(({ id, answer, by, evidence }) => `  ${id} ${answer}: ${evidence.split("\n")[0]} (${by})`),
      ...out.spawn.map((one) => promptLine(out.task, out.folder, one)),
      renderNext(out.next),
    ].join("\n"),
});

function refuseWrongTime(project: Project, { next, asks }: OpenDialogue, open: readonly string[]): void {
  if (open.length === 0) {
    refuse("invalid_input", "round", "open_tensions", {
      message: "No tension is open: there is nothing to check",
      suggestion: "Register a round that raises some first.",
    });
  }
  if (countRevisions(project, next) > 0 || asks().shown !== undefined) {
    refuse("drafts_changed", "round", "before_the_author", {
      message: `Round ${next.round} has begun: its author or its panel was asked`,
      suggestion: "Go on without; after the round, check what is open then.",
    });
  }
}

function refuseUnasked(number: number): never {
  refuse("invalid_input", "filed_text", "verifier_was_asked", {
    message: `\`filed_text\`: ${verifierName(number)} was not asked yet`,
    suggestion: "Call cross-check without it first, and start those it names.",
  });
}
