/** How an agent starts Blue later: by a `blue` on the PATH that is ours, else by npx where it finds Blue, else by this very file. */
import { existsSync, realpathSync } from "node:fs";
import { delimiter, join, sep } from "node:path";
import { findPackageRoot, nameIn, packageName } from "../../own-package.ts";

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
  /** Of the user whom all projects are set up for. */
  home?: string | undefined;
}

export function chooseLauncher({
  entry,
  env,
  platform = process.platform,
  execPath = process.execPath,
  root,
  home,
}: LauncherQuestion): Launcher {
  // Windows starts a script such as npx.cmd only through its command interpreter.
  const viaShell = (...words: [string, ...string[]]): [string, ...string[]] =>
    platform === "win32" ? ["cmd", "/c", ...words] : words;
  const folders = lasting(env.PATH ?? env.Path ?? "");
  if (folders.some((folder) => isOurs(folder, platform))) {
    return { words: viaShell("blue"), why: "blue is on the PATH", local: false };
  }
  // Npx takes what it finds in the folder it starts in, which may be anybody's repository; of a user's set-up it looks at home instead.
  const npx = viaShell("npx", ...(home === undefined ? [] : ["--prefix", home]), "-y", packageName);
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
