/**
 * Looks citations up in the project's files, through the same choke point as every other path from outside. A citation never stops a round: what
 * may not be read is `refused`, and only a failing disk is an error.
 */
import { createHash } from "node:crypto";
import { normalize } from "node:path";
import { BlueError } from "../errors.ts";
import {
  type CitableText,
  type CitationResult,
  type Cited,
  makeCitable,
  matchCitation,
} from "../rules/round/citation-match.ts";
import { errno } from "./files.ts";
import { findFile, largestFile, type Rooted } from "./paths.ts";

export interface CheckedCitation {
  result: CitationResult;
  /** Of words that are not on the cited lines, or cited without lines: the line where they begin. */
  found_at?: number;
  /** SHA-256 of the bytes that were looked at; null when there were none. */
  blob: string | null;
}

type Source = { text: CitableText; blob: string; bytes: number } | "file_missing" | "refused";

/** What one call may read in all. Sources beyond it are refused as too large; nothing read is let go, so a call sees one version of a file. */
const largestSum = 128 * 1024 * 1024;

/** Reads every file once, however often it is cited: make one checker per call. `own`: texts by paths that are not written yet. */
export function makeCitationChecker(
  project: Rooted,
  own: ReadonlyMap<string, string> = new Map(),
  budget = largestSum,
): (citation: Cited & { path: string }) => CheckedCitation {
  const sources = new Map<string, Source>([...own].map(([path, text]) => [path, sourceOf(Buffer.from(text))]));
  let left = budget;

  return ({ path, from, to, words }) => {
    const key = normalize(path);
    const source = sources.get(key) ?? readSource(project, path, Math.min(left, largestFile));
    if (!sources.has(key)) {
      sources.set(key, source);
      if (typeof source !== "string") left -= source.bytes;
    }
    if (typeof source === "string") return { result: source, blob: null };
    return { ...matchCitation(source.text, { from, to, words }), blob: source.blob };
  };
}

function readSource(project: Rooted, path: string, largest: number): Source {
  let bytes: Buffer | undefined;
  try {
    bytes = findFile(project, path, "path", largest);
  } catch (thrown) {
    const refused = thrown instanceof BlueError && thrown.code === "path_outside_project";
    if (refused || errno(thrown) === "EACCES" || errno(thrown) === "EPERM") return "refused";
    throw thrown;
  }
  if (bytes === undefined) return "file_missing";
  return sourceOf(bytes);
}

function sourceOf(bytes: Buffer): Source {
  if (bytes.includes(0)) return "refused"; // binary: nothing in it is a line or a word
  const blob = createHash("sha256").update(bytes).digest("hex");
  return { text: makeCitable(bytes.toString("utf8")), blob, bytes: bytes.length };
}
