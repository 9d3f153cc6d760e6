/**
 * Publishing a record: whole under its name, or not there at all, whoever kills, races or sweeps. The bytes are staged and fsynced under
 * `.blue/tmp/`, then linked to their final name; link(2) refuses a taken name where rename(2) would replace it. What happened is read
 * from the target afterwards, never from an error number. See docs/records.md.
 */
import { dirname } from "node:path";
import { BlueError } from "../errors.ts";
import { discard, ensureBlueFolder, ensureFolders, stageFile, syncFolders } from "./blue-folder.ts";
import { errno } from "./files.ts";
import { findOpened, insideProject, largestFile, type OpenedFile, type Rooted } from "./paths.ts";
import { decodeRecord, encodeRecord, type RecordBody, type SealedRecord, sealRecord } from "./record.ts";

export interface Publication {
  /** `published`: this call put it there. `taken`: the name already held `stored`, equal or not. */
  outcome: "published" | "taken";
  stored: SealedRecord;
  /** Whether what stands there is what this call wanted to write. */
  same: boolean;
}

const attempts = 5;

export function publishRecord(
  project: Rooted,
  path: string,
  body: RecordBody,
  random: (n: number) => Uint8Array,
): Publication {
  const record = sealRecord(body);
  const bytes = Buffer.from(encodeRecord(record));
  ensureBlueFolder(project, random);
  for (let attempt = 1; ; attempt++) {
    const published = tryPublish(project, path, bytes, random);
    if (published !== undefined) {
      const stored = decodeRecord(published.target.bytes.toString("utf8"), path);
      return { outcome: published.ours ? "published" : "taken", stored, same: stored.self === record.self };
    }
    // A sweeper or a branch switch took the staged file or the folder away: nothing is published, so start again.
    if (attempt === attempts) {
      throw new BlueError("io_error", `${path} could not be published: its folder kept vanishing`, {
        context: { path },
        suggestion:
          "Something is cleaning `.blue/` right now (git clean, a branch switch). Repeat the call when it is done.",
      });
    }
  }
}

function tryPublish(
  project: Rooted,
  path: string,
  bytes: Uint8Array,
  random: (n: number) => Uint8Array,
): { target: OpenedFile; ours: boolean } | undefined {
  const { files } = project;
  const folder = dirname(path);
  ensureFolders(project, ".blue/tmp");
  ensureFolders(project, folder);
  const target = insideProject(project, path);
  let staged: string;
  try {
    staged = stageFile(project, bytes, random, true);
  } catch (thrown) {
    if (errno(thrown) === "ENOENT") return undefined;
    throw thrown;
  }
  try {
    const inode = inodeOf(project, staged);
    try {
      files.link(staged, target);
    } catch (thrown) {
      refuseWithoutLinks(thrown);
      const code = errno(thrown);
      if (code !== "EEXIST" && code !== "ENOENT") throw thrown;
    }
    if (!syncFolders(project, folder)) return undefined;
    const found = findOpened(project, path, "record", largestFile);
    return found && { target: found, ours: found.inode === inode };
  } catch (thrown) {
    if (errno(thrown) === "ENOENT") return undefined;
    throw thrown;
  } finally {
    discard(files, staged);
  }
}

function inodeOf(project: Rooted, absolute: string): string {
  const status = project.files.lstat(absolute);
  return `${status.dev}:${status.ino}`;
}

/** Whether this file system can do what publishing needs; asked before a dialogue is opened, so that no one gets stuck half-way. */
export function probeHardLinks(project: Rooted, random: (n: number) => Uint8Array): void {
  ensureBlueFolder(project, random);
  const staged = stageFile(project, Buffer.from("probe"), random, false);
  const second = `${staged}-link`;
  try {
    project.files.link(staged, second);
    project.files.unlink(second);
  } catch (thrown) {
    refuseWithoutLinks(thrown);
    throw thrown;
  } finally {
    discard(project.files, staged);
  }
}

const noLinks = new Set(["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP", "EMLINK", "EXDEV", "EINVAL"]);

function refuseWithoutLinks(thrown: unknown): void {
  if (!noLinks.has(errno(thrown) ?? "")) return;
  throw new BlueError(
    "unsupported_filesystem",
    "The file system under `.blue/` has no hard links, so a record cannot be published safely",
    {
      value: errno(thrown),
      constraint: "hard_links",
      suggestion:
        "Move the project to a local file system (ext4, xfs, btrfs, APFS, NTFS); exFAT, FAT and some network shares lack hard links.",
      cause: thrown,
    },
  );
}
