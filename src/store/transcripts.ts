/**
 * Reads what a subagent said, for a text that came back otherwise than as a draft. Transcripts lie outside the project, so they have roots of their
 * own: the agent's config folder, the temporary folder, or a path the caller gives. Links are followed (a task's `.output` is one), nothing is ever
 * written, and every read is bounded: such files have been empty, huge, cut off or gone, and the answer says which.
 */
import { homedir, tmpdir } from "node:os";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { BlueError } from "../errors.ts";
import { errno, type Files, findStatus, nodeFiles, openFlags } from "./files.ts";
import { parseTranscript, type TranscriptFormat } from "./transcripts/parse-transcript.ts";

export interface Transcript {
  /** Real: no link in it. */
  path: string;
  format: TranscriptFormat;
  /** `torn`: a line could not be read and was skipped; `empty`: there is no assistant text. Only `whole` promises text. */
  state: "whole" | "torn" | "empty";
  /** Of the last assistant message that has any, or of all. */
  text: string;
  /** The text was longer than may be answered and is cut at its end. */
  cut: boolean;
  /** Assistant messages, however many lines each takes. */
  messages: number;
  tool_uses: number;
  bytes: number;
  /** What a reader should know before trusting the text, in sentences. */
  notes: string[];
}

export interface ReadTranscriptOptions {
  files?: Files;
  home?: string;
  /** Where a relative path starts. */
  base?: string;
  /** All assistant text, not only the last message's. */
  all?: boolean;
  largestFile?: number;
  /** Characters of the answer. */
  longestText?: number;
}

export interface FindTranscriptOptions {
  env: NodeJS.ProcessEnv;
  files?: Files;
  home?: string;
  /** The folders in which agents keep tasks' output; by default those of this system and `env`. */
  temporary?: readonly string[];
  /** Files in temporary folders count only when they are this user's: anybody may put one there. */
  uid?: number | undefined;
}

export interface FoundTranscript {
  /** Real: no link in it. */
  path: string;
  /** Older files for the same task, newest first. */
  others: string[];
  notes: string[];
}

export const largestTranscript = 64 * 1024 * 1024;
const longestAnswer = 1024 * 1024;
const mostFolders = 20_000;

export function readTranscript(path: string, options: ReadTranscriptOptions = {}): Transcript {
  const { files = nodeFiles, largestFile = largestTranscript, longestText = longestAnswer } = options;
  const { real, bytes } = readReal(files, absolutePath(path, options), largestFile);
  const parsed = parseTranscript(bytes, real);
  if (parsed === null) {
    throw invalid("file_path", path, "text", `${real} is neither text nor a transcript: it contains NUL bytes`);
  }
  const said = options.all ? parsed.texts.join("\n\n") : (parsed.texts.at(-1) ?? "");
  const text = cutTo(said, longestText);
  const notes = [...parsed.notes];
  if (text.length < said.length) {
    notes.push(`The text has ${said.length} characters; the first ${text.length} are given.`);
  }
  return {
    path: real,
    format: parsed.format,
    state: parsed.torn ? "torn" : said === "" ? "empty" : "whole",
    text,
    cut: text.length < said.length,
    messages: parsed.messages,
    tool_uses: parsed.toolUses,
    bytes: bytes.length,
    notes,
  };
}

