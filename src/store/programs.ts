/**
 * Programs of this machine that may be run. A branch brings any file, so nothing below the project, or below the work tree that it lies in, is ever run,
 * whatever the PATH says.
 */
import { accessSync, constants, existsSync, realpathSync, statSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join, sep } from "node:path";

export interface Host {
  /** The project's real root. */
  root: string;
  env: NodeJS.ProcessEnv;
}

/** The folders of the PATH that are safe to search, in their order. */
export function searchPath({ root, env }: Host): string {
  const outer = outermostWorkTree(root);
  const safe = (folder: string) =>
    isAbsolute(folder) && !folder.split(sep).join("/").includes("node_modules/.bin") && !liesIn(folder, outer);
  return (env.PATH ?? "").split(delimiter).filter(safe).join(delimiter);
}

/** A program's absolute path, from its name or its absolute path. */
export function findProgram(host: Host, name: string): string | undefined {
  if (!isAbsolute(name) && name.includes("/")) return undefined;
  const outer = outermostWorkTree(host.root);
  const folders = searchPath(host).split(delimiter);
  const names = process.platform === "win32" ? [`${name}.exe`, name] : [name];
  const candidates = isAbsolute(name)
    ? [name]
    : folders.filter(isAbsolute).flatMap((folder) => names.map((one) => join(folder, one)));
  return candidates.find((path) => isProgram(path) && !liesIn(path, outer));
}

function outermostWorkTree(root: string): string {
  let outer = root;
  for (let at = root; dirname(at) !== at; at = dirname(at)) if (existsSync(join(at, ".git"))) outer = at;
  return outer;
}

/** By its name or by where its links lead; what is not there cannot be run. */
function liesIn(path: string, folder: string): boolean {
  const isBelow = (one: string) => one === folder || one.startsWith(folder + sep);
  try {
    return isBelow(path) || isBelow(realpathSync(path));
  } catch {
    return true;
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
