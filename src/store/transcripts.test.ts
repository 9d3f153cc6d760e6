import { execFileSync } from "node:child_process";
import { truncateSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { link, makeFolder, plant } from "../../test/helpers/project.ts";
import type { BlueError } from "../errors.ts";
import { findTranscript, largestTranscript, readTranscript } from "./transcripts.ts";

type Block = Record<string, unknown>;

let serial = 0;
/** A line as a session file has it: one content block, wrapped. */
function line(id: string, block: Block, more: Block = {}): string {
  const role = more.role ?? "assistant";
  const message = { id, type: "message", role, content: [block] };
  return JSON.stringify({ type: role, uuid: `u${++serial}`, isSidechain: true, sessionId: "s", message, ...more });
}
const says = (text: string): Block => ({ type: "text", text });
const uses = (id: string): Block => ({ type: "tool_use", id, name: "Read", input: { file_path: "a.md" } });
const jsonl = (...lines: string[]) => `${lines.join("\n")}\n`;

const asked = line("m0", says("Read the prompt."), { role: "user" });
const atWork = [
  line("m1", { type: "thinking", thinking: "Where to start?" }),
  line("m1", says("I read the sources first.")),
  line("m1", uses("t1")),
  line("m1", uses("t2")),
];
const draft = "[MUFFIN-P0001: one file] A record is one file.\n\n[MUFFIN-S0001: APPROVE | 0.9]";

function read(content: string | Uint8Array, name = "agent-a1.jsonl", options = {}) {
  return readTranscript(join(makeFolder({ [name]: content }), name), options);
}

function refusal(act: () => unknown): BlueError {
  try {
    act();
  } catch (thrown) {
    return thrown as BlueError;
  }
  throw new Error("nothing was thrown");
}

test("the last assistant message's text is read from one content block per line, gathered by message", () => {
  const content = jsonl(asked, ...atWork, line("m2", says("First part.")), line("m2", says(draft)));
  expect(read(content)).toMatchObject({
    state: "whole",
    text: `First part.\n\n${draft}`,
    messages: 2,
    tool_uses: 2,
    bytes: Buffer.byteLength(content),
    notes: [],
  });
});

test("what the run took: the last model, each message's last count without the cache, first line to last", () => {
  const at = (time: string, id: string, model: string, usage: Block) => {
    const message = { id, role: "assistant", model, usage, content: [says("x")] };
    return JSON.stringify({ type: "assistant", timestamp: `2026-11-16T10:0${time}Z`, message });
  };
  const used = { input_tokens: 10, cache_creation_input_tokens: 2_000, cache_read_input_tokens: 90_000 };
  const content = jsonl(
    asked,
    at("0:00.000", "m1", "small", { ...used, output_tokens: 1 }),
    at("0:02.000", "m1", "large", { ...used, output_tokens: 30 }),
    at("1:30.500", "m2", "large", { input_tokens: 5, output_tokens: 55, cache_read_input_tokens: null }),
    at("1:30.500", "m3", "<synthetic>", { input_tokens: 0, output_tokens: 0 }),
  );
  expect(read(content).run).toEqual({ model: "large", tokens: 2_100, seconds: 91 });
  expect(read(jsonl(asked, ...atWork)).run).toEqual({});
});

test("all assistant text is given on request, thinking and tool calls never", () => {
  const content = jsonl(asked, ...atWork, line("m2", says(draft)));
  expect(read(content, "agent-a1.jsonl", { all: true }).text).toBe(`I read the sources first.\n\n${draft}`);
});

test("blocks of one message belong together when another line stands between them", () => {
  const result = line("r", { type: "tool_result", tool_use_id: "t1" }, { role: "user" });
  const content = jsonl(line("m1", says("one")), line("m1", uses("t1")), result, line("m1", says("two")));
  expect(read(content)).toMatchObject({ text: "one\n\ntwo", messages: 1, tool_uses: 1 });
});

test("a torn last line is skipped and said", () => {
  const content = jsonl(asked, line("m1", says("Kept."))) + line("m2", says(draft)).slice(0, 60);
  const transcript = read(content);
  expect(transcript).toMatchObject({ state: "torn", text: "Kept.", messages: 1 });
  expect(transcript.notes).toEqual(["Cut off or damaged, and left out: line 3."]);
});

test("a last line without its line end is whole when it can be read", () => {
  expect(read(jsonl(asked) + line("m1", says("Kept.")))).toMatchObject({ state: "whole", text: "Kept." });
});

test("a file that holds nothing but a torn line is torn, without text", () => {
  expect(read('{"type":"assistant","mess')).toMatchObject({ state: "torn", text: "" });
});

test("damaged lines in the middle are named", () => {
  const content = jsonl(asked, "{ oops", line("m1", says("Kept.")), "more", "and more");
  const transcript = read(content);
  expect(transcript).toMatchObject({ state: "torn", text: "Kept." });
  expect(transcript.notes).toEqual(["Cut off or damaged, and left out: line 2, 4, 5."]);
});

test("an empty file is an answer, not an error", () => {
  expect(read("")).toMatchObject({ state: "empty", text: "", messages: 0, bytes: 0 });
  expect(read(" \n\n", "a1.output")).toMatchObject({ state: "empty", text: "", messages: 0 });
});

test("a transcript in which the agent said nothing is empty and says so", () => {
  const transcript = read(jsonl(asked, line("m1", uses("t1")), line("m1", says(" "))));
  expect(transcript).toMatchObject({ state: "empty", messages: 1, tool_uses: 1 });
  expect(transcript.notes).toEqual(["The agent's last message has no text, as when it was stopped at work."]);
  expect(read(jsonl(asked))).toMatchObject({ state: "empty", messages: 0, notes: [] });
});

test("an agent that was stopped at work is told from one that finished", () => {
  const transcript = read(jsonl(asked, line("m1", says("I look further.")), line("m2", uses("t1"))));
  expect(transcript.text).toBe("I look further.");
  expect(transcript.notes[0]).toContain("last message has no text");
});

test("an error of the model is not the expert's text", () => {
  const failed = line("m2", says("API Error: overloaded"), { isApiErrorMessage: true });
  const transcript = read(jsonl(asked, line("m1", says("Before.")), failed));
  expect(transcript).toMatchObject({ state: "whole", text: "Before." });
  expect(transcript.notes).toEqual(["The agent ended with an error of its model: API Error: overloaded"]);
  expect(read(jsonl(failed))).toMatchObject({ state: "empty", text: "" });
});

test("a file that is no transcript is refused, and nothing of it is shown", () => {
  for (const text of [draft, "root:x:0:0:", '{"answer": 42}', "{ not json", "[1, 2]", "-----BEGIN KEY-----"]) {
    const error = refusal(() => read(text, "a1.output"));
    expect(error).toMatchObject({ code: "invalid_input", field: "file_path", constraint: "transcript" });
    expect(JSON.stringify(error)).not.toContain(text.slice(2, 9));
  }
  expect(read("no transcript, whatever its name").text).toBe("");
});

test("a binary file is refused", () => {
  expect(refusal(() => read(new Uint8Array([1, 0, 2]), "a1.output"))).toMatchObject({
    code: "invalid_input",
    constraint: "text",
  });
});

test("a folder, a pipe and a device are refused", () => {
  const folder = makeFolder({ "folder/": "" });
  execFileSync("mkfifo", [join(folder, "pipe")]);
  for (const path of [join(folder, "folder"), join(folder, "pipe"), "/dev/null"]) {
    expect(refusal(() => readTranscript(path))).toMatchObject({ code: "invalid_input", constraint: "regular_file" });
  }
});

test("a link is followed to its file; one that leads nowhere is not found, as a file that never was", () => {
  const folder = makeFolder({
    "agent-a1.jsonl": jsonl(line("m1", says(draft))),
    "a1.output": link("agent-a1.jsonl"),
    "gone.output": link("agent-gone.jsonl"),
  });
  const transcript = readTranscript(join(folder, "a1.output"));
  expect(transcript).toMatchObject({ path: join(folder, "agent-a1.jsonl"), text: draft });
  for (const name of ["gone.output", "never.output"])
    expect(refusal(() => readTranscript(join(folder, name)))).toMatchObject({ code: "not_found", field: "file_path" });
});

test("a file that is too large is refused before it is read", () => {
  const path = join(makeFolder({ "a1.output": "" }), "a1.output");
  truncateSync(path, largestTranscript + 1);
  const error = refusal(() => readTranscript(path));
  expect(error).toMatchObject({ code: "invalid_input", field: "file_path", constraint: "regular_file" });
  expect(error.message).toContain(`larger than ${largestTranscript} bytes`);
});

test("a relative path starts where the caller says", () => {
  expect(
    readTranscript("out/a1.output", { base: makeFolder({ "out/a1.output": jsonl(line("m1", says(draft))) }) }).text,
  ).toBe(draft);
});

const session = "projects/-home-me-blue/0b7a/subagents";

test("a task's transcript is found among the agent's sessions, the newest of several", () => {
  const older = `${session}/agent-a6dc70c.jsonl`;
  const newer = "projects/-other/77aa/subagents/agent-a6dc70c.jsonl";
  const config = makeFolder({ [older]: jsonl(line("m1", says(draft))), "projects/-blue/0b7a.jsonl": "{}" });
  const find = (id: string) => findTranscript(id, { CLAUDE_CONFIG_DIR: config });
  expect(find("a6dc70c")).toBe(join(config, older));
  expect(find("agent-a6dc70c")).toBe(join(config, older));
  plant(config, { [newer]: "{}" });
  utimesSync(join(config, older), 1_000, 1_000);
  expect(find("a6dc70c")).toBe(join(config, newer));
});

test("a config folder whose projects are linked elsewhere is followed", () => {
  const elsewhere = makeFolder({ "-blue/0b7a/subagents/agent-a1.jsonl": "{}" });
  const CLAUDE_CONFIG_DIR = makeFolder({ projects: link(elsewhere) });
  expect(findTranscript("a1", { CLAUDE_CONFIG_DIR })).toBe(join(elsewhere, "-blue/0b7a/subagents/agent-a1.jsonl"));
});

test("a task without a transcript is not found, with where Blue looked", () => {
  const config = makeFolder({ [`${session}/agent-a12.jsonl`]: "{}" });
  expect(refusal(() => findTranscript("a1", { CLAUDE_CONFIG_DIR: config }))).toMatchObject({
    code: "not_found",
    field: "task_id",
    value: "a1",
    context: { looked_in: [join(config, "projects")] },
  });
});

test.each(["", "../a1", "a*", "a/b", "a.b", "ä", "a".repeat(65)])("%o is not a task ID", (id) => {
  expect(refusal(() => findTranscript(id, {}))).toMatchObject({ code: "invalid_input", field: "task_id" });
});
