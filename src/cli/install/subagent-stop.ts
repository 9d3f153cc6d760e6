/**
 * `blue hook subagent-stop`: files a subagent's last message as its draft, if it was started on a prompt file of the open round and wrote no draft.
 * Beside what an expert, an author or a verifier wrote itself, it puts what the run took. In every other case it does nothing: a hook must not keep an agent
 * from going on.
 */
import { randomBytes } from "node:crypto";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { asBlueError } from "../../errors.ts";
import { writeRun } from "../../store/draft-text.ts";
import { crossChecksFolder, draftPath, largestDraft, promptPath, revisionsFolder } from "../../store/drafts.ts";
import { fileText } from "../../store/file-text.ts";
import { openDialogue } from "../../store/find-dialogue.ts";
import { currentPanel } from "../../store/in-work.ts";
import { readInbox } from "../../store/inbox.ts";
import { findProject, type Project } from "../../store/project.ts";
import { readTranscript } from "../../store/transcripts.ts";

const largestInput = 8 * 1024 * 1024;
const patienceMs = 10_000;

export interface HookOptions {
  env: NodeJS.ProcessEnv;
  cwd: string;
  project?: string | undefined;
  now?: () => Date;
  random?: (n: number) => Uint8Array;
}

interface HookInput {
  hook_event_name?: unknown;
  agent_transcript_path?: unknown;
  last_assistant_message?: unknown;
}

/** A sentence on what was done, or undefined where the subagent was none of ours. Throws what goes wrong. */
export function fileLastMessage(source: string, options: HookOptions): string | undefined {
  const input = JSON.parse(source) as HookInput;
  const path = input.agent_transcript_path;
  if (input.hook_event_name !== "SubagentStop" || typeof path !== "string") return undefined;
  const transcript = readTranscript(path);
  const project = findProject({ flag: options.project, env: options.env, cwd: options.cwd });
  const named = findPromptFile(project, transcript.asked);
  if (named === undefined) return undefined;

  const dialogue = openDialogue(project, { dialogue_id: named.dialogue });
  const { next } = dialogue;
  const { now = () => new Date(), random = randomBytes } = options;
  const folder = dirname(named.path);
  if ([revisionsFolder(next), crossChecksFolder(next)].includes(dirname(folder))) {
    writeRun(project, folder, transcript.run, random);
    return undefined;
  }
  const panel = currentPanel(dialogue) ?? [];
  const member = panel.find(({ name }) => promptPath(next, name) === named.path);
  if (member === undefined) return `${named.path} is of no expert of the open round; nothing was filed.`;
  const { texts, misplaced } = readInbox(project, dialogue, panel);
  const own = texts.find(({ expert }) => expert === member.name);
  if (own?.provenance.source === "draft") writeRun(project, folder, transcript.run, random);
  if ([...texts, ...misplaced].some(({ expert }) => expert === member.name)) return undefined;

  // "Done." is not a draft: what was said must carry at least one marker at the start of a line.
  const text = [input.last_assistant_message, transcript.text].find(isDraft);
  if (text === undefined) {
    return `${member.name} wrote no draft and its last message has no marker; nothing was filed as ${draftPath(next, member.name)}.`;
  }
  const provenance = {
    source: "hook" as const,
    filed_by: null,
    filed_at: now().toISOString(),
    note: "last message of the subagent, which wrote no draft",
    ...transcript.run,
  };
  const filed = fileText(project, dialogue, member.name, { text, provenance }, random);
  return `${member.name} wrote no draft; its last message was filed as ${filed.path}.`;
}

/** The one prompt file of this project that the words name; a request that names several starts no expert. */
function findPromptFile(project: Project, prompt: string): { path: string; dialogue: string } | undefined {
  const found = new Map<string, string>();
  const drafts = join(".blue", "drafts");
  const folder = join(project.root, drafts);
  const pattern =
    /^[\\/]([^\\/\s]+)[\\/](round-\d+-[0-9a-f]{16})[\\/](\d+|revision|cross-check)[\\/]([a-z0-9-]+)[\\/]prompt\.md(?![\w-]|\.\w)/;
  for (let at = prompt.indexOf(drafts); at !== -1; at = prompt.indexOf(drafts, at + 1)) {
    const end = at + drafts.length;
    const match = pattern.exec(prompt.slice(end, end + 1024));
    // A path may begin in the project's folder; behind more of a path it is another project's.
    const isOurs = prompt.slice(0, end).endsWith(folder) || !/[\w\\/.-]/.test(prompt[at - 1] ?? "");
    if (match === null || !isOurs) continue;
    const [, dialogue = "", round, attempt, expert] = match;
    found.set(`.blue/drafts/${dialogue}/${round}/${attempt}/${expert}/prompt.md`, dialogue);
  }
  const [only, ...others] = found;
  return only === undefined || others.length > 0 ? undefined : { path: only[0], dialogue: only[1] };
}

export function isDraft(text: unknown): text is string {
  if (typeof text !== "string" || Buffer.byteLength(text) > largestDraft) return false;
  return /^[ \t*_#-]*\[(?:[A-Za-z0-9]+-[A-Z]\d{4,}|MOVE:|RE:|DISSENT|MINORITY VERDICT)/m.test(text);
}

/** Never throws, never sets an exit code. */
export async function startSubagentStop(stdin: Readable & { isTTY?: boolean }, options: HookOptions): Promise<void> {
  try {
    if (stdin.isTTY) throw new Error("an agent's SubagentStop hook calls this, with JSON on standard input");
    const said = fileLastMessage(await readAll(stdin), options);
    if (said !== undefined) console.error(`blue: ${said}`);
  } catch (thrown) {
    console.error(`blue hook subagent-stop: ${asBlueError(thrown).message}`);
  }
}

async function readAll(stdin: Readable): Promise<string> {
  const timer = setTimeout(() => stdin.destroy(new Error("no input came")), patienceMs);
  try {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of stdin) {
      chunks.push(chunk as Uint8Array);
      size += (chunk as Uint8Array).length;
      if (size > largestInput) throw new Error(`the input is larger than ${largestInput} bytes`);
    }
    return Buffer.concat(chunks).toString("utf8");
  } finally {
    clearTimeout(timer);
  }
}
