/**
 * What an agent's process is given of this machine: programs that the project cannot have put there, and the variables on a list. A branch brings any
 * file, so nothing below the project, or below the work tree that it lies in, is ever run.
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
  const candidates = isAbsolute(name) ? [name] : folders.filter(isAbsolute).map((folder) => join(folder, name));
  return candidates.find((path) => isProgram(path) && !liesIn(path, outer));
}

const listed = new Set([
  ...["HOME", "USER", "LOGNAME", "TMPDIR", "LANG", "LANGUAGE", "TZ"],
  ...["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"].flatMap((name) => [name, name.toLowerCase()]),
  ...["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "SSL_CERT_DIR", "CURL_CA_BUNDLE", "REQUESTS_CA_BUNDLE"],
]);

/** The PATH, what every program needs, and of the rest what the runner names. */
export function agentEnvironment(
  host: Host,
  { prefixes = [], names = [] }: { prefixes?: readonly string[]; names?: readonly string[] },
): Record<string, string> {
  const given = (name: string) =>
    listed.has(name) || names.includes(name) || ["LC_", "XDG_", ...prefixes].some((prefix) => name.startsWith(prefix));
  const kept = Object.entries(host.env).flatMap(([name, value]) =>
    value !== undefined && given(name) ? [[name, value] as const] : [],
  );
  return { ...Object.fromEntries(kept), PATH: searchPath(host) };
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
