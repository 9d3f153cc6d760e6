import { basename, join } from "node:path";
import * as z from "zod";
import type { Context } from "../../context.ts";
import { refuse, throwAll } from "../../errors.ts";
import { type AnswerKind, answerKind, answerText, answerWords } from "../../facts/objections.ts";
import { type AuthorPlace, authorPrompt } from "../../pages/prompts/author-prompt.ts";
import { inventoryOf, inventoryRoom } from "../../pages/prompts/inventory.ts";
import { toLines } from "../../rules/lines.ts";
import type { Revision } from "../../rules/records.ts";
import { checksOf } from "../../rules/round/cross-check.ts";
import {
  answersIn,
  checkRevision,
  maxSizeOf,
  sizeOf,
  standingDecision,
  standingText,
} from "../../rules/round/revision.ts";
import { decisionOf } from "../../rules/standing.ts";
import { controlLog, roundLog } from "../../store/asks.ts";
import { ensureFile } from "../../store/blue-folder.ts";
import { type OpenDialogue, openDialogue } from "../../store/find-dialogue.ts";
import type { Project } from "../../store/project.ts";
import {
  controlFiles,
  countRevisions,
  fileRevision,
  isControlAsked,
  readRevisions,
  revisionFiles,
  writeRequest,
} from "../../store/revisions.ts";
import { refuseTrackedDrafts } from "../../store/tracked-files.ts";
import { type Next, nextCall, nextSchema, renderNext } from "../next-call.ts";
import { defineOperation } from "../operation.ts";
import { dialogueFlags, dialogueKey } from "./support/dialogue-key.ts";
import { mostPolish, nextStep } from "./support/next-step.ts";
import { refuseDamaged } from "./support/open-round.ts";
import { guestTexts } from "./support/seat-panel.ts";
import { checkedControl, checkedCrossChecks, checkedRevisions } from "./support/shown-material.ts";
import { filledTask, promptLine, spawnLine, spawnSchema, taskFor, taskSchema } from "./support/spawn.ts";

const input = z.strictObject({
  ...dialogueKey,
  alone: z.boolean().optional().describe("Implied before round 0."),
  another: z.boolean().optional().describe("Before round 0: once more."),
  control: z.boolean().optional().describe("Its text is only compared; at any time."),
  reopen: z.boolean().optional().describe("After a verdict: open it again."),
  filed_text: z.string().min(1).optional().describe("Only what it returned instead of writing its file; counted."),
  filed_answers: z.string().optional().describe("Its answer sheet."),
});

type Input = z.output<typeof input>;

export const operation = defineOperation({
  name: "dialogue.revise",
  summary: "Have the author rewrite the text and answer every open tension",
  description:
    "The answer has one author, who is not you. After a round it writes the author's prompt and answers with one `spawn` line. When it has written, round_prompt shows the panel that text; called again, this shows its answers. Before round 0 a fresh agent polishes the subject. Answers close nothing; a panel member's [RE:RESOLVE …] does.",
  effect: "write",
  idempotent: true,
  toolset: "dialogue",
  input,
  output: z.strictObject({
    dialogue_id: z.string(),
    round: z.int(),
    head: z.string(),
    status: z.enum(["asked", "written"]),
    reopens: z.boolean().describe("It was decided, and is open again from this call on."),
    revision: z.int().describe("Its number among those for this round; 1 for the control."),
    alone: z.boolean(),
    size: z
      .strictObject({ before: z.int().nullable(), now: z.int().nullable(), max: z.int() })
      .describe("Of the text, in characters."),
    open: z.array(z.string()).describe("The tensions that want an answer."),
    resolved: z.array(z.string()).describe("What the author says is resolved in the text."),
    in_part: z.array(z.strictObject({ id: z.string(), what: z.string() })).describe("And what only in part."),
    refused: z.array(z.strictObject({ id: z.string(), why: z.string() })),
    folder: z.string(),
    task: taskSchema.nullable(),
    spawn: spawnSchema.nullable().describe("The one to start; null when the text is written."),
    next: nextSchema,
  }),
  examples: [
    { command: "blue dialogue revise webhook-delivery", note: "ask the author; again to read its answers" },
    {
      command: "blue dialogue revise webhook-delivery --another",
      note: "polish the subject once more before round 0",
    },
  ],
  cli: dialogueFlags,
  run(input, context) {
    const { project } = context;
    const dialogue = openDialogue(project, input);
    refuseDamaged(dialogue);
    if (input.control) refuseControl(project, dialogue, input);
    else refuseWrongTime(dialogue, input);
    const reopens = !input.control && isReopening(project, dialogue);
    if (!reopens || input.reopen) return revise(dialogue, input, context, reopens);
    return agreeToReopen(dialogue, context.confirm).then(() => revise(dialogue, input, context, reopens));
  },
  render(out) {
    const size = `${out.size.before === null ? "" : `${out.size.before} → `}${out.size.now ?? "…"} characters (at most ${out.size.max})`;
    return [
      ...(out.reopens ? [`! The decided dialogue is open again, for round ${out.round}.`] : []),
      out.status === "asked"
        ? `✓ Wrote the prompt for ${out.alone ? "a fresh agent, who revises the subject" : `the author, who rewrites the text for round ${out.round}`}; the answer is not there yet. Start an agent in the project's folder with this line:`
        : `✓ The text is rewritten: ${size}`,
      ...(out.resolved.length > 0 ? [`  ${answerWords.fixed}, it says: ${out.resolved.join(", ")}`] : []),
      ...out.in_part.map(({ id, what }) => `  ${answerWords.part}: ${id}: ${what.split("\n")[0]}`),
      ...out.refused.map(({ id, why }) => `  ${answerWords.refused}: ${id}: ${why.split("\n")[0]}`),
      ...(out.spawn === null || out.task === null ? [] : [promptLine(out.task, out.folder, out.spawn)]),
      renderNext(out.next),
    ].join("\n");
  },
  inShort: ({ head: _, reopens, alone, revision, size, folder, task, spawn, next, ...out }) => ({
    ...out,
    size: Object.fromEntries(Object.entries(size).filter(([, characters]) => characters !== null)),
    ...(reopens ? { reopens } : {}),
    ...(alone ? { alone, revision } : {}),
    ...(task === null || spawn === null ? {} : { task: filledTask(task, folder, spawn) }),
    next,
  }),
});

