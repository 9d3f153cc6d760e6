/**
 * Real agents after `blue install`, each against a scripted model on the loopback: which of Blue's tools and skills reach the model, and what it is shown
 * of an answer and of a refusal.
 */
import { execFileSync, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { initGit, link, makeFolder, plant } from "../../test/helpers/project.ts";
import { startGemini } from "../../test/helpers/scripted-gemini.ts";
import { resultsOf, resultText, startModel } from "../../test/helpers/scripted-model.ts";
import { startResponses } from "../../test/helpers/scripted-responses.ts";

/** What one request showed the model. */
interface Shown {
  /** Names of the tools it may call. */
  tools: string[];
  /** Answers of tools so far, as it reads them. */
  results: string[];
  /** All of the request. */
  whole: string;
}

/** A call, or words. */
type Turn = { name: string; input: Record<string, unknown> } | { text: string };

interface Model {
  url: string;
  close(): Promise<void>;
}

interface Place {
  root: string;
  home: string;
}

/** What the model was shown of Blue in one session. */
export interface Seen {
  /** How the agent calls itself to the server, and the protocol it asks for. */
  client: string;
  version: string;
  protocol: string;
  tools: string[];
  /** Without their descriptions. */
  deferred: boolean;
  /** The server's. */
  instructions: boolean;
  skills: string[];
  /** Answers as the model read them: of a call, of one that is refused, of one that is as long as can be. */
  created: string;
  refused: string;
  long: string;
  /** What the agent printed. */
  words: string;
}

interface Client {
  speak(turn: (shown: Shown) => Turn): Promise<Model>;
  /** Its name for one of our tools. */
  nameOf(tool: string): string;
  /** What its user did before: named a model, trusted the folder. */
  prepare?(place: Place, url: string): void;
  argv(program: string, prompt: string): string[];
  env(url: string): Record<string, string>;
}

const anthropic: Client["speak"] = (turn) =>
  startModel((shown) => {
    const results = resultsOf(shown).map(resultText);
    const said = turn({ tools: (shown.tools ?? []).map(({ name }) => name), results, whole: JSON.stringify(shown) });
    return "text" in said ? said : { tools: [said] };
  });

const clients: Record<string, Client> = {
  claude: {
    speak: anthropic,
    nameOf: (tool) => `mcp__blue__${tool}`,
    prepare({ home, root }) {
      plant(home, { ".claude.json": JSON.stringify({ projects: { [root]: { hasTrustDialogAccepted: true } } }) });
    },
    argv: (program, prompt) => [program, "-p", prompt],
    env: (url) => ({
      ...{ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: "none", CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1" },
      ...{ DISABLE_TELEMETRY: "1", DISABLE_AUTOUPDATER: "1", MCP_CONNECTION_NONBLOCKING: "0" },
    }),
  },
  codex: {
    speak: (turn) =>
      startResponses((asked) => {
        // It names the tools of servers nowhere: a script has to look for them.
        const [found, ...results] = asked.input
          .filter(({ type }) => /_output$/.test(type))
          .map(({ output }) => textIn(output));
        if (found === undefined)
          return { exec: 'text(ALL_TOOLS.map((tool) => tool.name).filter((name) => name.includes("blue")))' };
        const said = turn({ tools: [], results, whole: JSON.stringify(asked) });
        return "text" in said ? said : { exec: `text(await tools.${said.name}(${JSON.stringify(said.input)}))` };
      }),
    nameOf: (tool) => `mcp__blue__${tool}`,
    prepare({ home, root }, url) {
      const lines = [
        'model_provider = "script"',
        "analytics.enabled = false",
        `[model_providers.script]\nname = "script"\nbase_url = "${url}/v1"\nwire_api = "responses"\nenv_key = "SCRIPT_KEY"`,
        `[projects.${JSON.stringify(root)}]\ntrust_level = "trusted"`,
        "",
      ];
      plant(home, { ".codex/config.toml": lines.join("\n") });
    },
    argv: (program, prompt) => [process.execPath, program, "exec", "--disable", "plugins", prompt],
    env: () => ({ SCRIPT_KEY: "key" }),
  },
  gemini: {
    speak: (turn) => startGemini(turn),
    nameOf: (tool) => `mcp_blue_${tool}`,
    prepare({ home, root }) {
      plant(home, {
        ".gemini/trustedFolders.json": JSON.stringify({ [root]: "TRUST_FOLDER" }),
        ".gemini/settings.json": JSON.stringify({
          security: { auth: { selectedType: "gemini-api-key" } },
          privacy: { usageStatisticsEnabled: false },
          telemetry: { enabled: false },
        }),
      });
    },
    argv: (program, prompt) => [process.execPath, program, "--yolo", "-m", "gemini-2.5-flash", "-p", prompt],
    env: (url) => ({ GEMINI_API_KEY: "none", GOOGLE_GEMINI_BASE_URL: url, GEMINI_CLI_NO_RELAUNCH: "true" }),
  },
  copilot: {
    speak: anthropic,
    nameOf: (tool) => `blue-${tool}`,
    argv: (program, prompt) => [program, "--trust-folder", "--allow-all-tools", "-p", prompt],
    env: (url) => ({
      ...{ COPILOT_PROVIDER_BASE_URL: url, COPILOT_PROVIDER_TYPE: "anthropic", COPILOT_PROVIDER_API_KEY: "none" },
      ...{ COPILOT_MODEL: "claude-sonnet-4.5", COPILOT_OFFLINE: "true" },
    }),
  },
  opencode: {
    speak: anthropic,
    nameOf: (tool) => `blue_${tool}`,
    prepare({ home }, url) {
      const options = { baseURL: `${url}/v1`, apiKey: "none" };
      const config = { model: "anthropic/claude-sonnet-4-5", provider: { anthropic: { options } }, autoupdate: false };
      // It would fetch this package at every start.
      const installed = { packages: { "": { dependencies: { "@opencode-ai/plugin": "*" } } } };
      plant(home, {
        ".config/opencode/opencode.json": JSON.stringify(config),
        ".config/opencode/package-lock.json": JSON.stringify(installed),
        ".config/opencode/node_modules/": "",
      });
    },
    argv: (program, prompt) => [program, "run", prompt],
    env: () => ({ OPENCODE_DISABLE_MODELS_FETCH: "1", OPENCODE_DISABLE_DEFAULT_PLUGINS: "1" }),
  },
};

const patienceMs = 150_000;

interface Tools {
  /** Blue's bundle. */
  blue: string;
  /** scripts/clients/marking-node.mjs */
  markingNode: string;
  /** What agents need on the PATH: name → program. */
  programs: Record<string, string>;
}

/** Of an output that is a text or a list of texts. */
function textIn(output: unknown): string {
  return typeof output === "string" ? output : (output as { text?: string }[]).map(({ text }) => text ?? "").join("\n");
}

/** One session after `blue install`: `create`, the same with a file that is not there, and a long answer. */
export async function sessionOf(
  name: string,
  program: string,
  scope: "here" | "user",
  { blue, markingNode, programs }: Tools,
): Promise<Seen> {
  const client = clients[name]!;
  const shown: Shown[] = [];
  const model = await client.speak((one) => {
    shown.push(one);
    const create = client.nameOf("blue_dialogue_create");
    if (!one.whole.includes(create)) return { text: "There are no such tools." };
    const input = { title: "Cursor or offset", template: "general", panel_size: 2 };
    const calls = [
      { name: create, input },
      { name: create, input: { ...input, subject: "missing.md" } },
      { name: client.nameOf("blue_status"), input: {} },
    ];
    return calls[one.results.length] ?? { text: "Done." };
  });
  try {
    const base = makeFolder({ "project/design.md": "# Pages\n", "home/tmp/": "", notes: "" });
    const [root, home, notes] = [join(base, "project"), join(base, "home"), join(base, "notes")];
    initGit(root);
    const bin = makeFolder(Object.fromEntries(Object.entries(programs).map(([at, to]) => [at, link(to)])));
    const node = `#!/bin/sh\nexec '${process.execPath}' '${markingNode}' '${notes}' "$@"\n`;
    writeFileSync(join(bin, "node"), node, { mode: 0o755 });
    client.prepare?.({ root, home }, model.url);
    const env = {
      ...{ HOME: home, TMPDIR: join(home, "tmp"), LANG: "C", PATH: `${bin}:/usr/bin:/bin` },
      ...{ HTTP_PROXY: model.url, HTTPS_PROXY: model.url, NO_PROXY: "127.0.0.1" },
      ...client.env(model.url),
    };
    execFileSync(process.execPath, [blue, "install", `--${scope}`, "--agent", name], { cwd: root, env });
    const words = await runToEnd(client.argv(program, "Call Blue."), root, env);
    const first = shown.find(({ whole }) => whole.includes(client.nameOf("blue_dialogue_create")));
    const [created = "", refused = "", long = ""] = shown.at(-1)?.results ?? [];
    const listed = (first?.tools ?? []).filter((tool) => tool.startsWith(client.nameOf("blue_")));
    const named = [...new Set(first?.whole.match(new RegExp(`${client.nameOf("blue_")}\\w+`, "g")))];
    return {
      ...introductionIn(notes),
      tools: listed.length > 0 ? listed : named,
      deferred: listed.length === 0,
      instructions: first?.whole.includes("Start with blue_status") === true,
      skills: ["alignment-play", "alignment-expert"].filter((skill) => first?.whole.includes(skill)),
      created,
      refused,
      long,
      words,
    };
  } finally {
    await model.close();
  }
}

/** The newer era says with every request who asks. */
function introductionIn(notes: string): Pick<Seen, "client" | "version" | "protocol"> {
  const said = readFileSync(notes, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line).params ?? {});
  const meta = (key: string) => said.map(({ _meta }) => _meta?.[`io.modelcontextprotocol/${key}`]).find(Boolean);
  const { name = "", version = "" } = said.find(({ clientInfo }) => clientInfo)?.clientInfo ?? meta("clientInfo") ?? {};
  const protocol = said.find((one) => one.protocolVersion)?.protocolVersion ?? meta("protocolVersion") ?? "";
  return { client: name, version, protocol };
}

async function runToEnd(argv: string[], cwd: string, env: Record<string, string>): Promise<string> {
  const child = spawn(argv[0]!, argv.slice(1), { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  let words = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (words += text));
  const patience = setTimeout(() => child.kill("SIGKILL"), patienceMs);
  await new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
  clearTimeout(patience);
  return words;
}
