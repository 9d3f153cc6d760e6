/** Tools of others, started by name with an argument list, never through a shell. */
import { constants } from "node:os";
import { environmentFor, environmentOfPerson, readProcess, startProcess } from "./child-processes.ts";
import { findProgram, type Host } from "./programs.ts";

/**
 * For a person, with all that is theirs. Runs to the end and answers with the exit code (128 and the signal's number for one that was killed); undefined when the tool is not installed. What it
 * prints goes to standard error. It has a process group of its own, so an interrupt reaches it once, from here: a second one makes Terraform
 * drop its state half-written.
 */
export async function runTool(
  host: Host,
  command: readonly string[],
  cwd: string,
  signal: AbortSignal,
): Promise<number | undefined> {
  const [tool, ...args] = command;
  const program = findProgram(host, tool!);
  if (program === undefined) return undefined;
  return new Promise((resolve, reject) => {
    const child = startProcess(
      { program, args, cwd, env: environmentOfPerson(process.env) },
      { stdio: ["ignore", 2, 2], detached: process.platform !== "win32" },
    );
    const interrupt = () => child.kill("SIGINT");
    signal.addEventListener("abort", interrupt, { once: true });
    const settled = () => signal.removeEventListener("abort", interrupt);
    child.on("error", (thrown) => {
      settled();
      reject(thrown);
    });
    child.on("close", (code, by) => {
      settled();
      resolve(code ?? 128 + (by === null ? 0 : constants.signals[by]));
    });
  });
}

export type ToolOutput = { stdout: string } | { failed: string } | "not_installed";

const largestOutput = 64 * 1024 * 1024;

/** What infracost writes to its standard output; when it fails, the end of what it complained of. It may be asked for by an agent. */
export async function runInfracost(
  host: Host,
  args: readonly string[],
  cwd: string,
  signal: AbortSignal,
): Promise<ToolOutput> {
  const program = findProgram(host, "infracost");
  if (program === undefined) return "not_installed";
  const command = { program, args, cwd, env: environmentFor(host, "infracost") };
  const { failed, stdout, stderr } = await readProcess(command, { signal, largestOutput });
  if (failed === null) return { stdout };
  return { failed: stderr.trim().split("\n").slice(-3).join(" ").slice(-500) || failed.message };
}
