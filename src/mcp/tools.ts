/**
 * What a model is told of an operation. Made from the registry entry alone, in the registry's order, so two lists are the same bytes and no
 * operation is loaded to be listed.
 */
import type { Tool } from "@modelcontextprotocol/server";
import type { OperationEntry } from "../operations/operation.ts";

export function toolOf(entry: OperationEntry): Tool {
  const title = `Blue ${entry.name.replace(".", " ")}`;
  return {
    name: entry.tool,
    title,
    description: entry.description,
    inputSchema: entry.inputSchema as Tool["inputSchema"],
    annotations: {
      title,
      readOnlyHint: entry.effect === "read",
      destructiveHint: entry.effect === "destructive",
      idempotentHint: entry.idempotent || entry.effect === "read",
      openWorldHint: false,
    },
  };
}
