import { execFileSync } from "node:child_process";
import { utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { link, makeFolder, plant, snapshot, type Tree } from "../../test/helpers/project.ts";
import type { BlueError } from "../errors.ts";
import { type Files, nodeFiles } from "./files.ts";
import { type FindTranscriptOptions, findTranscript, readTranscript } from "./transcripts.ts";

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
    format: "jsonl",
    state: "whole",
    text: `First part.\n\n${draft}`,
    cut: false,
    messages: 2,
    tool_uses: 2,
    bytes: Buffer.byteLength(content),
    notes: [],
  });
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

test("a line that was written twice counts once", () => {
  const twice = line("m1", says("once"));
  expect(read(jsonl(twice, line("m1", uses("t1")), twice))).toMatchObject({ text: "once", messages: 1, tool_uses: 1 });
});

test("a torn last line is skipped and said", () => {
  const content = jsonl(asked, line("m1", says("Kept."))) + line("m2", says(draft)).slice(0, 60);
  const transcript = read(content);
  expect(transcript).toMatchObject({ state: "torn", text: "Kept.", messages: 1 });
  expect(transcript.notes).toEqual(["Line 3 is cut off or damaged and left out."]);
});

test("a last line without its line end is whole when it can be read", () => {
  expect(read(jsonl(asked) + line("m1", says("Kept.")))).toMatchObject({ state: "whole", text: "Kept." });
});

test("a file that holds nothing but a torn line is torn, without text", () => {
  expect(read('{"type":"assistant","mess')).toMatchObject({ format: "jsonl", state: "torn", text: "" });
});

test("damaged lines in the middle are named", () => {
  const content = jsonl(asked, "{ oops", line("m1", says("Kept.")), "more", "and more");
  const transcript = read(content);
  expect(transcript).toMatchObject({ state: "torn", text: "Kept." });
  expect(transcript.notes).toEqual(["3 lines (2, 4, 5) are cut off or damaged and left out."]);
});

test("an empty file is an answer, not an error", () => {
  expect(read("")).toMatchObject({ format: "jsonl", state: "empty", text: "", messages: 0, bytes: 0 });
  expect(read(" \n\n", "a1.output")).toMatchObject({ format: "text", state: "empty", text: "", messages: 0 });
});

