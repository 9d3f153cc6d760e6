/** The project's own files, as a rule over the code base sees them: what git tracks or would, else what lies there without the usual caches. */
import { errno } from "./files.ts";
import { findTracked, findUntracked } from "./git.ts";
import { findFile, insideProject, type Rooted } from "./paths.ts";
import type { Project } from "./project.ts";

const passedOver = new Set([".git", "node_modules", ".blue", "dist", "build", "target", ".venv"]);
const most = 50_000;

export function projectFiles(project: Project): string[] {
  const tracked = findTracked(project, ".");
  if (tracked !== undefined)
    return [...new Set([...tracked, ...(findUntracked(project, ".") ?? [])])]
      .filter((path) => !path.startsWith(".blue/")) // a decision does not convict itself
      .sort()
      .slice(0, most);
  const found: string[] = [];
  const folders = [""];
  for (let at = folders.pop(); at !== undefined && found.length < most; at = folders.pop()) {
    for (const entry of entriesOf(project, at)) {
      const path = at === "" ? entry.name : `${at}/${entry.name}`;
      if (entry.isDirectory() && !passedOver.has(entry.name)) folders.push(path);
      // A link is named, so that the caller can say why it was skipped.
      else if (!entry.isDirectory()) found.push(path);
    }
  }
  return found.sort();
}

function entriesOf(project: Project, folder: string) {
  try {
    return project.files.readdir(folder === "" ? project.root : insideProject(project, folder));
  } catch (thrown) {
    if (errno(thrown) === "ENOENT" || errno(thrown) === "EACCES") return [];
    throw thrown;
  }
}

const largestSource = 1024 * 1024;

/** A source file's text, or why it is not looked at. */
export function readSource(project: Rooted, path: string): { text: string } | { skipped: string } {
  let bytes: Buffer | undefined;
  try {
    bytes = findFile(project, path, "path", largestSource);
  } catch (thrown) {
    return { skipped: (thrown as Error).message.replace(/^`path`:? ?/, "") };
  }
  if (bytes === undefined) return { skipped: "is not there" };
  if (bytes.subarray(0, 8000).includes(0)) return { skipped: "is a binary file" };
  return { text: bytes.toString("utf8") };
}
