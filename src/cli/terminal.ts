/** The part of a process the command line uses, passed in so that tests can be one. */
import type { Readable } from "node:stream";

export interface OutputStream {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

export interface Terminal {
  /** Opened only when something is read from it. */
  stdin(): Readable & { isTTY?: boolean };
  stdout: OutputStream;
  stderr: OutputStream;
  env: NodeJS.ProcessEnv;
  /** Fails when the folder is gone. */
  cwd(): string;
  version: string;
  onSignal(signal: "SIGINT" | "SIGTERM" | "SIGHUP", listener: () => void): void;
  /** At once, whatever is pending. */
  exit(code: number): void;
}
