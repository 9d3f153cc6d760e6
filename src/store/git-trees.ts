/**
 * What a change does to the main branch: which files differ between their common base and here, and between that base and the main branch. Trees are
 * compared by what git knows of them, so no file is needed that a partial clone lacks; texts are read only where somebody asks.
 */
import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { refuse } from "../errors.ts";
import { readRegular } from "./files.ts";
import { lookInside } from "./paths.ts";
import type { Project } from "./project.ts";
import { askGit, namesIn, openRepository, refuseUnanswered, runGit, runGitForBytes } from "./run-git.ts";

/** A file in a commit; undefined in a `Change` where there is none. */
interface Blob {
  mode: string;
  oid: string;
}

export interface Change {
  before: Blob | undefined;
  /** `disk`: the work tree's file as it is. */
  after: Blob | "disk" | undefined;
}

export type Changes = ReadonlyMap<string, Change>;

export interface ComparedTrees {
  /** What was asked for, as a commit. */
  main: string;
  /** Several where branches crossed; one nearly always. */
  bases: { commit: string; toHere: Changes; toMain: Changes }[];
  /** History is cut, or there is no common base: the main branch itself stands for it. */
  guessed: boolean;
}

/** `A`, `A..HEAD` and `A...HEAD` mean the same: what does this work tree do to A? Empty: the main branch. */
export function compareTrees(project: Project, range: string): ComparedTrees {
  const refuseRange = (why: string, suggestion: string) =>
    refuse("invalid_input", { diff: range }, "git_revision", { message: `\`diff\`: ${why}`, suggestion });
  if (!project.git) refuseRange("there is no git here", "Leave `diff` out: the whole list needs no git.");
  const [, asked = ""] = /^(.*?)(?:\.{2,3}(?:HEAD)?)?$/s.exec(range)!;
  if (asked.includes(".."))
    refuseRange(`${range} does not end here`, "Check out its end, and name only its beginning.");
  const main =
    asked === ""
      ? (findMain(project) ??
        refuseRange("there is no main branch to compare with", "Name one, for example `--diff origin/main`."))
      : (findNamedCommit(project, asked) ??
        refuseRange(`there is no commit ${asked}`, "Fetch it, or give a branch or commit that git knows here."));
  if (findCommit(project, "HEAD") === undefined) refuseRange("nothing is committed yet", "Commit first.");
  const { commits, guessed } = basesOf(project, main);
  const untracked = listUntracked(project);
  const bases = commits.map((commit) => ({
    commit,
    toHere: changesToHere(project, commit, untracked),
    toMain: commit === main ? new Map() : changesBetween(project, commit, main),
  }));
  return { main, guessed, bases: withoutTakenIn(bases) };
}

/** What a branch does to commits that it stands on, none of them an ancestor of another: from each of them, what the others did is the main branch's doing. */
export function compareWithAll(project: Project, commits: readonly string[]): ComparedTrees {
  if (commits.length === 1) return compareTrees(project, commits[0]!);
  const common = runGit(project, ["merge-base", "--octopus", ...commits]);
  const start = "out" in common ? common.out.trim() : emptyTree(commits[0]!);
  const own = commits.map((commit) => changesBetween(project, start, commit));
  const untracked = listUntracked(project);
  const bases = commits.map((commit, i) => ({
    commit,
    toHere: changesToHere(project, commit, untracked),
    toMain: new Map(own.flatMap((changes) => [...changes]).filter(([path]) => !own[i]!.has(path))),
  }));
  return { main: commits[0]!, guessed: false, bases: withoutTakenIn(bases) };
}

function emptyTree(oid: string): string {
  return createHash(algorithmOf(oid)).update("tree 0\0").digest("hex");
}

function algorithmOf(oid: string): "sha1" | "sha256" {
  return oid.length === 64 ? "sha256" : "sha1";
}

