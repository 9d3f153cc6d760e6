/**
 * A process that uses the store, bundled once and spawned by the tests that kill, race and sweep it. It reads its jobs as JSON from standard
 * input and answers with one line of JSON per acknowledgement, written before the next file call.
 */
import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync, unlinkSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { BlueError } from "../../src/errors.ts";
import { ensureBlueFolder } from "../../src/store/blue-folder.ts";
import { nodeFiles } from "../../src/store/files.ts";
import { writeGenerated } from "../../src/store/generated.ts";
import { type Publication, publishRecord } from "../../src/store/publish.ts";
import { decodeRecord, type RecordBody, sealRecord } from "../../src/store/record.ts";
import { type Fault, traceFiles } from "./faults.ts";

export type Job =
  /** Publishes one record, then writes the generated files, if any. `startAt`: epoch milliseconds to wait for. */
  | {
      do: "publish";
      root: string;
      path: string;
      body: RecordBody;
      generated?: Record<string, string>;
      fault?: Fault;
      startAt?: number;
    }
  | { do: "init"; root: string; startAt?: number }
  /** Publishes to `paths` in turn for `ms`, proves each acknowledged record present and whole, and removes it again. */
  | { do: "publish-and-remove"; root: string; paths: string[]; bodies: RecordBody[]; ms: number }
  /** Decodes every record below `folder` for `ms`. */
  | { do: "read"; folder: string; ms: number }
  /** Empties `.blue/tmp` and removes every empty folder below `.blue`, for `ms`. */
  | { do: "sweep"; root: string; ms: number };

export type Answer =
  | { published: Pick<Publication, "outcome" | "same"> & { self: string } }
  | { generated: number }
  | { made: string[] }
  | { error: string; message: string }
  | { acknowledged: number; refused: string[]; wrong: string[] }
  | { whole: number; absent: number; torn: string[] }
  | { swept: number };

const random = (n: number) => randomBytes(n);

function answer(line: Answer): void {
  writeSync(1, `${JSON.stringify(line)}\n`);
}

function run(job: Job): void {
  if ("startAt" in job && job.startAt !== undefined) waitUntil(job.startAt);
  try {
    if (job.do === "publish") publish(job);
    else if (job.do === "init") answer({ made: ensureBlueFolder({ root: job.root, files: nodeFiles }, random) });
    else if (job.do === "publish-and-remove") publishAndRemove(job);
    else if (job.do === "read") read(job);
    else sweep(job);
  } catch (thrown) {
    answer(refusal(thrown));
  }
}

function refusal(thrown: unknown): { error: string; message: string } {
  const { message } = thrown as Error;
  const error = thrown instanceof BlueError ? thrown.code : ((thrown as NodeJS.ErrnoException).code ?? "bug");
  return { error, message };
}

function publish({ root, path, body, generated, fault }: Extract<Job, { do: "publish" }>): void {
  const project = { root, files: traceFiles(fault) };
  const { outcome, same, stored } = publishRecord(project, path, body, random);
  answer({ published: { outcome, same, self: stored.self } });
  if (generated === undefined) return;
  answer({ generated: writeGenerated(project, new Map(Object.entries(generated)), random).length });
}

function publishAndRemove({ root, paths, bodies, ms }: Extract<Job, { do: "publish-and-remove" }>): void {
  const project = { root, files: nodeFiles };
  const refused: string[] = [];
  const wrong: string[] = [];
  let acknowledged = 0;
  for (let i = 0, end = Date.now() + ms; Date.now() < end; i++) {
    const path = paths[i % paths.length]!;
    const body = bodies[i % bodies.length]!;
    const { self } = sealRecord(body);
    try {
      const { outcome, stored } = publishRecord(project, path, body, random);
      const found = decodeRecord(readFileSync(join(root, path), "utf8"), path);
      if (outcome !== "published" || stored.self !== self || found.self !== self) wrong.push(`${path}: ${outcome}`);
      acknowledged++;
    } catch (thrown) {
      const { error, message } = refusal(thrown);
      if (error === "io_error") refused.push(message);
      else wrong.push(`${error}: ${message}`);
      // Unacknowledged means before or after, never between.
      if (existsSync(join(root, path)) && !isWhole(join(root, path), self)) wrong.push(`${path}: torn after a refusal`);
    }
    rmSync(join(root, path), { force: true });
    quietly(() => rmdirSync(dirname(join(root, path))));
  }
  answer({ acknowledged, refused, wrong });
}

function isWhole(path: string, self: string): boolean {
  try {
    return decodeRecord(readFileSync(path, "utf8"), path).self === self;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === "ENOENT";
  }
}

function read({ folder, ms }: Extract<Job, { do: "read" }>): void {
  const torn: string[] = [];
  let whole = 0;
  let absent = 0;
  for (const end = Date.now() + ms; Date.now() < end; ) {
    for (const path of findRecords(folder)) {
      try {
        decodeRecord(readFileSync(path, "utf8"), path);
        whole++;
      } catch (thrown) {
        if (thrown instanceof BlueError) torn.push(thrown.message);
        else absent++;
      }
    }
  }
  answer({ whole, absent, torn });
}

function findRecords(folder: string): string[] {
  const found: string[] = [];
  quietly(() => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) found.push(...findRecords(path));
      else if (entry.name.endsWith(".json")) found.push(path);
    }
  });
  return found;
}

function sweep({ root, ms }: Extract<Job, { do: "sweep" }>): void {
  const temporary = join(root, ".blue/tmp");
  let swept = 0;
  for (const end = Date.now() + ms; Date.now() < end; ) {
    quietly(() => {
      for (const name of readdirSync(temporary)) {
        quietly(() => {
          unlinkSync(join(temporary, name));
          swept++;
        });
      }
    });
    removeEmpty(join(root, ".blue"));
  }
  answer({ swept });
}

function removeEmpty(folder: string): void {
  quietly(() => {
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory()) removeEmpty(join(folder, entry.name));
    rmdirSync(folder);
  });
}

function quietly(action: () => void): void {
  try {
    action();
  } catch {}
}

function waitUntil(time: number): void {
  const ms = time - Date.now();
  if (ms > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

for (const job of JSON.parse(readFileSync(0, "utf8")) as Job[]) run(job);
