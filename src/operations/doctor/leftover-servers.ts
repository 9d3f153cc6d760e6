/** `blue mcp` processes that were handed to the system when their agent died. They hold no lock and no truth; they only linger. */
import { readdirSync, readFileSync } from "node:fs";

/** Process numbers; undefined where processes cannot be listed (no /proc). */
export function leftoverServers(proc = "/proc"): number[] | undefined {
  let entries: string[];
  try {
    entries = readdirSync(proc).filter((name) => /^\d+$/.test(name));
  } catch {
    return undefined;
  }
  if (entries.length === 0) return undefined;
  return entries.filter((pid) => isServer(`${proc}/${pid}`) && isOrphan(`${proc}/${pid}`)).map(Number);
}

function isServer(folder: string): boolean {
  const [, entry = "", command] = read(`${folder}/cmdline`).split("\0");
  return /(?:^|\/)blue(?:\.js)?$/.test(entry) && command === "mcp";
}

function isOrphan(folder: string): boolean {
  return /^PPid:\t1$/m.test(read(`${folder}/status`));
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
