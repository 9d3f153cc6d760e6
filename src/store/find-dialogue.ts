/**
 * Which dialogue a caller means: its id, the bare topic of the only one that has it, or the `output_dir` the seeds use. And where it stands: records
 * folded, drafts of the next round looked at, everything that is wrong named.
 */
import { isAbsolute, relative } from "node:path";
import { BlueError } from "../errors.ts";
import type { Standing } from "../rules/gate.ts";
import { foldLedger, type Ledger } from "../rules/ledger.ts";
import type { OpeningRecord } from "../rules/records.ts";
import { dialoguesFolder, isDialogue, listDialogueIds } from "./dialogue-ids.ts";
import { type LoadedDialogue, loadDialogue } from "./dialogues.ts";
import { type OpenRound, readablePanel, straightPath, trackedDraft, unregisteredFiles } from "./drafts.ts";
import { findStatus } from "./files.ts";
import { insideProject } from "./paths.ts";
import type { Project } from "./project.ts";
import { findMissingRecords, lookAtAllTracked, lookAtTracked, type Tracked } from "./tracked-files.ts";

export interface DialogueKey {
  dialogue_id?: string | undefined;
  output_dir?: string | undefined;
}

export function findDialogueId(project: Project, key: DialogueKey): string {
  const folder = key.output_dir === undefined ? undefined : idFromOutputDir(project, key.output_dir);
  const id = findNamed(project, key.dialogue_id ?? folder);
  if (folder === undefined || folder === id || (topicOf(id) === folder && !isDialogue(project, folder))) return id;
  throw new BlueError("invalid_input", `\`dialogue_id\` names ${id}, \`output_dir\` another dialogue`, {
    field: "output_dir",
    value: key.output_dir,
    constraint: "same_as_dialogue_id",
    suggestion: `Leave it out, or give ${dialoguesFolder}/${id}.`,
  });
}

function findNamed(project: Project, asked: string | undefined): string {
  // A whole id needs no look at its neighbours, of which there may be thousands.
  if (asked !== undefined && isDialogue(project, asked)) return asked;
  const ids = listDialogueIds(project);
  if (asked === undefined) {
    throw new BlueError("invalid_input", "`dialogue_id` is required", {
      field: "dialogue_id",
      constraint: "required",
      suggestion: ids.length === 0 ? "There are no dialogues yet." : `Dialogues here: ${ids.slice(-5).join(", ")}.`,
    });
  }
  const matches = ids.filter((id) => topicOf(id) === asked);
  if (matches.length === 1) return matches[0]!;
  if (matches.length > 1) {
    throw new BlueError("invalid_input", `${asked} names ${matches.length} dialogues: ${matches.join(", ")}`, {
      field: "dialogue_id",
      value: asked,
      constraint: "one_dialogue",
      suggestion: "Give the full id.",
      context: { matches },
    });
  }
  const near = ids.filter((id) => id.includes(asked)).slice(-5);
  throw new BlueError("not_found", `There is no dialogue ${asked}`, {
    field: "dialogue_id",
    value: asked,
    suggestion: near.length > 0 ? `Did you mean ${near.join(", ")}?` : "`blue dialogue list` shows what there is.",
  });
}

export function topicOf(id: string): string {
  return id.replace(/^\d{4}-\d{2}-\d{2}T\d{4}Z-/, "");
}

/** The last part of a path directly below `.blue/dialogues/`. */
export function idFromOutputDir(project: Project, outputDir: string): string {
  const absolute = insideProject(project, outputDir.replace(/\/+$/, ""), "output_dir");
  const name = relative(insideProject(project, dialoguesFolder), absolute);
  if (name !== "" && !name.startsWith("..") && !isAbsolute(name) && !name.includes("/")) return name;
  throw new BlueError("path_outside_project", "`output_dir` must be a folder directly below .blue/dialogues/", {
    field: "output_dir",
    value: outputDir,
    constraint: "inside_dialogues",
    suggestion: "For example .blue/dialogues/api-design.",
  });
}

