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

/**
 * JSON Schema without what only some clients understand: no `$schema`, no references. Left out too is what every call checks anyway and refuses by name:
 * unknown fields, empty texts and lists, texts of pages, the pattern of a date, bounds that merely restate "a safe integer". Every server reads the registry
 * at its start, and a client pays for each word of the list of tools.
 */
export function inputSchema(operation: Operation): ObjectSchema {
  const schema = z.toJSONSchema(operation.input, { io: "input", reused: "inline", unrepresentable: "any" });
  return clean(schema) as ObjectSchema;
}

function clean(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([key, item]) => !isLeftOut(key, item, value));
  return Object.fromEntries(kept.map(([key, item]) => [key, clean(item)]));
}

/** Nobody writes so much by accident. */
const longText = 1000;

function isLeftOut(key: string, item: unknown, schema: object): boolean {
  switch (key) {
    case "$schema":
    case "propertyNames":
      return true;
    case "additionalProperties":
      return item === false;
    case "minLength":
    case "minItems":
      return item === 1;
    case "maxLength":
      return (item as number) >= longText;
    case "pattern":
      return "format" in schema;
    default:
      return /imum$/.test(key) && Math.abs(Number(item)) === Number.MAX_SAFE_INTEGER;
  }
}
