/**
 * `blue check --github`: the answer as step summary, annotations, outputs, one comment and reports. It contacts GITHUB_API_URL and nobody else, and only
 * for the comment.
 */
import { appendFileSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Context } from "../../context.ts";
import { BlueError, refuse } from "../../errors.ts";
import { type Checked, operation } from "../../operations/check.ts";
import { checkMarkdown, type FileAddress, hasNews } from "../../operations/checked-change/markdown.ts";
import { rottedOf, summaryOf } from "../../operations/checked-change/summary.ts";
import { runOperation } from "../../operations/run-operation.ts";
import { prefixOf } from "../../store/run-git.ts";
import { exitCodes } from "../exit-codes.ts";
import { makeReport } from "../report.ts";
import type { FaceCall } from "../run-command.ts";
import { cut, keepComment } from "./sticky-comment.ts";
import { type Annotation, annotationLine, logLine } from "./workflow-commands.ts";
import { baseOf, readRun, type WorkflowRun } from "./workflow-run.ts";

/** Of each level GitHub shows no more for a step. */
const mostAnnotations = 10;
/** GitHub takes a megabyte. */
const longestSummary = 250_000;

export async function checkOnGithub({ input, context, terminal, mode }: FaceCall): Promise<number> {
  if (mode === "json")
    refuse("invalid_input", "github", "one_answer", {
      message: "`--github` writes a log for the runner, and --json asks for JSON",
      suggestion: "`blue check --json` answers with JSON.",
    });
  const { env, stdout } = terminal;
  const { project } = context;
  const say = (text: string) => stdout.write(logLine(text));
  const summarize = (markdown: string) => {
    if (env.GITHUB_STEP_SUMMARY) appendFileSync(env.GITHUB_STEP_SUMMARY, `${cut(markdown, longestSummary)}\n`);
    else say("GITHUB_STEP_SUMMARY is not set, so there is no summary.");
  };
  const run = readRun(env);
  const prefix = prefixOf(project);
  let checked: Checked;
  try {
    const diff = input.diff ?? baseOf(run, project);
    checked = await runOperation(operation, { ...input, diff }, context);
  } catch (thrown) {
    if (thrown instanceof BlueError) {
      summarize("## ✗ Blue\n\nThis change could not be checked; the log says why.\n");
      stdout.write(
        annotationLine({ level: "error", title: "Blue", message: `${thrown.message}. ${thrown.suggestion ?? ""}` }),
      );
    }
    throw thrown;
  }
  const markdown = checkMarkdown(checked, addressIn(run, prefix));
  summarize(markdown);
  for (const annotation of annotationsOf(checked, input.fail_on === "rot", prefix))
    stdout.write(annotationLine(annotation));
  const folder = await writeReports(checked, context, env, say);
  writeOutputs(env.GITHUB_OUTPUT, {
    fails: checked.fails,
    damage: checked.damage.length,
    rotted: rottedOf(checked.decisions).length,
    verdicts: checked.verdicts.length,
    report: folder ?? "",
    artifact: `blue-report-${prefix}`.replace(/[^\w.]+/g, "-").replace(/-$/, ""),
  });
  say(summaryOf(checked));
  const seen = runAddress(run);
  const more = seen === undefined ? "" : `\n[Log${folder === undefined ? "" : " and HTML report"}](${seen})\n`;
  say(await comment(run, prefix, hasNews(checked) ? `${markdown}${more}` : undefined));
  return checked.fails ? exitCodes.refused : exitCodes.ok;
}

