/**
 * What a run may read: a copy of what git tracks, outside the project. Untracked files come in only where this machine's command line names them, and
 * nothing that could carry a secret or give an agent instructions comes in unless named.
 */
import { createHash } from "node:crypto";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { refuse } from "../errors.ts";
import type { Files } from "../store/files.ts";
import { findStatus } from "../store/files.ts";
import { getTracked } from "../store/git.ts";
import { lookInside, readText } from "../store/paths.ts";
import { makePrivate } from "../store/play-state.ts";
import { findWorkTree, type Project } from "../store/project.ts";

export interface ShelfPlan {
  /** From the project's root. */
  paths: string[];
  left: { path: string; why: string }[];
}

export interface Shelf {
  /** Where the copies lie. */
  folder: string;
  /** Of the list of files with their contents. */
  sha256: string;
}

const largestFile = 1024 * 1024;
const largestShelf = 512 * 1024 * 1024;

const secret =
  /^(?:\.env(?:\..*)?|.*\.pem|.*\.key|id_(?:rsa|dsa|ecdsa|ed25519)|\.npmrc|\.netrc|\.git-credentials|\.pgpass|\.pypirc|\.aws|\.ssh|\.kube|\.docker)$/;
const instructions =
  /^(?:claude(?:\.local)?\.md|agents(?:\.override)?\.md|gemini\.md|copilot-instructions\.md|\.?mcp\.json|opencode\.jsonc?|crush\.json|\.(?:cursor|windsurf|cline)rules|\.aider.*)$/;
const agents = /^\.(?:agents|claude|codex|gemini|cursor|opencode|qwen|crush|windsurf|continue)$/;
const ignores = /^\..*ignore$/;
/** Read by a tool that starts in their folder: git, package managers, shells, editors. (A package.json is for people too, and comes in.) */
const tools = new Set([
  ...[".gitattributes", ".gitmodules", ".gitconfig", ".yarnrc", ".yarnrc.yml", ".pnpmfile.cjs", "bunfig.toml"],
  ...[".envrc", "mise.toml", ".mise.toml", "mise.local.toml", ".yarn", "node_modules", ".tool-versions"],
  ...[".vscode", ".idea", ".zed", ".fleet", ".devcontainer", ".editorconfig", ".vimrc", ".exrc", ".dir-locals.el"],
]);
const workspaces = /\.(?:code-workspace|sublime-project|sublime-workspace)$/;

/** As file systems that fold case and Unicode spell a name, and those that drop blanks and dots at its end. */
const folded = (name: string) =>
  name
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .toLowerCase()
    .replace(/(?<![ .])[ .]+$/, "");

/** Every repository has a HEAD, or a `.git` that leads to it. */
const git = /^(?:\.git|git~\d+|head)(?::.*)?$/;

/** Why a tracked file stays out, by its names; undefined: it comes in. `named`: the command line of this machine names it. */
export function whyOut(path: string, named = false): string | undefined {
  const names = path.split("/").map(folded);
  if (names.some((name) => git.test(name))) return "could make a git repository";
  if (named) return undefined;
  if (names[0] === ".blue" && names[1] !== "docs") return "Blue's own";
  if (names.some((name) => secret.test(name))) return "may hold a secret";
  if (names.some((name) => instructions.test(name) || agents.test(name))) return "instructs agents";
  if (names.some((name) => ignores.test(name))) return "hides files from agents";
  if (names.some((name) => tools.has(name) || workspaces.test(name))) return "sets up tools";
  return undefined;
}

/** `named`: what the command line of this machine names; it comes in if it is a plain file of the project and not git's. */
export function planShelf(project: Project, named: readonly string[]): ShelfPlan {
  const left: ShelfPlan["left"] = [];
  const paths: string[] = [];
  let total = 0;
  for (const path of new Set([...named, ...(project.git ? getTracked(project, ".") : [])])) {
    const status = findStatus(project.files, join(project.root, path));
    const size = status?.size ?? 0;
    const out = whyOut(path, named.includes(path));
    if (status === undefined) continue;
    if (out !== undefined) left.push({ path, why: out });
    else if (!status.isFile() || !isInside(project, path)) left.push({ path, why: "is no plain file" });
    else if (size > largestFile) left.push({ path, why: "is larger than 1 MiB" });
    else if (total + size > largestShelf) left.push({ path, why: "does not fit into 512 MiB" });
    else {
      total += size;
      paths.push(path);
    }
  }
  return { paths: paths.sort(), left };
}

/** Not through a link. */
function isInside(project: Project, path: string): boolean {
  try {
    return lookInside(project, path).status?.isFile() === true;
  } catch {
    return false;
  }
}

/** An empty private folder for the copies and scratch files of one play. */
export function makeShelfRoom({ files }: Project, env: NodeJS.ProcessEnv, random: (n: number) => Uint8Array): string {
  const base = join(env.XDG_CACHE_HOME || join(env.HOME || homedir(), ".cache"), "blue/shelf");
  makePrivate(files, base);
  const workTree = findWorkTree(files, files.realpath(base));
  if (workTree !== undefined)
    refuse("io_error", { XDG_CACHE_HOME: base }, "outside_work_trees", {
      message: `${base} lies in the git work tree ${workTree}; agents would find its files`,
      suggestion: "Point XDG_CACHE_HOME to a folder outside every repository.",
    });
  const room = join(files.realpath(base), Buffer.from(random(8)).toString("hex"));
  files.mkdir(room, 0o700);
  return room;
}

/** Copies what is planned, and `extra` (files of the round that git does not track) at their own paths. */
export function fillShelf(project: Project, plan: ShelfPlan, extra: readonly string[], folder: string): Shelf {
  const { files } = project;
  const made = new Set<string>();
  const sum = createHash("sha256");
  files.mkdir(folder, 0o700);
  const paths = [...new Set([...plan.paths, ...extra])].sort();
  for (const path of paths) {
    if (!isInside(project, path)) continue; // it changed since it was planned
    makeFolders(files, folder, dirname(path), made);
    files.copy(join(project.root, path), join(folder, path));
    sum.update(
      `${path}\0${createHash("sha256")
        .update(readText({ root: folder, files }, path))
        .digest("hex")}\n`,
    );
  }
  return { folder, sha256: sum.digest("hex") };
}

/** A copy of the shelf for one process: agents keep notes in the folder they start in. */
export function copyShelf({ files }: Project, shelf: Shelf, plan: readonly string[], folder: string): void {
  const made = new Set<string>();
  files.mkdir(folder, 0o700);
  for (const path of plan) {
    if (findStatus(files, join(shelf.folder, path)) === undefined) continue;
    makeFolders(files, folder, dirname(path), made);
    files.copy(join(shelf.folder, path), join(folder, path));
  }
}

function makeFolders(files: Files, root: string, path: string, made: Set<string>): void {
  if (path === "." || made.has(path)) return;
  makeFolders(files, root, dirname(path), made);
  files.mkdir(join(root, path));
  made.add(path);
}
