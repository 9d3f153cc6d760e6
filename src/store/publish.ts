/**
 * Publishing a record: whole under its name or not there at all, even if the process is killed, another one publishes at the same time, or
 * temporary files are deleted. The bytes are staged and fsynced under `.blue/tmp/`, then linked to their final name; link(2) refuses a taken name
 * where rename(2) would replace it. What happened is read from the target afterwards, never from an error number. See docs/records.md.
 */
import { dirname, join } from "node:path";
import { refuse } from "../errors.ts";
import { discard, ensureBlueFolder, ensureFolders, stageFile, syncFolders } from "./blue-folder.ts";
import { errno, openFlags } from "./files.ts";
import { findOpened, insideProject, largestFile, type OpenedFile, type Rooted } from "./paths.ts";
import { rememberSealed } from "./proved-records.ts";
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
  if (bytes.length > largestFile) {
    refuse("invalid_input", {}, "record_size", {
      message: `${path} would have ${bytes.length} bytes; a record has at most ${largestFile}`,
      value: bytes.length,
      suggestion: "Shorten the longest text in it; a record that cannot be read again is not published.",
      context: { path },
    });
  }
  const ours: Held = new Map();
  try {
    for (let attempt = 1; ; attempt++) {
      const target = tryPublish(project, path, bytes, random, ours);
      if (target !== undefined) {
        // These bytes were sealed a moment ago; they need not be hashed again.
        const whole = target.bytes.equals(bytes);
        const stored = whole ? record : decodeRecord(target.bytes.toString("utf8"), path);
        if (whole) rememberSealed(join(project.root, path), target.bytes, record);
        const outcome = ours.has(target.inode) ? "published" : "taken";
        return { outcome, stored, same: stored.self === record.self };
      }
      // `git clean` or a branch switch removed the staged file or the folder: nothing is published, so start again.
      if (attempt === attempts)
        refuse("io_error", {}, "folder_stays", {
          message: `${path} could not be published: its folder kept vanishing`,
          suggestion:
            "Something is cleaning `.blue/` right now (git clean, a branch switch). Repeat the call when it is done.",
          context: { path },
        });
    }
  } finally {
    for (const fd of ours.values()) project.files.close(fd);
  }
}

/** The inodes this call staged, each held open: otherwise the number of a deleted file could pass to another process's file. */
type Held = Map<string, number>;

/** What stands under the name afterwards; undefined when the folder or the staged file was deleted meanwhile. */
function tryPublish(
  project: Rooted,
  path: string,
  bytes: Uint8Array,
  random: (n: number) => Uint8Array,
  ours: Held,
): OpenedFile | undefined {
  const { files } = project;
  const folder = dirname(path);
  let staged: string | undefined;
  try {
    ensureBlueFolder(project, random);
    const target = insideProject(project, path); // before a folder is made for it
    ensureFolders(project, folder);
    staged = stageFile(project, bytes, random, true);
    hold(project, staged, ours);
    try {
      files.link(staged, target);
    } catch (thrown) {
      refuseWithoutLinks(thrown);
      const code = errno(thrown);
      if (code !== "EEXIST" && code !== "ENOENT") throw thrown;
    }
    return syncFolders(project, folder) ? findOpened(project, path, "record", largestFile) : undefined;
  } catch (thrown) {
    if (errno(thrown) === "ENOENT") return undefined;
    throw thrown;
  } finally {
    if (staged !== undefined) discard(files, staged);
  }
}

function hold({ files }: Rooted, staged: string, ours: Held): void {
  const fd = files.open(staged, openFlags.read);
  try {
    const status = files.fstat(fd);
    ours.set(`${status.dev}:${status.ino}`, fd);
  } catch (thrown) {
    files.close(fd);
    throw thrown;
  }
}

/** Whether this file system can do what publishing needs; asked before a dialogue is opened, so that no one gets stuck half-way. */
export function probeHardLinks(project: Rooted, random: (n: number) => Uint8Array): void {
  ensureFolders(project, ".blue/tmp");
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

export function refuseWithoutLinks(thrown: unknown): void {
  if (!noLinks.has(errno(thrown) ?? "")) return;
  refuse("unsupported_filesystem", {}, "hard_links", {
    message: "The file system under `.blue/` has no hard links, so a record cannot be published safely",
    value: errno(thrown),
    suggestion:
      "Move the project to a local file system (ext4, xfs, btrfs, APFS, NTFS); exFAT, FAT and some network shares lack hard links.",
    cause: thrown,
  });
}
