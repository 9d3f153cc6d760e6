/** Shows an address or a file in the person's browser. */
import { once } from "node:events";
import { environmentFor, startProcess } from "../store/child-processes.ts";
import { findProgram, type Host } from "../store/programs.ts";

/** False where there is nothing to show it with. */
export async function openBrowser(address: string, host: Host): Promise<boolean> {
  const program = findProgram(host, browserFor(host.env));
  if (program === undefined) return false;
  const child = startProcess(
    { program, args: [address], cwd: "/", env: environmentFor(host, "browser") },
    { stdio: ["ignore", "ignore", "ignore"], detached: true },
  );
  try {
    await once(child, "spawn");
    child.unref();
    return true;
  } catch {
    return false;
  }
}

function browserFor(env: NodeJS.ProcessEnv): string {
  if (env.BROWSER !== undefined && env.BROWSER !== "") return env.BROWSER;
  if (process.platform === "darwin") return "open";
  return process.platform === "win32" ? "explorer" : "xdg-open";
}
