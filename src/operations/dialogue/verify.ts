import * as z from "zod";
import { attempt, BlueError } from "../../errors.ts";
import { notProved, plural } from "../../pages/page.ts";
import { comparisonErrors } from "../../rules/comparison.ts";
import { recount } from "../../rules/round/recount.ts";
import {
  type DialogueRecords,
  decisionOf,
  isClosing,
  ledgerAt,
  passesGate,
  refusedWords,
  verdictPath,
} from "../../rules/standing.ts";
import { checkVerdictClaims } from "../../rules/verdict-claims.ts";
import { safeLine, shellWord } from "../../safe-text.ts";
import { listDialogueIds } from "../../store/dialogue-ids.ts";
import { comparisonName, findStray, type LoadedDialogue } from "../../store/dialogues.ts";
import { findDialogueId, makeTrackedLoader } from "../../store/find-dialogue.ts";
import { findDrift, folderWords, generatedFiles } from "../../store/generated.ts";
import { findVersion } from "../../store/git.ts";
import { findFile } from "../../store/paths.ts";
import { type Problem, problemError } from "../../store/problems.ts";
import type { Project } from "../../store/project.ts";
import { decodeRecord } from "../../store/record.ts";
import { whyNotReopened } from "../../store/reopening.ts";
import { type Next, nextCall, nextSchema, renderNext } from "../next-call.ts";
import { defineOperation } from "../operation.ts";
import { dialogueKey, namedDialogueFlags } from "./support/dialogue-key.ts";

const finding = z.strictObject({
  dialogue_id: z.string().nullable().describe("Null where it lies in no dialogue's folder."),
  kind: z.enum(["record", "unaccounted", "recount", "drift", "superseded", "contested", "refused"]),
  path: z.string().nullable(),
  message: z.string(),
  fix: z.string().nullable().describe("What puts it right; null where nothing has to be done."),
});

type DialogueFinding = z.output<typeof finding>;

export const operation = defineOperation({
  name: "dialogue.verify",
  summary: "Prove that the records are whole and the files show them",
  description:
    "Checks every record's hash and chain; that what a round's record claims (items, references, moves, stances, signals, tensions raised, closed and reopened, counts) is what its texts give when they are read again by the same rules; that no file is unaccounted for and none that git tracks is missing; and that the Markdown a reviewer reads is what the records say (drift). Holds verdicts to what the ledger held when they were given, and comparisons to the texts and sheets they name. Names decisions that a later round superseded, and final ones that the gate would not have let pass (`refused`): those decide nothing. Exits 6 on findings, so it can run in CI. Each finding says what puts it right. Drift is put right by `blue sync` and changes no decision.",
  effect: "read",
  toolset: "maintenance",
  input: z.strictObject({ ...dialogueKey }),
  output: z.strictObject({
    verified: z.int().describe("Dialogues looked at."),
    not_proved: z.int().describe("Dialogues of an older Blue: no records to verify."),
    findings: z.array(finding),
    next: nextSchema,
  }),
  examples: [
    { command: "blue dialogue verify", note: "all of them, in CI" },
    { command: "blue dialogue verify webhook-delivery", note: "one" },
  ],
  cli: namedDialogueFlags,
  run(key, { project }) {
    const all = key.dialogue_id === undefined && key.output_dir === undefined;
    const ids = all ? listDialogueIds(project) : [findDialogueId(project, key)];
    const load = makeTrackedLoader(project);
    let not_proved = 0;
    const findings = ids.flatMap((id) => {
      const loaded = load(id);
      if (loaded.legacy) not_proved++;
      return verifyDialogue(project, loaded);
    });
    if (all) findings.push(...findStray(project).map((stray) => problemFinding(project, null, stray)));
    const verified = ids.length - not_proved;
    return { verified, not_proved, findings, next: nextAfter(findings, verified) };
  },
  hasFindings: ({ findings }) => findings.length > 0,
  render: (out) =>
    [
      ...(out.findings.length > 0
        ? [`✗ ${plural(out.findings.length, "finding")} in ${plural(out.verified, "dialogue")}`]
        : out.verified > 0 || out.not_proved === 0
          ? [`✓ ${plural(out.verified, "dialogue")} verified`]
          : []),
      ...(out.not_proved > 0 ? [`• ${notProved(out.not_proved)}: there are no records to verify`] : []),
      ...out.findings.flatMap(({ kind, message, fix }) => [
        `  ${kind}: ${message}`,
        ...(fix === null || kind === "drift" ? [] : [`    ${fix}`]),
      ]),
      renderNext(out.next),
    ].join("\n"),
});

