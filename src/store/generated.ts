/**
 * Files that people read and Blue never does: made from records, compared with them by `verify`, put right by `sync`. Whatever stands in
 * them decides nothing.
 */
import { basename, dirname, join } from "node:path";
import { type DialogueRecords, renderDialogue } from "../deliberation/render/render-dialogue.ts";
import { ensureFolders, replaceFile } from "./blue-folder.ts";
import type { LoadedDialogue } from "./dialogues.ts";
import { findStatus } from "./files.ts";
import { findFile, insideProject, largestFile, type Rooted } from "./paths.ts";

export interface Drift {
  path: string;
  state: "missing" | "edited";
}

/** Path from the root → text, for everything this dialogue should show. Empty while its records cannot be trusted. */
export function generatedFiles(dialogue: LoadedDialogue): Map<string, string> {
  if (dialogue.opening === undefined) return new Map();
  const rendered = renderDialogue(dialogue as DialogueRecords);
  return new Map([...rendered].map(([path, text]) => [`${dialogue.path}/${path}`, text]));
}

export function findDrift(project: Rooted, files: ReadonlyMap<string, string>): Drift[] {
  const drift: Drift[] = [];
  for (const [path, text] of files) {
    const status = findStatus(project.files, join(insideProject(project, dirname(path)), basename(path)));
    if (status === undefined) drift.push({ path, state: "missing" });
    else if (!status.isFile() || status.size > largestFile || !sameText(findFile(project, path), text))
      drift.push({ path, state: "edited" });
  }
  return drift;
}

/** Writes what differs; answers with what it wrote. */
export function writeGenerated(
  project: Rooted,
  files: ReadonlyMap<string, string>,
  random: (n: number) => Uint8Array,
): Drift[] {
  const drift = findDrift(project, files);
  for (const { path } of drift) {
    ensureFolders(project, dirname(path));
    const at = join(insideProject(project, dirname(path)), basename(path));
    if (findStatus(project.files, at)?.isSymbolicLink()) project.files.unlink(at); // the link goes, what it points at stays
    replaceFile(project, path, files.get(path)!, random);
  }
  return drift;
}

/** Git may check a file out with other line ends; that is no edit. */
function sameText(found: Buffer | undefined, text: string): boolean {
  return (
    found !== undefined && (found.equals(Buffer.from(text)) || found.toString("utf8").replaceAll("\r\n", "\n") === text)
  );
}
