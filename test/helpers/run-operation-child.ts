/** Starts `operation-child.ts` as a real process; the bundle is made once per test file. */
import { spawn } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { OperationJob, OperationReply } from "./operation-child.ts";
import { makeFolder } from "./project.ts";

export interface OperationRun {
  replies: OperationReply[];
  signal: NodeJS.Signals | null;
}

const repository = fileURLToPath(new URL("../..", import.meta.url));

let bundled: Promise<string> | undefined;

/** A program in this folder, with what it imports, ready to be started; answers with its path. */
export async function bundleChild(name: string): Promise<string> {
  const outdir = makeFolder();
  symlinkSync(join(repository, "node_modules"), join(outdir, "node_modules"));
  await build({
    absWorkingDir: repository,
    entryPoints: { child: `test/helpers/${name}` },
    outdir,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    external: ["node-sqlite3-wasm"],
    alias: { yaml: join(repository, "node_modules/yaml/browser/index.js") }, // its CommonJS form does not survive in a module
    logLevel: "warning",
  });
  return join(outdir, "child.mjs");
}

/** Runs the jobs one after another in one new process and answers when it has ended, however it ended. */
export async function runOperationChild(...jobs: OperationJob[]): Promise<OperationRun> {
  bundled ??= bundleChild("operation-child.ts");
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
  const lines = stdout.split("\n").filter((line) => line !== "");
  return { replies: lines.map((line) => JSON.parse(line) as OperationReply), signal };
}
