/**
 * What can be checked of the manifests without the programs that read them; those that can be run here read them in test/e2e/plugins.slow.test.ts.
 * The two schemas below are what our files use of the published ones, which are in no npm package:
 * https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json and
 * https://raw.githubusercontent.com/cursor/plugins/main/schemas/plugin.schema.json
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import * as z from "zod";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8"));

const exactVersion = z.string().regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
const serverSchema = z.strictObject({
  $schema: z.literal("https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: exactVersion,
  packages: z.array(
    z.strictObject({
      registryType: z.literal("npm"),
      identifier: z.string(),
      version: exactVersion,
      runtimeHint: z.string(),
      transport: z.strictObject({ type: z.literal("stdio") }),
      packageArguments: z.array(z.strictObject({ type: z.literal("positional"), value: z.string() })),
    }),
  ),
});

const cursorPluginSchema = z.strictObject({
  name: z.string().regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/),
  displayName: z.string(),
  version: z.string(),
  description: z.string(),
  author: z.strictObject({ name: z.string().min(1) }),
  license: z.string(),
  keywords: z.array(z.string()),
  skills: z.string(),
  mcpServers: z.record(z.string(), z.strictObject({ command: z.string(), args: z.array(z.string()) })),
});

test("the MCP registry's rules hold for server.json", () => {
  const server = serverSchema.parse(read("server.json"));
  const { name, mcpName, version } = read("package.json");
  // The registry takes the package for ours when the package names the same server.
  expect(server.name).toBe(mcpName);
  expect(server.packages[0]).toMatchObject({ identifier: name, version });
});

test("Cursor's rules hold for its plugin", () => {
  cursorPluginSchema.parse(read(".cursor-plugin/plugin.json"));
});

test.each([".claude-plugin", ".cursor-plugin", ".codex-plugin"])(
  "the skills and the version of %s are the package's",
  (folder) => {
    const { skills, version, mcpServers } = read(`${folder}/plugin.json`);
    expect(mcpServers.blue.args).toContain(`blue-align@${version}`);
    for (const name of readdirSync(join(root, "skills")))
      expect(existsSync(join(root, skills, name, "SKILL.md"))).toBe(true);
  },
);
