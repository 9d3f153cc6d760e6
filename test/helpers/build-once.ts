import { execFileSync } from "node:child_process";

/** Slow tests start the built program, so it is built again after an edit. */
export default function buildOnce(): void {
  execFileSync(process.execPath, ["scripts/build.mjs", "--if-stale"], { stdio: "inherit" });
}