function revise(dialogue: OpenDialogue, input: Input, { project, random, now }: Context, reopens: boolean) {
  const { loaded, ledger, next } = dialogue;
  const control = input.control === true;
  const alone = control || next.round === 0;
  const filesOf = (number: number) => (control ? controlFiles(loaded.id) : revisionFiles(next, number));
  const asked = control ? Number(isControlAsked(project, loaded.id, loaded.opening)) : countRevisions(project, next);
  if (input.filed_text !== undefined) {
    if (asked === 0) refuseUnasked();
    const provenance = {
      source: "expert_write",
      filed_by: "Judge",
      filed_at: now().toISOString(),
      note: null,
    } as const;
    const words = { text: input.filed_text, sheet: input.filed_answers ?? "", provenance };
    const earlier = control ? [] : readRevisions(project, next).slice(0, asked - 1);
    const lines = { lines: toLines(words.text), sheet: toLines(words.sheet) };
    throwAll(checkRevision({ ledger, earlier, alone, ...lines }));
    fileRevision(project, filesOf(asked), words, random);
  }
  const revisions = control ? checkedControl(project, dialogue) : checkedRevisions(project, dialogue);
  const written = asked > 0 && revisions.length === asked;
  const isNew = asked === 0 || (written && input.another === true);
  const number = isNew ? asked + 1 : asked;
  const files = filesOf(number);
  const absolute = (path: string) => join(project.root, path);
  const earlier = isNew ? revisions : revisions.slice(0, number - 1);
  const before = control ? loaded.opening.subject!.lines!.join("\n") : standingText(ledger, earlier);
  const revision: Revision | undefined = isNew ? undefined : revisions[number - 1];
  if (revision === undefined) {
    const inventoryFile = before === null ? `${files.folder}/inventory.md` : null;
    const inventory = before === null ? inventoryOf(ledger, "", inventoryRoom(0)).full : null;
    const guests = control ? [] : guestTexts(project, dialogue);
    const decision = control ? null : standingDecision(ledger, earlier, before);
    const checks = alone ? [] : checksOf(ledger, checkedCrossChecks(project, dialogue));
    const promptFor = (place: AuthorPlace, named: (path: string) => string) => {
      const sources = loaded.opening.sources.map(({ path }) => ({ file: named(path), path }));
      return authorPrompt({ ledger, alone, checks, text: before, decision, sources, guests, place });
    };
    const file: AuthorPlace = {
      kind: "file",
      textFile: absolute(files.before),
      inventoryFile: inventoryFile && absolute(inventoryFile),
      newText: absolute(files.text),
      sheet: absolute(files.sheet),
    };
    const make = () => ({
      text: promptFor(file, absolute),
      answer_text: promptFor({ kind: "answer", inventory }, (path) => path),
      before,
    });
    const request = control
      ? { log: controlLog(loaded.id, loaded.opening), of: "control" as const, number }
      : { log: roundLog(next), of: "author" as const, number };
    writeRequest(project, request, files, make, random);
    if (inventoryFile !== null) ensureFile(project, inventoryFile, inventory!, random);
  }
  const answers = answersIn(ledger, revision === undefined ? [] : [revision]);
  const answered = (kind: AnswerKind) => answers.filter((one) => answerKind(one) === kind);
  return {
    dialogue_id: loaded.id,
    round: next.round,
    head: next.head,
    status: revision === undefined ? ("asked" as const) : ("written" as const),
    reopens,
    revision: number,
    alone,
    size: {
      before: before === null ? null : sizeOf(before),
      now: revision?.size ?? null,
      max: maxSizeOf(loaded.opening),
    },
    open: control ? [] : (ledger.rounds.at(-1)?.open ?? []),
    resolved: answered("fixed").map(({ id }) => id),
    in_part: answered("part").map((one) => ({ id: one.id, what: answerText(one) })),
    refused: answered("refused").map(({ id, text }) => ({ id, why: text })),
    folder: absolute(files.folder),
    task: revision === undefined ? taskFor("📝 <expert> rewrites the text") : null,
    spawn:
      revision === undefined
        ? spawnLine(
            { name: "Author", role: alone ? "Reviser" : "Author", model: null },
            loaded.opening.settings.model,
            {
              prompt: basename(files.prompt),
              draft: basename(files.text),
            },
          )
        : null,
    next: revision === undefined ? whenWritten(dialogue, number, control) : nextStep(project, dialogue),
  };
}

