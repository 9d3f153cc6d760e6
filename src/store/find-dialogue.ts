/**
 * Which dialogue a caller means: its id or topic, or the beginning of one that no other shares, or the `output_dir` the seeds use. And where it stands: records
 * folded, what is wrong with them named, what lies in the next round listed.
 */
import { isAbsolute, relative } from "node:path";
import { attempt, BlueError, refuse, throwAll } from "../errors.ts";
import type { Asks } from "../rules/ask-log.ts";
import type { GateView } from "../rules/gate.ts";
import { foldLedger, type Ledger } from "../rules/ledger.ts";
import type { OpeningRecord } from "../rules/records.ts";
import { type OpenRound, openRound, readAsks } from "./asks.ts";
import { dialoguesFolder, isDialogue, listDialogueIds } from "./dialogue-ids.ts";
import { type LoadedDialogue, loadDialogue } from "./dialogues.ts";
import { findStatus } from "./files.ts";
import { getTracked } from "./git.ts";
import { listBegun } from "./inbox.ts";
import { inOneLook, insideProject } from "./paths.ts";
import { type Problem, problemError } from "./problems.ts";
import type { Project } from "./project.ts";
import { findMissingRecords, findTrackedAsks } from "./tracked-files.ts";

export interface DialogueKey {
  dialogue_id?: string | undefined;
  output_dir?: string | undefined;
}

export function findDialogueId(project: Project, key: DialogueKey): string {
  const folder = key.output_dir === undefined ? undefined : idFromOutputDir(project, key.output_dir);
  const id = key.dialogue_id === undefined ? findNamed(project, folder, false) : findNamed(project, key.dialogue_id);
  if (folder === undefined || folder === id || (topicOf(id) === folder && !isDialogue(project, folder))) return id;
  return refuse("invalid_input", { output_dir: key.output_dir }, "same_as_dialogue_id", {
    message: `\`dialogue_id\` names ${id}, \`output_dir\` another dialogue`,
    suggestion: `Leave it out, or give ${dialoguesFolder}/${id}.`,
  });
}

/** `begun`: the beginning of a name is enough, where only one begins so. */
function findNamed(project: Project, asked: string | undefined, begun = true): string {
  // A whole id needs no list of all dialogues, of which there may be thousands.
  if (asked !== undefined && isDialogue(project, asked)) return asked;
  const ids = listDialogueIds(project);
  if (asked === undefined) {
    return refuse("invalid_input", "dialogue_id", "required", {
      message: "`dialogue_id` is required",
      suggestion: ids.length === 0 ? "There are no dialogues yet." : `Dialogues here: ${ids.slice(-5).join(", ")}.`,
    });
  }
  const exact = ids.filter((id) => topicOf(id) === asked);
  const begins = (id: string) => begun && (id.startsWith(asked) || topicOf(id).startsWith(asked));
  const matches = exact.length > 0 ? exact : ids.filter(begins);
  if (matches.length === 1) return matches[0]!;
  if (matches.length > 1) {
    refuse("invalid_input", { dialogue_id: asked }, "one_dialogue", {
      message: `${asked} names ${matches.length} dialogues: ${matches.slice(0, 5).join(", ")}${matches.length > 5 ? " …" : ""}`,
      suggestion: "Give more of it, or the full id.",
      context: { matches },
    });
  }
  const near = ids.filter((id) => id.includes(asked)).slice(-5);
  return refuse("not_found", { dialogue_id: asked }, "dialogue_exists", {
    message: `There is no dialogue ${asked}`,
    suggestion:
      near.length > 0
        ? `Did you mean ${near.join(", ")}?`
        : ids.length > 0 && ids.length <= 3
          ? `There ${ids.length === 1 ? "is" : "are"} ${ids.join(", ")}.`
          : "`blue dialogue list` shows what there is.",
  });
}

export function topicOf(id: string): string {
  return id.replace(/^\d{4}-\d{2}-\d{2}T\d{4}Z-/, "");
}

