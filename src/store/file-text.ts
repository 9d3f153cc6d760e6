/** Files a text for an expert who did not write its file. A text that is already there stays the first, and the new one stands beside it. */
import { refuse } from "../errors.ts";
import { toLines } from "../rules/lines.ts";
import { expertKey } from "../rules/names.ts";
import type { Provenance } from "../rules/records.ts";
import type { OpenRound } from "./asks.ts";
import { ensureBlueFolder, ensureFolders, replaceFile, stageFile, discard as unstage } from "./blue-folder.ts";
import { answersRound, directKey, listTextNames, textNumber } from "./draft-files.ts";
import { type DraftText, findDraftText, originPath } from "./draft-text.ts";
import { costInRecord, expertFolder, type InWork, largestDraft } from "./drafts.ts";
import { errno } from "./files.ts";
import { findFile, insideProject } from "./paths.ts";
import type { Project } from "./project.ts";
import { refuseTrackedDrafts } from "./tracked-files.ts";

export interface FiledText {
  path: string;
  /** A text was there already, and counts. */
  beside: boolean;
}

/** `field`: where the caller gave the text. */
export function fileText(
  project: Project,
  { loaded, next }: InWork,
  expert: string,
  { text, provenance }: { text: string; provenance: Provenance },
  random: (n: number) => Uint8Array,
  field = "text",
): FiledText {
  const bytes = draftBytes(text, field);
  refuseTrackedDrafts(project, next.dialogue, loaded.begun);
  const folder = expertFolder(next, expert);
  const key = expertKey(expert);
  const direct =
    listTexts(project, next, expert).length > 0
      ? undefined
      : loaded.begun.find((path) => directKey(path) === key && answersRound(project, next, loaded, path));
  const first = direct === undefined ? undefined : findDraftText(project, direct);
  ensureBlueFolder(project, random);
  ensureFolders(project, folder);
  if (first !== undefined) fileLast(project, folder, Buffer.from(first.lines.join("\n")), first.provenance, random);
  return fileLast(project, folder, bytes, provenance, random);
}

/** What an expert has in the folder of this attempt. */
export function listTexts(project: Project, open: OpenRound, expert: string): DraftText[] {
  const folder = expertFolder(open, expert);
  return listTextNames(project, folder).flatMap((name) => findDraftText(project, `${folder}/${name}`) ?? []);
}

/** Nothing is filed that could not be read again. */
function draftBytes(text: string, field: string): Buffer {
  const bytes = Buffer.from(text);
  const cost = costInRecord(toLines(text));
  if (Math.max(bytes.length, cost) > largestDraft) {
    refuse("invalid_input", field, "size", {
      message: `\`${field}\`: the text has ${bytes.length} bytes, ${cost} as a record writes it; a draft has at most ${largestDraft}`,
      suggestion: "A draft is short: let its writer say it in fewer words.",
    });
  }
  if (bytes.includes(0)) {
    refuse("invalid_input", field, "text", {
      message: `\`${field}\`: the text contains NUL characters`,
      suggestion: "Give it as plain text.",
    });
  }
  return bytes;
}

function fileLast(
  project: Project,
  folder: string,
  bytes: Buffer,
  provenance: Provenance,
  random: (n: number) => Uint8Array,
): FiledText {
  let beside = false;
  let last = 0;
  for (const name of listTextNames(project, folder)) {
    const there = findFile(project, `${folder}/${name}`, "draft", largestDraft);
    if (there?.equals(bytes)) return { path: `${folder}/${name}`, beside };
    beside ||= there !== undefined && there.toString("utf8").trim() !== "";
    last = textNumber(name)!;
  }
  // The origin first: a text whose origin is lost would pass for the expert's own.
  replaceFile(project, originPath(folder, bytes), `${JSON.stringify(provenance, null, 2)}\n`, random, true);
  const staged = stageFile(project, bytes, random, true);
  try {
    for (let n = last + 1; ; n++) {
      const path = `${folder}/${n === 1 ? "draft" : `draft-${n}`}.md`;
      if (linked(project, staged, path)) return { path, beside };
      // Another process took the name; if it filed the same words, the work is done.
      if (findFile(project, path, "draft", largestDraft)?.equals(bytes)) return { path, beside };
      beside = true;
    }
  } finally {
    unstage(project.files, staged);
  }
}

/** False when the name is taken. */
function linked(project: Project, staged: string, path: string): boolean {
  try {
    project.files.link(staged, insideProject(project, path));
    return true;
  } catch (thrown) {
    if (errno(thrown) === "EEXIST") return false;
    throw thrown;
  }
}
