/** Every tool that the seeds name, called by its name over MCP on a server that offers the default toolsets. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { listenMcp, type McpHttpServer } from "../../src/mcp/serve-http.ts";
import { toolsets } from "../../src/operations/operation.ts";
import { registry } from "../../src/operations/registry.generated.ts";
import { makeDesk } from "../helpers/dialogue.ts";
import { callByCli, callByMcp, runCommand } from "../helpers/faces.ts";
import { makeOllama, withEnvironment } from "../helpers/fake-ollama.ts";
import { connectByHttp, stopAll } from "../helpers/mcp-client.ts";

const adr = {
  ".blue/docs/adrs/0014-alignment-dialogue-agents.accepted.md":
    "---\nstatus: accepted\n---\n\n# ADR 0014: Alignment dialogue agents\n\nAlignment scoring is unbounded.\n",
};

/** The tables of RFC 0057 §12 and of the alignment-play skill, and what RFC 0015 keeps. */
const groups: Record<string, string> = {
  dialogue:
    "create list get round_context round_register evolve_panel verdict_register export round_prompt sample_panel lint save expert_create",
  adr: "create list get relevant audit",
  spike: "create complete",
  audit: "create list get complete",
  prd: "create get approve complete list",
  reminder: "create list snooze clear",
  staging: "create destroy lock unlock status cost",
  llm: "start stop status providers",
  postmortem: "create action_to_rfc",
  runbook: "create update lookup actions",
};
const seedTools = [
  "blue_extract_dialogue",
  ...Object.entries(groups).flatMap(([group, verbs]) => verbs.split(" ").map((verb) => `blue_${group}_${verb}`)),
];

interface Refused {
  error_code: string;
  message: string;
  suggestion: string;
  context: { command: string; toolset?: string };
}

describe("a tool of the seeds, called by its name", () => {
  const { root } = makeDesk({ tree: adr });
  let server: McpHttpServer;
  beforeAll(async () => {
    server = await listenMcp({ projects: [root] });
  });
  afterAll(() => server.close());
  afterEach(stopAll);

  const call = async (name: string, given: Record<string, unknown> = {}) => {
    const client = await connectByHttp(server.projects[0]!.url, server.token, "2025-11-25");
    return client.callTool({ name, arguments: given });
  };

  it("is offered, or answers with the command that does the same and the toolset that has it", async () => {
    const client = await connectByHttp(server.projects[0]!.url, server.token, "2025-11-25");
    const listed = new Set((await client.listTools()).tools.map(({ name }) => name));
    const others = seedTools.filter((tool) => !listed.has(tool));
    expect(others.length).toBeGreaterThan(20);
    for (const tool of others) {
      const entry = registry.find((one) => one.tool === tool)!;
      const { isError, structuredContent, content } = await client.callTool({ name: tool, arguments: {} });
      const refused = structuredContent as unknown as Refused;
      expect(isError, tool).toBe(true);
      expect(refused).toMatchObject({
        error_code: "not_found",
        message: `${tool} is in toolset ${entry.toolset}, which this server was not started with`,
        context: { command: `blue ${entry.name.replace(".", " ")}`, toolset: entry.toolset },
      });
      expect(refused.suggestion).toContain(`\`${refused.context.command}\``);
      expect(refused.suggestion).toContain(`blue mcp --toolsets core,dialogue,${entry.toolset}`);
      expect(content).toEqual([{ type: "text", text: JSON.stringify(refused) }]);
    }
  });

  it("answers with a command that runs as it is, arguments and all", async () => {
    const { structuredContent } = await call("blue_adr_relevant", { query: "alignment scoring" });
    const { command } = (structuredContent as unknown as Refused).context;
    expect(command).toBe("blue adr relevant --query 'alignment scoring'");
    const { code, answer } = await runCommand(root, command);
    expect({ code, text: JSON.stringify(answer) }).toMatchObject({
      code: 0,
      text: expect.stringContaining("ADR 0014"),
    });
    const nested = await call("blue_runbook_create", { title: "x", actions: [{ name: "y" }] });
    expect(nested.structuredContent).toMatchObject({ context: { command: "blue runbook create --input input.json" } });
    const odd = await call("blue_adr_list", { "x; rm -rf .": "y", limit: 3 });
    expect(odd.structuredContent).toMatchObject({ context: { command: "blue adr list --limit 3" } });
  });

  it("blue_alignment_play is a command, and one that nobody knows is not found", async () => {
    const { isError, structuredContent } = await call("blue_alignment_play", { topic: "API versioning strategy" });
    expect(isError).toBe(true);
    expect(structuredContent).toMatchObject({
      message: "blue_alignment_play is a command, not a tool",
      context: { command: "blue alignment play --topic 'API versioning strategy'" },
    });
    await expect(call("blue_alignment_sing")).rejects.toThrow("Tool blue_alignment_sing not found");
  });
});

describe("the local model", () => {
  it("its providers are listed on both faces, alike", async () => {
    const { env } = await makeOllama();
    const { root } = makeDesk();
    const call = { root, name: "llm.providers", input: {} };
    await withEnvironment({ ...env, PATH: "", OLLAMA_HOST: "127.0.0.1:1" }, async () => {
      const { structuredContent } = await callByMcp(call, toolsets);
      const { providers } = structuredContent as { providers: { name: string; usable: boolean }[] };
      expect(providers.map(({ name }) => name)).toEqual(
        expect.arrayContaining(["claude", "anthropic", "openai", "ollama", "codex", "opencode"]),
      );
      expect(providers.find(({ name }) => name === "ollama")).toMatchObject({
        usable: false,
        fix: expect.stringContaining("`blue llm start`"),
      });
      expect((await callByCli(call)).answer).toMatchObject({ providers: providers.map(({ name }) => ({ name })) });
    });
  });

  it("is started by a person: over MCP the refusal names the tool, and the command to run", async () => {
    const { root } = makeDesk();
    for (const verb of ["start", "stop"]) {
      const { structuredContent } = await callByMcp({ root, name: `llm.${verb}`, input: {} }, toolsets);
      expect(structuredContent).toMatchObject({
        error_code: "invalid_input",
        constraint: "command_line_only",
        message: `\`blue_llm_${verb}\`: a person runs this, on the command line`,
        suggestion: `Ask the user to run \`blue llm ${verb}\`.`,
      });
    }
    const audit = await callByMcp({ root, name: "adr.audit", input: { run_commands: true } }, toolsets);
    expect(audit.structuredContent).toMatchObject({
      suggestion: "Ask a person to run `blue adr audit --run-commands`.",
    });
  });
});
