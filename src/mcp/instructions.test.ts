import { expect, it } from "vitest";
import { registry } from "../operations/registry.generated.ts";
import { instructionsFor } from "./instructions.ts";

it("instructions fit into 2 KB with every tool offered", () => {
  expect(Buffer.byteLength(instructionsFor(registry))).toBeLessThanOrEqual(2048);
});

it("instructions name no tool that is not offered", () => {
  const tools = registry.map(({ tool }) => tool);
  for (const entry of registry) {
    const named = instructionsFor([entry]).match(/\bblue_\w+/g) ?? [];
    expect(named.filter((name) => name !== entry.tool)).toEqual([]);
  }
  const named = new Set(instructionsFor(registry).match(/\bblue_\w+/g));
  expect([...named].filter((name) => !tools.includes(name))).toEqual([]);
});
