import * as z from "zod";
import { numberHolders } from "../documents/duplicate-numbers.ts";
import { refuse } from "../errors.ts";
import { plural } from "../pages/page.ts";
import { safeLine, shellWord } from "../safe-text.ts";
import { dialoguesFolder, isDialogue } from "../store/dialogue-ids.ts";
import { documentFileAt, listDocuments } from "../store/documents.ts";
import { makeTrackedLoader } from "../store/find-dialogue.ts";
import { type Changes, changesBetween, findCommit, findNamedCommit } from "../store/git-trees.ts";
import { isRecordPath } from "../store/record.ts";
import { runGit } from "../store/run-git.ts";
import { type TrialMerge, tryMerge } from "../store/trial-merge.ts";
import { verifyDialogue } from "./dialogue/verify.ts";
import { defineOperation } from "./operation.ts";

const outcomes = [
  "same_opening",
  "same_round",
  "same_verdict",
  "contested",
  "superseded",
  "damaged",
  "joined",
] as const;

const metSchema = z.strictObject({
  dialogue_id: z.string(),
  here: z.array(z.string()).describe("Records that this branch added."),
  there: z.array(z.string()),
  outcome: z.enum(outcomes).describe("`joined`: both are kept and nothing has to be done."),
  message: z.string(),
  how: z.array(z.string()).describe("What to do after the merge: one of these."),
});

const numberSchema = z.strictObject({
  number: z.string(),
  here: z.string(),
  there: z.string(),
  how: z.array(z.string()),
});

type Met = z.output<typeof metSchema>;

