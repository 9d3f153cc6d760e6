import * as z from "zod";
import { type ObjectSchema, type Operation, toolName } from "../../src/operations/operation.ts";

export function registryModule(operations: readonly Operation[]): string {
  const entries = operations.map((operation) => {
    const { name, summary, description, effect, idempotent, toolset, examples, cli = {} } = operation;
    const entry = {
      name,
      tool: toolName(name),
      summary,
      description,
      effect,
      idempotent,
      toolset,
      examples,
      cli,
      ...(operation.scaffold === undefined ? {} : { scaffold: true }),
      ...(operation.keepsEmptyLists === undefined ? {} : { keepsEmptyLists: true }),
      inputSchema: inputSchema(operation),
    };
    const literal = JSON.stringify(entry, null, 2).slice(0, -2);
    return `${literal},\n  "load": () => import("./${name.replace(".", "/")}.ts").then((module) => module.operation as unknown as Operation)\n}`;
  });
  return `// Generated from the operations by \`npm run docs\`. Do not edit.
import type { Operation, OperationEntry } from "./operation.ts";

export const registry: readonly OperationEntry[] = [
${entries.join(",\n")}
];
`;
}

/** JSON Schema without what only some clients understand: no \`$schema\`, no references, no bounds that merely restate "a safe integer". */
export function inputSchema(operation: Operation): ObjectSchema {
  const schema = z.toJSONSchema(operation.input, { io: "input", reused: "inline", unrepresentable: "any" });
  return clean(schema) as ObjectSchema;
}

function clean(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(
        ([key, item]) =>
          key !== "$schema" && !(/imum$/.test(key) && Math.abs(Number(item)) === Number.MAX_SAFE_INTEGER),
      )
      .map(([key, item]) => [key, clean(item)]),
  );
}
