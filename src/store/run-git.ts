/**
 * Every call of git goes through here. A branch can bring any file, and a clone or an archive any `.git/config`: so git never looks for a repository by
 * itself, runs nothing that a configuration names, fetches nothing, and sees no secret.
 */
import { dirname, join, relative, sep } from "node:path";
import { refuse } from "../errors.ts";
import { environmentFor, runProcess } from "./child-processes.ts";
import { findProgram, type Host } from "./programs.ts";
import { findWorkTree, type Project } from "./project.ts";

export interface Repository {
  workTree: string;
  /** Where the index of this work tree lies; of a linked worktree that is not the repository's own folder. */
  gitDir: string;
  /** For repositories of our own: the project they were made for. */
  madeFor?: Host;
}

/** `said`: what a failing git wrote to its standard output; of a merge, where it conflicts. */
export type Ran<T> = { out: T } | { failed: string; code?: number; said?: string };

const notInstalled = "there is no git program on the PATH";
export const noIndex = "there is no index, and HEAD names a commit";

/** What git is told in every call, after the user's own configuration. */
const switches: readonly (readonly [key: string, value: string])[] = [
  ["safe.bareRepository", "explicit"],
  ["core.fsmonitor", ""],
  ["core.hooksPath", "/dev/null"],
  ["core.pager", "cat"],
  ["core.sshCommand", "false"],
  ["core.askPass", ""],
  ["core.alternateRefsCommand", "false"],
  ["credential.helper", ""],
  ["protocol.allow", "never"],
  ["log.showSignature", "false"],
  ["gpg.program", "false"],
  ["submodule.recurse", "false"],
  ["diff.submodule", "short"], // otherwise a git of the submodule's own makes its part of a diff, with its own configuration
];

/** No network: a partial clone would otherwise call its remote for every object it lacks. No question, no lock for the sake of a cache. */
const variables = {
  GIT_NO_LAZY_FETCH: "1",
  GIT_ALLOW_PROTOCOL: "none",
  GIT_TERMINAL_PROMPT: "0",
  GIT_OPTIONAL_LOCKS: "0",
};

/** The same for a program that may call git by itself in `folder`, which is no repository: it finds none above it either. */
export function gitVariablesFor(folder: string): Record<string, string> {
  const told = switches.flatMap(([key, value], i) => [
    [`GIT_CONFIG_KEY_${i}`, key],
    [`GIT_CONFIG_VALUE_${i}`, value],
  ]);
  return {
    ...variables,
    GIT_CEILING_DIRECTORIES: dirname(folder),
    GIT_CONFIG_COUNT: `${switches.length}`,
    ...Object.fromEntries(told),
  };
}

const noDrivers = ["--no-ext-diff", "--no-textconv"];
/** In a submodule a git of its own would run, with that one's configuration. */
const notInSubmodules = "--ignore-submodules=dirty";

/**
 * The commands that Blue uses, each with what keeps it from running anything. `readsFiles`: it may look into files of the work tree, and files pass
 * through filters.
 */
const commands: Readonly<Record<string, { flags?: readonly string[]; readsFiles?: true }>> = {
  add: { readsFiles: true },
  "cat-file": {},
  "check-attr": {},
  "check-ignore": {},
  checkout: { readsFiles: true },
  "commit-tree": {},
  config: {},
  diff: { flags: [...noDrivers, notInSubmodules], readsFiles: true },
  "diff-index": { flags: [...noDrivers, notInSubmodules], readsFiles: true },
  "diff-tree": { flags: noDrivers },
  grep: {},
  log: { flags: noDrivers },
  "ls-files": {},
  "ls-tree": {},
  "merge-base": {},
  "merge-tree": {},
  mv: { readsFiles: true },
  reset: { readsFiles: true },
  "rev-list": {},
  "rev-parse": {},
  show: { flags: noDrivers },
  status: { flags: [notInSubmodules], readsFiles: true },
  "update-ref": {},
  version: {},
};

export function runGit(project: Project, args: readonly string[], input?: string): Ran<string> {
  const ran = runGitForBytes(project, args, input);
  return "out" in ran ? { out: ran.out.toString("utf8") } : ran;
}

export function runGitForBytes(project: Project, args: readonly string[], input?: string): Ran<Buffer> {
  const at = args.findIndex((arg) => !arg.startsWith("--"));
  const { flags = [], readsFiles = false } = commands[args[at]!] ?? unknownCommand(args);
  const repository = openRepository(project);
  if ("failed" in repository) return repository;
  const off = readsFiles ? programsOff(project, repository) : [];
  if ("failed" in off) return off;
  const whole = [...args.slice(0, at + 1), ...flags, ...args.slice(at + 1)];
  return call(project.root, hostOf(project, repository), [...off, ...whole], placeOf(repository), input);
}

function unknownCommand(args: readonly string[]): never {
  throw new Error(`git ${args.join(" ")}: not in the table of commands`);
}

function hostOf({ root }: Project, { madeFor }: Repository): Host {
  return madeFor ?? { root, env: process.env };
}

function placeOf({ workTree, gitDir, madeFor }: Repository): Record<string, string> {
  return { GIT_DIR: gitDir, GIT_WORK_TREE: workTree, ...(madeFor !== undefined && nobodysConfiguration) };
}

const nobodysConfiguration = { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_COUNT: "0" };

