/**
 * Temporary folders, and operations called in one of them as a face calls them. The folders go when the run ends, however it ends, and none before: while
 * files have just been deleted, ext4 looks at every one of their inodes before it makes a new file (0.6 ms instead of 0.05), and what is timed next pays.
 */
import { execFileSync } from "node:child_process";
import { closeSync, fsyncSync, mkdtempSync, openSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeContext } from "../src/context.ts";
import { registry } from "../src/operations/registry.generated.ts";
import { runOperation } from "../src/operations/run-operation.ts";
import type { Files } from "../src/store/files.ts";
import { findProject, type Project } from "../src/store/project.ts";

const folders: string[] = [];
process.on("exit", () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

export function makeFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "blue-bench-")));
  folders.push(folder);
  return folder;
}

export function initGit(folder: string): void {
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=Bench", "-c", "user.email=bench@example.org", ...args], {
      cwd: folder,
      env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
      stdio: "ignore",
    });
  git("init", "-q");
  git("-c", "core.bigFileThreshold=1", "add", "-A"); // into one pack: a file for each object would take longer than what is measured
  git("commit", "-q", "--allow-empty", "-m", "start");
}

export type Answer = Record<string, unknown>;

export interface Desk {
  root: string;
  project: Project;
  call<T = Answer>(name: string, input: Record<string, unknown>): Promise<T>;
}

export function makeDesk({ git = false }: { git?: boolean } = {}): Desk {
  const root = makeFolder();
  if (git) initGit(root);
  return deskAt(root);
}

/** Another look at the same folder, through other file calls where given. */
export function deskAt(root: string, files?: Files): Desk {
  const project = findProject({ flag: root, env: {}, ...(files === undefined ? {} : { files }) });
  return {
    root,
    project,
    async call<T>(name: string, input: Record<string, unknown>) {
      const operation = await registry.find((one) => one.name === name)!.load();
      return (await runOperation(operation, input, makeContext(project), { checkOutput: false })) as T;
    },
  };
}

/** Every file below `folder`, absolute. */
export function* filesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else yield path;
  }
}

/** Nothing of this run is still on its way to the disk when the next one starts. */
export function settle(folder: string): void {
  for (const path of filesBelow(join(folder, ".blue"))) {
    const fd = openSync(path, "r");
    fsyncSync(fd);
    closeSync(fd);
  }
}
