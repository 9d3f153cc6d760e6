/** Tools of others, started by name with an argument list, never through a shell. */
import { execFile, spawn } from "node:child_process";
import { constants } from "node:os";
import { errno } from "./files.ts";

/**
 * Runs to the end and answers with the exit code (128 and the signal's number for one that was killed); undefined when the tool is not installed. What it
 * prints goes to standard error. It has a process group of its own, so an interrupt reaches it once, from here: a second one makes Terraform
 * drop its state half-written.
 */
export function runTool(command: readonly string[], cwd: string, signal: AbortSignal): Promise<number | undefined> {
  const [tool, ...args] = command;
  return new Promise((resolve, reject) => {
    const child = spawn(tool!, args, { cwd, stdio: ["ignore", 2, 2], detached: process.platform !== "win32" });
    const interrupt = () => child.kill("SIGINT");
    signal.addEventListener("abort", interrupt, { once: true });
    const settled = () => signal.removeEventListener("abort", interrupt);
    child.on("error", (thrown) => {
      settled();
      if (errno(thrown) === "ENOENT") resolve(undefined);
      else reject(thrown);
    });
    child.on("close", (code, by) => {
      settled();
      resolve(code ?? 128 + (by === null ? 0 : constants.signals[by]));
    });
  });
}

export type ToolOutput = { stdout: string } | { failed: string } | "not_installed";

const largestOutput = 64 * 1024 * 1024;

/** What the tool writes to its standard output; when it fails, the end of what it complained of. */
export function readTool(command: readonly string[], cwd: string, signal: AbortSignal): Promise<ToolOutput> {
  const [tool, ...args] = command;
  return new Promise((resolve) => {
    execFile(tool!, args, { cwd, signal, maxBuffer: largestOutput, encoding: "utf8" }, (thrown, stdout, stderr) => {
      if (thrown === null) resolve({ stdout });
      else if (thrown.code === "ENOENT") resolve("not_installed");
      else resolve({ failed: stderr.trim().split("\n").slice(-3).join(" ").slice(-500) || thrown.message });
    });
  });
}
