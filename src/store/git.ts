/** What Blue asks git: is a path tracked, is it ignored. Git is optional; when it is there but cannot answer, that is said, never guessed. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { refuse } from "../errors.ts";
import { errno, type Files, findStatus, readRegular } from "./files.ts";
import type { Project } from "./project.ts";
import { adviceOn, askGit, namesIn, noIndex, openRepository, refuseUnanswered, runGit } from "./run-git.ts";

export type Tracking = "tracked" | "untracked" | "ignored" | "no-git" | "unknown";

/** The tracked files below `paths` (from the root), or undefined when git is absent or cannot say. */
export function findTracked(project: Project, ...paths: string[]): string[] | undefined {
  const asked = askTracked(project, paths);
  return "tracked" in asked ? asked.tracked : undefined;
}

/**
 * As `findTracked`, for callers that must not guess: none without git, and an error when git is there and cannot say. A missing program is such an
 * error too: taking git off the PATH must not open a gate.
 */
export function getTracked(project: Project, ...paths: string[]): string[] {
  return project.git ? answered(askTracked(project, paths), paths[0]!) : [];
}

/**
 * As `getTracked` for `below`, and with it those of `at` (names without wildcards) that are entries themselves and not folders of entries: a file, a link,
 * or another repository. Of a submodule git lists nothing below its own path, so asking for what lies in it finds nothing.
 */
export function getTrackedAt(project: Project, at: readonly string[], below: readonly string[] = []): string[] {
  return project.git ? answered(listTracked(project, at, below), (below[0] ?? at[0])!) : [];
}

/** As `getTracked` for `below`, and with it what one of git's patterns matches: where few of many files are wanted. */
export function getTrackedMatching(project: Project, pattern: string, ...below: string[]): string[] {
  return project.git ? answered(listTracked(project, [], below, pattern), pattern) : [];
}

/** For reading all dialogues: git is started once, and until its index changes every question about what lies below `folder` is answered from that. */
export function listTrackedOnce(project: Project, folder: string): void {
  listTracked(project, [], [folder]);
}

function answered(asked: Asked, path: string): string[] {
  if ("tracked" in asked) return asked.tracked;
  return refuse("io_error", { git: path }, "git_answers", {
    message: `The project is in git, and git cannot say what it tracks in ${path}: ${asked.failed}`,
    suggestion: `${adviceOn(asked.failed)}; then repeat the call. Until then it is not known whether a record is missing or a draft was committed.`,
  });
}

/** A path is a name, never a pattern. */
const literally = "--literal-pathspecs";

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A pattern matches no more than a path itself, not what lies below: the last character in brackets makes one of a plain name. */
const patternOf = (path: string) => `${path.slice(0, -1)}[${path.slice(-1)}]`;

function askTracked(project: Project, paths: readonly string[]): Asked {
  return listTracked(project, [], paths);
}

type Asked = { tracked: string[] } | { failed: string };

function listTracked(project: Project, at: readonly string[], below: readonly string[], pattern?: string): Asked {
  if (!project.git) return { failed: "there is no git here" };
  const index = lookAtIndex(project);
  if ("failed" in index) return index;
  const paths = [...at.map(patternOf), ...below.map((path) => `:(literal)${path}`)];
  if (pattern !== undefined) paths.push(pattern);
  const question = paths.join("\0");
  const known =
    index.answers.get(question)?.tracked ?? (pattern === undefined ? findKnown(index, at, below) : undefined);
  if (known !== undefined) return { tracked: known };
  const answer = runGit(project, ["--glob-pathspecs", "ls-files", "-z", "--", ...paths]);
  if ("failed" in answer) return answer;
  const tracked = namesIn(answer.out);
  index.answers.set(question, { at, below, tracked });
  return { tracked };
}

/** From answers to other questions that listed each of these paths, or a folder around it; undefined where none did. */
function findKnown({ answers }: Index, at: readonly string[], below: readonly string[]): string[] | undefined {
  const found = new Set<string>();
  for (const [i, path] of [...at, ...below].entries()) {
    const isAt = i < at.length;
    const answer = [...answers.values()].find((one) => isListed(one, path, isAt));
    if (answer === undefined) return undefined;
    answer.sorted ??= answer.tracked.toSorted(compareText);
    for (const one of namesAt(answer.sorted, path, isAt)) found.add(one);
  }
  return [...found].sort(compareText);
}