/** A base that lacks what another has: what a branch took in with that other one, and left as the main branch has it, is no change of its own. */
function withoutTakenIn(bases: ComparedTrees["bases"]): ComparedTrees["bases"] {
  const isAsOnMain = (path: string) => bases.some(({ toHere, toMain }) => !toHere.has(path) && !toMain.has(path));
  return bases.map((base) => ({ ...base, toHere: new Map([...base.toHere].filter(([path]) => !isAsOnMain(path))) }));
}

/** All that differs here from some base. */
export function changedPaths({ bases }: ComparedTrees): string[] {
  return [...new Set(bases.flatMap(({ toHere }) => [...toHere.keys()]))];
}

/** Whether the change brings the file: some base lacks it, and so does the main branch. */
export function isBrought({ bases }: ComparedTrees, path: string): boolean {
  return bases.some(({ toHere, toMain }) => {
    const change = toHere.get(path);
    return change?.after !== undefined && change.before === undefined && !toMain.has(path);
  });
}

/** As a person names it: a branch first, because tags come with whatever is fetched. */
export function findNamedCommit(project: Project, name: string): string | undefined {
  for (const full of [`refs/heads/${name}`, `refs/remotes/${name}`, name]) {
    const commit = findCommit(project, full);
    if (commit !== undefined) return commit;
  }
  return undefined;
}

export function findCommit(project: Project, revision: string): string | undefined {
  const repository = openRepository(project);
  if ("failed" in repository) return refuseUnanswered("rev-parse", repository.failed);
  const ran = runGit(project, ["rev-parse", "-q", "--verify", "--end-of-options", `${revision}^{commit}`]);
  return "out" in ran ? ran.out.trim() : undefined;
}

function findMain(project: Project): string | undefined {
  const remote = "refs/remotes/origin";
  for (const name of [`${remote}/HEAD`, `${remote}/main`, `${remote}/master`, "refs/heads/main", "refs/heads/master"]) {
    const commit = findCommit(project, name);
    if (commit !== undefined) return commit;
  }
  return undefined;
}

function basesOf(project: Project, main: string): { commits: string[]; guessed: boolean } {
  if ("out" in runGit(project, ["merge-base", "--is-ancestor", main, "HEAD"]))
    return { commits: [main], guessed: false };
  const ran = runGit(project, ["merge-base", "--all", main, "HEAD"]);
  const commits = "out" in ran ? ran.out.split("\n").filter((line) => line !== "") : [];
  if (commits.length === 0 || isCut(project, main)) return { commits: [main], guessed: true };
  return { commits, guessed: false };
}

/** Whether a shallow clone ends between the two: then a merge base may be a wrong one. */
function isCut(project: Project, main: string): boolean {
  const path = resolve(project.root, askGit(project, ["rev-parse", "--git-path", "shallow"]).trim());
  const found = readRegular(project.files, path, 64 * 1024 * 1024);
  if (found === undefined || "why" in found) return false;
  const ends = new Set(found.bytes.toString("utf8").split("\n"));
  return askGit(project, ["rev-list", `${main}...HEAD`, "--"])
    .split("\n")
    .some((commit) => commit !== "" && ends.has(commit));
}

const diffFlags = ["--raw", "-z", "--no-renames", "--no-abbrev", "--relative"];

function listUntracked(project: Project): string[] {
  return namesIn(askGit(project, ["ls-files", "-z", "-o", "--exclude-per-directory=.gitignore"]));
}

function changesToHere(project: Project, base: string, untracked: readonly string[]): Changes {
  const changes = new Map<string, Change>();
  for (const [path, { before, after }] of readRaw(askGit(project, ["diff-index", ...diffFlags, base, "--"]))) {
    // A touched file is listed without an id; only its content says whether it changed.
    if (
      before !== undefined &&
      after !== undefined &&
      /^0+$/.test(after.oid) &&
      isBlobOnDisk(project, path, before.oid)
    )
      continue;
    changes.set(path, { before, after: after === undefined ? undefined : "disk" });
  }
  for (const path of untracked)
    if (!path.endsWith("/")) changes.set(path, { before: changes.get(path)?.before, after: "disk" });
  return changes;
}