function annotationsOf(
  { damage, decisions, verdicts, fails }: Checked,
  failsOnRot: boolean,
  prefix: string,
): Annotation[] {
  const at = (path: string | null) => (path === null ? undefined : `${prefix}${path}`);
  const all: Annotation[] = [
    ...damage.map(({ path, line, kind, message, fix }) => ({
      level: fails ? ("error" as const) : ("warning" as const),
      file: at(path),
      line: line ?? undefined,
      title: `Blue: ${kind}`,
      message: `${message}. ${fix ?? ""}`,
    })),
    ...rottedOf(decisions).flatMap(({ decided, findings }) =>
      findings
        .filter(({ state }) => state === "rotted")
        .map(({ path, line, words, why }) => ({
          level: failsOnRot ? ("error" as const) : ("warning" as const),
          file: at(path),
          line: line ?? undefined,
          title: "Blue: a decision rests on this",
          message: `${decided}: ${why}${words === null ? "" : ` (“${words}”)`}`,
        })),
    ),
    ...verdicts.map(({ path, decided }) => ({
      level: "notice" as const,
      file: at(path),
      title: "Blue: a new verdict",
      message: decided,
    })),
  ];
  return (["error", "warning", "notice"] as const).flatMap((level) =>
    all.filter((one) => one.level === level).slice(0, mostAnnotations),
  );
}

/** One HTML file for every new verdict; the folder, or undefined without one. */
async function writeReports(
  { verdicts }: Checked,
  context: Context,
  env: NodeJS.ProcessEnv,
  say: (text: string) => void,
): Promise<string | undefined> {
  if (verdicts.length === 0) return undefined;
  const folder = mkdtempSync(join(env.RUNNER_TEMP || tmpdir(), "blue-report-"));
  for (const { dialogue_id } of verdicts) {
    try {
      const report = await makeReport(dialogue_id, context);
      writeFileSync(join(folder, `${report.dialogue_id}.html`), report.html);
    } catch (thrown) {
      if (!(thrown instanceof BlueError)) throw thrown;
      say(`No report of ${dialogue_id}: ${thrown.message}`);
    }
  }
  return folder;
}

function writeOutputs(path: string | undefined, outputs: Record<string, string | number | boolean>): void {
  if (!path) return;
  appendFileSync(
    path,
    Object.entries(outputs)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(""),
  );
}

async function comment(run: WorkflowRun, prefix: string, body: string | undefined): Promise<string> {
  const { pullRequest, repository, env } = run;
  if (pullRequest === undefined || repository === undefined) return "No comment: this run belongs to no pull request.";
  if (pullRequest.fork)
    return "No comment: the pull request comes from a fork, whose token may not write here. The step summary says the same.";
  if (!env.GITHUB_TOKEN || !env.GITHUB_API_URL) return "No comment: there is no token for one.";
  // Several projects of one repository have a comment each.
  const mark = `<!-- blue check ${encodeURIComponent(prefix)} -->`;
  const place = { api: env.GITHUB_API_URL, repository, number: pullRequest.number };
  return keepComment({ ...place, token: env.GITHUB_TOKEN, mark, body });
}

function runAddress({ repository, env }: WorkflowRun): string | undefined {
  const { GITHUB_RUN_ID: id = "" } = env;
  const server = serverOf(env);
  return server === undefined || repository === undefined || !/^\d+$/.test(id)
    ? undefined
    : `${server}/${repository}/actions/runs/${id}`;
}

function addressIn({ repository, pullRequest, env }: WorkflowRun, prefix: string): FileAddress {
  const server = serverOf(env);
  const head = pullRequest?.headCommit ?? env.GITHUB_SHA;
  return (path, at) => {
    const commit = at?.commit ?? head;
    if (server === undefined || repository === undefined || commit === undefined) return undefined;
    const encoded = `${prefix}${path}`.split("/").map(encodePart).join("/");
    return `${server}/${repository}/blob/${commit}/${encoded}${at?.line == null ? "" : `#L${at.line}`}`;
  };
}

function encodePart(part: string): string {
  return encodeURIComponent(part).replaceAll("(", "%28").replaceAll(")", "%29");
}

function serverOf({ GITHUB_SERVER_URL: server = "" }: NodeJS.ProcessEnv): string | undefined {
  return /^https?:\/\/[\w.:-]+$/.test(server) ? server : undefined;
}
