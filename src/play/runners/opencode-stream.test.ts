import { expect, test } from "vitest";
import { OpenCodeStream } from "./opencode-stream.ts";
import type { RunEvent, RunRequest } from "./runner.ts";

const exit = { problem: null, succeeded: false, words: "exit code 1", seconds: 2 };
const start = { type: "step_start", part: {} };
const says = (text: string) => ({ type: "text", part: { text } });
const tokens = { input: 10, output: 3, reasoning: 2, cache: { read: 100, write: 5 } };
const finish = (reason: string) => ({ type: "step_finish", part: { reason, tokens, cost: 0.25 } });
const error = (name: string, data: object = {}) => ({ type: "error", error: { name, data } });

function read(...lines: object[]) {
  const events: RunEvent[] = [];
  const request = { shelf: "/shelf", onEvent: (event: RunEvent) => void events.push(event) } as unknown as RunRequest;
  const stream = new OpenCodeStream(request);
  for (const line of lines) stream.read(JSON.stringify(line));
  return { events, ended: stream.end(exit) };
}

test("the answer is the text of the last step", () => {
  const tool = { type: "tool_use", part: { tool: "read", state: { input: { filePath: "/shelf/src/a.ts" } } } };
  const { ended, events } = read(
    start,
    says("I look."),
    tool,
    finish("tool-calls"),
    start,
    says("One."),
    says("Two."),
    finish("stop"),
  );
  expect(ended).toEqual({
    ...{ kind: "answer", text: "One.\nTwo.", cut: false, model: null, tools: { read: 1 }, seconds: 2 },
    usage: { input: 30, cached: 200, output: 10, usd: 0.5 },
  });
  expect(events).toContainEqual({ kind: "tool", name: "read", about: "src/a.ts" });
  expect(read(start, says("half"), finish("length")).ended).toMatchObject({ kind: "answer", cut: true });
});

test.each([
  ["empty", [start, finish("stop")]],
  ["refused", [start, says("no"), finish("content-filter")]],
  ["auth", [error("APIError", { message: "invalid x-api-key", statusCode: 401 })]],
  ["auth", [error("ProviderAuthError", { message: "no login" })]],
  ["quota", [error("APIError", { message: "You exceeded your current quota", statusCode: 429 })]],
  ["overloaded", [error("APIError", { message: "Rate limit", statusCode: 429 })]],
  ["overloaded", [error("APIError", { message: "Overloaded", statusCode: 529 })]],
  ["model", [error("APIError", { message: "model: nope", statusCode: 404 })]],
  ["context", [error("ContextOverflowError", { message: "prompt is too long" })]],
  ["network", [error("APIError", { message: "Cannot connect" })]],
  ["crashed", [error("UnknownError", { message: "?" })]],
  ["crashed", [start, says("No end")]],
])("%s", (kind, lines) => {
  expect(read(...lines).ended.kind).toBe(kind);
});
