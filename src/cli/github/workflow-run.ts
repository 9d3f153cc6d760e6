/** What GitHub tells a step about its run: by environment variables and by the event's file. */
import { readFileSync } from "node:fs";
import { refuse } from "../../errors.ts";
import { findCommit } from "../../store/git-trees.ts";
import type { Project } from "../../store/project.ts";
import { askGit } from "../../store/run-git.ts";

export interface PullRequest {
  number: number;
  baseCommit: string | undefined;
  headCommit: string | undefined;
  /** Its token may not write here. */
  fork: boolean;
}

export interface WorkflowRun {
  event: string;
  repository: string | undefined;
  pullRequest: PullRequest | undefined;
  /** Of a push: what stood there before. */
  before: string | undefined;
  env: NodeJS.ProcessEnv;
}

type Unknown = Record<string, unknown> | undefined;

export function readRun(env: NodeJS.ProcessEnv): WorkflowRun {
  const payload = readEvent(env.GITHUB_EVENT_PATH);
  const pull = payload?.pull_request as Unknown;
  const end = (side: "base" | "head") => {
    const { sha, repo } = (pull?.[side] ?? {}) as { sha?: unknown; repo?: { full_name?: unknown } | null };
    return { sha: commitIn(sha), repository: repo?.full_name };
  };
  const repository = env.GITHUB_REPOSITORY ?? "";
  return {
    event: env.GITHUB_EVENT_NAME ?? "",
    repository: /^[\w.-]+\/[\w.-]+$/.test(repository) ? repository : undefined,
    pullRequest: Number.isSafeInteger(pull?.number)
      ? {
          number: pull!.number as number,
          baseCommit: end("base").sha,
          headCommit: end("head").sha,
          fork: end("head").repository !== end("base").repository,
        }
      : undefined,
    before: commitIn(payload?.before),
    env,
  };
}

function readEvent(path: string | undefined): Unknown {
  if (path === undefined || path === "") return undefined;
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Unknown;
  } catch (thrown) {
    return refuse("io_error", { GITHUB_EVENT_PATH: path }, "json_file", {
      message: `GITHUB_EVENT_PATH: the event cannot be read: ${(thrown as Error).message}`,
      suggestion: "Outside a workflow, leave --github out.",
    });
  }
}

/** Zeros mean: no commit. */
function commitIn(value: unknown): string | undefined {
  return typeof value === "string" && /^(?!0+$)[0-9a-f]{40,64}$/.test(value) ? value : undefined;
}

/**
 * GitHub checks out a merge of the pull request into its base, so the base is the first parent; of a push, what stood there before. After a force-push no
 * clone has that: then it is the main branch.
 */
export function baseOf(run: WorkflowRun, project: Project): string {
  const { pullRequest, before, env } = run;
  if (!project.git) return "";
  const head = findCommit(project, "HEAD");
  if (pullRequest !== undefined) {
    if (head === env.GITHUB_SHA && findCommit(project, "HEAD^2") !== undefined) return "HEAD^1";
    return known(project, pullRequest.baseCommit, head === env.GITHUB_SHA ? 2 : 0);
  }
  if (run.event !== "push" || before === undefined) return "";
  const isWhole = askGit(project, ["rev-parse", "--is-shallow-repository"]).trim() === "false";
  return isWhole && findCommit(project, before) === undefined ? "" : known(project, before, 0);
}

function known(project: Project, commit: string | undefined, depth: number): string {
  if (commit !== undefined && findCommit(project, commit) !== undefined) return commit;
  return refuse("invalid_input", { diff: commit ?? "" }, "git_revision", {
    message: "The commit to compare with was not fetched",
    suggestion: `Give actions/checkout \`fetch-depth: ${depth}\`, or name a commit that is here by --diff.`,
  });
}
