/** action.yml and the workflow of the docs, read by GitHub's own parser; and the action's step, run as a runner does. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type * as parserPackage from "@actions/workflow-parser";
import type * as actionParser from "@actions/workflow-parser/actions/action-parser";
import { buildSync } from "esbuild";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { makeDecided, schemaLines, schemaPath } from "../helpers/decided.ts";
import { gitEnvironment, makeFolder, runGit } from "../helpers/project.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** As much of GitHub's evaluator as is used here; it comes with the parser. */
interface Expressions {
  Lexer: new (text: string) => { lex(): { tokens: unknown } };
  Parser: new (tokens: unknown, contexts: string[], functions: unknown[]) => { parse(): unknown };
  Evaluator: new (
    expression: unknown,
    context: unknown,
    functions: unknown,
  ) => { evaluate(): { coerceString(): string } };
  reviver: Parameters<typeof JSON.parse>[1];
}

/** GitHub's parser, which imports JSON as only a bundler can. */
async function loadParser(): Promise<typeof parserPackage & typeof actionParser & Expressions> {
  const outfile = join(makeFolder(), "parser.mjs");
  const contents = `export * from "@actions/workflow-parser"; export * from "@actions/workflow-parser/actions/action-parser"; export * from "@actions/expressions"; export * from "@actions/expressions/data/reviver";`;
  buildSync({ stdin: { contents, resolveDir: root }, bundle: true, format: "esm", platform: "node", outfile });
  return import(outfile);
}

const { NoOperationTraceWriter, parseAction, parseWorkflow, Lexer, Parser, Evaluator, reviver } = await loadParser();
const action = readFileSync(join(root, "action.yml"), "utf8");

function faultsOf(parser: typeof parseAction | typeof parseWorkflow, content: string): string[] {
  const file = { name: "file.yml", content };
  const { context } = (parser as typeof parseAction)(file, new NoOperationTraceWriter());
  return context.errors.getErrors().map(({ message }) => message);
}

