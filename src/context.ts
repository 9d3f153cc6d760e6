/**
 * What an operation is given besides its input. Whatever would make two runs differ (time, randomness, the disk, the caller's patience) comes
 * in here, so that tests decide it.
 */
import { randomBytes } from "node:crypto";
import type { Played } from "./rules/records.ts";
import type { Project } from "./store/project.ts";

export interface Progress {
  done: number;
  total?: number;
  message?: string;
}

/** Who can play a dialogue. */
export interface Provider {
  name: string;
  usable: boolean;
  version: string | null;
  endpoint: string | null;
  /** The one it takes by itself, where that was looked for. */
  model: string | null;
  /** It was measured that a run cannot get out; null where it is not usable. */
  confined: boolean | null;
  judges: boolean;
  notes: string[];
  why: string | null;
  fix: string | null;
}

export interface Context {
  project: Project;
  now(): Date;
  /** `n` random bytes; seeds and names of temporary files come from here. */
  random(n: number): Uint8Array;
  progress(progress: Progress): void;
  signal: AbortSignal;
  /** Some effects are a person's alone (running a deployment): never over MCP. */
  face: "cli" | "mcp";
  /** Asks the person at the terminal; there is none, or no answer, where nobody can be asked. */
  confirm?: ((question: string) => Promise<boolean | undefined>) | undefined;
  /** What a player did since the last record; the next one takes it up. No face gives it: a Judge cannot say it of itself. */
  play?: Played | undefined;
  /** `refuse` (`id_taken`): for a player, who has planned with the id of the dialogue it opens. Else a taken one gets a number. */
  ifTaken?: "rename" | "refuse" | undefined;
  /** Given by the faces: operations do not know who plays them. */
  providers(): Promise<Provider[]>;
}

export function makeContext(project: Project, overrides: Partial<Omit<Context, "project">> = {}): Context {
  return {
    project,
    now: () => new Date(),
    random: (n) => randomBytes(n),
    progress: () => {},
    signal: new AbortController().signal,
    face: "cli",
    providers: async () => [],
    ...overrides,
  };
}
