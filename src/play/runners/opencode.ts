/**
 * OpenCode as a runner: a home of its own in which there is no customisation, three tools that read the folder, every other permission denied. It keeps
 * the answers of tools in its data folder and lets any session read them, so that folder is the run's own too; only the login is shared.
 */
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { type ParseError, parse } from "jsonc-parser";
import { environmentFor } from "../../store/child-processes.ts";
import { findProgram, type Host } from "../../store/programs.ts";
import { runAgent } from "../spawn-agent.ts";
import { standingOf } from "./measured.ts";
import { OpenCodeStream } from "./opencode-stream.ts";
import { askVersion, endedAs, isolatedFolder, notOnWindows } from "./process-runner.ts";
import type { RunEnd, Runner, RunRequest } from "./runner.ts";

/** From the user's configuration. */
export interface OpenCodeOptions {
  /** Variables it gets beside the usual ones, such as a provider's key. */
  env?: readonly string[];
}

const keys = ["OPENCODE_API_KEY", "ANTHROPIC_API_KEY", "OPENAI_API_KEY", "OPENROUTER_API_KEY", "GEMINI_API_KEY"];

export function openCodeRunner(host: Host, options: OpenCodeOptions = {}): Runner {
  return {
    name: "opencode",
    kind: "process",
    structured: false,
    concurrency: 4,
    async find() {
      if (notOnWindows !== undefined) return notOnWindows;
      const program = findProgram(host, "opencode");
      if (program === undefined)
        return { unusable: "there is no opencode on the PATH", fix: "Install OpenCode and log in once." };
      if (findProgram(host, "rg") === undefined)
        return {
          unusable: "opencode would fetch ripgrep from github.com",
          fix: "Install ripgrep, as `rg` on the PATH.",
        };
      const config = readConfig(host.env);
      if ("unreadable" in config)
        return { unusable: `${config.unreadable} cannot be read`, fix: "Correct it: it may name a gateway." };
      const version = await askVersion(program, environmentFor(host, "agent"));
      if (version === undefined)
        return { unusable: `${program} does not say its version`, fix: "Run `opencode --version` and see." };
      const standing = standingOf("opencode", version);
      if ("unusable" in standing) return { ...standing, fix: "Run `opencode upgrade`." };
      return { version, endpoint: null, ...standing };
    },
    run: (request) => runOpenCode(host, options, request),
  };
}

async function runOpenCode(host: Host, { env = [] }: OpenCodeOptions, request: RunRequest): Promise<RunEnd> {
  const program = findProgram(host, "opencode");
  const config = readConfig(host.env);
  if (program === undefined || "unreadable" in config)
    return endedAs({ kind: "crashed", message: "opencode or its configuration is gone since it was found." });
  const home = makeHome(request.scratch, host.env);
  const file = join(request.scratch, "config.json");
  writeFileSync(file, JSON.stringify({ ...config.carried, ...confining }), { mode: 0o600 });
  const stream = new OpenCodeStream(request);
  const exit = await runAgent(
    {
      argv: [
        ...[program, "run", "--format", "json", "--pure", "--title", "Blue"],
        ...(request.model === null ? [] : ["--model", request.model]),
      ],
      cwd: request.shelf ?? isolatedFolder(request.scratch),
      env: {
        ...environmentFor(host, "agent", { names: [...keys, ...env] }),
        ...home,
        ...Object.fromEntries(switches.map((name) => [`OPENCODE_${name}`, "1"])),
        OPENCODE_CONFIG: file,
        OPENCODE_DB: join(request.scratch, "sessions.db"),
      },
      input: request.prompt,
      streams: false,
      onLine: (line) => stream.read(line),
    },
    request,
  );
  return stream.end(exit);
}

const confining = {
  permission: { "*": "deny", read: "allow", grep: "allow", glob: "allow", list: "allow", external_directory: "deny" },
  ...{ autoupdate: false, share: "disabled", snapshot: false, lsp: false, formatter: false },
};

const switches = [
  ...["PURE", "DISABLE_PROJECT_CONFIG", "DISABLE_CLAUDE_CODE", "DISABLE_EXTERNAL_SKILLS", "DISABLE_DEFAULT_PLUGINS"],
  ...["DISABLE_AUTOUPDATE", "DISABLE_MODELS_FETCH", "DISABLE_LSP_DOWNLOAD", "DISABLE_AUTOCOMPACT", "DISABLE_SHARE"],
];

/** Folders of the run's own, with the user's login in them. */
function makeHome(scratch: string, env: NodeJS.ProcessEnv): Record<string, string> {
  const folder = (name: string) => {
    const path = join(scratch, name);
    mkdirSync(path, { recursive: true });
    return path;
  };
  const [config, data] = [folder("config/opencode"), folder("data/opencode")];
  // It would fetch this package at every start.
  const installed = { packages: { "": { dependencies: { "@opencode-ai/plugin": "*" } } } };
  mkdirSync(join(config, "node_modules"));
  writeFileSync(join(config, "package-lock.json"), JSON.stringify(installed));
  const login = join(env.XDG_DATA_HOME || join(env.HOME || homedir(), ".local/share"), "opencode/auth.json");
  if (existsSync(login)) symlinkSync(login, join(data, "auth.json"));
  return {
    ...{
      HOME: folder("home"),
      TMPDIR: folder("tmp"),
      XDG_CONFIG_HOME: folder("config"),
      XDG_DATA_HOME: folder("data"),
    },
    ...{ XDG_STATE_HOME: folder("state"), XDG_CACHE_HOME: folder("cache") },
  };
}

/** What decides where words go. */
const carriedKeys = ["model", "small_model", "provider", "enabled_providers", "disabled_providers"];

/** Of the user's own configuration, which these runs do not load. */
function readConfig(env: NodeJS.ProcessEnv): { carried: Record<string, unknown> } | { unreadable: string } {
  const folder = join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), ".config"), "opencode");
  const carried: Record<string, unknown> = {};
  for (const name of ["config.json", "opencode.json", "opencode.jsonc"]) {
    const file = join(folder, name);
    if (!existsSync(file)) continue;
    const errors: ParseError[] = [];
    const value = parse(readFileSync(file, "utf8"), errors, { allowTrailingComma: true }) as Record<string, unknown>;
    if (errors.length > 0) return { unreadable: file };
    for (const key of carriedKeys) if (value[key] !== undefined) carried[key] = value[key];
  }
  return { carried };
}
