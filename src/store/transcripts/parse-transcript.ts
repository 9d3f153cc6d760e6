/**
 * From a transcript's bytes to what the assistant said. Agents write one JSON object per line and one content block per object, so the blocks of a
 * message are gathered by `message.id`; a JSON array of messages and plain text are read too. A line that cannot be read is skipped and named:
 * the last one of a file still being written often is cut off.
 */

export type TranscriptFormat = "jsonl" | "json" | "text";

export interface ParsedTranscript {
  format: TranscriptFormat;
  torn: boolean;
  /** Of each assistant message that has text. */
  texts: string[];
  messages: number;
  toolUses: number;
  notes: string[];
}

type Entry = Record<string, unknown>;

/** Null for bytes that are no text. `path` only helps to tell the format of a file whose first line is broken. */
export function parseTranscript(bytes: Buffer, path: string): ParsedTranscript | null {
  const source = bytes.toString("utf8").replace(/^\uFEFF/, "");
  const named = path.endsWith(".jsonl");
  if (named || /^\s*[[{]/.test(source)) {
    const whole = tryJson(source);
    const list = (Array.isArray(whole) ? whole : [whole]).filter(isEntry);
    if (list.some(isOfTranscript) && (Array.isArray(whole) || source.trim().includes("\n")))
      return gather("json", list, []);
    const lines = readLines(source, named);
    if (named || lines.entries.some(isOfTranscript)) return gather("jsonl", lines.entries, lines.broken);
    if (/^\s*\[\s*\{\s*"/.test(source)) return { ...gather("json", [], []), torn: true, notes: [cutArray] };
  }
  if (bytes.includes(0)) return null;
  const text = source.trim() === "" ? "" : source.replace(/\r\n?/g, "\n");
  const messages = text === "" ? 0 : 1;
  const notes = text === "" ? [] : ["The file is plain text: whether the agent used tools is not recorded in it."];
  return { format: "text", torn: false, texts: text === "" ? [] : [text], messages, toolUses: 0, notes };
}

const cutArray = "The file is a JSON array that is cut off or damaged; nothing of it could be read.";

/** Stops at a first line that is no JSON, unless the file's name promises JSON by lines. */
function readLines(source: string, named: boolean): { entries: Entry[]; broken: number[] } {
  const entries: Entry[] = [];
  const broken: number[] = [];
  let line = 0;
  for (let start = 0; start < source.length; ) {
    const newline = source.indexOf("\n", start);
    const end = newline < 0 ? source.length : newline;
    const text = source.slice(start, end).trim();
    line += 1;
    start = end + 1;
    if (text === "") continue;
    const value = tryJson(text);
    if (isEntry(value)) entries.push(value);
    else if (!named && entries.length === 0) break;
    else broken.push(line);
  }
  return { entries, broken };
}

interface Message {
  texts: string[];
  failed: boolean;
}

function gather(format: "jsonl" | "json", entries: Entry[], broken: number[]): ParsedTranscript {
  const messages = new Map<unknown, Message>();
  const seen = new Set<unknown>();
  const tools = new Set<unknown>();
  let result: string | undefined;
  for (const entry of entries) {
    if (entry.uuid !== undefined && seen.has(entry.uuid)) continue; // written twice
    seen.add(entry.uuid);
    if (entry.type === "result" && typeof entry.result === "string") result = entry.result;
    const said = assistantMessage(entry);
    if (said === null) continue;
    const key = said.id ?? entry;
    const message = messages.get(key) ?? { texts: [], failed: false };
    messages.set(key, message);
    if (entry.isApiErrorMessage === true) message.failed = true;
    for (const block of blocksOf(said.content)) {
      if (block.type === "text" && typeof block.text === "string") message.texts.push(block.text);
      else if (typeof block.type === "string" && block.type.endsWith("tool_use")) tools.add(block.id ?? block);
    }
  }
  const all = [...messages.values()];
  const spoken = all.filter((message) => !message.failed && message.texts.some((text) => text.trim() !== ""));
  const texts = spoken.map((message) => message.texts.filter((text) => text.trim() !== "").join("\n\n"));
  const notes = [...brokenNotes(broken), ...endingNotes(all, spoken)];
  if (texts.length === 0 && result !== undefined && result.trim() !== "") {
    texts.push(result);
    notes.push("No message has text; this is the result the run ended with.");
  }
  return { format, torn: broken.length > 0, texts, messages: messages.size, toolUses: tools.size, notes };
}

/** Both the line of a session file, which wraps its message, and a bare message. */
function assistantMessage(entry: Entry): Entry | null {
  const message = isEntry(entry.message) ? entry.message : entry;
  return message.role === "assistant" || (entry.type === "assistant" && message !== entry) ? message : null;
}

function blocksOf(content: unknown): Entry[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content) ? content.filter(isEntry) : [];
}

function brokenNotes(broken: number[]): string[] {
  if (broken.length === 0) return [];
  const shown = broken.slice(-5).join(", ");
  const which =
    broken.length === 1 ? `Line ${shown} is` : `${broken.length} lines (${broken.length > 5 ? "…, " : ""}${shown}) are`;
  return [`${which} cut off or damaged and left out.`];
}

function endingNotes(all: Message[], spoken: Message[]): string[] {
  const last = all.at(-1);
  if (last === undefined || last === spoken.at(-1)) return [];
  if (last.failed)
    return [`The agent ended with an error of its model: ${(last.texts.join(" ").trim() || "no words").slice(0, 200)}`];
  if (spoken.length === 0) return ["No message of the agent has text."];
  return ["The agent's last message has no text, as when it was stopped at work; this is what it said before."];
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An expert may answer in JSON; that is text. */
function isOfTranscript(entry: Entry): boolean {
  return (
    isEntry(entry.message) ||
    typeof entry.role === "string" ||
    typeof entry.sessionId === "string" ||
    entry.type === "result"
  );
}

function isEntry(value: unknown): value is Entry {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