/** The transcript of a subagent by the ID its task was given; the newest when there are several. */
export function findTranscript(taskId: string, options: FindTranscriptOptions): FoundTranscript {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(taskId)) {
    throw invalid(
      "task_id",
      taskId,
      "[A-Za-z0-9_-]{1,64}",
      "`task_id` is 1 to 64 letters, digits, hyphens and underscores",
    );
  }
  const { env, files = nodeFiles, home = homedir(), uid = process.getuid?.() } = options;
  const config = env.CLAUDE_CONFIG_DIR || join(home, ".claude");
  const temporary = options.temporary ?? temporaryFolders(env);
  const search = new Search(files, uid, [join(config, "projects"), config, ...temporary]);
  const agent = taskId.startsWith("agent-") ? taskId : `agent-${taskId}`;

  const projects = join(config, "projects");
  for (const project of search.folders(projects)) {
    search.look(join(project, `${agent}.jsonl`), false); // as agents kept them before sessions had folders
    for (const session of search.folders(project)) search.look(join(session, "subagents", `${agent}.jsonl`), false);
  }
  for (const folder of temporary) {
    for (const claude of search.folders(folder, /^claude(?:-|$)/)) {
      search.lookForTasks(claude, `${agent.slice("agent-".length)}.output`, 2);
    }
  }
  const [newest, ...others] = search.found.sort((a, b) => b.time - a.time || (a.path < b.path ? -1 : 1));
  if (newest === undefined)
    throw notFound(taskId, [projects, ...temporary.map((folder) => join(folder, "claude*"))], search);
  const notes = [...search.notes];
  if (others.length > 0) {
    notes.unshift(`${search.found.length} files are of task ${taskId}; this is the newest: ${newest.path}.`);
  }
  return { path: newest.path, others: others.map(({ path }) => path), notes };
}

/** Agents write tasks' output to `/tmp` whatever TMPDIR says, unless they were given a folder of their own. */
function temporaryFolders(env: NodeJS.ProcessEnv): string[] {
  const folders = [env.CLAUDE_CODE_TMPDIR, env.TMPDIR || tmpdir(), process.platform === "win32" ? undefined : "/tmp"];
  return [...new Set(folders.filter((folder) => folder !== undefined && isAbsolute(folder)))] as string[];
}

class Search {
  readonly found: { path: string; time: number }[] = [];
  readonly notes: string[] = [];
  /** Links whose file is no longer there. */
  readonly gone: string[] = [];
  private readonly files: Files;
  private readonly uid: number | undefined;
  private readonly roots: string[];
  private foldersLeft = mostFolders;

  constructor(files: Files, uid: number | undefined, roots: string[]) {
    this.files = files;
    this.uid = uid;
    this.roots = roots.flatMap((root) => this.realOf(root) ?? []);
  }

  private realOf(path: string): string | undefined {
    try {
      return realOf(this.files, path);
    } catch (thrown) {
      if (errno(thrown) === "EACCES" || errno(thrown) === "EPERM") return undefined; // another user's folder
      throw thrown;
    }
  }

  /** The folders directly in `folder`, links to folders included; none when it cannot be read. */
  folders(folder: string, named = /./): string[] {
    if (this.foldersLeft <= 0) return [];
    this.foldersLeft -= 1;
    if (this.foldersLeft === 0) this.notes.push(`Only the first ${mostFolders} folders were searched.`);
    let entries: ReturnType<Files["readdir"]>;
    try {
      entries = this.files.readdir(folder);
    } catch {
      return []; // another user's, or gone in the meantime
    }
    return entries
      .filter((entry) => named.test(entry.name) && (entry.isDirectory() || entry.isSymbolicLink()))
      .map((entry) => join(folder, entry.name));
  }

  /** `tasks/<name>` in `folder` and down to `depth` folders below it. */
  lookForTasks(folder: string, name: string, depth: number): void {
    this.look(join(folder, "tasks", name), true);
    if (depth === 0) return;
    for (const below of this.folders(folder, /^(?!tasks$)/)) this.lookForTasks(below, name, depth - 1);
  }

  look(path: string, shared: boolean): void {
    const real = this.realOf(path);
    if (real === undefined) {
      if (isLink(this.files, path)) this.gone.push(path);
      return;
    }
    const status = findStatus(this.files, real);
    if (status === undefined || this.found.some((known) => known.path === real)) return;
    if (!status.isFile()) this.notes.push(`${path} is not a regular file and was passed over.`);
    else if (!this.roots.some((root) => isBelow(root, real))) {
      this.notes.push(`${path} leads to ${real}, outside the agent's folders, and was passed over.`);
    } else if (shared && [status, findStatus(this.files, path)].some((found) => !this.isOwn(found))) {
      this.notes.push(`${path} belongs to another user and was passed over.`);
    } else this.found.push({ path: real, time: status.mtimeMs });
  }

