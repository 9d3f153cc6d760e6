/**
 * `blue check --pre-push`: git says on standard input what it will push, one ref a line. What is checked are those commits: where they are not what lies in
 * the work tree, they are checked out in a temporary folder.
 */
import { refuse } from "../errors.ts";
import { type Checked, checkChange, operation } from "../operations/check.ts";
import { parseInput } from "../operations/run-operation.ts";
import { compareTrees, compareWithAll, findCommit } from "../store/git-trees.ts";
import type { Project } from "../store/project.ts";
import { askGit } from "../store/run-git.ts";
import { atCommit } from "../store/scratch-repository.ts";
import { exitCodes } from "./exit-codes.ts";
import { paintFor, writeJson, writeText } from "./output.ts";
import type { FaceCall } from "./run-command.ts";

interface Push {
  ref: string;
  commit: string;
  /** The newest commits that the other side has, none of them an ancestor of another; none when it has nothing of this. */
  bases: string[];
}

interface Pushed {
  ref: string;
  commit: string;
  base: string | undefined;
  where: "work tree" | "commit";
  checked: Checked;
}

export async function checkBeforePush({ input, context, terminal, mode, color }: FaceCall): Promise<number> {
  const { project } = context;
  const { diff, fail_on } = parseInput(operation, input);
  const stdin = terminal.stdin();
  if (stdin.isTTY)
    refuse("input_needed", "pre_push", "git_hook", {
      message: "`--pre-push` reads from standard input what git will push, and there is none",
      suggestion: "In a terminal `blue check` says what this branch does.",
    });
  let lines = "";
  for await (const chunk of stdin) lines += chunk;
  const pushes = lines.split("\n").flatMap((line) => pushOf(project, line) ?? []);
  const pushed = pushes.map(({ ref, commit, bases }): Pushed => {
    const base = diff ?? bases[0];
    const compare = (there: Project) => (diff === undefined ? compareWithAll(there, bases) : compareTrees(there, diff));
    const look = (there: Project) => checkChange(there, base === undefined ? undefined : compare(there), fail_on);
    if (isWorkTree(project, commit)) return { ref, commit, base, where: "work tree", checked: look(project) };
    return { ref, commit, base, where: "commit", checked: atCommit(project, commit, [], look) };
  });
  if (mode === "json") writeJson(terminal.stdout, { pushed });
  else writeText(terminal.stdout, renderPushed(pushed), paintFor(terminal.stdout, terminal, color));
  return pushed.some(({ checked }) => checked.fails) ? exitCodes.refused : exitCodes.ok;
}

/** Undefined for what brings nothing new: a ref that is deleted, a tag of something that is there. */
function pushOf(project: Project, line: string): Push | undefined {
  const [ref, local, , remote] = line.trim().split(" ");
  if (ref === undefined || local === undefined || remote === undefined || /^0+$/.test(local)) return undefined;
  const commit = findCommit(project, local);
  const before = /^0+$/.test(remote) ? undefined : findCommit(project, remote);
  if (commit === undefined) return undefined;
  // Another remote may have what this one lacks; only of a branch that is new there nothing better is known.
  const there = before === undefined ? ["--remotes"] : [before];
  const boundary = askGit(project, ["rev-list", "--boundary", commit, "--not", ...there, "--"])
    .split("\n")
    .filter((one) => one !== "");
  if (!boundary.some((one) => !one.startsWith("-"))) return undefined;
  const known = boundary.filter((one) => one.startsWith("-")).map((one) => one.slice(1));
  if (before !== undefined || known.length === 0) return { ref, commit, bases: before === undefined ? [] : [before] };
  const newest = askGit(project, ["merge-base", "--independent", ...known]);
  return { ref, commit, bases: newest.trim().split("\n") };
}

function isWorkTree(project: Project, commit: string): boolean {
  return findCommit(project, "HEAD") === commit && askGit(project, ["status", "--porcelain"]) === "";
}

function renderPushed(pushed: readonly Pushed[]): string {
  return pushed
    .map(({ ref, commit, where, checked }) => {
      const place = where === "commit" ? ", as committed: the work tree differs" : "";
      return `${ref} (${commit.slice(0, 7)}${place})\n${operation.render(checked)}`;
    })
    .join("\n\n");
}
