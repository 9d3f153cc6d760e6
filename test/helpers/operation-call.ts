/** One call of an operation with a clock and a chance of its own, so that two runs can be compared to the byte. */
import { createHash } from "node:crypto";
import { type Context, makeContext } from "../../src/context.ts";
import type { Operation } from "../../src/operations/operation.ts";
import { registry } from "../../src/operations/registry.generated.ts";
import { runOperation } from "../../src/operations/run-operation.ts";
import { type Files, nodeFiles } from "../../src/store/files.ts";
import { findProject } from "../../src/store/project.ts";

export interface OperationCall {
  root: string;
  name: string;
  input: Record<string, unknown>;
  /** The time the call sees throughout. */
  now: string;
  /** Two calls that may meet on one disk need different ones: names of temporary files come from it. */
  seed: string;
}

function contextOf(call: OperationCall, files: Files): Context {
  let drawn = 0;
  return makeContext(findProject({ flag: call.root, env: {}, files }), {
    now: () => new Date(call.now),
    random: (n) => createHash("sha256").update(`${call.seed} ${drawn++}`).digest().subarray(0, n),
  });
}

async function load(name: string): Promise<Operation> {
  const entry = registry.find((one) => one.name === name);
  if (entry === undefined) throw new Error(`there is no operation ${name}`);
  return entry.load();
}

export async function callOperation<T = Record<string, unknown>>(call: OperationCall, files: Files = nodeFiles) {
  return (await runOperation(await load(call.name), call.input, contextOf(call, files), { checkOutput: true })) as T;
}

export type CallNow = <T = Record<string, unknown>>(call: Omit<OperationCall, "name">, files?: Files) => Promise<T>;

/** The operation as a function that does its work before it returns, so that one can happen in the middle of another. Only the index may come later. */
export async function prepareCall(name: string): Promise<CallNow> {
  const operation = await load(name);
  return async <T>(call: Omit<OperationCall, "name">, files: Files = nodeFiles) =>
    operation.output.parse(
      await operation.run(operation.input.parse(call.input), contextOf({ ...call, name }, files)),
    ) as T;
}