/** The decision is in force, and nobody has begun another round. */
function isReopening(project: Project, { loaded, next, unregistered }: OpenDialogue): boolean {
  const begun = unregistered.length > 0 || countRevisions(project, next) > 0;
  return !begun && decisionOf(loaded).state === "decided";
}

async function agreeToReopen({ loaded, next }: OpenDialogue, confirm: Context["confirm"]): Promise<void> {
  const what = `${loaded.id} is decided. A rewrite opens it again: once round ${next.round} is registered, its verdict is no longer in force`;
  const agreed = await confirm?.(`${what}. Open it again?`);
  if (agreed) return;
  refuse("input_needed", "reopen", "confirmation", {
    message: agreed === false ? "Nothing was opened again" : what,
    suggestion: "Give `reopen` if that is what you want.",
  });
}

/** The next call reads what the author wrote, and refuses what breaks the rules. */
function whenWritten({ loaded, next }: OpenDialogue, number: number, control: boolean): Next {
  const id = { dialogue_id: loaded.id };
  if (control)
    return nextCall(
      "dialogue.revise",
      { ...id, control },
      "When the lone agent has answered: read what it wrote. The dialogue need not wait for it.",
    );
  if (next.round === 0 && number < mostPolish)
    return nextCall(
      "dialogue.revise",
      { ...id, another: true },
      "When it has written: one more. (round-prompt goes on without.)",
    );
  const why = "When it has written: start the panel on that text. (revise again shows its answers first.)";
  return nextCall("dialogue.round-prompt", { ...id, round: next.round }, why);
}

/** At any time: no panel reads what it writes. */
function refuseControl(project: Project, { loaded }: OpenDialogue, { alone, another }: Input): void {
  refuseTrackedDrafts(project, loaded.id);
  if (alone !== undefined || another !== undefined) {
    refuse("invalid_input", "control", "by_itself", {
      message: "`control` excludes `alone` and `another`",
      suggestion: "Leave them out: the control always revises the subject as it was, once.",
    });
  }
  if (loaded.opening.subject?.lines === undefined) {
    refuse("invalid_input", { control: true }, "has_subject", {
      message: "There is no subject that a control could revise",
      suggestion: "Open the next dialogue with a `subject`; this one has no control.",
    });
  }
}

function refuseWrongTime({ loaded, next, asks }: OpenDialogue, input: Input): void {
  if (asks().shown !== undefined) {
    refuse("drafts_changed", "round", "before_the_prompts", {
      message: `Round ${next.round} has prompts: its panel has been shown the text`,
      suggestion: "Register the round, then revise; or start it again with round-discard and a reason.",
    });
  }
  if (next.round > 0 && (input.alone || input.another)) {
    refuse("invalid_input", input.alone ? { alone: true } : { another: true }, "before_round_0", {
      message: `\`${input.alone ? "alone" : "another"}\` is for polishing the subject before round 0`,
      suggestion: "Leave it out: the author answers the panel now.",
    });
  }
  if (next.round === 0 && loaded.opening.subject?.lines === undefined) {
    refuse("invalid_input", "round", "has_text", {
      message: "There is no subject to polish yet",
      suggestion: "Start round 0 (round-prompt); after it the author writes the first text.",
    });
  }
}

function refuseUnasked(): never {
  refuse("invalid_input", "filed_text", "author_was_asked", {
    message: "`filed_text`: no author was asked yet",
    suggestion: "Call revise without it first, and start the author it names.",
  });
}
