import { type Operation, type PropertySchema, toolName } from "../../src/operations/operation.ts";
import { inputSchema } from "./registry.ts";

export function referenceDocument(operations: readonly Operation[]): string {
  const groups = new Map<string, Operation[]>();
  for (const operation of operations)
    groups.set(groupOf(operation), [...(groups.get(groupOf(operation)) ?? []), operation]);
  const sections = [...groups].map(([group, members]) => `## ${group}\n\n${members.map(section).join("\n\n")}`);
  return `<!-- Generated from the operations by \`npm run docs\`. Do not edit. -->
# Reference

Every operation is an MCP tool and a command of the same meaning, made from one definition. People get text, pipes and \`--json\` get the
answer as one JSON object. Nested input comes by \`--input <file|->\`. Exit codes: 0 ok, 1 error, 2 usage, 3 not found, 4 input needed, 5 conflict,
6 refused by the gate or findings.

${sections.join("\n\n")}
`;
}

function groupOf(operation: Operation): string {
  return operation.name.includes(".") ? operation.name.split(".")[0]! : "project";
}

function section(operation: Operation): string {
  const { properties, required = [] } = inputSchema(operation);
  const rows = Object.entries(properties).map(
    ([name, property]) =>
      `| \`${name}\` | ${typeOf(property)}${required.includes(name) ? ", required" : ""} | ${(property.description ?? "").replaceAll("|", "\\|")} |`,
  );
  const table =
    rows.length === 0 ? "Takes no input." : ["| Field | Type | Meaning |", "|---|---|---|", ...rows].join("\n");
  const examples = operation.examples.map(({ command, note }) => `${command}   # ${note}`).join("\n");
  const aliases = operation.cli?.aliases?.length ? `, also \`${operation.cli.aliases.join("`, `")}\`` : "";
  return [
    `### blue ${operation.name.replace(".", " ")}`,
    `${operation.summary}. Tool \`${toolName(operation.name)}\` (${operation.effect}${operation.idempotent ? ", safe to repeat" : ""}; toolset ${operation.toolset})${aliases}.`,
    operation.description,
    table,
    `\`\`\`sh\n${examples}\n\`\`\``,
  ].join("\n\n");
}

function typeOf(property: PropertySchema): string {
  if (property.enum) return property.enum.map((value) => `\`${String(value)}\``).join(" \\| ");
  if (property.type === "array") return `list of ${property.items ? typeOf(property.items) : "values"}`;
  return Array.isArray(property.type) ? property.type.join(" or ") : ((property.type as string | undefined) ?? "any");
}
