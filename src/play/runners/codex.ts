/**
 * Codex as a runner. It reads by running commands, so its confinement is its sandbox: a profile in which only its own folder, its own program and the
 * system's files are there, nothing can be written, and there is no network. (`--sandbox` would replace that profile.)
 */
import { readFileSync, realpathSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join } from "node:path";
import { environmentFor } from "../../store/child-processes.ts";
import { findProgram, type Host } from "../../store/programs.ts";
import { gitVariablesFor } from "../../store/run-git.ts";
import { runAgent } from "../spawn-agent.ts";
import { CodexStream } from "./codex-stream.ts";
import { standingOf } from "./measured.ts";
import { askVersion, endedAs, isolatedFolder, notOnWindows } from "./process-runner.ts";
import type { RunEnd, Runner, RunRequest } from "./runner.ts";

/** From the user's configuration. */
export interface CodexOptions {
  /** More arguments: a provider or profile that its own configuration has, said again. */
  args?: readonly string[];
  /** Variables it gets beside the usual ones, such as that provider's key. */
  env?: readonly string[];
}

/** Codex says nothing while it thinks, but it says when it lost its model. */
const patienceMs = 2 * 60_000;

export function codexRunner(host: Host, options: CodexOptions = {}): Runner {
  return {
    name: "codex",
    kind: "process",
    structured: true,
    concurrency: 4,
    async find() {
      if (notOnWindows !== undefined) return notOnWindows;
      const program = findProgram(host, "codex");
      if (program === undefined)
        return { unusable: "there is no codex on the PATH", fix: "Install Codex and log in once." };
      const { elsewhere } = readConfig(host.env);
      if (elsewhere !== undefined && (options.args ?? []).length === 0)
        return {
          unusable: `its config.toml has \`${elsewhere}\`, which a confined run does not read`,
          fix: "Say it again as `args` of codex in your configuration of Blue.",
        };
      const version = await askVersion(program, environmentOf(host, options));
      if (version === undefined)
        return { unusable: `${program} does not say its version`, fix: "Run `codex --version` and see." };
      const standing = standingOf("codex", version);
      if ("unusable" in standing) return { ...standing, fix: "Run `codex update`." };
      return { version, endpoint: endpointIn(options.args ?? []), ...standing };
    },
    run: (request) => runCodex(host, options, request),
  };
}

async function runCodex(host: Host, options: CodexOptions, request: RunRequest): Promise<RunEnd> {
  const program = findProgram(host, "codex");
  if (program === undefined) return endedAs({ kind: "crashed", message: "codex is gone since it was found." });
  const folder = request.shelf ?? isolatedFolder(request.scratch);
  const schema = join(request.scratch, "schema.json");
  if (request.schema !== null) writeFileSync(schema, JSON.stringify(request.schema));
  const model = request.model ?? readConfig(host.env).model;
  const readable = [":minimal", realpathSync(folder), installOf(program)].map(
    (path) => `${JSON.stringify(path)}="read"`,
  );
  const set = Object.entries(gitVariablesFor(folder)).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const settings = [
    'default_permissions="blue"',
    `permissions.blue.filesystem={${readable.join(",")}}`,
    "project_doc_max_bytes=0",
    'web_search="disabled"',
    'shell_environment_policy.inherit="core"',
    `shell_environment_policy.set={${set.join(",")}}`,
    "skills.include_instructions=false",
    "analytics.enabled=false",
  ];
  // Plugins are fetched from elsewhere at every start.
  const without = ["multi_agent", "apps", "goals", "hooks", "plugins"];
  const lost = new AbortController();
  const stream = new CodexStream(request, patienceMs, () => lost.abort("network"));
  const exit = await runAgent(
    {
      argv: [
        ...[program, "exec", "--strict-config", "--json", "--ephemeral", "--ignore-user-config", "--ignore-rules"],
        "--skip-git-repo-check",
        ...settings.flatMap((setting) => ["-c", setting]),
        ...without.flatMap((feature) => ["--disable", feature]),
        ...(options.args ?? []),
        ...(model === undefined ? [] : ["--model", model]),
        ...(request.schema === null ? [] : ["--output-schema", schema]),
        "-",
      ],
      cwd: folder,
      env: environmentOf(host, options),
      input: request.prompt,
      streams: false,
      onLine: (line) => stream.read(line),
    },
    { ...request, signal: AbortSignal.any([request.signal, lost.signal]) },
  );
  return stream.end(exit);
}

function environmentOf(host: Host, { env = [] }: CodexOptions): Record<string, string> {
  return environmentFor(host, "agent", { prefixes: ["OPENAI_", "CODEX_"], names: env });
}

/** Its sandbox starts its own program again, so that must be readable: the folder that holds both the launcher and the program for this system. */
function installOf(program: string): string {
  const real = realpathSync(program);
  for (let at = dirname(real); dirname(at) !== at; at = dirname(at)) if (basename(at) === "@openai") return at;
  return dirname(real);
}

/** Of the user's own configuration, which confined runs do not load: the model, and what would send words elsewhere. */
export function readConfig(env: NodeJS.ProcessEnv): { model?: string; elsewhere?: string } {
  const file = join(env.CODEX_HOME || join(env.HOME || homedir(), ".codex"), "config.toml");
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return {};
  }
  const lines = text.split("\n").map((line) => /^\s*"?([\w.]+)"?\s*=/.exec(line));
  const elsewhere = lines
    .map((line) => line?.[1])
    .find((key) => /^(?:model_provider|profile|\w*base_url)$/.test(key ?? ""));
  const [general] = text.split(/^[ \t]*\[/m);
  const model = /^[ \t]*model[ \t]*=[ \t]*["']([^"'\n]+)["']/m.exec(general!)?.[1];
  return { ...(model !== undefined && { model }), ...(elsewhere !== undefined && { elsewhere }) };
}

function endpointIn(args: readonly string[]): string {
  const url = /base_url\s*=\s*["']?([^"'\s,}]+)/.exec(args.join(" "))?.[1];
  return url !== undefined && URL.canParse(url) ? new URL(url).host : "OpenAI";
}