function call(
  cwd: string,
  host: Host,
  args: readonly string[],
  place: Record<string, string>,
  input?: string,
): Ran<Buffer> {
  const program = findProgram(host, "git");
  if (program === undefined) return { failed: notInstalled };
  if (args.some((arg) => arg.includes("\0"))) return { failed: "no name in git has a NUL" };
  const told = switches.flatMap(([key, value]) => ["-c", `${key}=${value}`]);
  const env = { ...environmentFor(host, "git"), ...variables, LC_ALL: "C", ...place };
  const { error, status, stdout, stderr } = runProcess(
    { program, args: ["--no-pager", ...told, ...args], cwd, env },
    { ...(input !== undefined && { input }), largestOutput: 1024 * 1024 * 1024 },
  );
  if (error === undefined && status === 0) return { out: stdout };
  const lines = `${stderr ?? ""}\n${error?.message ?? "it failed"}`.split("\n").map((line) => line.trim());
  return {
    failed: lines.find((line) => line !== "")!,
    ...(status !== null && { code: status }),
    said: `${stdout ?? ""}`,
  };
}

const opened = new WeakMap<Project, Repository>();
/** By their work trees: what this process made itself needs no confirmation, and has only the configuration that it wrote. */
const own = new Map<string, Repository>();

/**
 * The repository that the project lies in: the folder that holds `.git`, found by our own walk. Git confirms it once: that it trusts the repository's owner, and
 * that this is its work tree. (Given the folder, it would not ask who owns it.)
 */
export function openRepository(project: Project): Repository | { failed: string } {
  const known = opened.get(project);
  if (known !== undefined) return known;
  const workTree = findWorkTree(project.files, project.root);
  if (workTree === undefined) return { failed: "there is no git here" };
  const found = own.get(workTree) ?? confirm(project, workTree);
  if (!("failed" in found)) opened.set(project, found);
  return found;
}

function confirm({ root, files }: Project, workTree: string): Repository | { failed: string } {
  const only = { GIT_CEILING_DIRECTORIES: dirname(workTree) };
  const asked = call(
    workTree,
    { root, env: process.env },
    ["rev-parse", "--show-toplevel", "--absolute-git-dir"],
    only,
  );
  if ("failed" in asked) return asked;
  const [said = "", gitDir = "", ...more] = asked.out.toString("utf8").replace(/\n$/, "").split("\n");
  if (more.length > 0) return { failed: `the name of ${workTree} or of its git folder holds a line break` };
  if (files.realpath(said) !== workTree)
    return { failed: `its configuration (core.worktree) names ${said} as the work tree of ${workTree}` };
  return { workTree, gitDir };
}

/**
 * There is no one switch for filters, nor for hooks that a configuration names: each is switched off by its name. The names are read anew each time: a
 * configuration may include a file that a branch brings.
 */
function programsOff(project: Project, repository: Repository): string[] | { failed: string } {
  if (repository.madeFor !== undefined) return [];
  const asked = call(
    project.root,
    hostOf(project, repository),
    ["config", "-z", "--name-only", "--get-regexp", "^(filter|hook)[.]"],
    placeOf(repository),
  );
  if ("failed" in asked) return asked.code === 1 ? [] : asked; // git's word for none
  const drivers = new Set<string>();
  for (const key of namesIn(asked.out.toString("utf8"))) {
    const driver = key.slice(0, key.lastIndexOf("."));
    // `-c a=b` ends its key at the first sign.
    if (driver.includes("=")) return { failed: `its configuration has a name that holds "=": ${driver}` };
    if (driver.includes(".")) drivers.add(driver);
  }
  return [...drivers].flatMap((driver) =>
    driver.startsWith("hook.")
      ? ["-c", `${driver}.enabled=false`]
      : ["clean=", "smudge=", "process=", "required=false"].flatMap((end) => ["-c", `${driver}.${end}`]),
  );
}

/** A repository of our own in `folder`, with nobody's configuration. Programs are looked for as `madeFor` would. */
export function makeRepository(folder: string, madeFor: Host, ...flags: string[]): Ran<Buffer> {
  const place = { ...nobodysConfiguration, GIT_CEILING_DIRECTORIES: dirname(folder) };
  const made = call(folder, madeFor, ["init", "-q", "--template=", ...flags], place);
  if ("out" in made) own.set(folder, { workTree: folder, gitDir: join(folder, ".git"), madeFor });
  return made;
}

export function namesIn(out: string): string[] {
  return out.split("\0").filter((name) => name !== "");
}

/** As `runGit`, where there must be an answer. */
export function askGit(project: Project, args: readonly string[], input?: string): string {
  const ran = runGit(project, args, input);
  return "out" in ran ? ran.out : refuseUnanswered(args[0]!, ran.failed);
}

/** Where the project lies in its repository: `shop/`, or nothing where it is all of it. */
export function prefixOf(project: Project): string {
  if (!project.git) return "";
  const repository = openRepository(project);
  if ("failed" in repository) return refuseUnanswered("rev-parse", repository.failed);
  const below = relative(repository.workTree, project.root).split(sep).join("/");
  return below === "" ? "" : `${below}/`;
}

/** Git's own first line names the folder, or what is damaged. */
export function adviceOn(failed: string): string {
  if (failed === notInstalled) return "Install git, or put it on the PATH; one that lies in the project is not run";
  if (failed.endsWith(noIndex)) return "`git reset` makes the index again from HEAD and changes no file";
  if (/dubious ownership/.test(failed))
    return "That folder belongs to another user: run Blue as its owner, or list the folder under `safe.directory` in git's configuration";
  if (failed.startsWith("its configuration")) return "Change that in the repository's configuration (`git config`)";
  return "Make `git status` work in the project";
}

export function refuseUnanswered(what: string, failed: string): never {
  return refuse("io_error", { git: what }, "git_answers", {
    message: `The project is in git, and \`git ${what}\` fails: ${failed}`,
    suggestion: `${adviceOn(failed)}; then repeat the call.`,
  });
}
