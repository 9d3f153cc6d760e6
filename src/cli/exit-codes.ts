/** What a script learns without reading the output. */
import type { ErrorCode } from "../errors.ts";

export const exitCodes = {
  ok: 0,
  error: 1,
  usage: 2,
  notFound: 3,
  inputNeeded: 4,
  conflict: 5,
  /** The gate said no, or a check (lint, verify, audit) found something. */
  refused: 6,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

const { usage, notFound, inputNeeded, conflict, refused } = exitCodes;

/** An error that is not here ends with 1. */
const exitCodeByError: Partial<Record<ErrorCode, ExitCode>> = {
  velocity_not_zero: refused,
  convergence_not_unanimous: refused,
  forced_convergence_no_warning: refused,
  accepted_not_acknowledged: refused,
  round_not_registered: refused,
  unregistered_files: refused,
  record_damaged: refused,
  dialogue_not_decided: refused,
  criteria_unchecked: refused,
  findings_open: refused,

  id_taken: conflict,
  panel_mismatch: conflict,
  round_taken: conflict,
  verdict_exists: conflict,
  head_moved: conflict,
  drafts_changed: conflict,
  document_changed: conflict,
  lock_held: conflict,

  play_running: conflict,
  budget_spent: inputNeeded,
  runner_unavailable: notFound,

  invalid_input: usage,
  not_found: notFound,
  target_not_found: notFound,
  input_needed: inputNeeded,
};

export function exitCodeOf(code: ErrorCode): ExitCode {
  return exitCodeByError[code] ?? exitCodes.error;
}
