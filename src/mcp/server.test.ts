import { expect, it } from "vitest";
import { callByMcp } from "../../test/helpers/faces.ts";
import { makeFolder } from "../../test/helpers/project.ts";
import { carrierFor } from "./server.ts";

it.each([
  ["claude-code", "2025-11-25", "data"],
  ["claude-code", undefined, "data"],
  ["codex-mcp-client", "2025-06-18", "data"],
  ["copilot-cli", "2026-07-28", "text"],
  ["gemini-cli-mcp-client", "2025-06-18", "text"],
  ["opencode", "2025-11-25", "text"],
  ["constructor", "2025-11-25", "both"],
  ["somebody-else", "2025-06-18", "both"],
  ["somebody-else", "2025-03-26", "text"],
  [undefined, undefined, "both"],
] as const)("a client called %s that speaks %s gets its answers as %s", (client, protocol, carrier) => {
  expect(carrierFor(client, protocol)).toBe(carrier);
});

it("an answer goes over the wire once where the client is known, and a refusal always as text", async () => {
  const call = { root: makeFolder(), name: "status", input: {} };
  const both = await callByMcp(call);
  const data = await callByMcp(call, undefined, "data");
  const text = await callByMcp(call, undefined, "text");
  expect(data.structuredContent).toEqual(both.structuredContent);
  expect(JSON.stringify(data.content).length).toBeLessThan(80);
  expect(text).toEqual({ content: both.content });
  const refused = await callByMcp({ ...call, input: { nothing: 1 } }, undefined, "data");
  expect(refused).toMatchObject({ isError: true, structuredContent: { error_code: "invalid_input" } });
  expect(JSON.stringify(refused.content)).toContain("known_fields");
  const told = await callByMcp({ ...call, input: { nothing: 1 } }, undefined, "text");
  expect(told).toEqual({ isError: true, content: refused.content });
});