export function changesBetween(project: Project, from: string, to: string): Changes {
  return readRaw(askGit(project, ["diff-tree", "-r", ...diffFlags, from, to, "--"]));
}

function readRaw(out: string): Map<string, { before: Blob | undefined; after: Blob | undefined }> {
  const fields = out.split("\0");
  const changes = new Map<string, { before: Blob | undefined; after: Blob | undefined }>();
  for (let i = 0; i + 1 < fields.length; i += 2) {
    const [before, after, oidBefore, oidAfter, status] = fields[i]!.slice(1).split(" ") as [
      string,
      string,
      string,
      string,
      string,
    ];
    const path = fields[i + 1]!;
    // A conflict is listed once more, without modes; what stands on the disk counts.
    if (status === "U" && changes.has(path)) continue;
    const blob = (mode: string, oid: string) => (mode === "000000" ? undefined : { mode, oid });
    changes.set(path, {
      before: blob(before, oidBefore),
      after: status === "U" ? { mode: "100644", oid: "0" } : blob(after, oidAfter),
    });
  }
  return changes;
}

function isBlobOnDisk(project: Project, path: string, oid: string): boolean {
  try {
    const found = readRegular(project.files, lookInside(project, path).absolute, 64 * 1024 * 1024);
    if (found === undefined || "why" in found) return false;
    const hash = (bytes: Buffer) =>
      createHash(algorithmOf(oid)).update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
    return hash(found.bytes) === oid || hash(withLf(found.bytes)) === oid;
  } catch {
    return false;
  }
}

export function withLf(bytes: Buffer): Buffer {
  return bytes.includes(13) ? Buffer.from(bytes.toString("latin1").replaceAll("\r\n", "\n"), "latin1") : bytes;
}

/** Texts of other trees, each read once. `absent`: a partial clone does not have it. */
export class BlobReader {
  readonly #project: Project;
  readonly #commits: readonly string[];
  readonly #known = new Map<string, Buffer | "absent">();
  #missing: Set<string> | undefined;

  constructor(project: Project, { main, bases }: ComparedTrees) {
    this.#project = project;
    this.#commits = [main, ...bases.map(({ commit }) => commit)];
  }

  /** One call of git for all of them. */
  load(oids: readonly string[]): void {
    const wanted = [...new Set(oids)].filter((oid) => !this.#known.has(oid));
    const here = wanted.filter((oid) => !this.#missing?.has(oid));
    for (const oid of wanted) if (this.#missing?.has(oid)) this.#known.set(oid, "absent");
    if (here.length === 0) return;
    const ran = runGitForBytes(this.#project, ["cat-file", "--batch"], `${here.join("\n")}\n`);
    if ("out" in ran) {
      this.#take(ran.out);
      return;
    }
    // In a partial clone git stops at the first object it lacks; then it is asked for all of them.
    if (this.#missing !== undefined) refuseUnanswered("cat-file", ran.failed);
    const listed = askGit(this.#project, [
      "rev-list",
      "--objects",
      "--no-walk",
      "--missing=print",
      ...this.#commits,
      "--",
    ]);
    this.#missing = new Set(listed.split("\n").flatMap((line) => (line.startsWith("?") ? [line.slice(1)] : [])));
    this.load(oids);
  }

  get(oid: string): Buffer | "absent" {
    this.load([oid]);
    return this.#known.get(oid)!;
  }

  #take(out: Buffer): void {
    for (let at = 0; at < out.length; ) {
      const end = out.indexOf(10, at);
      const [oid, type, size] = out.toString("latin1", at, end).split(" ") as [string, string, string];
      at = end + 1;
      if (type === "missing") {
        this.#known.set(oid, "absent");
        continue;
      }
      this.#known.set(oid, Buffer.from(out.subarray(at, at + Number(size))));
      at += Number(size) + 1;
    }
  }
}
