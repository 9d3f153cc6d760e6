import { operations } from "../../src/operations/index.ts";
import { referenceDocument } from "./reference.ts";
import { registryModule } from "./registry.ts";

/** Path from the repository's root → text. */
export function generated(): Map<string, string> {
  return new Map([
    ["src/operations/registry.generated.ts", registryModule(operations)],
    ["docs/reference.md", referenceDocument(operations)],
  ]);
}
