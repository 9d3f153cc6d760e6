import { describe, expect, it } from "vitest";
import { defaultToolsets } from "../operations/operation.ts";
import { registry } from "../operations/registry.generated.ts";
import { briefSchema, toolOf } from "./tools.ts";

const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
const offered = registry.filter(({ toolset }) => defaultToolsets.includes(toolset));

describe("the list of tools that is offered by default", () => {
  it("has at most 25 tools in at most 30 KB, and round_register takes at most 6 KB of them", () => {
    expect(offered.length).toBeLessThanOrEqual(25);
    expect(bytes({ tools: offered.map(toolOf) })).toBeLessThanOrEqual(30_000);
    expect(bytes(toolOf(offered.find(({ name }) => name === "dialogue.round-register")!))).toBeLessThanOrEqual(6_000);
  });

  it("has what a Judge needs after the verdict too: the RFC, both lints and the search", () => {
    const tools = offered.map(({ tool }) => tool);
    expect(tools).toEqual(
      expect.arrayContaining(["blue_rfc_create", "blue_lint", "blue_dialogue_lint", "blue_search"]),
    );
  });
});

it("orchestrates nothing: no tool plays a dialogue or starts a run", () => {
  const tools = registry.map(({ tool }) => tool);
  expect(tools.filter((tool) => /play|review/.test(tool))).toEqual([]);
});

describe("a schema in the list", () => {
  it.each(registry.map((entry) => [entry.tool, entry] as const))("of %s names every field", (_, { inputSchema }) => {
    const brief = briefSchema(inputSchema);
    expect(Object.keys(brief.properties)).toEqual(Object.keys(inputSchema.properties));
    expect(brief.required).toEqual(inputSchema.required);
  });

  it("describes the objects of equal lists once, and of a list that takes more only what is more", () => {
    const { inputSchema } = registry.find(({ name }) => name === "dialogue.round-register")!;
    const { perspectives, claims, tensions } = briefSchema(inputSchema).properties;
    expect(Object.keys(perspectives!.items!.properties as object)).toContain("merges");
    expect(claims).toEqual({ type: "array", description: "Like `perspectives`.", items: { type: "object" } });
    expect(Object.keys(tensions!.items!.properties as object)).toEqual(["owner", "resolution_path"]);
  });
});
