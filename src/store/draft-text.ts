/** One text of an expert, the author or a grader: UTF-8 of bounded size in a regular file, and where it came from. */
import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { dirname } from "node:path";
import { attempt, BlueError, refuse } from "../errors.ts";
import { isBlank, toLines } from "../rules/lines.ts";
import { type Provenance, provenance, type RunFacts, runFacts } from "../rules/records.ts";
import { replaceFile } from "./blue-folder.ts";
import { dialoguesFolder } from "./dialogue-ids.ts";
import { costInRecord, largestDraft } from "./drafts.ts";
import { parseAs } from "./json.ts";
import { findOpened, listInside, type OpenedFile } from "./paths.ts";
import type { Project } from "./project.ts";

export interface DraftText {
  lines: string[];
  provenance: Provenance;
}

/** Undefined when there is no file, or a blank one: its author wrote nothing. */
export function findDraftText(project: Project, path: string): DraftText | undefined {
  const found = findDraft(project, path);
  if (found === undefined) return undefined;
  const { bytes } = found;
  if (!isUtf8(bytes) || bytes.includes(0)) refuseDraft(path, `${path} is not UTF-8 text`);
  const lines = toLines(bytes.toString("utf8"));
  if (isBlank(lines)) return undefined;
  if (costInRecord(lines) > largestDraft)
    refuseDraft(path, `${path} has too many lines or control characters for a record`);
  return { lines, provenance: provenanceOf(project, path, found) };
}

function findDraft(project: Project, path: string): OpenedFile | undefined {
  const found = attempt(() => findOpened(project, path, "draft", largestDraft));
  return found instanceof BlueError ? refuseDraft(path, found.message) : found;
}

function refuseDraft(path: string, message: string): never {
  return refuse("unmapped_marker", { drafts: path }, "draft_file", {
    message,
    suggestion: `Let the expert write it again: UTF-8 text of at most ${largestDraft} bytes in a regular file. Or start the round again with \`blue dialogue round-discard\` and a reason.`,
    context: { path },
  });
}

/** Where a filed text came from stands beside it. The name is the text's hash, so that two calls at once do not overwrite each other's. */
export function originPath(folder: string, bytes: Buffer): string {
  return `${folder}/${createHash("sha256").update(bytes).digest("hex")}.json`;
}

/** What the run took that wrote an expert's or the author's own file; of several runs the last. */
function runPath(folder: string): string {
  return `${folder}/run.json`;
}

export function writeRun(project: Project, folder: string, run: RunFacts, random: (n: number) => Uint8Array): void {
  if (Object.keys(run).length > 0)
    replaceFile(project, runPath(folder), `${JSON.stringify(run, null, 2)}\n`, random, true);
}

/** A text without an origin beside it is the expert's own. */
function provenanceOf(project: Project, path: string, { bytes, writtenAt }: OpenedFile): Provenance {
  const own = { filed_by: null, filed_at: null, note: null, written_at: writtenAt.toISOString() };
  if (path.startsWith(`${dialoguesFolder}/`)) return { ...own, source: "adopted", note: path };
  const folder = dirname(path);
  // Most are not filed, and a text is not hashed to find nothing.
  const isFiled = listInside(project, folder).some(({ name }) => /^[0-9a-f]{64}\.json$/.test(name));
  const filed = isFiled ? findDraft(project, originPath(folder, bytes))?.bytes : undefined;
  const run = () => parseAs(runFacts, findDraft(project, runPath(folder))?.bytes);
  return parseAs(provenance, filed) ?? { ...own, source: "draft", ...run() };
}
