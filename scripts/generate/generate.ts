import type { Operation } from "../../src/operations/operation.ts";
import { referenceDocument } from "./reference.ts";
import { registryModule } from "./registry.ts";

/** Path from the repository's root → text. */
export function generated(operations: readonly Operation[]): Map<string, string> {
  return new Map([
    ["src/operations/registry.generated.ts", registryModule(operations)],
    ["docs/reference.md", referenceDocument(operations)],
  ]);
}
