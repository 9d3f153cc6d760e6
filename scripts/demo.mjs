// Blue's main job: a recorded dialogue, replayed through the real operations.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const blue = fileURLToPath(new URL("../dist/blue.js", import.meta.url));
const { status } = spawnSync(process.execPath, [blue, "demo", ...process.argv.slice(2)], { stdio: "inherit" });
process.exitCode = status ?? 1;
