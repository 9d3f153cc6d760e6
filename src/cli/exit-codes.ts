/** What a script learns without reading the output. Every error code has its place here; a new one does not compile until it is given one. */
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

const { error, usage, notFound, inputNeeded, conflict, refused } = exitCodes;

const exitCodeByError: Record<ErrorCode, ExitCode> = {
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

  panel_mismatch: conflict,
  round_taken: conflict,
  verdict_exists: conflict,
  head_moved: conflict,
  drafts_changed: conflict,
  document_changed: conflict,
  lock_held: conflict,

  invalid_input: usage,
  not_found: notFound,
  target_not_found: notFound,
  input_needed: inputNeeded,

  invalid_entity_type: error,
  invalid_ref_type: error,
  type_id_mismatch: error,
  invalid_ref_target: error,
  refine_type_mismatch: error,
  invalid_status_transition: error,
  draft_missing: error,
  draft_incomplete: error,
  unmapped_marker: error,
  ungrounded_item: error,
  count_mismatch: error,
  no_resolver: error,
  path_outside_project: error,
  unknown_format: error,
  unsupported_filesystem: error,
  index_unavailable: error,
  io_error: error,
  internal_error: error,
};

export function exitCodeOf(code: ErrorCode): ExitCode {
  return exitCodeByError[code];
}