  private isOwn(status: { uid: number } | undefined): boolean {
    return this.uid === undefined || status?.uid === this.uid;
  }
}

function notFound(taskId: string, lookedIn: string[], { notes, gone }: Search): BlueError {
  const links = gone.length === 0 ? "" : `; ${gone.join(", ")} links to a file that is gone`;
  return new BlueError("not_found", `There is no transcript of task ${taskId}${links}`, {
    field: "task_id",
    value: taskId,
    suggestion: "Give `file_path`, the output file the agent was started with, or file its text with `expert_write`.",
    context: { looked_in: lookedIn, ...(gone.length === 0 ? {} : { gone }), ...(notes.length === 0 ? {} : { notes }) },
  });
}

function absolutePath(path: string, { base = process.cwd(), home = homedir() }: ReadTranscriptOptions): string {
  if (path === "" || /[\0-\x1f\x7f]/.test(path)) {
    throw invalid("file_path", path, "path", "`file_path` is empty or contains control characters");
  }
  return resolve(base, path.startsWith(`~${sep}`) ? join(home, path.slice(2)) : path);
}

function readReal(files: Files, path: string, largest: number): { real: string; bytes: Buffer } {
  const missing = (what: string) =>
    new BlueError("not_found", what, {
      field: "file_path",
      value: path,
      suggestion: "The agent may have removed it. Ask it again, or file its text with `expert_write`.",
      context: { looked_in: [path] },
    });
  const notRegular = () =>
    invalid("file_path", path, "regular_file", `${path} is not a regular file; only files are read as transcripts`);
  const real = realOf(files, path);
  if (real === undefined) {
    throw missing(isLink(files, path) ? `${path} is a link to a file that is gone` : `There is no file ${path}`);
  }
  let fd: number;
  try {
    fd = files.open(real, openFlags.read);
  } catch (thrown) {
    const code = errno(thrown);
    if (code === "ENOENT" || code === "ENOTDIR") throw missing(`There is no file ${path}`);
    if (code === "ENXIO" || code === "ELOOP" || code === "EISDIR") throw notRegular();
    throw thrown;
  }
  try {
    const status = files.fstat(fd);
    if (!status.isFile()) throw notRegular();
    if (status.size > largest) {
      throw invalid(
        "file_path",
        path,
        `at most ${largest} bytes`,
        `${path} is too large: ${status.size} bytes, and at most ${largest} are read`,
      );
    }
    return { real, bytes: files.read(fd, status.size) };
  } finally {
    files.close(fd);
  }
}

function invalid(field: string, value: string, constraint: string, message: string): BlueError {
  const shown = value.replace(/[\0-\x1f\x7f\u202a-\u202e\u2066-\u2069]/g, "�").slice(0, 200);
  return new BlueError("invalid_input", message, {
    field,
    value: shown,
    constraint,
    suggestion: "Give `task_id` as the agent named it, or `file_path` of the file it wrote; else use `expert_write`.",
  });
}

/** Undefined when nothing is there or a link leads nowhere. */
function realOf(files: Files, path: string): string | undefined {
  try {
    return files.realpath(path);
  } catch (thrown) {
    const code = errno(thrown);
    if (code === "ENOENT" || code === "ENOTDIR" || code === "ELOOP" || code === "ENAMETOOLONG") return undefined;
    throw thrown;
  }
}

function isLink(files: Files, path: string): boolean {
  try {
    return files.lstat(path)?.isSymbolicLink() ?? false;
  } catch {
    return false;
  }
}

function isBelow(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** At most `max` characters, never half of a surrogate pair. */
function cutTo(text: string, max: number): string {
  if (text.length <= max) return text;
  const last = text.charCodeAt(max - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? max - 1 : max);
}
