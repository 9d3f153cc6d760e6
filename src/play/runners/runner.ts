/**
 * One run of an agent or a model: a prompt in, one text out, nothing written by the run. Experts, author, verifiers and Judge are all runs; the
 * player of a dialogue knows nothing else of who answers.
 */

export const purposes = ["expert", "author", "verifier", "judge", "pool", "preflight"] as const;
export type Purpose = (typeof purposes)[number];

/** As the model counts; `input` without what came from its cache. */
export interface Usage {
  input: number;
  /** Read from the cache, charged at a tenth where the discount is known. */
  cached: number;
  output: number;
  /** Null where nobody says. */
  usd: number | null;
}

export type RunEvent =
  /** A tool call: what the run reads. */
  | { kind: "tool"; name: string; about: string }
  | { kind: "text"; delta: string }
  /** All of this run so far. */
  | { kind: "usage"; usage: Usage };

/**
 * How a run ended without an answer. The first three are the model's own doing; then what may pass by itself; then what will not; `stopped` is ours,
 * by `signal`.
 */
export const failures = {
  model: ["empty", "oversize", "refused"],
  passing: ["timeout", "idle", "crashed", "network", "overloaded"],
  lasting: ["auth", "quota", "model", "context", "tools", "budget"],
  ours: ["stopped"],
} as const;
export type Failure = (typeof failures)[keyof typeof failures][number];

/** What is known of a run however it ended. */
export interface RunFacts {
  /** As the runner reports it; null where it does not. */
  model: string | null;
  usage: Usage | null;
  /** Tool calls by name. */
  tools: Record<string, number>;
  seconds: number;
}

export type RunEnd = RunFacts &
  (
    | {
        kind: "answer";
        text: string;
        /** It ended at its output limit. */
        cut: boolean;
      }
    | { kind: Failure; message: string }
  );

export interface RunRequest {
  purpose: Purpose;
  /** Who the screen says it is: an expert's name, Author, Judge. */
  name: string;
  prompt: string;
  /** Null: the runner's own default. */
  model: string | null;
  /** A copy of the files it may read, its own where the runner is a process; null: it sees no files. */
  shelf: string | null;
  /** The answer is JSON that fits this schema; only for a runner that is `structured`. */
  schema: Record<string, unknown> | null;
  /** An empty private folder for this run, removed by the caller. */
  scratch: string;
  /** What it may spend; a run that can end itself within it does. */
  share: { tokens: number; usd: number | null };
  timeoutMs: number;
  /** Without a word for so long, where the runner streams. */
  idleMs: number;
  /** Ends the run at once, as `stopped`, or as the failure that is its reason (`budget`). */
  signal: AbortSignal;
  /** Write your answer with what you have; only step loops can. */
  wrapUp: AbortSignal;
  /** Called with the id of the process group before it does anything; it starts when this resolves and never if it rejects. */
  begin(pid: number): Promise<void>;
  onEvent(event: RunEvent): void;
}

export interface Found {
  /** Of the program or server; null where it has none. */
  version: string | null;
  /** Where the words go: a host, with its port unless it is the usual one. */
  endpoint: string | null;
  /** Whether `npm run clients` has measured, for this version and system, that a run cannot get out. API runners: true, they have only our tools. */
  confined: boolean;
  /** What a user should know: a newer version than was measured, and the like. */
  notes: string[];
  /** A model server of this machine. */
  local?: boolean;
  /** The model it takes by itself, where that was looked for. */
  model?: string;
}

export interface Runner {
  /** As `--runner` and the records have it: claude, codex, anthropic, or the name in the user's configuration. */
  name: string;
  kind: "process" | "api";
  /** Can answer in a given JSON Schema, so it can be the Judge. */
  structured: boolean;
  /** Runs at a time, unless the user says. */
  concurrency: number;
  /** Whether it is there and usable; else why not, and what to do. */
  find(): Promise<Found | { unusable: string; fix: string }>;
  run(request: RunRequest): Promise<RunEnd>;
}
