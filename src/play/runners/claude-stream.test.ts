import { expect, test } from "vitest";
import { ClaudeStream } from "./claude-stream.ts";
import type { RunEvent, RunRequest } from "./runner.ts";

const exit = { problem: null, succeeded: false, words: "exit code 1", seconds: 2 };
const start = (id: string, usage = {}) => ({
  type: "stream_event",
  event: { type: "message_start", message: { id, model: "m-1", usage } },
});
const says = (...content: object[]) => ({ type: "assistant", message: { content } });
const text = (words: string) => ({ type: "text", text: words });
const stops = (stop_reason: string, usage = {}) => ({
  type: "stream_event",
  event: { type: "message_delta", delta: { stop_reason }, usage },
});
const failed = (error: string) => ({ type: "assistant", error, message: { content: [text("API Error")] } });
const result = (over: object = {}) => ({
  type: "result",
  subtype: "success",
  is_error: false,
  result: "last",
  ...over,
});
const error = (over: object = {}) => result({ is_error: true, result: "It went wrong", ...over });

function read(...lines: object[]) {
  const events: RunEvent[] = [];
  const request = { shelf: "/shelf", onEvent: (event: RunEvent) => void events.push(event) } as unknown as RunRequest;
  const stream = new ClaudeStream(["Read", "Grep", "Glob"], request);
  const answers = lines.map((line) => stream.read(JSON.stringify(line)));
  return { events, answers, ended: stream.end(exit) };
}

test("the answer is the last message, all its blocks, without what was said before a tool call", () => {
  const { ended, events } = read(
    start("1", { input_tokens: 10, cache_creation_input_tokens: 5, cache_read_input_tokens: 100, output_tokens: 1 }),
    { type: "stream_event", event: { type: "content_block_delta", delta: { type: "text_delta", text: "Let me" } } },
    says(text("Let me look.")),
    says({ type: "tool_use", name: "Read", input: { file_path: "/shelf/src/a.ts" } }),
    stops("tool_use", { output_tokens: 7 }),
    start("2", { input_tokens: 20 }),
    says(text("# Draft")),
    says({ type: "tool_use", name: "Grep", input: { pattern: "todo", path: "/shelf/src" } }),
    stops("tool_use"),
    start("3"),
    says(text("# Draft")),
    says(text("One.\n"), text("Two.")),
    stops("end_turn"),
    result({ total_cost_usd: 0.5, modelUsage: { a: usage(1, 2, 3, 4), b: usage(10, 20, 30, 40) } }),
  );
  expect(ended).toEqual({
    kind: "answer",
    text: "# Draft\nOne.\nTwo.",
    cut: false,
    model: "m-1",
    tools: { Read: 1, Grep: 1 },
    usage: { input: 11 + 44, cached: 33, output: 22, usd: 0.5 },
    seconds: 2,
  });
  expect(events.filter(({ kind }) => kind !== "usage")).toEqual([
    { kind: "text", delta: "Let me" },
    { kind: "tool", name: "Read", about: "src/a.ts" },
    { kind: "tool", name: "Grep", about: "todo in src" },
  ]);
  expect(events.filter(({ kind }) => kind === "usage").slice(0, 3)).toEqual([
    { kind: "usage", usage: { input: 15, cached: 100, output: 1, usd: null } },
    { kind: "usage", usage: { input: 15, cached: 100, output: 7, usd: null } },
    { kind: "usage", usage: { input: 35, cached: 100, output: 7, usd: null } },
  ]);
});

function usage(
  inputTokens: number,
  outputTokens: number,
  cacheReadInputTokens: number,
  cacheCreationInputTokens: number,
) {
  return { inputTokens, outputTokens, cacheReadInputTokens, cacheCreationInputTokens };
}

test("a text that hit the output limit is all its pieces, and cut", () => {
  const pieces = [start("1"), says(text("[MUFFIN-P00")), stops("max_tokens"), start("2"), says(text("01: label]"))];
  const whole = { kind: "answer", text: "[MUFFIN-P0001: label]", cut: true };
  expect(read(...pieces, stops("end_turn"), result()).ended).toMatchObject(whole);
  const limit = [failed("max_output_tokens"), error({ api_error: "max_output_tokens" })];
  expect(read(...pieces, stops("max_tokens"), ...limit).ended).toMatchObject(whole);
  // The line dropped while it went on, and the request was made again.
  const again = [start("3"), says(text("01: label]")), stops("end_turn"), result()];
  expect(read(...pieces.slice(0, 4), ...again).ended).toMatchObject(whole);
  expect(read(start("1"), says(text("half")), stops("max_tokens"), result()).ended).toMatchObject({ cut: true });
});

test("an answer in a schema is the structured one", () => {
  const called = says({ type: "tool_use", name: "StructuredOutput", input: {} });
  const { ended } = read(start("1"), called, stops("tool_use"), result({ structured_output: { ok: true } }));
  expect(ended).toMatchObject({ kind: "answer", text: '{"ok":true}', tools: {} });
  expect(read(start("1"), says(text("no")), stops("end_turn"), result()).ended).toMatchObject({ text: "no" });
});

test.each([
  ["auth", [failed("authentication_failed"), error({ result: "Not logged in · Please run /login" })]],
  ["quota", [failed("billing_error"), error({ result: "Credit balance is too low" })]],
  ["quota", [failed("rate_limit"), error({ result: "You've hit your session limit · resets 3pm" })]],
  ["overloaded", [failed("rate_limit"), error({ result: "API Error: Request rejected (429)" })]],
  ["overloaded", [failed("server_error"), error({ result: "API Error: 529 Overloaded" })]],
  ["network", [failed("server_error"), error({ api_error: "connection_failed" })]],
  ["model", [failed("model_not_found"), error()]],
  ["context", [failed("invalid_request"), error({ terminal_reason: "prompt_too_long" })]],
  ["refused", [failed("invalid_request"), error({ stop_reason: "refusal" })]],
  [
    "budget",
    [error({ subtype: "error_max_budget_usd", result: undefined, errors: ["Reached maximum budget ($0.01)"] })],
  ],
  ["empty", [start("1"), stops("end_turn"), result({ result: "" })]],
  ["crashed", [error()]],
  ["crashed", [start("1"), says(text("A draft without an end"))]],
])("%s", (kind, lines) => {
  expect(read(...lines).ended.kind).toBe(kind);
});

test("tools and servers that were not asked for end the run at its start", () => {
  const init = { type: "system", subtype: "init", tools: ["Read", "Bash"], mcp_servers: [{ name: "evil" }] };
  expect(read(init).answers).toEqual([
    { kind: "tools", message: "It started with tools that were not asked for: Bash, evil." },
  ]);
  expect(read({ ...init, tools: ["Glob", "Grep", "Read"], mcp_servers: [] }).answers).toEqual([undefined]);
});

test("a key that is refused twice is not tried for minutes", () => {
  const retry = { type: "system", subtype: "api_retry", error: "authentication_failed", attempt: 1 };
  const { answers } = read(retry, { ...retry, attempt: 2 }, { ...retry, error: "overloaded", attempt: 9 });
  expect(answers).toEqual([undefined, { kind: "auth", message: "The login or key was refused." }, undefined]);
});

test("what is no line of the stream is passed over", () => {
  const stream = new ClaudeStream([], { onEvent() {} } as unknown as RunRequest);
  for (const line of ["", "Warning: no", "null", '"text"', "[]", "{}"]) expect(stream.read(line)).toBeUndefined();
});
