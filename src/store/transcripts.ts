/**
 * What a subagent said, read from its transcript: JSON by lines, as agents write it. Transcripts lie outside the project. They are looked for in the
 * agent's own config folder, or read where the caller says. Any path can be named, so nothing of a file that is no transcript is shown or kept.
 */
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { refuse } from "../errors.ts";
import type { RunFacts } from "../rules/records.ts";
import { errno, listFolder, nodeFiles, readRegular } from "./files.ts";

export interface Transcript {
  /** Real: no link in it. */
  path: string;
  /** `torn`: a line could not be read and was skipped; `empty`: there is no assistant text. */
  state: "whole" | "torn" | "empty";
  /** The first thing the agent was asked. */
  asked: string;
  /** Of the last assistant message that has any, or of all. */
  text: string;
  /** Assistant messages, however many lines each takes. */
  messages: number;
  tool_uses: number;
  bytes: number;
  run: RunFacts;
  /** What a reader should know before trusting the text, in sentences. */
  notes: string[];
}

export const largestTranscript = 64 * 1024 * 1024;
const suggestion = "Give the file the agent wrote, or file its text with `expert_write`.";

/** A relative path starts at `base`. With `all`, the text of every message. */
export function readTranscript(path: string, { all = false, base = "" } = {}): Transcript {
  const real = realOf(resolve(base, path));
  const read = real === undefined ? undefined : readRegular(nodeFiles, real, largestTranscript);
  if (real === undefined || read === undefined)
    return refuse("not_found", { file_path: path }, "exists", { message: `There is no file ${path}`, suggestion });
  if ("why" in read)
    return refuse("invalid_input", { file_path: path }, "regular_file", { message: `${path} ${read.why}`, suggestion });
  if (read.bytes.includes(0))
    return refuse("invalid_input", { file_path: path }, "text", { message: `${path} is not a text`, suggestion });

  const source = read.bytes.toString("utf8").replace(/^\uFEFF/, "");
  const { texts, torn, ...parsed } = parseLines(source.split("\n"));
  if (!real.endsWith(".jsonl") && source.trim() !== "" && parsed.messages === 0 && parsed.asked === "")
    return refuse("invalid_input", { file_path: path }, "transcript", {
      message: `${path} is not a transcript of an agent`,
      suggestion,
    });
  const text = all ? texts.join("\n\n") : (texts.at(-1) ?? "");
  const state = torn ? "torn" : text === "" ? "empty" : "whole";
  return { path: real, ...parsed, state, text, bytes: read.bytes.length };
}

/** The transcript of a subagent by the ID its task was given; the newest when there are several. */
export function findTranscript(task_id: string, env: NodeJS.ProcessEnv): string {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(task_id))
    return refuse("invalid_input", { task_id: task_id.slice(0, 64) }, "[A-Za-z0-9_-]{1,64}", {
      message: "`task_id` is 1 to 64 letters, digits, hyphens and underscores",
      suggestion: "Give it as the agent named it.",
    });
  const name = `agent-${task_id.replace(/^agent-/, "")}.jsonl`;
  const root = join(env.CLAUDE_CONFIG_DIR || join(homedir(), ".claude"), "projects");
  const sessions = foldersIn(root).flatMap(foldersIn);
  const [newest] = sessions
    .flatMap((session) => realOf(join(session, "subagents", name)) ?? [])
    .map((path) => ({ path, time: nodeFiles.lstat(path)?.mtimeMs ?? 0 }))
    .sort((a, b) => b.time - a.time);
  if (newest !== undefined) return newest.path;
  return refuse("not_found", { task_id }, "exists", {
    message: `There is no transcript of task ${task_id}`,
    suggestion: "Give `file_path`, the output file the agent was started with, or file its text with `expert_write`.",
    context: { looked_in: [root] },
  });
}

function foldersIn(folder: string): string[] {
  return listFolder(nodeFiles, folder)
    .filter((entry) => !entry.isFile())
    .map(({ name }) => join(folder, name));
}

