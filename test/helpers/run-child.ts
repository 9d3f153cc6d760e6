/** Starts `store-child.ts` as a real process, a few at a time: the bundle is made once per test file. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { makeFolder } from "./project.ts";
import type { Answer, Job } from "./store-child.ts";

export interface ChildRun {
  answers: Answer[];
  signal: NodeJS.Signals | null;
}

let bundled: Promise<string> | undefined;

async function bundle(): Promise<string> {
  const outfile = join(makeFolder(), "store-child.mjs");
  await build({
    entryPoints: [fileURLToPath(new URL("store-child.ts", import.meta.url))],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    logLevel: "warning",
  });
  return outfile;
}

/** Runs the jobs one after another in one new process and answers when it has ended, however it ended. */
export async function runChild(...jobs: Job[]): Promise<ChildRun> {
  bundled ??= bundle();
  const child = spawn(process.execPath, [await bundled], { stdio: "pipe" });
  child.stdin.end(JSON.stringify(jobs));
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  const signal = await new Promise<NodeJS.Signals | null>((done, failed) => {
    child.on("error", failed);
    child.on("close", (_, by) => done(by));
  });
  if (stderr !== "") throw new Error(stderr);
  const answers = stdout.split("\n").filter((line) => line !== "");
  return { answers: answers.map((line) => JSON.parse(line) as Answer), signal };
}

/** `work` for every item, `width` at a time, in order of items. */
export async function inParallel<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const i = next++;
      results[i] = await work(items[i]!);
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  return results;
}
