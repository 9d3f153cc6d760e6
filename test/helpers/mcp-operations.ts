/**
 * A server of small operations that do on purpose what real ones must never do: print, hang, throw where nobody listens. Bundled by
 * `buildTestServer` and spawned like the real thing.
 */
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import * as z from "zod";
import { BlueError } from "../../src/errors.ts";
import { serveMcp } from "../../src/mcp/serve.ts";
import { serveMcpHttp } from "../../src/mcp/serve-http.ts";
import {
  defineOperation,
  type ObjectSchema,
  type Operation,
  type OperationEntry,
  toolName,
} from "../../src/operations/operation.ts";

const common = {
  description: "Made for tests.",
  effect: "read",
  idempotent: false,
  toolset: "core",
  examples: [{ command: "blue test", note: "in tests" }],
  render: (output: unknown) => JSON.stringify(output),
} as const;

const echo = defineOperation({
  ...common,
  name: "test.echo",
  summary: "Say it again",
  input: z.strictObject({ text: z.string(), times: z.int().min(1).default(1) }),
  output: z.strictObject({ text: z.string(), nested: z.strictObject({ times: z.int(), maybe: z.null() }) }),
  run: ({ text, times }) => ({ text: text.repeat(times), nested: { times, maybe: null } }),
});

const refuse = defineOperation({
  ...common,
  name: "test.refuse",
  summary: "Refuse with everything an error can carry",
  effect: "write",
  idempotent: true,
  input: z.strictObject({}),
  output: z.strictObject({}),
  run() {
    const first = new BlueError("draft_missing", "no draft from Muffin", { field: "muffin" });
    const second = new BlueError("draft_incomplete", "Scone stops early", { value: 3 });
    throw new BlueError("draft_missing", "no draft from Muffin", {
      field: "muffin",
      value: "round-1",
      constraint: "every_member",
      suggestion: "Wait for it.",
      context: { round: 1 },
      errors: [first, second],
    });
  },
});

const slow = defineOperation({
  ...common,
  name: "test.slow",
  summary: "Take some time, saying so",
  effect: "destructive",
  input: z.strictObject({ steps: z.int(), ms: z.int() }),
  output: z.strictObject({ done: z.int() }),
  async run({ steps, ms }, { progress, signal, project }) {
    appendFileSync(join(project.root, "slow.log"), "started\n");
    signal.addEventListener("abort", () => appendFileSync(join(project.root, "slow.log"), "aborted\n"));
    for (let done = 1; done <= steps; done++) {
      await sleep(ms, undefined, { signal });
      progress({ done, total: steps, message: `step ${done}` });
    }
    setTimeout(() => progress({ done: steps + 1 }), 20);
    return { done: steps };
  },
});

const noisy = defineOperation({
  ...common,
  name: "test.noisy",
  summary: "Print to standard output",
  input: z.strictObject({}),
  output: z.strictObject({ printed: z.boolean() }),
  run() {
    console.log("a stray line");
    console.table([{ a: 1 }]);
    process.stdout.write("raw bytes\n");
    return { printed: true };
  },
});

const stray = defineOperation({
  ...common,
  name: "test.stray",
  summary: "Fail where nobody listens",
  input: z.strictObject({ kind: z.enum(["throw", "timer", "rejection"]) }),
  output: z.strictObject({}),
  async run({ kind }) {
    if (kind === "throw") throw new TypeError("thrown in the open");
    if (kind === "timer") setTimeout(() => JSON.parse("{ timer"), 5);
    else void sleep(5).then(() => Promise.reject(new Error("rejected in the dark")));
    return new Promise<never>(() => setInterval(() => {}, 1_000));
  },
});

const big = defineOperation({
  ...common,
  name: "test.big",
  summary: "Answer at length",
  input: z.strictObject({ size: z.int() }),
  output: z.strictObject({ text: z.string() }),
  run: ({ size }) => ({ text: "x".repeat(size) }),
});

const where = defineOperation({
  ...common,
  name: "test.where",
  summary: "Which project, which face",
  toolset: "documents",
  input: z.strictObject({}),
  output: z.strictObject({ root: z.string(), found_by: z.string(), face: z.string() }),
  run: (_, { project, face }) => ({ root: project.root, found_by: project.foundBy, face }),
});

const operations = [echo, refuse, slow, noisy, stray, big, where] as unknown as readonly Operation[];

const registry = operations.map(
  (operation): OperationEntry => ({
    name: operation.name,
    tool: toolName(operation.name),
    summary: operation.summary,
    description: operation.description,
    effect: operation.effect,
    idempotent: operation.idempotent,
    toolset: operation.toolset,
    examples: operation.examples,
    cli: {},
    inputSchema: schemaOf(operation),
    async load() {
      console.error(`loading ${operation.name}`);
      return operation;
    },
  }),
);

function schemaOf(operation: Operation): ObjectSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(operation.input, { io: "input" });
  return schema as unknown as ObjectSchema;
}

const unloadable: OperationEntry = {
  ...registry[0]!,
  name: "test.unloadable",
  tool: "blue_test_unloadable",
  load: () => Promise.reject(new Error("half an installation")),
};

const { values } = parseArgs({
  options: { toolsets: { type: "string" }, project: { type: "string" }, http: { type: "boolean" } },
});
const mounted = [...registry, unloadable];
if (values.http) {
  const { port, token } = await serveMcpHttp({ projects: [process.cwd()], registry: mounted });
  console.log(JSON.stringify({ port, token }));
} else await serveMcp({ ...values, registry: mounted });
