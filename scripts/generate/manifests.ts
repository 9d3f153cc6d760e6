/**
 * What other programs read to find Blue: plugins and their marketplaces, the MCP bundle, the MCP registry. All of it says what package.json says, so
 * all of it is made from there.
 */
import { readFileSync } from "node:fs";
import { defaultToolsets, type Operation, toolName } from "../../src/operations/operation.ts";

interface Package {
  name: string;
  mcpName: string;
  version: string;
  description: string;
  license: string;
  author: { name: string };
  keywords: string[];
  engines: { node: string };
}

/** Path from the repository's root → text. */
export function manifests(operations: readonly Operation[]): [string, string][] {
  const ours: Package = JSON.parse(readFileSync("package.json", "utf8"));
  const { version, description, license, author, keywords } = ours;
  const launch = ["-y", `${ours.name}@${version}`];
  const server = { command: "npx", args: [...launch, "mcp"] };

  // A plugin's own server runs in the project. A portable `plugin.json` at the root would run it in the folder the plugin was installed to.
  const plugin = {
    name: "blue",
    version,
    description,
    author,
    license,
    keywords,
    skills: "./skills/",
    mcpServers: { blue: server },
  };
  const hook = { type: "command", command: `npx ${launch.join(" ")} hook subagent-stop || true` };
  const marketplace = {
    name: "blue-align",
    owner: author,
    metadata: { description },
    plugins: [{ name: plugin.name, source: "./", description }],
  };
  const files: Record<string, object> = {
    ".claude-plugin/plugin.json": { ...plugin, hooks: { SubagentStop: [{ hooks: [hook] }] } },
    ".claude-plugin/marketplace.json": {
      ...marketplace,
      plugins: [{ ...marketplace.plugins[0], category: "productivity" }],
    },
    ".cursor-plugin/plugin.json": { ...plugin, displayName: "Blue" },
    ".cursor-plugin/marketplace.json": marketplace,
    ".codex-plugin/plugin.json": {
      ...plugin,
      interface: {
        displayName: "Blue",
        shortDescription: description,
        developerName: author.name,
        category: "Productivity",
        capabilities: ["Read", "Write"],
        defaultPrompt: ["Play alignment with 5 experts on docs/design.md"],
      },
    },
    ".agents/plugins/marketplace.json": {
      name: marketplace.name,
      interface: { displayName: "Blue" },
      plugins: [
        {
          name: plugin.name,
          source: { source: "local", path: "./" },
          policy: { installation: "AVAILABLE", authentication: "ON_INSTALL" },
          category: "Productivity",
        },
      ],
    },
    "mcpb/manifest.json": {
      manifest_version: "0.4",
      name: ours.name,
      display_name: "Blue",
      version,
      description,
      author,
      license,
      keywords,
      server: {
        type: "node",
        entry_point: "dist/blue.js",
        mcp_config: {
          command: "node",
          // Without a flag, which would load the command line first.
          // biome-ignore lint/suspicious/noTemplateCurlyInString: replaced by the client
          args: ["${__dirname}/dist/blue.js", "mcp"],
          // biome-ignore lint/suspicious/noTemplateCurlyInString: replaced by the client
          env: { BLUE_PROJECT: "${user_config.project}" },
        },
      },
      user_config: {
        project: {
          type: "directory",
          title: "Project",
          description: "The folder, best a git repository, in which Blue keeps its records",
          required: true,
        },
      },
      tools: operations
        .filter(({ toolset }) => defaultToolsets.includes(toolset))
        .map(({ name, summary }) => ({ name: toolName(name), description: summary })),
      compatibility: { platforms: ["darwin", "linux", "win32"], runtimes: { node: ours.engines.node } },
    },
    "server.json": {
      $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
      name: ours.mcpName,
      title: "Blue",
      description,
      version,
      packages: [
        {
          registryType: "npm",
          identifier: ours.name,
          version,
          runtimeHint: "npx",
          transport: { type: "stdio" },
          packageArguments: [{ type: "positional", value: "mcp" }],
        },
      ],
    },
  };
  return Object.entries(files).map(([path, value]) => [path, `${JSON.stringify(value, null, 2)}\n`]);
}
