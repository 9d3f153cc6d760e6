/** Reading and writing an agent's files. In a project links are refused; a user's own files may be links and are written where they lead. */
import {
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { refuse } from "../../errors.ts";
import { errno, nodeFiles, readRegular } from "../../store/files.ts";
import { findFile, insideProject, largestFile } from "../../store/paths.ts";
import type { Project } from "../../store/project.ts";
import type { Change } from "./plan.ts";

export interface Disk {
  read(path: string): string | undefined;
  /** Writes, or removes where there is no `after`. Refuses when the file is no longer as it was read. */
  put(change: Omit<Change, "diff">): void;
  /** Makes the folder and those above it; answers with those that were not there, outermost first. */
  ensureFolder(path: string): string[];
  /** Of these, what is empty. */
  removeEmpty(folders: readonly string[]): void;
}

export function makeDisk(project: Project | undefined): Disk {
  const real = (path: string) => (project === undefined ? realOf(path) : insideProject(project, path));
  const disk: Disk = {
    read(path) {
      const bytes = project === undefined ? readBounded(real(path)) : findFile(project, path, "path");
      return bytes === undefined ? undefined : decode(bytes, path);
    },
    put({ path, before, after, private: secret }) {
      const target = real(path);
      if (disk.read(path) !== before) refuseChanged(path);
      if (after === undefined) unlinkSync(target);
      else if (before === undefined) replace(target, after, secret ? 0o600 : 0o644);
      // A file with several names is written in place: under a new one the others would keep the old text.
      else if (statSync(target).nlink > 1) writeFileSync(target, after, { flush: true });
      else replace(target, after, statSync(target).mode & 0o7777);
    },
    ensureFolder(path) {
      const target = real(path);
      const first = mkdirSync(target, { recursive: true });
      if (first === undefined) return [];
      const names = relative(first, target).split(/[\\/]/).filter(Boolean);
      return [first, ...names.map((_, i) => join(first, ...names.slice(0, i + 1)))];
    },
    removeEmpty(folders) {
      for (const folder of folders.toSorted((a, b) => b.length - a.length)) {
        try {
          rmdirSync(real(folder));
        } catch (thrown) {
          if (!["ENOTEMPTY", "ENOENT", "EEXIST", "ENOTDIR"].includes(errno(thrown) ?? "")) throw thrown;
        }
      }
    },
  };
  return disk;
}

/** Where a link leads, also when nothing is there yet. */
function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch (thrown) {
    if (errno(thrown) !== "ENOENT") throw thrown;
    return dirname(path) === path ? path : join(realOf(dirname(path)), basename(path));
  }
}

function readBounded(path: string): Buffer | undefined {
  const read = readRegular(nodeFiles, path, largestFile);
  if (read === undefined || "bytes" in read) return read?.bytes;
  return refuse("invalid_input", {}, "regular_file", {
    message: `${path} ${read.why}`,
    value: path,
    suggestion: "Nothing was written.",
  });
}

function decode(bytes: Buffer, path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    refuse("invalid_input", {}, "utf8", {
      message: `${path} is not UTF-8 text`,
      value: path,
      suggestion: "Nothing was written. Save the file as UTF-8 and repeat the command.",
    });
  }
}

function replace(target: string, text: string, mode: number): void {
  const staged = join(dirname(target), `.${basename(target)}.blue-${process.pid}`);
  try {
    const fd = openSync(staged, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, mode);
    try {
      fchmodSync(fd, mode); // whatever the umask
      writeFileSync(fd, text);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(staged, target);
  } catch (thrown) {
    rmSync(staged, { force: true });
    throw thrown;
  }
}

function refuseChanged(path: string): never {
  refuse("io_error", {}, "unchanged_file", {
    message: `${path} changed while it was being edited; it was not written`,
    value: path,
    suggestion: "Close the agent that uses it and repeat the command; what is already in place is not written twice.",
  });
}
