/** `blue dashboard` as a process of its own, as built. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

export interface Dashboard {
  child: ChildProcess;
  page: { port: number; token: string };
  /** With the token. */
  url: string;
  project: string;
}

/** Whoever starts it ends it. */
export async function startDashboard(...flags: string[]): Promise<Dashboard> {
  const child = spawn(process.execPath, ["dist/blue.js", "dashboard", "--json", ...flags], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(child.stdout!.setEncoding("utf8"), "data")) as [string];
  const { port, token, url, project } = JSON.parse(line) as Dashboard["page"] & Pick<Dashboard, "url" | "project">;
  return { child, page: { port, token }, url, project };
}
