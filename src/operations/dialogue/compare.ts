import { dirname, join, relative } from "node:path";
import * as z from "zod";
import { type BlueError, refusal, refuse, throwAll } from "../../errors.ts";
import { comparisonOf, comparisonSentence, comparisonTable, gradesOf } from "../../pages/comparison.ts";
import { emptySheet, graderPrompt } from "../../pages/prompts/grader-prompt.ts";
import { lettersFor, packageNumber, textsToCompare } from "../../rules/comparison.ts";
import { readGrades } from "../../rules/grade-sheet.ts";
import { sameLines } from "../../rules/lines.ts";
import { type ComparisonRecord, type Revision, textSources, type VerdictRecord } from "../../rules/records.ts";
import { decisionOf } from "../../rules/standing.ts";
import { currentPath } from "../../store/cited-documents.ts";
import {
  countGraders,
  ensurePackage,
  type LetteredText,
  type PackageFiles,
  packageFiles,
} from "../../store/comparisons.ts";
import { comparisonName, loadDialogue } from "../../store/dialogues.ts";
import { type DraftText, findDraftText } from "../../store/draft-text.ts";
import { type OpenDialogue, openDialogue } from "../../store/find-dialogue.ts";
import { generatedFiles, writeGenerated } from "../../store/generated.ts";
import type { Project } from "../../store/project.ts";
import { publishRecord } from "../../store/publish.ts";
import { controlFiles, isControlAsked, writeRequest } from "../../store/revisions.ts";
import { refuseTrackedDrafts } from "../../store/tracked-files.ts";
import { nextCall, nextSchema, renderNext } from "../next-call.ts";
import { defineOperation } from "../operation.ts";
import { dialogueKey, namedDialogueFlags } from "./support/dialogue-key.ts";
import { nextStep } from "./support/next-step.ts";
import { refuseDamaged } from "./support/open-round.ts";
import { checkedControl } from "./support/shown-material.ts";
import { promptLine, spawnLine, spawnSchema, taskFor, taskSchema } from "./support/spawn.ts";

const grade = z.strictObject({ rank: z.int(), critical: z.int(), major: z.int(), minor: z.int() });

