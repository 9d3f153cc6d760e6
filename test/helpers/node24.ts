import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** A Node whose built-in SQLite is good enough, installed when it is missing; undefined on platforms without that package. */
export function findNode24(): string | undefined {
  const script = fileURLToPath(new URL("../../scripts/test-downloads.mjs", import.meta.url));
  const binary = execFileSync(process.execPath, [script, "node24"], { encoding: "utf8" }).trim();
  return binary === "" ? undefined : binary;
}
