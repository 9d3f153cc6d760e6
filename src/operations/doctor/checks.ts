/** What `doctor` looks at, one check each. A check says what it found and how to fix it; `repair` is there only where that is safe. */
import { accessSync, constants } from "node:fs";
import { join } from "node:path";
import type { Context } from "../../context.ts";
import { numberHolders } from "../../documents/duplicate-numbers.ts";
import { asBlueError, BlueError } from "../../errors.ts";
import { plural } from "../../pages/page.ts";
import { ensureBlueFolder, ignoredByGit, indexFile, isInitialised } from "../../store/blue-folder.ts";
import { configPath, readConfig } from "../../store/config.ts";
import { listDialogueIds } from "../../store/dialogue-ids.ts";
import { listDocuments, skippedFiles } from "../../store/documents.ts";
import { findStatus } from "../../store/files.ts";
import { makeTrackedLoader } from "../../store/find-dialogue.ts";
import { findDrift, folderWords, generatedFiles, writeGenerated } from "../../store/generated.ts";
import { findUntracked, getTracked, trackingOf } from "../../store/git.ts";
import { discardScratch, whyNotKept } from "../../store/index/index-file.ts";
import { findFile, insideProject } from "../../store/paths.ts";
import { probeHardLinks } from "../../store/publish.ts";
import { isRecordPath } from "../../store/record.ts";
import type { Check, Found } from "./found.ts";
import { leftoverServers } from "./leftover-servers.ts";
import { lookAtClock, lookAtRecords } from "./look-at-records.ts";

const oldestNode = [20, 19] as const;
const indexFiles = ["", "-wal", "-shm", "-journal"].map((suffix) => `.blue/blue.db${suffix}`);
const strayAfterMs = 60 * 60 * 1000;

export const checks: readonly Check[] = [
  { name: "Node", look: lookAtNode },
  { name: "project", look: lookAtProject },
  { name: "permissions", look: lookAtPermissions },
  { name: "hard links", look: lookAtHardLinks },
  { name: "configuration", look: lookAtConfig },
  { name: "SQLite", look: lookAtSqlite },
  { name: "index", look: lookAtIndex },
  { name: "temporary files", look: lookAtTemporaryFiles },
  { name: "records", look: lookAtRecords },
  { name: "clock", look: lookAtClock },
  { name: "generated files", look: lookAtGeneratedFiles },
  { name: "documents", look: lookAtDocuments },
  { name: "git", look: lookAtGit },
  { name: "servers", look: lookAtServers },
];

function lookAtNode(): Found {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const [oldestMajor, oldestMinor] = oldestNode;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor))
    return { status: "ok", message: process.versions.node };
  return {
    status: "failed",
    message: `${process.versions.node} is too old`,
    fix: `Install Node ${oldestNode.join(".")} or later.`,
  };
}

function lookAtProject({ project, random }: Context): Found {
  if (!isInitialised(project))
    return { status: "ok", message: `${project.root} (found by ${project.foundBy}); nothing of Blue's here yet` };
  const ignore = findFile(project, ".blue/.gitignore")?.toString("utf8").split(/\r?\n/) ?? [];
  const missing = ignoredByGit.filter((line) => !ignore.includes(line));
  if (missing.length === 0) return { status: "ok", message: `${project.root} (found by ${project.foundBy})` };
  return {
    status: "warning",
    message: `.blue/.gitignore lacks ${missing.join(", ")}: git could take up what belongs to this machine only`,
    fix: "`blue doctor --fix` adds the lines.",
    repair: () => void ensureBlueFolder(project, random),
  };
}

function lookAtPermissions({ project }: Context): Found {
  const folder = isInitialised(project) ? join(project.root, ".blue") : project.root;
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return { status: "ok", message: `${folder} can be read and written` };
  } catch (thrown) {
    return { status: "failed", message: `${folder} cannot be written`, fix: asBlueError(thrown).suggestion! };
  }
}

function lookAtHardLinks({ project, random }: Context): Found {
  if (!isInitialised(project)) return { status: "ok", message: "tried when the first record is written" };
  try {
    probeHardLinks(project, random);
    return { status: "ok", message: "records can be published safely" };
  } catch (thrown) {
    const { message, suggestion } = asBlueError(thrown);
    return { status: "failed", message, ...(suggestion === undefined ? {} : { fix: suggestion }) };
  }
}

async function lookAtConfig({ project }: Context): Promise<Found> {
  try {
    const { config, warnings } = await readConfig(project);
    const keys = Object.keys(config);
    if (warnings.length > 0) return { status: "warning", message: warnings.join(" ") };
    return {
      status: "ok",
      message: keys.length === 0 ? `no ${configPath}; defaults apply` : `${configPath} sets ${keys.join(", ")}`,
    };
  } catch (thrown) {
    if (!(thrown instanceof BlueError)) throw thrown;
    return {
      status: "failed",
      message: thrown.message,
      ...(thrown.suggestion === undefined ? {} : { fix: thrown.suggestion }),
    };
  }
}

async function lookAtSqlite(): Promise<Found> {
  const { findDriver } = await import("../../store/sqlite/find-driver.ts");
  const { driver, passedOver } = await findDriver();
  const others = passedOver.map(({ name, why }) => `${name} ${why}`).join("; ");
  if (driver === undefined)
    return {
      status: "failed",
      message: `none can be used (${others}): no searches, lists or statistics`,
      fix: "Install Blue again; its SQLite comes with it.",
    };
  return {
    status: "ok",
    message: `${driver.name}, SQLite ${driver.sqliteVersion}${others === "" ? "" : ` (${others})`}`,
  };
}

