/** Which repository this is and at which commit, told by git: its name from the remote, its first commits, and which of two commits is the newer one. */
import { refuse } from "../../errors.ts";
import type { Order, RepositoryAt } from "../../org/publish.ts";
import { findFiltered } from "../../store/git.ts";
import type { Project } from "../../store/project.ts";
import { askGit, namesIn, prefixOf, runGit } from "../../store/run-git.ts";

interface Named {
  repository?: string | undefined;
  renamed_from?: string | undefined;
}

export function repositoryAt(project: Project, { repository, renamed_from }: Named): RepositoryAt {
  const head = project.git ? runGit(project, ["rev-parse", "-q", "--verify", "HEAD^{commit}"]) : undefined;
  if (head === undefined || "failed" in head)
    return refuse("invalid_input", {}, "committed", {
      message: `What is published is a commit, and there is none here: ${project.git ? "nothing is committed yet" : "this is not a git repository"}`,
      suggestion: "Commit first.",
    });
  refuseUncommitted(project);
  const commit = head.out.trim();
  const folder = prefixOf(project).replace(/\/$/, "");
  return {
    name: repository ?? nameFromRemote(project, folder),
    named: repository !== undefined,
    renamedFrom: renamed_from,
    folder,
    roots: isShallow(project)
      ? []
      : askGit(project, ["rev-list", "--max-parents=0", "HEAD", "--"]).trim().split("\n").sort(),
    commit,
    committedAt: askGit(project, ["show", "-s", "--format=%cI", "HEAD", "--"]).trim(),
  };
}

/** What is read is the work tree, so it must be what is committed. Files that git does not track count only where Blue would publish them. */
function refuseUncommitted(project: Project): void {
  const out = askGit(project, ["status", "--porcelain", "-z", "--no-renames", "--untracked-files=all", "--", "."]);
  const changed = namesIn(out).filter((line) => !line.startsWith("?? ") || /^\?\? (?:.*\/)?\.blue\//.test(line));
  if (changed.length === 0) return;
  const paths = changed.map((line) => line.slice(3));
  const [first] = paths;
  const filtered = findFiltered(
    project,
    paths.map((path) => path.slice(prefixOf(project).length)),
  );
  refuse("invalid_input", {}, "committed", {
    message: `What is published is a commit, and ${changed.length === 1 ? `${first} is` : `${first} and ${changed.length - 1} more files are`} not as committed`,
    suggestion:
      filtered.length === paths.length
        ? "Git keeps it through a filter, which Blue does not run. Run `git status`: if it finds no change, publish again."
        : "Commit or put them aside, then publish again.",
  });
}

/** What was read is the work tree as it is by now. */
export function refuseMoved(project: Project, { commit }: RepositoryAt): void {
  refuseUncommitted(project);
  if (askGit(project, ["rev-parse", "--verify", "HEAD"]).trim() === commit) return;
  refuse("invalid_input", {}, "committed", {
    message: `${commit.slice(0, 7)} was to be published, and meanwhile another commit is checked out`,
    suggestion: "Publish again.",
  });
}

function isShallow(project: Project): boolean {
  return askGit(project, ["rev-parse", "--is-shallow-repository"]).trim() === "true";
}

function nameFromRemote(project: Project, folder: string): string {
  const ran = runGit(project, ["config", "--get", "remote.origin.url"]);
  const name = "out" in ran ? repositoryName(ran.out.trim()) : undefined;
  if (name === undefined)
    return refuse("input_needed", "repository", "named", {
      message: "There is no remote `origin` to name this repository after",
      suggestion: "Name it: `blue org publish --repository example.org/shop/orders`.",
    });
  return folder === "" ? name : `${name}/${folder}`;
}

/** `git@example.org:shop/orders.git` and `https://token@example.org/shop/orders` are both example.org/shop/orders; a folder is known by its last name. */
export function repositoryName(remote: string): string | undefined {
  const [, address] = /^[a-z+]+:\/\/(?:[^/]*@)?(.+)$/i.exec(remote) ?? [];
  const [, host, path] = address === undefined ? (/^(?:[^/]*@)?([^:/@]+):(?!\/\/)(.+)$/.exec(remote) ?? []) : [];
  const isFolder = /^file:/i.test(remote) || (address === undefined && host === undefined);
  const whole = (address ?? (host === undefined ? remote : `${host}/${path}`)).replace(/[?#].*$/s, "");
  const parts = whole
    .replace(/(?:\.git)?\/*$/, "")
    .split(/\/+/)
    .filter((part) => part !== "");
  const name = isFolder ? parts.at(-1) : parts.map((part, i) => (i === 0 ? part.toLowerCase() : part)).join("/");
  return name === undefined || name === "" || name === "." || name === ".." ? undefined : name;
}

/** Whether HEAD replaces what is published: by the history where it is here, else by the time of the commits. */
export function orderOf(project: Project, at: RepositoryAt, published: { commit: string; committedAt: Date }): Order {
  const short = published.commit.slice(0, 7);
  const isIn = (one: string, other: string) => "out" in runGit(project, ["merge-base", "--is-ancestor", one, other]);
  const isHere = "out" in runGit(project, ["cat-file", "-e", `${published.commit}^{commit}`]);
  if (isHere && isIn(published.commit, at.commit)) return { replaces: true, note: null };
  if (isHere && isIn(at.commit, published.commit))
    return {
      replaces: false,
      note: `${at.commit.slice(0, 7)} is older than ${short}, which is published. Was the branch set back on purpose? Then publish its next commit.`,
    };
  const replaces = new Date(at.committedAt) >= published.committedAt;
  const why = isHere
    ? `${short}, which was published, is not in this history: the branch was force-pushed, or it is another one`
    : `${short}, which was published, is not here: the history is cut, or the branch was force-pushed`;
  return { replaces, note: `${why}. The ${replaces ? "newer" : "published"} commit was taken, by their dates.` };
}
