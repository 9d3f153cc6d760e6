import * as z from "zod";
import { type DialogueRecords, verdictPath } from "../rules/standing.ts";
import { safeLine, shellWord } from "../safe-text.ts";
import { isDialogue, listDialogueIds } from "../store/dialogue-ids.ts";
import { findStray } from "../store/dialogues.ts";
import { documentFileAt, fileExists, listDocuments } from "../store/documents.ts";
import { makeTrackedLoader } from "../store/find-dialogue.ts";
import { type ComparedTrees, changedPaths, compareTrees, isBrought } from "../store/git-trees.ts";
import { listProjectFiles } from "../store/passages.ts";
import type { Project } from "../store/project.ts";
import { findReopening } from "../store/reopening.ts";
import { findChangedRecords } from "./checked-change/changed-records.ts";
import { findMisspelled } from "./checked-change/misspelled.ts";
import { type NewVerdict, newVerdict, newVerdictSchema } from "./checked-change/new-verdict.ts";
import { markOf, summaryOf, whyPasses } from "./checked-change/summary.ts";
import { judgeDecisions, renderDecision, renderSetAside } from "./decisions.ts";
import { decisionSchema, renderSettled, settledSchema } from "./decisions-in-force/shown.ts";
import { setAsideSchema } from "./decisions-in-force/standings.ts";
import { problemFinding, verifyDialogue } from "./dialogue/verify.ts";
import { lintDocuments } from "./lint.ts";
import { defineOperation } from "./operation.ts";

export const failOn = ["integrity", "rot", "never"] as const;

const damageSchema = z.strictObject({
  path: z.string().nullable(),
  line: z.int().nullable(),
  kind: z
    .string()
    .describe(
      "As `dialogue verify` and `lint` name it; `gone`, `rewritten`: a record that stood before; `spelling`: a path that is another one's on some disks.",
    ),
  message: z.string(),
  fix: z.string().nullable(),
});

type Damage = z.output<typeof damageSchema>;

const checkedSchema = z.strictObject({
  against: z
    .strictObject({ commit: z.string(), guessed: z.boolean() })
    .nullable()
    .describe("What it was compared with; null: everything there is was checked."),
  dialogues: z.array(z.string()).describe("Those that the change touches, verified."),
  not_proved: z.array(z.string()).describe("Of an older Blue: the change touches them, and they have no records."),
  documents: z.array(z.string()).describe("Those that it touches, linted."),
  damage: z.array(damageSchema),
  decisions: z.array(decisionSchema).describe("As `decisions` with `diff` lists them."),
  settled: z.array(settledSchema),
  set_aside: z.array(setAsideSchema).describe("Decisions that the change ends, overrules or makes `wip`."),
  verdicts: z.array(newVerdictSchema).describe("New in this change."),
  notes: z.array(z.string()).describe("For information: a decision that a later round superseded."),
  warnings: z.array(z.string()),
  fails: z.boolean(),
});

export type Checked = z.output<typeof checkedSchema>;

export const operation = defineOperation({
  name: "check",
  summary: "Check a change: records, documents, decisions it rots, new verdicts",
  description:
    "What a reviewer should know of a change, in one answer. Verifies the dialogues and lints the documents that it touches, and names every record that it takes away or rewrites (records are written once); names the decisions it rots, as `decisions` with `diff`, and those it ends, overrules or makes `wip`; and says of every new verdict what was asked and decided, how, who signed, what stayed open, who disagrees, what it supersedes, what the Judge added, what it rests on and cost. Exits 6 on damage; `fail_on` says otherwise. Asks no model and no network.",
  effect: "read",
  toolset: "maintenance",
  input: z.strictObject({
    diff: z
      .string()
      .optional()
      .describe("A branch or commit to compare with, `A...HEAD` means the same; the main branch unless given."),
    fail_on: z
      .enum(failOn)
      .default("integrity")
      .describe("Exit 6 on damaged records and documents; `rot`: on rotted decisions too."),
  }),
  output: checkedSchema,
  examples: [
    { command: "blue check", note: "what this branch does, before you push it" },
    { command: "blue check --diff origin/main", note: "in any CI" },
    { command: "blue check --github", note: "in a GitHub workflow; action.yml calls it" },
    { command: "blue check --pre-push", note: "in .git/hooks/pre-push" },
  ],
  cli: {
    alone: { diff: "" },
    outputModes: {
      github: "In a GitHub workflow: step summary, annotations, one comment on the pull request, reports.",
      pre_push: "As git's pre-push hook: reads what will be pushed from standard input and checks those commits.",
    },
  },
  run({ diff, fail_on }, { project }) {
    const compared = project.git || diff !== undefined ? compareTrees(project, diff ?? "") : undefined;
    return checkChange(project, compared, fail_on);
  },
  hasFindings: ({ fails }) => fails,
  render: (checked) =>
    [
      ...checked.damage.flatMap(({ message, kind, line, path, fix }) => [
        `✗ ${kind}: ${line === null ? "" : `${safeLine(path ?? "")}:${line} `}${safeLine(message)}`,
        ...(fix === null ? [] : [`    ${safeLine(fix)}`]),
      ]),
      ...checked.decisions.flatMap((decision) => renderDecision(decision, checked.against !== null)),
      ...checked.set_aside.map(renderSetAside),
      ...checked.settled.map(renderSettled),
      ...checked.verdicts.flatMap(renderVerdict),
      ...checked.notes.map((note) => `• ${safeLine(note)}`),
      ...[...checked.warnings, ...whyPasses(checked)].map((warning) => `! ${safeLine(warning)}`),
      `${markOf(checked)} ${summaryOf(checked)}`,
    ].join("\n"),
});

