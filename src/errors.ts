/**
 * Everything Blue refuses is a BlueError: a code for programs, a message for people, and the field and fix where there is one.
 * Faces translate it once (`toWire`); nothing else invents an error shape.
 */

export const errorCodes = [
  // the verdict gate, RFC 0057
  "velocity_not_zero",
  "convergence_not_unanimous",
  "forced_convergence_no_warning",
  // items and references
  "invalid_entity_type",
  "invalid_ref_type",
  "type_id_mismatch",
  "target_not_found",
  "invalid_ref_target",
  "refine_type_mismatch",
  "invalid_status_transition",
  // rounds and drafts
  "id_taken",
  "round_not_registered",
  "draft_missing",
  "draft_incomplete",
  "unmapped_marker",
  "ungrounded_item",
  "count_mismatch",
  "no_resolver",
  "panel_mismatch",
  "round_taken",
  "verdict_exists",
  "head_moved",
  "drafts_changed",
  "unregistered_files",
  "record_damaged",
  "accepted_not_acknowledged",
  // documents
  "document_changed",
  "dialogue_not_decided",
  "criteria_unchecked",
  "findings_open",
  "lock_held",
  // playing a dialogue from the command line
  "runner_unavailable",
  "runner_failed",
  "experts_absent",
  "author_unusable",
  "judge_unusable",
  "judge_refused",
  "budget_spent",
  "play_running",
  "no_progress",
  // the disk, the database and the call itself
  "path_outside_project",
  "unknown_format",
  "unsupported_filesystem",
  "index_unavailable",
  "database_unavailable",
  "database_refused",
  "not_found",
  "invalid_input",
  "input_needed",
  "io_error",
  "internal_error",
] as const;

export type ErrorCode = (typeof errorCodes)[number];

export interface ErrorDetails {
  field?: string;
  value?: unknown;
  constraint?: string;
  suggestion?: string;
  context?: Record<string, unknown>;
  /** Every failing item of a bulk operation; the outer error repeats the first. */
  errors?: BlueError[];
  cause?: unknown;
}

export class BlueError extends Error {
  readonly code: ErrorCode;
  readonly field: string | undefined;
  readonly value: unknown;
  readonly constraint: string | undefined;
  readonly suggestion: string | undefined;
  readonly context: Record<string, unknown> | undefined;
  readonly errors: BlueError[] | undefined;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = "BlueError";
    this.code = code;
    this.field = details.field;
    this.value = details.value;
    this.constraint = details.constraint;
    this.suggestion = details.suggestion;
    this.context = details.context;
    this.errors = details.errors;
  }
}

/** The input at fault: `{ page }` with its value, `"page"` without; `{}` when no input is. */
type About = string | Record<string, unknown>;

/** What a refusal says: the message, how to go on, and what else a program may want to know. */
type Said = Omit<ErrorDetails, "field" | "constraint"> & { message: string };

/** Refuses a call: `refuse("invalid_input", { page }, "page_exists", { message: "…", suggestion: "Ask for page 1." })`. */
export function refuse(...args: Parameters<typeof refusal>): never {
  throw refusal(...args);
}

/** The error that `refuse` throws, for checks that collect several. */
export function refusal(code: ErrorCode, about: About, constraint: string, { message, ...details }: Said): BlueError {
  const [field, value] = typeof about === "string" ? [about] : (Object.entries(about)[0] ?? []);
  return new BlueError(code, message, { value, ...details, field, constraint });
}

/** What `look` finds, or the refusal it met. */
export function attempt<T>(look: () => T): T | BlueError {
  try {
    return look();
  } catch (thrown) {
    if (thrown instanceof BlueError) return thrown;
    throw thrown;
  }
}

/** RFC 0057's error response, with `errors` when several conditions failed at once. */
export interface WireError {
  status: "error";
  error_code: ErrorCode;
  message: string;
  field?: string;
  value?: unknown;
  constraint?: string;
  suggestion?: string;
  context?: Record<string, unknown>;
  errors?: Omit<WireError, "status">[];
}

export function toWire(error: BlueError): WireError {
  return { status: "error", ...body(error) };
}

function body(error: BlueError): Omit<WireError, "status"> {
  const wire: Omit<WireError, "status"> = { error_code: error.code, message: error.message };
  if (error.field !== undefined) wire.field = error.field;
  if (error.value !== undefined) wire.value = error.value;
  if (error.constraint !== undefined) wire.constraint = error.constraint;
  if (error.suggestion !== undefined) wire.suggestion = error.suggestion;
  if (error.context !== undefined) wire.context = error.context;
  if (error.errors !== undefined && error.errors.length > 0) wire.errors = error.errors.map(body);
  return wire;
}

/** Bulk checks collect; this throws them as one error that reads as the first and lists all. */
export function throwAll(errors: BlueError[]): void {
  const first = errors[0];
  if (first === undefined) return;
  if (errors.length === 1) throw first;
  throw new BlueError(first.code, first.message, { ...detailsOf(first), errors });
}

function detailsOf(error: BlueError): ErrorDetails {
  return {
    field: error.field,
    value: error.value,
    constraint: error.constraint,
    suggestion: error.suggestion,
    context: error.context,
  };
}

/** What a face shows for anything thrown: our own errors as they are, system errors by name and path, the rest as a bug. */
export function asBlueError(thrown: unknown): BlueError {
  if (thrown instanceof BlueError) return thrown;
  if (isSystemError(thrown)) {
    return new BlueError("io_error", `${thrown.syscall ?? "file call"} failed: ${thrown.message}`, {
      value: thrown.code,
      suggestion: systemAdvice[thrown.code] ?? "Nothing was acknowledged; repeat the call once the cause is gone.",
      ...(thrown.path === undefined ? {} : { context: { path: thrown.path } }),
      cause: thrown,
    });
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new BlueError("internal_error", `Blue failed unexpectedly: ${message}`, {
    suggestion: "Repeat the call; if it fails again, report it with the output of `blue doctor --json`.",
    cause: thrown,
  });
}

const systemAdvice: Record<string, string> = {
  ENOSPC: "The disk is full. Free some space and repeat the call.",
  EACCES: "Blue may not write there. Check the permissions of `.blue/` and repeat the call.",
  EPERM: "Blue may not write there. Check the permissions of `.blue/` and repeat the call.",
  EROFS: "The file system is read-only. Remount it writable and repeat the call.",
  ENOENT: "Something took it away while Blue worked. Put `.blue/` back, from git or a copy, and repeat the call.",
  EIO: "The disk reported an error. Check it before you repeat the call.",
};

function isSystemError(thrown: unknown): thrown is NodeJS.ErrnoException & { code: string } {
  return thrown instanceof Error && typeof (thrown as NodeJS.ErrnoException).code === "string" && "errno" in thrown;
}
