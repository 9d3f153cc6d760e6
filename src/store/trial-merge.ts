/** What `git merge` would make of two commits, tried in a scratch repository: the tree, with git's marks in it, and the paths that conflict. */
import { refuse } from "../errors.ts";
import type { Project } from "./project.ts";
import { askGit, namesIn, prefixOf, refuseUnanswered, runGit } from "./run-git.ts";
import { checkOut, inScratch } from "./scratch-repository.ts";

export interface TrialMerge {
  /** From the project's root; those elsewhere in the repository start with `../`. */
  conflicts: string[];
  /** The project's `.blue` as the merge leaves it. */
  merged: Project;
}

export function tryMerge<T>(project: Project, here: string, there: string, look: (trial: TrialMerge) => T): T {
  const prefix = prefixOf(project);
  return inScratch(project, (scratch) => {
    const args = ["merge-tree", "--write-tree", "--name-only", "-z", "--no-messages", here, there];
    const ran = runGit(scratch, args);
    const said = "out" in ran ? ran.out : ran.code === 1 ? (ran.said ?? "") : refuseMerge(project, ran);
    const [tree, ...paths] = namesIn(said);
    const commit = askGit(scratch, ["commit-tree", tree!, "-p", here, "-p", there, "-m", "trial"]).trim();
    const conflicts = [...new Set(paths)].map((path) =>
      path.startsWith(prefix) ? path.slice(prefix.length) : `${"../".repeat(prefix.split("/").length - 1)}${path}`,
    );
    return look({ conflicts, merged: checkOut(scratch, prefix, commit, [".blue"]) });
  });
}

/** Git's word for an option it does not know is 129. */
function refuseMerge(project: Project, { failed, code }: { failed: string; code?: number }): never {
  if (code !== 129 && !/not a valid object name --|usage:/.test(failed)) return refuseUnanswered("merge-tree", failed);
  const version = askGit(project, ["version"]).trim();
  return refuse("io_error", { git: version }, "git_2_38", {
    message: `This is ${version}, and trying a merge without making it needs git 2.38`,
    suggestion: "Upgrade git.",
  });
}