export const operation = defineOperation({
  name: "merge-check",
  summary: "Before a merge: what git will do to dialogues and numbers, and what then",
  description:
    "Tries `git merge` of a branch without making it, and says what comes of it: dialogues that both branches continued (the same round twice, two verdicts, a verdict under a later round), documents that took the same number, paths that conflict; and for each the commands that put it right. Only what is committed counts, and nothing is changed. Exits 6 when something has to be done after the merge. Needs git 2.38.",
  effect: "read",
  toolset: "maintenance",
  input: z.strictObject({
    branch: z.string().min(1).describe("The branch or commit that would be merged into this one."),
  }),
  output: z.strictObject({
    branch: z.string(),
    here: z.string().describe("This branch's commit."),
    there: z.string(),
    git: z.enum(["nothing", "fast_forward", "clean", "conflicts"]).describe("What `git merge` will do."),
    conflicts: z.array(z.string()),
    dialogues: z.array(metSchema),
    numbers: z.array(numberSchema).describe("Documents of one type with one number."),
    needs_hand: z.boolean().describe("Something of Blue's has to be done after the merge."),
    how: z.array(z.string()).describe("All steps, in order."),
    warnings: z.array(z.string()),
  }),
  examples: [
    { command: "blue merge-check main", note: "before you merge main into your branch" },
    { command: "blue merge-check origin/feature", note: "before you merge somebody else's" },
  ],
  cli: { positional: ["branch"] },
  run({ branch }, { project }) {
    const refuseBranch = (message: string, suggestion: string) =>
      refuse("invalid_input", { branch }, "git_revision", { message, suggestion });
    if (!project.git) refuseBranch("There is no git here", "Run it in a git repository.");
    const here = findCommit(project, "HEAD") ?? refuseBranch("Nothing is committed yet", "Commit first.");
    const there =
      findNamedCommit(project, branch) ??
      refuse("not_found", { branch }, "git_revision", {
        message: `There is no branch or commit ${branch}`,
        suggestion: "Fetch it, or give a name that git knows here.",
      });
    const asked = runGit(project, ["merge-base", here, there]);
    if (!("out" in asked))
      refuseBranch(
        `${branch} and this branch have no common commit here`,
        "In a shallow clone: `git fetch --unshallow`.",
      );
    const base = (asked as { out: string }).out.trim();
    const unsaved = runGit(project, ["status", "--porcelain", "--", ".blue"]);
    const warnings =
      "out" in unsaved && unsaved.out !== "" ? ["What is not committed in .blue is not in this answer."] : [];
    const common = { branch, here, there, warnings };
    const empty = { conflicts: [], dialogues: [], numbers: [], needs_hand: false };
    if (base === there) return { ...common, ...empty, git: "nothing" as const, how: [] };
    const merge = `\`git merge ${shellWord(branch)}\``;
    if (base === here) return { ...common, ...empty, git: "fast_forward" as const, how: [merge] };
    const ours = changesBetween(project, base, here);
    const theirs = changesBetween(project, base, there);
    return tryMerge(project, here, there, (trial) => {
      const { conflicts } = trial;
      const dialogues = metDialogues(trial, ours, theirs);
      const numbers = sameNumbers(trial, ours, theirs);
      const inBlue = conflicts.filter((path) => path.startsWith(".blue/"));
      const generated = inBlue.some((path) => path.startsWith(`${dialoguesFolder}/`) && !isRecordPath(path));
      const others = conflicts.length - inBlue.length;
      const needs_hand = dialogues.some(needsHand) || numbers.length > 0 || inBlue.length > 0;
      return {
        ...common,
        git: conflicts.length > 0 ? ("conflicts" as const) : ("clean" as const),
        conflicts,
        dialogues,
        numbers,
        needs_hand,
        how: [
          `${merge}${conflicts.length > 0 ? ", which stops at the conflicts" : ""}`,
          ...(others > 0 ? [`Resolve the ${plural(others, "conflict")} outside .blue as usual.`] : []),
          ...inBlue
            .filter((path) => !path.startsWith(`${dialoguesFolder}/`))
            .map((path) => `Resolve ${path} as any text.`),
          ...dialogues.filter(needsHand).map(({ dialogue_id, how }) => `${dialogue_id}: ${how.join(" Or: ")}`),
          ...numbers.map(({ number, how }) => `${number}: ${how.join(" Or: ")}`),
          ...(generated || dialogues.length > 0
            ? ["`blue sync` makes the generated files again, those with git's marks too."]
            : []),
          ...(needs_hand || dialogues.length > 0
            ? [
                "`blue dialogue verify` and `blue lint` say whether all is whole; then `git add -A .blue` and `git commit`.",
              ]
            : []),
        ],
      };
    });
  },
  hasFindings: ({ needs_hand }) => needs_hand,
  render({ branch, git, conflicts, dialogues, numbers, needs_hand, how, warnings }) {
    const mark = needs_hand ? "✗" : conflicts.length > 0 ? "!" : "✓";
    const words = {
      nothing: `${branch} is in this branch already: git has nothing to do.`,
      fast_forward: `Git moves this branch forward to ${branch}: nothing can conflict.`,
      clean: `Git merges ${branch} without a conflict${needs_hand ? ", and then something has to be done" : ""}.`,
      conflicts: `Git stops at ${plural(conflicts.length, "conflict")} with ${branch}.`,
    };
    return [
      `${mark} ${words[git]}`,
      ...conflicts.map((path) => `    ${safeLine(path)}`),
      ...dialogues.flatMap((met) => [
        `${needsHand(met) ? "✗" : "✓"} ${met.dialogue_id}: ${safeLine(met.message)}`,
        `    here: ${met.here.join(", ")}; there: ${met.there.join(", ")}`,
      ]),
      ...numbers.map(({ number, here, there }) => `✗ ${number} is both ${safeLine(here)} and ${safeLine(there)}`),
      ...warnings.map((warning) => `! ${warning}`),
      ...(how.length > 1 ? ["", "What to do:", ...how.map((step, i) => `  ${i + 1}. ${safeLine(step)}`)] : []),
    ].join("\n");
  },
});

function needsHand({ outcome }: Met): boolean {
  return outcome !== "joined";
}

/** Dialogues to which both branches added records. */
function metDialogues({ merged }: TrialMerge, ours: Changes, theirs: Changes): Met[] {
  const load = makeTrackedLoader(merged);
  const [here, there] = [recordsIn(ours), recordsIn(theirs)];
  return [...here.keys()]
    .filter((id) => there.has(id) && isDialogue(merged, id))
    .sort()
    .map((id) => {
      const [added, met] = [here.get(id)!, there.get(id)!];
      const folder = `${dialoguesFolder}/${id}`;
      const same = added.filter(
        (name) => met.includes(name) && oidOf(ours, `${folder}/${name}`) !== oidOf(theirs, `${folder}/${name}`),
      );
      const found = verifyDialogue(merged, load(id)).filter(({ kind }) => kind !== "drift");
      return { dialogue_id: id, here: added, there: met, ...whatComes(id, same, found) };
    });
}