function lookAtIndex({ project }: Context): Found {
  if (!isInitialised(project)) return { status: "ok", message: "made when it is first needed" };
  const why = whyNotKept(project);
  if (why === undefined) return { status: "ok", message: `kept in ${indexFile}, up to date with every question` };
  return {
    status: "warning",
    message: `made in memory for every question: ${why}`,
    fix: "`blue init` sets Blue up; git must work here and not track the file.",
  };
}

function lookAtTemporaryFiles({ project, now }: Context): Found {
  const folder = insideProject(project, ".blue/tmp");
  if (findStatus(project.files, folder) === undefined) return { status: "ok", message: "none" };
  const stray = project.files
    .readdir(folder)
    .map(({ name }) => join(folder, name))
    .filter(
      (path) => now().getTime() - (findStatus(project.files, path)?.mtimeMs ?? Number.POSITIVE_INFINITY) > strayAfterMs,
    );
  if (stray.length === 0) return { status: "ok", message: "none left behind" };
  return {
    status: "warning",
    message: `${stray.length} left behind by interrupted calls`,
    fix: "`blue doctor --fix` removes them.",
    repair: () => {
      for (const path of stray) discardScratch(project, path.replace(/\.lock$/, ""));
    },
  };
}

function lookAtGeneratedFiles({ project, random }: Context): Found {
  const sound = listDialogueIds(project)
    .map(makeTrackedLoader(project))
    .filter((one) => one.problems.length === 0);
  const files = new Map(sound.flatMap((one) => [...generatedFiles(one)]));
  const drift = findDrift(project, files);
  const made = [...files.values()].filter((text) => typeof text === "string").length;
  if (drift.length === 0) return { status: "ok", message: `${made}, as the records say` };
  return {
    status: "warning",
    message: `${drift.length} missing or edited: ${drift
      .map((one) => (one.state === "folder" ? folderWords(one) : one.path))
      .slice(0, 5)
      .join(", ")}`,
    fix: "`blue sync` (or `blue doctor --fix`) makes them again.",
    repair: () => void writeGenerated(project, files, random),
  };
}

/** A merge can bring two documents with one number; git sees no conflict, so somebody has to look. */
function lookAtDocuments({ project }: Context): Found {
  const files = listDocuments(project);
  const skipped = skippedFiles(project);
  const unread =
    skipped.length === 0
      ? ""
      : `; ${skipped.length} not read: ${skipped.slice(0, 5).join(", ")}${skipped.length > 5 ? " …" : ""}`;
  const shared = [...numberHolders(files)].filter(([, same]) => same.length > 1);
  if (shared.length === 0) return { status: "ok", message: `${files.length}, every number once${unread}` };
  return {
    status: "failed",
    message: `several files share a number: ${shared.map(([name, same]) => `${name} (${same.length} files)`).join(", ")}${unread}`,
    fix: "`blue lint` names the files; `blue rfc renumber` with the path of one gives it the next free number and fixes the links.",
  };
}

function lookAtGit({ project }: Context): Found {
  if (!project.git)
    return {
      status: "warning",
      message: "no git here: records are on this disk only",
      fix: "Put the project under git, so that decisions are reviewed and kept.",
    };
  let local: string[];
  try {
    local = getTracked(project, ...indexFiles, ".blue/drafts", ".blue/asks", ".blue/tmp");
  } catch (thrown) {
    if (!(thrown instanceof BlueError)) throw thrown;
    return { status: "failed", message: `no dialogue can go on: ${thrown.message}`, fix: thrown.suggestion ?? "" };
  }
  if (local.length > 0) {
    return {
      status: "failed",
      message: `git tracks what belongs to one machine: ${local.slice(0, 5).join(", ")}`,
      fix: "Untrack these files (keep them on disk) and commit that; Blue does not use them while a branch could have delivered them.",
    };
  }
  if (!isInitialised(project)) return { status: "ok", message: "a git work tree" };
  if (trackingOf(project, ".blue/dialogues/.gitkeep") === "ignored") {
    return {
      status: "warning",
      message: "git ignores .blue/dialogues/: records are on this disk only",
      fix: "Remove the ignore rule, or know that nothing of a dialogue reaches a pull request.",
    };
  }
  const untracked = findUntracked(project, ".blue/dialogues") ?? [];
  const records = untracked.filter(isRecordPath);
  if (records.length > 0)
    return {
      status: "warning",
      message: `${plural(records.length, "record")} not committed yet: ${records.slice(0, 3).join(", ")}${records.length > 3 ? ", …" : ""}`,
      fix: "Add and commit .blue/dialogues/.",
    };
  return { status: "ok", message: "records are tracked; what belongs to this machine is not" };
}

function lookAtServers(): Found {
  const left = leftoverServers();
  if (left === undefined) return { status: "ok", message: "cannot be listed on this system" };
  if (left.length === 0) return { status: "ok", message: "none left behind" };
  return {
    status: "warning",
    message: `${left.length} \`blue mcp\` whose parent is gone: process ${left.join(", ")}`,
    fix: "They should end by themselves within seconds; end them by their process number if they do not.",
  };
}
