/** `blue check --github` and `blue check --pre-push`: the same answer, given elsewhere than to whoever typed the command. */
import type { Context } from "../context.ts";
import type { Mode } from "./output.ts";
import type { Terminal } from "./terminal.ts";

export interface FaceCall {
  input: Record<string, unknown>;
  context: Context;
  terminal: Terminal;
  /** Text unless JSON was asked for, into a pipe too: a runner and git show what is printed. */
  mode: Mode;
  color: boolean;
}

export async function runFace(face: string, call: FaceCall): Promise<number> {
  const { github, pre_push, ...input } = call.input;
  const own = { ...call, input };
  if (face === "github") return (await import("./github/check-on-github.ts")).checkOnGithub(own);
  return (await import("./pre-push.ts")).checkBeforePush(own);
}
