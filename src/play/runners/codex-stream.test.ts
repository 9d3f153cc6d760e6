import { expect, test, vi } from "vitest";
import { CodexStream } from "./codex-stream.ts";
import type { RunEvent, RunRequest } from "./runner.ts";

const exit = { problem: null, succeeded: false, words: "exit code 1", seconds: 2 };
const item = (id: string, type: string, over: object = {}) => ({ type: "item.completed", item: { id, type, ...over } });
const completed = { type: "turn.completed", usage: { input_tokens: 400, cached_input_tokens: 160, output_tokens: 40 } };
const failed = (message: string) => ({ type: "turn.failed", error: { message } });

function read(...lines: object[]) {
  const events: RunEvent[] = [];
  const request = { onEvent: (event: RunEvent) => void events.push(event) } as unknown as RunRequest;
  const stream = new CodexStream(request, 1000, () => {});
  for (const line of lines) stream.read(JSON.stringify(line));
  return { events, ended: stream.end(exit) };
}

test("the answer is the last message before the turn is complete", () => {
  const { ended, events } = read(
    { type: "thread.started" },
    item("1", "agent_message", { text: "I look." }),
    { type: "item.started", item: { id: "2", type: "command_execution", command: "/bin/bash -lc 'cat a'" } },
    item("2", "command_execution", { command: "/bin/bash -lc 'cat a'" }),
    item("3", "reasoning", { text: "hm" }),
    item("4", "agent_message", { text: "The draft." }),
    completed,
  );
  const usage = { input: 240, cached: 160, output: 40, usd: null };
  expect(ended).toEqual({
    ...{ kind: "answer", text: "The draft.", cut: false },
    ...{ model: null, usage, tools: { command_execution: 1 }, seconds: 2 },
  });
  expect(events).toEqual([
    { kind: "text", delta: "I look.\n" },
    { kind: "tool", name: "command_execution", about: "'cat a'" },
    { kind: "text", delta: "The draft.\n" },
    { kind: "usage", usage },
  ]);
});

test.each([
  ["auth", failed("unexpected status 401 Unauthorized: Incorrect API key, url: http://x/v1/responses")],
  ["quota", failed("Quota exceeded. Check your plan and billing details.")],
  ["quota", failed("You’ve hit your usage limit. Upgrade to Pro, or try again later.")],
  ["overloaded", failed("exceeded retry limit, last status: 429 Too Many Requests")],
  ["overloaded", failed("unexpected status 503 Service Unavailable: no, url: http://x")],
  ["context", failed("Codex ran out of room in the model's context window. Start a new thread.")],
  ["refused", failed("stream disconnected before completion: Incomplete response returned, reason: content_filter")],
  ["model", failed("The model `nope` does not exist")],
  ["network", failed("stream disconnected before completion: error sending request for url (http://x)")],
  ["crashed", failed("something else")],
  ["empty", completed],
  ["crashed", item("1", "agent_message", { text: "No end" })],
])("%s", (kind, line) => {
  expect(read(line).ended.kind).toBe(kind);
});

test("a text at the output limit is cut", () => {
  const limit = failed("Incomplete response returned, reason: max_output_tokens");
  const { ended } = read(item("1", "agent_message", { text: "half" }), limit);
  expect(ended).toMatchObject({ kind: "answer", text: "half", cut: true });
});

test("a model that cannot be reached again in time is lost; an item means that it was", () => {
  vi.useFakeTimers();
  try {
    const lost = vi.fn();
    const stream = new CodexStream({ onEvent() {} } as unknown as RunRequest, 1000, lost);
    const reconnecting = JSON.stringify({ type: "error", message: "Reconnecting... 1/5 (stream disconnected)" });
    stream.read(reconnecting);
    vi.advanceTimersByTime(900);
    stream.read(JSON.stringify(item("1", "command_execution")));
    vi.advanceTimersByTime(900);
    expect(lost).not.toHaveBeenCalled();
    stream.read(reconnecting);
    vi.advanceTimersByTime(600);
    stream.read(reconnecting);
    stream.read(JSON.stringify(item("2", "error", { message: "Falling back" })));
    vi.advanceTimersByTime(600);
    expect(lost).toHaveBeenCalledTimes(1);
  } finally {
    vi.useRealTimers();
  }
});
