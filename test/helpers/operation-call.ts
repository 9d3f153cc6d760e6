/** One call of an operation with a clock and a chance of its own, so that two runs can be compared to the byte. */
import { createHash } from "node:crypto";
import { makeContext } from "../../src/context.ts";
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

export async function callOperation<T = Record<string, unknown>>(call: OperationCall, files: Files = nodeFiles) {
  const entry = registry.find(({ name }) => name === call.name);
  if (entry === undefined) throw new Error(`there is no operation ${call.name}`);
  let drawn = 0;
  const context = makeContext(findProject({ flag: call.root, env: {}, files }), {
    now: () => new Date(call.now),
    random: (n) => createHash("sha256").update(`${call.seed} ${drawn++}`).digest().subarray(0, n),
  });
  return (await runOperation(await entry.load(), call.input, context, { checkOutput: true })) as T;
}
