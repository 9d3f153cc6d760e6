/** Tools that a test puts first on the PATH: real executables that write down how they were called. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { makeFolder } from "./project.ts";

export interface FakeTools {
  /** The environment to run a process in. */
  env: NodeJS.ProcessEnv;
  /** Every call so far: the folder it was made in, then the words. */
  calls(): { cwd: string; words: string[] }[];
}

/** Name → lines of shell after the call has been written down. `alone` leaves nothing else on the PATH but the shell's own folders. */
export function makeTools(tools: Record<string, string>, { alone = false } = {}): FakeTools {
  const folder = makeFolder();
  const log = join(folder, "calls.log");
  for (const [name, script] of Object.entries(tools)) {
    const path = join(folder, name);
    const record = `{ printf '%s' "$PWD"; printf '\\t%s' "${name}" "$@"; printf '\\n'; } >> '${log}'`;
    writeFileSync(path, `#!/bin/sh\n${record}\n${script}\n`);
    chmodSync(path, 0o755);
  }
  const rest = alone ? [] : [process.env.PATH ?? ""];
  return {
    env: { ...process.env, PATH: [folder, ...rest].join(delimiter) },
    calls: () =>
      (existsSync(log) ? readFileSync(log, "utf8") : "")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => {
          const [cwd = "", ...words] = line.split("\t");
          return { cwd, words };
        }),
  };
}

/** Runs `work` with those tools first on this process's own PATH. */
export async function withTools<T>({ env }: FakeTools, work: () => Promise<T>): Promise<T> {
  const before = process.env.PATH;
  process.env.PATH = env.PATH;
  try {
    return await work();
  } finally {
    process.env.PATH = before;
  }
}