test("a transcript in which the agent said nothing is empty and says so", () => {
  const transcript = read(jsonl(asked, line("m1", uses("t1")), line("m1", says(" "))));
  expect(transcript).toMatchObject({ state: "empty", messages: 1, tool_uses: 1 });
  expect(transcript.notes).toEqual(["No message of the agent has text."]);
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

test("a JSON array of messages is read, indented or not", () => {
  const messages = [
    { role: "user", content: "Read the prompt." },
    { role: "assistant", content: [says("At work."), uses("t1")] },
    { role: "assistant", content: draft },
  ];
  const expected = { format: "json", state: "whole", text: draft, messages: 2, tool_uses: 1 };
  expect(read(JSON.stringify(messages), "out.json")).toMatchObject(expected);
  expect(read(JSON.stringify(messages, null, 2), "a1.output")).toMatchObject(expected);
});

test("a JSON array that is cut off is torn", () => {
  const cut = JSON.stringify([{ role: "assistant", content: draft }]).slice(0, -9);
  const transcript = read(cut, "out.json");
  expect(transcript).toMatchObject({ format: "json", state: "torn", text: "" });
  expect(transcript.notes).toHaveLength(1);
});

test("the result of a headless run is its text", () => {
  const result = JSON.stringify({ type: "result", subtype: "success", result: draft }, null, 2);
  expect(read(result, "out.json")).toMatchObject({ format: "json", state: "whole", text: draft });
});

test("plain text and Markdown are the text themselves, also when they begin like JSON", () => {
  for (const text of [draft, "# Muffin\n\nText.\n", '{"answer": 42}', "{ not json", "[1, 2]"]) {
    expect(read(text, "a1.output")).toMatchObject({ format: "text", state: "whole", text, messages: 1, tool_uses: 0 });
  }
  expect(read("\uFEFFa\r\nb\r\n", "a.md").text).toBe("a\nb\n");
});

test("a binary file is refused", () => {
  expect(refusal(() => read(new Uint8Array([1, 0, 2]), "a1.output"))).toMatchObject({
    code: "invalid_input",
    constraint: "text",
  });
});

test("a file that is too large is refused before it is read", () => {
  const error = refusal(() => read("x".repeat(101), "a1.output", { largestFile: 100 }));
  expect(error).toMatchObject({ code: "invalid_input", field: "file_path", constraint: "at most 100 bytes" });
  expect(error.message).toContain("101 bytes");
});

test("an answer that is too long is cut between characters and said", () => {
  const transcript = read("🧁🧁🧁", "a1.output", { longestText: 3 });
  expect(transcript).toMatchObject({ text: "🧁", cut: true, state: "whole" });
  expect(transcript.notes.at(-1)).toBe("The text has 6 characters; the first 2 are given.");
});

test("a folder, a pipe and a device are refused", () => {
  const folder = makeFolder({ "folder/": "" });
  execFileSync("mkfifo", [join(folder, "pipe")]);
  for (const path of [join(folder, "folder"), join(folder, "pipe"), "/dev/null"]) {
    expect(refusal(() => readTranscript(path))).toMatchObject({ code: "invalid_input", constraint: "regular_file" });
  }
});

test("a link is followed to its file, and one that leads nowhere is told from a file that never was", () => {
  const folder = makeFolder({
    "agent-a1.jsonl": jsonl(line("m1", says(draft))),
    "a1.output": link("agent-a1.jsonl"),
    "gone.output": link("agent-gone.jsonl"),
  });
  const transcript = readTranscript(join(folder, "a1.output"));
  expect(transcript).toMatchObject({ path: join(folder, "agent-a1.jsonl"), format: "jsonl", text: draft });
  const gone = refusal(() => readTranscript(join(folder, "gone.output")));
  expect(gone).toMatchObject({ code: "not_found", field: "file_path" });
  expect(gone.message).toContain("link to a file that is gone");
  expect(refusal(() => readTranscript(join(folder, "never.output"))).message).toContain("There is no file");
});

test("a relative path starts where the caller says, a tilde at home", () => {
  const folder = makeFolder({ "out/a1.output": draft });
  expect(readTranscript("out/a1.output", { base: folder }).text).toBe(draft);
  expect(readTranscript("~/out/a1.output", { home: folder }).text).toBe(draft);
  for (const path of ["", "a\0b", "a\nb"]) {
    expect(refusal(() => readTranscript(path, { base: folder }))).toMatchObject({ code: "invalid_input" });
  }
});

const session = "projects/-home-me-blue/0b7a/subagents";

function agentHome(tree: Tree): { home: string; options: FindTranscriptOptions } {
  const home = makeFolder({ "config/": "", "tmp/": "", ...tree });
  const options = { env: { CLAUDE_CONFIG_DIR: join(home, "config") }, home, temporary: [join(home, "tmp")] };
  return { home, options };
}

test("a task's transcript is found among the agent's sessions", () => {
  const { home, options } = agentHome({ [`config/${session}/agent-a6dc70c.jsonl`]: jsonl(line("m1", says(draft))) });
  const found = findTranscript("a6dc70c", options);
  expect(found).toEqual({ path: join(home, "config", session, "agent-a6dc70c.jsonl"), others: [], notes: [] });
  expect(findTranscript("agent-a6dc70c", options)).toEqual(found);
  expect(readTranscript(found.path).text).toBe(draft);
});

test("without CLAUDE_CONFIG_DIR the config folder is ~/.claude", () => {
  const { home, options } = agentHome({ [`.claude/${session}/agent-a1.jsonl`]: "{}" });
  expect(findTranscript("a1", { ...options, env: {} }).path).toBe(join(home, ".claude", session, "agent-a1.jsonl"));
});

test("a transcript beside its project's sessions is found, as older agents kept it", () => {
  const { home, options } = agentHome({ "config/projects/-blue/agent-a1.jsonl": "{}" });
  expect(findTranscript("a1", options).path).toBe(join(home, "config/projects/-blue/agent-a1.jsonl"));
});

test.each(["tmp/claude/-blue/tasks", "tmp/claude-1000/tasks", "tmp/claude-1000/-blue/0b7a/tasks"])(
  "a task's output is found in %s",
  (folder) => {
    const { home, options } = agentHome({ [`${folder}/a1.output`]: draft });
    expect(findTranscript("a1", options).path).toBe(join(home, folder, "a1.output"));
  },
);

test("an output that is a link to the transcript is the same file, not a second one", () => {
  const { home, options } = agentHome({ [`config/${session}/agent-a1.jsonl`]: "{}" });
  const real = join(home, "config", session, "agent-a1.jsonl");
  plant(home, { "tmp/claude-1000/-blue/tasks/a1.output": link(real) });
  expect(findTranscript("a1", options)).toEqual({ path: real, others: [], notes: [] });
});

test("the newest of several wins, and the answer says so", () => {
  const older = `config/${session}/agent-a1.jsonl`;
  const newer = "config/projects/-other/77aa/subagents/agent-a1.jsonl";
  const { home, options } = agentHome({ [older]: "{}", [newer]: "{}", "tmp/claude/-b/tasks/a1.output": "x" });
  utimesSync(join(home, older), 1_000, 1_000);
  utimesSync(join(home, newer), 3_000, 3_000);
  utimesSync(join(home, "tmp/claude/-b/tasks/a1.output"), 2_000, 2_000);
  const found = findTranscript("a1", options);
  expect(found.path).toBe(join(home, newer));
  expect(found.others).toEqual([join(home, "tmp/claude/-b/tasks/a1.output"), join(home, older)]);
  expect(found.notes).toEqual([`3 files are of task a1; this is the newest: ${join(home, newer)}.`]);
});

test("a task without a transcript is not found, with where Blue looked", () => {
  const { home, options } = agentHome({ [`config/${session}/agent-a12.jsonl`]: "{}" });
  expect(refusal(() => findTranscript("a1", options))).toMatchObject({
    code: "not_found",
    field: "task_id",
    value: "a1",
    context: { looked_in: [join(home, "config/projects"), join(home, "tmp/claude*")] },
  });
});

test("an output whose transcript is gone is named", () => {
  const { home, options } = agentHome({ "tmp/claude/-b/tasks/a1.output": link("/nowhere/agent-a1.jsonl") });
  const error = refusal(() => findTranscript("a1", options));
  expect(error).toMatchObject({ code: "not_found", context: { gone: [join(home, "tmp/claude/-b/tasks/a1.output")] } });
  expect(error.message).toContain("links to a file that is gone");
});

test.each(["", "../a1", "a*", "a/b", "a.b", "ä", "a".repeat(65)])("%o is no task ID", (id) => {
  const { options } = agentHome({});
  const files: Files = {
    ...nodeFiles,
    readdir() {
      throw new Error("a folder was read");
    },
  };
  expect(refusal(() => findTranscript(id, { ...options, files }))).toMatchObject({
    code: "invalid_input",
    field: "task_id",
  });
});

test("a search that would never end stops, and says so", () => {
  const { home, options } = agentHome({});
  const one = nodeFiles.readdir(home)[0]!;
  const folders = Array.from({ length: 20_001 }, (_, n) => Object.assign(Object.create(one), { name: `p${n}` }));
  const readdir = (path: string) => (path.endsWith("projects") ? folders : []);
  const error = refusal(() => findTranscript("a1", { ...options, files: { ...nodeFiles, readdir } }));
  expect(error.context?.notes).toEqual(["Only the first 20000 folders were searched."]);
});

test("a link that leads out of the agent's folders is passed over", () => {
  const elsewhere = makeFolder({ "secret.txt": "secret" });
  const { options } = agentHome({ "tmp/claude/-b/tasks/a1.output": link(join(elsewhere, "secret.txt")) });
  const error = refusal(() => findTranscript("a1", options));
  expect(error.code).toBe("not_found");
  expect(error.context?.notes).toEqual([expect.stringContaining("outside the agent's folders")]);
});

test("a config folder whose projects are linked elsewhere is followed", () => {
  const elsewhere = makeFolder({ "-blue/0b7a/subagents/agent-a1.jsonl": "{}" });
  const { options } = agentHome({ "config/projects": link(elsewhere) });
  expect(findTranscript("a1", options).path).toBe(join(elsewhere, "-blue/0b7a/subagents/agent-a1.jsonl"));
});

test("another user's file in the temporary folder is passed over", () => {
  const { options } = agentHome({ "tmp/claude/-b/tasks/a1.output": "planted" });
  const error = refusal(() => findTranscript("a1", { ...options, uid: (process.getuid?.() ?? 0) + 1 }));
  expect(error.context?.notes).toEqual([expect.stringContaining("belongs to another user")]);
});

test("a folder in the transcript's place is passed over", () => {
  const { options } = agentHome({ [`config/${session}/agent-a1.jsonl/x`]: "" });
  const error = refusal(() => findTranscript("a1", options));
  expect(error.context?.notes).toEqual([expect.stringContaining("not a regular file")]);
});

test("folders that cannot be read are passed over", () => {
  const { home, options } = agentHome({ [`config/${session}/agent-a1.jsonl`]: "{}", "config/projects/closed/": "" });
  const files: Files = {
    ...nodeFiles,
    readdir(path) {
      if (path.endsWith("closed")) throw Object.assign(new Error("EACCES"), { code: "EACCES" });
      return nodeFiles.readdir(path);
    },
  };
  expect(findTranscript("a1", { ...options, files }).path).toBe(join(home, "config", session, "agent-a1.jsonl"));
});

test("finding and reading write nothing", () => {
  const { home, options } = agentHome({ [`config/${session}/agent-a1.jsonl`]: jsonl(line("m1", says(draft))) });
  const before = snapshot(home);
  const writes: Files = { ...nodeFiles };
  for (const call of ["write", "link", "rename", "unlink", "mkdir", "rmdir", "fsync"] as const) {
    writes[call] = () => {
      throw new Error(`${call} was called`);
    };
  }
  readTranscript(findTranscript("a1", { ...options, files: writes }).path, { files: writes });
  expect(snapshot(home)).toEqual(before);
});
