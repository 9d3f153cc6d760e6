import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Another Node than the one that runs this, installed when it is missing; undefined on platforms without that package. */
export function findNode(name: "node22" | "node24" | "node26"): string | undefined {
  const script = fileURLToPath(new URL("../../scripts/test-downloads.mjs", import.meta.url));
  const binary = execFileSync(process.execPath, [script, name], { encoding: "utf8" }).trim();
  return binary === "" ? undefined : binary;
}