export const operation = defineOperation({
  name: "dialogue.compare",
  summary: "Have blind graders compare the texts of a decided dialogue",
  description:
    "Was it worth it? After a final verdict the first call writes a blind package (subject, polished and rewritten texts, the control, the decided text: each once, shuffled under letters) with a task for each grader, and answers with `spawn` lines. The key lies in another folder. When all graders have written, the same call reads their sheets, checks that every text is graded and ranked, and records all of them beside the verdict, with how many were asked, whose page then shows them. It changes no decision.",
  effect: "write",
  idempotent: true,
  toolset: "maintenance",
  input: z.strictObject({
    ...dialogueKey,
    graders: z.int().min(1).max(9).optional().describe("How many are asked; default 2."),
    sheets: z
      .array(z.string().min(1))
      .min(1)
      .optional()
      .describe(
        "Files with sheets that came another way: recorded as filed by you beside those in the graders' folders; they rank nothing. What was asked and has not come is then not waited for.",
      ),
  }),
  output: z.strictObject({
    dialogue_id: z.string(),
    status: z.enum(["asked", "recorded", "already_recorded"]),
    letters: z.array(z.string()),
    folder: z.string().describe("All that graders are pointed at."),
    key: z.string().describe("The file that says which text is which; no grader may see it."),
    task: taskSchema,
    spawn: z.array(spawnSchema).describe("Graders to start; empty when all sheets are read."),
    compared: z
      .array(
        z.strictObject({
          letter: z.string(),
          source: z.enum(textSources),
          round: z.int().nullable(),
          decided: z.boolean(),
          runs: z.int().describe("Agents that ran until the text was written."),
          grades: z.array(grade).describe("By grader."),
        }),
      )
      .describe("Empty until the sheets are read: a Judge who starts graders stays blind too."),
    summary: z.string().nullable(),
    table: z.string().nullable(),
    record: z.string().nullable(),
    next: nextSchema,
  }),
  examples: [
    { command: "blue dialogue compare webhook-delivery", note: "ask two graders; again when they are done" },
    {
      command: "blue dialogue compare webhook-delivery --sheet grades/one.md --sheet grades/two.md",
      note: "record what is there, with sheets that came another way",
    },
  ],
  cli: { ...namedDialogueFlags, flagAliases: { ...namedDialogueFlags.flagAliases, sheets: ["sheet"] } },
  run(input, { project, random, now }) {
    const dialogue = openDialogue(project, input);
    const { loaded } = dialogue;
    refuseDamaged(dialogue);
    refuseTrackedDrafts(project, loaded.id);
    const verdict = getDecision(dialogue);
    const files = packageFiles(loaded.id, verdict);
    const known = comparisonOf(loaded, verdict);
    if (known !== undefined) {
      const given = input.sheets?.map((path) => getSheet(project, path));
      if (given !== undefined) refuseOther(known, given);
      return answer(project, dialogue, files, known, "already_recorded");
    }
    const control = readControl(project, dialogue);
    const texts = textsToCompare(loaded, verdict, control?.lines);
    if (texts.length < 2) {
      refuse("invalid_input", { dialogue_id: loaded.id }, "two_texts", {
        message: "There is only one text: nothing to compare it with",
        suggestion:
          loaded.opening.subject?.lines === undefined
            ? "Open the next dialogue with a `subject`."
            : `Have a lone agent revise the subject: \`blue dialogue revise ${loaded.id} --control\`.`,
      });
    }
    const brought = (input.sheets ?? []).map((path) => getSheet(project, path));
    const before = countGraders(project, files);
    if (brought.length > 0 && before === 0) {
      refuse("invalid_input", { sheets: input.sheets }, "package_first", {
        message: "No texts were handed out yet that these sheets could grade",
        suggestion: "Leave `sheets` out: the first call makes the package and asks the graders.",
      });
    }
    const lettered = ensurePackage(project, files, texts, emptySheet, random);
    const asked = brought.length > 0 ? before : askGraders(project, dialogue, files, lettered, input.graders, random);
    const own = Array.from({ length: asked }, (_, i) => findSheet(project, files.sheet(i + 1)));
    const sheets = allSheets(own, brought, now());
    const graded = readSheets(sheets, lettered);
    const letters = lettersFor(lettered.length);
    const waiting = own.flatMap((sheet, i) => (sheet === undefined ? [i + 1] : []));
    if (brought.length > 0 && waiting.length === asked) {
      refuse("draft_missing", { sheets: input.sheets }, "an_asked_grader_wrote", {
        message:
          "None of the graders that were asked has written; a sheet from elsewhere is recorded beside theirs and ranks nothing",
        suggestion: "Start those that `compare` names without `sheets`.",
      });
    }
    if (waiting.length > 0 && brought.length === 0) {
      return {
        dialogue_id: loaded.id,
        status: "asked" as const,
        letters,
        folder: join(project.root, files.folder),
        key: join(project.root, files.key),
        task: graderTask,
        spawn: waiting.map((number) => graderLine(dialogue, files, number)),
        compared: [],
        summary: null,
        table: null,
        record: null,
        next: nextCall(
          "dialogue.compare",
          { dialogue_id: loaded.id },
          "When all graders have written their sheets: read them.",
        ),
      };
    }
    const body = {
      kind: "comparison" as const,
      prev: verdict.self,
      dialogue: loaded.id,
      round: verdict.round!,
      compared_at: now().toISOString(),
      texts: lettered.map(({ lines: _, ...text }) => text),
      ...(control === undefined ? {} : { control }),
      asked,
      graders: graded,
    } satisfies Omit<ComparisonRecord, "format" | "self">;
    const path = `${loaded.path}/round-${verdict.round}/${comparisonName}`;
    const { outcome, stored } = publishRecord(project, path, body, random);
    const record = stored as unknown as ComparisonRecord;
    if (outcome === "taken") refuseOther(record, sheets);
    writeGenerated(project, generatedFiles(loadDialogue(project, loaded.id)), random);
    const after = openDialogue(project, { dialogue_id: loaded.id });
    return answer(project, after, files, record, outcome === "taken" ? "already_recorded" : "recorded");
  },
  render: (out) =>
    [
      out.status === "asked"
        ? `✓ ${out.letters.length} texts under letters in ${out.folder}`
        : `✓ ${out.summary} ${out.status === "recorded" ? "Recorded" : "On record"} in ${out.record}`,
      ...(out.status === "asked" ? [`  the key, for no grader's eyes: ${out.key}`] : []),
      ...(out.table === null ? [] : [out.table]),
      ...(out.spawn.length > 0 ? ["Start an agent in the project's folder with each of these lines:"] : []),
      ...out.spawn.map((one) => promptLine(out.task, out.folder, one)),
      renderNext(out.next),
    ].join("\n"),
});

function getDecision({ loaded }: OpenDialogue): VerdictRecord {
  const { state, verdict } = decisionOf(loaded);
  if (state === "decided" && verdict !== undefined) return verdict;
  return refuse("dialogue_not_decided", { dialogue_id: loaded.id }, "decided", {
    message: `${loaded.id} is not decided: what graders compare is the decision with the texts before it`,
    suggestion: `Register a final verdict first; \`blue dialogue status ${loaded.id}\` says what it needs.`,
  });
}

/** Asked for means part of the comparison: one without it would not be what the dialogue set out to show. */
function readControl(project: Project, dialogue: OpenDialogue): Revision | undefined {
  const { id, opening } = dialogue.loaded;
  const [control] = checkedControl(project, dialogue);
  const { text } = controlFiles(id);
  if (control === undefined && (opening.settings.control === true || isControlAsked(project, id, opening))) {
    refuse("draft_missing", { control: text }, "control_written", {
      message: `The control was asked for, and ${text} is missing`,
      suggestion: `Run the lone agent first: \`blue dialogue revise ${id} --control\` says how to start it.`,
    });
  }
  return control;
}

