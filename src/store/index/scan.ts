/**
 * What the index holds of the files: which folders it walks, and what it reads out of a file. Other rooms add tables by adding an extractor (and the
 * migration that makes its tables); nothing else has to know.
 */
import { asBlueError } from "../../errors.ts";
import type { Envelope } from "../record.ts";
import type { SqlRow } from "../sqlite/database.ts";

export interface Scan {
  /** From the project's root. */
  folders: readonly string[];
  extractors: readonly Extractor[];
}

export interface ScannedFile {
  /** From the project's root, with slashes. */
  path: string;
  /** Throws the BlueError that reading the file met. */
  bytes(): Buffer;
}

export interface Extractor {
  /** What kind of file it reads; the first extractor that accepts a file gives it its kind. */
  kind: string;
  /** Raised when it reads something else out of the same file: the index is then filled anew. */
  version: number;
  accepts(path: string): boolean;
  /** Rows for tables that reference `files`; their column `path` is filled in. */
  extract(file: ScannedFile): ExtractedRow[];
}

export interface ExtractedRow {
  table: string;
  values: SqlRow;
}

export type DecodeRecord = (text: string, path: string) => Pick<Envelope, "format" | "kind" | "self" | "prev">;

export function recordScan(decode: DecodeRecord): Scan {
  return { folders: [".blue/dialogues"], extractors: [recordExtractor(decode)] };
}

const recordPath =
  /^\.blue\/dialogues\/([^/]+)\/(?:(opening)\.json|(?:round-(\d+)\/)?(?:verdict-[a-z0-9-]+)\.json|round-(\d+)\/(round)\.json)$/;

/** A record that cannot be read is in the index too, with the code of what is wrong with it. */
function recordExtractor(decode: DecodeRecord): Extractor {
  return {
    kind: "record",
    version: 1,
    accepts: (path) => recordPath.test(path),
    extract(file) {
      const [, dialogueId = "", opening, verdictRound, roundRound, round] = recordPath.exec(file.path) ?? [];
      const number = verdictRound ?? roundRound;
      const known = {
        dialogue_id: dialogueId,
        round: number === undefined ? null : Number(number),
      };
      try {
        const { format, kind, self, prev } = decode(file.bytes().toString("utf8"), file.path);
        return [{ table: "records", values: { ...known, kind, format, self, prev, problem: null } }];
      } catch (thrown) {
        const problem = asBlueError(thrown).code;
        return [{ table: "records", values: { ...known, kind: opening ?? round ?? "verdict", problem } }];
      }
    },
  };
}