function isListed({ at, below }: Answer, path: string, isAt: boolean): boolean {
  const isBelow = (folder: string) => folder !== "." && (path === folder || path.startsWith(`${folder}/`));
  return below.some(isBelow) || (isAt && at.includes(path));
}

/** Of names in the order of `compareText`, the path itself, and what lies below it. */
function* namesAt(names: readonly string[], path: string, isAt: boolean): Generator<string> {
  const from = (text: string) => {
    let [low, high] = [0, names.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (names[middle]! < text) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  if (names[from(path)] === path) yield path;
  if (isAt) return;
  for (let i = from(`${path}/`); names[i]?.startsWith(`${path}/`); i++) yield names[i]!;
}

interface Answer {
  at: readonly string[];
  below: readonly string[];
  tracked: string[];
  /** The same in the order of `compareText`, once somebody looks for a name in it. */
  sorted?: string[];
}

interface Index {
  stamp: string;
  /** By the question. */
  answers: Map<string, Answer>;
}

const indexes = new WeakMap<Project, Index>();

/** What was asked before, while git's index is the same file: every add, commit and checkout replaces it. */
function lookAtIndex(project: Project): Index | { failed: string } {
  const repository = openRepository(project);
  if ("failed" in repository) return repository;
  const known = indexes.get(project);
  const path = join(repository.gitDir, "index");
  const indexStamp = stampOf(project.files, path);
  // Before the first add there is none: then the folder changes when one is made, or was made and is gone again.
  const stamp = indexStamp ?? `none in ${stampOf(project.files, repository.gitDir)}`;
  if (known !== undefined && known.stamp === stamp) return known;
  const failed = indexStamp === undefined ? lossOf(project, path) : damageOf(project.files, path);
  if (failed !== undefined) return { failed };
  const index: Index = { stamp, answers: new Map() };
  indexes.set(project, index);
  return index;
}

function stampOf(files: Files, path: string): string | undefined {
  const status = findStatus(files, path);
  if (status?.isSymbolicLink()) return stampOf(files, files.realpath(path));
  return status && `${status.ino} ${status.size} ${status.mtimeMs} ${status.ctimeMs}`;
}

/** Without its index git lists nothing and reports success. That is right before the first `add`; after a commit the index was lost. */
function lossOf(project: Project, index: string): string | undefined {
  return "out" in runGit(project, ["rev-parse", "-q", "--verify", "HEAD"]) ? `${index}: ${noIndex}` : undefined;
}

/**
 * Git does not check the sum its index ends with: from an index that was cut it lists nonsense and reports success. A sum of zeros means that git
 * left it out (`index.skipHash`).
 */
function damageOf(files: Files, index: string): string | undefined {
  let found: ReturnType<typeof readRegular>;
  try {
    found = readRegular(files, files.realpath(index), Number.POSITIVE_INFINITY);
  } catch (thrown) {
    return `${index} cannot be read (${errno(thrown)})`;
  }
  if (found === undefined || "why" in found) return `${index} ${found?.why ?? "is gone"}`;
  const { bytes } = found;
  const endsWithSum = (algorithm: "sha1" | "sha256", size: number) => {
    const sum = bytes.subarray(-size);
    return (
      sum.equals(createHash(algorithm).update(bytes.subarray(0, -size)).digest()) || sum.every((byte) => byte === 0)
    );
  };
  // Git itself refuses a file shorter than any index.
  if (bytes.length < 32 || endsWithSum("sha1", 20) || endsWithSum("sha256", 32)) return undefined;
  return `${index}: the index is damaged (its checksum is not that of its content)`;
}

/** How git sees one path. */
export function trackingOf(project: Project, path: string): Tracking {
  if (!project.git) return "no-git";
  const tracked = findTracked(project, path);
  if (tracked === undefined) return "unknown";
  if (tracked.length > 0) return "tracked";
  return isIgnored(project, path) ? "ignored" : "untracked";
}

/** False also where git cannot say: then nothing is claimed. */
export function isIgnored(project: Project, path: string): boolean {
  return project.git && "out" in runGit(project, ["check-ignore", "-q", "--no-index", "--", path]);
}

/** Paths below `path` that git neither tracks nor ignores, or undefined when it cannot say. */
export function findUntracked(project: Project, path: string): string[] | undefined {
  if (!project.git) return undefined;
  const answer = runGit(project, [literally, "ls-files", "-z", "--others", "--exclude-standard", "--", path]);
  return "out" in answer ? namesIn(answer.out) : undefined;
}

/** Files outside `.blue` that hold `words`, tracked or not; undefined when git cannot say. */
export function findNaming(project: Project, words: string): string[] | undefined {
  if (!project.git) return undefined;
  const asked = runGit(project, ["grep", "-lzIF", "--untracked", "-e", words, "--", ".", ":(exclude).blue"]);
  if ("failed" in asked) return asked.code === 1 ? [] : undefined; // git's word for none
  return namesIn(asked.out);
}

/**
 * `git mv` for a tracked file; otherwise the caller renames it: git does not track it or cannot, or would run a filter on it. What was written to the file
 * before is staged too: `git mv` alone would let the next commit carry the new name and the old text.
 */
export function moveTracked(project: Project, from: string, to: string): "moved" | "filtered" | "not tracked" {
  if ((findTracked(project, from) ?? []).length === 0) return "not tracked";
  if (findFiltered(project, [from, to]).length > 0) return "filtered";
  if (!("out" in runGit(project, [literally, "mv", "--", from, to]))) return "not tracked";
  stage(project, [to]);
  return "moved";
}

/** `git add` for those of the files that git tracks, also when they are gone. Answers as `stage`. */
export function stageTracked(project: Project, paths: readonly string[]): string[] {
  return paths.length > 0 ? stage(project, findTracked(project, ...paths) ?? []) : [];
}

/** `git add`, except for files on which git would run a filter: those are the answer. Without it git would keep another text than the filter makes. */
export function stage(project: Project, paths: readonly string[]): string[] {
  const filtered = findFiltered(project, paths);
  const others = paths.filter((path) => !filtered.includes(path));
  if (others.length > 0) runGit(project, [literally, "add", "--", ...others]);
  return filtered;
}

/** Those of the paths that an attribute gives a filter; all of them when git cannot say. */
export function findFiltered(project: Project, paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  const asked = runGit(project, ["check-attr", "-z", "--stdin", "filter"], paths.map((path) => `${path}\0`).join(""));
  if ("failed" in asked) return [...paths];
  const fields = asked.out.split("\0");
  return paths.filter((_, i) => !["unspecified", "unset", undefined].includes(fields[i * 3 + 2]));
}

/** The newest commit, on any branch, whose version of `path` passes; undefined without one, or where git cannot say. */
export function findVersion(project: Project, path: string, passes: (text: string) => boolean): string | undefined {
  if (!project.git) return undefined;
  const log = runGit(project, [literally, "log", "--all", "-n", "20", "--format=%h", "--", path]);
  if ("failed" in log) return undefined;
  return log.out.split("\n").find((commit) => {
    const shown = commit === "" ? undefined : runGit(project, ["show", `${commit}:./${path}`, "--"]);
    return shown !== undefined && "out" in shown && passes(shown.out);
  });
}

/**
 * The commit that brought each file below `folder`, as the line of first parents tells it: of a merged branch that is the merge. A file that is not
 * committed has none.
 */
export function findBringing(project: Project, folder: string): Map<string, string> {
  if (!project.git || "failed" in runGit(project, ["rev-parse", "-q", "--verify", "HEAD^{commit}"])) return new Map();
  const shown = ["--first-parent", "-m", "--diff-filter=A", "--no-renames", "--relative", "--name-only"];
  const log = askGit(project, [literally, "log", ...shown, "-z", "--format=%x00%H", "HEAD", "--", folder]);
  const bringing = new Map<string, string>();
  let commit = "";
  for (const field of log.split("\0").map((one) => one.trim())) {
    if (/^[0-9a-f]{40,64}$/.test(field)) commit = field;
    else if (field !== "" && !bringing.has(field)) bringing.set(field, commit);
  }
  return bringing;
}

/** Those of the paths that a `.gitignore` of the tree leaves out; what only this machine ignores does not count. */
export function findIgnored(project: Project, paths: readonly string[]): Set<string> {
  if (!project.git || paths.length === 0) return new Set();
  const input = paths.map((path) => `${path}\0`).join("");
  const ran = runGit(project, ["check-ignore", "-v", "-z", "--stdin", "--no-index"], input);
  if ("failed" in ran) return ran.code === 1 ? new Set() : refuseUnanswered("check-ignore", ran.failed);
  const fields = ran.out.split("\0");
  const ignored = new Set<string>();
  for (let i = 0; i + 3 < fields.length; i += 4) {
    const [source, , pattern, path] = fields.slice(i, i + 4) as [string, string, string, string];
    if (/(?:^|\/)\.gitignore$/.test(source) && !source.startsWith("/") && !pattern.startsWith("!")) ignored.add(path);
  }
  return ignored;
}