/** Each reads in another order: forwards, backwards, and on from the next letter. */
function askGraders(
  project: Project,
  { loaded }: OpenDialogue,
  files: PackageFiles,
  texts: readonly LetteredText[],
  wanted: number | undefined,
  random: (n: number) => Uint8Array,
): number {
  const asked = countGraders(project, files);
  const graders = Math.max(asked, wanted ?? (asked === 0 ? 2 : asked));
  const isWaiting = (number: number) => findSheet(project, files.sheet(number)) === undefined;
  const absolute = (path: string) => join(project.root, path);
  const letters = lettersFor(texts.length);
  const { subject, sources } = loaded.opening;
  for (let number = 1; number <= graders; number++) {
    if (!isWaiting(number)) continue;
    const start = Math.floor((number - 1) / 2) % letters.length;
    const turned = [...letters.slice(start), ...letters.slice(0, start)];
    const order = number % 2 === 1 ? turned : turned.reverse();
    const task = () =>
      graderPrompt({
        opening: loaded.opening,
        texts: order.map((letter) => absolute(files.text(letter))),
        sources: sources
          .filter(({ path }) => path !== subject?.path)
          .map(({ path }) => absolute(currentPath(project, path))),
        emptySheet: absolute(files.emptySheet),
        sheet: absolute(files.sheet(number)),
        apart: absolute(".blue"),
      });
    const place = { folder: dirname(files.task(number)), prompt: files.task(number) };
    const make = () => ({ text: task(), answer_text: null, before: null });
    writeRequest(project, { log: files.log, of: "grader", number }, place, make, random);
  }
  return graders;
}

const graderTask = taskFor("⚖️ <expert> grades texts blind");

function graderLine({ loaded }: OpenDialogue, files: PackageFiles, number: number) {
  return spawnLine({ name: `Grader ${number}`, role: "Grader", model: null }, loaded.opening.settings.model, {
    prompt: relative(files.folder, files.task(number)),
    draft: relative(files.folder, files.sheet(number)),
  });
}

/** A sheet, and where it lies. */
type Sheet = DraftText & { path: string };

function findSheet(project: Project, path: string): Sheet | undefined {
  const found = findDraftText(project, path);
  return found && { ...found, path };
}

function getSheet(project: Project, path: string): Sheet {
  return (
    findSheet(project, path) ??
    refuse("not_found", { sheets: path }, "file_exists", {
      message: `\`sheets\`: there is no sheet ${path}`,
      suggestion: "Give its path from the project's root.",
    })
  );
}

/** What the graders that were asked wrote, all of it; then what the Judge brings beside it. The same words twice are one sheet. */
function allSheets(own: readonly (Sheet | undefined)[], brought: readonly Sheet[], now: Date): Sheet[] {
  const filed = { source: "expert_write", filed_by: "Judge", filed_at: now.toISOString(), unasked: true } as const;
  const sheets = own.flatMap((sheet) => sheet ?? []);
  for (const { lines, path } of brought)
    if (!sheets.some((sheet) => sameLines(sheet.lines, lines)))
      sheets.push({ lines, path, provenance: { ...filed, note: path } });
  return sheets;
}

/** What the sheets say; whatever is wrong with any of them refuses all. */
function readSheets(sheets: readonly Sheet[], texts: readonly LetteredText[]): ComparisonRecord["graders"] {
  const errors: BlueError[] = [];
  const asked = { letters: lettersFor(texts.length), number: packageNumber(texts) };
  const graders = sheets.map(({ lines, path, provenance }) => {
    const { grades, problems } = readGrades(lines, asked);
    for (const { line, message } of problems)
      errors.push(
        refusal("invalid_input", { sheets: path }, "grading_sheet", {
          message: `${path}, line ${line}: ${message}`,
          suggestion: "Let the grader put it right, in the form of the empty sheet.",
          context: { path, line },
        }),
      );
    return { sheet: lines, provenance, grades };
  });
  throwAll(errors);
  return graders;
}

function refuseOther({ graders }: ComparisonRecord, sheets: readonly DraftText[]): void {
  if (sheets.every(({ lines }) => graders.some(({ sheet }) => sameLines(sheet, lines)))) return;
  refuse("verdict_exists", "sheets", "written_once", {
    message: "This decision was compared already, by other sheets",
    suggestion: "A comparison is recorded once; leave `sheets` out to see it.",
  });
}

function answer(
  project: Project,
  dialogue: OpenDialogue,
  files: PackageFiles,
  comparison: ComparisonRecord,
  status: "recorded" | "already_recorded",
) {
  return {
    dialogue_id: dialogue.loaded.id,
    status,
    letters: lettersFor(comparison.texts.length),
    folder: join(project.root, files.folder),
    key: join(project.root, files.key),
    task: graderTask,
    spawn: [],
    compared: comparison.texts.map((text) => ({
      ...{ letter: text.letter, source: text.source, round: text.round, decided: text.decided, runs: text.runs },
      grades: gradesOf(comparison, text).map(({ letter: _, ...rest }) => rest),
    })),
    summary: comparisonSentence(comparison),
    table: comparisonTable(comparison),
    record: `${dialogue.loaded.path}/round-${comparison.round}/${comparisonName}`,
    next: nextStep(project, dialogue),
  };
}
