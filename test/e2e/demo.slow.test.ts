import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

it("the demo replays a recorded dialogue, is refused until it converges, and leaves the record to read", () => {
  const out = execFileSync(process.execPath, ["dist/blue.js", "demo", "--pace", "0"], { encoding: "utf8" });
  const [, root = ""] = /computed now, in (.+)$/m.exec(out) ?? [];
  try {
    expect(out).toContain("A replay");
    expect(out.match(/✗ A verdict now\? Blue refuses:/g)).toHaveLength(3);
    expect(out.match(/The gate would open now/g)).toHaveLength(1);
    expect(out.indexOf("✓ The gate is open.")).toBeGreaterThan(out.lastIndexOf("Blue refuses"));
    expect(out).toContain("100% CONVERGENCE ACHIEVED");
    const [, folder = ""] = /yours to read: (.+)$/m.exec(out) ?? [];
    expect(readFileSync(join(folder, "verdict.md"), "utf8")).toContain("in force");
    expect(existsSync(join(folder, "round-4/round.json"))).toBe(true);
  } finally {
    if (root !== "") rmSync(root, { recursive: true, force: true });
  }
});
