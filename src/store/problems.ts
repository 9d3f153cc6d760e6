/** Why the records of a dialogue cannot be trusted as they stand: what the store met, by kind, and how it is said to people. */
import { type BlueError, refusal } from "../errors.ts";

export type Problem =
  /** A record that is missing, broken, out of order or of a later format. */
  | { kind: "damaged"; path: string; error: BlueError }
  /** A file that no record accounts for. */
  | { kind: "unaccounted"; path: string }
  /** Git is there and cannot say which records it tracks. */
  | { kind: "git"; path: null; error: BlueError };

export function problemError(problem: Problem): BlueError {
  if (problem.kind !== "unaccounted") return problem.error;
  const { path } = problem;
  return refusal("unregistered_files", { files: path }, "known_files", {
    message: `${path} is neither a record nor generated from one`,
    suggestion: "If an expert wrote it, register it with its round; otherwise move it out of the dialogue's folder.",
    context: { path },
  });
}
