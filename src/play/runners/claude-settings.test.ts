import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../../../test/helpers/project.ts";
import { endpointOf, prefixesFor, readSettings } from "./claude-settings.ts";

test("the model, the key helper and the variables of user and administrator, and nothing else", () => {
  const user = { model: "opus", apiKeyHelper: "mine", env: { A: "1", B: 2 }, hooks: {}, permissions: {} };
  const managed = { apiKeyHelper: "theirs", env: { B: "3" }, enabledPlugins: {} };
  const folder = makeFolder({
    ".claude/settings.json": JSON.stringify(user),
    "managed/managed-settings.json": JSON.stringify(managed),
    "broken/settings.json": "{ // no",
  });
  const carried = { model: "opus", apiKeyHelper: "theirs", env: { A: "1", B: "3" } };
  expect(readSettings({ HOME: folder }, join(folder, "managed"))).toEqual(carried);
  expect(readSettings({ CLAUDE_CONFIG_DIR: join(folder, ".claude") }, undefined)).toMatchObject({
    apiKeyHelper: "mine",
  });
  expect(readSettings({ HOME: join(folder, "nobody") }, undefined)).toEqual({ env: {} });
  const broken = join(folder, "broken");
  expect(readSettings({ CLAUDE_CONFIG_DIR: broken }, undefined)).toEqual({ unreadable: join(broken, "settings.json") });
});

test("a cloud brings its variables and its name", () => {
  expect(prefixesFor({})).toEqual(["ANTHROPIC_", "CLAUDE_"]);
  expect(prefixesFor({ CLAUDE_CODE_USE_BEDROCK: "1" })).toContain("AWS_");
  expect(prefixesFor({ CLAUDE_CODE_USE_VERTEX: "0" })).toEqual(["ANTHROPIC_", "CLAUDE_"]);
  expect(endpointOf({})).toBe("api.anthropic.com");
  expect(endpointOf({ ANTHROPIC_BASE_URL: "https://gateway.example/a" })).toBe("gateway.example");
  expect(endpointOf({ CLAUDE_CODE_USE_VERTEX: "true" })).toBe("Google Vertex AI");
});