function whatComes(
  id: string,
  same: readonly string[],
  found: ReturnType<typeof verifyDialogue>,
): Pick<Met, "outcome" | "message" | "how"> {
  const folder = `${dialoguesFolder}/${id}`;
  const keep = (source: string, whose: string) =>
    `keep ${whose}: \`git restore --source=${source} --staged --worktree -- ${folder}\`.`;
  const oneSide = [keep("HEAD", "this branch's"), keep("MERGE_HEAD", "the other's")];
  const rest = "What the other side wrote stays in git's history.";
  const round = same.find((name) => name.endsWith("round.json"));
  const word = shellWord(id);
  if (same.includes("opening.json"))
    return {
      outcome: "same_opening",
      message: "Two dialogues were opened under one name. One can stay; open the other again under another title.",
      how: oneSide,
    };
  if (round !== undefined)
    return {
      outcome: "same_round",
      message: `Both branches registered ${named(round)}. Keep one side, with the records that follow it. ${rest}`,
      how: oneSide,
    };
  if (same.length > 0)
    return {
      outcome: "same_verdict",
      message: `Both branches gave ${named(same[0]!)}, in other words. One can stay; to decide between them, reopen it afterwards: \`blue dialogue reopen ${word} --because …\`.`,
      how: oneSide,
    };
  const kinds = found.map(({ kind }) => kind);
  const other = found.find(({ kind }) => kind !== "contested" && kind !== "superseded");
  if (other !== undefined)
    return { outcome: "damaged", message: `The merged records do not fit together: ${other.message}`, how: oneSide };
  if (kinds.includes("contested"))
    return {
      outcome: "contested",
      message: "Git keeps both verdicts, and then neither decides: another round has to.",
      how: [`register another round: \`blue dialogue round-prompt ${word}\`.`, ...oneSide],
    };
  if (kinds.includes("superseded"))
    return {
      outcome: "superseded",
      message: `Git keeps both, and then ${found.find(({ kind }) => kind === "superseded")!.message}: nothing is decided until the last round is.`,
      how: [`go on with the dialogue: \`blue dialogue status ${word}\`.`, ...oneSide],
    };
  return { outcome: "joined", message: "Both branches went on, and their records fit together.", how: [] };
}

/** "round 1", "the verdict final on round 1". */
function named(name: string): string {
  const [, round, file] = /^(?:round-(\d+)\/)?(.+)\.json$/.exec(name)!;
  if (file === "round") return `round ${round}`;
  const what = file!.startsWith("verdict-") ? `the verdict ${file!.slice(8)}` : `the ${file}`;
  return round === undefined ? what : `${what} on round ${round}`;
}

/** The names of changed records by dialogue. */
function recordsIn(changes: Changes): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const path of changes.keys()) {
    const [, id, name] = /^\.blue\/dialogues\/([^/]+)\/(.+)$/.exec(path) ?? [];
    if (id !== undefined && name !== undefined && isRecordPath(path)) found.set(id, [...(found.get(id) ?? []), name]);
  }
  return found;
}

function oidOf(changes: Changes, path: string): string | undefined {
  const after = changes.get(path)?.after;
  return after === undefined || after === "disk" ? undefined : after.oid;
}

/** A number that each branch gave to another document. */
function sameNumbers({ merged }: TrialMerge, ours: Changes, theirs: Changes): z.output<typeof numberSchema>[] {
  const isNew = (changes: Changes, path: string) => changes.has(path) && changes.get(path)!.before === undefined;
  return [...numberHolders(listDocuments(merged))].flatMap(([number, files]) => {
    const here = files.find(({ path }) => !isNew(theirs, path) && isNew(ours, path));
    const there = files.find(({ path }) => isNew(theirs, path) && !isNew(ours, path));
    // Its status is part of a document's name: one that both branches moved on is one document.
    const stood = [...ours].some(([path, { before }]) => {
      const file = before === undefined ? undefined : documentFileAt(path);
      return file !== undefined && [...numberHolders([file]).keys()].includes(number);
    });
    if (here === undefined || there === undefined || stood) return [];
    const renumber = (file: typeof here, whose: string) =>
      `give ${whose} another number: \`blue ${file.type} renumber ${shellWord(file.path)}\`.`;
    const how = [renumber(here, "this branch's"), renumber(there, "the other's")];
    return [{ number, here: here.path, there: there.path, how }];
  });
}
