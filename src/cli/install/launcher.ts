/** How an agent starts Blue later: by a `blue` on the PATH that is ours, else by npx where it finds Blue, else by this very file. */
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { delimiter, dirname, join, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

const packageName = "blue-align";

export interface Launcher {
  /** The words before `mcp`. */
  words: readonly [string, ...string[]];
  /** Why these, in a few words. */
  why: string;
  /** Names a path that only this machine has. */
  local: boolean;
}

export interface LauncherQuestion {
  /** The file that runs now. */
  entry: string;
  env: NodeJS.ProcessEnv;
  platform?: NodeJS.Platform;
  execPath?: string;
  /** Of the project that is being set up; a user's set-up has none. */
  root?: string | undefined;
}

export function chooseLauncher({
  entry,
  env,
  platform = process.platform,
  execPath = process.execPath,
  root,
}: LauncherQuestion): Launcher {
  // Windows starts a script such as npx.cmd only through its command interpreter.
  const viaShell = (...words: [string, ...string[]]): [string, ...string[]] =>
    platform === "win32" ? ["cmd", "/c", ...words] : words;
  const folders = lasting(env.PATH ?? env.Path ?? "");
  if (folders.some((folder) => isOurs(folder, platform))) {
    return { words: viaShell("blue"), why: "blue is on the PATH", local: false };
  }
  const npx = viaShell("npx", "-y", packageName);
  if (isFromNpx(entry)) return { words: npx, why: "it was started by npx", local: false };
  if (root !== undefined && entry.startsWith(join(root, "node_modules") + sep)) {
    return { words: npx, why: "it is a dependency of this project", local: false };
  }
  const node = folders.some((folder) => existsSync(join(folder, platform === "win32" ? "node.exe" : "node")));
  return {
    words: [node ? "node" : execPath, entry.replaceAll("\\", "/")],
    why: "blue is neither on the PATH nor a dependency here",
    local: true,
  };
}

/** Folders of the PATH that are there in every shell: what npm and npx put in front for one command is not. */
function lasting(path: string): string[] {
  return path
    .split(delimiter)
    .filter((folder) => folder !== "" && !/[\\/]node_modules[\\/]\.bin[\\/]?$/.test(folder) && !isFromNpx(folder));
}

function isFromNpx(path: string): boolean {
  return /[\\/]_npx[\\/]/.test(path);
}

/** Other programs are called blue too. */
function isOurs(folder: string, platform: NodeJS.Platform): boolean {
  if (platform === "win32") {
    return existsSync(join(folder, "blue.cmd")) && nameIn(join(folder, "node_modules", packageName)) === packageName;
  }
  try {
    return findPackageRoot(realpathSync(join(folder, "blue"))) !== undefined;
  } catch {
    return false;
  }
}

/** Blue's package around `file`. */
export function findPackageRoot(file: string): string | undefined {
  for (let folder = dirname(resolve(file)); ; folder = dirname(folder)) {
    const name = nameIn(folder);
    if (name !== undefined) return name === packageName ? folder : undefined;
    if (dirname(folder) === folder) return undefined;
  }
}

function nameIn(folder: string): string | undefined {
  try {
    return (JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { name?: string }).name ?? "";
  } catch {
    return undefined;
  }
}

/** This package: its entry, and the skills it ships (the build lays them beside the bundle). */
export function ownPackage(): { entry: string; skills: string } {
  const here = fileURLToPath(import.meta.url);
  const root = findPackageRoot(here);
  if (root === undefined) throw new Error("Blue does not find its own package");
  const built = here.startsWith(join(root, "dist") + sep);
  return { entry: join(root, "dist", "blue.js"), skills: join(root, ...(built ? ["dist"] : []), "skills") };
}