/** Undefined when nothing is there or a link leads nowhere. */
function realOf(path: string): string | undefined {
  try {
    return nodeFiles.realpath(path);
  } catch (thrown) {
    if (["ENOENT", "ENOTDIR", "ELOOP", "ERR_INVALID_ARG_VALUE"].includes(errno(thrown) ?? "")) return undefined;
    throw thrown;
  }
}

interface Parsed extends Pick<Transcript, "asked" | "messages" | "tool_uses" | "run" | "notes"> {
  torn: boolean;
  /** Of each assistant message that has text. */
  texts: string[];
}

type Entry = Record<string, unknown>;

/** Agents write one content block per line; the blocks of a message are gathered by its ID. */
function parseLines(lines: readonly string[]): Parsed {
  const messages = new Map<unknown, { texts: string[]; failed: boolean }>();
  const broken: number[] = [];
  const run = gatherRun();
  let tool_uses = 0;
  let asked: string | undefined;
  for (const [i, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const entry = readLine(line);
    if (entry === undefined) broken.push(i + 1);
    else run.add(entry);
    const said = (isEntry(entry?.message) ? entry.message : entry) ?? {};
    const blocks = blocksOf(said.content);
    if (said.role === "user") asked ??= blocks.map(({ text }) => text ?? "").join("\n");
    if (said.role !== "assistant") continue;
    const key = said.id ?? entry;
    const message = messages.get(key) ?? { texts: [], failed: false };
    messages.set(key, message);
    if (entry?.isApiErrorMessage === true) message.failed = true;
    for (const block of blocks) {
      if (block.type === "tool_use") tool_uses++;
      if (block.type === "text" && typeof block.text === "string" && block.text.trim() !== "")
        message.texts.push(block.text);
    }
  }
  const all = [...messages.values()];
  const spoken = all.filter(({ failed, texts }) => !failed && texts.length > 0);
  const last = all.at(-1);
  const notes: string[] = [];
  if (broken.length > 0) notes.push(`Cut off or damaged, and left out: line ${broken.slice(0, 10).join(", ")}.`);
  if (last?.failed) notes.push(`The agent ended with an error of its model: ${last.texts.join(" ").slice(0, 200)}`);
  else if (last !== spoken.at(-1)) notes.push("The agent's last message has no text, as when it was stopped at work.");
  const texts = spoken.map((message) => message.texts.join("\n\n"));
  return {
    torn: broken.length > 0,
    asked: asked ?? "",
    texts,
    messages: all.length,
    tool_uses,
    run: run.facts(),
    notes,
  };
}

/** Every line of a message repeats what it used so far: the last one counts. */
function gatherRun() {
  const used = new Map<unknown, number>();
  const times: number[] = [];
  let model: string | undefined;
  return {
    add(entry: Entry) {
      const time = Date.parse(String(entry.timestamp));
      if (!Number.isNaN(time)) times.push(time);
      const { message } = entry;
      if (!isEntry(message) || message.role !== "assistant") return;
      // What the agent itself says in a model's place is called `<synthetic>`.
      if (typeof message.model === "string" && !message.model.startsWith("<")) model = message.model;
      if (isEntry(message.usage)) used.set(message.id ?? entry, tokensIn(message.usage));
    },
    facts(): RunFacts {
      const tokens = [...used.values()].reduce((sum, one) => sum + one, 0);
      const milliseconds =
        times.length === 0 ? 0 : times.reduce((a, b) => Math.max(a, b)) - times.reduce((a, b) => Math.min(a, b));
      return {
        ...(model === undefined ? {} : { model }),
        ...(tokens === 0 ? {} : { tokens }),
        ...(milliseconds === 0 ? {} : { seconds: Math.round(milliseconds / 1000) }),
      };
    },
  };
}

function tokensIn(usage: Entry): number {
  const fresh = [usage.input_tokens, usage.cache_creation_input_tokens, usage.output_tokens];
  return fresh.reduce<number>((sum, one) => sum + (Number.isSafeInteger(one) ? Number(one) : 0), 0);
}

function blocksOf(content: unknown): Entry[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content) ? content.filter(isEntry) : [];
}

function readLine(line: string): Entry | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isEntry(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isEntry(value: unknown): value is Entry {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
