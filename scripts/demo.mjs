// Blue's main job in a temporary project.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const blue = fileURLToPath(new URL("../dist/blue.js", import.meta.url));
const project = mkdtempSync(join(tmpdir(), "blue-demo-"));
try {
  spawnSync("git", ["init", "-q", project], { stdio: "ignore" });
  for (const args of [["init"], ["status"], ["doctor"]]) {
    console.log(`\n$ blue ${args.join(" ")}`);
    const { status } = spawnSync(process.execPath, [blue, ...args], { cwd: project, stdio: "inherit" });
    if (status !== 0) process.exitCode = status ?? 1;
  }
} finally {
  rmSync(project, { recursive: true, force: true });
}
