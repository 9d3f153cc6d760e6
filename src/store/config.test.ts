import { readFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { link, makeFolder, makeProject } from "../../test/helpers/project.ts";
import { BlueError } from "../errors.ts";
import { configPath, readConfig } from "./config.ts";

async function refusal(text: string): Promise<BlueError> {
  const project = makeProject({ [configPath]: text });
  const thrown = await readConfig(project).then(
    (config) => new Error(`accepted: ${JSON.stringify(config)}`),
    (error) => error,
  );
  if (thrown instanceof BlueError) return thrown;
  throw thrown;
}

describe("a project's configuration", () => {
  test("is optional", async () => {
    expect(await readConfig(makeProject())).toEqual({ config: {}, warnings: [] });
    expect(await readConfig(makeProject({ [configPath]: "" }))).toEqual({ config: {}, warnings: [] });
    expect(await readConfig(makeProject({ [configPath]: "# nothing yet\n" }))).toEqual({ config: {}, warnings: [] });
  });

  test("reads every key of the example in docs/config.md, and the page explains each", async () => {
    const page = readFileSync(new URL("../../docs/config.md", import.meta.url), "utf8");
    const [, example = ""] = /```yaml\n([\s\S]*?)```/.exec(page) ?? [];
    const { config, warnings } = await readConfig(makeProject({ [configPath]: example }));
    expect(warnings).toEqual([]);
    const { suggestion } = await refusal("panel_size: none");
    expect(suggestion).toBe(`Known keys: ${Object.keys(config).join(", ")}.`);
    for (const key of Object.keys(config)) expect(page).toContain(`| \`${key}\` |`);
  });

  test("is read when every key is known and every value good", async () => {
    const text =
      "\ufeffmodel: opus\r\npanel_size: 6\r\nrotation: none\r\nmax_rounds: 12\r\ntoolsets:\r\n  - core\r\n  - adr\r\n";
    expect(await readConfig(makeProject({ [configPath]: text }))).toEqual({
      config: { model: "opus", panel_size: 6, rotation: "none", max_rounds: 12, toolsets: ["core", "adr"] },
      warnings: [],
    });
  });

  test.each([
    ["a value of the wrong type", "model: opus\npanel_size: six\n", 2, "panel_size"],
    ["a value too small", "max_rounds: 1\n", 1, "max_rounds"],
    ["a value too large", "# limit\nmax_rounds: 100\n", 2, "max_rounds"],
    ["a fraction", "panel_size: 2.5\n", 1, "panel_size"],
    ["a choice that is none", "model: x\n\n\nrotation: spin\n", 4, "rotation"],
    ["an empty value", "model:\n", 1, "model"],
    ["a bad item in a list", "model: x\ntoolsets:\n  - core\n  - 7\n", 2, "toolsets"],
  ])("with %s names file, line and key", async (_, text, line, key) => {
    const error = await refusal(text);
    expect(error).toMatchObject({ code: "invalid_input", field: key, context: { path: configPath, line } });
    expect(error.message).toContain(`${configPath}:${line}:`);
    expect(error.message).toContain(key);
    expect(error.suggestion).toContain("panel_size");
  });

  test.each([
    ["an unknown key", "model: opus\n\npanelsize: 6\n", 3, "panelsize"],
    ["an unknown key that is a number", "model: opus\n7: x\n", 2, "7"],
    ["an unknown key in quotes", 'model: opus\n"panel size": 6\n', 2, "panel size"],
    ["a key that is built in elsewhere", "model: opus\nconstructor: 1\n", 2, "constructor"],
  ])("with %s is read, and says which key is not", async (_, text, line, key) => {
    expect(await readConfig(makeProject({ [configPath]: text }))).toEqual({
      config: { model: "opus" },
      warnings: [`${configPath}: Blue does not read \`${key}\` (line ${line}).`],
    });
  });

  test("names a key that is a map, and nobody else prints a warning", async () => {
    const warned = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
    const { warnings } = await readConfig(makeProject({ [configPath]: "? { model: a }\n: b\n" }));
    expect(warnings).toEqual([`${configPath}: Blue does not read \`{ model: a }\` (line 1).`]);
    expect(warned).not.toHaveBeenCalled();
    warned.mockRestore();
  });

  test.each([
    ["an open bracket", "model: opus\ntoolsets: [core\n", 3],
    ["a tab for indentation", "model: opus\ntoolsets:\n\t- core\n", 3],
    ["a key twice", "model: a\nmodel: b\n", 2],
    ["two documents", "model: a\n---\nmodel: b\n", 2],
    ["a list instead of keys", "- model\n", 1],
    ["a bare word", "model\n", 1],
    ["an alias to nothing", "panel_size: 2\nmodel: *nobody\n", 2],
    ["conflict marks", "<<<<<<< HEAD\nmodel: a\n=======\nmodel: b\n>>>>>>> other\n", 1],
  ])("that is not understood (%s) names file and line", async (_, text, line) => {
    const error = await refusal(text);
    expect(error).toMatchObject({ code: "invalid_input", context: { path: configPath } });
    expect(error.message).toMatch(/^\.blue\/config\.yaml:\d+: ./);
    expect(Math.abs(Number(error.context?.line) - line)).toBeLessThanOrEqual(1);
  });

  test.each(["runners", "prices"])("may not have %s: they are the user's own", async (key) => {
    const error = await refusal(`model: opus\n${key}: {}\n`);
    expect(error).toMatchObject({ code: "invalid_input", field: key, context: { path: configPath, line: 2 } });
    expect(error.suggestion).toContain("~/.config/blue/config.yaml");
  });

  test("that unfolds without end is refused, not unfolded", async () => {
    const levels = Array.from({ length: 30 }, (_, i) => `a${i + 1}: &a${i + 1} [${`*a${i},`.repeat(9)}*a${i}]`);
    const error = await refusal(`a0: &a0 [x]\n${levels.join("\n")}\n`);
    expect(error.code).toBe("invalid_input");
  });

  test("that is a link or too large is refused", async () => {
    const outside = makeFolder({ "config.yaml": "model: theirs\n" });
    for (const content of [link(`${outside}/config.yaml`), `# ${"x".repeat(1024 * 1024)}`]) {
      await expect(readConfig(makeProject({ [configPath]: content }))).rejects.toMatchObject({
        code: "path_outside_project",
        field: "config",
      });
    }
  });
});

describe("a configuration that would cost more than it says", () => {
  test.each([
    ["of 30,000 keys", Array.from({ length: 30_000 }, (_, i) => `k${i}: 1`).join("\n"), "too long"],
    [
      "of many keys on one line",
      `a: {${Array.from({ length: 5_000 }, (_, i) => `k${i}: 1`).join(", ")}}`,
      "keys and marks",
    ],
    ["of deep lists", `toolsets: ${"[".repeat(1_000)}`, "nested deeper than 16 levels"],
  ])("%s is refused by name", async (_, text, why) => {
    const error = await refusal(text);
    expect(error).toMatchObject({ code: "invalid_input", context: { path: configPath, line: 1 } });
    expect(error.message).toContain(`${configPath}:1: the file is not read: it`);
    expect(error.message).toContain(why);
  });
});
