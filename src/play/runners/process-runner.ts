/** What runners that are processes share. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { readProcess } from "../../store/child-processes.ts";
import type { Problem } from "../spawn-agent.ts";
import type { RunEnd } from "./runner.ts";

/** Process groups and the shell that starts them are not there. */
export const notOnWindows =
  process.platform === "win32"
    ? { unusable: "programs cannot be run as experts on Windows", fix: "Use a model's API, or Blue in WSL." }
    : undefined;

/** A run that never began. */
export function endedAs(problem: Problem): RunEnd {
  return { ...problem, model: null, usage: null, tools: {}, seconds: 0 };
}

/** A run that ended its turn with this text. */
export function answered(text: string, cut: boolean): { kind: "answer"; text: string; cut: boolean } | Problem {
  return text.trim() === "" ? { kind: "empty", message: "Its last message was empty." } : { kind: "answer", text, cut };
}

/** A folder with nothing in it, for a run that is to see no files. */
export function isolatedFolder(scratch: string): string {
  const folder = join(scratch, "empty");
  mkdirSync(folder);
  return folder;
}

/** The first thing that looks like a version in what a program prints of itself. */
export async function askVersion(program: string, env: Record<string, string>): Promise<string | undefined> {
  const command = { program, args: ["--version"], cwd: "/", env };
  const { stdout } = await readProcess(command, { largestOutput: 1024 * 1024, timeoutMs: 20_000 });
  return /(?<!\d)\d+\.\d+\.\d+[\w.-]*/.exec(stdout)?.[0];
}

/** One line of a stream of JSON objects; undefined for a line that is none. */
export function readJsonLine<T extends object>(text: string): T | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as T) : undefined;
  } catch {
    return undefined;
  }
}
