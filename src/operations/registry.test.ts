import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { operationNames } from "./names.ts";
import { toolName } from "./operation.ts";
import { registry } from "./registry.generated.ts";

const operations = await Promise.all(registry.map((entry) => entry.load()));
const reference = readFileSync(fileURLToPath(new URL("../../docs/reference.md", import.meta.url)), "utf8");

/** Names of all keywords in a JSON Schema, wherever they stand. */
function keywords(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(keywords);
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) => [key, ...keywords(value)]);
}

describe("the registry", () => {
  it("lists every operation once, in the order of the list", () => {
    expect(registry.map(({ name }) => name)).toEqual(operationNames);
    expect(new Set(registry.map(({ tool }) => tool)).size).toBe(registry.length);
  });
});

describe.each(registry.map((entry) => [entry.name, entry] as const))("%s", (name, entry) => {
  const operation = operations.find((one) => one.name === name)!;

  it("loads as the operation it names", async () => {
    const loaded = await entry.load();
    expect(loaded.name).toBe(name);
    expect(entry.tool).toBe(toolName(name));
  });

  it("has names and texts within clients' limits", () => {
    expect(name).toMatch(/^[a-z]+(?:-[a-z]+)*(?:\.[a-z]+(?:-[a-z]+)*)?$/);
    expect(entry.tool.length).toBeLessThanOrEqual(32);
    expect(entry.summary.length).toBeLessThanOrEqual(80);
    expect(entry.summary).not.toMatch(/\.$/);
    expect(Buffer.byteLength(entry.description)).toBeLessThanOrEqual(2048);
    expect(entry.description.length).toBeGreaterThan(entry.summary.length);
  });

  it("has a flat schema that every client understands", () => {
    expect(entry.inputSchema.type).toBe("object");
    for (const union of ["anyOf", "oneOf", "allOf"]) expect(entry.inputSchema).not.toHaveProperty(union);
    expect(keywords(entry.inputSchema)).not.toEqual(expect.arrayContaining(["$ref"]));
    expect(keywords(entry.inputSchema)).not.toEqual(expect.arrayContaining(["$defs"]));
    expect(keywords(entry.inputSchema)).not.toEqual(expect.arrayContaining(["$schema"]));
  });

  it("refuses unknown fields", () => {
    const parsed = operation.input.safeParse({ no_such_field_anywhere: 1 });
    expect(parsed.success).toBe(false);
    expect(JSON.stringify(parsed.error?.issues)).toContain("no_such_field_anywhere");
  });

  it("shows an example that starts its own command", () => {
    const command = `blue ${name.replace(".", " ")}`;
    const names = [command, ...(entry.cli.aliases ?? []).map((alias) => `blue ${name.split(".")[0]} ${alias}`)];
    expect(entry.examples.length).toBeGreaterThan(0);
    for (const example of entry.examples) expect(names.some((one) => example.command.includes(one))).toBe(true);
  });

  it("is in the reference", () => {
    expect(reference).toContain(`### blue ${name.replace(".", " ")}\n`);
    expect(reference).toContain(`\`${entry.tool}\``);
  });

  it("has a test beside it", () => {
    expect(existsSync(fileURLToPath(new URL(`./${name.replace(".", "/")}.test.ts`, import.meta.url)))).toBe(true);
  });
});
