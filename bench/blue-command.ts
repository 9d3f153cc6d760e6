/** `blue` as a person runs it, a process for each command, with each SQLite driver: Node's own and the one in WebAssembly. */
import { spawnSync } from "node:child_process";
import { loadNodeSqlite } from "../src/store/sqlite/node-sqlite.ts";
import { findNode } from "../test/helpers/find-node.ts";
import type { Desk } from "./folders.ts";
import { blue } from "./places.ts";
import { environment } from "./start-up.ts";

export type DriverName = "node:sqlite" | "WebAssembly";
export const drivers: readonly DriverName[] = ["node:sqlite", "WebAssembly"];

/** Undefined where there is no Node for it. */
function nodeWith(driver: DriverName): string[] | undefined {
  const own = loadNodeSqlite() !== undefined;
  if (driver === "WebAssembly") return own ? [process.execPath, "--no-experimental-sqlite"] : [process.execPath];
  const node = own ? process.execPath : findNode("node24");
  return node === undefined ? undefined : [node];
}

export type BlueCommand = (...args: string[]) => void;

export function blueCommand({ root }: Pick<Desk, "root">, driver: DriverName): BlueCommand | undefined {
  const [node, ...flags] = nodeWith(driver) ?? [];
  if (node === undefined) return undefined;
  return (...args) => {
    const { status, stdout } = spawnSync(node, [...flags, blue, ...args, "--json"], {
      cwd: root,
      env: environment(),
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
    });
    if (status !== 0 || /"total":0/.test(stdout))
      throw new Error(`blue ${args.join(" ")} ended with ${status}: ${stdout}`);
  };
}