/** Without trees to compare, everything there is. */
export function checkChange(
  project: Project,
  compared: ComparedTrees | undefined,
  fail_on: (typeof failOn)[number],
): Checked {
  const changed = compared === undefined ? undefined : changedPaths(compared);
  const ids = (changed === undefined ? listDialogueIds(project) : idsIn(changed)).filter((id) =>
    isDialogue(project, id),
  );
  const dialogues: string[] = [];
  const not_proved: string[] = [];
  const documents =
    changed === undefined
      ? listDocuments(project)
      : changed.flatMap((path) => documentFileAt(path) ?? []).filter(({ path }) => fileExists(project, path));
  const damage: Damage[] = [];
  const notes: string[] = [];
  const verdicts: NewVerdict[] = [];
  const load = makeTrackedLoader(project);
  for (const id of ids) {
    const loaded = load(id);
    (loaded.legacy ? not_proved : dialogues).push(id);
    if (loaded.legacy) notes.push(`${id} is of an older Blue and has no records: nothing in it is proved`);
    for (const { kind, path, message, fix } of verifyDialogue(project, loaded))
      if (kind === "superseded") notes.push(message);
      else if (kind !== "drift" || changed === undefined || isTouched(changed, path!))
        damage.push({ path, line: null, kind, message, fix });
    const news = loaded.verdicts.filter(
      (verdict) => compared !== undefined && isBrought(compared, `${loaded.path}/${verdictPath(verdict)}`),
    );
    if (loaded.opening !== undefined && news.length > 0)
      verdicts.push(newVerdict(loaded as DialogueRecords, loaded.path, news, findReopening(project, id)));
  }
  for (const stray of findStray(project))
    if (changed === undefined || changed.includes(stray.path!)) {
      const { dialogue_id: _, ...found } = problemFinding(project, null, stray);
      damage.push({ ...found, line: null });
    }
  const touched = new Set(changed);
  const files = listProjectFiles(project).map(({ path }) => path);
  const [looked, known] =
    changed === undefined
      ? [files, []]
      : [changed.filter((path) => fileExists(project, path)), files.filter((path) => !touched.has(path))];
  for (const { path, meant } of findMisspelled(looked, known))
    damage.push({
      path,
      line: null,
      kind: "spelling",
      message: `${path} is ${meant} on a disk that tells neither case nor the forms of a letter apart`,
      fix: "Give it another name, or take it away.",
    });
  const records = compared === undefined ? undefined : findChangedRecords(project, compared);
  for (const { path, state, commit } of records?.changed ?? [])
    if (!damage.some((one) => one.path === path))
      damage.push({
        path,
        line: null,
        kind: state,
        message:
          state === "gone"
            ? `${path} is gone, and a record is never taken away`
            : `${path} says something else than before, and a record is never rewritten`,
        fix: `Restore it: \`git checkout ${commit.slice(0, 12)} -- ${shellWord(path)}\`.`,
      });
  for (const { severity, path, line, check, message, fix = null } of lintDocuments(project, documents))
    if (severity === "error") damage.push({ path, line, kind: check, message, fix });
  const judged = judgeDecisions(project, compared);
  const missing = [...(records?.not_known ?? []), ...(judged.against?.not_known ?? [])];
  return {
    against: compared === undefined ? null : { commit: compared.main, guessed: compared.guessed },
    dialogues,
    not_proved,
    documents: documents.map(({ path }) => path),
    damage,
    decisions: judged.decisions.filter(({ findings }) => findings.length > 0),
    settled: judged.against?.settled ?? [],
    set_aside: judged.against?.set_aside ?? [],
    verdicts,
    notes,
    warnings: [
      ...judged.warnings,
      ...(compared?.guessed
        ? [
            "History is cut here, so the base is guessed: rot may be named wrongly, and records taken away are not seen. Fetch more for a sure answer.",
          ]
        : []),
      ...(missing.length === 0
        ? []
        : [`The text at the base is not in this clone, so nothing is said of ${missing.join(", ")}`]),
    ],
    fails: (fail_on !== "never" && damage.length > 0) || (fail_on === "rot" && judged.counts.rotted > 0),
  };
}

function idsIn(paths: readonly string[]): string[] {
  return [...new Set(paths.flatMap((path) => /^\.blue\/dialogues\/([^/]+)\//.exec(path)?.[1] ?? []))].sort();
}

/** Pages of a round follow from it alone: those of another round may be an older Blue's and are not this change's. */
function isTouched(changed: readonly string[], page: string): boolean {
  const [folder] = /^.*\/round-\d+\//.exec(page) ?? [];
  return folder === undefined || changed.some((path) => path.startsWith(folder));
}

function renderVerdict({ dialogue_id, type, how, decided, question, changed, lines }: NewVerdict): string[] {
  return [
    `★ ${dialogue_id}  ${how === "reviewed" ? "review" : `new ${type} verdict`}: ${safeLine(decided)}`,
    `    asked: ${safeLine(question).slice(0, 200)}`,
    ...lines.slice(1).map(({ name, words }) => `    ${name}: ${safeLine(words)}`),
    `    ${changed}`,
  ];
}