export interface OpenDialogue extends Standing {
  loaded: LoadedDialogue & { opening: OpeningRecord };
  ledger: Ledger;
  /** The round that would be registered next, and the head it answers. */
  next: OpenRound;
}

/** The records as they stand on disk, and which of them git has and the disk lacks. */
export function loadTracked(project: Project, id: string, tracked = lookAtTracked(project, id)): LoadedDialogue {
  const loaded = loadDialogue(project, id, { remember: true });
  return { ...loaded, problems: [...loaded.problems, ...findMissingRecords(project, id, tracked)] };
}

/** The same for whoever goes through all dialogues, each once: git is asked once, too. */
export function makeTrackedLoader(project: Project): (id: string) => LoadedDialogue {
  let tracked: Tracked | undefined;
  return (id) => {
    tracked ??= lookAtAllTracked(project);
    const loaded = loadDialogue(project, id);
    return { ...loaded, problems: [...loaded.problems, ...findMissingRecords(project, id, tracked)] };
  };
}

/** A dialogue with its opening whole; its problems are reported, not thrown, so that a reader can still see what is there. */
export function openDialogue(project: Project, key: DialogueKey): OpenDialogue {
  const id = findDialogueId(project, key);
  const tracked = lookAtTracked(project, id);
  const loaded = loadTracked(project, id, tracked);
  if (loaded.legacy) throw legacyDialogue(loaded.id);
  if (loaded.opening === undefined) throw loaded.problems[0]!;
  const ledger = foldLedger(loaded.opening, loaded.rounds);
  const next: OpenRound = { dialogue: loaded.id, round: loaded.rounds.length, head: ledger.head };
  const { problems, adopted } = adoptDrafts(project, loaded, next, tracked);
  return {
    loaded: { ...loaded, opening: loaded.opening },
    ledger,
    next,
    problems,
    unregistered: [...unregisteredFiles(project, next, loaded.rounds.at(-1)?.panel), ...adopted],
  };
}

/** What members of the panel laid straight into the open round's folder are its drafts, not strangers; unless git tracks it: then a branch laid it there. */
function adoptDrafts(
  project: Project,
  { path, problems, rounds }: LoadedDialogue,
  next: OpenRound,
  tracked: Tracked,
): { problems: BlueError[]; adopted: string[] } {
  const folder = `${path}/round-${next.round}/`;
  const strange = ({ code, value }: BlueError) => code === "unregistered_files" && String(value).startsWith(folder);
  // Where git cannot say whose they are, they stay strangers.
  if ("problem" in tracked || !problems.some(strange)) return { problems, adopted: [] };
  const written = readablePanel(project, next);
  const panel = written.length > 0 ? written : (rounds.at(-1)?.panel ?? []);
  const drafts = new Set(panel.map(({ name }) => straightPath(next, name)));
  const isDraft = (problem: BlueError) => strange(problem) && drafts.has(String(problem.value));
  const isTracked = (problem: BlueError) => tracked.paths.includes(String(problem.value));
  return {
    problems: problems
      .filter((problem) => !isDraft(problem) || isTracked(problem))
      .map((problem) =>
        isDraft(problem)
          ? trackedDraft(
              String(problem.value),
              tracked.paths.filter((one) => one.startsWith(folder)),
            )
          : problem,
      ),
    adopted: problems.filter((problem) => isDraft(problem) && !isTracked(problem)).map(({ value }) => String(value)),
  };
}

function legacyDialogue(id: string): BlueError {
  return new BlueError(
    "invalid_input",
    `${id} was written by an older Blue and has no records; it can be read, not continued`,
    {
      field: "dialogue_id",
      value: id,
      constraint: "has_records",
      suggestion: "Open a new dialogue and name the old one as a source.",
    },
  );
}

/** Whether a dialogue's name is taken. An empty folder takes none: whoever made it died before the opening. */
export function isTaken(project: Project, id: string): boolean {
  const folder = insideProject(project, `${dialoguesFolder}/${id}`);
  const status = findStatus(project.files, folder);
  return status !== undefined && !(status.isDirectory() && project.files.readdir(folder).length === 0);
}
