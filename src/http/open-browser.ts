/** Shows an address or a file in the person's browser. */
import { spawn } from "node:child_process";
import { once } from "node:events";

/** False where there is nothing to show it with. */
export async function openBrowser(address: string, env: NodeJS.ProcessEnv = process.env): Promise<boolean> {
  const [command, ...args] = browserFor(env);
  const child = spawn(command!, [...args, address], { stdio: "ignore", detached: true });
  try {
    await once(child, "spawn");
    child.unref();
    return true;
  } catch {
    return false;
  }
}

function browserFor(env: NodeJS.ProcessEnv): string[] {
  if (env.BROWSER !== undefined && env.BROWSER !== "") return [env.BROWSER];
  if (process.platform === "darwin") return ["open"];
  return process.platform === "win32" ? ["explorer"] : ["xdg-open"];
}
