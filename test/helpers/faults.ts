/** File calls that are counted and, at one of them, stopped: by SIGKILL of the process itself or by an error number. */
import { constants } from "node:os";
import { type Files, nodeFiles } from "../../src/store/files.ts";

export interface FileCall {
  /** From 1. */
  n: number;
  name: keyof Files;
  args: readonly unknown[];
  /** What it answered; undefined while it runs and when it threw. */
  result?: unknown;
}

export interface Fault {
  /** The call to stop, from 1. */
  at: number;
  /** `SIGKILL`, or the error number to throw. */
  by: string;
  /** Half of a write reaches the disk first. */
  halfWritten?: boolean;
}

export interface TracedFiles extends Files {
  readonly calls: FileCall[];
}

export function traceFiles(fault?: Fault, files: Files = nodeFiles): TracedFiles {
  const calls: FileCall[] = [];
  const wrap =
    (name: keyof Files) =>
    (...args: unknown[]): unknown => {
      const call: FileCall = { n: calls.length + 1, name, args };
      calls.push(call);
      if (fault !== undefined && call.n === fault.at) {
        if (fault.halfWritten && name === "write") {
          const [fd, bytes] = args as [number, Uint8Array];
          files.write(fd, bytes.subarray(0, bytes.length >> 1));
        }
        stop(fault, name, args[0]);
      }
      call.result = (files[name] as (...args: unknown[]) => unknown)(...args);
      return call.result;
    };
  const names = Object.keys(nodeFiles) as (keyof Files)[];
  return { ...(Object.fromEntries(names.map((name) => [name, wrap(name)])) as unknown as Files), calls };
}

function stop({ by }: Fault, name: string, path: unknown): never {
  if (by !== "SIGKILL") throw systemError(by, name, typeof path === "string" ? path : undefined);
  process.kill(process.pid, "SIGKILL");
  while (true); // the signal is on its way; no further call may happen
}

/** As Node throws it. */
export function systemError(code: string, syscall: string, path?: string): NodeJS.ErrnoException {
  const number = (constants.errno as Record<string, number>)[code];
  if (number === undefined) throw new Error(`${code} is no error number of this system`);
  const at = path === undefined ? "" : ` '${path}'`;
  return Object.assign(new Error(`${code}: injected, ${syscall}${at}`), {
    code,
    errno: -number,
    syscall,
    ...(path === undefined ? {} : { path }),
  });
}

/** `nodeFiles` with some calls replaced; a replacement may do its mischief and then call the real one. */
export function withCalls(replaced: Partial<Files>): Files {
  return { ...nodeFiles, ...replaced };
}
