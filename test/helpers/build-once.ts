import { execFileSync } from "node:child_process";

/** End-to-end tests drive the built entry; building it here keeps `vitest run` honest after an edit. */
export default function buildOnce(): void {
  if (process.env.BLUE_SKIP_BUILD === "1") return;
  execFileSync(process.execPath, ["scripts/build.mjs", "--if-stale"], { stdio: "inherit" });
}
