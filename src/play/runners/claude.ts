/** Claude Code as a runner: without a terminal, with three tools that read its own folder, and none of the project's or the user's customisations. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { environmentFor } from "../../store/child-processes.ts";
import { findProgram, type Host } from "../../store/programs.ts";
import { runAgent } from "../spawn-agent.ts";
import { endpointOf, prefixesFor, readSettings } from "./claude-settings.ts";
import { ClaudeStream } from "./claude-stream.ts";
import { standingOf } from "./measured.ts";
import { askVersion, endedAs, isolatedFolder, notOnWindows } from "./process-runner.ts";
import type { Runner, RunRequest } from "./runner.ts";

const readTools = ["Read", "Grep", "Glob"];
/** With this one an answer in a schema is given; Claude Code adds it by itself. */
const answerTool = "StructuredOutput";

/** The prompt itself is a file: in a prompt `@path` would be replaced by that file's content, and arguments are visible to every user. */
const sentence = "Follow the instructions at the end of your system prompt. Your last message is your answer.";

export function claudeRunner(host: Host): Runner {
  return {
    name: "claude",
    kind: "process",
    structured: true,
    concurrency: 4,
    async find() {
      if (notOnWindows !== undefined) return notOnWindows;
      const program = findProgram(host, "claude");
      if (program === undefined)
        return { unusable: "there is no claude on the PATH", fix: "Install Claude Code and log in once." };
      const settings = readSettings(host.env);
      if ("unreadable" in settings)
        return { unusable: `${settings.unreadable} cannot be read as JSON`, fix: "Correct it: it may name a gateway." };
      const version = await askVersion(program, environmentOf(host, settings.env));
      if (version === undefined)
        return { unusable: `${program} does not say its version`, fix: "Run `claude --version` and see." };
      const standing = standingOf("claude", version);
      if ("unusable" in standing) return { ...standing, fix: "Run `claude update`." };
      return { version, endpoint: endpointOf({ ...host.env, ...settings.env }), ...standing };
    },
    run: (request) => runClaude(host, request),
  };
}

async function runClaude(host: Host, request: RunRequest) {
  const { scratch, schema } = request;
  const settings = readSettings(host.env);
  const program = findProgram(host, "claude");
  if (program === undefined || "unreadable" in settings)
    return endedAs({ kind: "crashed", message: "claude or its settings are gone since they were found." });
  const files = { settings: join(scratch, "settings.json"), prompt: join(scratch, "prompt.txt") };
  writeFileSync(files.settings, JSON.stringify(settings), { mode: 0o600 });
  writeFileSync(files.prompt, request.prompt, { mode: 0o600 });
  const tools = schema === null && request.shelf !== null ? readTools : [];
  const stream = new ClaudeStream(schema === null ? tools : [answerTool], request);
  const exit = await runAgent(
    {
      argv: [
        ...[program, "-p", "--output-format", "stream-json", "--verbose", "--include-partial-messages"],
        ...["--restricted", "--safe-mode", "--strict-mcp-config", "--settings", files.settings],
        ...["--permission-prompts", "none", "--no-session-persistence", "--tools", tools.join(",")],
        ...["--append-system-prompt-file", files.prompt],
        ...(schema === null ? [] : ["--json-schema", JSON.stringify(schema)]),
        ...(request.model === null ? [] : ["--model", request.model]),
        ...(request.share.usd === null ? [] : ["--max-budget-usd", Math.max(request.share.usd, 0.0001).toFixed(4)]),
      ],
      cwd: request.shelf ?? isolatedFolder(scratch),
      env: environmentOf(host, settings.env),
      input: sentence,
      streams: true,
      onLine: (line) => stream.read(line),
    },
    request,
  );
  return stream.end(exit);
}

/** Blue may itself run inside Claude Code or an editor: these would tie the run to that session. */
const ofThisSession = ["CLAUDE_PROJECT_DIR", "CLAUDE_CODE_SSE_PORT", "CLAUDE_CODE_ENTRYPOINT"];

function environmentOf(host: Host, settings: Record<string, string>): Record<string, string> {
  const given = environmentFor(host, "agent", { prefixes: prefixesFor({ ...host.env, ...settings }) });
  for (const name of ofThisSession) delete given[name];
  // Telemetry and updates go to other hosts than the model does.
  return { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1", ...given };
}