export function verifyDialogue(project: Project, loaded: LoadedDialogue): DialogueFinding[] {
  const findings: DialogueFinding[] = [];
  const add = (kind: DialogueFinding["kind"], path: string | null, message: string, fix: string | null = null) =>
    findings.push({ dialogue_id: loaded.id, kind, path, message, fix });
  const begun = loaded.begun.map((path) => ({ kind: "unaccounted" as const, path }));
  for (const problem of [...loaded.problems, ...begun]) findings.push(problemFinding(project, loaded.id, problem));
  const records = loaded.opening === undefined ? undefined : (loaded as DialogueRecords);
  if (records !== undefined)
    for (const message of recount(records.opening, records.rounds))
      add(
        "recount",
        null,
        message,
        `Restore the round's record: \`git log --oneline -- ${loaded.path}\` names its versions.`,
      );
  const notReopened = whyNotReopened(project, loaded);
  if (notReopened !== undefined)
    add(
      "recount",
      `${loaded.path}/opening.json`,
      `the opening says that it reopens ${safeLine(loaded.opening!.reopens!).slice(0, 200)}, and supersedes nothing: ${safeLine(notReopened).slice(0, 300)}`,
      `Restore the opening: \`git log --oneline -- ${loaded.path}\` names its versions.`,
    );
  // Pages made from what damage leaves would be those of another dialogue.
  const isWhole = loaded.problems.every(({ kind }) => kind === "unaccounted");
  const generated: ReturnType<typeof generatedFiles> = isWhole ? generatedFiles(loaded) : new Map();
  for (const drift of findDrift(project, generated)) {
    const { path, state } = drift;
    if (state === "folder") add("unaccounted", path, folderWords(drift), "Move the folder away.");
    else
      add(
        "drift",
        path,
        `${path} ${state === "missing" ? "is missing" : "is not what the record says"}`,
        "`blue sync` makes it again.",
      );
  }
  const last = loaded.rounds.at(-1)?.round ?? null;
  for (const verdict of loaded.verdicts) {
    const { round, verdict_id, verdict_type } = verdict;
    const path = `${loaded.path}/${verdictPath(verdict)}`;
    if (records !== undefined && verdict_type === "final" && !passesGate(verdict, records))
      add(
        "refused",
        path,
        `the final verdict ${verdict_id} on round ${round} decides nothing: ${refusedWords(ledgerAt(records, verdict))}; register another round to decide`,
      );
    // Over a missing round nothing can be said of it, and that is a finding already.
    if (records !== undefined && (round === null || loaded.rounds.some((record) => record.round === round)))
      for (const { message } of checkVerdictClaims(ledgerAt(records, verdict), verdict))
        add(
          "recount",
          path,
          `the verdict ${verdict_id} claims what the rounds do not say: ${message}`,
          `Restore the verdict's record: \`git log --oneline -- ${path}\` names its versions.`,
        );
    // A note on the way was never the decision, so nothing takes its place.
    if (round !== last && (verdict_type === "final" || isClosing(verdict)))
      add(
        "superseded",
        path,
        `the verdict ${verdict_id} ${round === null ? "before any round" : `on round ${round}`} is superseded by round ${last}`,
      );
  }
  for (const comparison of loaded.comparisons)
    for (const message of records === undefined ? [] : comparisonErrors(records, comparison))
      add(
        "recount",
        `${loaded.path}/round-${comparison.round}/${comparisonName}`,
        `the comparison on round ${comparison.round} claims what the records do not say: ${message}`,
        `Restore it: \`git log --oneline -- ${loaded.path}\` names its versions.`,
      );
  if (records !== undefined && decisionOf(records).state === "contested") {
    const finals = records.verdicts.filter(
      (verdict) => verdict.round === last && verdict.verdict_type === "final" && passesGate(verdict, records),
    );
    const names = finals.map(({ verdict_id }) => verdict_id).join(", ");
    add(
      "contested",
      null,
      `round ${last} has several final verdicts (${names}); register another round to decide anew`,
    );
  }
  return findings;
}

export function problemFinding(project: Project, dialogue_id: string | null, problem: Problem): DialogueFinding {
  const { message, code, suggestion = null } = problemError(problem);
  const { path } = problem;
  const fix = code === "record_damaged" && path !== null ? wayBack(project, path) : suggestion;
  return { dialogue_id, kind: problem.kind === "unaccounted" ? "unaccounted" : "record", path, message, fix };
}

/** Records are written once, so any whole copy that git has is the record. */
function wayBack(project: Project, path: string): string {
  const there = attempt(() => findFile(project, path)?.toString("utf8"));
  const commit = findVersion(
    project,
    path,
    (text) => text !== there && !(attempt(() => decodeRecord(text, path)) instanceof BlueError),
  );
  if (commit !== undefined) return `Restore it: \`git checkout ${commit} -- ${shellWord(path)}\`.`;
  return "Git has no whole copy of it here: take the file from another clone or branch. If there is none, open a new dialogue with `blue dialogue create` and name what is left as its sources.";
}

/** What is damaged comes first: until it is put right, everything else is the page of a shorter dialogue. */
function nextAfter(findings: readonly DialogueFinding[], verified: number): Next {
  const damaged = findings.find(({ kind }) => kind === "record" || kind === "unaccounted" || kind === "recount");
  if (damaged !== undefined)
    return nextCall(
      "dialogue.verify",
      damaged.dialogue_id === null ? {} : { dialogue_id: damaged.dialogue_id },
      `${damaged.fix ?? "Put right what is named."} Then look again.`,
    );
  if (findings.some(({ kind }) => kind === "drift"))
    return nextCall("sync", {}, "Make the generated files again from the records.");
  if (findings.length > 0) return nextCall("status", {}, "Nothing is damaged; what is named no longer decides.");
  return nextCall("status", {}, verified > 0 ? "Everything is as the records say." : "There are no records to verify.");
}