/** The last part of a path directly below `.blue/dialogues/`. */
export function idFromOutputDir(project: Project, outputDir: string): string {
  const absolute = insideProject(project, outputDir.replace(/(?<!\/)\/+$/, ""), "output_dir");
  const name = relative(insideProject(project, dialoguesFolder), absolute);
  if (name !== "" && !name.startsWith("..") && !isAbsolute(name) && !name.includes("/")) return name;
  return refuse("path_outside_project", { output_dir: outputDir }, "inside_dialogues", {
    message: "`output_dir` must be a folder directly below .blue/dialogues/",
    suggestion: "For example .blue/dialogues/api-design.",
  });
}

export interface OpenDialogue extends GateView {
  loaded: LoadedDialogue & { opening: OpeningRecord };
  ledger: Ledger;
  /** The round that would be registered next, and the head it answers. */
  next: OpenRound;
  /** What was asked in the attempt in work; read when it is asked for, and refuses where the log cannot be read. */
  asks(): Asks;
  /** Those of `problems` that are about records: while there are any, nobody knows which round is the last. */
  damaged: readonly BlueError[];
}

/** The records as they stand on disk, and which of them git has and the disk lacks. */
export function loadTracked(project: Project, id: string): LoadedDialogue {
  return withMissing(loadDialogue(project, id, { remember: true }), findMissingRecords(project, id));
}

/** A folder without records is an older Blue's only if git knows of none either. */
function withMissing(loaded: LoadedDialogue, missing: Problem[]): LoadedDialogue {
  const legacy = loaded.legacy && !missing.some(({ kind }) => kind === "damaged");
  return { ...loaded, legacy, problems: [...missing, ...loaded.problems] };
}

/** The same for loading all dialogues: git is asked once. */
export function makeTrackedLoader(project: Project): (id: string) => LoadedDialogue {
  let tracked: Map<string, string[]> | BlueError | undefined;
  return (id) => {
    tracked ??= attempt(() => byDialogue(getTracked(project, dialoguesFolder)));
    const own = tracked instanceof BlueError ? tracked : (tracked.get(id) ?? []);
    return withMissing(loadDialogue(project, id), findMissingRecords(project, id, own));
  };
}

function byDialogue(paths: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const path of paths) {
    const id = path.split("/")[2]!;
    const own = found.get(id);
    if (own === undefined) found.set(id, [path]);
    else own.push(path);
  }
  return found;
}

/** A dialogue with its opening whole; its problems are reported, not thrown, so that a reader can still see what is there. */
export function openDialogue(project: Project, key: DialogueKey): OpenDialogue {
  return inOneLook(project, () => open(project, key));
}

function open(project: Project, key: DialogueKey): OpenDialogue {
  const { opening, ...loaded } = loadTracked(project, findDialogueId(project, key));
  if (loaded.legacy) {
    refuse("invalid_input", { dialogue_id: loaded.id }, "has_records", {
      message: `${loaded.id} was written by an older Blue and has no records; it can be read, not continued`,
      suggestion: "Open a new dialogue and name the old one as a source.",
    });
  }
  const { problems } = loaded;
  if (opening === undefined) throw problemError(problems[0]!);
  const ledger = foldLedger(opening, loaded.rounds);
  const next = openRound(project, { dialogue: loaded.id, round: loaded.rounds.length, head: ledger.head });
  const dialogue = { loaded: { ...loaded, opening }, ledger, next };
  // Where git cannot say, that is a problem already.
  const tracked = problems.some(({ kind }) => kind === "git") ? [] : findTrackedAsks(project, loaded.id);
  let asks: Asks | undefined;
  return {
    ...dialogue,
    asks() {
      throwAll(tracked);
      asks ??= readAsks(project, next);
      return asks;
    },
    problems: [...problems.map(problemError), ...tracked],
    damaged: [...problems.filter(({ kind }) => kind !== "unaccounted").map(problemError), ...tracked],
    unregistered: listBegun(project, dialogue),
  };
}

/** Whether a dialogue's name is taken. An empty folder is free: the process that made it died before it wrote the opening. */
export function isTaken(project: Project, id: string): boolean {
  const folder = insideProject(project, `${dialoguesFolder}/${id}`);
  const status = findStatus(project.files, folder);
  return status !== undefined && !(status.isDirectory() && project.files.readdir(folder).length === 0);
}
