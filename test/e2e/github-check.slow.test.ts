/** `blue check --github` as a workflow runs it: the built program, real repositories, and an API on loopback that checks every call. */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { clocks, type Decided, makeDecided, schemaLines, schemaPath } from "../helpers/decided.ts";
import { bot, type FakeGithub, person, startGithub } from "../helpers/fake-github.ts";
import { gitEnvironment, makeFolder, runGit } from "../helpers/project.ts";

const entry = fileURLToPath(new URL("../../dist/blue.js", import.meta.url));
const without = schemaLines.filter((line) => !line.includes(clocks));

let github: FakeGithub;
beforeEach(async () => {
  github = await startGithub();
});
afterEach(async () => {
  await github.close();
  expect(github.faults).toEqual([]);
});

interface Job extends Decided {
  /** GitHub's merge commit, as the work tree of the job. */
  workspace: string;
  event: Record<string, unknown>;
  env: Record<string, string>;
}

/** A pull request whose branch did something, merged into a main branch that went on, cloned as actions/checkout does. */
async function pullRequest(change: (branch: Decided) => unknown, { depth = 2 } = {}): Promise<Job> {
  const origin = await makeDecided();
  const git = (...args: string[]) => runGit(origin.root, ...args);
  git("checkout", "-q", "-b", "work");
  await change(origin);
  origin.commit();
  const headCommit = git("rev-parse", "HEAD").trim();
  git("checkout", "-q", "main");
  origin.change("main.txt", ["main went on"]);
  origin.commit("main");
  const baseCommit = git("rev-parse", "HEAD").trim();
  git("merge", "-q", "--no-ff", "--no-edit", "work");
  const workspace = makeFolder();
  runGit(workspace, "init", "-q");
  runGit(workspace, "fetch", "-q", "--no-tags", `--depth=${depth}`, `file://${origin.root}`, "HEAD");
  runGit(workspace, "checkout", "-q", "--detach", "FETCH_HEAD");
  const repo = { full_name: "octo/shop" };
  const ends = { base: { sha: baseCommit, repo }, head: { sha: headCommit, repo } };
  return {
    ...origin,
    workspace,
    event: { pull_request: { number: 12, ...ends } },
    env: { GITHUB_EVENT_NAME: "pull_request", GITHUB_SHA: runGit(workspace, "rev-parse", "HEAD").trim() },
  };
}

interface Ran {
  code: number | null;
  log: string;
  summary: string;
  outputs: Record<string, string>;
}

async function run(job: Job, ...args: string[]): Promise<Ran> {
  const files = makeFolder({ "event.json": JSON.stringify(job.event), summary: "", output: "" });
  mkdirSync(join(files, "temp"));
  const env = {
    ...gitEnvironment(),
    ...{ GITHUB_EVENT_PATH: join(files, "event.json"), GITHUB_REPOSITORY: "octo/shop", GITHUB_API_URL: github.url },
    ...{
      GITHUB_STEP_SUMMARY: join(files, "summary"),
      GITHUB_OUTPUT: join(files, "output"),
      GITHUB_TOKEN: github.token,
    },
    ...{ GITHUB_SERVER_URL: "https://github.example", GITHUB_RUN_ID: "99", RUNNER_TEMP: join(files, "temp") },
    ...{ GITHUB_WORKSPACE: job.workspace, ...job.env },
  };
  const child = spawn(process.execPath, [entry, "check", "--github", ...args], { cwd: job.workspace, env });
  let log = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (log += chunk));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  const outputs = readFileSync(join(files, "output"), "utf8").trim().split("\n");
  return {
    ...{ code, log, summary: readFileSync(join(files, "summary"), "utf8") },
    outputs: Object.fromEntries(outputs.map((line) => line.split("=", 2) as [string, string])),
  };
}

const rots = (branch: Decided) => branch.change(schemaPath, without);
const deletes = (branch: Decided) => branch.remove(`.blue/dialogues/${branch.id}/round-0/verdict-final.json`);