describe("the action", () => {
  it("is what GitHub's schema of actions asks for", () => {
    expect(faultsOf(parseAction, action)).toEqual([]);
    expect(faultsOf(parseAction, action.replace("using: composite", "using: nothing"))).not.toEqual([]);
  });

  it("uses others' actions only at a fixed commit", () => {
    const uses = [...action.matchAll(/uses: (\S+)/g)].map(([, name]) => name!);
    expect(uses.length).toBeGreaterThan(0);
    for (const name of uses) expect(name).toMatch(/@[0-9a-f]{40}$/);
  });

  it("puts no expression into a script, where it could be read as commands", () => {
    const { runs } = parse(action) as { runs: { steps: { run?: string }[] } };
    for (const { run = "" } of runs.steps) expect(run).not.toContain("${{");
  });

  const publishing = () => {
    const { runs } = parse(action) as { runs: { steps: { name: string; if: string; run: string }[] } };
    return runs.steps.find(({ name }) => name === "Publish to the organisation")!;
  };

  it.each([
    ["push", "postgres://db", "true"],
    ["push", "", "true"],
    ["push", "none", "false"],
    ["pull_request", "postgres://db", "false"],
  ])(
    "on %s with the database '%s' comes to publishing, also after a failed check: %s",
    (event_name, database, comes) => {
      const context = JSON.parse(JSON.stringify({ github: { event_name }, inputs: { database } }), reviver);
      // Without a function of status in it, a step is left out after one that failed.
      const cancelled = { name: "cancelled", minArgs: 0, maxArgs: 0, call: () => JSON.parse("false", reviver) };
      const { tokens } = new Lexer(publishing().if).lex();
      const expression = new Parser(tokens, ["github", "inputs"], [cancelled]).parse();
      const functions = new Map([[cancelled.name, cancelled]]);
      expect(new Evaluator(expression, context, functions).evaluate().coerceString()).toBe(comes);
      expect(publishing().if).toContain("cancelled()");
    },
  );

  it.each([
    ["refs/heads/main", "postgresql://127.0.0.1:1/none", 1, "does not answer"],
    ["refs/heads/main", "", 0, "::warning title=Blue::Nothing was published: the input database is empty"],
    ["refs/tags/main", "postgresql://127.0.0.1:1/none", 0, "::warning title=Blue::Nothing was published: only pushes"],
    ["refs/heads/work", "postgresql://127.0.0.1:1/none", 0, "::warning title=Blue::Nothing was published: only pushes"],
  ])("a push to %s with the database '%s' publishes, or says that it does not", async (ref, database, exit, said) => {
    const { root: project } = await makeDecided();
    runGit(project, "remote", "add", "origin", "git@example.org:shop/orders.git");
    const { status, stdout, stderr } = spawnSync(
      "bash",
      ["--noprofile", "--norc", "-eo", "pipefail", "-c", publishing().run],
      {
        cwd: project,
        env: {
          ...gitEnvironment(),
          ...{ GITHUB_ACTION_PATH: root, GITHUB_REF: ref, MAIN: "main" },
          ...{ BLUE_PROJECT: ".", BLUE_DATABASE_URL: database },
        },
        encoding: "utf8",
      },
    );
    expect(stdout + stderr).toContain(said);
    expect(status === 0 ? 0 : 1).toBe(exit);
  });

  it("runs as the runner would, with what it is given by default", async () => {
    const decided = await makeDecided();
    runGit(decided.root, "checkout", "-q", "-b", "work");
    decided.change(schemaPath, schemaLines.slice(0, 2));
    decided.commit();
    const { inputs, runs } = parse(action) as {
      inputs: Record<string, { default: string }>;
      runs: { steps: { if?: string; run?: string; env?: Record<string, string> }[] };
    };
    const files = makeFolder({ "event.json": "{}", summary: "", output: "" });
    const given = (text: string) => text.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name) => inputs[name]!.default);
    for (const { if: condition = "", run, env = {} } of runs.steps) {
      if (run === undefined || /^inputs\.(?:database|site) != /.test(condition)) continue;
      const own = Object.entries({ ...env, GITHUB_TOKEN: "" }).map(([name, value]) => [name, given(value)]);
      const { status, stdout, stderr } = spawnSync("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", run], {
        cwd: decided.root,
        env: {
          ...gitEnvironment(),
          ...{ GITHUB_ACTION_PATH: root, GITHUB_EVENT_PATH: join(files, "event.json"), GITHUB_EVENT_NAME: "schedule" },
          ...{ GITHUB_STEP_SUMMARY: join(files, "summary"), GITHUB_OUTPUT: join(files, "output") },
          ...Object.fromEntries(own),
        },
        encoding: "utf8",
      });
      expect(status, `${stdout}${stderr}`).toBe(0);
    }
    expect(readFileSync(join(files, "output"), "utf8")).toContain("rotted=1\n");
    expect(readFileSync(join(files, "summary"), "utf8")).toContain("Decisions that this change rots");
  });

  it.each([
    ["true", true],
    ["false", false],
  ])("writes the site where it is asked to, public: %s", async (given, isPublic) => {
    const { root: project } = await makeDecided();
    const { runs } = parse(action) as { runs: { steps: { name: string; if?: string; run?: string }[] } };
    const step = runs.steps.find(({ name }) => name === "Write the site")!;
    expect(step.if).toBe("inputs.site != ''");
    const { status, stderr } = spawnSync("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", step.run!], {
      cwd: project,
      env: { ...gitEnvironment(), GITHUB_ACTION_PATH: root, BLUE_PROJECT: ".", SITE: "a site", SITE_PUBLIC: given },
      encoding: "utf8",
    });
    expect(status, stderr).toBe(0);
    const marker = JSON.parse(readFileSync(join(project, "a site/blue-site.json"), "utf8")) as { public: boolean };
    expect(marker.public).toBe(isPublic);
  });

  it("is called in the docs by a workflow that GitHub takes", () => {
    const docs = ["pull-requests.md", "organisation.md", "site.md"].map((name) =>
      readFileSync(join(root, "docs", name), "utf8"),
    );
    const workflows = docs.flatMap((text) => [...text.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text]) => text!));
    expect(workflows.length).toBe(3);
    for (const workflow of workflows) {
      expect(faultsOf(parseWorkflow, workflow)).toEqual([]);
      expect(faultsOf(parseWorkflow, workflow.replace("steps:", "stepps:"))).not.toEqual([]);
    }
  });
});
