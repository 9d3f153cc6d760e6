/**
 * Every file call the store makes goes through this table, so that a test can count them, stop before any one of them, or make it fail.
 * The calls are synchronous: a record is published by one short, ordered sequence, and order is the whole point.
 */
import * as fs from "node:fs";

export interface Files {
  open(path: string, flags: number, mode?: number): number;
  /** Writes all bytes. */
  write(fd: number, bytes: Uint8Array): void;
  /** Reads up to `length` bytes from the start of the file. */
  read(fd: number, length: number): Buffer;
  fstat(fd: number): fs.Stats;
  fsync(fd: number): void;
  close(fd: number): void;
  link(existing: string, target: string): void;
  rename(from: string, to: string): void;
  /** Adds to the end of a file, which is made when there is none. */
  append(path: string, text: string): void;
  /** Shares the bytes where the file system can. */
  copy(from: string, to: string): void;
  /** Says when the file was last written, in seconds. */
  setTime(path: string, seconds: number): void;
  unlink(path: string): void;
  mkdir(path: string, mode?: number): void;
  rmdir(path: string): void;
  readdir(path: string): fs.Dirent[];
  /** The file's own status; undefined when nothing is there, which is common enough not to cost an exception. */
  lstat(path: string): fs.Stats | undefined;
  realpath(path: string): string;
}

export const nodeFiles: Files = {
  open: (path, flags, mode) => fs.openSync(path, flags, mode),
  write(fd, bytes) {
    let at = 0;
    while (at < bytes.length) at += fs.writeSync(fd, bytes, at);
  },
  read(fd, length) {
    const buffer = Buffer.allocUnsafeSlow(length); // of its own: Node makes a pool anew for every other file, which takes longer than reading
    let at = 0;
    while (at < length) {
      const n = fs.readSync(fd, buffer, at, length - at, at);
      if (n === 0) break;
      at += n;
    }
    return buffer.subarray(0, at);
  },
  fstat: (fd) => fs.fstatSync(fd),
  fsync: (fd) => fs.fsyncSync(fd),
  close: (fd) => fs.closeSync(fd),
  link: (existing, target) => fs.linkSync(existing, target),
  rename: (from, to) => fs.renameSync(from, to),
  append: (path, text) => fs.appendFileSync(path, text, { mode: 0o600 }),
  copy: (from, to) => fs.copyFileSync(from, to, fs.constants.COPYFILE_FICLONE),
  setTime: (path, seconds) => fs.utimesSync(path, seconds, seconds),
  unlink: (path) => fs.unlinkSync(path),
  mkdir: (path, mode) => void fs.mkdirSync(path, mode),
  rmdir: (path) => fs.rmdirSync(path),
  readdir: (path) => fs.readdirSync(path, { withFileTypes: true }),
  lstat: (path) => fs.lstatSync(path, { throwIfNoEntry: false }),
  realpath: (path) => fs.realpathSync.native(path),
};

export const openFlags = {
  /** A file from outside: never through a link, and never waiting for the other end of a pipe. */
  read: fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0) | (fs.constants.O_NONBLOCK ?? 0),
  create: fs.constants.O_WRONLY | fs.constants.O_CREAT | fs.constants.O_EXCL,
  directory: fs.constants.O_RDONLY,
};

export function errno(thrown: unknown): string | undefined {
  return thrown instanceof Error ? (thrown as NodeJS.ErrnoException).code : undefined;
}

/** The bytes of a regular file, which inode they came from and when it was written, or why it is not read; undefined when nothing is there. */
export function readRegular(
  files: Files,
  path: string,
  largest: number,
): { bytes: Buffer; inode: string; writtenAt: Date } | { why: string } | undefined {
  let fd: number;
  try {
    fd = files.open(path, openFlags.read);
  } catch (thrown) {
    const code = errno(thrown);
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    if (code === "ELOOP" || code === "EMLINK") return { why: "is a symbolic link" };
    if (code === "ENXIO") return { why: "is not a regular file" };
    throw thrown;
  }
  try {
    const status = files.fstat(fd);
    if (!status.isFile()) return { why: "is not a regular file" };
    if (status.size > largest) return { why: `is larger than ${largest} bytes` };
    const bytes = files.read(fd, status.size);
    return { bytes, inode: `${status.dev}:${status.ino}`, writtenAt: status.mtime };
  } finally {
    files.close(fd);
  }
}

/** What lies in a folder; nothing when there is no such folder. */
export function listFolder(files: Files, path: string): fs.Dirent[] {
  try {
    return files.readdir(path);
  } catch (thrown) {
    if (errno(thrown) === "ENOENT" || errno(thrown) === "ENOTDIR") return [];
    throw thrown;
  }
}

/** The file's own status (a link is a link), or undefined when nothing is there. Every other failure is thrown. */
export function findStatus(files: Files, path: string): fs.Stats | undefined {
  try {
    return files.lstat(path);
  } catch (thrown) {
    const code = errno(thrown);
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw thrown;
  }
}