describe("a pull request on GitHub", () => {
  it("that rots a decision gets a summary, an annotation at the line and a comment, and passes", async () => {
    const job = await pullRequest(rots);
    const ran = await run(job);
    expect(ran.code, ran.log).toBe(0);
    expect(ran.log).toContain(`::warning file=${schemaPath},line=3,title=Blue%3A a decision rests on this::`);
    expect(ran.summary).toContain(clocks);
    expect(ran.outputs).toEqual({
      fails: "false",
      damage: "0",
      rotted: "1",
      verdicts: "0",
      report: "",
      artifact: "blue-report",
    });
    expect(github.calls).toEqual([
      "GET /repos/octo/shop/issues/12/comments?per_page=100",
      "POST /repos/octo/shop/issues/12/comments",
    ]);
    const [comment] = github.comments;
    expect(comment!.body).toMatch(/^<!-- blue check {2}-->\n## ⚠ Blue\n/);
    expect(comment!.body).toContain(clocks);
    const base = (job.event.pull_request as { base: { sha: string } }).base.sha;
    expect(comment!.body).toContain(`(https://github.example/octo/shop/blob/${base}/${schemaPath}#L3)`);
    expect(comment!.body).toContain("(https://github.example/octo/shop/actions/runs/99)");
    expect(ran.log).not.toContain(github.token);
  });

  it("that sets a decision aside by a document of its own is judged and told all the same", async () => {
    const aside = (branch: Decided) =>
      branch.change(
        ".blue/docs/rfcs/0300-notes.rejected.md",
        `---\ntitle: Notes\nstatus: rejected\ndialogue: ${branch.id}\n---\n\n# Notes\n`,
      );
    const job = await pullRequest((branch) => {
      rots(branch);
      aside(branch);
    });
    const ran = await run(job, "--fail-on", "rot");
    expect(ran.code, ran.log).toBe(6);
    expect(ran.outputs).toMatchObject({ rotted: "1" });
    expect(github.comments[0]!.body).toContain(`- \`${job.id}\`: this change overrules it: RFC 0300 is rejected`);
    const only = await run(await pullRequest(aside), "--fail-on", "rot");
    expect(only.code, only.log).toBe(0);
    expect(github.comments[0]!.body).toContain("1 decision set aside");
    expect(github.comments[0]!.body).not.toContain("### Decisions that this change rots");
  });

  it("fails for rot only when asked to, and for damage unless told otherwise", async () => {
    const rotting = await pullRequest(rots);
    const ran = await run(rotting, "--fail-on", "rot");
    expect(ran.code).toBe(6);
    expect(ran.log).toContain("::error file=");
    const damaged = await pullRequest(deletes);
    const failed = await run(damaged);
    expect(failed.code).toBe(6);
    expect(failed.log).toMatch(/::error file=\.blue\/dialogues\/\S+verdict-final\.json,title=Blue%3A gone::/);
    expect(failed.outputs).toMatchObject({ fails: "true" });
    const passed = await run(damaged, "--fail-on", "never");
    expect(passed.code).toBe(0);
    expect(passed.log).toContain("::warning file=");
  });

  it("with a new verdict has its report as a file that asks nobody for anything", async () => {
    const job = await pullRequest(async (branch) => {
      await branch.round();
      await branch.verdict({ headline: "Order by id | not by time" });
    });
    const ran = await run(job);
    expect(ran.outputs.verdicts).toBe("1");
    expect(readdirSync(ran.outputs.report!)).toEqual([`${job.id}.html`]);
    expect(readFileSync(join(ran.outputs.report!, `${job.id}.html`), "utf8")).toContain("default-src 'none'");
    expect(ran.summary).toContain("> **API design: no text is on record**");
    // The Judge's headline is never shown as decided.
    expect(ran.summary).toContain("| The Judge's own words | the verdict's text, a headline |");
    expect(github.comments[0]!.body).toContain("[Log and HTML report]");
  });

  it("has one comment, whatever is pushed, wherever it stands among others", async () => {
    const job = await pullRequest(rots);
    for (let i = 0; i < 230; i++) github.comments.push({ id: i + 1, body: "LGTM", user: person });
    await run(job);
    expect(github.comments.length).toBe(231);
    github.calls.length = 0;
    expect((await run(job)).log).toContain("says it already");
    expect(github.calls).toEqual(
      [1, 2, 3].map((page) => `GET /repos/octo/shop/issues/12/comments?per_page=100${page > 1 ? `&page=${page}` : ""}`),
    );
    github.comments[230]!.body += "\nold";
    expect((await run(job)).log).toContain("up to date");
    expect(github.calls.at(-1)).toBe("PATCH /repos/octo/shop/issues/comments/1230");
    expect(github.comments.length).toBe(231);
  });

  it("without anything to say has no comment, and takes back what it said before", async () => {
    const job = await pullRequest((branch) => branch.change("README.md", ["more"]));
    const quiet = await run(job);
    expect(quiet.log).toContain("Nothing to say, so there is no comment.");
    expect(quiet.summary).toContain("No dialogue and no Blue document changed");
    expect(github.comments).toEqual([]);
    github.comments.push({ id: 5, body: "<!-- blue check  -->\nsomething rots", user: bot });
    await run(job);
    expect(github.comments[0]!.body).toContain("nothing to say about this pull request any more");
  });

  it("never touches a person's copy of its comment, unless that person is who it writes as", async () => {
    const job = await pullRequest(rots);
    const copy = { id: 5, body: "<!-- blue check  -->\nquoted", user: person };
    github.comments.push(copy);
    await run(job);
    expect(copy.body).toContain("quoted");
    expect(github.comments.length).toBe(2);
    github.comments.length = 0;
    github.comments.push(copy);
    github.me = person;
    await run(job);
    expect(copy.body).toContain(clocks);
    expect(github.comments.length).toBe(1);
  });

  it.each([401, 403, 404, 422, 500, 302])("passes where the API answers %i: one plain line instead", async (status) => {
    const job = await pullRequest(rots);
    github.status = status;
    const ran = await run(job);
    expect(ran.code).toBe(0);
    expect(ran.log.split("\n").filter((line) => line.startsWith("No comment: ")).length).toBe(1);
    expect(github.calls.length).toBe(1);
  });

  it("passes where nobody answers, without a token, and from a fork, which is not even asked", async () => {
    const job = await pullRequest(rots);
    const silent = { ...job, env: { ...job.env, GITHUB_API_URL: "http://127.0.0.1:9/api/v3" } };
    expect(await run(silent)).toMatchObject({ code: 0, log: expect.stringContaining("GitHub did not answer") });
    const tokenless = { ...job, env: { ...job.env, GITHUB_TOKEN: "" } };
    expect(await run(tokenless)).toMatchObject({ code: 0, log: expect.stringContaining("there is no token for one") });
    const pull = job.event.pull_request as { head: object };
    for (const repo of [{ full_name: "somebody/shop" }, null]) {
      const fork = { ...job, event: { pull_request: { ...pull, head: { ...pull.head, repo } } } };
      expect(await run(fork)).toMatchObject({ code: 0, log: expect.stringContaining("comes from a fork") });
    }
    expect(github.calls).toEqual([]);
  });

  it("follows no page that leads elsewhere", async () => {
    const job = await pullRequest(rots);
    for (let i = 0; i < 101; i++) github.comments.push({ id: i + 1, body: "LGTM", user: person });
    const elsewhere = await startGithub();
    github.nextPage = `${elsewhere.url}/repos/octo/shop/issues/12/comments?per_page=100&page=2`;
    await run(job);
    expect(elsewhere.calls).toEqual([]);
    await elsewhere.close();
  });

  it("cuts a comment that is longer than GitHub takes, and says so", async () => {
    const job = await pullRequest((branch) => {
      for (let i = 0; i < 40; i++)
        branch.change(`.blue/docs/rfcs/${String(i + 10).padStart(4, "0")}-${"long-".repeat(20)}x.draft.md`, [
          ...["---", `title: ${"x".repeat(300)}`, "---", `# RFC ${i}`],
          ...Array.from({ length: 30 }, (_, n) => `[${"y".repeat(300)}](../adrs/${n}-${"z".repeat(180)}.md)`),
        ]);
    });
    await run(job);
    expect(github.comments[0]!.body.length).toBeLessThanOrEqual(65_536);
    expect(github.comments[0]!.body).toMatch(/… and \d+ more|… cut here/);
  });

  it("reads no workflow command out of a file's name or a record's words", async () => {
    const name = ".blue/dialogues/2026-01-01T0000Z-x/opening.json";
    const job = await pullRequest((branch) => {
      branch.change(name, ["{}"]);
      branch.change(".blue/dialogues/2026-01-01T0000Z-x/%0A::set-output name=x::y,line=1.md", [
        "::error::no",
        "##[error]no",
      ]);
      branch.change(schemaPath, without);
    });
    const { log } = await run(job);
    const commands = log.split("\n").filter((line) => line.trimStart().startsWith("::"));
    expect(commands.length).toBeGreaterThan(0);
    for (const line of commands) expect(line).toMatch(/^::(?:error|warning|notice) [^:]*::[^\r\n]*$/);
    expect(log).not.toContain("##[");
  });

  it("with too little history says which depth it needs, in the log and the summary", async () => {
    const job = await pullRequest(rots, { depth: 1 });
    const ran = await run(job);
    expect(ran.code).toBe(2);
    expect(ran.log).toContain(
      "::error title=Blue::The commit to compare with was not fetched. Give actions/checkout `fetch-depth: 2`",
    );
    expect(ran.summary).toContain("could not be checked");
    expect(github.calls).toEqual([]);
  });
});

describe("other events", () => {
  it("a push is compared with what stood there before, and has no comment", async () => {
    const job = await pullRequest(rots);
    const before = (job.event.pull_request as { base: { sha: string } }).base.sha;
    const ran = await run({ ...job, event: { before }, env: { ...job.env, GITHUB_EVENT_NAME: "push" } });
    expect(ran).toMatchObject({ code: 0, outputs: { rotted: "1" } });
    expect(ran.log).toContain("this run belongs to no pull request");
    expect(github.calls).toEqual([]);
  });

  it("a force-push is compared with the main branch: what stood there before is in no clone", async () => {
    const job = await pullRequest(rots);
    const pushed = { ...job, event: { before: "1".repeat(40) }, env: { ...job.env, GITHUB_EVENT_NAME: "push" } };
    const cut = await run(pushed);
    expect(cut).toMatchObject({ code: 2, log: expect.stringContaining("`fetch-depth: 0`") });
    runGit(job.workspace, "fetch", "-q", "--unshallow", `file://${job.root}`);
    runGit(job.workspace, "update-ref", "refs/remotes/origin/main", "HEAD^1");
    expect(await run(pushed)).toMatchObject({ code: 0, outputs: { rotted: "1" } });
  });

  it("has one way to answer", async () => {
    const job = await pullRequest(() => {});
    const both = await run(job, "--pre-push");
    expect(both).toMatchObject({ code: 2, log: expect.stringContaining("--github and --pre-push") });
    const json = await run(job, "--json");
    expect(json).toMatchObject({ code: 2, summary: "", log: expect.stringContaining("--json") });
  });

  it("a project in a folder of its repository has paths from the repository's root and a comment of its own", async () => {
    const job = await pullRequest(() => {});
    const { workspace } = job;
    const folder = join(workspace, "shop");
    mkdirSync(folder);
    for (const name of [".blue", "src"]) runGit(workspace, "mv", name, `shop/${name}`);
    runGit(workspace, "commit", "-q", "-m", "moved");
    writeFileSync(join(folder, schemaPath), `${without.join("\n")}\n`);
    expect(existsSync(join(folder, ".blue"))).toBe(true);
    const ran = await run(job, "--project", "shop", "--diff", "HEAD");
    expect(ran.log).toContain(`file=shop/${schemaPath},line=3`);
    expect(github.comments[0]!.body.split("\n")[0]).toBe("<!-- blue check shop%2F -->");
    expect(ran.outputs.artifact).toBe("blue-report-shop");
  });

  it("an event that cannot be read is named", async () => {
    const job = await pullRequest(() => {});
    const ran = await run({ ...job, env: { ...job.env, GITHUB_EVENT_PATH: "/nowhere.json" } });
    expect(ran.code).toBe(1);
    expect(ran.log).toContain("GITHUB_EVENT_PATH");
  });
});
