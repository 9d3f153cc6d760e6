/**
 * What an operation reads and writes, noted while it runs once, and the same done by hand: the same bytes under their final names with the same
 * fsyncs in the same order, or the same files read, each once. That is the floor.
 */
import * as fs from "node:fs";
import { dirname, join, relative } from "node:path";
import { type Files, nodeFiles } from "../src/store/files.ts";

type Step =
  | { kind: "folder"; path: string }
  | { kind: "file"; path: string; bytes: Uint8Array; synced: boolean }
  | { kind: "sync"; path: string };

export interface Trace {
  files: Files;
  steps: Step[];
  /** Files whose bytes were read. */
  reads: Set<string>;
}

/** Paths are kept from `root`. */
export function traceFiles(root: string): Trace {
  const steps: Step[] = [];
  const reads = new Set<string>();
  const open = new Map<number, string>();
  const fileAt = (path: string) => steps.findLast((step) => step.kind === "file" && step.path === path);
  const from = (path: string) => relative(root, path);
  const move = (staged: string, target: string) => {
    const step = fileAt(from(staged));
    if (step !== undefined) step.path = from(target);
  };
  const files: Files = {
    ...nodeFiles,
    open(path, flags, mode) {
      const fd = nodeFiles.open(path, flags, mode);
      open.set(fd, from(path));
      return fd;
    },
    write(fd, bytes) {
      nodeFiles.write(fd, bytes);
      steps.push({ kind: "file", path: open.get(fd)!, bytes: Uint8Array.from(bytes), synced: false });
    },
    read(fd, length) {
      reads.add(open.get(fd)!);
      return nodeFiles.read(fd, length);
    },
    fsync(fd) {
      nodeFiles.fsync(fd);
      const path = open.get(fd)!;
      const file = fileAt(path);
      if (file?.kind === "file") file.synced = true;
      else steps.push({ kind: "sync", path });
    },
    link(existing, target) {
      nodeFiles.link(existing, target);
      move(existing, target);
    },
    rename(staged, target) {
      nodeFiles.rename(staged, target);
      move(staged, target);
    },
    mkdir(path) {
      nodeFiles.mkdir(path);
      steps.push({ kind: "folder", path: from(path) });
    },
  };
  return { files, steps, reads };
}

/** Makes, below an empty `root`, the folders that stood before the traced run. */
export function makeGround(root: string, steps: readonly Step[]): void {
  const made = new Set(steps.filter(({ kind }) => kind === "folder").map(({ path }) => path));
  for (const { kind, path } of steps) {
    let folder = kind === "file" ? dirname(path) : path;
    while (made.has(folder)) folder = dirname(folder);
    fs.mkdirSync(join(root, folder), { recursive: true });
  }
}

export function writeByHand(root: string, steps: readonly Step[]): void {
  for (const step of steps) {
    const path = join(root, step.path);
    if (step.kind === "folder") fs.mkdirSync(path);
    else if (step.kind === "sync") syncByHand(fs.openSync(path, "r"));
    else if (!step.synced) fs.writeFileSync(path, step.bytes);
    else {
      const fd = fs.openSync(path, "w");
      fs.writeSync(fd, step.bytes);
      syncByHand(fd);
    }
  }
}

function syncByHand(fd: number): void {
  fs.fsyncSync(fd);
  fs.closeSync(fd);
}

export function readByHand(root: string, reads: Iterable<string>): number {
  let bytes = 0;
  for (const path of reads) bytes += fs.readFileSync(join(root, path)).length;
  return bytes;
}
